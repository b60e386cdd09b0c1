"""The state of a table as a server shows it, beside what every table has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypedDict

from croupier.coup import Side, Winner
from croupier.game.model import Stage
from croupier.settlement.json_types import Amount, CardText, Settled, Signed
from croupier.table.state_view import PlacedBet, State
from croupier.table.vocabulary import Enforcement, Schedule, ShoeKind


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
