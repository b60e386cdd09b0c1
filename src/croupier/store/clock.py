"""A clock that never goes back, so that what has ended stays ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock

TOLERANCE = 5.0
"""How many seconds a clock may be set back without an incident: an ordinary correction."""

RATE = 0.9
"""How fast time passes while the machine's clock is behind; one hour is made up in ten."""


@dataclass(frozen=True, slots=True)
class Back:
    """A step back of the machine's clock: what it should have shown, and what it showed."""

    expected: float
    shown: float


class Clock:
    """The machine's time of day in seconds, but never less than before.

    When the machine's clock is set back by more than `TOLERANCE`, time goes on by the monotonic
    clock, a little slower, until the machine's clock has caught up. So nothing that has ended
    begins again, nobody waits an hour for what takes a minute, and a clock that was ahead by
    mistake becomes right again. Safe to use from any thread.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start at the machine's time; tests pass in clocks of their own."""
        self._wall = wall
        self._steady = steady
        self._lock = Lock()
        self._last = wall()
        self._read = steady()
        self._behind = 0.0
        self._backs: list[Back] = []

    def now(self) -> float:
        """Return the time in seconds since 1970."""
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
        """Return the time as the database writes it; `House.open(now=…)` takes this method."""
        return written(self.now())

    def at_least(self, moment: float) -> None:
        """Move the clock forward to a stored time, if that is later."""
        with self._lock:
            self._last = max(self._last, moment)

    def shown(self) -> float:
        """Return the time of the machine's own clock."""
        return self._wall()

    def take_steps_back(self) -> tuple[Back, ...]:
        """Return the steps back since the last call, and forget them."""
        with self._lock:
            backs, self._backs = tuple(self._backs), []
            return backs

    def remember(self, back: Back) -> None:
        """Remember a step back again, because it could not be stored."""
        with self._lock:
            self._backs.append(back)


def written(moment: float) -> str:
    """Return a time as the database writes it: UTC, with milliseconds."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds")


def utc_now() -> str:
    """Return the machine's time as events have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
