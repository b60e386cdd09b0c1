"""Folding an event into a table. An event is a fact: nothing here refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from croupier.ledger import Transfer
from croupier.table import event as e
from croupier.table.booking import transfers
from croupier.table.fold import felt, house, mishap
from croupier.table.open_windows import place_of
from croupier.table.state import Table

_FOLDS = {**house.FOLDS, **felt.FOLDS, **mishap.FOLDS}


class Change(NamedTuple):
    """An event, the money that it moves, and the table after it."""

    event: e.Event
    transfers: tuple[Transfer, ...]
    table: Table


def evolve(table: Table, event: e.Event) -> Table:
    """Return the table after an event; money that it moves is booked."""
    return change(table, event).table


def change(table: Table, event: e.Event) -> Change:
    """Return what an event changes, for those who need the transfers too."""
    moved = transfers(table, event)
    folded = _FOLDS[type(event)](table, event)
    if folded.deadline is not None and folded.deadline.place != place_of(folded):
        folded = replace(folded, deadline=None)
    if moved:
        folded = replace(folded, book=table.book.book(*moved))
    return Change(event, moved, folded)
