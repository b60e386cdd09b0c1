"""The writer for SQLite: one thread, one connection, as many commands in a commit as wait."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from croupier.store.database.batch import Batch
from croupier.store.database.failure import Conflict, Excess, NotStored, Repeated, Short
from croupier.store.database.writing import Rows, store

MOST_IN_A_COMMIT = 128
_EXPECTED = (Conflict, Repeated, Short, Excess)

Job = tuple[Batch, "Future[None]"]
Connect = Callable[[Path], sqlite3.Connection]


def connect(path: Path) -> sqlite3.Connection:
    """Open a database for writing: what is committed is on the disk before anybody hears of it."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class SqliteWriter:
    """Takes batches from any thread; gives an answer only after the commit."""

    def __init__(self, path: Path, connect: Connect = connect) -> None:
        """Start the thread that writes; `connect` is there for tests that break things."""
        self._path = path
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._file = 0
        self._storing = False
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="croupier-writer", daemon=True)
        self._thread.start()

    def write(self, batch: Batch) -> None:
        """Store a batch, or raise: what the table or a wallet says, or `NotStored`."""
        done: Future[None] = Future()
        with self._closing:
            if self._closed:
                raise NotStored("the database is closed")
            self._jobs.put((batch, done))
        done.result()

    def close(self) -> None:
        """Finish what was handed in, then stop."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            group, last = self._group(first)
            self._serve(group)
            if last:
                break
        self._drop()

    def _group(self, first: Job) -> tuple[list[Job], bool]:
        """Take whoever waits already; nobody is waited for."""
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
            outcomes = self._commit([batch for batch, _ in group])
        except Exception as wrong:
            self._drop()
            if len(group) > 1 and self._storing:
                # One of them may have spoilt it for the others.
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

    def _commit(self, batches: list[Batch]) -> list[Exception | None]:
        self._storing = False
        connection, outcomes = self._opened(), list[Exception | None]()

        def run(statement: str, values: tuple[Any, ...]) -> tuple[Rows, int]:
            cursor = connection.execute(statement, values)
            return cursor.fetchall(), cursor.rowcount

        connection.execute("BEGIN IMMEDIATE")
        self._storing = True
        for batch in batches:
            connection.execute("SAVEPOINT command")
            try:
                store(batch, run)
                outcomes.append(None)
            except _EXPECTED as outcome:
                connection.execute("ROLLBACK TO command")
                outcomes.append(outcome)
            connection.execute("RELEASE command")
        self._storing = False
        self._still_there()
        connection.execute("COMMIT")
        return outcomes

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            # Without this, sqlite3 would make an empty file where the database was.
            self._file = self._path.stat().st_ino
            self._connection = self._connect(self._path)
        return self._connection

    def _still_there(self) -> None:
        """Refuse to commit into a file that was removed or replaced: nobody would find it."""
        if self._path.stat().st_ino != self._file:
            raise FileNotFoundError(f"{self._path} is another file now")

    def _drop(self) -> None:
        """Let go of a connection that failed; closing it undoes what it had begun."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()
