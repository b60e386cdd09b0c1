"""Exact expectations and covariances of the bets of one round, for a fresh shoe.

Bets on one coup are decided by the same cards, so their results are not independent. The results
are read off the joint distribution of the facts. Insurance is taken when the totals are known, so
its expectation, and its covariance with other bets, are conditional on those totals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from croupier.coup import Winner, compare
from croupier.facts import Finish, Value, fact, is_deep
from croupier.game.model import Game, Stage
from croupier.hand_traits import MIXED, Level, Start
from croupier.odds.bet_odds import line_of
from croupier.odds.composition import Composition
from croupier.odds.covariance_of_pairs import Pairs, insurance_pays
from croupier.odds.distribution import (
    Score,
    Two,
    by_rank,
    by_suit,
    endings,
    from_starts,
    score,
    values,
)


class Wager(NamedTuple):
    """What the odds of a bet depend on: its kind and, for insurance, the stage and both totals."""

    kind: str
    stage: Stage | None = None
    player_total: int = 0
    banker_total: int = 0


Cell = tuple[Stage, int, int]
"""The stage and both totals at which insurance is taken."""

Weights = dict[tuple[Winner, tuple[int, ...]], int]
"""Weights by winner and by the scaled result of each bet."""


@dataclass(frozen=True, slots=True)
class _Moments:
    """Sums of weights, not yet divided by their total."""

    total: int
    wins: Mapping[Winner, int]
    """The weight of each result."""
    brings: Mapping[Winner, tuple[int, ...]]
    """The scaled results of each bet, times the weights."""


class _ByPair:
    """The same for a game with a bet on the cards themselves: worked out as it is asked for."""

    def __init__(self, game: Game, left: Composition) -> None:
        self._pairs = Pairs(game, left)

    def ev(self, wager: Wager, given: Cell | None = None) -> Fraction:
        cell = None if wager.stage is None else _cell(wager)
        given = given or cell
        of = (self._pairs.staked(wager.kind, cell),)
        return self._pairs.mean((wager, given), of, given)

    def covariance(self, one: Wager, other: Wager) -> Fraction:
        cells = [_cell(each) for each in (one, other) if each.stage is not None]
        # The later of two insurances is taken when the earlier one is already placed.
        cells.sort(key=lambda cell: cell[0] is Stage.PLAYER_THIRD)
        given = cells[-1] if cells else None
        first, second = sorted((one, other))
        of = tuple(
            self._pairs.staked(each.kind, None if each.stage is None else _cell(each))
            for each in (first, second)
        )
        product = self._pairs.mean((first, second, given), of, given)
        return product - self.ev(one, given) * self.ev(other, given)


class Covariances:
    """Exact expectations and covariances of all bets of a game with one shoe."""

    def __init__(self, game: Game, left: Composition) -> None:
        """Compute the sums over every coup of the shoe."""
        self._kinds = {key: place for place, key in enumerate(game.bets)}
        ratios = [line.odds.ratio for kind in game.bets.values() for line in kind.pays]
        self._scale = lcm(1, *(ratio.denominator for ratio in ratios))
        # Scaled once: these are looked up for every bet in a hundred thousand rows.
        self._results = [
            (kind, [int(line.odds.ratio * self._scale) for line in kind.pays] + [-self._scale])
            for kind in game.bets.values()
        ]
        self._insurance = game.insurance.kinds if game.insurance else {}
        self._by_pair = _ByPair(game, left) if is_deep(game.facts) else None
        if self._by_pair:
            return
        every, cells = self._weigh(game, left)
        self._cells = {cell: _moments(weights) for cell, weights in cells.items()}
        self._total = sum(every.values())
        size = range(len(self._kinds))
        self._means = [sum(n * pays[i] for (_, pays), n in every.items()) for i in size]
        self._products = {
            (i, j): sum(n * pays[i] * pays[j] for (_, pays), n in every.items())
            for i in size
            for j in size
            if i <= j
        }

    def ev(self, wager: Wager) -> Fraction:
        """Return the expected result of a unit of a bet, for the patron."""
        if self._by_pair:
            return self._by_pair.ev(wager)
        if wager.stage is None:
            return Fraction(self._means[self._kinds[wager.kind]], self._total * self._scale)
        given = self._cells[_cell(wager)]
        return _mean(given, self._pays(wager))

    def covariance(self, one: Wager, other: Wager) -> Fraction:
        """Return the covariance of a unit of each; of a bet with itself, its variance."""
        if self._by_pair:
            return self._by_pair.covariance(one, other)
        if one.stage is None and other.stage is None:
            i, j = sorted((self._kinds[one.kind], self._kinds[other.kind]))
            square = Fraction(self._products[i, j], self._total * self._scale**2)
            return square - self.ev(one) * self.ev(other)
        if one.stage is None:
            one, other = other, one
        if other.stage is None:
            return self._against(one, other)
        # The later of the two is taken when the earlier one is already placed.
        later = one if one.stage is Stage.PLAYER_THIRD else other
        given = self._cells[_cell(later)]
        first, second = self._pays(one), self._pays(other)
        both = {winner: first[winner] * second[winner] for winner in Winner}
        return _mean(given, both) - _mean(given, first) * _mean(given, second)

    def _against(self, insured: Wager, other: Wager) -> Fraction:
        given, pays = self._cells[_cell(insured)], self._pays(insured)
        place = self._kinds[other.kind]
        brings = {winner: sums[place] for winner, sums in given.brings.items()}
        whole = given.total * self._scale
        both = sum((pays[winner] * brings[winner] for winner in brings), Fraction(0)) / whole
        return both - _mean(given, pays) * Fraction(sum(brings.values()), whole)

    def _pays(self, wager: Wager) -> dict[Winner, Fraction]:
        kind = self._insurance[wager.kind]
        return insurance_pays(kind, kind.offers[_cell(wager)])

    def _weigh(self, game: Game, left: Composition) -> tuple[Weights, dict[Cell, Weights]]:
        facts = [fact(name) for name in game.facts]
        early = [each for each in facts if each.level is not Level.POINTS]
        late = [each for each in facts if each.level is Level.POINTS]
        deal = by_suit if any(each.level is Level.SUITS for each in early) else by_rank
        ways: dict[tuple[Two, Two], list[tuple[tuple[int, int], Score, int]]] = {}
        rows: defaultdict[tuple[tuple[int, int], Score, tuple[Value, ...]], int] = defaultdict(int)
        for player, banker, starts in deal(left):
            hands = values(player), values(banker)
            if hands not in ways:
                ways[hands] = _ways(*hands, left)
            for two, weight in starts.items():
                start = from_starts(*two)
                seen = tuple([each.of(start) for each in early])
                for totals, end, orders in ways[hands]:
                    rows[totals, end, seen] += weight * orders
        every: Weights = defaultdict(int)
        cells: defaultdict[Cell, Weights] = defaultdict(lambda: defaultdict(int))
        names = [each.name for each in (*early, *late)]
        for (totals, end, seen), weight in rows.items():
            finish = Finish(*end, _ANY_START, _ANY_START)
            said = dict(zip(names, (*seen, *(each.of(finish) for each in late)), strict=True))
            way = compare(end[0], end[1]), self._brought(said)
            every[way] += weight
            if end[2] + end[3] > 4:
                cells[Stage.FOUR_CARDS, *totals][way] += weight
            if end[2] == end[3] == 3:
                cells[Stage.PLAYER_THIRD, end[0], totals[1]][way] += weight
        return every, cells

    def _brought(self, facts: Mapping[str, Value]) -> tuple[int, ...]:
        """Return the result of a unit of each bet, scaled; the last of a bet's is its loss."""
        return tuple([results[line_of(kind, facts)] for kind, results in self._results])


_ANY_START = Start(pair=None, suited=False, colour=MIXED)


def _ways(player: Two, banker: Two, left: Composition) -> list[tuple[tuple[int, int], Score, int]]:
    """Return the endings after first hands of these points, with their orders."""
    rest = list(left.points)
    for point in (*player, *banker):
        rest[point] -= 1
    totals = sum(player) % 10, sum(banker) % 10
    found: defaultdict[Score, int] = defaultdict(int)
    for third, last, orders in endings(*totals, tuple(rest)):
        found[score(*totals, third, last)] += orders
    return [(totals, end, orders) for end, orders in found.items()]


def _moments(weights: Weights) -> _Moments:
    size = len(next(iter(weights))[1])
    wins = dict.fromkeys(Winner, 0)
    brings = {winner: [0] * size for winner in Winner}
    for (winner, pays), weight in weights.items():
        wins[winner] += weight
        for place, brought in enumerate(pays):
            brings[winner][place] += weight * brought
    summed = {winner: tuple(sums) for winner, sums in brings.items()}
    return _Moments(sum(wins.values()), wins, summed)


def _mean(given: _Moments, pays: Mapping[Winner, Fraction]) -> Fraction:
    return sum((pays[winner] * n for winner, n in given.wins.items()), Fraction(0)) / given.total


def _cell(wager: Wager) -> Cell:
    assert wager.stage is not None, "insurance has a stage"
    return wager.stage, wager.player_total, wager.banker_total


@lru_cache(maxsize=64)
def covariances_of(game: Game, decks: int) -> Covariances:
    """Return the covariances of a game with whole decks; computed once."""
    return Covariances(game, Composition.of_decks(decks))
