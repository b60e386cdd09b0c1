"""Columns as the rules mean them, and the grid of six rows on which they are drawn.

The rules of the roads speak of streaks, and a streak is as deep as it is long. Only the drawing
knows that the paper ends after six rows.
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
        """Draw it as text, a line a row, with a dot where nothing is."""
        wide = max((len(str(spot.item)) for spot in self.spots), default=0)
        lines = (
            " ".join(("·" if item is None else str(item)).ljust(wide) for item in row)
            for row in self.rows
        )
        return "\n".join(line.rstrip() for line in lines)


@dataclass(frozen=True, slots=True)
class Road(Generic[T]):
    """Streaks side by side: a logical column each, however long it gets."""

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
        """Let the last column go on."""
        return Road((*self.columns[:-1], (*self.columns[-1], item)))

    def beside(self, item: T) -> Road[T]:
        """Begin a new column."""
        return Road((*self.columns, (item,)))

    def amended(self, item: T) -> Road[T]:
        """Put something else in place of what came last."""
        return Road((*self.columns[:-1], (*self.columns[-1][:-1], item)))

    @property
    def grid(self) -> Grid[T]:
        """The road as it is drawn, with its dragon tails."""
        return Grid(tuple(self._spots()))

    def _spots(self) -> Iterator[Spot[T]]:
        """Draw column by column.

        A column starts at the first free place of the top row. It goes down until the paper ends or
        the tail of an earlier column lies in its way. There it turns right, and right it goes from
        then on, even where the way down is free again: a tail is one straight line. So a tail never
        runs into another one, for a line that lay to its right would have come through its column.
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
    """What a derived road says of a result; it has nothing to do with Banker and Player."""

    RED = "red"
    """The big road keeps its pattern."""
    BLUE = "blue"
    """It breaks it."""


class Style(StrEnum):
    """How a derived road draws its marks, by which one knows the road."""

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
        """Write it so that it is known without its colour: red is round or rises, blue is not."""
        return _SIGNS[self.style][self.colour]
