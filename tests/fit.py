"""Whether counted coups fit the exact odds: chi-square, for every fact there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt

from croupier.facts import FACTS
from croupier.hand_traits import Level
from croupier.odds import Composition
from croupier.odds.distribution import distribution
from croupier.simulation.tally import finish_of


def misfits(counts: Mapping[int, int], decks: int, *, suits: bool) -> list[str]:
    """Name the facts that do not come as often as they should in first coups of fresh shoes."""
    left, many = Composition.of_decks(decks), sum(counts.values())
    wrong = []
    for name, fact in FACTS.items():
        if fact.deep or (fact.level is Level.SUITS and not suits):
            continue
        seen: Counter[object] = Counter()
        for code, count in counts.items():
            seen[fact.of(finish_of(code, suits=suits))] += count
        exact = {key[0]: n / left.coups for key, n in distribution((name,), left).items() if n}
        assert set(seen) <= set(exact), name
        square = sum((seen[v] - many * p) ** 2 / (many * p) for v, p in exact.items())
        freedom = len(exact) - 1
        # Five standard deviations of a chi-square.
        if square >= freedom + 5 * sqrt(2 * freedom) + 5:
            wrong.append(name)
    return wrong
