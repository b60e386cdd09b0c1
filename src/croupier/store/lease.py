"""A lease on a database: of all processes that serve it, one at a time holds it.

No clock is involved. The holder keeps something open that the operating system or the database
closes when the process dies: a lock on a file beside a SQLite database, or an advisory lock of
its own PostgreSQL connection.
"""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock
from typing import Protocol

from croupier.store.address import Address
from croupier.store.failures import WrongDatabase
from croupier.store.os_lock import try_lock

SUFFIX = ".steward"
"""The suffix of the file beside a database."""


class Lease(Protocol):
    """A right that one process of many holds."""

    def try_take(self) -> bool:
        """Take it if it is free, without waiting; return True if it is held now."""

    def held(self) -> bool:
        """Return True if it is still held."""

    def release(self) -> None:
        """Release it, if it is held."""


def lease_of(database: str) -> Lease:
    """Return the lease of a database by its path or URL, without taking it."""
    address = Address.parse(database)
    if address.path is not None:
        return FileLease(address.path.with_name(address.path.name + SUFFIX))
    # Imported here, so that a SQLite database does not load the PostgreSQL client.
    from croupier.store.postgres_lease import PostgresLease

    assert address.url is not None, "an address is a path or a URL"
    return PostgresLease(address.url)


class FileLease:
    """A lock on a file; the operating system releases it when the process ends."""

    def __init__(self, path: Path) -> None:
        """Use a file; it is created when the lease is first taken, and stays there."""
        self._path = path
        self._file: int | None = None
        self._lock = Lock()

    def try_take(self) -> bool:
        """Lock the file unless another process has locked it; return True if it is locked here."""
        with self._lock:
            if self._standing():
                return True
            self._close()
            try:
                file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError as wrong:
                raise WrongDatabase(f"cannot open {self._path}: {wrong}") from wrong
            if not try_lock(file):
                os.close(file)
                return False
            self._file = file
            if self._standing():
                return True
            # The file was removed in between; the next try finds the new one.
            self._close()
            return False

    def held(self) -> bool:
        """Return True if the file that others would lock is still the one locked here."""
        with self._lock:
            return self._standing()

    def _standing(self) -> bool:
        if self._file is None:
            return False
        try:
            there, ours = os.stat(self._path), os.fstat(self._file)
        except OSError:
            return False
        return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def release(self) -> None:
        """Unlock the file by closing it."""
        with self._lock:
            self._close()
