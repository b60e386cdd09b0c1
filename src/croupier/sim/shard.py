"""Some shoes in a row, dealt by compiled code; shards are added up, in any sizes, to one tally."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.sim import kernel, lanes, suits
from croupier.sim.plan import Plan
from croupier.sim.stream import RANKS, SUITS, keys

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Shard:
    """How the coups of some shoes ended."""

    first: int
    shoes: int
    counts: Ints
    """How often each code came."""

    @property
    def rounds(self) -> int:
        """How many coups the shoes had, all together."""
        return int(self.counts.sum())


def deal(plan: Plan, first: int, shoes: int) -> Shard:
    """Deal so many shoes, the first of which has this number; holds no other thread up."""
    return each(plan, first, shoes)[0]


def each(plan: Plan, first: int, shoes: int) -> tuple[Shard, Ints]:
    """Deal so many shoes, and say how many coups each of them had."""
    counts = np.zeros(plan.codes + 1, np.int64)
    rounds = np.zeros(shoes, np.int64)
    key = [np.uint64(number) for number in keys(plan.seed, RANKS)]
    where = first, plan.decks, plan.stop, counts, rounds
    if plan.suits:
        key += [np.uint64(number) for number in keys(plan.seed, SUITS)]
        kernel.deal_suits(*key, *where, *suits.room())
    else:
        kernel.deal_ranks(*key, *where, *lanes.room())
    return Shard(first, shoes, counts[:-1]), rounds
