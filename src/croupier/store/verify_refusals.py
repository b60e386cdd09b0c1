"""Check the audit journal: every refusal is there, and each table's refusals are one hash chain.

Refusals that an earlier version stored are in no chain; they come before all that are.
"""

from __future__ import annotations

from contextlib import closing
from itertools import groupby
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, Row, func, inspect, select

from croupier.store import schema as s
from croupier.store.batch import RefusalRow
from croupier.store.failures import BadStore
from croupier.store.queries import streamed
from croupier.store.refusals import RefusalHead, chained, new_head

Head = tuple[str, str, str]
"""A chain's kind, its name and its last hash."""


class Counts(Protocol):
    """What is counted."""

    refusals: int


def has_refusal_chains(connection: Connection) -> bool:
    """Return True if refusals are chained; in a database of an earlier version they are not."""
    return inspect(connection).has_table(s.refusal_heads.name)


def _bad(name: str, entry: int, reason: str) -> BadStore:
    return BadStore(f"refusal {entry} {f'of table {name}' if name else 'of no table'}", reason)


def check_refusals(connection: Connection) -> list[Head]:
    """Check the chain of each table's refusals; return the heads of those that have any."""
    if not has_refusal_chains(connection):
        return []
    stored = connection.execute(select(s.refusal_heads))
    heads = {head.name: head for head in (RefusalHead(*row) for row in stored)}
    column = s.refusals.c
    _check_unchained(connection)
    name_of = func.coalesce(column.table_id, "")
    question = select(s.refusals).where(column.entry.is_not(None))
    found: list[Head] = []
    with closing(
        streamed(connection, question.order_by(name_of, column.entry, column.number))
    ) as rows:
        for name, group in groupby(rows, lambda row: row.table_id or ""):
            end = _end(name, group)
            kept = heads.pop(name, None)
            if end != kept:
                told = "its head is missing" if kept is None else f"the journal is at {kept.number}"
                raise _bad(name, end.number, f"the refusals end here, and {told}: some are missing")
            found.append(("refusals", name, end.head))
    for name, head in heads.items():
        if head != new_head(name):
            raise _bad(name, 1, f"it is missing: the journal is at {head.number}")
    return found


def _end(name: str, rows: Any) -> RefusalHead:
    """Return the head that follows from the refusals of a chain; raise `BadStore`."""
    head, last = new_head(name), 0
    for row in rows:
        entry = head.number + 1
        if row.entry != entry:
            raise _bad(name, entry, f"it is missing: the next one is {row.entry}")
        if row.number <= last:
            raise _bad(name, entry, "it is in another place than where it was written")
        last = row.number
        head = _next(name, row, head)
    return head


def _next(name: str, row: Row[Any], before: RefusalHead) -> RefusalHead:
    given = RefusalRow(*row[1:-2])
    try:
        stored, after = chained(given, before)
        msgspec.json.decode(given.body)
    except (UnicodeDecodeError, msgspec.DecodeError):
        raise _bad(name, row.entry, "what was tried is no JSON: something was changed") from None
    if stored.hash != row.hash:
        reason = "its hash does not follow from the refusal before: something was changed"
        raise _bad(name, row.entry, reason)
    return after


def _check_unchained(connection: Connection) -> None:
    """Raise `BadStore` for a refusal outside the chains that no earlier version has written."""
    column = s.refusals.c
    first = select(func.min(column.number)).where(column.entry.is_not(None)).scalar_subquery()
    question = select(column.number).where(column.entry.is_(None), column.number > first).limit(1)
    number = connection.execute(question).scalar()
    if number is not None:
        raise BadStore(f"refusal {number}", "it belongs to no chain, and others before it do")


def check_journaled(connection: Connection, counts: Counts) -> None:
    """Check that each refusal that was answered is in the audit journal, word for word."""
    results, journal = s.results.c, s.refusals.c
    question = (
        select(
            results.actor, results.id, results.answer, journal.code, journal.message, journal.rule
        )
        .outerjoin(s.refusals, (journal.actor == results.actor) & (journal.id == results.id))
        .where(results.answer.is_not(None))
        .order_by(results.actor, results.id)
    )
    with closing(streamed(connection, question)) as rows:
        for (actor, id), group in groupby(rows, lambda row: (row[0], row[1])):
            noted = [tuple(row[2:]) for row in group]
            answer = _answer(noted[0][0], actor, id)
            if answer.get("ok"):
                continue
            error = answer.get("error") or {}
            wanted = (error.get("code"), error.get("message"), error.get("rule"))
            if not any(row[1:] == wanted for row in noted):
                raise BadStore(f"refusal {id} of {actor}", "the journal does not have it")
    counts.refusals = connection.execute(select(func.count()).select_from(s.refusals)).scalar_one()


def _answer(data: bytes, actor: str, id: str) -> dict[str, Any]:
    try:
        answer = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadStore(f"answer {id} of {actor}", "it cannot be read") from None
    return answer
