"""What has happened at a table, and what follows from it for the table, its money and its words."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from croupier.game.model import Game
from croupier.ledger import Transfer
from croupier.money import Unit
from croupier.table.events.base import (
    EVENTS,
    Audience,
    Event,
    Impossible,
    Write,
)
from croupier.table.events.betting import (
    BetIncreased,
    BetPlaced,
    BetReturned,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Cut,
    Warning,
)
from croupier.table.events.cards_and_shoes import (
    CardCorrected,
    CardDealt,
    CardTurned,
    EntropyAdded,
    ShoeEnded,
    ShoeStarted,
    SqueezeGranted,
    SqueezeRequested,
)
from croupier.table.events.insurance import (
    InsuranceClosed,
    InsuranceOffered,
    InsurancePlaced,
    InsuranceWaived,
    Lammer,
    OriginalReturned,
)
from croupier.table.events.irregularities import (
    CardsReconstructed,
    IrregularityReported,
    OptionChosen,
    OptionsClosed,
    OptionsOffered,
    OrderDecided,
    ReconstructionRefused,
    ReportDismissed,
)
from croupier.table.events.opening import (
    DeadlineSet,
    DealerAssigned,
    FloatCredited,
    FloatFilled,
    TableChanged,
    TableClosed,
    TableOpened,
    place_of,
)
from croupier.table.events.player_dealer import (
    PlayerDealerAccepted,
    PlayerDealerDeclined,
    PlayerDealerMissing,
    PlayerDealerOffered,
    PlayerDealerRestored,
    PlayerDealerVacated,
    WagerChanged,
    WagerPosted,
)
from croupier.table.events.round_endings import (
    RoundCorrected,
    RoundInterrupted,
    RoundResumed,
    RoundSettled,
    RoundVoided,
    RulingMade,
)
from croupier.table.events.seats_and_chips import (
    ChipsBought,
    ChipsCashed,
    SeatLeft,
    SeatTaken,
)
from croupier.table.state import Table
from croupier.table.vocabulary import Phase
from croupier.words import ENGLISH, Message

__all__ = [
    "EVENTS",
    "Audience",
    "BetIncreased",
    "BetPlaced",
    "BetReturned",
    "BetWithdrawn",
    "BetsClosed",
    "BetsOpened",
    "CardCorrected",
    "CardDealt",
    "CardTurned",
    "CardsReconstructed",
    "Change",
    "ChipsBought",
    "ChipsCashed",
    "Cut",
    "DeadlineSet",
    "DealerAssigned",
    "EntropyAdded",
    "Event",
    "FloatCredited",
    "FloatFilled",
    "Impossible",
    "InsuranceClosed",
    "InsuranceOffered",
    "InsurancePlaced",
    "InsuranceWaived",
    "IrregularityReported",
    "Lammer",
    "OptionChosen",
    "OptionsClosed",
    "OptionsOffered",
    "OrderDecided",
    "OriginalReturned",
    "PlayerDealerAccepted",
    "PlayerDealerDeclined",
    "PlayerDealerMissing",
    "PlayerDealerOffered",
    "PlayerDealerRestored",
    "PlayerDealerVacated",
    "ReconstructionRefused",
    "ReportDismissed",
    "RoundCorrected",
    "RoundInterrupted",
    "RoundResumed",
    "RoundSettled",
    "RoundVoided",
    "RulingMade",
    "SeatLeft",
    "SeatTaken",
    "ShoeEnded",
    "ShoeStarted",
    "SqueezeGranted",
    "SqueezeRequested",
    "TableChanged",
    "TableClosed",
    "TableOpened",
    "WagerChanged",
    "WagerPosted",
    "Warning",
    "Write",
    "change",
    "check_event",
    "evolve",
    "said",
    "tell",
]


def check_event(table: Table, event: Event) -> None:
    """Raise `Impossible` for an event that does not fit the table it is to happen at.

    `decide` checks every event before it happens and `verify` checks every event of a log, so
    that nothing is accepted which `verify` refuses afterwards.
    """
    if not (table.open or event.at_closed_table):
        raise Impossible("the table was closed")
    if table.phase not in event.phases:
        wanted = " or ".join(phase for phase in Phase if phase in event.phases)
        raise Impossible(f"it belongs to phase {wanted}, and the table was {table.phase}")
    event.check(table)


class Change(NamedTuple):
    """An event, the money that it moves, and the table after it."""

    event: Event
    transfers: tuple[Transfer, ...]
    table: Table


def change(table: Table, event: Event) -> Change:
    """Return an event with the money that it moves and the table after it; nothing is refused."""
    moved = tuple(event.transfers(table))
    after = event.change(table)
    if after.deadline is not None and after.deadline.place != place_of(after):
        after = replace(after, deadline=None)
    if moved:
        after = replace(after, book=table.book.book(*moved))
    return Change(event, moved, after)


def evolve(table: Table, event: Event) -> Table:
    """Return the table after one event, with the money that it moves booked."""
    return change(table, event).table


def said(event: Event, unit: Unit, game: Game | None = None) -> Message:
    """Return an event as a message; amounts are in the table's unit, bets called as in its game."""
    return event.said(Write(unit, game))


def tell(event: Event, unit: Unit, game: Game | None = None, language: str = ENGLISH) -> str:
    """Return an event as a sentence in a language."""
    return event.tell(Write(unit, game), language)
