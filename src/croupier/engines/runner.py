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

from croupier.engines.engine import Engine, Underway
from croupier.simulation.plan import Plan
from croupier.simulation.shard import Ints, Shard, deal, each
from croupier.simulation.tally import Tally

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

    @classmethod
    def of(cls, plan: Plan, tally: Tally) -> Sum:
        """Make it again of what was counted of the first shoes."""
        found = cls(plan)
        found.shoes, found.rounds = tally.shoes, tally.rounds
        for code, count in tally.counts.items():
            found.counts[code] = count
        return found

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


def work(plan: Plan, rounds: int, engine: Engine, since: Sum | None = None) -> Iterator[Sum]:
    """Deal at least so many rounds in whole shoes; give the sum after each shard that is added.

    What was dealt before is not dealt again: the shoes that follow are added to it. Who has seen
    enough stops asking, and what is being dealt then is dropped.
    """
    found = since or Sum(plan)
    pending: deque[Underway] = deque()
    given = found.shoes
    try:
        while found.rounds < rounds:
            while len(pending) <= engine.hands:
                shoes = _next(found, given, rounds, engine)
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


def needless(found: Sum, rounds: int) -> bool:
    """Say whether there are so many rounds without the last shoe: then it has too many shoes."""
    if found.rounds < rounds:
        return False
    return found.rounds - deal(found.plan, found.shoes - 1, 1).rounds >= rounds


def _next(found: Sum, given: int, rounds: int, engine: Engine) -> int:
    """Say how many shoes the next shard should have: hardly ever more than will be wanted.

    Towards the end shards are small enough for every hand to have one.
    """
    mean = found.rounds / found.shoes if found.shoes else found.plan.least_rounds
    wanted = ceil(SHORT * (rounds - found.rounds - (given - found.shoes) * mean) / mean)
    share = max(FIRST, wanted // engine.hands)
    return min(engine.most, max(FIRST, given // 4), share, wanted)


def _enough(plan: Plan, shard: Shard, rounds: int) -> Shard:
    """Cut a shard after the shoe that brings the rounds still wanted, if it has more."""
    if shard.rounds <= rounds:
        return shard
    _, lengths = each(plan, shard.first, shard.shoes)
    shoes = int(np.searchsorted(np.cumsum(lengths), rounds)) + 1
    return deal(plan, shard.first, shoes)
