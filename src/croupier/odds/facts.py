"""The joint distribution of the facts that a bet asks for, exact, for any shoe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from croupier.facts import FACTS, MIXED, Fact, Finish, Level, Start, Value
from croupier.odds.composition import Composition
from croupier.odds.play import Score, Two, endings, play, score
from croupier.odds.starts import by_rank, by_suit, values

_ANY = Start(pair=None, suited=False, colour=MIXED)
_NO_SCORE = (0, 0, 2, 2)

Weights = Mapping[tuple[Value, ...], int]


def distribution(names: tuple[str, ...], left: Composition) -> Weights:
    """Weigh every combination of these facts; the weights add up to `left.coups`.

    What it takes is found from the facts: points alone, the first four cards alone, or both.
    """
    facts = [FACTS[name] for name in names]
    first = [fact for fact in facts if fact.level is not Level.POINTS]
    over = [fact for fact in facts if fact.level is Level.POINTS]
    if not first:
        return _weigh(over, ((_end(end), n) for end, n in play(left.points).scores.items()))
    found: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    ends: dict[tuple[Two, Two], Weights] = {}
    deal = by_suit if any(fact.level is Level.SUITS for fact in first) else by_rank
    for player, banker, starts in deal(left):
        hands = values(player), values(banker)
        if hands not in ends:
            ends[hands] = _ends(over, *hands, left)
        begun = _weigh(first, ((Finish(*_NO_SCORE, *two), n) for two, n in starts.items()))
        for early, weight in begun.items():
            for late, orders in ends[hands].items():
                found[early + late] += weight * orders
    order = [fact.name for fact in (*first, *over)]
    places = [order.index(name) for name in names]
    return {tuple([key[place] for place in places]): weight for key, weight in found.items()}


def _weigh(facts: list[Fact], finishes: Iterable[tuple[Finish, int]]) -> Weights:
    found: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    for finish, weight in finishes:
        found[tuple([fact.of(finish) for fact in facts])] += weight
    return found


def _end(end: Score) -> Finish:
    return Finish(*end, _ANY, _ANY)


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
