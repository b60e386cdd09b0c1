"""The interface of an engine that deals shards of shoes, and the engine that uses threads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol

from croupier.simulation.dealing import Shard, deal
from croupier.simulation.plan import Plan


class EngineFailed(Exception):
    """An engine cannot start or cannot continue; the message says why in one sentence."""


class PendingShard(Protocol):
    """A shard that is being dealt."""

    def result(self) -> Shard:
        """Return the shard when it is dealt; raise `EngineFailed` if it never will be."""
        ...

    def cancel(self) -> object:
        """Drop the shard if it is not being dealt yet."""
        ...


class Engine(Protocol):
    """Deals shards of shoes; every engine deals the same cards for the same plan."""

    @property
    def parallel(self) -> int:
        """How many shards it deals at a time."""
        ...

    @property
    def max_shoes(self) -> int:
        """The largest number of shoes in one shard."""
        ...

    def submit(self, plan: Plan, first: int, shoes: int) -> PendingShard:
        """Start to deal a shard."""
        ...


class ThreadEngine:
    """Deals shards in threads; compiled code releases the interpreter lock."""

    max_shoes = 16_384

    def __init__(self, pool: ThreadPoolExecutor, parallel: int) -> None:
        self._pool, self.parallel = pool, parallel

    def submit(self, plan: Plan, first: int, shoes: int) -> PendingShard:
        """Queue a shard for the next free thread."""
        return self._pool.submit(deal, plan, first, shoes)


@contextmanager
def thread_engine(workers: int) -> Iterator[ThreadEngine]:
    """Open an engine with this number of threads."""
    with ThreadPoolExecutor(workers) as pool:
        yield ThreadEngine(pool, workers)


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
