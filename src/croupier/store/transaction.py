"""Storing a batch, several in one commit: versions, rows, payments of wallets.

The same for both databases.

Every bet waits for these statements, so none is built or compiled on the way. `Run` carries one
out and returns its rows and how many rows it changed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from croupier.store import batch as b
from croupier.store import cage, wallets
from croupier.store import schema as s
from croupier.store.batch import Advance, Batch, LimitGuard, RefusalRow, ResultRow
from croupier.store.failures import Conflict, LimitsChanged, NotStored, Repeated
from croupier.store.refusals import ChainedRefusal, RefusalHead, chain_name, chained, new_head
from croupier.store.sql_statements import Run, insert_new, insert_row, select_row, update_row
from croupier.store.variances import note_variance

_RESULT = insert_new(s.results, b.ResultRow)
_TABLE = insert_new(s.tables, b.TableRow)
_VERSION = select_row(s.tables, "version", by="id")
_ADVANCE = update_row(s.tables, "version, commands, head", by="id, version")
_GAME = insert_new(s.games, b.GameRow)
_REFUSAL = insert_row(s.refusals, ChainedRefusal)
_REFUSAL_HEAD = select_row(s.refusal_heads, "name, number, head", by="name")
_NEW_REFUSAL_HEAD = insert_new(s.refusal_heads, RefusalHead)
_MOVE_REFUSAL_HEAD = update_row(s.refusal_heads, "number, head", by="name, number")
_LIMITS = select_row(s.patron_limits, "version", by="name")
_MOVE_LIMITS = update_row(s.patron_limits, "version", by="name, version")
_PING = "UPDATE house SET made = made || ?"
_PONG = "UPDATE house SET made = substr(made, 1, length(made) - length(?))"
_PINGED = (" " * 16_000,)
"""About as much as a command writes. A row that stays the same would not be written at all."""

_MANY = (
    ("events", insert_row(s.events, b.EventRow)),
    ("transfers", insert_row(s.transfers, b.TransferRow)),
    ("rounds", insert_row(s.rounds, b.RoundRow)),
    ("secrets", insert_row(s.vault, b.SecretRow)),
    # Two processes may both find that a snapshot is due.
    ("snapshots", insert_new(s.snapshots, b.SnapshotRow)),
    (
        "vault_snapshots",
        insert_new(s.vault_snapshots, b.VaultSnapshotRow),
    ),
)
"""Fields of a batch with many rows, in the order in which foreign keys allow them."""


def store(batch: Batch, run: Run, lock: str = "") -> None:
    """Store a batch inside a transaction; after an exception the caller rolls back.

    `lock` is what a SELECT needs to lock a row, in a database where others write too.
    """
    for result in results_of(batch):
        _, stored = run(_RESULT, result)
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
    for guard in batch.limits:
        _require_limits(guard, run)
    # By name, so that two transactions never wait for each other.
    for step in sorted(batch.wallets, key=lambda step: step.name):
        wallets.pay(step, run, lock)
    if batch.cage is not None:
        cage.record(batch.cage, run, lock)
    if batch.refusal is not None:
        _refuse(batch.refusal, run, lock)
    for incident in batch.incidents:
        note_variance(incident, run)
    if batch.ping:
        run(_PING, _PINGED)
        run(_PONG, _PINGED)


def results_of(batch: Batch) -> tuple[ResultRow, ...]:
    """Return how the commands of a batch were answered."""
    return () if batch.result is None else (batch.result, *batch.more_results)


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


def _require_limits(guard: LimitGuard, run: Run) -> None:
    """Raise `LimitsChanged` unless a patron's limits are those that were looked at."""
    name, version = guard
    if version:
        _, moved = run(_MOVE_LIMITS, (version + 1, name, version))
        if not moved:
            raise LimitsChanged(name)
    else:
        rows, _ = run(_LIMITS, (name,))
        if rows:
            raise LimitsChanged(name)


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
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def write(self, batch: Batch) -> None:
        """Store a batch; raise `NotStored`, or what the table or a wallet refuses it for."""
        job = Job(batch)
        with self._closing:
            if self._closed:
                raise NotStored("the database is closed")
            self._jobs.put(job)
        job.wait()

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

    def _gather(self, first: Job) -> tuple[list[Job], bool]:
        """Return the batches that are waiting now, and whether to stop after them."""
        group = [first]
        with suppress(Empty):
            while len(group) < MOST_IN_A_COMMIT:
                job = self._jobs.get_nowait()
                if job is None:
                    return group, True
                group.append(job)
        return group, False

    def _serve(self, group: list[Job]) -> None:
        try:
            outcomes = self._commit([job.batch for job in group])
        except Exception as wrong:
            self._drop()
            if len(group) > 1 and isinstance(wrong, GroupFailed):
                # One of them may have failed the others.
                for job in group:
                    self._serve([job])
                return
            failure = NotStored(f"the database did not take it: {wrong}")
            failure.__cause__ = wrong
            for job in group:
                job.end(failure)
            return
        for job, outcome in zip(group, outcomes, strict=True):
            job.end(outcome)


class Job:
    """A batch that a thread waits for; a lock is all that it takes, and cheaper than a future."""

    __slots__ = ("_lock", "_outcome", "batch")

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self._outcome: Exception | None = None
        self._lock = Lock()
        self._lock.acquire()

    def wait(self) -> None:
        """Wait until the batch is stored; raise the exception that it failed with."""
        self._lock.acquire()
        if self._outcome is not None:
            raise self._outcome

    def end(self, outcome: Exception | None) -> None:
        """Let the thread go on."""
        self._outcome = outcome
        self._lock.release()
