"""Suits for the shoes of `croupier.simulation.cpu_kernel`, dealt only where a bet asks for them.

Ranks are the same as without suits; each card then gets one of the suits that are left of its rank,
from a second stream. The cards left of a rank are one number in each lane, and its bytes are how
many there are up to each suit, so that a card costs one number to read and one to write.
"""

from __future__ import annotations

import numpy as np

from croupier.simulation import cpu_kernel
from croupier.simulation.cpu_kernel import (
    DRAWN,
    HALF,
    LOW,
    LOW_HALF,
    N32,
    S0,
    S1,
    S2,
    S3,
    STEP,
    TAKES,
    WIDTH,
    WORD,
    Table,
    advance,
    begin_shoes,
    draw,
    encode,
    end_place,
    fill_shoes,
    rows,
)

HELD = np.uint64(13 * STEP)
"""The row after those of the thirteen ranks: what is left of the rank that each lane has drawn."""
AT = np.uint64(6 * STEP)
"""The row after those of six cards: the place of the rank that each lane has drawn."""
EVERY_SUIT, FRESH = np.uint32(0x01010101), np.uint32(0x04030201)
BYTE, TWO_BYTES, THREE_BYTES = np.uint32(8), np.uint32(16), np.uint32(24)
ZERO = np.uint32(0)
LOW_BYTE = np.uint32(0xFF)
NO_CARD = np.uint16(52)


def work_arrays() -> tuple[Table, ...]:
    """Return the arrays to work with: those of ranks, a second stream, suits left, six cards.

    A card is its rank's place in the order 10 J Q K A 2 … 9, times four, and its suit's.
    """
    return (
        *cpu_kernel.work_arrays(),
        rows(5, np.uint32),
        rows(14, np.uint32),
        rows(7, np.uint16),
    )


def deal_suits(t: Table, c: Table, left: Table, cards: Table, place: int) -> None:
    """Draw the suit of each lane's card; write the card, or that there is none."""
    for k in range(WIDTH):
        cards[AT + k] = np.uint16(np.uint16(c[DRAWN + k] * np.uint16(STEP)) + np.uint16(k))
    for k in range(WIDTH):
        left[HELD + k] = left[np.uint64(cards[AT + k])]
    if pick_suits(t, c, left, cards, WIDTH * np.uint64(place)):
        repick_suits(t, c, left, cards, WIDTH * np.uint64(place))
    for k in range(WIDTH):
        left[np.uint64(cards[AT + k])] = left[HELD + k]


def pick_suits(t: Table, c: Table, left: Table, cards: Table, row: np.uint64) -> np.uint32:
    """Take a suit by each lane's next word; return 1 if a word may have to be skipped.

    It is done like `cpu_kernel.pick`, and by vector instructions too.
    """
    near = np.uint32(0)
    for k in range(WIDTH):
        s0, s1, s2, s3 = t[S0 + k], t[S1 + k], t[S2 + k], t[S3 + k]
        added = np.uint32(s0 + s3)
        word = np.uint32(np.uint32((added << np.uint32(7)) | (added >> np.uint32(25))) + s0)
        s2 = np.uint32(s2 ^ s0)
        s3 = np.uint32(s3 ^ s1)
        t[S1 + k] = s1 ^ s2
        t[S0 + k] = s0 ^ s3
        t[S2 + k] = s2 ^ np.uint32(s1 << np.uint32(9))
        t[S3 + k] = np.uint32((s3 << np.uint32(11)) | (s3 >> np.uint32(21)))
        t[WORD + k] = word
        up_to, takes = left[HELD + k], np.uint32(c[TAKES + k])
        all_ = np.uint32(up_to >> THREE_BYTES)
        lower = np.uint32((word & LOW_HALF) * all_)
        upper = np.uint32(np.uint32((word >> HALF) * all_) + (lower >> HALF))
        near = np.uint32(near | np.uint32(np.uint32((upper & LOW_HALF) == 0) & takes))
        pick = np.uint32(upper >> HALF)
        # Which of diamonds, hearts and spades the pick reaches: all bits or none.
        second = np.uint32(-np.int32(pick >= np.uint32(up_to & LOW_BYTE)))
        third = np.uint32(-np.int32(pick >= np.uint32((up_to >> BYTE) & LOW_BYTE)))
        fourth = np.uint32(-np.int32(pick >= np.uint32((up_to >> TWO_BYTES) & LOW_BYTE)))
        # There is one card less up to its suit and up to those after it.
        fewer = np.uint32(second & np.uint32(1)) | np.uint32(third & np.uint32(0x100))
        fewer = np.uint32(EVERY_SUIT - np.uint32(fewer | np.uint32(fourth & np.uint32(0x10000))))
        card = np.uint32(np.uint32(c[DRAWN + k]) << np.uint32(2))
        card = np.uint32(np.uint32(np.uint32(card - second) - third) - fourth)
        left[HELD + k] = np.uint32(up_to - np.uint32(fewer * takes))
        cards[row + k] = np.uint16(card) if takes else NO_CARD
    return near


def repick_suits(t: Table, c: Table, left: Table, cards: Table, row: np.uint64) -> None:
    """Take another suit in each lane whose word favours some suits."""
    for k in range(WIDTH):
        if c[TAKES + k]:
            rank = np.uint64(c[DRAWN + k])
            up_to = np.uint64(left[WIDTH * rank + k])
            all_ = up_to >> np.uint64(24)
            unfair = (LOW + np.uint64(1)) % all_
            wide = np.uint64(t[WORD + k]) * all_
            while wide & LOW < unfair:
                wide = np.uint64(advance(t, k)) * all_
            suit = np.uint64(0)
            while wide >> N32 >= (up_to >> np.uint64(8) * suit) & np.uint64(0xFF):
                suit += np.uint64(1)
            gone = (np.uint64(EVERY_SUIT) << np.uint64(8) * suit) & LOW
            left[HELD + k] = up_to - gone
            cards[row + k] = np.uint64(4) * rank + suit


def begin_with_suits(
    keys: Table, first: int, decks: int, many: int, s: Table, c: Table, t: Table, left: Table
) -> None:
    """Set so many lanes to fresh shoes; `keys` are two for ranks and two for suits."""
    begin_shoes(s, keys[0], keys[1], first)
    begin_shoes(t, keys[2], keys[3], first)
    fill_shoes(c, decks, many)
    left[:] = decks * FRESH


def play_cards(
    s: Table, c: Table, t: Table, left: Table, cards: Table, by_suit: int, no_code: np.uint16
) -> None:
    """Play one coup in each lane where one was started, and write its cards.

    Where no suits are dealt, all cards have the first one.
    """
    for place in range(6):
        draw(s, c)
        if by_suit:
            deal_suits(t, c, left, cards, place)
        else:
            row = WIDTH * np.uint64(place)
            for k in range(WIDTH):
                card = np.uint16(c[DRAWN + k] << np.uint16(2))
                cards[row + k] = card if c[TAKES + k] else NO_CARD
        end_place(c, place)
    encode(c, no_code)
