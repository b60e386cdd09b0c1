"""The thread and the clock of an automatic dealer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

from croupier.server.auto_dealer.crash_recovery import Unresolved
from croupier.server.auto_dealer.dealer import RETRY, AutoDealer

_log = logging.getLogger(__name__)

GATHER = 10
"""Milliseconds for which wake-ups are gathered into one step."""


def milliseconds() -> int:
    """Return the time of a clock that nobody can set."""
    return int(monotonic() * 1000)


class AutoDealerThread:
    """Steps an automatic dealer when something is due or a table has changed."""

    def __init__(self, dealer: AutoDealer, clock: Callable[[], int] = milliseconds) -> None:
        """Take a dealer that nobody else steps."""
        self._dealer = dealer
        self._clock = clock
        self._condition = Condition()
        self._woken = False
        self._stopping = False
        self._thread = Thread(target=self._run, name="croupier-auto-dealer", daemon=True)

    @property
    def holds_lease(self) -> bool:
        """Whether this process runs the automatic tables."""
        return self._dealer.holds_lease

    @property
    def unresolved(self) -> Unresolved:
        """The tables whose rounds a crash may have interrupted."""
        return self._dealer.unresolved

    def start(self) -> None:
        """Take the lease, note which tables a crash may have interrupted, then start the thread.

        Those take no commands of people when this returns; the thread resolves them.
        """
        self._dealer.wake = self._wake
        self._begin()
        self._thread.start()

    def _wake(self) -> None:
        with self._condition:
            self._woken = True
            self._condition.notify()

    def _run(self) -> None:
        while True:
            with self._condition:
                if self._stopping:
                    return
                self._woken = False
            due = self._step()
            with self._condition:
                if due is None:
                    return
                self._wait(due, lambda: self._woken or self._stopping)
                # Many bets are one reason to step; they do not delay what is due.
                self._wait(min(due, self._clock() + GATHER), lambda: self._stopping)

    def _wait(self, until: int, enough: Callable[[], bool]) -> None:
        self._condition.wait_for(enough, max(until - self._clock(), 0) / 1000)

    def _begin(self) -> None:
        try:
            self._dealer.begin(self._clock())
        except Exception:
            _log.exception("the auto dealer failed and goes on")

    def _step(self) -> int | None:
        try:
            return self._dealer.step(self._clock())
        except Exception:
            _log.exception("the auto dealer failed and goes on")
            return self._clock() + RETRY

    def stop(self, *, finish: bool, within: int = 10_000) -> bool:
        """End the thread, then stop the dealer; return True if everything was left in order."""
        last = self._clock() + within
        with self._condition:
            self._stopping = True
            self._condition.notify()
        if self._thread.is_alive():
            self._thread.join(within / 1000)
        if self._thread.is_alive():
            return False
        return self._dealer.stop(finish=finish, has_time=lambda: self._clock() < last)
