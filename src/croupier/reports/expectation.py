"""The exact expectation of the house's win on the bets that were made, and its intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, sqrt

from croupier.odds.covariance import Wager, covariances_of
from croupier.reports.events import FindGame
from croupier.reports.tally import Rules, Tally

Z95, Z99 = 1.959963984540054, 2.5758293035489004
"""Standard deviations on either side that hold 95% and 99% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The house's win on bets: its mean and variance, in units and their square.

    They are for a fresh shoe, for each round by itself, before payouts are rounded down. Variances
    are exact: the bets of a round by their joint distribution, insurance by the totals that it
    was taken on.
    """

    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    @property
    def sd(self) -> float:
        """The standard deviation, in units."""
        # Insurance is weighed given its totals, so a hedge can make the variance negative.
        return sqrt(max(self.variance, Fraction(0)))

    def interval(self, z: float) -> tuple[int, int]:
        """Return the ends of an interval of z standard deviations either side, rounded outwards."""
        middle, width = float(self.mean), z * self.sd
        return floor(middle - width), ceil(middle + width)

    def outside(self, win: int, z: float = Z99) -> bool:
        """Return True if a win lies outside the interval."""
        low, high = self.interval(z)
        return not low <= win <= high

    def deviations(self, win: int) -> float | None:
        """Return by how many standard deviations a win is off; None if nothing can vary."""
        return (win - float(self.mean)) / self.sd if self.sd else None


def expected(tally: Tally, find: FindGame) -> Expectation:
    """Return the expectation of everything that was in action against the house."""
    mean = sum(
        (
            -amount * covariances_of(find(rules.digest), rules.decks).ev(wager)
            for (rules, _, wager), amount in tally.stakes.items()
            if amount
        ),
        Fraction(0),
    )
    return Expectation(mean, _variance(tally.products.items(), find))


def expected_of(tally: Tally, game: str, bet: str, find: FindGame) -> Expectation:
    """Return the expectation of one kind of bet of a game."""
    mean = Fraction(0)
    digests = set[str]()
    for (rules, key, wager), amount in tally.stakes.items():
        if (key, wager.kind) == (game, bet):
            digests.add(rules.digest)
            mean -= amount * covariances_of(find(rules.digest), rules.decks).ev(wager)
    own = (
        (key, amount)
        for key, amount in tally.products.items()
        if key[0].digest in digests and key[1].kind == bet == key[2].kind
    )
    return Expectation(mean, _variance(own, find))


def _variance(
    products: Iterable[tuple[tuple[Rules, Wager, Wager], int]], find: FindGame
) -> Fraction:
    total = Fraction(0)
    for (rules, one, other), amount in products:
        if amount:
            twice = 1 if one == other else 2
            odds = covariances_of(find(rules.digest), rules.decks)
            total += twice * amount * odds.covariance(one, other)
    return total
