"""Check the answers: each command has the right one, and each refusal is in the audit journal."""

from __future__ import annotations

from contextlib import closing
from itertools import groupby
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, Row, func, select

from croupier.store import schema as s
from croupier.store.failures import BadStore
from croupier.store.log_file import Entry
from croupier.store.queries import streamed

_decode = msgspec.json.Decoder(Entry).decode


class Counts(Protocol):
    """What is counted."""

    commands: int
    refusals: int


def check_answers(connection: Connection, counts: Counts) -> None:
    """Raise `BadStore` if results, events, refusals and wallets do not agree."""
    _check_commands(connection, counts)
    _check_refusals(connection, counts)
    _check_cage(connection)


def _check_commands(connection: Connection, counts: Counts) -> None:
    """Check that each command has the answer that its first event names, and no other exists."""
    results, events = s.results.c, s.events.c
    spans = (
        select(events.table_id, func.min(events.number), func.max(events.number))
        .group_by(events.table_id, events.command)
        .subquery()
    )
    first, last = spans.c[1], spans.c[2]
    commands = (
        select(spans.c.table_id, first, last, events.actor, events.entry)
        .join(s.events, (events.table_id == spans.c.table_id) & (events.number == first))
        .order_by(spans.c.table_id, first)
    )
    answers = (
        select(results.table_id, results.first, results.last, results.actor, results.id)
        .where(results.first.is_not(None))
        .order_by(results.table_id, results.first)
    )
    with (
        closing(streamed(connection, answers)) as listed,
        closing(streamed(connection, commands)) as carried_out,
    ):
        before = None
        for table_id, number, end, actor, entry in carried_out:
            counts.commands += 1
            row = next(listed, None)
            wanted = (table_id, number, end, actor, _decode(entry).id)
            if row is not None and row[0] == before != table_id:
                raise _stray(row)
            if row is None or tuple(row) != wanted:
                where = f"table {table_id}, entry {number}"
                raise BadStore(where, "the answer to its command is missing, or is another's")
            before = table_id
        row = next(listed, None)
        if row is not None:
            raise _stray(row)


def _stray(row: Row[Any]) -> BadStore:
    return BadStore(f"answer {row[4]} of {row[3]}", "it belongs to no event")


def _check_refusals(connection: Connection, counts: Counts) -> None:
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


def _check_cage(connection: Connection) -> None:
    """Check that each deposit and each withdrawal was answered."""
    moves, results = s.wallet_moves.c, s.results.c
    question = (
        select(moves.name, moves.number)
        .outerjoin(s.results, (results.actor == moves.actor) & (results.id == moves.id))
        .where(results.id.is_(None))
        .limit(1)
    )
    row = connection.execute(question).first()
    if row is not None:
        raise BadStore(f"wallet {row[0]}, move {row[1]}", "no command was answered for it")
