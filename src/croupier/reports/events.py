"""What the reports make of each type of event, and how they read stored events.

Every event has a line in `USES`; a test fails for a new event until it has one. The other modules
of this room ask here which events concern them, and never name an event by its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import JSON, ColumnElement, Connection, Text, and_, cast, func, select

from croupier.game.model import Game
from croupier.money import CENT, Unit
from croupier.reports.figures import Figure
from croupier.store import schema as s
from croupier.store import snapshots
from croupier.store.hash_chain import table_genesis
from croupier.store.queries import Reader
from croupier.store.replay import Games, LoadedTable, TableLoader
from croupier.store.rows import LogEnd
from croupier.store.vault import Vault
from croupier.table import EVENTS, Context, Event, Table, read_event
from croupier.table import events as e

Data = Mapping[str, Any]
"""An event as it is stored."""

FindGame = Callable[[str], Game]
"""Returns a game by the digest of its file."""


class Section(StrEnum):
    """A list in the details of a round."""

    CHOICES = "choices"
    INSURANCE = "insurance"
    IRREGULARITIES = "irregularities"
    RULINGS = "rulings"


@dataclass(frozen=True, slots=True)
class Use:
    """Where one type of event shows in the reports."""

    figures: tuple[Figure, ...] = ()
    """The sums of money that it moves."""
    notable: str | None = None
    """Its kind in the list of notable events; None if it is not listed."""
    section: Section | None = None
    """The list in the details of a round that it stands in."""
    bet_step: str | None = None
    """What it does to a bet, in the words of the bet's history."""
    of_shoe: bool = False
    """Whether it is part of the proof of a shoe."""


_IRREGULARITY = Use(notable="irregularity", section=Section.IRREGULARITIES)
_INTERRUPTION = Use(notable="interruption", section=Section.IRREGULARITIES)
_INSURANCE = Use(section=Section.INSURANCE)
_WAGER = Use((Figure.WAGERS,))
_OF_SHOE = Use(of_shoe=True)
_NOT_USED = Use()

USES: dict[type[Event], Use] = {
    # The table and its tray
    e.TableOpened: Use(
        (Figure.FLOAT_OPENED, Figure.HOUSE_CARRIED, Figure.FEES_CARRIED, Figure.DROP_CARRIED),
        notable="opening",
    ),
    e.TableClosed: Use(notable="closing"),
    e.TableChanged: Use(notable="limits"),
    e.FloatFilled: Use((Figure.FILLS,), notable="fill"),
    e.FloatCredited: Use((Figure.CREDITS,), notable="credit"),
    e.DealerAssigned: _NOT_USED,
    e.DeadlineSet: _NOT_USED,
    # Patrons
    e.ChipsBought: Use((Figure.BUY_INS, Figure.CASH_BUY_INS, Figure.DROPPED, Figure.CHIPS_BROUGHT)),
    e.ChipsCashed: Use((Figure.CASH_OUTS, Figure.CHIPS_TAKEN)),
    e.SeatTaken: _NOT_USED,
    e.SeatLeft: _NOT_USED,
    # The shoe
    e.ShoeStarted: _OF_SHOE,
    e.EntropyAdded: _OF_SHOE,
    e.ShoeEnded: _OF_SHOE,
    # The player-dealer
    e.PlayerDealerOffered: _NOT_USED,
    e.PlayerDealerDeclined: _NOT_USED,
    e.PlayerDealerMissing: _NOT_USED,
    e.PlayerDealerAccepted: _WAGER,
    e.PlayerDealerRestored: _WAGER,
    e.PlayerDealerVacated: _WAGER,
    e.WagerChanged: _WAGER,
    e.WagerPosted: _WAGER,
    # Bets
    e.BetsOpened: _NOT_USED,
    e.BetPlaced: Use((Figure.PLACED,), bet_step="placed"),
    e.BetIncreased: Use((Figure.PLACED,), bet_step="increased"),
    e.BetWithdrawn: Use((Figure.WITHDRAWN,), bet_step="withdrawn"),
    e.BetReturned: Use((Figure.HANDED_BACK,), bet_step="returned"),
    e.BetsClosed: Use((Figure.FEES_TAKEN,)),
    # Cards
    e.CardDealt: _NOT_USED,
    e.CardTurned: _NOT_USED,
    e.CardCorrected: _IRREGULARITY,
    e.SqueezeRequested: _NOT_USED,
    e.SqueezeGranted: _NOT_USED,
    # Insurance
    e.InsuranceOffered: _INSURANCE,
    e.InsuranceClosed: _INSURANCE,
    e.InsuranceWaived: _INSURANCE,
    e.InsurancePlaced: Use((Figure.PLACED,), section=Section.INSURANCE, bet_step="placed"),
    e.OriginalReturned: Use(
        (Figure.UNINSURED, Figure.GIVEN_BACK),
        notable="uninsured",
        section=Section.IRREGULARITIES,
        bet_step="original returned",
    ),
    # Irregularities and decisions
    e.IrregularityReported: _IRREGULARITY,
    e.ReportDismissed: _IRREGULARITY,
    e.CardsReconstructed: _IRREGULARITY,
    e.ReconstructionRefused: _IRREGULARITY,
    e.OrderDecided: _IRREGULARITY,
    e.OptionsOffered: Use(section=Section.IRREGULARITIES),
    e.OptionChosen: Use(section=Section.CHOICES),
    e.OptionsClosed: Use(
        (Figure.REFUNDED, Figure.FEES_RETURNED), notable="irregularity", section=Section.CHOICES
    ),
    e.RoundInterrupted: _INTERRUPTION,
    e.RoundResumed: _INTERRUPTION,
    e.RulingMade: Use(
        (Figure.RULED_OUT, Figure.RULED_IN), notable="ruling", section=Section.RULINGS
    ),
    # How a round ends
    e.RoundSettled: Use(
        (
            Figure.COLLECTED,
            Figure.PAID,
            Figure.STAKES_BACK,
            Figure.DEALER_COLLECTED,
            Figure.DEALER_PAID,
            Figure.WAGERS,
        )
    ),
    e.RoundVoided: Use(
        (Figure.VOIDED, Figure.FEES_RETURNED), notable="void", section=Section.IRREGULARITIES
    ),
    e.RoundCorrected: Use(
        (Figure.CORRECTED_OUT, Figure.CORRECTED_IN, Figure.FEES_CORRECTED),
        notable="correction",
        section=Section.IRREGULARITIES,
    ),
}

NAMES = {kind: name for name, kind in EVENTS.items()}
"""The text that each type of event is stored under."""


def names_where(wanted: Callable[[Use], object]) -> tuple[str, ...]:
    """Return the names of the events whose use fulfils a condition."""
    return tuple(NAMES[kind] for kind, use in USES.items() if wanted(use))


def type_of(event: Data) -> type[Event]:
    """Return the type of a stored event."""
    return EVENTS[event["type"]]


def use_of(event: Data) -> Use:
    """Return what the reports make of a stored event."""
    return USES[type_of(event)]


class BetAmount(NamedTuple):
    """A bet with the amount on it."""

    id: str
    patron: str
    amount: int


def bet_after(event: Event) -> BetAmount | None:
    """Return the bet that an event places or resizes, with the amount on it afterwards."""
    match event:
        case e.BetPlaced() | e.InsurancePlaced():
            return BetAmount(event.id, event.player, event.amount)
        case e.BetIncreased() | e.BetWithdrawn() | e.BetReturned():
            return BetAmount(event.bet, event.player, event.total)
        case _:
            return None


def state_after(event: Event | None, round: int, state: str) -> str:
    """Return the state of a round after an event: settled, corrected, undone or void."""
    match event:
        case e.RoundSettled():
            return "settled"
        case e.RoundVoided():
            return "void"
        case e.RoundCorrected() if event.round == round:
            return "undone" if event.settlement is None else "corrected"
        case _:
            return state


class _Entry(msgspec.Struct, frozen=True):
    event: dict[str, Any]


_decode = msgspec.json.Decoder(_Entry).decode


def stored_event(entry: bytes) -> Data:
    """Return the event of a stored entry, as it is stored."""
    return _decode(entry).event


def typed_event(event: Data, unit: Unit = CENT, find: FindGame | None = None) -> Event:
    """Return a stored event as its class; amounts are in the table's unit.

    An opening of a table names its game by a digest, and needs `find`.
    """

    def find_game(_: str) -> Game:
        assert find is not None, "an opening is read by who knows the games"
        return find(str(event["digest"]))

    return read_event(event, Context(unit, find_game))


def type_column(connection: Connection) -> ColumnElement[str]:
    """Return the SQL expression for the name of an event, which stands inside its entry."""
    entry = s.events.c.entry
    if connection.dialect.name == "sqlite":
        return func.json_extract(cast(entry, Text), "$.event.type")
    written = cast(func.convert_from(entry, "UTF8"), JSON)
    return func.json_extract_path_text(written, "event", "type")


class VaultlessLoader(TableLoader):
    """Plays events again from the nearest snapshot, without reading the vault.

    Cards that lie face down stay unknown, so people without access to the vault may use it.
    """

    def __init__(self, reader: Reader) -> None:
        """Read events, snapshots and games through a reader."""
        super().__init__(reader, Games(reader.game))

    def _follow(self, table_id: str, vault: Vault, event: Event) -> None:
        """Leave the vault alone."""

    def _nearest(self, table_id: str, to: int | None) -> LoadedTable:
        shot, row = s.snapshots.c, s.events.c
        query = (
            select(shot.number, shot.state, shot.hash, row.hash, row.command)
            .join(s.events, and_(row.table_id == shot.table_id, row.number == shot.number))
            .where(shot.table_id == table_id, shot.format == snapshots.FORMAT)
            .order_by(shot.number.desc())
            .limit(3)
        )
        if to is not None:
            query = query.where(shot.number <= to)
        with self.reader.moment() as connection:
            rows = connection.execute(query).all()
        for number, state, stored_hash, head, command in rows:
            if snapshots.hash_of(state, head) != stored_hash:
                continue
            try:
                table = snapshots.read(state, self.games.find)
            except (LookupError, TypeError, ValueError, msgspec.MsgspecError):
                continue
            return LoadedTable(table, Vault(), LogEnd(number, command, head))
        return LoadedTable(Table(), Vault(), LogEnd(0, 0, table_genesis(table_id)))
