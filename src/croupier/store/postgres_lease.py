"""The lease on a PostgreSQL database: an advisory lock."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock
from typing import Any

import psycopg

_KEY = 0x7374657761726473
"""The number of the advisory lock; migrations use another one."""


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
