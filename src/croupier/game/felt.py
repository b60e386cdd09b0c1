"""Where the boxes of a layout lie, for a drawing: side by side along the curve of the table.

Box one is at the dealer's left hand. Numbers are percent of the drawing's width and height. Above
the boxes both hands have room, below them the box of whoever looks, drawn large. This is drawing,
and no money depends on it; so here, and nowhere else below the reports, are floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import ceil, copysign, cos, pi, sin
from typing import NamedTuple


class Shape(StrEnum):
    """How the felt of a layout bends: like a bean, a half circle, or with long straight sides."""

    BEAN = "bean"
    MINI = "mini"
    BIG = "big"


HIGH = 1.2
"""The height of a box in parts of its width: piles lie in a square, the name is below them."""
_BEND = {Shape.MINI: 2.0, Shape.BEAN: 2.5, Shape.BIG: 3.6}
_CORNERS = {Shape.MINI: 5.0, Shape.BEAN: 7.0, Shape.BIG: 14.0}
"""How the cloth is rounded: the less, the rounder."""
_STEPS = 240

_RATIO = 1.7
_MOST = 9.0
_HANDS = 32.0
"""Where the room of both hands ends, in percent of the height."""

_ROW = 9
"""Boxes that have room beside each other on a phone."""
_ROWS = 3


class Spot(NamedTuple):
    """The middle of a box, in percent of the drawing's width and height."""

    box: int
    x: float
    y: float


class Area(NamedTuple):
    """A part of the felt, in percent of its width and height."""

    x: float
    y: float
    width: float
    height: float


OWN = Area(9, 64.5, 82, 31.5)


class Felt(NamedTuple):
    """A drawing of a layout."""

    ratio: float
    """Width by height."""
    size: float
    """The width of a box in percent of the drawing's width."""
    high: float
    """The height of a box in parts of its width."""
    rim: str
    """The outline of the cloth, as the path of a drawing 100 wide and 100 by the ratio high."""
    lane: str
    """The line along which the boxes lie, as such a path."""
    own: Area | None
    """Where the box of whoever looks is drawn large; None where that has its own drawing."""
    spots: tuple[Spot, ...]


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Curve:
    """A half curve: how far it bends and reaches, in percent of the width."""

    bend: float
    across: float
    top: float
    down: float

    def points(self) -> list[Point]:
        """Return points from the right end to the left."""
        found: list[Point] = []
        for step in range(_STEPS + 1):
            along, down = cos(pi * step / _STEPS), sin(pi * step / _STEPS)
            x = self.across * copysign(abs(along) ** (2 / self.bend), along)
            found.append((50 + x, self.top + self.down * abs(down) ** (2 / self.bend)))
        return found


def draw(boxes: int, shape: Shape) -> Felt:
    """Return the drawing of a layout for a screen that has room: a curve around the dealer."""
    height = 100 / _RATIO
    size = _MOST
    # The larger a box is, the less the curve may bend between the hands and one's own box.
    for _ in range(6):
        line = _line(size, shape)
        places = _along(line, boxes)
        size = min([_MOST, *(0.94 * (one[0] - other[0]) for one, other in pairwise(places))])
    return Felt(
        ratio=_RATIO,
        size=round(size, 2),
        high=HIGH,
        rim=_outline(_CORNERS[shape], height),
        lane=_path(line[::4]),
        own=OWN,
        spots=tuple(_spot(box, place, _RATIO) for box, place in enumerate(places, 1)),
    )


def strip(boxes: int) -> Felt:
    """Return the drawing of a layout for a phone: boxes in rows, from the dealer's left."""
    rows = min(_ROWS, ceil(boxes / _ROW))
    columns = ceil(boxes / rows)
    high = HIGH if rows == 1 else 1.0
    gap = 100 / max(columns, 7)
    size = 0.94 * gap
    row = (size * high) + 1.6
    height = rows * row
    places = [
        (50 + gap * ((columns - 1) / 2 - at % columns), row * (at // columns + 0.5))
        for at in range(boxes)
    ]
    ratio = round(100 / height, 3)
    return Felt(
        ratio=ratio,
        size=round(size, 2),
        high=high,
        rim=f"M0 0H100V{height:.2f}H0Z",
        lane="".join(f"M0 {row * (at + 0.5):.2f}H100" for at in range(rows)),
        own=None,
        spots=tuple(_spot(box, place, ratio) for box, place in enumerate(places, 1)),
    )


def _line(size: float, shape: Shape) -> list[Point]:
    """Return the line of the middles of boxes of a size."""
    height = 100 / _RATIO
    half = size * HIGH / 2
    top = height * _HANDS / 100 + half + 0.9
    down = height * OWN.y / 100 - half - 1.2 - top
    return _Curve(_BEND[shape], 48.2 - size / 2, top, down).points()


def _outline(bend: float, height: float) -> str:
    lower = _Curve(bend, 49.6, height / 2, height / 2 - 0.4).points()
    upper = [(x, height - y) for x, y in reversed(lower)]
    return _path([*lower[::4], *upper[::4]]) + "Z"


def _path(line: list[Point]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in line)


def _spot(box: int, place: Point, ratio: float) -> Spot:
    return Spot(box, round(place[0], 2), round(place[1] * ratio, 2))


def _along(line: list[Point], count: int) -> list[Point]:
    """Return points of a line as far apart across the felt, the ends included."""
    right, left = line[0][0], line[-1][0]
    found: list[Point] = []
    for index in range(count):
        x = (right + left) / 2 if count == 1 else right + (left - right) * index / (count - 1)
        at = next((at for at in range(1, len(line)) if line[at][0] <= x), len(line) - 1)
        (x0, y0), (x1, y1) = line[at - 1], line[at]
        part = (x - x0) / (x1 - x0)
        found.append((x, y0 + (y1 - y0) * part))
    return found
