"""The lease on a PostgreSQL database: an advisory lock."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock
from typing import Any

import psycopg

_KEY = 0x7374657761726473
"""The number of the advisory lock; migrations use another one."""


_VANISHED = (
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = 25000",
)
"""Lets the database notice within half a minute that the machine of its client has vanished.

By default it would ask after two hours, and hold the lock until then.
"""


class PostgresLease:
    """An advisory lock of a connection that is used for nothing else."""

    def __init__(self, url: str) -> None:
        """Use a database; the connection is made when the lease is first tried, and kept."""
        self._url = url
        self._connection: psycopg.Connection[Any] | None = None
        self._locked = False
        self._lock = Lock()

    def try_take(self) -> bool:
        """Take the lock if it is free; return False also if the database is unreachable."""
        with self._lock:
            if self._standing():
                return True
            try:
                connection = self._connected()
                row = connection.execute("SELECT pg_try_advisory_lock(%s)", (_KEY,)).fetchone()
            except psycopg.Error:
                self._close()
                return False
            self._locked = row is not None and row[0] is True
            return self._locked

    def _connected(self) -> psycopg.Connection[Any]:
        """Return the connection; a process that waits for the lease keeps it too."""
        if self._connection is None:
            # This end notices within half a minute that the database's machine has vanished.
            self._connection = psycopg.connect(
                self._url,
                autocommit=True,
                connect_timeout=5,
                keepalives=1,
                keepalives_idle=10,
                keepalives_interval=5,
                keepalives_count=3,
                tcp_user_timeout=25_000,
            )
            for setting in _VANISHED:
                self._connection.execute(setting)
        return self._connection

    def held(self) -> bool:
        """Return True if the connection still works: the lock lives as long as it does."""
        with self._lock:
            return self._standing()

    def _standing(self) -> bool:
        if self._connection is None or not self._locked:
            return False
        try:
            self._connection.execute("SELECT 1")
        except psycopg.Error:
            self._close()
            return False
        return True

    def _close(self) -> None:
        self._locked = False
        if self._connection is not None:
            _end(self._connection)
            self._connection = None

    def release(self) -> None:
        """Release the lock, and close the connection."""
        with self._lock:
            if self._connection is not None and self._locked:
                # Not by closing alone: the database may notice that a moment later.
                with suppress(psycopg.Error):
                    self._connection.execute("SELECT pg_advisory_unlock(%s)", (_KEY,))
            self._close()


def _end(connection: psycopg.Connection[Any]) -> None:
    with suppress(psycopg.Error):
        connection.close()
