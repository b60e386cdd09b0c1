"""Shoes dealt into columns, card by card with suits, a row a coup; `card_columns` compiles this.

The cards are those of `cpu_suits`, 256 shoes side by side. It is plain Python, and slow by itself.
"""

from __future__ import annotations

import numpy as np

from croupier.simulation import cpu_suits
from croupier.simulation.cpu_kernel import (
    BANKER,
    DRAWN,
    LEFT,
    NO_CODE,
    OPEN,
    PLAYER,
    ROUNDS,
    STEP,
    TAKES,
    WIDTH,
    Table,
    modulo,
    open_coups,
    points,
)
from croupier.simulation.cpu_suits import begin_with_suits, play_cards

NO_CARD = np.uint8(255)
"""Stands where a hand has no third card."""

PLAYER_WINS, BANKER_WINS, TIE = 0, 1, 2


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
                cards[place, rows[k]] = NO_CARD if card == cpu_suits.NO_CARD else card
    for k in range(WIDTH):
        if c[OPEN + k]:
            player, banker = c[PLAYER + k], c[BANKER + k]
            if c[TAKES + k]:
                banker = modulo(np.uint16(banker + points(c[DRAWN + k])))
            totals[0, rows[k]] = player
            totals[1, rows[k]] = banker
            winner = BANKER_WINS if banker > player else TIE
            winners[rows[k]] = PLAYER_WINS if player > banker else winner


def deal(
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
