"""A shoe dealt by one of many threads with all its data in registers, as a GPU does.

It deals what `cpu_kernel` deals, and is plain Python too, which `croupier.engines.gpu` compiles.
Twelve counts of 16 bits are packed in pairs into six words of 32 bits, so that one subtraction
compares two of them with the card that was picked.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.simulation.cpu_kernel import GOLDEN, LOW, N32, mix

Table = NDArray[Any]
Word = np.uint32
Streams = tuple[Word, Word, Word, Word]
Truth = bool | np.bool
Cards = tuple[Word, Word, Word]
"""The cards of a hand by number; the third may be `NOT_DRAWN`."""
Views = tuple[Table, Table, Table]
"""The tables of views: sorts, shapes, classes."""
Pairs = tuple[Word, Word, Word, Word, Word, Word]

ONE, TWO, THREE, FOUR, FIVE, SIX = (np.uint32(n) for n in range(1, 7))
SEVEN, EIGHT, NINE, TEN, TWELVE, THIRTEEN = (np.uint32(n) for n in (7, 8, 9, 10, 12, 13))
ZERO = np.uint32(0)
N7, N9, N11, N15, N16 = (np.uint32(n) for n in (7, 9, 11, 15, 16))
N21, N24, N25 = (np.uint32(n) for n in (21, 24, 25))
BOTH, HALF, BYTE = np.uint32(0x10001), np.uint32(0xFFFF), np.uint32(0xFF)
BIAS = 0x8000
"""Added to every count: taking a place from it never borrows from the count above."""
PLAYER_DREW, BANKER_DREW = np.uint32(1000), np.uint32(500)
NOT_DRAWN = np.uint32(52)
"""The number of a third card that is not drawn, in views."""
NO_CARD = np.uint32(0x7FFE)
"""A place behind every card: picking it takes no card."""


def begin(one: np.uint64, two: np.uint64, shoe: np.uint64) -> Streams:
    """Return the state in which a shoe's stream starts."""
    step = GOLDEN * (shoe + np.uint64(1))
    low, high = mix(one + step), mix(two + step)
    first = np.uint32(low & LOW)
    if low == 0 and high == 0:
        first = ONE
    return first, np.uint32(low >> N32), np.uint32(high & LOW), np.uint32(high >> N32)


def advance(s: Streams) -> tuple[Word, Streams]:
    """Return the next word and the new state: xoshiro128++."""
    s0, s1, s2, s3 = s
    added = np.uint32(s0 + s3)
    word = np.uint32(np.uint32(np.uint32(added << N7) | (added >> N25)) + s0)
    s2 = np.uint32(s2 ^ s0)
    s3 = np.uint32(s3 ^ s1)
    t = np.uint32(s1 << N9)
    s1 = np.uint32(s1 ^ s2)
    s0 = np.uint32(s0 ^ s3)
    s2 = np.uint32(s2 ^ t)
    s3 = np.uint32(np.uint32(s3 << N11) | (s3 >> N21))
    return word, (s0, s1, s2, s3)


def place(s: Streams, left: Word, takes: Truth) -> tuple[Word, Streams]:
    """Return the place of one of the cards left; words that would favour some are skipped.

    A thread that takes no card uses a word too: threads are fastest if all do the same.
    """
    word, s = advance(s)
    wide = np.uint64(word) * np.uint64(left)
    # Only a lower half below the number of cards left can be unfair: one in ten million is.
    if takes and np.uint32(wide & LOW) < left:
        unfair = np.uint32(np.uint32(ZERO - left) % left)
        while np.uint32(wide & LOW) < unfair:
            word, s = advance(s)
            wide = np.uint64(word) * np.uint64(left)
    return np.uint32(wide >> N32) if takes else NO_CARD, s


def spread(picked: Word) -> Word:
    """Return a word with what two counts are compared with in both halves."""
    return np.uint32(np.uint32(picked + ONE) * BOTH)


def above(counts: Word, places: Word) -> Word:
    """Return a word with a one in the half of each of two counts that holds the picked card."""
    return np.uint32(np.uint32(np.uint32(counts - places) >> N15) & BOTH)


def take(p: Pairs, picked: Word) -> tuple[Word, Pairs]:
    """Return the picked rank, which is how many counts do not hold it, and the new counts."""
    places = spread(picked)
    p0, p1, p2, p3, p4, p5 = p
    m0, m1, m2 = above(p0, places), above(p1, places), above(p2, places)
    m3, m4, m5 = above(p3, places), above(p4, places), above(p5, places)
    held = np.uint32(np.uint32(np.uint32(m0 + m1) + m2) + np.uint32(np.uint32(m3 + m4) + m5))
    rank = np.uint32(np.uint32(TWELVE - (held >> N16)) - (held & HALF))
    return rank, (
        np.uint32(p0 - m0),
        np.uint32(p1 - m1),
        np.uint32(p2 - m2),
        np.uint32(p3 - m3),
        np.uint32(p4 - m4),
        np.uint32(p5 - m5),
    )


def fresh(decks: int) -> Pairs:
    """Return the counts of a full shoe."""
    step = np.uint32(8 * decks) * BOTH
    p0 = np.uint32((8 * decks + BIAS) << 16 | 4 * decks + BIAS)
    p1 = np.uint32(p0 + step)
    p2 = np.uint32(p1 + step)
    p3 = np.uint32(p2 + step)
    p4 = np.uint32(p3 + step)
    return p0, p1, p2, p3, p4, np.uint32(p4 + step)


def points(rank: Word) -> Word:
    """Return the points of a rank, in the order 10 J Q K A 2 … 9."""
    return np.uint32(max(rank, THREE) - THREE)


def modulo(total: Word) -> Word:
    """Return a total below twenty without its tens."""
    return np.uint32(total - TEN) if total > NINE else total


def highest(third: Word) -> Word:
    """Return the highest total that Banker draws on: 3 3 4 4 5 5 6 6 2 3 against 0 to 9."""
    most = np.uint32(THREE + (third >> ONE))
    return np.uint32(np.uint32(most + third) - THIRTEEN) if third > SEVEN else most


def matching(one: Word, two: Word, three: Word, four: Word) -> Word:
    """Return how the hands pair, as `croupier.simulation.tally` numbers it."""
    if one != three:
        return TWO if two == four else ZERO
    if two != four:
        return ONE
    return FOUR if one == two else THREE


def suit(t: Streams, suits: Table, rank: Word, takes: Truth) -> tuple[Word, Streams]:
    """Return a card's suit, one of those left of its rank, drawn from a second stream.

    A word has four counts of eight bits: clubs, diamonds, hearts, spades.
    """
    word, t = advance(t)
    found = ZERO
    if takes:
        row = np.uint32(suits[rank])
        left = np.uint32(np.uint32(row * np.uint32(0x01010101)) >> N24)
        wide = np.uint64(word) * np.uint64(left)
        unfair = np.uint32(np.uint32(ZERO - left) % left)
        while np.uint32(wide & LOW) < unfair:
            word, t = advance(t)
            wide = np.uint64(word) * np.uint64(left)
        pick = np.uint32(wide >> N32)
        while pick >= (np.uint32(row >> np.uint32(found * EIGHT)) & BYTE):
            pick = np.uint32(pick - (np.uint32(row >> np.uint32(found * EIGHT)) & BYTE))
            found = np.uint32(found + ONE)
        suits[rank] = np.uint32(row - np.uint32(ONE << np.uint32(found * EIGHT)))
    return found, t


def no_suit(t: Streams, suits: Table, rank: Word, takes: Truth) -> tuple[Word, Streams]:
    """Replace `suit` where no bet asks for suits: return 0 and the state unchanged."""
    return ZERO, t


def look(one: Word, two: Word) -> Word:
    """Return the look of a hand's first two cards, a place in `tally.LOOKS`."""
    # Diamonds and hearts, 1 and 2, are red.
    red, other = (one == ONE) | (one == TWO), (two == ONE) | (two == TWO)
    if red != other:
        return ZERO
    plain = ONE if red else TWO
    return np.uint32(plain + TWO) if one == two else plain


def coded(code: Word, one: Word, two: Word, three: Word, four: Word) -> Word:
    """Return the code of a coup with the looks of its hands added."""
    looks = np.uint32(np.uint32(look(one, three) * FIVE) + look(two, four))
    return np.uint32(np.uint32(code * np.uint32(25)) + looks)


def not_coded(code: Word, one: Word, two: Word, three: Word, four: Word) -> Word:
    """Replace `coded` where no bet asks for suits: return the code unchanged."""
    return code


def hand(
    sorts: Table, classes: Table, begin: int, width: int, one: Word, two: Word, three: Word
) -> int:
    """Return the class of a hand, as `cpu_hands.hand_class` does."""
    first = int(sorts[one]) * width + int(sorts[two])
    return int(classes[begin + first * (width + 1) + int(sorts[three])])


def add_views(views: Views, counts: Table, player: Cards, banker: Cards) -> None:
    """Count a coup in each view of its hands."""
    sorts, shapes, classes = views
    for v in range(len(shapes)):
        width = shapes[v, 0]
        one = hand(sorts[v], classes, shapes[v, 1], width, *player)
        two = hand(sorts[v], classes, shapes[v, 2], width, *banker)
        add(counts, np.uint32(shapes[v, 4] + one * shapes[v, 3] + two))


def no_views(views: Views, counts: Table, player: Cards, banker: Cards) -> None:
    """Replace `add_views` where no bet asks for the cards themselves: do nothing."""


def card_of(rank: Word, which: Word) -> Word:
    """Return the number of a card, as views number them."""
    return np.uint32(np.uint32(rank * FOUR) + which)


def add(counts: Table, code: Word) -> None:
    """Count a coup; on a GPU an atomic addition replaces this function."""
    counts[code] += 1


def shoe(
    one: np.uint64,
    two: np.uint64,
    three: np.uint64,
    four: np.uint64,
    number: np.uint64,
    decks: int,
    stop: Word,
    suits: Table,
    counts: Table,
    views: Views,
) -> Word:
    """Deal a shoe, count how its coups end, and return how many there were.

    The first two keys are those of the ranks' stream, the others those of the suits'; `suits` has
    room for thirteen words. `views` are the tables of `croupier.simulation.views`.
    """
    s, t = begin(one, two, number), begin(three, four, number)
    for rank in range(13):
        suits[rank] = np.uint32(decks) * np.uint32(0x01010101)
    p = fresh(decks)
    left = np.uint32(52 * decks)
    rounds = ZERO
    while left > stop:
        pick, s = place(s, left, True)
        first, p = take(p, pick)
        suit1, t = suit(t, suits, first, True)
        pick, s = place(s, np.uint32(left - ONE), True)
        second, p = take(p, pick)
        suit2, t = suit(t, suits, second, True)
        pick, s = place(s, np.uint32(left - TWO), True)
        third, p = take(p, pick)
        suit3, t = suit(t, suits, third, True)
        pick, s = place(s, np.uint32(left - THREE), True)
        fourth, p = take(p, pick)
        suit4, t = suit(t, suits, fourth, True)
        left = np.uint32(left - FOUR)
        player = modulo(np.uint32(points(first) + points(third)))
        banker = modulo(np.uint32(points(second) + points(fourth)))
        code = matching(first, second, third, fourth)

        going = (player < EIGHT) & (banker < EIGHT)
        draws = going & (player < SIX)
        pick, s = place(s, left, draws)
        card, p = take(p, pick)
        suit5, t = suit(t, suits, card, draws)
        fifth = card_of(card, suit5) if draws else NOT_DRAWN
        worth = points(card)
        most = highest(worth) if draws else FIVE
        player = modulo(np.uint32(player + worth)) if draws else player
        left = np.uint32(left - ONE) if draws else left
        code = np.uint32(code + PLAYER_DREW) if draws else code

        draws = going & (banker <= most)
        pick, s = place(s, left, draws)
        card, p = take(p, pick)
        suit6, t = suit(t, suits, card, draws)
        sixth = card_of(card, suit6) if draws else NOT_DRAWN
        banker = modulo(np.uint32(banker + points(card))) if draws else banker
        left = np.uint32(left - ONE) if draws else left
        code = np.uint32(code + BANKER_DREW) if draws else code

        totals = np.uint32(np.uint32(player * TEN) + banker)
        code = np.uint32(code + np.uint32(totals * FIVE))
        add(counts, coded(code, suit1, suit2, suit3, suit4))
        add_views(
            views,
            counts,
            (card_of(first, suit1), card_of(third, suit3), fifth),
            (card_of(second, suit2), card_of(fourth, suit4), sixth),
        )
        rounds = np.uint32(rounds + ONE)
    return rounds
