"""The files of a SQLite database while it is in use: none may be removed, replaced or cut.

A process that has a file open goes on writing to it after somebody has removed it: every commit
"works", and is gone with the process. So before and after each commit the files under the
database's path are compared with those that were opened: the database itself, its write-ahead log
(`-wal`) and the index of that log (`-shm`). Only `stat` is used for the database and the index:
closing a descriptor of them would release SQLite's locks in the whole process.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from threading import RLock

from croupier.store.failures import FilesLost, NotStored

_HEADER = 32
_MAGIC = (0x377F0682, 0x377F0683)
_PATIENCE = 1.0
"""Seconds that a checkpoint at the end waits for others who read."""

_Identity = tuple[int, int]


def open_file(path: Path, timeout: float = 10) -> sqlite3.Connection:
    """Return a connection for writing to a file that exists; a new file is never made here."""
    url = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(
        url, uri=True, isolation_level=None, timeout=timeout, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class WatchedFiles:
    """Compares the files of a database with those that were there when it was opened.

    It has a connection of its own. While that is open SQLite itself neither removes nor replaces
    a file, so whatever happens to them was done by somebody else.
    """

    def __init__(self, path: Path) -> None:
        """Open the database and note its files; raise `NotStored` if that fails."""
        self._lock = RLock()
        self._main = str(path)
        # SQLite names them after the file that a link leads to.
        real = path.resolve()
        self._wal, self._shm = f"{real}-wal", f"{real}-shm"
        self._cut: str | None = None
        self._saved: bool | None = None
        self._closed = False
        try:
            self._connection = open_file(path, _PATIENCE)
            try:
                # The first read opens the log and its index.
                self._connection.execute("SELECT 1 FROM sqlite_master").fetchone()
                main = os.stat(self._main)
                self._names = (self._main, self._wal, self._shm)
                self._identities = tuple(_identity(os.stat(name)) for name in self._names)
                # No lock is ever taken on the log, so it may be opened and read.
                self._log = os.open(self._wal, os.O_RDONLY)
            except BaseException:
                self._connection.close()
                raise
        except (OSError, sqlite3.Error) as wrong:
            raise NotStored(f"cannot open {path}: {wrong}") from wrong
        self._size = main.st_size
        self._log_size = os.fstat(self._log).st_size
        self._log_header = os.pread(self._log, _HEADER, 0)

    def check(self) -> None:
        """Raise `FilesLost` if a file is missing, is another one, or was cut.

        To be called in a transaction that writes, before its commit: nobody else can change the
        log then.
        """
        with self._lock:
            size, log_size = self._sizes()
            if size < self._size and (not size or size < self._needed()):
                self._is_cut(f"{self._main} was cut from {self._size} to {size} bytes")
            self._size = size
            if log_size < self._log_size:
                header = os.pread(self._log, _HEADER, 0)
                # After a checkpoint SQLite itself may have emptied the log, or begun it anew.
                if header == self._log_header:
                    self._is_cut(f"{self._wal} was cut from {self._log_size} to {log_size} bytes")
                self._log_size = log_size

    def check_committed(self) -> None:
        """Raise `FilesLost` if a commit went into files that nobody will find again."""
        with self._lock:
            _, log_size = self._sizes()
            header = os.pread(self._log, _HEADER, 0)
            if header and int.from_bytes(header[:4], "big") not in _MAGIC:
                # Somebody emptied it: SQLite went on writing where it was, and left a hole.
                self._is_cut(f"{self._wal} was cut: it has no beginning any more")
            self._log_size, self._log_header = log_size, header

    def close(self, *, empty_log: bool = False) -> None:
        """Close the database; with `empty_log` its log is brought into it first, and is empty then.

        After a loss it is left open to the end of the process. SQLite would remove the log that
        lies under this name now, and with it what may be needed to mend the database.
        """
        with self._lock:
            if self._closed:
                return
            self._closed = True
            os.close(self._log)
            try:
                self._sizes()
            except FilesLost:
                # A reference that is never given back: nothing closes the connection.
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._connection))
                return
            if empty_log:
                with suppress(sqlite3.Error):
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._connection.close()

    def _sizes(self) -> tuple[int, int]:
        """Return the sizes of the database and its log; raise `FilesLost`."""
        if self._cut is not None:
            raise FilesLost(self._cut)
        sizes = []
        for name, identity in zip(self._names, self._identities, strict=True):
            try:
                found = os.stat(name)
            except OSError as wrong:
                raise self._lost(name, f"{name} is gone ({wrong.strerror})") from None
            if (found.st_dev, found.st_ino) != identity:
                raise self._lost(name, f"{name} is another file now")
            sizes.append(found.st_size)
        return sizes[0], sizes[1]

    def _needed(self) -> int:
        """Return how long the database says that its file is; VACUUM makes it shorter."""
        (pages,) = self._connection.execute("PRAGMA page_count").fetchone()
        (page,) = self._connection.execute("PRAGMA page_size").fetchone()
        return int(pages) * int(page)

    def _is_cut(self, how: str) -> None:
        self._cut = f"{how}: nothing is stored before the server is started again"
        raise FilesLost(self._cut)

    def _lost(self, name: str, how: str) -> FilesLost:
        if name == self._wal and self._save():
            how += "; all that was stored before is in the database, start the server again"
        return FilesLost(how)

    def _save(self) -> bool:
        """Copy a log that was removed into the database; return True if all of it is there.

        This process still has it open. If somebody has written to another log under its name
        since, it is left alone: the two do not fit together.
        """
        if self._saved is None:
            self._saved = not self._written_since() and self._checkpoint()
        return self._saved

    def _written_since(self) -> bool:
        try:
            return os.stat(self._wal).st_size > 0
        except OSError:
            return False

    def _checkpoint(self) -> bool:
        try:
            if _identity(os.stat(self._main)) != self._identities[0]:
                return False
            row = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except (OSError, sqlite3.Error):
            return False
        busy, frames, copied = row
        return not busy and frames == copied


def _identity(found: os.stat_result) -> _Identity:
    return found.st_dev, found.st_ino
