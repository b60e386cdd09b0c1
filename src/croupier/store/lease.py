"""A lease on a database: of all processes that serve it, one at a time holds it.

No clock is involved. The holder keeps something open that the operating system or the database
closes when the process dies: a lock on a file beside a SQLite database, or an advisory lock of
its own PostgreSQL connection.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import psycopg

from croupier.store.address import Address
from croupier.store.failures import WrongDatabase
from croupier.store.os_lock import try_lock

_KEY = 0x7374657761726473
"""The number of the advisory lock; migrations use another one."""

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


class PostgresLease:
    """An advisory lock of a connection that is used for nothing else."""

    def __init__(self, url: str) -> None:
        """Use a database; the connection is made when the lease is first taken."""
        self._url = url
        self._connection: psycopg.Connection[Any] | None = None
        self._lock = Lock()

    def try_take(self) -> bool:
        """Take the lock if it is free; return False also if the database is unreachable."""
        with self._lock:
            if self._standing():
                return True
            self._close()
            try:
                # Keepalives: both ends notice within half a minute that the other has vanished.
                connection = psycopg.connect(
                    self._url,
                    autocommit=True,
                    connect_timeout=5,
                    keepalives=1,
                    keepalives_idle=10,
                    keepalives_interval=5,
                    keepalives_count=3,
                    tcp_user_timeout=25_000,
                )
            except psycopg.Error:
                return False
            try:
                row = connection.execute("SELECT pg_try_advisory_lock(%s)", (_KEY,)).fetchone()
            except psycopg.Error:
                row = None
            if row is None or row[0] is not True:
                _end(connection)
                return False
            self._connection = connection
            return True

    def held(self) -> bool:
        """Return True if the connection still works: the lock lives as long as it does."""
        with self._lock:
            return self._standing()

    def _standing(self) -> bool:
        if self._connection is None:
            return False
        try:
            self._connection.execute("SELECT 1")
        except psycopg.Error:
            self._close()
            return False
        return True

    def _close(self) -> None:
        if self._connection is not None:
            _end(self._connection)
            self._connection = None

    def release(self) -> None:
        """Release the lock by closing the connection."""
        with self._lock:
            self._close()


def _end(connection: psycopg.Connection[Any]) -> None:
    with suppress(psycopg.Error):
        connection.close()
