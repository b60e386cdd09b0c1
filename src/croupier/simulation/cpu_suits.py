"""Suits for the shoes of `croupier.simulation.cpu_kernel`, dealt only where a bet asks for them.

Ranks are the same as without suits; each card then gets one of the suits that are left of its rank,
from a second stream.
"""

from __future__ import annotations

import numpy as np

from croupier.simulation import cpu_kernel
from croupier.simulation.cpu_kernel import (
    CODE,
    DRAWN,
    FIRST,
    LOW,
    N32,
    NO_CODE,
    OPEN,
    ROUNDS,
    SECOND,
    STEP,
    TAKES,
    THIRD,
    WIDTH,
    Lane,
    Table,
    advance,
    ask_banker,
    ask_player,
    begin_shoes,
    draw,
    encode,
    fill_shoes,
    open_coups,
    record_left,
    write_rounds,
)

SUITS = 13 * 4
"""Rows of the array of suits: four counts for each rank, then the suits of the six cards."""


def work_arrays() -> tuple[Table, Table, Table, Table]:
    """Return the arrays to work with: those of ranks, a second stream, and suits."""
    return (
        *cpu_kernel.work_arrays(),
        np.zeros(5 * STEP, np.uint32),
        np.zeros((SUITS + 6, STEP), np.uint16),
    )


def suit(t: Table, c: Table, suits: Table, place: int) -> None:
    """Draw the suit of each lane's card, and write it."""
    for k in range(WIDTH):
        word = advance(t, k)
        if c[TAKES + k]:
            row = 4 * int(c[DRAWN + k])
            left = np.uint64(0)
            for one in range(4):
                left += np.uint64(suits[row + one, k])
            unfair = (LOW + np.uint64(1)) % left
            wide = np.uint64(word) * left
            while wide & LOW < unfair:
                wide = np.uint64(advance(t, k)) * left
            pick = wide >> N32
            which = 0
            while pick >= np.uint64(suits[row + which, k]):
                pick -= np.uint64(suits[row + which, k])
                which += 1
            suits[row + which, k] -= np.uint16(1)
            suits[SUITS + place, k] = which


def look(one: int, two: int) -> int:
    """Return the look of a hand's first two cards; of the suits c, d, h, s 1 and 2 are red.

    The numbers are places in `croupier.simulation.tally.LOOKS`.
    """
    red = one in (1, 2)
    if red != (two in (1, 2)):
        return 0
    return (1 if red else 2) + (2 if one == two else 0)


def play_suits(s: Table, c: Table, t: Table, suits: Table, no_code: np.uint16) -> None:
    """Play one coup in each lane where one was started, with suits."""
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
    encode(c, no_code)


def coded(c: Table, suits: Table, k: Lane) -> int:
    """Return the code of a lane's coup with the looks of its hands, as `tally` numbers them."""
    player = look(suits[SUITS, k], suits[SUITS + 2, k])
    banker = look(suits[SUITS + 1, k], suits[SUITS + 3, k])
    return 25 * int(c[CODE + k]) + 5 * player + banker


def deal(
    one: np.uint64,
    two: np.uint64,
    three: np.uint64,
    four: np.uint64,
    first: int,
    decks: int,
    stop: int,
    counts: Table,
    rounds: Table,
    s: Table,
    c: Table,
    t: Table,
    suits: Table,
) -> None:
    """Deal as `cpu_kernel.deal` does, with suits; the last two keys are for the suits' stream."""
    no_code = np.uint16((len(counts) - 1) // 25)
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_shoes(s, one, two, first + begin)
        begin_shoes(t, three, four, first + begin)
        fill_shoes(c, decks, many)
        suits[:] = decks
        while open_coups(c, np.uint16(stop)):
            play_suits(s, c, t, suits, no_code)
            for k in range(WIDTH):
                if c[CODE + k] != no_code:
                    counts[coded(c, suits, k)] += 1
        write_rounds(c, rounds, begin, many)


def record(
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
    """Write rounds as `cpu_kernel.record` does, with suits; the keys are those of `deal`."""
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_shoes(s, one, two, first + begin)
        begin_shoes(t, three, four, first + begin)
        fill_shoes(c, decks, many)
        suits[:] = decks
        while open_coups(c, np.uint16(stop)):
            record_left(c, begin, left)
            play_suits(s, c, t, suits, NO_CODE)
            for lane in range(many):
                k = np.uint64(lane)
                if c[OPEN + k]:
                    codes[begin + lane, int(c[ROUNDS + k]) - 1] = coded(c, suits, k)
        write_rounds(c, rounds, begin, many)
