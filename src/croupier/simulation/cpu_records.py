"""Shoes written down round by round: what was left before each coup, and how it ended.

The shoes are those of `cpu_kernel`; a patron who watches them sees no more than this. It is plain
Python that `compiled` compiles.
"""

from __future__ import annotations

import numpy as np

from croupier.simulation.cpu_kernel import (
    CODE,
    LEFT,
    OPEN,
    ROUNDS,
    STEP,
    Table,
    begin_shoes,
    fill_shoes,
    open_coups,
    play,
    write_rounds,
)
from croupier.simulation.cpu_suits import coded, play_suits

NOWHERE = np.uint16(0xFFFF)


def note_left(c: Table, begin: int, left: Table) -> None:
    """Write down, ace to king, what is left in each lane where a coup starts."""
    for lane in range(STEP):
        k = np.uint64(lane)
        if c[OPEN + k]:
            row = left[begin + lane, int(c[ROUNDS + k])]
            below = 0
            for place in range(12):
                up_to = int(c[np.uint64(place * STEP) + k])
                # They are counted in the order 10 J Q K A 2 … 9.
                row[place + 9 if place < 4 else place - 4] = up_to - below
                below = up_to
            row[8] = int(c[LEFT + k]) - below


def note(
    one: np.uint64,
    two: np.uint64,
    first: int,
    decks: int,
    stop: int,
    codes: Table,
    left: Table,
    rounds: Table,
    s: Table,
    c: Table,
) -> None:
    """Deal a shoe for each place of `rounds`, numbered from `first`, and write its rounds down."""
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_shoes(s, one, two, first + begin)
        fill_shoes(c, decks, many)
        while open_coups(c, np.uint16(stop)):
            note_left(c, begin, left)
            play(s, c, NOWHERE)
            for lane in range(many):
                k = np.uint64(lane)
                if c[OPEN + k]:
                    codes[begin + lane, int(c[ROUNDS + k]) - 1] = c[CODE + k]
        write_rounds(c, rounds, begin, many)


def note_suits(
    one: np.uint64,
    two: np.uint64,
    three: np.uint64,
    four: np.uint64,
    first: int,
    decks: int,
    stop: int,
    codes: Table,
    left: Table,
    rounds: Table,
    s: Table,
    c: Table,
    t: Table,
    suits: Table,
) -> None:
    """Write down as `note` does, with suits; the last two keys are those of the suits' stream."""
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_shoes(s, one, two, first + begin)
        begin_shoes(t, three, four, first + begin)
        fill_shoes(c, decks, many)
        suits[:] = decks
        while open_coups(c, np.uint16(stop)):
            note_left(c, begin, left)
            play_suits(s, c, t, suits, NOWHERE)
            for lane in range(many):
                k = np.uint64(lane)
                if c[OPEN + k]:
                    codes[begin + lane, int(c[ROUNDS + k]) - 1] = coded(c, suits, k)
        write_rounds(c, rounds, begin, many)
