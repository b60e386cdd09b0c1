"""The bodies of HTTP requests and answers, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from croupier.game.model import Role

Name = Annotated[str, Field(min_length=1, max_length=64)]
TableId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
Amount = Annotated[str, Field(pattern=r"^[0-9]{1,19}(\.[0-9]{1,9})?$", examples=["250.00"])]
CommandId = Annotated[str, Field(min_length=1, max_length=200)]
PostName = Literal[
    "player",
    "dealer",
    "pit_supervisor",
    "pit_manager",
    "shift_manager",
    "cashier",
    "auditor",
    "administrator",
]


def shared(name: str) -> WithJsonSchema:
    """Return what stands for a schema of the table or the socket in the document."""
    return WithJsonSchema({SHARED: name})


SHARED = "x-shared"
"""The key whose value names such a schema; `openapi` puts a reference in its place."""

Event = Annotated[dict[str, Any], shared("Event")]
Command = Annotated[dict[str, Any], shared("Command")]
Limits = Annotated[dict[str, Any], shared("TableLimits")]
Said = Annotated[dict[str, Any], shared("Said")]
Settled = Annotated[dict[str, Any], shared("Settled")]
DealerShown = Annotated[dict[str, Any], shared("DealerShown")]
State = Annotated[dict[str, Any], shared("ServedState")]
OwnChips = Annotated[dict[str, Any], shared("OwnChips")]
Opening = Annotated[dict[str, Any], shared("Opening")]
Assignment = Annotated[dict[str, Any], shared("Assignment")]


class In(BaseModel):
    """A body that the server receives; unknown fields and wrong types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Out(BaseModel):
    """A body that the server sends."""

    model_config = ConfigDict(frozen=True)


class Error(Out):
    """Why a request was refused."""

    code: str
    message: str
    rule: str | None = None
    said: Said | None = Field(
        None, description="The message as a key of the catalogues with its parameters."
    )


class Enrol(Out):
    """A second factor to set up."""

    secret: str
    uri: str


class Refusal(Out):
    """A request was refused; nothing has changed."""

    ok: Literal[False]
    error: Error
    number: None = Field(None, description="Of a command: no event came of it.")
    again: bool | None = Field(
        None, description="Of a command: whether this id had been answered before."
    )
    enrol: Enrol | None = Field(
        None, description="With `enrol_second_factor`: what the authenticator app takes."
    )


class Roles(Out):
    """Who may give which command."""

    roles: list[Role] = Field(description="The lowest first; each may do what a lower one may.")
    least: dict[str, Role] = Field(description="The lowest role that may give each command.")


# People


Code = Annotated[str, Field(min_length=1, max_length=100)]


class SignIn(In):
    """A name and its password; for staff a code too, where the house asks for a second factor."""

    name: Name
    password: Annotated[str, Field(min_length=1, max_length=1000)]
    code: Code | None = None


class PasswordAndCode(In):
    """The password, and a code of the second factor."""

    password: Annotated[str, Field(min_length=1, max_length=1000)]
    code: Code


class Guest(In):
    """A guest who plays for fun, in demo mode."""

    name: Name | None = None


class Accept(In):
    """The first administrator, with the token of the one-time link."""

    token: Annotated[str, Field(min_length=1, max_length=200)]
    name: Name
    password: Annotated[str, Field(min_length=1, max_length=1000)]


class Passwords(In):
    """The old password and the new one."""

    old: Annotated[str, Field(min_length=1, max_length=1000)]
    new: Annotated[str, Field(min_length=1, max_length=1000)]


class Resume(In):
    """My PIN, or my password."""

    pin: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    password: Annotated[str, Field(min_length=1, max_length=1000)] | None = None


class NewPerson(In):
    """A person to add."""

    name: Name
    post: PostName
    password: Annotated[str, Field(min_length=1, max_length=1000)]
    tables: list[TableId] | Literal["all"] = Field(default_factory=list)


class ChangedPerson(In):
    """The changes of a person; what is left out stays."""

    post: PostName | None = None
    tables: list[TableId] | Literal["all"] | None = None
    locked: bool | None = None
    password: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    pin: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    second_factor: Literal["reset"] | None = Field(
        None, description="Remove it: the next sign-in sets up another."
    )


class Person(Out):
    """A person with an account."""

    name: str
    post: PostName
    tables: list[str] | Literal["all"]
    locked: bool
    guest: bool
    made: str
    second_factor: bool = Field(False, description="Whether one is set up.")


class Me(Person):
    """The person who asks, with what their wallet holds."""

    wallet: str
    pin: bool = Field(False, description="Whether I have a PIN to approve and to act again by.")


class SignedIn(Out):
    """A new session; programs use the token, browsers a cookie."""

    ok: Literal[True]
    token: str
    person: Me
    recovery: list[str] | None = Field(
        None, description="Recovery codes of a second factor that this has set up; shown this once."
    )


class Session(Out):
    """Where somebody is signed in."""

    id: str
    name: str
    made: str
    seen: str
    where: str
    mine: bool


class Health(Out):
    """Whether bets can be taken."""

    ok: bool
    why: str | None = Field(default=None, description="`closing` or `not_stored`.")
    reason: str | None = Field(default=None, description="Why nothing is stored; for the staff.")
    resolving: int | None = None
    """Tables that take no bets yet: a crash interrupted their rounds, and they are looked at."""


class Done(Out):
    """It is done."""

    ok: Literal[True]


# Tables


class Approval(In):
    """Somebody else, by name and PIN: who approves, or signs too."""

    name: Name
    pin: Annotated[str, Field(min_length=1, max_length=100)]


class CommandIn(In):
    """A command at a table, under an id that the client made before it sent it."""

    id: CommandId
    command: Command = Field(
        examples=[{"do": "place_bet", "box": 1, "bet": "banker", "amount": "100", "round": 12}],
        description="As in `croupier table`, without `by`: who acts is known from the session. "
        "A bet or insurance with a `round` counts in no other one: there it is `too_late`.",
    )
    approval: Approval | None = Field(
        None, description="The supervisor at a dealer's screen, in whose name it is given."
    )
    witness: Approval | None = Field(None, description="Who signs the count of `close_table` too.")


class Answered(Out):
    """The events of a command; they are stored."""

    ok: Literal[True]
    number: int | None = Field(description="The number of the last event; None where none came.")
    again: bool = Field(description="Whether this id had been answered before.")
    events: list[Event]


class NewTable(In):
    """A new table; the command `open_table` opens it."""

    id: TableId


class Lobby(Out):
    """A table as the lobby shows it."""

    id: str
    number: int
    open: bool
    phase: str
    round: int
    game: str | None
    digest: str | None = Field(description="Of the game that the table was opened with.")
    title: str | None
    layout: str | None = Field(description="Its key among the layouts of the game.")
    boxes: int
    taken: int
    seats: list[int] = Field(description="The boxes that are taken.")
    face_down: bool = Field(description="Whether cards are dealt face down, to be squeezed.")
    insured: bool = Field(description="Whether the table offers the insurance of its game.")
    limits: Limits | None
    unit: str | None
    dealer: DealerShown | None
    big_road: list[list[str]]
    counts: dict[str, int]


class View(Out):
    """A table as the caller sees it, after an event."""

    table: str
    number: int
    state: State
    me: OwnChips | None


class Events(Out):
    """Events after a number, in order, as the caller sees them."""

    table: str
    number: int = Field(description="Ask for what comes after this one next.")
    events: list[Event]
    more: bool


class Cash(In):
    """Money for a wallet, or out of it."""

    id: CommandId
    amount: Amount


class Paid(Out):
    """Money was paid into a wallet, or out of it."""

    ok: Literal[True]
    wallet: str
    deposit: str | None = None
    withdrawal: str | None = None


class Wallet(Out):
    """What a wallet holds."""

    name: str
    balance: str


# Reports


class RoundLine(Out):
    """A round in brief; the staff see what it brought the house."""

    round: int
    began: str
    ended: str | None
    state: Literal["running", "settled", "corrected", "undone", "void"]
    result: str | None
    player: list[str | None]
    banker: list[str | None]
    wagers: str
    mine: str | None = Field(description="What it brought me; None where I had no bet.")
    house: str | None = None
    fees: str | None = None


class Incident(Out):
    """An entry of the house's journal."""

    number: int
    at: str
    kind: str
    actor: str
    subject: str | None
    table_id: str | None
    before: Any = None
    after: Any = None
    detail: Any = None
