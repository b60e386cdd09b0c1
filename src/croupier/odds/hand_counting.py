"""The joint distribution of facts that take the cards themselves: exact, for any shoe.

Cards are dealt by sort: cards of one sort count the same, and no fact that is asked for tells them
apart. The ways in which two hands can be made of six sorts do not depend on the shoe, so they are
counted once for some facts (`Ways`); a shoe then only says in how many orders each choice of cards
leaves it. Suits are worked out last: given the sorts of the cards, the suits depend only on which
of the cards are of one sort.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from croupier import tableau
from croupier.cards import Card, Rank, Suit
from croupier.coup import Side
from croupier.errors import Code, InvalidInput
from croupier.facts import Value
from croupier.game.hand_classes import HandClasses, HandTable, Start, classes
from croupier.odds import suit_patterns
from croupier.odds.composition import Composition
from croupier.odds.suit_patterns import (
    NOTHING,
    Known,
    Looking,
    Pattern,
    Seen,
    Suits,
    falling,
    looking,
)
from croupier.words import say

Weights = Mapping[tuple[Value, ...], int]
_BASE = 8
"""More than the cards of a coup: in this base a choice of cards is one number, a digit a sort."""
_ABSENT = -1


class Way(NamedTuple):
    """Hands that are counted together."""

    player: int
    """The class of Player's hand by rank."""
    banker: int
    seen: Seen
    choice: int
    """How many cards of each sort leave the shoe."""


class Ways(NamedTuple):
    """How hands can be made of the sorts of cards, whatever shoe they come from."""

    orders: Mapping[Way, int]
    choices: Mapping[int, tuple[tuple[int, int], ...]]
    """For each choice the sorts of its cards, each with how many."""


class _First(NamedTuple):
    """The first two cards of a hand."""

    start: Start
    orders: int
    choice: int
    seen: Seen


def _firsts(
    found: HandClasses, table: HandTable, cards: tuple[Card, ...], looks: Looking
) -> Iterator[_First]:
    """Yield the first two cards of a hand, given those that are on the table."""
    sorts = range(len(found.ranks))
    known = [_sort(found, card) for card in cards]
    if len(known) == 2:
        draws: list[tuple[int, ...]] = [()]
    elif known:
        draws = [(sort,) for sort in sorts]
    else:
        draws = [(one, two) for one in sorts for two in sorts if one <= two]
    for drawn in draws:
        one, two = sorted([*known, *drawn])
        orders = 2 if len(drawn) == 2 and one != two else 1
        seen = drawn if looks.first else ()
        yield _First(table.starts[one, two], orders, sum(_BASE**sort for sort in drawn), seen)


def _sort(found: HandClasses, card: Card) -> int:
    return next(place for place, ranks in enumerate(found.ranks) if card.rank in ranks)


def count_ways(found: HandClasses, known: Known = NOTHING) -> Ways:
    """Return every way in which the hands can be made, given the cards on the table."""
    player, banker = found.by_rank
    looks = looking(found, Side.PLAYER), looking(found, Side.BANKER)
    players = list(_firsts(found, player, known[0], looks[0]))
    bankers = list(_firsts(found, banker, known[1], looks[1]))
    points = [Card(ranks[0], Suit.CLUBS).points for ranks in found.ranks]
    steps = [_BASE**sort for sort in range(len(points))]
    lying = [_sort(found, card) for card in known[2]]
    orders: defaultdict[tuple[int, int, Seen, int], int] = defaultdict(int)
    for one, two in product(players, bankers):
        many, choice = one.orders * two.orders, one.choice + two.choice
        start, other = one.start, two.start
        if tableau.player(start.total, other.total).draws:
            thirds = lying[:1] or range(len(points))
        else:
            thirds = [_ABSENT]
        for third in thirds:
            if third == _ABSENT:
                became, gone, seen = start.stands, choice, one.seen + two.seen
                draws = tableau.banker(start.total, other.total, None).draws
                rest = lying
            else:
                became = start.draws[third]
                gone = choice if lying else choice + steps[third]
                seen = one.seen
                if looks[0].third and not lying:
                    seen += (third,)
                seen += two.seen
                draws = tableau.banker(start.total, other.total, points[third]).draws
                rest = lying[1:]
            if not draws:
                orders[became, other.stands, seen, gone] += many
            elif rest:
                orders[became, other.draws[rest[0]], seen, gone] += many
            elif looks[1].third:
                for last, end in enumerate(other.draws):
                    orders[became, end, (*seen, last), gone + steps[last]] += many
            else:
                for step, end in zip(steps, other.draws, strict=True):
                    orders[became, end, seen, gone + step] += many
    ways = {Way(*way): many for way, many in orders.items()}
    return Ways(ways, {way.choice: _digits(way.choice) for way in ways})


def _digits(choice: int) -> tuple[tuple[int, int], ...]:
    digits: list[tuple[int, int]] = []
    sort = 0
    while choice:
        choice, many = divmod(choice, _BASE)
        if many:
            digits.append((sort, many))
        sort += 1
    return tuple(digits)


@lru_cache(maxsize=32)
def _ways(names: tuple[str, ...]) -> Ways:
    return count_ways(classes(names))


def distribution(names: tuple[str, ...], left: Composition, known: Known = NOTHING) -> Weights:
    """Return the weight of every combination of these facts, as `odds.distribution` does.

    The cards on the table are not among those left. Raise `InvalidInput` if suits decide and only
    ranks were counted.
    """
    found = classes(names)
    if known == NOTHING:
        ways, to_come = _ways(names), 6
    else:
        ways, to_come = count_ways(found, known), 6 - sum(map(len, known))
    counts = _counts(found, left)
    weights = _weigh(ways.choices, [sum(row) for row in counts], left.cards, to_come)
    if len(found.suits) == 1 or not any(way.seen for way in ways.orders):
        return _by_rank(found, ways, weights, known)
    return _by_suit(found, ways, weights, counts, known)


def _counts(found: HandClasses, left: Composition) -> list[tuple[int, ...]]:
    """Return how many cards are left of each sort of ranks, by sort of suits."""
    places = {rank: place for place, rank in enumerate(Rank)}
    if len(found.suits) == 1:
        return [(sum(left.ranks[places[rank]] for rank in ranks),) for ranks in found.ranks]
    if left.suits is None:
        raise InvalidInput(Code.MALFORMED, say("settlement.asks_for_suits_not_ranks"))
    suits = {suit: place for place, suit in enumerate(Suit)}
    return [
        tuple(
            sum(left.suits[places[rank]][suits[suit]] for rank in ranks for suit in alike)
            for alike in found.suits
        )
        for ranks in found.ranks
    ]


def _weigh(
    choices: Mapping[int, tuple[tuple[int, int], ...]],
    counts: Sequence[int],
    cards: int,
    to_come: int,
) -> dict[int, int]:
    """Return the orders of each choice of cards, and of as many more as make up six."""
    taken = [[falling(count, many) for many in range(7)] for count in counts]
    spare: dict[int, int] = {}
    weights: dict[int, int] = {}
    for choice, digits in choices.items():
        weight, used = 1, 0
        for sort, many in digits:
            weight *= taken[sort][many]
            used += many
        if weight > 0:
            if used not in spare:
                spare[used] = falling(cards - used, to_come - used)
            weights[choice] = weight * spare[used]
    return weights


def _by_rank(found: HandClasses, ways: Ways, weights: Mapping[int, int], known: Known) -> Weights:
    met: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (player, banker, _, choice), orders in ways.orders.items():
        weight = weights.get(choice)
        if weight:
            met[player, banker] += orders * weight
    suits = suit_patterns.lying(known, 0, ()), suit_patterns.lying(known, 1, ())
    added: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    for (player, banker), weight in met.items():
        added[_values(found, player, banker, *suits)] += weight
    return added


def _by_suit(
    found: HandClasses,
    ways: Ways,
    weights: Mapping[int, int],
    counts: Sequence[tuple[int, ...]],
    known: Known,
) -> Weights:
    patterns = suit_patterns.Patterns(found, counts, known)
    grouped: defaultdict[tuple[int, int, Pattern], int] = defaultdict(int)
    for (player, banker, seen, choice), orders in ways.orders.items():
        weight = weights.get(choice)
        if weight:
            grouped[player, banker, patterns.of(seen)] += orders * weight
    many = [[len(hand) for hand in table.examples] for table in found.by_rank]
    met: defaultdict[tuple[int, int, Suits, Suits], int] = defaultdict(int)
    for (player, banker, pattern), weight in grouped.items():
        orders, shown = patterns.shown(pattern, many[0][player], many[1][banker])
        for (one, two), part in shown.items():
            # The orders of the seen cards are a factor of those of all cards.
            met[player, banker, one, two] += weight // orders * part
    added: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    for (player, banker, one, two), weight in met.items():
        added[_values(found, player, banker, one, two)] += weight
    return added


def _values(
    found: HandClasses, player: int, banker: int, of_player: Suits, of_banker: Suits
) -> tuple[Value, ...]:
    """Return the facts of hands of these classes by rank, with these suits."""
    ranked = found.by_rank[0].examples[player], found.by_rank[1].examples[banker]
    # The suits of a hand may be those of three cards where it has two.
    one, two = (
        tuple([Card(card.rank, suit) for card, suit in zip(cards, suits, strict=False)])
        for cards, suits in zip(ranked, (of_player, of_banker), strict=True)
    )
    return found.values(one, two)
