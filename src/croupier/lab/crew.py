"""Shoes dealt until there are rounds enough; the same answer from any engine, any number of hands.

Shards are handed out in order and added up in order. The last is cut after the shoe with which the
wanted rounds are reached, so neither the sizes of shards nor who dealt them can be seen in the
result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import ceil

import numpy as np

from croupier.lab.engine import Engine, Underway
from croupier.sim.plan import Plan
from croupier.sim.shard import Ints, Shard, deal, each
from croupier.sim.tally import Tally

FIRST = 64
"""Shoes of the first shard: they grow by a quarter of what was dealt before."""

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
        self.rounds += shard.rounds
        self.shoes += shard.shoes

    def tally(self) -> Tally:
        """Give what was counted."""
        (codes,) = self.counts.nonzero()
        counted = zip(codes.tolist(), self.counts[codes].tolist(), strict=True)
        return Tally(self.plan.suits, self.shoes, dict(counted))


def work(plan: Plan, rounds: int, engine: Engine) -> Iterator[Sum]:
    """Deal at least so many rounds in whole shoes; give the sum after each shard that is added.

    Who has seen enough stops asking, and what is being dealt then is dropped.
    """
    found = Sum(plan)
    pending: deque[Underway] = deque()
    given = 0
    try:
        while found.rounds < rounds:
            while len(pending) <= engine.hands:
                shoes = _next(found, given, rounds, engine.most)
                if pending and shoes < 1:
                    break
                shoes = max(shoes, 1)
                pending.append(engine.submit(plan, given, shoes))
                given += shoes
            found.add(_enough(plan, pending.popleft().result(), rounds - found.rounds))
            yield found
    finally:
        for underway in pending:
            underway.cancel()


def _next(found: Sum, given: int, rounds: int, most: int) -> int:
    """Say how many shoes the next shard should have: hardly ever more than will be wanted."""
    mean = found.rounds / found.shoes if found.shoes else found.plan.least_rounds
    wanted = rounds - found.rounds - (given - found.shoes) * mean
    return min(most, max(FIRST, given // 4), ceil(SHORT * wanted / mean))


def _enough(plan: Plan, shard: Shard, rounds: int) -> Shard:
    """Cut a shard after the shoe that brings the rounds still wanted, if it has more."""
    if shard.rounds <= rounds:
        return shard
    _, lengths = each(plan, shard.first, shard.shoes)
    shoes = int(np.searchsorted(np.cumsum(lengths), rounds)) + 1
    return deal(plan, shard.first, shoes)
