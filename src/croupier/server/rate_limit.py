"""Token buckets: how often something may happen on average, and how often at once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

Seconds = Callable[[], float]
"""A clock that never goes back."""

MOST_KEYS = 100_000
"""How many buckets a rate limit keeps; the one that was unused longest is dropped first."""


class Bucket:
    """One bucket of tokens: it fills at a rate, up to a limit."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_then")

    def __init__(self, per_second: float, burst: float, clock: Seconds = time.monotonic) -> None:
        """Allow `per_second` on average and `burst` at once."""
        self._rate, self._burst, self._clock = per_second, burst, clock
        self._left, self._then = burst, clock()

    def take(self, cost: float = 1) -> bool:
        """Take tokens; return False, and take none, if there are too few."""
        if not self.has(cost):
            return False
        self._left -= cost
        return True

    def has(self, cost: float = 1) -> bool:
        """Return True if there are so many tokens; a full bucket is enough for anything."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        return self._left >= min(cost, self._burst)

    def owe(self, cost: float) -> None:
        """Take tokens that may not be there yet: what comes next has to wait for them."""
        self.has()
        self._left -= cost

    def wait(self, cost: float = 1) -> float:
        """Return the seconds until there are so many tokens."""
        if self.has(cost):
            return 0.0
        return (min(cost, self._burst) - self._left) / self._rate


class RateLimit:
    """Buckets by key: an address, a session."""

    def __init__(self, per_second: float, burst: float, clock: Seconds = time.monotonic) -> None:
        """Allow each key `per_second` on average and `burst` at once."""
        self._rate, self._burst, self._clock = per_second, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> bool:
        """Count one more request of a key; return False if it comes too soon."""
        return self.bucket(key).take(cost)

    def bucket(self, key: str) -> Bucket:
        """Return the bucket of a key."""
        found = self._buckets.pop(key, None) or Bucket(self._rate, self._burst, self._clock)
        self._buckets[key] = found
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return found
