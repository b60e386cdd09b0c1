"""The state of a table as an object for people and scripts. No card is in it that is not seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any, TypedDict, cast

from croupier.coup import Side
from croupier.game.model import Role, Stage
from croupier.json_schema import Shape
from croupier.ledger import DROP, FEES, FLOAT, HOUSE
from croupier.settlement import Bet
from croupier.settlement.json_types import ODDS, Amount, CardText, Rule, Signed
from croupier.table.events.insurance import offers
from croupier.table.state import Table
from croupier.table.vocabulary import Option, Pace, Phase, Purpose, Sign
from croupier.table.what_next import Step, what_next
from croupier.words import as_json, say

SAID = Shape(
    "Said",
    {
        "description": "A sentence for any language: as a key of the catalogues with its "
        "parameters, or as its texts by language.",
        "type": "object",
        "properties": {
            "say": {"type": "string"},
            "with": {"type": "object"},
            "in": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "additionalProperties": True,
    },
)


class _PlacedBet(TypedDict):
    id: str
    player: str
    box: int
    bet: str
    """The key of a bet of the game."""
    amount: Amount
    standing: bool


class PlacedBet(_PlacedBet, total=False):
    """A bet that lies on the layout."""

    stage: Stage
    """When insurance was taken; insurance alone has it."""


class ShoeShown(TypedDict):
    """What may be known of the shoe."""

    number: int
    left: int
    """How many cards are in it by the count of those that left it."""
    commitment: str | None
    """The hash that the shuffle was committed to, of a digital shoe."""
    fault: str | None
    """The report that took it out of play."""


class PositionShown(TypedDict):
    """Who banks."""

    seat: int
    player: str
    wager: Amount
    hands: int


class DealerShown(TypedDict):
    """Who deals, and at which pace."""

    automatic: bool
    pace: PaceShown


class PaceShown(TypedDict):
    """Windows that patrons act in, and pauses, in milliseconds."""

    betting: int
    insurance: int
    options: int
    squeeze: int
    player_dealer: int
    card: int
    settle: int
    between: int
    shoe: int


_Deadline = TypedDict("_Deadline", {"for": Purpose, "seconds": int})


class DeadlineShown(_Deadline, total=False):
    """What patrons have time for, and how long they were told they have."""

    at: str | None
    """When it was set: a server says so."""


class _NextStep(TypedDict):
    do: str
    """The name of a command."""
    role: Role
    """The lowest role that may give it."""
    why: str
    rule: Rule | None


class NextStep(_NextStep, total=False):
    """What may be done next; what is due comes first."""

    said: Annotated[Mapping[str, Any], SAID]


class Hands(TypedDict):
    """The cards of the hands; null for one that lies face down."""

    player: list[CardText | None]
    banker: list[CardText | None]


class NotOpen(TypedDict):
    """The state of a table that was never opened."""

    phase: Phase
    open: bool
    round: int
    """The number of the round, from 1; 0 before the first."""
    bets: list[PlacedBet]
    balances: Mapping[str, Amount]
    """Free chips of each patron."""
    house: Signed
    """What the house has won on bets since the table opened."""
    fees: Amount
    """What it has taken in fees."""
    owed: Mapping[str, Amount]
    """What patrons owe after a round was undone."""


class State(NotOpen):
    """The state of a table, with everything that may be known of it."""

    game: str
    float: Signed
    """What the tray should hold."""
    drop: Amount
    seats: Mapping[str, str]
    """Who sits at which box."""
    cards: Hands
    shoe: ShoeShown | None
    ready: list[CardText]
    """Cards that left the shoe and come by the next deals."""
    insurance: Mapping[str, Annotated[str, ODDS]]
    """The insurance bets on offer, with their odds."""
    walked_away: list[str]
    """Who left a seat after betting in this round: they insure nothing in it any more."""
    options: Mapping[str, Option | None]
    """What patrons have chosen; null for who has not."""
    report: str | None
    """The kind of the report that waits for a decision."""
    player_dealer: PositionShown | None
    offered: int | None
    """The seat that is offered the right to bank."""
    dealer: DealerShown
    deadline: DeadlineShown | None
    limits: Sign
    next: list[NextStep]


def write_state(table: Table, *, said: bool = False) -> dict[str, Any]:
    """Return the state as an object, with everything that may be known of the table.

    With `said`, each step has its reason as a message for any language too; scripts read English.
    """
    return cast("dict[str, Any]", _state(table, said=said))


def _state(table: Table, *, said: bool) -> NotOpen | State:
    if table.setup is None:
        return NotOpen(
            {
                "phase": table.phase,
                "open": False,
                "round": 0,
                "bets": [],
                "balances": {},
                "house": "0.00",
                "fees": "0.00",
                "owed": {},
            }
        )
    setup, book = table.setup, table.book
    write = setup.unit.write
    shoe, position, deadline = table.shoe, table.position, table.deadline
    state: State = {
        "phase": table.phase,
        "open": table.open,
        "round": table.round,
        "game": setup.game.key,
        "bets": write_bets(table),
        "balances": {name: write(table.free(name)) for name in table.patrons},
        "house": write(book.balance(HOUSE)),
        "fees": write(book.balance(FEES)),
        "float": write(sum(book.balance(account) for account in (FLOAT, HOUSE, FEES))),
        "drop": write(book.balance(DROP)),
        "seats": {str(box): name for box, name in sorted(table.seats.items())},
        "cards": {"player": _hand(table, Side.PLAYER), "banker": _hand(table, Side.BANKER)},
        "shoe": None
        if shoe is None
        else {
            "number": shoe.number,
            "left": shoe.left,
            "commitment": shoe.commitment,
            "fault": shoe.fault,
        },
        "ready": [card.text for card in table.ready],
        "insurance": {key: str(offer.odds) for key, offer in offers(table).items()},
        "walked_away": sorted(table.forgone),
        "options": dict(table.choices),
        "report": None if table.case is None else table.case.kind,
        "owed": {name: write(amount) for name, amount in table.owed.items()},
        "player_dealer": None
        if position is None
        else {
            "seat": position.seat,
            "player": position.patron,
            "wager": write(position.wager),
            "hands": position.hands,
        },
        "offered": table.offered,
        "dealer": {"automatic": table.automatic, "pace": _pace(table.pace)},
        "deadline": None
        if deadline is None
        else {"for": deadline.place.purpose, "seconds": deadline.seconds},
        "limits": setup.sign,
        "next": [_step(step, said=said) for step in what_next(table)],
    }
    return state


def _step(step: Step, *, said: bool) -> NextStep:
    if step.said.params:
        return _write_step(step, said)
    # Most reasons take nothing: each of those steps is written once, for every table.
    return _plain_step(step.do, step.role, step.said.key, step.rule, said)


@lru_cache(maxsize=4096)
def _plain_step(do: str, role: Role, key: str, rule: str | None, said: bool) -> NextStep:
    return _write_step(Step(do, role, say(key), rule), said)


def _write_step(step: Step, said: bool) -> NextStep:
    written: NextStep = {"do": step.do, "role": step.role, "why": step.why, "rule": step.rule}
    if said:
        written["said"] = as_json(step.said)
    return written


@lru_cache(maxsize=256)
def _pace(pace: Pace) -> PaceShown:
    return cast(PaceShown, asdict(pace))


def write_bets(table: Table) -> list[PlacedBet]:
    """Return the bets that lie on the layout."""
    return [_bet(table, bet) for bet in table.bets if bet.id not in table.returned]


def _bet(table: Table, bet: Bet) -> PlacedBet:
    written: PlacedBet = {
        "id": bet.id,
        "player": bet.patron,
        "box": bet.box,
        "bet": bet.kind,
        "amount": table.rules.unit.write(bet.amount),
        "standing": bet.standing,
    }
    if bet.stage is not None:
        written["stage"] = bet.stage
    return written


def _hand(table: Table, side: Side) -> list[str | None]:
    """Return the cards of a hand as texts; None for one that lies face down."""
    return [
        None if dealt.card is None else dealt.card.text
        for dealt in table.cards
        if dealt.hand is side
    ]
