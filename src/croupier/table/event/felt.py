"""Bets, cards and insurance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Stage
from croupier.table.event.base import Event, event
from croupier.table.vocabulary import Units


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


@event
class BetsOpened(Event):
    """The round has begun: bets may be placed."""

    round: int
    call: str
    rule: str | None = None


@event
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


@event
class BetIncreased(Event):
    """More chips lie on a bet."""

    bet: str
    player: str
    amount: Units
    total: Units
    warnings: tuple[Warning, ...] = ()


@event
class BetWithdrawn(Event):
    """Chips were taken back by their owner."""

    bet: str
    player: str
    amount: Units
    total: Units
    warnings: tuple[Warning, ...] = ()


@event
class BetReturned(Event):
    """Chips were handed back: pushed back for a seated patron, rejected, or without a ground."""

    bet: str
    player: str
    amount: Units
    total: Units
    reason: str
    rule: str | None = None


@event
class BetsClosed(Event):
    """No more bets; fees are taken."""

    round: int
    call: str
    fees: Mapping[str, Units]
    pro_rata: tuple[Cut, ...]
    rule: str | None = None
    squeezes: tuple[Side, ...] | None = None
    """Hands whose squeeze was granted already and is not lost to whoever has bet more since."""


@event
class CardDealt(Event):
    """A card went to a hand; one that lies face down is in here by its seal only."""

    hand: Side
    number: int
    ready: bool
    """Whether it had left the shoe before: a card reported or carried over."""
    card: Card | None = None
    seal: str | None = None
    rule: str | None = None


@event
class CardTurned(Event):
    """A card that lay face down is seen."""

    hand: Side
    number: int
    card: Card
    salt: str | None = None


@event
class CardCorrected(Event):
    """A slip of the keyboard was put right."""

    hand: Side
    number: int
    was: Card
    card: Card


@event
class SqueezeRequested(Event):
    """A patron asks to turn the cards of a hand."""

    player: str
    hand: Side
    rule: str | None = None


@event
class SqueezeGranted(Event):
    """A patron may turn the cards of a hand."""

    player: str
    hand: Side
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Lammer:
    """What is on offer for a hand."""

    bet: str
    hand: Side
    odds: str


@event
class InsuranceOffered(Event):
    """Insurance can be taken until the next card."""

    stage: Stage
    offers: tuple[Lammer, ...]
    rule: str | None = None


@event
class InsuranceClosed(Event):
    """The next card is drawn, or known before: who has not insured has forgone it."""

    stage: Stage
    rule: str | None = None


@event
class InsuranceWaived(Event):
    """Nobody may insure after Player's third card in this round."""

    player: str
    rule: str | None = None


@event
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


@event
class OriginalReturned(Event):
    """A bet was given back, for insurance that the dealer neglected would have won."""

    round: int
    bet: str
    player: str
    amount: Units
    rule: str | None = None
