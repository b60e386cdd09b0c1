"""How much somebody may ask for: a bucket that fills at a rate and is never over-full."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 100_000
"""How many buckets are kept; the one that was used longest ago goes first."""


class Limit:
    """Buckets by key: an address, a session. The clock is one that never goes back."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Let so many pass on average, and so many at once."""
        self._rate = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """Say whether one more may pass; if so, it has."""
        now = self._clock()
        left, then = self._buckets.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        passes = left >= 1
        self._buckets[key] = (left - passes, now)
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return passes
