"""How hands start, by ranks and suits, with exact weights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from croupier.cards import POINTS, RED_SUITS, Rank, Suit
from croupier.errors import Code, InvalidInput
from croupier.facts import BLACK, MIXED, RED, Start
from croupier.odds.composition import Composition
from croupier.odds.third_cards import Two, pairs

RANKS, SUITS = tuple(Rank), tuple(Suit)

Starts = Mapping[tuple[Start, Start], int]
"""Player's and Banker's starts, and in how many orders the four cards of these ranks show them."""


def pairings(ranks: Sequence[Any]) -> Iterator[tuple[Start, Start, Any]]:
    """Go through the ranks that first hands can pair in, or none, with the orders of four cards.

    Thirteen counts give whole numbers; thirteen arrays of them give arrays, one for each shoe.
    """
    twos = [count * (count - 1) for count in ranks]
    cards, all_twos = sum(ranks), sum(twos)
    neither = cards * (cards - 1) * (cards - 2) * (cards - 3)
    for player, (count, two) in enumerate(zip(ranks, twos, strict=True)):
        fewer = (count - 2) * (count - 3)
        # A pair against none is as likely one way round as the other.
        single = two * ((cards - 2) * (cards - 3) - (all_twos - two + fewer))
        yield _PAIRED[player], _UNPAIRED, single
        yield _UNPAIRED, _PAIRED[player], single
        neither = neither - 2 * single
        for banker, other in enumerate(twos):
            both = two * (fewer if banker == player else other)
            yield _PAIRED[player], _PAIRED[banker], both
            neither = neither - both
    yield _UNPAIRED, _UNPAIRED, neither


_PAIRED = tuple(Start(rank, suited=False, colour=MIXED) for rank in RANKS)
_UNPAIRED = Start(None, suited=False, colour=MIXED)


def by_rank(left: Composition) -> Iterator[tuple[Two, Two, Starts]]:
    """Deal the first four cards by rank, and see which ranks pair."""
    for player, one, rest in pairs(left.ranks):
        for banker, two, _ in pairs(rest):
            yield player, banker, {(_plain(player), _plain(banker)): one * two}


def _plain(two: Two) -> Start:
    return _PAIRED[two[0]] if two[0] == two[1] else _UNPAIRED


def by_suit(left: Composition) -> Iterator[tuple[Two, Two, Starts]]:
    """Deal the first four cards by rank, and see which suits and colours they can show."""
    if left.suits is None:
        raise InvalidInput(
            Code.MALFORMED, "a bet of this game asks for suits: give decks, not counts of ranks"
        )
    counts = left.suits
    patterns: dict[object, Mapping[tuple[Start, Start], int]] = {}
    for player, _, rest in pairs(left.ranks):
        for banker, _, _ in pairs(rest):
            four = (*player, *banker)
            # The same counts in the same pattern of ranks show the same suits.
            key = (tuple(four.index(rank) for rank in four), tuple(counts[rank] for rank in four))
            if key not in patterns:
                patterns[key] = _suits(four, counts)
            yield player, banker, _named(patterns[key], player, banker)


def _named(pattern: Starts, player: Two, banker: Two) -> Starts:
    one, two = _plain(player).pair, _plain(banker).pair
    return {
        (first._replace(pair=one), second._replace(pair=two)): weight
        for (first, second), weight in pattern.items()
    }


def _suits(four: tuple[int, ...], counts: tuple[tuple[int, ...], ...]) -> Starts:
    """Give these four ranks suits in every way, each hand's two cards in either order."""
    found: defaultdict[tuple[Start, Start], int] = defaultdict(int)
    orders = (2 if four[0] != four[1] else 1) * (2 if four[2] != four[3] else 1)
    for suits in product(range(len(SUITS)), repeat=4):
        left = {rank: list(counts[rank]) for rank in set(four)}
        weight = orders
        for rank, suit in zip(four, suits, strict=True):
            weight *= left[rank][suit]
            left[rank][suit] -= 1
        if weight > 0:
            found[_shown(suits[:2]), _shown(suits[2:])] += weight
    return found


def _shown(suits: tuple[int, ...]) -> Start:
    one, two = (SUITS[suit] for suit in suits)
    red = (one in RED_SUITS, two in RED_SUITS)
    colour = MIXED if red[0] is not red[1] else RED if red[0] else BLACK
    return Start(None, suited=one is two, colour=colour)


def values(two: Two) -> Two:
    """Give the points of two ranks, the smaller first."""
    one, other = sorted(POINTS[RANKS[rank]] for rank in two)
    return one, other
