"""What travels on the socket, both ways: frames, the state as a server shows it, endings."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, Literal, TypedDict

from croupier.coup import Side, Winner
from croupier.game.model import Stage
from croupier.json_schema import Shape
from croupier.settlement.json_types import (
    Amount,
    CardText,
    Rule,
    Settled,
    Signed,
)
from croupier.table.state_view import SAID, PlacedBet, State
from croupier.table.vocabulary import Enforcement, Schedule, ShoeKind


class Close(IntEnum):
    """Why the server ends a socket, as the client reads it."""

    GOING_AWAY = 1001
    TOO_SLOW = 4008
    SIGNED_OUT = 4401
    TOO_MANY = 4429


COMMAND = Shape("Command", {})
"""Stands for any command, as `croupier table` reads it without `by`; its schema is added."""
EVENT = Shape("Event", {})
"""Stands for any event as a server shows it; its schema is added."""

Command = Annotated[Mapping[str, Any], COMMAND]
Event = Annotated[Mapping[str, Any], EVENT]
Said = Annotated[Mapping[str, Any], SAID]
TableId = str
Number = int


# The state, beside what every table has


class Setup(TypedDict):
    """What a table was opened as."""

    title: str
    digest: str
    """Of the game that it was opened with."""
    decks: int
    layout: str
    boxes: int
    unit: Amount
    enforcement: Enforcement
    shoe_kind: ShoeKind
    face_down: bool
    insured: bool
    fee_schedule: Schedule
    kinds: list[str]
    """The keys of all bets of the game."""


class Totals(TypedDict):
    """The totals of the hands as they lie."""

    player: int
    banker: int


class OverLimit(TypedDict):
    """A bet above the limits, and what the dealer would hand back of it."""

    bet: str
    player: str
    box: int
    kind: str
    amount: Amount


class UnderMinimum(TypedDict):
    """A bet under its minimum, and how much it lacks."""

    bet: str
    kind: str
    box: int
    amount: Amount


class PaidBet(PlacedBet):
    """A bet of the round that was paid."""

    profit: Signed


class Choosers(TypedDict):
    """Who would be offered a choice, if the cards are put right or left as they lie."""

    mended: list[str]
    as_it_lies: list[str]


class ShoeCount(TypedDict):
    """What the shoe should hold by our count, and how often the cards named were seen."""

    cards: int
    burned: int
    out: int
    left: int
    decks: int
    seen: Mapping[str, int]
    doubtful: bool


class CaseShown(TypedDict):
    """A report that waits, with the facts for whoever decides about it."""

    kind: str
    does: str
    cards: list[CardText]
    felt: list[CardText | None]
    settled: bool
    round: int
    established: bool | None
    choose: Choosers
    bets: list[PaidBet] | list[PlacedBet]
    if_void: Mapping[str, Signed]
    shoe_out: bool
    count: ShoeCount | None


class NeglectedBet(TypedDict):
    """A bet whose insurance was neglected, and would have won."""

    bet: str
    player: str
    box: int
    kind: str
    amount: Amount
    stage: Stage
    hand: Side
    why: Literal["reported", "hurried", "not_offered"]


class Neglected(TypedDict):
    """The bets that the pit manager may give back for neglected insurance."""

    round: int
    bets: list[NeglectedBet]


class Result(TypedDict):
    """A round's result, as boards show it."""

    round: int
    winner: Winner
    player: int
    banker: int
    player_pair: bool
    banker_pair: bool
    natural: bool


class Forecast(TypedDict):
    """What the derived roads would mark if a hand won next; null where they would mark nothing."""

    big_eye_boy: str | None
    small_road: str | None
    cockroach_pig: str | None


class Forecasts(TypedDict):
    """The forecast for a win of either hand."""

    player: Forecast
    banker: Forecast


class Board(TypedDict):
    """The results of the shoe, its roads column by column, forecasts and counts."""

    shoe: int
    results: list[Result]
    big_road: list[list[str]]
    big_eye_boy: list[list[str]]
    small_road: list[list[str]]
    cockroach_pig: list[list[str]]
    forecast: Forecasts
    counts: Mapping[str, int]


class ServedState(State, Setup):
    """The state of a table as a server shows it: the whole, or what has changed."""

    totals: Totals | None
    """Null while no card is dealt, or one lies face down."""
    squeezes: Mapping[Side, str]
    """Who was granted to turn the cards of a hand."""
    highest: str | None
    """The seated patron with the highest bet."""
    may_squeeze: list[Side]
    """The hands that this patron may still ask to turn."""
    patrons: list[str]
    """Everybody who came to the table."""
    board: Board
    excess: list[OverLimit]
    """For the staff, as the five that follow."""
    below: list[UnderMinimum]
    asked: Mapping[Side, str]
    """Who has asked to turn the cards of a hand."""
    case: CaseShown | None
    payable: Annotated[Mapping[str, Any], Settled] | None
    """The settlement that paying the round now would store."""
    neglected: Neglected | None


ALWAYS = frozenset({"phase", "open", "round", "bets", "board", "next"})
"""What every whole state has, of a table that was never opened too."""


class OwnChips(TypedDict):
    """What only the patron sees of a table."""

    name: str
    balance: Amount
    """Free chips."""
    available: Amount
    """What of them may be bet now."""
    owed: Amount
    """What is owed after a round was undone."""
    boxes: list[int]
    """The boxes where the patron sits."""


# What a client sends


class Signature(TypedDict):
    """Somebody else's name and PIN."""

    name: str
    pin: str


class _Watch(TypedDict):
    watch: TableId


class Watch(_Watch, total=False):
    """Follow a table: from now on, or from after an event."""

    after: Number | None
    """The number of the last event that is known."""


class Unwatch(TypedDict):
    """Follow a table no more."""

    unwatch: TableId


class Ping(TypedDict):
    """Ask whether anybody is there, and for the house's clock."""

    ping: str | int


class _Give(TypedDict):
    command: Command
    table: TableId
    id: str
    """Made by the client: the same id with the same body is answered once and for all."""


class Give(_Give, total=False):
    """Give a command at a table."""

    approval: Signature | None
    """The supervisor in whose name it is given."""
    witness: Signature | None
    """Who signs the count of `close_table` too."""


# What the server sends


class _Snapshot(TypedDict):
    table: TableId
    number: Number
    """The number of the last event that is in it."""
    whole: Literal[True]
    state: ServedState


class _Own(TypedDict, total=False):
    me: OwnChips
    """For a patron who came to the table."""


class Snapshot(_Snapshot, _Own):
    """The whole state of a table, when it begins to be watched."""


class Changes(TypedDict):
    """Stands for a state of which only what has changed is there."""


class _Step(TypedDict):
    table: TableId
    number: Number
    events: list[Event]
    """Without those that are not for this client."""
    state: Changes
    """The keys that have changed: they replace those one has."""


class Step(_Step, _Own):
    """What has happened at a table that is watched."""


class Past(TypedDict):
    """Events that were missed, some at a time; the whole state comes after the last."""

    table: TableId
    number: Number
    events: list[Event]


class FrameError(TypedDict):
    """Why something was refused."""

    code: str
    """A code of a table, of the server or of accounts, as the documents list them."""
    message: str
    """A sentence for a person, in English."""
    rule: Rule | None
    """The paragraph that forbids it, if one does."""


class FrameErrorSaid(FrameError, total=False):
    """Why something was refused, for any language too."""

    said: Said


class _Done(TypedDict):
    answer: str | int | None
    """The id of the command."""
    table: str | int | None
    ok: Literal[True]
    number: Number | None
    """The number of the last event; null where none came."""
    again: bool
    """Whether this id had been answered before."""
    events: list[Event]


class Done(_Done, _Own, total=False):
    """A command that was carried out; its events are stored."""

    state: Changes
    """While bets are open, the bets: the step that tells everybody may come later."""


class _NotDone(TypedDict):
    answer: str | int | None
    table: str | int | None
    ok: Literal[False]
    error: FrameErrorSaid


class NotDone(_NotDone, total=False):
    """A command that was refused: nothing has changed."""

    number: None
    again: bool


class _Unread(TypedDict):
    ok: Literal[False]
    error: FrameErrorSaid


class Unread(_Unread, total=False):
    """A frame that could not be read, or a table that cannot be watched."""

    table: TableId


class Pong(TypedDict):
    """The answer to a ping."""

    pong: str | int
    at: str
    """The house's clock."""


class Notice(TypedDict):
    """What everybody is told: the database is lost, or back."""

    notice: Literal["standing_still", "going_on"]
    message: str
    said: Said


SENT_BY_CLIENTS = (Watch, Unwatch, Ping, Give)
SENT_BY_THE_SERVER = (Snapshot, Step, Past, Done, NotDone, Unread, Pong, Notice)
