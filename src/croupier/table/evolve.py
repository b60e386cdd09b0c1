"""Folding an event into a table. An event is a fact: nothing here refuses."""

from __future__ import annotations

from dataclasses import replace

from croupier.table import event as e
from croupier.table.booking import transfers
from croupier.table.fold import felt, house, mishap
from croupier.table.open_windows import place_of
from croupier.table.state import Table

_FOLDS = {**house.FOLDS, **felt.FOLDS, **mishap.FOLDS}


def evolve(table: Table, event: e.Event) -> Table:
    """Fold one fact into the table; money that it moves is booked."""
    book = transfers(table, event)
    folded = _FOLDS[type(event)](table, event)
    if folded.deadline is not None and folded.deadline.place != place_of(folded):
        folded = replace(folded, deadline=None)
    return replace(folded, book=table.book.book(*book)) if book else folded
