"""How coups go on and end, by points, with exact weights.

A weight counts orders in which six cards leave the shoe. Where a coup needs fewer, the cards
that are not needed may be any of those left, so the weights of a shoe add up to all its orders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from croupier import tableau
from croupier.coup import Winner, compare

Two = tuple[int, int]
"""Two of something, the smaller first."""
Score = tuple[int, int, int, int]
"""Final totals of Player and Banker, and how many cards each has."""

Ending = tuple[int | None, int | None, int]
"""Third cards of Player and Banker by points, if drawn, and in how many orders they can come."""


class Hands(NamedTuple):
    """First hands of Player and Banker by points, and what can follow them."""

    player: Two
    banker: Two
    weight: int
    """In how many orders the four cards can come."""
    rest: tuple[int, ...]
    """What is left after them, by points."""


def pairs(counts: tuple[int, ...]) -> Iterator[tuple[Two, int, tuple[int, ...]]]:
    """Draw two things in every way: which, in how many orders, and what is left."""
    for one, two in combinations_with_replacement(range(len(counts)), 2):
        same = one == two
        weight = counts[one] * (counts[two] - same) * (1 if same else 2)
        if weight > 0:
            left = list(counts)
            left[one] -= 1
            left[two] -= 1
            yield (one, two), weight, tuple(left)


def first_hands(points: tuple[int, ...]) -> Iterator[Hands]:
    """Deal the first four cards in every way."""
    for player, one, left in pairs(points):
        for banker, two, rest in pairs(left):
            yield Hands(player, banker, one * two, rest)


def endings(
    player: int, banker: int, rest: tuple[int, ...]
) -> Iterator[tuple[int | None, int | None, int]]:
    """Go through third cards from two-card totals: Player's, Banker's, and in how many orders."""
    left = sum(rest)
    if not tableau.player(player, banker).draws:
        yield from _banker(player, banker, None, rest, left)
        return
    for third, count in enumerate(rest):
        if count:
            after = (*rest[:third], count - 1, *rest[third + 1 :])
            for _, last, orders in _banker(player, banker, third, after, left - 1):
                yield third, last, count * orders


def _banker(
    player: int, banker: int, third: int | None, rest: tuple[int, ...], left: int
) -> Iterator[Ending]:
    # Cards that nobody draws may be any: one more where Player drew, two where nobody did.
    spare = 1 if third is not None else left - 1
    if not tableau.banker(player, banker, third).draws:
        yield third, None, left * spare
        return
    for last, count in enumerate(rest):
        if count:
            yield third, last, count * spare


def score(player: int, banker: int, third: int | None, last: int | None) -> Score:
    """Say how a coup ended."""
    return (
        player if third is None else (player + third) % 10,
        banker if last is None else (banker + last) % 10,
        2 if third is None else 3,
        2 if last is None else 3,
    )


class Play(NamedTuple):
    """Coups of a shoe in which a hand draws, by how they lay before it and who wins."""

    after_four: Mapping[Two, Mapping[Winner, int]]
    """By both two-card totals, where a card is still to come: who wins."""
    after_third: Mapping[tuple[int, int, int], Mapping[Winner, int]]
    """By both two-card totals and Player's with the third, where Banker is to draw: who wins."""


@lru_cache(maxsize=64)
def play(points: tuple[int, ...]) -> Play:
    """Deal every coup of a shoe, by points."""
    four: defaultdict[Two, defaultdict[Winner, int]] = defaultdict(lambda: defaultdict(int))
    five: defaultdict[tuple[int, int, int], defaultdict[Winner, int]]
    five = defaultdict(lambda: defaultdict(int))
    for player_two, banker_two, weight, rest in first_hands(points):
        player, banker = sum(player_two) % 10, sum(banker_two) % 10
        for third, last, orders in endings(player, banker, rest):
            end = score(player, banker, third, last)
            winner = compare(end[0], end[1])
            if third is not None or last is not None:
                four[player, banker][winner] += weight * orders
            if third is not None and last is not None:
                five[player, banker, end[0]][winner] += weight * orders
    return Play(four, five)
