"""A steward with a clock and a thread of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

from croupier.server.auto_dealer.runner import RETRY, Steward

_log = logging.getLogger(__name__)


GAP = 10
"""How many milliseconds wake-ups are gathered for."""


def milliseconds() -> int:
    """Give the time of a clock that nobody sets."""
    return int(monotonic() * 1000)


class StewardThread:
    """Steps a steward when something is due or a table has moved."""

    def __init__(self, steward: Steward, clock: Callable[[], int] = milliseconds) -> None:
        """Take a steward that nobody else steps."""
        self._steward = steward
        self._clock = clock
        self._wanted = Condition()
        self._woken = False
        self._stopping = False
        self._thread = Thread(target=self._work, name="croupier-steward", daemon=True)

    @property
    def holding(self) -> bool:
        """Whether this process runs the tables."""
        return self._steward.holding

    def start(self) -> None:
        """Take the lease and resolve what a crash has left; then start to work.

        The first step is done before this returns: nobody plays on at a table that it voids.
        """
        self._steward.wake = self._wake
        self._step()
        self._thread.start()

    def _wake(self) -> None:
        with self._wanted:
            self._woken = True
            self._wanted.notify()

    def _work(self) -> None:
        while True:
            with self._wanted:
                if self._stopping:
                    return
                self._woken = False
            due = self._step()
            with self._wanted:
                if due is None:
                    return
                self._wait(due, lambda: self._woken or self._stopping)
                # Many bets are one reason to look; what is due is not put off by them.
                self._wait(min(due, self._clock() + GAP), lambda: self._stopping)

    def _wait(self, until: int, enough: Callable[[], bool]) -> None:
        self._wanted.wait_for(enough, max(until - self._clock(), 0) / 1000)

    def _step(self) -> int | None:
        try:
            return self._steward.step(self._clock())
        except Exception:
            _log.exception("the steward failed and goes on")
            return self._clock() + RETRY

    def stop(self, *, finish: bool, within: int = 10_000) -> bool:
        """End the thread, then stop the steward; say whether everything was left in order."""
        last = self._clock() + within
        with self._wanted:
            self._stopping = True
            self._wanted.notify()
        if self._thread.is_alive():
            self._thread.join(within / 1000)
        if self._thread.is_alive():
            return False
        return self._steward.stop(finish=finish, patient=lambda: self._clock() < last)
