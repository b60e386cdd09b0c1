"""A clock that never goes back: what was over an hour ago stays over."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock

TOLERANCE = 5.0
"""How many seconds a clock may be set back without a word: that much is ordinary correction."""

RATE = 0.9
"""How fast time goes on while the machine's clock is behind: an hour is made good in ten."""


@dataclass(frozen=True, slots=True)
class Back:
    """A clock that was seen to go back: what it should have shown, and what it showed."""

    expected: float
    shown: float


class Clock:
    """The time of day in seconds, as the machine says it, but never less than before.

    When the machine's clock is set back by more than `TOLERANCE`, time goes on by the steady
    clock, a little slower, until the machine's has caught up. So nothing that has ended begins
    again, nobody waits an hour for what takes a minute, and a clock that was ahead by mistake is
    right again some day. Safe to use from any thread.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start at what the machine says; tests hand in clocks of their own."""
        self._wall = wall
        self._steady = steady
        self._lock = Lock()
        self._last = wall()
        self._read = steady()
        self._behind = 0.0
        self._backs: list[Back] = []

    def now(self) -> float:
        """Give the time, in seconds since 1970."""
        with self._lock:
            wall, steady = self._wall(), self._steady()
            elapsed = max(0.0, steady - self._read)
            expected = self._last + elapsed
            behind = expected - wall
            if behind <= TOLERANCE:
                self._last, self._behind = max(self._last, wall), 0.0
            else:
                if behind - self._behind > TOLERANCE:
                    self._backs.append(Back(expected, wall))
                self._last, self._behind = self._last + RATE * elapsed, behind
            self._read = steady
            return self._last

    def text(self) -> str:
        """Give the time as the database writes it; a `House` can be opened with this."""
        return written(self.now())

    def at_least(self, moment: float) -> None:
        """Learn that it was this late already, from what is stored."""
        with self._lock:
            self._last = max(self._last, moment)

    def shown(self) -> float:
        """Give what the machine's own clock shows."""
        return self._wall()

    def backs(self) -> tuple[Back, ...]:
        """Take what was seen since the last time that somebody asked."""
        with self._lock:
            backs, self._backs = tuple(self._backs), []
            return backs

    def again(self, back: Back) -> None:
        """Give back what was taken and could not be noted."""
        with self._lock:
            self._backs.append(back)


def written(moment: float) -> str:
    """Write a time as the database does: UTC, in milliseconds."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds")
