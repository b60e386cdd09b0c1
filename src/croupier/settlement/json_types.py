"""What a round and its settlement are as JSON: keys that are read and written, their schemas.

`settle_json` takes its keys from here and writes these types; the schemas are made from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from croupier.coup import Winner
from croupier.errors import Code
from croupier.game.model import Stage
from croupier.json_schema import Schema, Schemas, Shape, document
from croupier.settlement.limits import Scope
from croupier.settlement.round import Outcome

AMOUNT = Shape(
    "Amount",
    {
        "description": "An amount of money as a decimal text, a multiple of the unit.",
        "type": "string",
        "pattern": r"^[0-9]+(\.[0-9]+)?$",
        "maxLength": 40,
        "examples": ["47.50"],
    },
)
STAKE = Shape(
    "Stake",
    {
        "description": "An amount above zero as a decimal text, a multiple of the unit.",
        "type": "string",
        "pattern": r"^(0*[1-9][0-9]*(\.[0-9]+)?|0+\.0*[1-9][0-9]*)$",
        "maxLength": 40,
        "examples": ["100"],
    },
)
SIGNED = Shape(
    "SignedAmount",
    {
        "description": "An amount of money that may be lost or owed: then it begins with a minus.",
        "type": "string",
        "pattern": r"^-?[0-9]+(\.[0-9]+)?$",
        "maxLength": 41,
        "examples": ["-40.00"],
    },
)
ODDS = Shape(
    "Odds",
    {
        "description": "Odds, profit to stake; a part that is lost has a minus.",
        "type": "string",
        "pattern": "^-?[0-9]+:[1-9][0-9]*$",
        "examples": ["19:20"],
    },
)
RATIO = Shape(
    "Ratio",
    {
        "description": "An exact ratio in lowest terms; a whole number has no second part.",
        "type": "string",
        "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$",
        "examples": ["1/2000"],
    },
)
CARD = Shape(
    "Card",
    {
        "description": "A card as it is written: rank and suit.",
        "type": "string",
        "pattern": "^[A2-9TJQK][cdhs]$",
        "examples": ["9s", "Td"],
    },
)
CARD_READ = Shape(
    "Card",
    {
        "description": "A card: rank and suit, in either case; ten is T or 10.",
        "type": "string",
        "pattern": "^(10|[2-9AaTtJjQqKk])[CcDdHhSs]$",
        "examples": ["9s", "10h"],
    },
)
RULE = Shape(
    "Rule",
    {
        "description": "A paragraph of the game's own document, or of one that is named before.",
        "type": "string",
        "examples": ["4.1.1", "tiger 5.12.3"],
    },
)
FEES = Shape(
    "FeeSchedule",
    {
        "description": "Flat fees by their names, in games that patrons bank; null is none.",
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                {"type": "string", "pattern": AMOUNT.schema["pattern"], "maxLength": 40},
                {"type": "null"},
            ]
        },
    },
)
_NAME = Shape(None, {"type": "string", "minLength": 1})

Amount = Annotated[str, AMOUNT]
Signed = Annotated[str, SIGNED]
Rule = Annotated[str, RULE]
CardText = Annotated[str, CARD]
Name = Annotated[str, _NAME]


class Bounds(TypedDict, total=False):
    """A minimum and a maximum; null is the same as left out."""

    min: Amount | None
    max: Amount | None


class BoxLimits(Bounds, total=False):
    """Limits of a box; what is left out is as for the table."""

    side_min: Amount | None
    """The minimum of every bet that is neither on a hand nor insurance."""
    side_max: Amount | None
    """Their maximum; where it is absent, `max` holds for them too."""
    max_differential: Amount | None
    """How far the bets on both hands may lie apart, in games that limit that."""


class TableLimits(BoxLimits, total=False):
    """The limits on a table's sign; a missing minimum is 0, a missing maximum is none."""

    scope: Scope | None
    """Over what the differential is assessed: each box unless given."""
    by_bet: Mapping[str, Bounds] | None
    """Limits of single bets, by their keys."""
    by_box: Mapping[str, BoxLimits] | None
    """Limits of single boxes, by their numbers."""


class PlainBet(TypedDict):
    """What every bet has."""

    id: Name
    """Unique within the round."""
    player: Name
    """The patron whose chips they are."""
    box: int
    """The betting box, from 1; with a player-dealer the number of the seat."""
    bet: str
    """The key of a bet of the game."""
    amount: Annotated[str, STAKE]


class RoundBet(PlainBet, total=False):
    """A bet as it lay when bets were closed."""

    standing: bool | None
    """Whether its player stands behind a seated one; false unless given."""
    stage: Stage | None
    """When insurance was taken: insurance has it, and no other bet."""
    returned: bool | None
    """Whether it was taken back after bets were closed; false unless given."""


class PlayerDealer(TypedDict):
    """The patron who banks the round."""

    seat: int
    player: Name
    wager: Annotated[str, STAKE]


class _NeededOfRound(TypedDict):
    game: str
    """The key of a game."""
    cards: list[Annotated[str, CARD_READ]]
    """The cards in the order in which they left the shoe: four to six."""
    bets: list[RoundBet]


class RoundLine(_NeededOfRound, total=False):
    """A round as it stood when bets were closed, and its cards: a line for `croupier settle`."""

    id: str | int | None
    """Repeated in the answer."""
    decks: int | None
    """8 unless given."""
    unit: Annotated[str, STAKE] | None
    """The smallest amount of money; 0.01 unless given."""
    limits: TableLimits | None
    player_dealer: PlayerDealer | None
    """Only in games that patrons bank."""
    seats: int | None
    """Seats of the table, where patrons bank."""
    fees: Annotated[Mapping[str, str | None], FEES] | None


class SettledHand(TypedDict):
    """A hand with its point total."""

    cards: list[CardText]
    total: Annotated[int, Shape(None, {"type": "integer", "minimum": 0, "maximum": 9})]
    natural: bool


class _SettledBet(TypedDict):
    id: str
    outcome: Outcome
    in_action: Amount
    """How much of the stake was in action."""
    odds: Annotated[str, ODDS] | None
    profit: Signed
    """What the bet won, or lost."""
    back: Amount
    """What is handed back to the player, stake included."""
    rules: tuple[Rule, ...]
    """The paragraphs that decided it."""


class SettledBet(_SettledBet, total=False):
    """What became of a bet."""

    rounding: Annotated[str, RATIO]
    """What rounding took from the profit; below zero, what it gave."""
    capped: Amount
    """What a cap took from the profit."""


class Settled(TypedDict):
    """A settled round: the sum of `net`, `house` and `fees` is zero."""

    id: str | int | None
    game: str
    result: Winner
    player: SettledHand
    banker: SettledHand
    bets: list[SettledBet]
    """In the order of the round's bets."""
    net: Mapping[str, Signed]
    """What the round brought each of its people, fees deducted."""
    house: Signed
    """What the house won or lost on bets."""
    fees: Amount
    """What the house took in fees."""


class _Refused(TypedDict):
    code: Code
    message: str
    """A sentence for a person, in English."""
    rule: Rule | None
    """The paragraph that forbids it, if one does."""


class RoundRefused(_Refused, total=False):
    """Why a round was not settled."""

    line: int
    """The line of the file; `croupier settle` adds it."""


class RefusedRound(TypedDict):
    """A round that cannot be settled: nothing of it is."""

    id: str | int | None
    error: RoundRefused


def rounds() -> Schema:
    """Return the JSON Schema of a line that `croupier settle` reads."""
    made = Schemas({}, reads=True)
    return document("Round", "", made.record(RoundLine, title="Round"), made.defs)


def answers() -> Schema:
    """Return the JSON Schema of a line that `croupier settle` prints."""
    made = Schemas({})
    either = {"oneOf": [made.of(Settled), made.of(RefusedRound)]}
    about = "A line that `croupier settle` prints: the round settled, or why it cannot be."
    return document("Answer", about, either, made.defs)
