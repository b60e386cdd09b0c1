"""What the house holds of a flat bet over many rounds: bands, and what one top award does to them.

Rounds are those of a fresh shoe, each by itself. The results of a bet lie on a lattice, so the
distribution of their sum follows from its characteristic function, which is summed at as many
points as the sum can have values: that is the exact distribution, folded. Two things are left out,
and both are bounded: sums that Chernoff's bound gives less than e^-40, and points at which the
function is below e^-46.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import atan2, exp, expm1, gcd, lcm, log, log1p, pi, sin, sqrt
from statistics import NormalDist

from croupier.odds import BetOdds

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
LEVELS = (90, 95, 99)
"""In a hundred runs of so many rounds the hold of so many lies within the band."""
VOLATILITY = NormalDist().inv_cdf(0.95)
"""Standard deviations on either side that hold 90 in 100 results of a normal distribution."""

_NEVER = -1 + 1e-16
_RARE, _FADED = 40.0, 46.0
"""The logarithms of what is left out: sums by their chance, points by the function's size."""


@dataclass(frozen=True, slots=True)
class Band:
    """Where the hold of so many rounds lies: on either side of it with half the rest at most."""

    level: int
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Award:
    """The highest that a bet pays, and what one such award does to the hold."""

    pays: Fraction
    probability: Fraction
    others: Fraction | None
    """The expected result of a unit when it is not paid; None where it always is."""

    def none_in(self, rounds: int) -> float:
        """Return the chance that no award is paid in so many rounds."""
        if self.probability == 1:
            return 0.0
        return exp(rounds * log1p(-float(self.probability)))

    def hold(self, awards: int, rounds: int) -> Fraction:
        """Return the expected hold of so many rounds, so many of which are awards."""
        others = self.others or Fraction(0)
        return -(awards * self.pays + (rounds - awards) * others) / rounds


def top_award(bet: BetOdds) -> Award | None:
    """Return the highest award of a bet; None if it never wins."""
    chances = _chances(bet)
    pays = max(chances)
    if pays <= 0:
        return None
    chance = chances[pays]
    others = None if chance == 1 else (bet.ev - pays * chance) / (1 - chance)
    return Award(pays, chance, others)


def bands(bet: BetOdds, rounds: int, levels: Sequence[int] = LEVELS) -> tuple[Band, ...]:
    """Return the bands of the hold over so many rounds of a unit each."""
    return _bands(tuple(sorted(_chances(bet).items())), rounds, tuple(levels))


@lru_cache(maxsize=1024)
def _bands(
    chances: tuple[tuple[Fraction, Fraction], ...], rounds: int, levels: tuple[int, ...]
) -> tuple[Band, ...]:
    if len(chances) == 1:
        ((pays, _),) = chances
        return tuple(Band(level, -pays, -pays) for level in levels)
    sums = Sums(dict(chances), rounds)
    return tuple(
        Band(level, -sums.above(tail) / rounds, -sums.below(tail) / rounds)
        for level in levels
        for tail in [(100 - level) / 200]
    )


def _chances(bet: BetOdds) -> Mapping[Fraction, Fraction]:
    """Return the chance of each result of a unit that can come."""
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for end in bet.outcomes:
        if end.probability:
            found[end.pays] += end.probability
    return found


class Sums:
    """The distribution of the sum of so many results, each by itself."""

    def __init__(self, chances: Mapping[Fraction, Fraction], rounds: int) -> None:
        """Take two or more results with their chances."""
        scale = lcm(*(pays.denominator for pays in chances))
        whole = [int(pays * scale) for pays in chances]
        step = gcd(*(value - whole[0] for value in whole))
        mean = float(sum(value * p for value, p in zip(whole, chances.values(), strict=True)))
        # Results are counted in steps from the one next to the mean, so that numbers stay small.
        base = min(whole, key=lambda value: abs(value - mean))
        self._rounds = rounds
        self._origin, self._step = Fraction(base * rounds, scale), Fraction(step, scale)
        self._values = [(value - base) // step for value in whole]
        self._chances = [float(chance) for chance in chances.values()]
        self._least = max(min(self._values) * rounds, -self._bound(-1))
        self._most = min(max(self._values) * rounds, self._bound(1))
        self._many = (self._most - self._least + 1) | 1
        """How many sums are told apart: an odd number."""
        self._terms = list(self._points())
        self._constant = sum(
            half * sin(phase - omega * (self._least - 0.5)) for omega, half, phase in self._terms
        )
        self._known: dict[int, float] = {self._least - 1: 0.0, self._most: 1.0}

    def _bound(self, sign: int) -> int:
        """Return how far a sum goes up, or down, but for a chance below e^-40."""
        values = [sign * value for value in self._values]

        def reach(tilt: float) -> float:
            parts = zip(values, self._chances, strict=True)
            grown = log1p(max(_NEVER, sum(chance * expm1(tilt * value) for value, chance in parts)))
            return (self._rounds * grown + _RARE) / tilt

        # Any tilt gives a bound. The best is searched for on a scale of powers.
        low, high = log(1e-12), log(600 / max(map(abs, values)))
        for _ in range(60):
            one, two = low + (high - low) / 3, high - (high - low) / 3
            if reach(exp(one)) < reach(exp(two)):
                high = two
            else:
                low = one
        return int(reach(exp(low))) + 1

    def _points(self) -> list[tuple[float, float, float]]:
        """Return the points that count: each with its half weight and its phase."""
        rounds, many = self._rounds, self._many
        pairs = list(zip(self._values, self._chances, strict=True))
        middle = self._median()
        slope = sum(chance * abs(value - middle) for value, chance in pairs)
        faded = exp(-_FADED / rounds)
        found: list[tuple[float, float, float]] = []
        place = 1
        while place <= many // 2:
            omega = 2 * pi * place / many
            real = sum(-2 * chance * sin(omega * value / 2) ** 2 for value, chance in pairs)
            imaginary = sum(chance * sin(omega * value) for value, chance in pairs)
            square = real * (2 + real) + imaginary * imaginary
            size = rounds * log1p(square) / 2 if square > -1 else -2 * _FADED
            if size > -_FADED:
                half = exp(size) / (many * sin(omega / 2))
                found.append((omega, half, rounds * atan2(imaginary, 1 + real)))
                place += 1
            else:
                # The size cannot grow faster than this, so that what is passed over has faded.
                away = (faded - sqrt(max(0.0, 1 + square))) / slope
                place += max(1, int(away * many / (2 * pi)))
        return found

    def _median(self) -> int:
        """Return the value from which the results lie least far away, on average."""
        rows = sorted(zip(self._values, self._chances, strict=True))
        seen = 0.0
        for value, chance in rows:
            seen += chance
            if seen >= 0.5:
                return value
        return rows[-1][0]

    def _up_to(self, place: int) -> float:
        """Return the chance that the sum is at most this, in steps."""
        if place not in self._known:
            total = sum(
                half * sin(phase - omega * (place + 0.5)) for omega, half, phase in self._terms
            )
            even = (place - self._least + 1) / self._many
            self._known[place] = even + self._constant - total
        return self._known[place]

    def at_most(self, pays: Fraction) -> float:
        """Return the chance that the sum is at most this."""
        place = (pays - self._origin) / self._step
        whole = place.numerator // place.denominator
        return 0.0 if whole < self._least else 1.0 if whole >= self._most else self._up_to(whole)

    def below(self, tail: float) -> Fraction:
        """Return the highest sum below which lies no more than this chance."""
        return self._origin + self._step * self._first(tail)

    def above(self, tail: float) -> Fraction:
        """Return the lowest sum above which lies no more than this chance."""
        return self._origin + self._step * self._first(1 - tail, reached=True)

    def _first(self, chance: float, *, reached: bool = False) -> int:
        """Return the lowest place up to which lies more than this chance, or as much."""

        def enough(found: float) -> bool:
            return found >= chance if reached else found > chance

        known = sorted(self._known.items())
        at = bisect_right(known, False, key=lambda pair: enough(pair[1]))
        (low, under), (high, over) = known[at - 1], known[at]
        halve = False
        while high - low > 1:
            share = 0.5 if halve else (chance - under) / (over - under)
            place = min(high - 1, max(low + 1, low + round((high - low) * share)))
            found = self._up_to(place)
            # Where a step leaves more than half, the next one halves.
            before = high - low
            if enough(found):
                high, over = place, found
            else:
                low, under = place, found
            halve = high - low > before / 2
        return high
