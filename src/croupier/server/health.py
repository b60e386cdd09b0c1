"""Whether bets can be taken, and the journal's notes of outages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from croupier.store.clock import Clock
from croupier.store.failures import NotStored
from croupier.store.incidents import Incidents, Kind

SERVER = "house:steward"
"""The actor that the journal names for the server itself."""


class Health:
    """Whether the last commit worked, and whether the server is closing; used by all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._failure: str | None = None
        self._listeners: list[Callable[[str | None], None]] = []
        self.closing = False

    @property
    def failure(self) -> str | None:
        """Why nothing can be stored; None while everything can."""
        return self._failure

    @property
    def takes_bets(self) -> bool:
        """Whether bets can be taken."""
        return self._failure is None and not self.closing

    def listen(self, on_change: Callable[[str | None], None]) -> None:
        """Call a function when the database is lost (with the reason) and when it is back (None).

        Each change is told once, from any thread.
        """
        self._listeners.append(on_change)

    def failed(self, why: object) -> None:
        """Record that something could not be stored or read."""
        self._set(" ".join(str(why).split())[:300])

    def worked(self) -> None:
        """Record that something was stored."""
        if self._failure is not None:
            self._set(None)

    def _set(self, failure: str | None) -> None:
        with self._lock:
            changed = (self._failure is None) != (failure is None)
            self._failure = failure
        if changed:
            for on_change in self._listeners:
                on_change(failure)


class OutageJournal:
    """Notes when the database was lost, and why, once it can be written again."""

    def __init__(self, journal: Incidents, clock: Clock, loop: asyncio.AbstractEventLoop) -> None:
        """Write to a journal, in threads of a loop."""
        self._journal = journal
        self._clock = clock
        self._loop = loop
        self._began: dict[str, str] = {}

    def health_changed(self, failure: str | None) -> None:
        """Remember the start of an outage, or write both entries at its end; from any thread."""
        if failure is not None:
            self._began = {"at": self._clock.text(), "why": failure}
            return
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.run_in_executor, None, self._write)

    def _write(self) -> None:
        with suppress(NotStored):
            self._journal.note(Kind.OUTAGE_BEGAN, SERVER, detail=self._began)
            self._journal.note(Kind.OUTAGE_ENDED, SERVER)
