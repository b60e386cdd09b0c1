"""Numbers as they fell: their mean, how far they scatter, which share lies below what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

SURE = 1.959963984540054
"""Standard errors on either side that hold the true value 95 times in 100."""


@dataclass(slots=True)
class Spread:
    """Whole numbers and how often each came; exact, in as much memory as there are different."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, numbers: Iterable[int]) -> None:
        """Count more of them."""
        self.counts.update(numbers)

    @property
    def many(self) -> int:
        """How many there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The average."""
        return sum(number * n for number, n in self.counts.items()) / self.many

    @property
    def sd(self) -> float:
        """How far they scatter about it."""
        total = sum(number * n for number, n in self.counts.items())
        squares = sum(number * number * n for number, n in self.counts.items())
        many = self.many
        return sqrt((squares * many - total * total) / many / max(many - 1, 1))

    @property
    def stderr(self) -> float:
        """How far the average is likely to be off."""
        return self.sd / sqrt(self.many)

    def quantiles(self, *shares: float) -> list[int]:
        """Say below or at which number these shares of all lie; shares rise."""
        found: list[int] = []
        ordered, up_to, here = sorted(self.counts), 0, -1
        many = self.many
        for share in shares:
            while here < 0 or (up_to < share * many and here + 1 < len(ordered)):
                here += 1
                up_to += self.counts[ordered[here]]
            found.append(ordered[here])
        return found


@dataclass(slots=True)
class Ratio:
    """A sum over shoes by another sum over the same shoes, and how far it is likely to be off.

    Rounds of a shoe have to do with one another and shoes do not, so the error is that of shoes.
    """

    shoes: int = 0
    top: float = 0
    bottom: float = 0
    tops: float = 0
    both: float = 0
    bottoms: float = 0

    def add(self, shoes: int, sums: tuple[float, float], products: tuple[float, ...]) -> None:
        """Add shoes: both sums, then the sums of squares of either and of their product."""
        self.shoes += shoes
        self.top += sums[0]
        self.bottom += sums[1]
        self.tops += products[0]
        self.bottoms += products[1]
        self.both += products[2]

    @property
    def value(self) -> float | None:
        """The ratio; None if there is nothing to divide by."""
        return self.top / self.bottom if self.bottom else None

    @property
    def stderr(self) -> float | None:
        """How far it is likely to be off; None for a single shoe."""
        value = self.value
        if value is None or self.shoes < 2:
            return None
        rest = self.tops - 2 * value * self.both + value * value * self.bottoms
        return sqrt(max(rest, 0) * self.shoes / (self.shoes - 1)) / abs(self.bottom)


def wilson(hits: int, many: int) -> tuple[float, float]:
    """Give the interval that holds a chance 95 times in 100, by Wilson's formula."""
    share, square = hits / many, SURE * SURE
    middle = share + square / (2 * many)
    half = SURE * sqrt(share * (1 - share) / many + square / (4 * many * many))
    low, high = (middle - half) / (1 + square / many), (middle + half) / (1 + square / many)
    # At the ends the formula gives them exactly; floating point does not.
    return (0.0 if hits == 0 else low), (1.0 if hits == many else high)
