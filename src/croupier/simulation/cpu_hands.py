"""Shoes whose cards count: `croupier.simulation.dealing` compiles this where they are asked for.

The cards are those of `croupier.simulation.cpu_suits`. Each coup is counted by its code as without
them, where suits are dealt with the looks of both hands, and once more in each view of its hands
(`croupier.simulation.views`); or it is written into columns, a row a coup.
"""

from __future__ import annotations

import numpy as np

from croupier.simulation.cpu_kernel import (
    BANKER,
    CODE,
    DRAWN,
    LEFT,
    NO_CODE,
    OPEN,
    PLAYER,
    ROUNDS,
    STEP,
    TAKES,
    WIDTH,
    Lane,
    Table,
    modulo,
    open_coups,
    points,
    record_left,
    write_rounds,
)
from croupier.simulation.cpu_suits import NO_CARD, begin_with_suits, play_cards

LOOKS = np.uint16(25)
"""How many looks two hands have together."""

EMPTY = np.uint8(255)
"""Stands in a column where a hand has no third card."""

PLAYER_WINS, BANKER_WINS, TIE = 0, 1, 2


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


def begin_rows(
    c: Table, starts: Table, begin: int, rows: Table, shoes: Table, coups: Table, left: Table
) -> None:
    """Find the row of each lane's coup, and write what is known before it."""
    for k in range(WIDTH):
        if c[OPEN + k]:
            row = starts[begin + k] + np.int64(c[ROUNDS + k])
            rows[k] = row
            shoes[row] = begin + k
            coups[row] = c[ROUNDS + k]
            left[row] = c[LEFT + k]


def end_rows(
    c: Table, rows: Table, dealt: Table, cards: Table, totals: Table, winners: Table
) -> None:
    """Write the cards and the totals of each lane's coup, and who won."""
    for place in range(6):
        row = WIDTH * np.uint64(place)
        for k in range(WIDTH):
            if c[OPEN + k]:
                card = dealt[row + k]
                cards[place, rows[k]] = EMPTY if card == NO_CARD else card
    for k in range(WIDTH):
        if c[OPEN + k]:
            player, banker = c[PLAYER + k], c[BANKER + k]
            if c[TAKES + k]:
                banker = modulo(np.uint16(banker + points(c[DRAWN + k])))
            totals[0, rows[k]] = player
            totals[1, rows[k]] = banker
            winner = BANKER_WINS if banker > player else TIE
            winners[rows[k]] = PLAYER_WINS if player > banker else winner


def deal_columns(
    keys: Table,
    first: int,
    decks: int,
    stop: int,
    starts: Table,
    shoes: Table,
    coups: Table,
    left: Table,
    cards: Table,
    totals: Table,
    winners: Table,
    s: Table,
    c: Table,
    t: Table,
    suits: Table,
    dealt: Table,
) -> None:
    """Deal a shoe for each place of `starts`, which has the row of its first coup.

    `keys` are two for ranks and two for suits, `cards` has six rows: the places of a coup. `shoes`
    gets the number of the shoe, counted from `first`.
    """
    rows = np.zeros(STEP, np.int64)
    for begin in range(0, len(starts), STEP):
        many = min(STEP, len(starts) - begin)
        begin_with_suits(keys, first + begin, decks, many, s, c, t, suits)
        while open_coups(c, np.uint16(stop)):
            begin_rows(c, starts, begin, rows, shoes, coups, left)
            # It also counts the coup, which the next row is found by.
            play_cards(s, c, t, suits, dealt, 1, NO_CODE)
            end_rows(c, rows, dealt, cards, totals, winners)
