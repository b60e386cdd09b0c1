"""The joint distribution of the facts that a bet asks for, exact, for any shoe.

A weight counts orders in which six cards leave the shoe. Where a coup needs fewer cards, the
remaining ones may be any of those left, so the weights of a shoe add up to all its orders.
The parts are first hands (by points, by rank or by suit) and the third cards that follow them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from croupier import tableau
from croupier.cards import POINTS, RED_SUITS, Rank, Suit
from croupier.coup import Winner, compare
from croupier.errors import Code, InvalidInput
from croupier.facts import Fact, Finish, Value, fact, is_deep
from croupier.hand_traits import BLACK, MIXED, RED, Level, Start
from croupier.odds import hand_counting
from croupier.odds.composition import Composition
from croupier.odds.formulas import CELLS, totals
from croupier.words import say

RANKS, SUITS = tuple(Rank), tuple(Suit)

Two = tuple[int, int]
"""Two ranks or two point values, the smaller first."""
Score = tuple[int, int, int, int]
"""Final totals of Player and Banker, and how many cards each has."""
Ending = tuple[int | None, int | None, int]
"""Third cards of Player and Banker by points, if drawn, and in how many orders they can come."""
Starts = Mapping[tuple[Start, Start], int]
"""Player's and Banker's starts, and in how many orders the four cards of these ranks show them."""
Weights = Mapping[tuple[Value, ...], int]
"""For each combination of facts its weight."""


def distribution(names: tuple[str, ...], left: Composition) -> Weights:
    """Return the weight of every combination of these facts; they add up to `left.coups`.

    The facts decide which method is used: points alone, the first four cards alone, both, or all
    cards of both hands.
    """
    if is_deep(names):
        return hand_counting.distribution(names, left)
    facts = [fact(name) for name in names]
    first = [each for each in facts if each.level is not Level.POINTS]
    over = [each for each in facts if each.level is Level.POINTS]
    if not first:
        weighed = zip(ENDS, totals(left.points), strict=True)
        return _weigh(over, ((end, weight) for end, weight in weighed if weight))
    if not over and all(each.level is Level.RANKS for each in first):
        rest = (left.cards - 4) * (left.cards - 5)
        return _weigh(
            first, ((from_starts(*two), n * rest) for *two, n in pairings(left.ranks) if n)
        )
    found: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    ends: dict[tuple[Two, Two], Weights] = {}
    shown: dict[int, tuple[Starts, Weights]] = {}
    deal = by_suit if any(each.level is Level.SUITS for each in first) else by_rank
    for player, banker, starts in deal(left):
        hands = values(player), values(banker)
        if hands not in ends:
            ends[hands] = _ends(over, *hands, left)
        # Most ranks show the same suits, and are given the same starts: those are weighed once.
        if id(starts) not in shown:
            early_facts = _weigh(first, ((from_starts(*two), n) for two, n in starts.items()))
            shown[id(starts)] = starts, early_facts
        for early, weight in shown[id(starts)][1].items():
            for late, orders in ends[hands].items():
                found[early + late] += weight * orders
    order = [each.name for each in (*first, *over)]
    places = [order.index(name) for name in names]
    return {tuple([key[place] for place in places]): weight for key, weight in found.items()}


_ANY = Start(pair=None, suited=False, colour=MIXED)
_NO_SCORE = (0, 0, 2, 2)


def _end(end: Score) -> Finish:
    return Finish(*end, _ANY, _ANY)


ENDS = tuple(
    _end((cell // 10 % 10, cell % 10, 2 + cell // 200, 2 + cell // 100 % 2))
    for cell in range(CELLS)
)
"""What each cell of `formulas.totals` stands for."""


def from_starts(player: Start, banker: Start) -> Finish:
    """Return a coup of which only the first hands count."""
    return Finish(*_NO_SCORE, player, banker)


def _weigh(facts: list[Fact], finishes: Iterable[tuple[Finish, int]]) -> Weights:
    found: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    for finish, weight in finishes:
        found[tuple([each.of(finish) for each in facts])] += weight
    return found


def _ends(facts: list[Fact], player: Two, banker: Two, left: Composition) -> Weights:
    """Return how coups with first hands of these points end, by orders of the last two cards."""
    if not facts:
        return {(): (left.cards - 4) * (left.cards - 5)}
    rest = list(left.points)
    for point in (*player, *banker):
        rest[point] -= 1
    totals = sum(player) % 10, sum(banker) % 10
    return _weigh(
        facts,
        (
            (_end(score(*totals, third, last)), orders)
            for third, last, orders in endings(*totals, tuple(rest))
        ),
    )


def pairs(counts: tuple[int, ...]) -> Iterator[tuple[Two, int, tuple[int, ...]]]:
    """Yield every draw of two cards: which, in how many orders, and the counts left after it."""
    for one, two in combinations_with_replacement(range(len(counts)), 2):
        same = one == two
        weight = counts[one] * (counts[two] - same) * (1 if same else 2)
        if weight > 0:
            left = list(counts)
            left[one] -= 1
            left[two] -= 1
            yield (one, two), weight, tuple(left)


class Hands(NamedTuple):
    """First hands of Player and Banker by points, and what can follow them."""

    player: Two
    banker: Two
    weight: int
    """In how many orders the four cards can come."""
    rest: tuple[int, ...]
    """The cards left after them, by points."""


def first_hands(points: tuple[int, ...]) -> Iterator[Hands]:
    """Yield the first four cards in every combination, by points."""
    for player, one, left in pairs(points):
        for banker, two, rest in pairs(left):
            yield Hands(player, banker, one * two, rest)


def values(two: Two) -> Two:
    """Return the points of two ranks, the smaller first."""
    one, other = sorted(POINTS[RANKS[rank]] for rank in two)
    return one, other


_PAIRED = tuple(Start(rank, suited=False, colour=MIXED) for rank in RANKS)
_UNPAIRED = Start(None, suited=False, colour=MIXED)


def pairings(ranks: Sequence[Any]) -> Iterator[tuple[Start, Start, Any]]:
    """Yield the ranks that first hands can pair in, or none, with the orders of four cards.

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


def by_rank(left: Composition) -> Iterator[tuple[Two, Two, Starts]]:
    """Yield the first four cards in every combination of ranks, with the pairs they make."""
    for player, one, rest in pairs(left.ranks):
        for banker, two, _ in pairs(rest):
            yield player, banker, {(_plain(player), _plain(banker)): one * two}


def _plain(two: Two) -> Start:
    return _PAIRED[two[0]] if two[0] == two[1] else _UNPAIRED


def by_suit(left: Composition) -> Iterator[tuple[Two, Two, Starts]]:
    """Yield the first four cards in every combination of ranks, with suits and colours.

    Raise `InvalidInput` if only ranks were counted.
    """
    if left.suits is None:
        raise InvalidInput(Code.MALFORMED, say("settlement.asks_for_suits_not_ranks"))
    counts = left.suits
    patterns: dict[object, Starts] = {}
    named: dict[object, Starts] = {}
    for player, _, rest in pairs(left.ranks):
        for banker, _, _ in pairs(rest):
            four = (*player, *banker)
            # The same counts in the same pattern of ranks show the same suits.
            key = (tuple(four.index(rank) for rank in four), tuple(counts[rank] for rank in four))
            if key not in patterns:
                patterns[key] = _suits(four, counts)
            pair = key, _plain(player).pair, _plain(banker).pair
            if pair not in named:
                named[pair] = _named(patterns[key], player, banker)
            yield player, banker, named[pair]


def _named(pattern: Starts, player: Two, banker: Two) -> Starts:
    one, two = _plain(player).pair, _plain(banker).pair
    return {
        (first._replace(pair=one), second._replace(pair=two)): weight
        for (first, second), weight in pattern.items()
    }


def _suits(four: tuple[int, ...], counts: tuple[tuple[int, ...], ...]) -> Starts:
    """Return what these four ranks show in every suit, each hand's two cards in either order."""
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


def endings(player: int, banker: int, rest: tuple[int, ...]) -> Iterator[Ending]:
    """Yield the third cards that can follow two-card totals, given the cards left by points."""
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
    # Cards that are not drawn may be any: one more where Player drew, two where neither did.
    spare = 1 if third is not None else left - 1
    if not tableau.banker(player, banker, third).draws:
        yield third, None, left * spare
        return
    for last, count in enumerate(rest):
        if count:
            yield third, last, count * spare


def score(player: int, banker: int, third: int | None, last: int | None) -> Score:
    """Return the final score of two-card totals with these third cards."""
    return (
        player if third is None else (player + third) % 10,
        banker if last is None else (banker + last) % 10,
        2 if third is None else 3,
        2 if last is None else 3,
    )


class Play(NamedTuple):
    """Coups of a shoe in which a hand draws, by the totals before the draw and the winner."""

    after_four: Mapping[Two, Mapping[Winner, int]]
    """By both two-card totals, where a card is still to come: who wins."""
    after_third: Mapping[tuple[int, int, int], Mapping[Winner, int]]
    """By both two-card totals and Player's with the third, where Banker is to draw: who wins."""


@lru_cache(maxsize=64)
def play(points: tuple[int, ...]) -> Play:
    """Return every coup of a shoe, given its cards by points."""
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
