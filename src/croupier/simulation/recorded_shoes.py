"""The book of some shoes in a row: every round of them, as compiled code wrote it down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.simulation import compiled, cpu_kernel, cpu_suits
from croupier.simulation.plan import Plan
from croupier.simulation.random_stream import RANKS, SUITS, keys

Words = NDArray[np.uint16]
Ints = NDArray[np.int64]
LEAST_CARDS_A_COUP = 4


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
