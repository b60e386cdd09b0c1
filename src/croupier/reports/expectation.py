"""What the house could expect of the bets that were made, exactly, and how far off it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, sqrt

from croupier.game.model import Game
from croupier.odds.covariance import Wager, together
from croupier.reports.tally import Rules, Tally

Z95, Z99 = 1.959963984540054, 2.5758293035489004
"""How many standard deviations either side hold 95% and 99% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The house's win on bets: its mean and variance, in units and their square.

    By the odds of a fresh shoe, for each round alone, and before payouts are rounded down.
    Variances are exact: bets of a round go by their joint distribution, insurance by the totals
    that it was taken on.
    """

    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    @property
    def sd(self) -> float:
        """The standard deviation, in units."""
        # Insurance hedges, and what it takes off is weighed given the totals that came up.
        return sqrt(max(self.variance, Fraction(0)))

    def interval(self, z: float) -> tuple[int, int]:
        """Give whole units so many standard deviations either side, rounded outwards."""
        middle, reach = float(self.mean), z * self.sd
        return floor(middle - reach), ceil(middle + reach)

    def outside(self, win: int, z: float = Z99) -> bool:
        """Say whether a win lies beyond so many standard deviations."""
        low, high = self.interval(z)
        return not low <= win <= high

    def place(self, win: int) -> float | None:
        """Say by how many standard deviations a win is off; None where nothing can vary."""
        return (win - float(self.mean)) / self.sd if self.sd else None


Find = Callable[[str], Game]


def expected(tally: Tally, find: Find) -> Expectation:
    """Work out what to expect of everything that was in action against the house."""
    mean = sum(
        (
            -amount * together(find(rules.digest), rules.decks).ev(wager)
            for (rules, _, wager), amount in tally.stakes.items()
            if amount
        ),
        Fraction(0),
    )
    return Expectation(mean, _variance(tally.products.items(), find))


def expected_of(tally: Tally, game: str, bet: str, find: Find) -> Expectation:
    """Work out what to expect of one kind of bet of a game."""
    mean = Fraction(0)
    games = set[str]()
    for (rules, key, wager), amount in tally.stakes.items():
        if (key, wager.kind) == (game, bet):
            games.add(rules.digest)
            mean -= amount * together(find(rules.digest), rules.decks).ev(wager)
    own = (
        (key, amount)
        for key, amount in tally.products.items()
        if key[0].digest in games and key[1].kind == bet == key[2].kind
    )
    return Expectation(mean, _variance(own, find))


def _variance(products: Iterable[tuple[tuple[Rules, Wager, Wager], int]], find: Find) -> Fraction:
    total = Fraction(0)
    for (rules, one, other), amount in products:
        if amount:
            twice = 1 if one == other else 2
            odds = together(find(rules.digest), rules.decks)
            total += twice * amount * odds.covariance(one, other)
    return total
