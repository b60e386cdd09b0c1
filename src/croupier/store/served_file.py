"""The file beside a SQLite database that a server keeps: `house.db.serving`.

Its lock says that a server runs: a second one is refused. Its content is the last entry that was
stored at any table. It is written after each commit without waiting for the disk, so a process
that is killed leaves it right, and a database that has lost its end is recognised at the next
start.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from croupier.store.batch import EventRow
from croupier.store.failures import WrongDatabase
from croupier.store.os_lock import try_lock

SUFFIX = ".serving"
_LENGTH = 256


class StoredEntry(NamedTuple):
    """An entry of a table that was stored: its number, its hash, and when."""

    table_id: str
    number: int
    hash: str
    at: str


def served_file(database: Path) -> Path:
    """Return the path of the file beside a database, the same for every link to it."""
    real = database.resolve()
    return real.with_name(real.name + SUFFIX)


class ServerLock:
    """The right to serve a SQLite file, until the process ends."""

    def __init__(self, database: Path) -> None:
        """Take the lock; raise `WrongDatabase` if another server has it."""
        self._database = database
        try:
            self._file = os.open(served_file(database), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as wrong:
            raise WrongDatabase(f"cannot open {served_file(database)}: {wrong.strerror}") from None
        if not try_lock(self._file):
            os.close(self._file)
            raise WrongDatabase(
                f"another croupier serves {database}: a SQLite file has one server at a time; "
                "for more processes start it with --workers, for several servers use PostgreSQL"
            )

    def share(self) -> None:
        """Let worker processes of this server have the lock too."""
        if not try_lock(self._file, shared=True):
            raise WrongDatabase(f"another croupier serves {self._database}")

    def forget_last_entry(self) -> None:
        """Forget the last entry, because somebody accepts that it is lost."""
        os.ftruncate(self._file, 0)

    def close(self) -> None:
        """Release the lock."""
        os.close(self._file)


def share_lock(database: Path) -> int:
    """Take the lock of the server that this worker process belongs to; return its descriptor.

    If the first process dies and leaves workers behind, no other server can start beside them.
    """
    file = os.open(served_file(database), os.O_RDWR | os.O_CREAT, 0o600)
    if not try_lock(file, shared=True):
        os.close(file)
        raise WrongDatabase(f"another croupier serves {database}")
    return file


class LastEntry:
    """Writes the last entry that was stored; any process of a server may do so."""

    def __init__(self, database: Path) -> None:
        """Open the file."""
        self._file: int | None = os.open(served_file(database), os.O_RDWR | os.O_CREAT, 0o600)

    def write(self, row: EventRow) -> None:
        """Write an entry in the place of the one before."""
        assert self._file is not None, "it is open while the writer is"
        line = f"{row.table_id} {row.number} {row.hash} {row.at}\n"
        os.pwrite(self._file, line.encode().ljust(_LENGTH), 0)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def last_entry(database: Path) -> StoredEntry | None:
    """Return the last entry that a server has stored; None if none is known."""
    try:
        words = served_file(database).read_text("utf-8", errors="replace").split()
        table_id, number, hash_, at = words
        return StoredEntry(table_id, int(number), hash_, at)
    except (FileNotFoundError, ValueError):
        return None
