"""The writer for SQLite: one thread and one connection, which commits waiting commands together."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from croupier.store.batch import Batch
from croupier.store.failures import Conflict, InsufficientFunds, Repeated, WalletFull
from croupier.store.served_file import LastEntry
from croupier.store.sql_statements import Rows
from croupier.store.transaction import GroupCommit, GroupFailed, Outcomes, store
from croupier.store.watched_files import WatchedFiles, open_file

_EXPECTED = (Conflict, Repeated, InsufficientFunds, WalletFull)

Connect = Callable[[Path], sqlite3.Connection]


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection for writing; each commit is on the disk before it returns."""
    return open_file(path)


class SqliteWriter:
    """Takes batches from any thread, and returns only after the commit."""

    def __init__(
        self, path: Path, connect: Connect = connect, last_entry: LastEntry | None = None
    ) -> None:
        """Start the thread that writes; tests pass in a `connect` that fails.

        `last_entry` is told of each entry of a table, for the next start.
        """
        self._path = path
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._files = WatchedFiles(path)
        self._last_entry = last_entry
        self._group = GroupCommit(self._commit, self._drop, "croupier-writer")

    def write(self, batch: Batch) -> None:
        """Store a batch; raise `NotStored`, or what the table or a wallet refuses it for."""
        self._group.write(batch)

    def close(self) -> None:
        """Store what was handed in, then stop; the file alone has everything then."""
        self._group.close()
        self._files.close(empty_log=True)
        if self._last_entry is not None:
            self._last_entry.close()

    def _commit(self, batches: list[Batch]) -> Outcomes:
        connection = self._opened()
        connection.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [_stored(connection, batch) for batch in batches]
        except Exception as wrong:
            raise GroupFailed(str(wrong)) from wrong
        self._files.check()
        connection.execute("COMMIT")
        self._files.check_committed()
        if self._last_entry is not None:
            self._note_last(batches, outcomes)
        return outcomes

    def _note_last(self, batches: list[Batch], outcomes: Outcomes) -> None:
        """Note the last entry that was stored; it is known to the next start, whatever is lost."""
        for batch, outcome in zip(reversed(batches), reversed(outcomes), strict=True):
            if outcome is None and batch.events and self._last_entry is not None:
                self._last_entry.write(batch.events[-1])
                return

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._files.check()
            self._connection = self._connect(self._path)
        return self._connection

    def _drop(self) -> None:
        """Close a connection that failed, which rolls back what it had begun."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()


def _stored(connection: sqlite3.Connection, batch: Batch) -> Exception | None:
    """Store a batch among others; return what it is refused for, which undoes only this batch."""

    def run(statement: str, values: tuple[Any, ...]) -> tuple[Rows, int]:
        cursor = connection.execute(statement, values)
        return cursor.fetchall(), cursor.rowcount

    connection.execute("SAVEPOINT command")
    outcome: Exception | None = None
    try:
        store(batch, run)
    except _EXPECTED as refused:
        connection.execute("ROLLBACK TO command")
        outcome = refused
    connection.execute("RELEASE command")
    return outcome


_PAUSE = 0.02
"""Seconds between two checks."""


class ChangeWatcher:
    """Watches the file for tables that have changed, those changed by this process included."""

    def __init__(self, path: Path, heard: Callable[[str, int], None]) -> None:
        """Start to watch; `heard` gets a table and its version."""
        self._path = path
        self._heard = heard
        self._closing = Event()
        self._thread = Thread(target=self._work, name="croupier-sqlite-watch", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                self._look()
            except sqlite3.Error:
                # The file is gone for now; it is opened again, and every table reported once more.
                self._closing.wait(0.2)

    def _look(self) -> None:
        connection = sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)
        known: dict[str, int] = {}
        last = None
        try:
            while not self._closing.is_set():
                (now,) = connection.execute("PRAGMA data_version").fetchone()
                if now != last:
                    last = now
                    for table_id, version in connection.execute("SELECT id, version FROM tables"):
                        if known.get(table_id) != version:
                            known[table_id] = version
                            self._heard(table_id, version)
                self._closing.wait(_PAUSE)
        finally:
            connection.close()

    def close(self) -> None:
        """Stop watching."""
        self._closing.set()
        self._thread.join()
