"""What the client returns and raises: answers, a table's state, steps, refusals.

A state is a plain dictionary at run time. Keys that this version does not know stay in it, and keys
that a table does not have yet are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

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


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a table. Its own fields are read as `event["amount"]`."""

    type: str
    number: int | None
    """Its number in the table's log; None in the answer to a command."""
    at: str | None
    data: Mapping[str, Json] = field(repr=False)
    """All its fields, as they were sent."""

    def __getitem__(self, key: str) -> Json:
        return self.data[key]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command. Its events are stored."""

    id: str
    """The id of the command."""
    number: int | None
    """The number of the last event; None if there was none."""
    again: bool
    """Whether the server had answered this id before: an earlier answer was lost."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A person with an account, and what their wallet holds."""

    name: str
    post: str
    tables: list[str] | Literal["all"]
    locked: bool
    guest: bool
    made: str
    wallet: str


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as the lobby shows it."""

    id: str
    number: int
    open: bool
    phase: str
    round: int
    game: str | None
    title: str | None
    boxes: int
    taken: int
    limits: dict[str, Json] | None
    unit: str | None
    dealer: Dealer | None
    big_road: list[list[str]]
    counts: dict[str, int]
    digest: str | None = None
    """Of the game that the table was opened with."""
    layout: str | None = None
    seats: list[int] = field(default_factory=list)
    """The boxes that are taken."""
    face_down: bool = False
    """Whether cards are dealt face down, to be squeezed."""
    insured: bool = False
    """Whether the table offers the insurance of its game."""


@dataclass(frozen=True, slots=True)
class View:
    """A table as I see it after an event."""

    table: str
    number: int
    state: State
    me: Own | None


@dataclass(frozen=True, slots=True)
class Events:
    """A page of a table's events, in order."""

    table: str
    number: int
    """Ask for what comes after this one next."""
    events: tuple[Event, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Wallet:
    """What a wallet holds."""

    name: str
    balance: str


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a watched table, with the whole state after it."""

    table: str
    number: int
    """The number of its last event; missing numbers are events that I may not see."""
    events: tuple[Event, ...]
    changed: frozenset[str]
    """The keys of the state that changed."""
    state: State
    """The whole state; while `behind`, the state before the connection was lost."""
    me: Own | None
    behind: bool = False
    """Whether these are missed events, sent later: the new state comes after the last of them."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to everybody: `standing_still` or `going_on`."""

    notice: str
    message: str


class ClientError(Exception):
    """The base of all exceptions that this client raises by itself."""


class Refused(ClientError):
    """The server or the rules refused it; nothing has changed."""

    def __init__(
        self, code: str, message: str, rule: str | None = None, status: int | None = None
    ) -> None:
        super().__init__(code, message, rule, status)
        self.code = code
        self.message = message
        self.rule = rule
        """The paragraph of the game's document, where there is one."""
        self.status = status
        """The HTTP status; None over the socket."""

    def __str__(self) -> str:
        cited = f" (rule {self.rule})" if self.rule else ""
        return f"{self.code}: {self.message}{cited}"


class SignedOut(Refused):
    """The session is over, or there was none: sign in again."""


class Unanswered(ClientError):
    """No answer came, however often it was sent: it may have happened or not.

    The same `command` sent again under the same `id` counts once.
    """

    def __init__(self, what: str, id: str | None = None, command: Command | None = None) -> None:
        super().__init__(what, id)
        self.what = what
        self.id = id
        self.command = command
        """What was sent, with the round that it is meant for; None if it was no command."""

    def __str__(self) -> str:
        under = f"; send it again under the id {self.id}" if self.id else ""
        return f"no answer to {self.what}{under}"
