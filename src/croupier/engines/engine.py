"""What deals shards of shoes: the port behind which cores, a GPU or other machines work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol

from croupier.simulation.plan import Plan
from croupier.simulation.shard import Shard, deal


class Broken(Exception):
    """An engine that cannot begin, or cannot go on; it says why in a sentence."""


class Underway(Protocol):
    """A shard that is being dealt."""

    def result(self) -> Shard:
        """Wait for it; `Broken` if it will never be there."""
        ...

    def cancel(self) -> object:
        """Drop it, if that is still possible."""
        ...


class Engine(Protocol):
    """Deals shards; whatever it is, the same shoes come out."""

    @property
    def hands(self) -> int:
        """How many shards it deals at a time."""
        ...

    @property
    def most(self) -> int:
        """How many shoes a shard may have."""
        ...

    def submit(self, plan: Plan, first: int, shoes: int) -> Underway:
        """Begin to deal a shard."""
        ...


class Threads:
    """Deals in threads, for compiled code holds none of them up."""

    most = 16_384

    def __init__(self, pool: ThreadPoolExecutor, hands: int) -> None:
        self._pool, self.hands = pool, hands

    def submit(self, plan: Plan, first: int, shoes: int) -> Underway:
        """Begin to deal a shard as soon as a thread is free."""
        return self._pool.submit(deal, plan, first, shoes)


@contextmanager
def threads(workers: int) -> Iterator[Threads]:
    """Have so many threads for a while."""
    with ThreadPoolExecutor(workers) as pool:
        yield Threads(pool, workers)


def cores() -> int:
    """Say how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
