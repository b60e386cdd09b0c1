"""Storing a batch, several in one commit: versions, balances that stay above zero, rows.

The same for both databases.

Every bet waits for these statements, so none is built or compiled on the way. `Run` carries one
out and returns its rows and how many rows it changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from sqlalchemy import Table

from croupier.store import batch as b
from croupier.store import schema as s
from croupier.store.batch import Advance, Batch, RefusalRow, WalletStep
from croupier.store.failures import Conflict, InsufficientFunds, NotStored, Repeated, WalletFull
from croupier.store.hash_chain import wallet_genesis, wallet_hash
from croupier.store.refusals import ChainedRefusal, RefusalHead, chain_name, chained, new_head
from croupier.store.schema import MOST_MONEY

Rows = Sequence[tuple[Any, ...]]
Run = Callable[[str, tuple[Any, ...]], tuple[Rows, int]]


def filled(table: Table, row: type[tuple[Any, ...]] | None = None) -> tuple[str, ...]:
    """Return the columns of a table that a writer fills: all but those that the database numbers.

    `row` is the type of the table's rows in Python; it must have the same fields.
    """
    names = tuple(each.name for each in table.columns if each.autoincrement is not True)
    assert row is None or getattr(row, "_fields", None) == names, f"{row} is no row of {table}"
    return names


def unless_there(table: Table) -> str:
    """Return the clause for an INSERT that keeps a row with the same key."""
    return f" ON CONFLICT ({', '.join(each.name for each in table.primary_key)}) DO NOTHING"


def _insert(table: Table, row: type[tuple[Any, ...]] | None = None) -> str:
    names = filled(table, row)
    marks = ", ".join("?" for _ in names)
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})"


def _insert_new(table: Table, row: type[tuple[Any, ...]] | None = None) -> str:
    return _insert(table, row) + unless_there(table)


def _select(table: Table, names: str, by: str) -> str:
    return f"SELECT {_known(table, names)} FROM {table.name} WHERE {_known(table, by)} = ?"


def _update(table: Table, names: str, by: str) -> str:
    """Return a statement that takes the new values of columns, then those that select the row."""
    changed = ", ".join(f"{name} = ?" for name in _known(table, names).split(", "))
    found = " AND ".join(f"{name} = ?" for name in _known(table, by).split(", "))
    return f"UPDATE {table.name} SET {changed} WHERE {found}"


def _known(table: Table, names: str) -> str:
    return ", ".join(table.c[name].name for name in names.split(", "))


_RESULT = _insert_new(s.results, b.ResultRow)
_TABLE = _insert_new(s.tables, b.TableRow)
_VERSION = _select(s.tables, "version", by="id")
_ADVANCE = _update(s.tables, "version, commands, head", by="id, version")
_GAME = _insert_new(s.games, b.GameRow)
_REFUSAL = _insert(s.refusals, ChainedRefusal)
_REFUSAL_HEAD = _select(s.refusal_heads, "name, number, head", by="name")
_NEW_REFUSAL_HEAD = _insert_new(s.refusal_heads, RefusalHead)
_MOVE_REFUSAL_HEAD = _update(s.refusal_heads, "number, head", by="name, number")
_WALLET = _select(s.wallets, "balance, version, head", by="name")
_NEW_WALLET = _insert_new(s.wallets)
_PAY = _update(s.wallets, "balance, version, head", by="name, version")
_MOVE = _insert(s.wallet_moves)
_PING = "UPDATE house SET made = made || ?"
_PONG = "UPDATE house SET made = substr(made, 1, length(made) - length(?))"
_PINGED = (" " * 16_000,)
"""About as much as a command writes. A row that stays the same would not be written at all."""

_MANY = (
    ("events", _insert(s.events, b.EventRow)),
    ("transfers", _insert(s.transfers, b.TransferRow)),
    ("rounds", _insert(s.rounds, b.RoundRow)),
    ("secrets", _insert(s.vault, b.SecretRow)),
    # Two processes may both find that a snapshot is due.
    ("snapshots", _insert_new(s.snapshots, b.SnapshotRow)),
    (
        "vault_snapshots",
        _insert_new(s.vault_snapshots, b.VaultSnapshotRow),
    ),
)
"""Fields of a batch with many rows, in the order in which foreign keys allow them."""


def store(batch: Batch, run: Run, lock: str = "") -> None:
    """Store a batch inside a transaction; after an exception the caller rolls back.

    `lock` is what a SELECT needs to lock a row, in a database where others write too.
    """
    if batch.result is not None:
        _, stored = run(_RESULT, batch.result)
        if not stored:
            raise Repeated
    for table in batch.tables:
        run(_TABLE, table)
    if batch.advance is not None:
        _advance(batch.advance, run)
    for game in batch.games:
        run(_GAME, game)
    for field, statement in _MANY:
        for row in getattr(batch, field):
            run(statement, row)
    # By name, so that two transactions never wait for each other.
    for step in sorted(batch.wallets, key=lambda step: step.name):
        _pay(step, run, lock)
    if batch.refusal is not None:
        _refuse(batch.refusal, run, lock)
    if batch.ping:
        run(_PING, _PINGED)
        run(_PONG, _PINGED)


def _advance(step: Advance, run: Run) -> None:
    if step.version == step.expected:
        rows, _ = run(_VERSION, (step.table_id,))
        if not rows or rows[0][0] != step.expected:
            raise Conflict
        return
    values = (step.version, step.commands, step.head, step.table_id, step.expected)
    _, moved = run(_ADVANCE, values)
    if not moved:
        raise Conflict


def _refuse(row: RefusalRow, run: Run, lock: str) -> None:
    """Store a refusal as the next one of its chain."""
    name = chain_name(row.table_id)
    rows, _ = run(_REFUSAL_HEAD + lock, (name,))
    if not rows:
        run(_NEW_REFUSAL_HEAD, new_head(name))
        rows, _ = run(_REFUSAL_HEAD + lock, (name,))
    before = RefusalHead(*rows[0])
    stored, head = chained(row, before)
    _, moved = run(_MOVE_REFUSAL_HEAD, (head.number, head.head, name, before.number))
    if not moved:
        raise Conflict
    run(_REFUSAL, stored)


def _pay(step: WalletStep, run: Run, lock: str) -> None:
    """Move money into or out of a wallet, never below zero, and chain the move."""
    rows, _ = run(_WALLET + lock, (step.name,))
    if not rows:
        if step.kind.sign < 0:
            raise InsufficientFunds(step.name, 0, step.amount)
        run(_NEW_WALLET, (step.name, 0, 0, wallet_genesis(step.name)))
        rows, _ = run(_WALLET + lock, (step.name,))
    had, version, head = rows[0]
    balance, number = had + step.kind.sign * step.amount, version + 1
    if balance < 0:
        raise InsufficientFunds(step.name, had, step.amount)
    if balance > MOST_MONEY:
        raise WalletFull
    row = (
        step.name,
        number,
        step.at,
        step.actor,
        step.id,
        step.kind.value,
        step.amount,
        balance,
        step.table_id,
        step.event,
    )
    chained = wallet_hash(head, *row)
    _, paid = run(_PAY, (balance, number, chained, step.name, version))
    if not paid:
        raise Conflict
    run(_MOVE, (*row, chained))


MOST_IN_A_COMMIT = 128

Outcomes = list[Exception | None]
"""For each batch the exception that it failed with, or None if it is stored."""


class GroupFailed(Exception):
    """Nothing of a group was stored; each batch may be tried alone."""


class GroupCommit:
    """Takes batches from any thread, and returns only after the commit."""

    def __init__(
        self, commit: Callable[[list[Batch]], Outcomes], drop: Callable[[], None], name: str
    ) -> None:
        """Start the thread; it calls `commit` to store batches, and `drop` after a failure."""
        self._commit, self._drop = commit, drop
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def write(self, batch: Batch) -> None:
        """Store a batch; raise `NotStored`, or what the table or a wallet refuses it for."""
        done: Future[None] = Future()
        with self._closing:
            if self._closed:
                raise NotStored("the database is closed")
            self._jobs.put((batch, done))
        done.result()

    def close(self) -> None:
        """Store what was handed in, then stop."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            group, last = self._gather(first)
            self._serve(group)
            if last:
                break
        self._drop()

    def _gather(self, first: _Job) -> tuple[list[_Job], bool]:
        """Return the batches that are waiting now, and whether to stop after them."""
        group = [first]
        with suppress(Empty):
            while len(group) < MOST_IN_A_COMMIT:
                job = self._jobs.get_nowait()
                if job is None:
                    return group, True
                group.append(job)
        return group, False

    def _serve(self, group: list[_Job]) -> None:
        try:
            outcomes = self._commit([batch for batch, _ in group])
        except Exception as wrong:
            self._drop()
            if len(group) > 1 and isinstance(wrong, GroupFailed):
                # One of them may have failed the others.
                for job in group:
                    self._serve([job])
                return
            failure = NotStored(f"the database did not take it: {wrong}")
            failure.__cause__ = wrong
            for _, done in group:
                done.set_exception(failure)
            return
        for (_, done), outcome in zip(group, outcomes, strict=True):
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)


_Job = tuple[Batch, "Future[None]"]
