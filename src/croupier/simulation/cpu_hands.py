"""All six cards of the shoes of `croupier.simulation.cpu_kernel`, where a bet asks for them.

The cards are the same as without them. Each coup is counted as in the other kernels, and once more
in each view of its hands (`croupier.simulation.views`).
"""

from __future__ import annotations

import numpy as np

from croupier.simulation import cpu_suits
from croupier.simulation.cpu_kernel import (
    CODE,
    DRAWN,
    FIRST,
    OPEN,
    ROUNDS,
    SECOND,
    STEP,
    TAKES,
    THIRD,
    WIDTH,
    Lane,
    Table,
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
from croupier.simulation.cpu_suits import SUITS, coded, suit

NO_CARD = 52


def work_arrays() -> tuple[Table, ...]:
    """Return the arrays to work with: those with suits, and the cards of the coup under way."""
    return (*cpu_suits.work_arrays(), np.zeros((6, STEP), np.uint8))


def play_hands(
    s: Table, c: Table, t: Table, suits: Table, cards: Table, by_suit: int, no_code: np.uint16
) -> None:
    """Play one coup in each lane where one was started, and write its cards."""
    for place in range(6):
        draw(s, c)
        if by_suit:
            suit(t, c, suits, place)
        for k in range(WIDTH):
            # Where no suits are dealt, all cards have the first one.
            which = suits[SUITS + place, k] if by_suit else np.uint16(0)
            card = np.uint16(np.uint16(4) * c[DRAWN + k] + which)
            cards[place, k] = card if c[TAKES + k] else NO_CARD
        if place < 3:
            row = FIRST if place == 0 else SECOND if place == 1 else THIRD
            for k in range(WIDTH):
                c[row + k] = c[DRAWN + k]
        elif place == 3:
            ask_player(c)
        elif place == 4:
            ask_banker(c)
    encode(c, no_code)


def hand_class(
    sorts: Table, classes: Table, begin: int, width: int, one: int, two: int, three: int
) -> int:
    """Return the class of a hand of three cards, the last of which may be none."""
    first = int(sorts[one]) * width + int(sorts[two])
    return int(classes[begin + first * (width + 1) + int(sorts[three])])


def viewed(v: int, cards: Table, k: Lane, sorts: Table, shapes: Table, classes: Table) -> int:
    """Return the code of a lane's coup in a view."""
    width, player, banker, bankers = shapes[v, 0], shapes[v, 1], shapes[v, 2], shapes[v, 3]
    one = hand_class(sorts[v], classes, player, width, cards[0, k], cards[2, k], cards[4, k])
    two = hand_class(sorts[v], classes, banker, width, cards[1, k], cards[3, k], cards[5, k])
    return int(one * bankers + two)


def deal(
    one: np.uint64,
    two: np.uint64,
    three: np.uint64,
    four: np.uint64,
    first: int,
    decks: int,
    stop: int,
    by_suit: int,
    sorts: Table,
    shapes: Table,
    classes: Table,
    counts: Table,
    rounds: Table,
    s: Table,
    c: Table,
    t: Table,
    suits: Table,
    cards: Table,
) -> None:
    """Deal as `cpu_suits.deal` does, and count every coup in each view too."""
    no_code = np.uint16(0xFFFF)
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_shoes(s, one, two, first + begin)
        begin_shoes(t, three, four, first + begin)
        fill_shoes(c, decks, many)
        suits[:] = decks
        while open_coups(c, np.uint16(stop)):
            play_hands(s, c, t, suits, cards, by_suit, no_code)
            for k in range(WIDTH):
                if c[CODE + k] != no_code:
                    code = coded(c, suits, k) if by_suit else int(c[CODE + k])
                    counts[code] += 1
                    for v in range(len(shapes)):
                        place = shapes[v, 4]
                        counts[place + viewed(v, cards, k, sorts, shapes, classes)] += 1
        write_rounds(c, rounds, begin, many)


def record(
    one: np.uint64,
    two: np.uint64,
    three: np.uint64,
    four: np.uint64,
    first: int,
    decks: int,
    stop: int,
    by_suit: int,
    sorts: Table,
    shapes: Table,
    classes: Table,
    codes: Table,
    left: Table,
    rounds: Table,
    s: Table,
    c: Table,
    t: Table,
    suits: Table,
    cards: Table,
) -> None:
    """Write rounds as `cpu_kernel.record` does, by their codes in the first view."""
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_shoes(s, one, two, first + begin)
        begin_shoes(t, three, four, first + begin)
        fill_shoes(c, decks, many)
        suits[:] = decks
        while open_coups(c, np.uint16(stop)):
            record_left(c, begin, left)
            play_hands(s, c, t, suits, cards, by_suit, np.uint16(0xFFFF))
            for lane in range(many):
                k = np.uint64(lane)
                if c[OPEN + k]:
                    code = viewed(0, cards, k, sorts, shapes, classes)
                    codes[begin + lane, int(c[ROUNDS + k]) - 1] = code
        write_rounds(c, rounds, begin, many)
