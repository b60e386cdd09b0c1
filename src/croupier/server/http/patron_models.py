"""The bodies of requests and answers about patrons' own accounts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from croupier.server.http.models import Amount, In, Name, Out
from croupier.store.patron_limits import LimitKind

Secret = Annotated[str, Field(min_length=1, max_length=1000)]
Token = Annotated[str, Field(min_length=1, max_length=200)]
Told = Annotated[str, Field(max_length=200)]
Money = Amount | Literal["none"]
Minutes = Annotated[int, Field(ge=1, le=1440)] | Literal["none"]


class Register(In):
    """A patron who joins by themselves."""

    name: Name
    password: Secret
    of_age: bool = Field(description="The tick: I am as old as the house asks.")
    real_name: Told | None = None
    contact: Told | None = None
    invitation: Token | None = None


class NewPatron(In):
    """A patron whose account the desk opens."""

    name: Name
    of_age: bool = Field(description="The desk has seen that they are as old as the house asks.")
    real_name: Told | None = None
    contact: Told | None = None


class Reset(In):
    """A new password, by a link that works once."""

    token: Token
    password: Secret


class Link(Out):
    """A link that works once; its token is shown this once."""

    token: str
    path: str = Field(description="The page that takes it up, with the token behind the #.")


class Enrolled(Link):
    """A patron with an account, and the link by which they set their password."""

    name: str


class Close(In):
    """Closing one's own account takes the password."""

    password: Secret


class Details(Out):
    """Personal data, as far as any is kept."""

    real_name: str | None
    contact: str | None
    of_age: str | None


class ChangedDetails(In):
    """Personal data as it is from now on."""

    real_name: Told | None = None
    contact: Told | None = None


class ChangedLimits(In):
    """Limits to change; "none" removes one, what is left out stays."""

    deposit_day: Money | None = None
    deposit_week: Money | None = None
    loss_day: Money | None = None
    loss_week: Money | None = None
    session_minutes: Minutes | None = None
    reminder_minutes: Minutes | None = None
    break_days: int | None = None
    exclude_days: int | None = Field(None, description="0 for ever.")


class OneLimit(Out):
    """A limit: what counts now, and what is to count later."""

    kind: LimitKind
    now: str | None = Field(description="The lower of one's own and the house's; null for none.")
    own: str | None
    house: str | None
    later: str | None = Field(description="One's own when it has cooled off.")
    since: str | None = Field(description="When that is; null if nothing is to change.")


class Limits(Out):
    """All limits of a patron."""

    limits: list[OneLimit]
    break_until: str | None
    excluded_until: str | None
    session_began: str | None = None


class HistoryLine(Out):
    """A move of the wallet, or what a round brought or cost."""

    at: str
    kind: Literal[
        "deposit",
        "withdrawal",
        "buy_in",
        "cash_out",
        "bought_in_cash",
        "chips_brought",
        "chips_taken",
        "round",
    ]
    amount: str
    wallet: str | None
    table: str | None
    round: int | None
