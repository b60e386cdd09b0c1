"""What the ledger itself says: sums over its rows, made by the database."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, func, select

from croupier.store.database import schema as s
from croupier.store.report.figure import Figure, Flow, claims
from croupier.store.report.span import Span, type_of

TRAY = ("float", "house", "fees")
"""The accounts that together are what lies in a table's tray."""


class Sums(NamedTuple):
    """The ledger of a stretch of a table's life, by figure and by day."""

    figures: Counter[tuple[str, Figure]]
    other: Counter[Flow]
    """Money that no figure is about: there is none, unless this report is behind the rules."""


def sums(connection: Connection, table_id: str, first: int, last: int, span: Span) -> Sums:
    """Add up the transfers of events by their numbers and their moments."""
    day, type_ = func.substr(s.events.c.at, 1, 10), type_of(connection)
    transfer = s.transfers.c
    keys = (day, type_, transfer.kind, _account(transfer.source), _account(transfer.target))
    named = [key.label(f"k{place}") for place, key in enumerate(keys)]
    question = (
        select(*named, func.sum(transfer.amount))
        .join(
            s.events,
            and_(s.events.c.table_id == transfer.table_id, s.events.c.number == transfer.event),
        )
        .where(transfer.table_id == table_id, transfer.event.between(first, last))
        .where(span.where(s.events.c.at))
        .group_by(*named)
    )
    figures, other = Counter[tuple[str, Figure]](), Counter[Flow]()
    for on, *key, amount in connection.execute(question):
        flow = Flow(*key)
        found = claims().get(flow)
        if found is None:
            other[flow] += int(amount)
        else:
            figures[on, found[0]] += found[1] * int(amount)
    return Sums(figures, other)


def tray(connection: Connection, table_id: str, last: int) -> int:
    """Add up what lay in the tray after an event, over every transfer until then."""
    transfer = s.transfers.c
    asked = [
        func.coalesce(func.sum(case((column.in_(TRAY), transfer.amount), else_=0)), 0)
        for column in (transfer.target, transfer.source)
    ]
    question = select(*asked).where(transfer.table_id == table_id, transfer.event <= last)
    into, out = connection.execute(question).one()
    return int(into) - int(out)


def _account(column: Any) -> ColumnElement[str]:
    """Ask for the kind of an account, without whose it is."""
    named = ("patron", "stake", "wager")
    return case(*((column.like(f"{kind}:%"), kind) for kind in named), else_=column)
