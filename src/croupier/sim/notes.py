"""Shoes written down round by round: what was left before each coup, and how it ended.

The shoes are those of `croupier.sim.lanes`; a patron who watches them sees no more than this. It is
plain Python that `croupier.sim.kernel` compiles.
"""

from __future__ import annotations

import numpy as np

from croupier.sim.lanes import (
    CODE,
    DRAWN,
    FIRST,
    LEFT,
    OPEN,
    ROUNDS,
    SECOND,
    STEP,
    THIRD,
    WIDTH,
    Table,
    ask_banker,
    ask_player,
    draw,
    encode,
    fill,
    open_coups,
    play,
    start,
)
from croupier.sim.suits import SUITS, look, suit

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
        for lane in range(STEP):
            start(s, np.uint64(lane), one, two, np.uint64(first + begin + lane))
            fill(c, np.uint64(lane), decks)
            if lane >= many:
                c[LEFT + np.uint64(lane)] = 0
        while open_coups(c, np.uint16(stop)):
            note_left(c, begin, left)
            play(s, c, NOWHERE)
            for lane in range(many):
                k = np.uint64(lane)
                if c[OPEN + k]:
                    codes[begin + lane, int(c[ROUNDS + k]) - 1] = c[CODE + k]
        for lane in range(many):
            rounds[begin + lane] = c[ROUNDS + np.uint64(lane)]


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
        for lane in range(STEP):
            start(s, np.uint64(lane), one, two, np.uint64(first + begin + lane))
            start(t, np.uint64(lane), three, four, np.uint64(first + begin + lane))
            fill(c, np.uint64(lane), decks)
            if lane >= many:
                c[LEFT + np.uint64(lane)] = 0
        suits[:] = decks
        while open_coups(c, np.uint16(stop)):
            note_left(c, begin, left)
            for place in range(6):
                draw(s, c)
                suit(t, c, suits, place)
                if place < 3:
                    row = FIRST if place == 0 else SECOND if place == 1 else THIRD
                    for k in range(WIDTH):
                        c[row + k] = c[DRAWN + k]
                elif place == 3:
                    ask_player(c)
                elif place == 4:
                    ask_banker(c)
            encode(c, NOWHERE)
            for lane in range(many):
                here = np.uint64(lane)
                if c[OPEN + here]:
                    player = look(suits[SUITS, lane], suits[SUITS + 2, lane])
                    banker = look(suits[SUITS + 1, lane], suits[SUITS + 3, lane])
                    ended = 25 * int(c[CODE + here]) + 5 * player + banker
                    codes[begin + lane, int(c[ROUNDS + here]) - 1] = ended
        for lane in range(many):
            rounds[begin + lane] = c[ROUNDS + np.uint64(lane)]
