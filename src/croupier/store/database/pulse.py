"""How processes on one SQLite file hear of each other: the file's own counter, looked at often.

SQLite has no way to call other processes. Each connection sees a number that changes when another
one has committed; looking at it costs microseconds, so it is looked at many times a second.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

_PAUSE = 0.02
"""Seconds between two looks."""


class Pulse:
    """Says which tables have moved on; one that this process moved itself is told too."""

    def __init__(self, path: Path, heard: Callable[[str, int], None]) -> None:
        """Start to look; `heard` is told a table and its version."""
        self._path = path
        self._heard = heard
        self._closing = Event()
        self._thread = Thread(target=self._work, name="croupier-pulse", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                self._look()
            except sqlite3.Error:
                # Gone for now: the file is opened anew, and every table told once more.
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
        """Stop looking."""
        self._closing.set()
        self._thread.join()
