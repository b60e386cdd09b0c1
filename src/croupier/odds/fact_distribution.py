"""The joint distribution of the facts that a bet asks for, exact, for any shoe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from croupier.facts import FACTS, MIXED, Fact, Finish, Level, Start, Value
from croupier.odds.composition import Composition
from croupier.odds.formulas import CELLS, totals
from croupier.odds.initial_cards import by_rank, by_suit, pairings, values
from croupier.odds.third_cards import Score, Two, endings, score

_ANY = Start(pair=None, suited=False, colour=MIXED)
_NO_SCORE = (0, 0, 2, 2)


def _end(end: Score) -> Finish:
    return Finish(*end, _ANY, _ANY)


ENDS = tuple(
    _end((cell // 10 % 10, cell % 10, 2 + cell // 200, 2 + cell // 100 % 2))
    for cell in range(CELLS)
)
"""What each cell of `formulas.totals` stands for."""

Weights = Mapping[tuple[Value, ...], int]


def distribution(names: tuple[str, ...], left: Composition) -> Weights:
    """Weigh every combination of these facts; the weights add up to `left.coups`.

    What it takes is found from the facts: points alone, the first four cards alone, or both.
    """
    facts = [FACTS[name] for name in names]
    first = [fact for fact in facts if fact.level is not Level.POINTS]
    over = [fact for fact in facts if fact.level is Level.POINTS]
    if not first:
        weighed = zip(ENDS, totals(left.points), strict=True)
        return _weigh(over, ((end, weight) for end, weight in weighed if weight))
    if not over and all(fact.level is Level.RANKS for fact in first):
        rest = (left.cards - 4) * (left.cards - 5)
        return _weigh(first, ((begun(*two), n * rest) for *two, n in pairings(left.ranks) if n))
    found: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    ends: dict[tuple[Two, Two], Weights] = {}
    deal = by_suit if any(fact.level is Level.SUITS for fact in first) else by_rank
    for player, banker, starts in deal(left):
        hands = values(player), values(banker)
        if hands not in ends:
            ends[hands] = _ends(over, *hands, left)
        early_facts = _weigh(first, ((begun(*two), n) for two, n in starts.items()))
        for early, weight in early_facts.items():
            for late, orders in ends[hands].items():
                found[early + late] += weight * orders
    order = [fact.name for fact in (*first, *over)]
    places = [order.index(name) for name in names]
    return {tuple([key[place] for place in places]): weight for key, weight in found.items()}


def begun(player: Start, banker: Start) -> Finish:
    """Give a coup of which only the first hands count."""
    return Finish(*_NO_SCORE, player, banker)


def _weigh(facts: list[Fact], finishes: Iterable[tuple[Finish, int]]) -> Weights:
    found: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    for finish, weight in finishes:
        found[tuple([fact.of(finish) for fact in facts])] += weight
    return found


def _ends(facts: list[Fact], player: Two, banker: Two, left: Composition) -> Weights:
    """Weigh how first hands of these points end, by orders of the last two cards."""
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
