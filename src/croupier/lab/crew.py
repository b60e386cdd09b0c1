"""Shoes dealt on all cores until there are rounds enough; the same answer from any number of them.

Shards are handed out in order and added up in order. The last is cut after the shoe with which the
wanted rounds are reached, so neither the sizes of shards nor the workers can be seen in the result.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from math import ceil

import numpy as np

from croupier.sim.plan import Plan
from croupier.sim.shard import Ints, Shard, deal
from croupier.sim.tally import Tally

FIRST, MOST = 64, 16_384
"""Shoes of the first shard and of the largest: they grow by a quarter of what was dealt before."""

SHORT = 0.998
"""What is handed out of what seems to be wanted, so that no large shard has to be cut."""


class Sum:
    """Whole shards added up."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.shoes = self.rounds = 0
        self.counts: Ints = np.zeros(plan.codes, np.int64)

    def add(self, shard: Shard) -> None:
        """Add the shard that comes next."""
        assert shard.first == self.shoes, "shards are added in order"
        self.counts += shard.counts
        self.rounds += int(shard.rounds.sum())
        self.shoes += len(shard.rounds)

    def tally(self) -> Tally:
        """Give what was counted."""
        (codes,) = self.counts.nonzero()
        counted = zip(codes.tolist(), self.counts[codes].tolist(), strict=True)
        return Tally(self.plan.suits, self.shoes, dict(counted))


def cores() -> int:
    """Say how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work(plan: Plan, rounds: int, workers: int) -> Iterator[Sum]:
    """Deal at least so many rounds in whole shoes; give the sum after each shard that is added.

    Who has seen enough stops asking, and what is being dealt then is dropped.
    """
    found = Sum(plan)
    pending: deque[Future[Shard]] = deque()
    given = 0
    with ThreadPoolExecutor(workers) as pool:
        try:
            while found.rounds < rounds:
                while len(pending) <= workers:
                    shoes = _next(found, given, rounds)
                    if pending and shoes < 1:
                        break
                    shoes = max(shoes, 1)
                    pending.append(pool.submit(deal, plan, given, shoes))
                    given += shoes
                future = pending.popleft()
                found.add(_enough(plan, future.result(), rounds - found.rounds))
                yield found
        finally:
            for future in pending:
                future.cancel()


def _next(found: Sum, given: int, rounds: int) -> int:
    """Say how many shoes the next shard should have: hardly ever more than will be wanted."""
    each = found.rounds / found.shoes if found.shoes else found.plan.least_rounds
    wanted = rounds - found.rounds - (given - found.shoes) * each
    return min(MOST, max(FIRST, given // 4), ceil(SHORT * wanted / each))


def _enough(plan: Plan, shard: Shard, rounds: int) -> Shard:
    """Cut a shard after the shoe that brings the rounds still wanted, if it has more."""
    shoes = int(np.searchsorted(np.cumsum(shard.rounds), rounds)) + 1
    return shard if shoes >= len(shard.rounds) else deal(plan, shard.first, shoes)
