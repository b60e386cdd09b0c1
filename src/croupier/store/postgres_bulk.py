"""Many commands in few statements, for PostgreSQL: what one says, it says of all of them.

Only for commands that bring rows and nothing else; whoever pays from a wallet or brings a new shoe
has a transaction of its own. Statements take a list for each column and are always the same, so
that the database keeps them prepared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Table, make_url

from croupier.store import schema as s
from croupier.store.commit import Batch
from croupier.store.failures import Conflict, Repeated
from croupier.store.group_commit import Outcomes
from croupier.store.statements import Rows, filled, unless_there

Ask = Callable[[str, Sequence[Any]], Rows]

_STANDING = (
    "SELECT id, version FROM tables WHERE id = ANY(%s::text[]) ORDER BY id FOR NO KEY UPDATE"
)
_ADVANCE = (
    "UPDATE tables SET version = to_.version, commands = to_.commands, head = to_.head"
    " FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[])"
    " AS to_ (id, version, commands, head) WHERE tables.id = to_.id"
)


def _insert(table: Table) -> str:
    """Return a statement that takes a list for each column."""
    names, dialect = filled(table), make_url("postgresql+psycopg://").get_dialect()()
    lists = ", ".join(f"%s::{table.c[name].type.compile(dialect)}[]" for name in names)
    return f"INSERT INTO {table.name} ({', '.join(names)}) SELECT * FROM unnest({lists})"


_RESULTS = f"{_insert(s.results)}{unless_there(s.results)} RETURNING actor, id, table_id"
_EVENTS, _TRANSFERS, _ROUNDS = _insert(s.events), _insert(s.transfers), _insert(s.rounds)
_REFUSALS = _insert(s.refusals)


def fits(batch: Batch) -> bool:
    """Say whether a batch can be stored along with others."""
    apart = (batch.tables, batch.games, batch.secrets, batch.wallets, batch.snapshots, batch.marks)
    return bool(batch.result and batch.advance) and not (any(apart) or batch.ping)


def store_all(batches: Sequence[Batch], ask: Ask) -> Outcomes:
    """Store batches that fit inside a transaction, and say what each came to.

    Those that come too late, or were stored before, are left out; nothing else may go wrong.
    """
    outcomes: Outcomes = [None] * len(batches)
    here = list(range(len(batches)))
    # Two groups that want the same tables lock them in the same order.
    asked = sorted({_table(batches[n]) for n in here})
    standing: dict[Any, Any] = dict(ask(_STANDING, (asked,)))
    for n in here:
        advance = batches[n].advance
        assert advance is not None, "a batch that fits advances a table"
        if standing.get(advance.table_id) != advance.expected:
            outcomes[n] = Conflict()
        # Whoever comes second to a table comes too late for it.
        standing.pop(advance.table_id, None)
    here = [n for n in here if outcomes[n] is None]
    if here:
        stored = {*map(tuple, ask(_RESULTS, _columns([batches[n].result for n in here])))}
        for n in here:
            result = batches[n].result
            assert result is not None, "a batch that fits has a result"
            if (result.actor, result.id, result.table_id) not in stored:
                outcomes[n] = Repeated()
        _rows([batches[n] for n in here if outcomes[n] is None], ask)
    return outcomes


def _table(batch: Batch) -> str:
    assert batch.advance is not None, "a batch that fits advances a table"
    return batch.advance.table_id


def _rows(batches: Sequence[Batch], ask: Ask) -> None:
    """Store the rows of batches that are in time and new."""
    steps = [batch.advance for batch in batches if batch.advance]
    moved = [
        (step.table_id, step.version, step.commands, step.head)
        for step in steps
        if step.version != step.expected
    ]
    every = (
        (_ADVANCE, moved),
        (_EVENTS, [row for batch in batches for row in batch.events]),
        (_TRANSFERS, [row for batch in batches for row in batch.transfers]),
        (_ROUNDS, [row for batch in batches for row in batch.rounds]),
        (_REFUSALS, [batch.refusal for batch in batches if batch.refusal]),
    )
    for statement, rows in every:
        if rows:
            ask(statement, _columns(rows))


def _columns(rows: Sequence[Any]) -> list[list[Any]]:
    """Turn rows into lists, one a column."""
    return [list(column) for column in zip(*rows, strict=True)]
