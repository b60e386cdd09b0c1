"""Logical columns of a road, and the grid of six rows on which they are drawn.

The rules of the roads are about streaks, and a streak is as deep as it is long. Only the drawing
is limited to six rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Generic, TypeVar

ROWS = 6
"""How deep every road is drawn."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spot(Generic[T]):
    """Where something is drawn; columns count from the left and rows from the top, both from 0."""

    column: int
    row: int
    item: T


@dataclass(frozen=True, slots=True)
class Grid(Generic[T]):
    """A road as it is drawn, in the order in which it was filled."""

    spots: tuple[Spot[T], ...] = ()

    @property
    def width(self) -> int:
        """How many columns the drawing takes."""
        return 1 + max((spot.column for spot in self.spots), default=-1)

    @property
    def rows(self) -> tuple[tuple[T | None, ...], ...]:
        """The six rows from top to bottom; None where nothing is drawn."""
        drawn = {(spot.column, spot.row): spot.item for spot in self.spots}
        columns = range(self.width)
        return tuple(tuple(drawn.get((column, row)) for column in columns) for row in range(ROWS))

    def __str__(self) -> str:
        """Return it as text, a line for each row, with a dot where nothing is."""
        wide = max((len(str(spot.item)) for spot in self.spots), default=0)
        lines = (
            " ".join(("·" if item is None else str(item)).ljust(wide) for item in row)
            for row in self.rows
        )
        return "\n".join(line.rstrip() for line in lines)


@dataclass(frozen=True, slots=True)
class Road(Generic[T]):
    """Streaks side by side, each a logical column of any length."""

    columns: tuple[tuple[T, ...], ...] = ()

    @property
    def items(self) -> tuple[T, ...]:
        """Everything on the road, in the order in which it came."""
        return tuple(chain.from_iterable(self.columns))

    @property
    def last(self) -> T | None:
        """What came last, if anything did."""
        return self.columns[-1][-1] if self.columns else None

    def below(self, item: T) -> Road[T]:
        """Return the road with an item added to the last column."""
        return Road((*self.columns[:-1], (*self.columns[-1], item)))

    def beside(self, item: T) -> Road[T]:
        """Return the road with an item in a new column."""
        return Road((*self.columns, (item,)))

    def amended(self, item: T) -> Road[T]:
        """Return the road with its last item replaced."""
        return Road((*self.columns[:-1], (*self.columns[-1][:-1], item)))

    @property
    def grid(self) -> Grid[T]:
        """The road as it is drawn, with its dragon tails."""
        return Grid(tuple(self._spots()))

    def _spots(self) -> Iterator[Spot[T]]:
        """Yield the drawn places, column by column.

        A column starts at the first free place of the top row. It goes down until the last row or
        until the tail of an earlier column is in its way. There it turns right, and stays in that
        row even where the way down is free again: a tail is one straight line. So a tail never
        meets another one, because a line to its right would have crossed its own column.
        """
        taken = set[tuple[int, int]]()
        start = 0
        for streak in self.columns:
            while (start, 0) in taken:
                start += 1
            column, row, turned = start, -1, False
            for item in streak:
                turned = turned or row + 1 == ROWS or (column, row + 1) in taken
                column, row = (column + 1, row) if turned else (column, row + 1)
                taken.add((column, row))
                yield Spot(column, row, item)


class Colour(StrEnum):
    """The colour of a mark on a derived road; it does not mean Banker or Player."""

    RED = "red"
    """The big road keeps its pattern."""
    BLUE = "blue"
    """The big road breaks its pattern."""


class Style(StrEnum):
    """The shape of the marks, different for each derived road."""

    HOLLOW = "hollow"
    SOLID = "solid"
    SLASH = "slash"


_SIGNS = {
    Style.HOLLOW: {Colour.RED: "○", Colour.BLUE: "□"},
    Style.SOLID: {Colour.RED: "●", Colour.BLUE: "■"},
    Style.SLASH: {Colour.RED: "/", Colour.BLUE: "\\"},
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a derived road."""

    colour: Colour
    style: Style

    def __str__(self) -> str:
        """Return a sign that shows the colour by its shape: red is round or rises."""
        return _SIGNS[self.style][self.colour]
