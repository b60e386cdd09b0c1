"""The store of a simulated server: one thread, and a database that fails at random."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from croupier.store.batch import Batch
from croupier.store.failures import NotStored
from croupier.store.sql_statements import Rows
from croupier.store.sqlite import connect
from croupier.store.transaction import store


class Faults:
    """Decides where a write fails: before it, at one of its statements, or after the commit."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.percent = 0.0
        self.count = 0

    def next(self) -> str | None:
        """Return the next fault at random; mostly None."""
        if self._rng.random() * 100 >= self.percent:
            return None
        self.count += 1
        return self._rng.choice(("before", "during", "after"))

    @contextmanager
    def off(self) -> Iterator[None]:
        """Let nothing fail inside this context."""
        percent, self.percent = self.percent, 0.0
        yield
        self.percent = percent


class SyncWriter:
    """Stores a batch in the caller's own thread."""

    def __init__(self, path: Path, faults: Faults, rng: Random) -> None:
        self._connection = connect(path)
        self._connection.execute("PRAGMA synchronous = OFF")
        self._faults = faults
        self._rng = rng

    def write(self, batch: Batch) -> None:
        """Store a batch, or fail at random."""
        how = self._faults.next()
        if how == "before":
            raise NotStored("the database is gone, for a test")
        left = self._rng.randrange(1, 8) if how == "during" else None
        self._transact(batch, left)
        if how == "after":
            raise NotStored("stored, and nobody heard of it, for a test")

    def _transact(self, batch: Batch, left: int | None) -> None:
        connection = self._connection

        def run(statement: str, values: tuple[Any, ...]) -> tuple[Rows, int]:
            nonlocal left
            if left is not None:
                left -= 1
                if left == 0:
                    raise NotStored("the disk is full, for a test")
            cursor = connection.execute(statement, values)
            return cursor.fetchall(), cursor.rowcount

        connection.execute("BEGIN IMMEDIATE")
        try:
            store(batch, run)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class Truth:
    """What is really stored, read without the code under test."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._logs: dict[str, list[bytes]] = {}

    def log(self, table_id: str, to: int) -> list[bytes]:
        """Return a table's entries up to a number; each is read once, for none ever changes."""
        known = self._logs.setdefault(table_id, [])
        if len(known) < to:
            question = "SELECT entry FROM events WHERE table_id = ? AND number > ? ORDER BY number"
            known += [entry for (entry,) in self.all(question, table_id, len(known))]
        return known[:to]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def one(self, question: str, *values: object) -> Any:
        """Return the first value of a query; None if there is no row."""
        row = self._connection.execute(question, values).fetchone()
        return None if row is None else row[0]

    def all(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return self._connection.execute(question, values).fetchall()

    def stored(self, actor: str, id: str) -> bool:
        """Return True if the answer to a command is stored."""
        question = "SELECT 1 FROM results WHERE actor = ? AND id = ?"
        return self.one(question, actor, id) is not None


Draw = Callable[[int], bytes]
