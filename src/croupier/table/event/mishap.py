"""What goes wrong, what is decided about it, and how a round ends."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Role
from croupier.table.event.base import Event, event
from croupier.table.vocabulary import Adjustment, Json, Option, Phase, Signed, Units


@event
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
    waits_for: Role | None = None
    """Who has to confirm or dismiss it before anything goes on."""
    shoe_out: bool | None = None
    """Whether it takes the shoe out of play: no round before a new one."""
    next_known: bool | None = None
    """Whether the next card is known to those present, though the report names none."""


@event
class ReportDismissed(Event):
    """A report turned out to be none: play goes on where it stopped."""

    kind: str
    round: int
    reason: str | None = None
    rule: str | None = None


@event
class CardsReconstructed(Event):
    """The cards of the round are in their proper order, as dealt if none are named."""

    ready: tuple[Card, ...]
    cards: tuple[Card, ...] | None = None
    rule: str | None = None
    reason: str | None = None
    next_known: bool | None = None
    """Whether the next card is known to those present, though the report named none."""


@event
class ReconstructionRefused(Event):
    """The cards cannot be put right: they are played as they lie, as dealt if not told."""

    player: tuple[Card, ...] | None = None
    banker: tuple[Card, ...] | None = None
    rule: str | None = None
    reason: str | None = None


@event
class OrderDecided(Event):
    """It is decided which of the cards drawn together came first."""

    ready: tuple[Card, ...]
    cards: tuple[Card, ...] | None = None
    rule: str | None = None
    reason: str | None = None


@event
class OptionsOffered(Event):
    """Every patron with a bet may continue or have it returned."""

    players: tuple[str, ...]
    reconstructed: bool
    kind: str
    rules: tuple[str, ...]


@event
class OptionChosen(Event):
    """A patron has chosen."""

    player: str
    option: Option
    rule: str | None = None


@event
class OptionsClosed(Event):
    """The choice is over; the bets of those who took the refund are returned."""

    continued: tuple[str, ...]
    refunded: tuple[str, ...]
    rule: str | None = None
    returned: tuple[str, ...] | None = None
    """The bets taken back after closing: they stay in the round as returned, and change nobody's
    share. None before bets are closed, and in logs older than this field."""
    squeezes: tuple[Side, ...] | None = None
    """Hands whose squeeze was theirs who took the refund, and is lost: who has no bet squeezes no
    card."""


@event
class RoundInterrupted(Event):
    """Play has stopped."""

    phase: Phase
    rule: str | None = None


@event
class RoundResumed(Event):
    """Play goes on: an outcome was established."""

    phase: Phase
    rule: str | None = None


@event
class RulingMade(Event):
    """The shift manager has decided."""

    text: str
    adjustments: tuple[Adjustment, ...]
    rule: str | None = None


@event
class RoundVoided(Event):
    """The round has no result: every bet and every fee of it is returned."""

    round: int
    reason: str
    returned: Mapping[str, Units]
    rule: str | None = None
    kind: str | None = None
    """What was reported, where a report was the reason."""
    shoe_out: bool | None = None
    """Whether the shoe is out of play: no round before a new one."""


@event
class RoundSettled(Event):
    """The round is paid: what `croupier settle` prints for it."""

    settlement: Json


@event
class RoundCorrected(Event):
    """A settled round was found wrong before the next began: what changes for each patron."""

    round: int
    reason: str
    changes: Mapping[str, Signed]
    settlement: Json | None = None
    rule: str | None = None
    owed: Mapping[str, Units] | None = None
    """What could not be taken back, because its owner has cashed out."""
    text: str | None = None
    """What the House gave as its reason."""
    handed_back: tuple[str, ...] | None = None
    """Insurance that was taken on cards which were not those of the round after all."""
