"""A table's state as the server sends it: its keys and the types of their values.

At run time these are plain dictionaries. Keys that this version does not know stay in them, and
keys that a table does not have yet are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

if TYPE_CHECKING:
    Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
else:
    # msgspec, which reads the answers at run time, does not know recursive types.
    Json = Any
"""Any JSON value."""

Command: TypeAlias = Mapping[str, Json]
"""A command as `croupier table` reads it, without `by`: `{"do": "sit", "box": 3}`."""


class BetOnTable(TypedDict):
    """A bet on the table."""

    id: str
    player: str
    box: int
    bet: str
    amount: str
    standing: bool


class Hands(TypedDict):
    """The cards of both hands; one that lies face down is None."""

    player: list[str | None]
    banker: list[str | None]


class Totals(TypedDict):
    """The point totals of the cards that are seen."""

    player: int
    banker: int


class Shoe(TypedDict):
    """The shoe in play."""

    number: int
    left: int
    commitment: str | None


class Bank(TypedDict):
    """The patron who banks."""

    seat: int
    player: str
    wager: str
    hands: int


class Dealer(TypedDict):
    """Who deals, and at which pace in milliseconds."""

    automatic: bool
    pace: dict[str, int]


Deadline = TypedDict("Deadline", {"for": str, "seconds": int, "at": str | None})
"""What patrons have time for, how many seconds, and when it was announced by the house's clock."""


class NextStep(TypedDict):
    """A command that may be given now, and why."""

    do: str
    role: str
    why: str
    rule: str | None
    said: dict[str, Any]
    """The reason as a message for any language: a key of the catalogues, with its parameters."""


class State(TypedDict, total=False):
    """A table as the caller sees it. Only the staff get the keys that are for the staff."""

    phase: str
    open: bool
    round: int
    game: str
    title: str
    digest: str
    decks: int
    layout: str
    boxes: int
    unit: str
    enforcement: str
    shoe_kind: str
    face_down: bool
    insured: bool
    fee_schedule: dict[str, Json]
    kinds: list[str]
    limits: dict[str, Json]
    bets: list[BetOnTable]
    seats: dict[str, str]
    patrons: list[str]
    cards: Hands
    totals: Totals | None
    squeezes: dict[str, str]
    highest: str | None
    """The seated patron with the highest bet on a hand."""
    may_squeeze: list[str]
    """The hands that this patron may still ask to squeeze."""
    shoe: Shoe | None
    ready: list[str]
    insurance: dict[str, str]
    """What may be insured now, and the odds."""
    walked_away: list[str]
    """Patrons who left their seat after betting in this round: they cannot insure in it."""
    options: dict[str, str | None]
    report: str | None
    player_dealer: Bank | None
    offered: int | None
    """The seat that is asked whether it banks."""
    dealer: Dealer
    deadline: Deadline | None
    next: list[NextStep]
    board: dict[str, Json]
    balances: dict[str, str]
    house: str
    fees: str
    float: str


class Own(TypedDict):
    """What a patron alone sees: their chips at this table."""

    name: str
    balance: str
    available: str
    boxes: list[int]
