"""Shoes whose cards count: `croupier.simulation.dealing` compiles this where a bet asks for them.

The cards are those of `croupier.simulation.cpu_suits`. Each coup is counted by its code as without
them, where suits are dealt with the looks of both hands, and once more in each view of its hands
(`croupier.simulation.views`).
"""

from __future__ import annotations

import numpy as np

from croupier.simulation.cpu_kernel import (
    CODE,
    NO_CODE,
    OPEN,
    ROUNDS,
    STEP,
    WIDTH,
    Lane,
    Table,
    open_coups,
    record_left,
    write_rounds,
)
from croupier.simulation.cpu_suits import begin_with_suits, play_cards

LOOKS = np.uint16(25)
"""How many looks two hands have together."""


def look(one: np.uint16, two: np.uint16) -> np.uint16:
    """Return the look of a hand's first two cards; of the suits c, d, h, s 1 and 2 are red.

    The numbers are places in `croupier.simulation.tally.LOOKS`.
    """
    suit, other = np.uint16(one & np.uint16(3)), np.uint16(two & np.uint16(3))
    red = np.uint16((suit ^ (suit >> np.uint16(1))) & np.uint16(1))
    seen = np.uint16(np.uint16(np.uint16(2) - red) + np.uint16(np.uint16(suit == other) * 2))
    other_red = np.uint16((other ^ (other >> np.uint16(1))) & np.uint16(1))
    return seen if red == other_red else np.uint16(0)


def add_looks(c: Table, cards: Table) -> None:
    """Add the looks of both hands to the code of each lane's coup, as `tally` numbers them."""
    for k in range(WIDTH):
        player = look(cards[k], cards[WIDTH + WIDTH + k])
        banker = look(cards[WIDTH + k], cards[WIDTH + WIDTH + WIDTH + k])
        looks = np.uint16(np.uint16(player * np.uint16(5)) + banker)
        c[CODE + k] = np.uint16(np.uint16(c[CODE + k] * LOOKS) + looks)


def hand_class(
    sorts: Table, classes: Table, begin: int, width: int, one: int, two: int, three: int
) -> int:
    """Return the class of a hand of three cards, the last of which may be none."""
    first = int(sorts[one]) * width + int(sorts[two])
    return int(classes[begin + first * (width + 1) + int(sorts[three])])


def viewed(v: int, cards: Table, k: Lane, sorts: Table, shapes: Table, classes: Table) -> int:
    """Return the code of a lane's coup in a view."""
    width, player, banker, bankers = shapes[v, 0], shapes[v, 1], shapes[v, 2], shapes[v, 3]
    p1, p2, p3 = cards[k], cards[2 * WIDTH + k], cards[4 * WIDTH + k]
    b1, b2, b3 = cards[WIDTH + k], cards[3 * WIDTH + k], cards[5 * WIDTH + k]
    one = hand_class(sorts[v], classes, player, width, p1, p2, p3)
    two = hand_class(sorts[v], classes, banker, width, b1, b2, b3)
    return int(one * bankers + two)


def deal(
    keys: Table,
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
    left: Table,
    cards: Table,
) -> None:
    """Deal as `cpu_kernel.deal` does, with suits, and count every coup in each view too.

    `keys` are two for ranks and two for suits.
    """
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_with_suits(keys, first + begin, decks, many, s, c, t, left)
        while open_coups(c, np.uint16(stop)):
            play_cards(s, c, t, left, cards, by_suit, np.uint16(0))
            if by_suit:
                add_looks(c, cards)
            for k in range(WIDTH):
                # The place after the last code is not read.
                counts[np.uint64(c[CODE + k]) if c[OPEN + k] else np.uint64(len(counts) - 1)] += 1
            for v in range(len(shapes)):
                place = shapes[v, 4]
                for k in range(WIDTH):
                    if c[OPEN + k]:
                        counts[place + viewed(v, cards, k, sorts, shapes, classes)] += 1
        write_rounds(c, rounds, begin, many)


def record(
    keys: Table,
    first: int,
    decks: int,
    stop: int,
    by_suit: int,
    sorts: Table,
    shapes: Table,
    classes: Table,
    codes: Table,
    before: Table,
    rounds: Table,
    s: Table,
    c: Table,
    t: Table,
    left: Table,
    cards: Table,
) -> None:
    """Write rounds as `cpu_kernel.record` does, by code, that of the first view if there is one."""
    for begin in range(0, len(rounds), STEP):
        many = min(STEP, len(rounds) - begin)
        begin_with_suits(keys, first + begin, decks, many, s, c, t, left)
        while open_coups(c, np.uint16(stop)):
            record_left(c, begin, before)
            play_cards(s, c, t, left, cards, by_suit, NO_CODE)
            if by_suit:
                add_looks(c, cards)
            for lane in range(many):
                k = np.uint64(lane)
                if c[OPEN + k]:
                    code = int(c[CODE + k])
                    if len(shapes):
                        code = viewed(0, cards, k, sorts, shapes, classes)
                    codes[begin + lane, int(c[ROUNDS + k]) - 1] = code
        write_rounds(c, rounds, begin, many)
