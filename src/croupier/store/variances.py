"""A count that differs from the book is an incident, stored with the closing that found it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeGuard

from sqlalchemy import Connection, select

from croupier.store import schema as s
from croupier.store.batch import EventRow, IncidentRow
from croupier.store.failures import BadStore
from croupier.store.hash_chain import row_hash
from croupier.store.incidents import Kind, clean
from croupier.store.log_file import Entry
from croupier.store.sql_statements import Run, insert_row, update_row
from croupier.table import Change, Event, Table
from croupier.table.events import TableClosed

_NEXT = f"UPDATE {s.journal.name} SET number = number + 1 RETURNING number, head"
"""The first statement about the journal takes its lock: whoever writes about people waits."""
_MOVE_HEAD = update_row(s.journal, "head", by="number")
_INCIDENT = insert_row(s.incidents)


def found_variances(
    changes: Sequence[Change], rows: Sequence[EventRow], actor: str
) -> tuple[IncidentRow, ...]:
    """Return the incidents that a command brings about; `rows` are its events as stored."""
    return tuple(
        _incident(row.table_id, row.number, row.at, actor, event, after)
        for (event, _, after), row in zip(changes, rows, strict=True)
        if _differs(event)
    )


def wanted_variance(
    table_id: str, entry: Entry, event: Event, after: Table
) -> tuple[IncidentRow, ...]:
    """Return the incident that the journal must have of an entry, if any."""
    if not _differs(event):
        return ()
    by = (entry.by or {}).get("name", "")
    return (_incident(table_id, entry.n, entry.at, by, event, after),)


def _differs(event: Event) -> TypeGuard[TableClosed]:
    return isinstance(event, TableClosed) and bool(event.variance or event.drop_variance)


def _incident(
    table_id: str, number: int, at: str, actor: str, event: TableClosed, after: Table
) -> IncidentRow:
    unit = after.rules.unit

    def amounts(**units: int | None) -> dict[str, str]:
        return {name: unit.write(each) for name, each in units.items() if each is not None}

    texts = {"reason": event.reason, "witness": event.witness}
    detail = {
        "entry": number,
        **amounts(variance=event.variance, drop_variance=event.drop_variance),
        **{name: clean(text) for name, text in texts.items() if text is not None},
    }
    return IncidentRow(
        at,
        Kind.VARIANCE.value,
        clean(actor),
        table_id,
        _json(amounts(tray=event.float, drop=event.drop or 0)),
        _json(amounts(tray=event.count, drop=event.drop_count)),
        _json(detail),
    )


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def note_variance(row: IncidentRow, run: Run) -> None:
    """Store an incident as the next one of the journal."""
    rows, _ = run(_NEXT, ())
    number, head = rows[0]
    at, kind, actor, table_id, *told = row
    values = (number, at, kind, actor, None, table_id, *told)
    chained = row_hash(head, *values)
    run(_MOVE_HEAD, (chained, number))
    run(_INCIDENT, (*values, chained))


def check_variances(connection: Connection, expected: Iterable[IncidentRow]) -> None:
    """Raise `BadStore` unless the journal has each variance that a closing found, and no other."""
    entry = s.incidents.c
    columns = [entry[name] for name in IncidentRow._fields]
    question = select(entry.number, *columns).where(entry.kind == Kind.VARIANCE.value)
    left = Counter(expected)
    for number, *values in connection.execute(question.order_by(entry.number)):
        row = IncidentRow(*values)
        if not left[row]:
            raise BadStore(f"incident {number}", "no closing of a table has found this variance")
        left[row] -= 1
    for row in left.elements():
        where = f"table {row.table_id}, entry {json.loads(row.detail)['entry']}"
        raise BadStore(where, "the journal has no incident of its variance")
