"""The writer for PostgreSQL, for any thread and process: most commands in groups, others alone.

Commands that bring rows and nothing else are stored together: a statement takes a list for each
column and applies to every row of the group. A command that pays from a wallet or starts a shoe
has a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from queue import Empty, LifoQueue
from threading import Event, Lock, Semaphore, Thread
from typing import Any

import psycopg
from psycopg import errors
from sqlalchemy import Table, make_url

from croupier.store import schema as s
from croupier.store.batch import Batch, RefusalRow
from croupier.store.failures import Conflict, NotStored, Repeated
from croupier.store.limit_checks import leave_out_limited
from croupier.store.refusals import RefusalHead, chain_name, chained_all, new_head
from croupier.store.sql_statements import Rows, filled, unless_there
from croupier.store.transaction import GroupCommit, GroupFailed, Outcomes, results_of, store

CHANNEL = "croupier"
_PAUSE = 0.01
"""How long notifications are collected. NOTIFY serialises commits, so it is not part of them."""
_MOST_NAMES = 100
"""How many tables a notification names; a payload has at most 8,000 bytes."""

MOST_CONNECTIONS = 16
"""How many transactions a process runs at once; more would only wait for the same disk."""

Connect = Callable[[str], "psycopg.Connection[Any]"]


def connect(url: str) -> psycopg.Connection[Any]:
    """Return a connection for writing; each commit is on the disk before it returns."""
    connection = psycopg.connect(url, autocommit=True, connect_timeout=5)
    connection.execute("SET synchronous_commit = on")
    return connection


@cache
def _translated(statement: str) -> str:
    return statement.replace("?", "%s")


class PostgresWriter:
    """Stores batches, and returns only after the commit; idle connections are kept."""

    def __init__(self, url: str, origin: str = "-", connect: Connect = connect) -> None:
        """Start without a connection; tests pass in a `connect` that fails.

        `origin` names this process in its notifications, so that it ignores its own.
        """
        self._url = url
        self._connect = connect
        self._places = Semaphore(MOST_CONNECTIONS)
        self._idle: LifoQueue[psycopg.Connection[Any]] = LifoQueue()
        self._group = GroupCommit(self._commit, lambda: None, "croupier-writer")
        self._notifier = _Notifier(url, origin, connect)

    def write(self, batch: Batch) -> None:
        """Store a batch; raise `NotStored`, or what the table or a wallet refuses it for."""
        if fits(batch):
            self._group.write(batch)
        else:
            with self._places:
                self._write(batch)
        if batch.events:
            self._notifier.notify(batch.events[0].table_id)

    def _write(self, batch: Batch) -> None:
        connection = self._take()
        try:
            self._transact(connection, batch)
        except psycopg.Error as wrong:
            _close(connection)
            raise NotStored(f"the database did not take it: {wrong}") from wrong
        except Exception:
            self._give(connection)
            raise
        self._give(connection)

    def _commit(self, batches: list[Batch]) -> Outcomes:
        """Store batches in one transaction, except those that come too late."""
        connection = self._take()
        cursor = connection.cursor()

        def ask(statement: str, values: Sequence[Any]) -> Rows:
            cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

        storing = True
        try:
            with connection.transaction():
                outcomes = store_all(batches, ask)
                storing = False
        except _PartlyRepeated as wrong:
            self._give(connection)
            return self._commit_without(batches, wrong.batches)
        except (errors.SerializationFailure, errors.DeadlockDetected):
            outcomes = [Conflict() for _ in batches]
        except psycopg.Error as wrong:
            spoilt = storing and not connection.broken
            _close(connection)
            if spoilt:
                raise GroupFailed(str(wrong)) from wrong
            raise
        self._give(connection)
        return outcomes

    def _commit_without(self, batches: list[Batch], repeated: set[int]) -> Outcomes:
        """Store all batches but those that are repeated."""
        others = iter(self._commit([each for n, each in enumerate(batches) if n not in repeated]))
        return [Repeated() if n in repeated else next(others) for n in range(len(batches))]

    def _transact(self, connection: psycopg.Connection[Any], batch: Batch) -> None:
        cursor = connection.cursor()

        def run(statement: str, values: tuple[Any, ...]) -> tuple[Rows, int]:
            cursor.execute(_translated(statement), values)
            rows = cursor.fetchall() if cursor.description else []
            return rows, cursor.rowcount

        try:
            with connection.transaction():
                store(batch, run, " FOR UPDATE")
        except (errors.SerializationFailure, errors.DeadlockDetected) as wrong:
            raise Conflict from wrong

    def _take(self) -> psycopg.Connection[Any]:
        with suppress(Empty):
            while True:
                connection = self._idle.get_nowait()
                if not connection.broken and not connection.closed:
                    return connection
        try:
            return self._connect(self._url)
        except psycopg.Error as wrong:
            raise NotStored(f"the database cannot be reached: {wrong}") from wrong

    def _give(self, connection: psycopg.Connection[Any]) -> None:
        if connection.closed or connection.broken:
            _close(connection)
        else:
            self._idle.put(connection)

    def close(self) -> None:
        """Store what was handed in, then close the connections."""
        self._group.close()
        self._notifier.close()
        with suppress(Empty):
            while True:
                _close(self._idle.get_nowait())


def _close(connection: psycopg.Connection[Any]) -> None:
    with suppress(psycopg.Error):
        connection.close()


class _Notifier:
    """Notifies other processes of tables that have changed; a lost notification does no harm."""

    def __init__(self, url: str, origin: str, connect: Connect) -> None:
        self._url = url
        self._origin = origin
        self._connect = connect
        self._lock = Lock()
        self._names: set[str] = set()
        self._wanted, self._closing = Event(), Event()
        self._thread = Thread(target=self._work, name="croupier-bell", daemon=True)
        self._thread.start()

    def notify(self, table_id: str) -> None:
        with self._lock:
            self._names.add(table_id)
        self._wanted.set()

    def _work(self) -> None:
        connection: psycopg.Connection[Any] | None = None
        while not self._closing.is_set():
            self._wanted.wait()
            self._closing.wait(_PAUSE)
            self._wanted.clear()
            with self._lock:
                names, self._names = self._names, set()
            try:
                connection = connection or self._connect(self._url)
                for payload in payloads(self._origin, names):
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
            except psycopg.Error:
                if connection is not None:
                    _close(connection)
                connection = None
        if connection is not None:
            _close(connection)

    def close(self) -> None:
        self._closing.set()
        self._wanted.set()
        self._thread.join()


def payloads(origin: str, names: set[str]) -> list[str]:
    """Return the payloads of notifications: the sender, then names; many names make several."""
    listed = sorted(names)
    return [
        " ".join([origin, *listed[start : start + _MOST_NAMES]])
        for start in range(0, len(listed), _MOST_NAMES)
    ]


class Listener:
    """Receives which tables other processes have changed; after a lost connection, all of them."""

    def __init__(
        self, url: str, heard: Callable[[str | None], None], origin: str | None = None
    ) -> None:
        """Start to listen; `heard` gets a table, or None when any of them may have changed."""
        self._url = url
        self._heard = heard
        self._origin = origin
        self._closing = Event()
        self.ready = Event()
        self._thread = Thread(target=self._work, name="croupier-listener", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                with connect(self._url) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._heard(None)
                    self.ready.set()
                    while not self._closing.is_set():
                        for note in connection.notifies(timeout=0.2):
                            origin, *names = note.payload.split()
                            if origin == self._origin:
                                continue
                            for name in names:
                                self._heard(name)
            except psycopg.Error:
                self._closing.wait(0.2)

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._thread.join()


# Groups of commands

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
_REFUSAL_HEADS = (
    "SELECT name, number, head FROM refusal_heads WHERE name = ANY(%s::text[])"
    " ORDER BY name FOR NO KEY UPDATE"
)
_NEW_REFUSAL_HEADS = f"{_insert(s.refusal_heads)}{unless_there(s.refusal_heads)}"
_MOVE_REFUSAL_HEADS = (
    "UPDATE refusal_heads SET number = to_.number, head = to_.head"
    " FROM unnest(%s::text[], %s::bigint[], %s::text[]) AS to_ (name, number, head)"
    " WHERE refusal_heads.name = to_.name"
)


def fits(batch: Batch) -> bool:
    """Return True if a batch can be stored together with others."""
    apart = (
        batch.tables,
        batch.games,
        batch.secrets,
        batch.wallets,
        batch.cage,
        batch.incidents,
        batch.snapshots,
        batch.vault_snapshots,
        any(guard.version for guard in batch.limits),
    )
    rows = bool((batch.result and batch.advance) or batch.refusal)
    return rows and not (any(apart) or batch.ping)


class _PartlyRepeated(Exception):
    """Some answers of these batches were stored before: the transaction has to be undone."""

    def __init__(self, batches: set[int]) -> None:
        super().__init__(batches)
        self.batches = batches


def store_all(batches: Sequence[Batch], ask: Ask) -> Outcomes:
    """Store batches that fit inside a transaction, and return the outcome of each.

    Those that come too late, or were stored before, are left out; any other failure is raised.
    Raise `_PartlyRepeated` if a batch has an answer that was stored before and others that are new.
    """
    outcomes: Outcomes = [None] * len(batches)
    here = list(range(len(batches)))
    # Sorted, so that two groups lock the same tables in the same order.
    asked = sorted({step.table_id for batch in batches if (step := batch.advance)})
    standing: dict[Any, Any] = dict(ask(_STANDING, (asked,))) if asked else {}
    for n in here:
        advance = batches[n].advance
        if advance is None:
            continue
        if standing.get(advance.table_id) != advance.expected:
            outcomes[n] = Conflict()
        # A second batch for the same table comes too late.
        standing.pop(advance.table_id, None)
    leave_out_limited(batches, outcomes, ask)
    here = [n for n in here if outcomes[n] is None]
    results = [row for n in here for row in results_of(batches[n])]
    stored = {*map(tuple, ask(_RESULTS, _columns(results)))} if results else set()
    partly: set[int] = set()
    for n in here:
        rows = results_of(batches[n])
        keys = {(row.actor, row.id, row.table_id) for row in rows}
        if rows and (len(keys) < len(rows) or not keys <= stored):
            outcomes[n] = Repeated()
            if keys & stored:
                partly.add(n)
        # A second batch of the same id was not stored.
        stored -= keys
    if partly:
        raise _PartlyRepeated(partly)
    _rows([batches[n] for n in here if outcomes[n] is None], ask)
    return outcomes


def _rows(batches: Sequence[Batch], ask: Ask) -> None:
    """Store the rows of batches that are in time and new."""
    steps = [batch.advance for batch in batches if batch.advance]
    moved = [
        (step.table_id, step.version, step.commands, step.head)
        for step in steps
        if step.version != step.expected
    ]
    every: tuple[tuple[str, Sequence[Any]], ...] = (
        (_ADVANCE, moved),
        (_EVENTS, [row for batch in batches for row in batch.events]),
        (_TRANSFERS, [row for batch in batches for row in batch.transfers]),
        (_ROUNDS, [row for batch in batches for row in batch.rounds]),
        *_refused([batch.refusal for batch in batches if batch.refusal], ask),
    )
    for statement, rows in every:
        if rows:
            ask(statement, _columns(rows))


def _refused(rows: Sequence[RefusalRow], ask: Ask) -> tuple[tuple[str, Sequence[Any]], ...]:
    """Return what stores refusals as the next ones of their chains, whose heads are locked."""
    if not rows:
        return ()
    names = sorted({chain_name(row.table_id) for row in rows})
    heads = [RefusalHead(*row) for row in ask(_REFUSAL_HEADS, (names,))]
    if len(heads) < len(names):
        ask(_NEW_REFUSAL_HEADS, _columns([new_head(name) for name in names]))
        heads = [RefusalHead(*row) for row in ask(_REFUSAL_HEADS, (names,))]
    stored, after = chained_all(rows, heads)
    return (_MOVE_REFUSAL_HEADS, after), (_REFUSALS, stored)


def _columns(rows: Sequence[Any]) -> list[list[Any]]:
    """Return rows as lists, one for each column."""
    return [list(column) for column in zip(*rows, strict=True)]
