"""Some shoes in a row, dealt by compiled code; shards are added up, in any sizes, to one tally."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.simulation import compiled, cpu_kernel, cpu_suits
from croupier.simulation.plan import Plan
from croupier.simulation.random_stream import RANKS, SUITS, keys

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
        compiled.deal_suits(*key, *where, *cpu_suits.room())
    else:
        compiled.deal_ranks(*key, *where, *cpu_kernel.room())
    return Shard(first, shoes, counts[:-1]), rounds
