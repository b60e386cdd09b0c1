"""Shoes as casinos deal them: some cards are burnt first, and a coup follows the cut card.

The first card tells how many cards are burnt unseen: as many as it counts, ten for tens and courts.
The coup in which the cut card appears is finished, and one more is dealt. Cards that nobody saw are
all alike, whether they were burnt or lie behind the cut card; so the shoes stay those of the seed,
and such a shoe ends as if so many cards more were behind the cut card.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from croupier.cards import POINTS
from croupier.simulation import recorded_shoes
from croupier.simulation.plan import Plan
from croupier.simulation.random_stream import Stream
from croupier.simulation.recorded_shoes import Book
from croupier.simulation.reference import ORDER

BURNT = 2
"""The stream that says how many cards of a shoe are burnt; those of ranks and suits go before."""


def burnt(seed: int, shoe: int) -> int:
    """Say how many cards are burnt: any rank is as likely as another."""
    return POINTS[ORDER[Stream(seed, shoe, BURNT).below(len(ORDER))]] or 10


def write(plan: Plan, first: int, shoes: int) -> Book:
    """Write down so many shoes, each to its own end."""
    deep = recorded_shoes.write(replace(plan, cut=0), first, shoes)
    behind = np.array([plan.cut + burnt(plan.seed, first + here) for here in range(shoes)])
    left = deep.left.sum(axis=2, dtype=np.int64)
    # Left falls from round to round, so these are the rounds before the cut card; then one more.
    before = (deep.played & (left > behind[:, None])).sum(axis=1)
    return replace(deep, plan=plan, rounds=np.minimum(before + 1, deep.rounds))
