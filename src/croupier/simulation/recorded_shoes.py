"""The book of some shoes in a row: every round of them, as compiled code wrote it down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import POINTS
from croupier.simulation import compiled, cpu_kernel, cpu_suits
from croupier.simulation.plan import Plan
from croupier.simulation.random_stream import RANKS, SUITS, Stream, keys
from croupier.simulation.reference import ORDER

Words = NDArray[np.uint16]
Ints = NDArray[np.int64]
LEAST_CARDS_A_COUP = 4

BURNT = 2
"""The stream that says how many cards of a shoe are burnt; those of ranks and suits go before."""


@dataclass(frozen=True, slots=True)
class Book:
    """Rounds of shoes, one shoe a row; what lies behind a shoe's last round means nothing."""

    plan: Plan
    first: int
    rounds: Ints
    """How many rounds each shoe had."""
    codes: Words
    """How each round ended: [shoe, round]."""
    left: Words
    """What was left of each rank, ace to king, when the round began: [shoe, round, rank]."""

    @property
    def played(self) -> NDArray[np.bool_]:
        """Which places of the rows are rounds."""
        here: NDArray[np.bool_] = np.arange(self.codes.shape[1]) < self.rounds[:, None]
        return here


def write(plan: Plan, first: int, shoes: int) -> Book:
    """Deal so many shoes, the first of which has this number, and write every round down."""
    most = -(-(plan.cards - plan.stop) // LEAST_CARDS_A_COUP)
    rounds = np.zeros(shoes, np.int64)
    codes = np.zeros((shoes, most), np.uint16)
    left = np.zeros((shoes, most, 13), np.uint16)
    key: list[Any] = [np.uint64(number) for number in keys(plan.seed, RANKS)]
    where = first, plan.decks, plan.stop, codes, left, rounds
    if plan.suits:
        key += [np.uint64(number) for number in keys(plan.seed, SUITS)]
        compiled.note_suits(*key, *where, *cpu_suits.room())
    else:
        compiled.note_ranks(*key, *where, *cpu_kernel.room())
    return Book(plan, first, rounds, codes, left)


def burnt(seed: int, shoe: int) -> int:
    """Return how many cards are burnt: any rank is as likely as another."""
    return POINTS[ORDER[Stream(seed, shoe, BURNT).below(len(ORDER))]] or 10


def write_burned(plan: Plan, first: int, shoes: int) -> Book:
    """Write down so many shoes as casinos deal them: some cards are burnt, a coup follows the cut.

    The first card tells how many cards are burnt unseen: as many as it counts, ten for tens and
    courts. The coup in which the cut card appears is finished, and one more is dealt. Cards that
    nobody saw are all alike, whether they were burnt or lie behind the cut card; so the shoes stay
    those of the seed, and such a shoe ends as if so many cards more were behind the cut card.
    """
    deep = write(replace(plan, cut=0), first, shoes)
    behind = np.array([plan.cut + burnt(plan.seed, first + here) for here in range(shoes)])
    left = deep.left.sum(axis=2, dtype=np.int64)
    # Left falls from round to round, so these are the rounds before the cut card; then one more.
    before = (deep.played & (left > behind[:, None])).sum(axis=1)
    return replace(deep, plan=plan, rounds=np.minimum(before + 1, deep.rounds))
