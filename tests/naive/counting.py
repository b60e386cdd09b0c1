"""What a counter wins, worked out a second time: round by round, with fractions and plain loops.

Nothing here comes from `src`. A round is given by its shoe's number, the cards seen before it and
those left, and by what a unit can bring: pays and chances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt

Ends = Sequence[tuple[Fraction, Fraction]]
"""What a unit brings, net, each with its chance."""


@dataclass
class Turn:
    """A round before it is dealt."""

    shoe: int
    seen: Sequence[int]
    """How many cards of each rank were seen."""
    left: int
    """How many cards were not."""
    ends: Ends

    @property
    def edge(self) -> Fraction:
        return sum((pay * chance for pay, chance in self.ends), Fraction(0))

    def true_count(self, tags: Sequence[int]) -> Fraction:
        running = sum(tag * many for tag, many in zip(tags, self.seen, strict=True))
        return Fraction(52 * running, self.left)


@dataclass
class Won:
    """What a player wins who bets a unit in some rounds."""

    frequency: float
    edge: float | None
    per_100: float
    per_shoe: float
    sd: float
    desirability: float
    n0: float | None
    kelly: float


def won(turns: Sequence[Turn], bets: Callable[[Turn], bool]) -> Won:
    called = [turn for turn in turns if bets(turn)]
    total = sum((turn.edge for turn in called), Fraction(0))
    mean = total / len(turns)
    squares = sum((pay * pay * chance for turn in called for pay, chance in turn.ends), Fraction(0))
    sd = sqrt(squares / len(turns) - mean * mean)
    return Won(
        len(called) / len(turns),
        float(total / len(called)) if called else None,
        float(100 * mean),
        float(total / len({turn.shoe for turn in turns})),
        sd,
        float(1000 * mean) / sd if sd else 0.0,
        (sd / float(mean)) ** 2 if mean > 0 else None,
        growing([end for turn in called for end in turn.ends]),
    )


def growing(ends: Ends) -> float:
    """Return the stake at which the logarithm of a bankroll grows most, by narrowing it down."""

    def growth(stake: float) -> float:
        return sum(float(chance) * log(1 + stake * float(pay)) for pay, chance in ends if chance)

    low, high = 0.0, 0.999
    for _ in range(100):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (one, high) if growth(one) < growth(two) else (low, two)
    return low


def correlated(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the correlation of pairs of numbers, and the slope of the line through them."""
    many = len(pairs)
    x, y = sum(one for one, _ in pairs) / many, sum(two for _, two in pairs) / many
    both = sum((one - x) * (two - y) for one, two in pairs)
    wide = sum((one - x) ** 2 for one, _ in pairs)
    high = sum((two - y) ** 2 for _, two in pairs)
    return both / sqrt(wide * high), both / wide
