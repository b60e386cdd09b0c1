"""The hold of many rounds, worked out the long way: one round is added after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

Ends = Iterable[tuple[Fraction, Fraction]]
"""What a unit brings, each with its chance."""
Exact = dict[Fraction, Fraction]


def one_by_one(ends: Ends, rounds: int) -> Exact:
    """Return the chance of every sum, exactly."""
    sums: Exact = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for total, chance in sums.items():
            for pays, part in ends:
                after[total + pays] += chance * part
        sums = after
    return dict(sums)


class Line:
    """The chances of sums on a line of equal steps, as floats: nothing negative is ever added."""

    def __init__(self, start: Fraction, step: Fraction, chances: NDArray[np.float64]) -> None:
        self.start, self.step, self.chances = start, step, chances

    @classmethod
    def of(cls, ends: Ends) -> Line:
        """Return the line of a single round."""
        rows = [(pays, chance) for pays, chance in ends if chance]
        scale = lcm(*(pays.denominator for pays, _ in rows))
        least = min(pays for pays, _ in rows)
        step = Fraction(gcd(*(int((pays - least) * scale) for pays, _ in rows)) or 1, scale)
        chances = np.zeros(int((max(pays for pays, _ in rows) - least) / step) + 1)
        for pays, chance in rows:
            chances[int((pays - least) / step)] += float(chance)
        return cls(least, step, chances)

    def plus(self, other: Line) -> Line:
        """Return the line of the sum of both; what is rarer than 1e-30 at the ends is dropped."""
        chances = np.convolve(self.chances, other.chances)
        kept = np.nonzero(chances > 1e-30)[0]
        first, last = int(kept[0]), int(kept[-1])
        start = self.start + other.start + first * self.step
        return Line(start, self.step, chances[first : last + 1])

    def times(self, rounds: int) -> Line:
        """Return the line of so many rounds, by doubling."""
        if rounds == 1:
            return self
        half = self.times(rounds // 2)
        whole = half.plus(half)
        return whole.plus(self) if rounds % 2 else whole

    def sums(self) -> dict[Fraction, float]:
        """Return the chance of every sum."""
        return {self.start + at * self.step: float(p) for at, p in enumerate(self.chances)}


def binomial(rounds: int, chance: float) -> NDArray[np.float64]:
    """Return the chance of every number of hits, from the likeliest one to both sides."""
    middle = int(rounds * chance)
    chances = np.zeros(rounds + 1)
    chances[middle] = 1.0
    odds = chance / (1 - chance)
    for hits in range(middle, rounds):
        chances[hits + 1] = chances[hits] * (rounds - hits) / (hits + 1) * odds
        if chances[hits + 1] < 1e-40:
            break
    for hits in range(middle, 0, -1):
        chances[hits - 1] = chances[hits] * hits / (rounds - hits + 1) / odds
        if chances[hits - 1] < 1e-40:
            break
    whole: float = chances.sum()
    return np.divide(chances, whole)


def band(sums: dict[Fraction, float], rounds: int, level: int) -> tuple[Fraction, Fraction]:
    """Return the narrowest band of the hold with at most half of the rest on either side."""
    tail = (100 - level) / 200
    rows = sorted(sums.items())
    beyond = 0.0
    lowest = rows[0][0]
    for total, chance in rows:
        lowest = total
        beyond += chance
        if beyond > tail:
            break
    beyond = 0.0
    highest = rows[-1][0]
    for total, chance in reversed(rows):
        highest = total
        beyond += chance
        if beyond > tail:
            break
    return -highest / rounds, -lowest / rounds
