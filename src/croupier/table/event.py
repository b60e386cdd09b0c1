"""What has happened at a table: facts, never refused, in the order they came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Game, Stage
from croupier.money import Unit
from croupier.table.words import (
    Adjustment,
    Enforcement,
    Json,
    Option,
    Phase,
    ShoeKind,
    Signed,
    Units,
    snake,
)


class Event:
    """Anything that has happened at a table."""

    __slots__ = ()


E = TypeVar("E", bound=Event)

EVENTS: dict[str, type[Event]] = {}
"""Every event by its name in the log: `bet_placed`."""


@dataclass_transform(frozen_default=True)
def _event(cls: type[E]) -> type[E]:
    made = dataclass(frozen=True, slots=True)(cls)
    EVENTS[snake(cls.__name__)] = made
    return made


# The table


@_event
class TableOpened(Event):
    """The table is open; this pins the game file that it is played by."""

    game: Game
    digest: str
    decks: int
    layout: str
    unit: Unit
    limits: Json
    enforcement: Enforcement
    shoe: ShoeKind
    face_down: bool
    insurance: bool
    cut: int
    burn: int
    fees: Json
    float: str
    notices: tuple[str, ...]


@_event
class TableClosed(Event):
    """The table is closed, with this much in its tray and won since it opened."""

    float: Signed
    house: Signed
    fees: Signed


@_event
class FloatFilled(Event):
    """Chips came from the cage."""

    amount: Units


@_event
class FloatCredited(Event):
    """Chips went to the cage."""

    amount: Units


@_event
class TableChanged(Event):
    """The sign says something else from the next round on."""

    limits: Json
    insurance: bool
    enforcement: Enforcement
    fees: Json
    was: Json
    notices: tuple[str, ...]
    rule: str | None = None


# People


@_event
class ChipsBought(Event):
    """A patron has more chips."""

    player: str
    amount: Units


@_event
class ChipsCashed(Event):
    """A patron has handed chips in."""

    player: str
    amount: Units


@_event
class SeatTaken(Event):
    """A patron sits at a box."""

    player: str
    box: int


@_event
class SeatLeft(Event):
    """A patron has left a box; bets that lie there stay."""

    player: str
    box: int
    rule: str | None = None


# The shoe


@_event
class ShoeStarted(Event):
    """A shoe is ready; a shuffled one is committed to before the first bet."""

    shoe: int
    cards: int
    burned: int
    fixed: bool
    commitment: str | None = None


@_event
class EntropyAdded(Event):
    """A patron had a say in the shuffle."""

    player: str
    text: str


@_event
class ShoeEnded(Event):
    """A shoe is over; the seed of its shuffle is no secret any more."""

    shoe: int
    dealt: int
    reason: str
    seed: str | None = None
    rule: str | None = None


# The player-dealer


@_event
class PlayerDealerOffered(Event):
    """A seat is asked whether it banks."""

    seat: int
    player: str
    rule: str | None = None


@_event
class PlayerDealerDeclined(Event):
    """A seat has passed."""

    seat: int
    player: str


@_event
class PlayerDealerMissing(Event):
    """Every seat was asked and nobody banks."""

    rule: str | None = None


@_event
class PlayerDealerAccepted(Event):
    """A seat banks and has put up its wager."""

    seat: int
    player: str
    wager: Units


@_event
class WagerChanged(Event):
    """The player-dealer has put up another wager."""

    seat: int
    player: str
    wager: Units


@_event
class WagerPosted(Event):
    """The wager is up again for the next hand."""

    seat: int
    player: str
    wager: Units


@_event
class PlayerDealerVacated(Event):
    """The position is free."""

    seat: int
    player: str
    reason: str
    rule: str | None = None


# Bets


@dataclass(frozen=True, slots=True)
class Warning:
    """What the dealer is warned of: a limit that a bet does not keep."""

    code: str
    message: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """How much of a bet is in action by the maximum differential."""

    bet: str
    in_action: Units


@_event
class BetsOpened(Event):
    """The round has begun: bets may be placed."""

    round: int
    call: str
    rule: str | None = None


@_event
class BetPlaced(Event):
    """Chips lie on a box."""

    id: str
    player: str
    box: int
    bet: str
    amount: Units
    standing: bool
    warnings: tuple[Warning, ...] = ()
    rule: str | None = None


@_event
class BetIncreased(Event):
    """More chips lie on a bet."""

    bet: str
    player: str
    amount: Units
    total: Units
    warnings: tuple[Warning, ...] = ()


@_event
class BetWithdrawn(Event):
    """Chips were taken back by their owner."""

    bet: str
    player: str
    amount: Units
    total: Units
    warnings: tuple[Warning, ...] = ()


@_event
class BetReturned(Event):
    """Chips were handed back: pushed back for a seated patron, rejected, or without a ground."""

    bet: str
    player: str
    amount: Units
    total: Units
    reason: str
    rule: str | None = None


@_event
class BetsClosed(Event):
    """No more bets; fees are taken."""

    round: int
    call: str
    fees: Mapping[str, Units]
    pro_rata: tuple[Cut, ...]
    rule: str | None = None


# Cards


@_event
class CardDealt(Event):
    """A card went to a hand; one that lies face down is in here by its seal only."""

    hand: Side
    number: int
    ready: bool
    """Whether it had left the shoe before: a card reported or carried over."""
    card: Card | None = None
    seal: str | None = None


@_event
class CardTurned(Event):
    """A card that lay face down is seen."""

    hand: Side
    number: int
    card: Card
    salt: str | None = None


@_event
class CardCorrected(Event):
    """A slip of the keyboard was put right."""

    hand: Side
    number: int
    was: Card
    card: Card


@_event
class SqueezeRequested(Event):
    """A patron asks to turn the cards of a hand."""

    player: str
    hand: Side
    rule: str | None = None


@_event
class SqueezeGranted(Event):
    """A patron may turn the cards of a hand."""

    player: str
    hand: Side
    rule: str | None = None


# Insurance


@dataclass(frozen=True, slots=True)
class Lammer:
    """What is on offer for a hand."""

    bet: str
    hand: Side
    odds: str


@_event
class InsuranceOffered(Event):
    """Insurance can be taken until the next card."""

    stage: Stage
    offers: tuple[Lammer, ...]
    rule: str | None = None


@_event
class InsuranceClosed(Event):
    """The next card is drawn: who has not insured has forgone it."""

    stage: Stage
    rule: str | None = None


@_event
class InsuranceWaived(Event):
    """Nobody may insure after Player's third card in this round."""

    player: str
    rule: str | None = None


@_event
class InsurancePlaced(Event):
    """An original bet is insured."""

    id: str
    player: str
    box: int
    bet: str
    stage: Stage
    amount: Units
    odds: str
    standing: bool
    rule: str | None = None


@_event
class OriginalReturned(Event):
    """A bet was given back, for insurance that the dealer neglected would have won."""

    round: int
    bet: str
    player: str
    amount: Units
    rule: str | None = None


# Mishaps


@_event
class IrregularityReported(Event):
    """Something went wrong, and what the rules do about it."""

    kind: str
    round: int
    does: str
    cards: tuple[Card, ...] = ()
    ready: tuple[Card, ...] = ()
    """Of the cards, those that left the shoe and come by the next deals."""
    behind: int = 0
    """How many cards that were dealt already are among them."""
    text: str | None = None
    rule: str | None = None


@_event
class CardsReconstructed(Event):
    """The cards of the round are in their proper order, as dealt if none are named."""

    ready: tuple[Card, ...]
    cards: tuple[Card, ...] | None = None
    rule: str | None = None


@_event
class ReconstructionRefused(Event):
    """The cards cannot be put right: they are played as they lie."""

    ready: tuple[Card, ...]
    cards: tuple[Card, ...] | None = None
    rule: str | None = None


@_event
class OrderDecided(Event):
    """It is decided which of the cards drawn together came first."""

    ready: tuple[Card, ...]
    cards: tuple[Card, ...] | None = None
    rule: str | None = None


@_event
class OptionsOffered(Event):
    """Every patron with a bet may continue or have it returned."""

    players: tuple[str, ...]
    reconstructed: bool
    kind: str
    rules: tuple[str, ...]


@_event
class OptionChosen(Event):
    """A patron has chosen."""

    player: str
    option: Option
    rule: str | None = None


@_event
class OptionsClosed(Event):
    """The choice is over; the bets of those who took the refund are returned."""

    continued: tuple[str, ...]
    refunded: tuple[str, ...]
    rule: str | None = None


@_event
class RoundInterrupted(Event):
    """Play has stopped."""

    phase: Phase
    rule: str | None = None


@_event
class RoundResumed(Event):
    """Play goes on: an outcome was established."""

    phase: Phase
    rule: str | None = None


@_event
class RulingMade(Event):
    """The shift manager has decided."""

    text: str
    adjustments: tuple[Adjustment, ...]
    rule: str | None = None


# How a round ends


@_event
class RoundVoided(Event):
    """The round has no result: every bet and every fee of it is returned."""

    round: int
    reason: str
    returned: Mapping[str, Units]
    rule: str | None = None


@_event
class RoundSettled(Event):
    """The round is paid: what `croupier settle` prints for it."""

    settlement: Json


@_event
class RoundCorrected(Event):
    """A settled round was found wrong before the next began: what changes for each patron."""

    round: int
    reason: str
    changes: Mapping[str, Signed]
    settlement: Json | None = None
    rule: str | None = None
