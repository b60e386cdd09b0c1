"""Shoes dealt into columns, card by card with suits, a row a coup; `card_columns` compiles this.

Ranks are dealt by `cpu_kernel`, 256 shoes side by side; each card gets its suit from the second
stream, as docs/simulate.md specifies. It is plain Python, and slow by itself.
"""

from __future__ import annotations

import numpy as np

from croupier.simulation import cpu_kernel
from croupier.simulation.cpu_kernel import (
    BANKER,
    DRAWN,
    FIRST,
    LEFT,
    LOW,
    N32,
    NO_CODE,
    OPEN,
    PLAYER,
    ROUNDS,
    SECOND,
    STEP,
    TAKES,
    THIRD,
    WIDTH,
    Table,
    advance,
    ask_banker,
    ask_player,
    begin_shoes,
    draw,
    encode,
    fill_shoes,
    modulo,
    open_coups,
    points,
)

NO_CARD = np.uint8(255)
"""Stands where a hand has no third card."""

PLAYER_WINS, BANKER_WINS, TIE = 0, 1, 2


def work_arrays() -> tuple[Table, Table, Table, Table]:
    """Return the arrays to work with: those of ranks, a second stream, suits left by lane."""
    return (
        *cpu_kernel.work_arrays(),
        np.zeros(5 * STEP, np.uint32),
        np.zeros((STEP, 52), np.uint16),
    )


def suit(t: Table, c: Table, suits: Table, rows: Table, cards: Table) -> None:
    """Draw the suit of each lane's card; write the cards of one place into their rows.

    A card is its rank's place in the order 10 J Q K A 2 … 9, times four, and its suit's.
    """
    for k in range(WIDTH):
        word = advance(t, k)
        if c[TAKES + k]:
            at = np.uint64(4) * np.uint64(c[DRAWN + k])
            clubs = np.uint64(suits[k, at])
            diamonds = clubs + np.uint64(suits[k, at + np.uint64(1)])
            hearts = diamonds + np.uint64(suits[k, at + np.uint64(2)])
            left = hearts + np.uint64(suits[k, at + np.uint64(3)])
            wide = np.uint64(word) * left
            if wide & LOW < left:
                unfair = (LOW + np.uint64(1)) % left
                while wide & LOW < unfair:
                    wide = np.uint64(advance(t, k)) * left
            place = wide >> N32
            which = np.uint64(place >= clubs) + np.uint64(place >= diamonds)
            at += which + np.uint64(place >= hearts)
            suits[k, at] -= np.uint16(1)
            cards[rows[k]] = at
        elif c[OPEN + k]:
            cards[rows[k]] = NO_CARD


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


def end_rows(c: Table, rows: Table, totals: Table, winners: Table) -> None:
    """Write the totals of each lane's coup, and who won."""
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
) -> None:
    """Deal a shoe for each place of `starts`, which has the row of its first coup.

    `keys` are two for ranks and two for suits, `cards` has six rows: the places of a coup. `shoes`
    gets the number of the shoe, counted from `first`.
    """
    rows = np.zeros(STEP, np.int64)
    for begin in range(0, len(starts), STEP):
        begin_shoes(s, keys[0], keys[1], first + begin)
        begin_shoes(t, keys[2], keys[3], first + begin)
        fill_shoes(c, decks, min(STEP, len(starts) - begin))
        suits[:] = decks
        while open_coups(c, np.uint16(stop)):
            begin_rows(c, starts, begin, rows, shoes, coups, left)
            for place in range(6):
                draw(s, c)
                suit(t, c, suits, rows, cards[place])
                if place < 3:
                    row = FIRST if place == 0 else SECOND if place == 1 else THIRD
                    for k in range(WIDTH):
                        c[row + k] = c[DRAWN + k]
                elif place == 3:
                    ask_player(c)
                elif place == 4:
                    ask_banker(c)
            end_rows(c, rows, totals, winners)
            # It also counts the coup, which the next row is found by.
            encode(c, NO_CODE)
