"""What patrons have time for now, and where the table waits for it."""

from __future__ import annotations

from croupier.table.insurance_offers import offers
from croupier.table.squeeze import only_dealer_turns
from croupier.table.state import Table
from croupier.table.vocabulary import Phase, Place, Purpose


def window_of(table: Table) -> Purpose | None:
    """Return what patrons have time for now; None if the table waits for nobody.

    No time runs while a report waits for a decision: patrons cannot act then.
    """
    if not table.open or table.case is not None:
        return None
    match table.phase:
        case Phase.BETTING:
            return Purpose.BETS
        case Phase.OPTIONS:
            return Purpose.OPTIONS
        case Phase.IDLE:
            return None if table.offered is None else Purpose.PLAYER_DEALER
        case Phase.DEALING | Phase.COMPLETE:
            if len(only_dealer_turns(table)) < len(table.hidden):
                return Purpose.SQUEEZE
            return Purpose.INSURANCE if offers(table) else None
        case _:
            return None


def place_of(table: Table) -> Place | None:
    """Return the place where the table waits for patrons; None if it waits for nobody."""
    purpose = window_of(table)
    if purpose is None:
        return None
    return Place(purpose, table.round, len(table.cards), table.offered)
