"""Where the boxes of a layout lie, for a drawing: evenly along the curve of the table.

Box one is at the dealer's left hand. Numbers are percent of the felt's width and height. This is
drawing, and no money depends on it; so here, and nowhere else below the reports, are floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import copysign, cos, hypot, pi, sin
from typing import NamedTuple


class Shape(StrEnum):
    """How the felt of a layout bends: like a bean, a half circle, or with long straight sides."""

    BEAN = "bean"
    MINI = "mini"
    BIG = "big"


ROUND = 0.28
"""How round the corners of a box are, in parts of its width."""
_BEND = {Shape.MINI: 2.1, Shape.BEAN: 2.5, Shape.BIG: 3.4}
_STEPS = 240
_FEW = 9
"""Boxes that have room on a small drawing; more of them are drawn closer."""


class Spot(NamedTuple):
    """The middle of a box, in percent of the felt's width and height."""

    box: int
    x: float
    y: float


class Felt(NamedTuple):
    """A drawing of a layout."""

    ratio: float
    """Width by height."""
    size: float
    """The width of a box in percent of the felt's width."""
    rim: str
    """The outline of the cloth, as the path of a drawing 100 wide and 100 by the ratio high."""
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


def draw(boxes: int, shape: Shape, *, tall: bool) -> Felt:
    """Return the drawing of a layout, for a screen that is wide or one that is tall."""
    if tall:
        ratio, most, clear, head = (0.82 if boxes > _FEW else 0.95), 14.5, 9.8, 0.44
    else:
        ratio, most, head = (2.25 if shape is Shape.BIG else 2.1), 9.6, 0.3
        clear = 6.6 if boxes > _FEW else 7.6
    height = 100 / ratio
    top = height * head
    down = height - 1.2 - top
    # Boxes keep clear of the rim by half their size and a little.
    line = _Curve(_BEND[shape], 49 - clear, top, down - clear).points()
    places = _along(line, boxes)
    gaps = [_room(one, other) for one, other in pairwise(places)]
    edge = "L".join(f"{x:.2f} {y:.2f}" for x, y in _Curve(_BEND[shape], 49, top, down).points())
    return Felt(
        ratio=ratio,
        size=round(min([most, *(0.94 * gap for gap in gaps)]), 2),
        rim=f"M8 1H92Q99 1 99 8L{edge}L1 8Q1 1 8 1Z",
        spots=tuple(
            Spot(box, round(x, 2), round(y * ratio, 2)) for box, (x, y) in enumerate(places, 1)
        ),
    )


def _along(line: list[Point], count: int) -> list[Point]:
    """Return points at equal distances along a line, the ends included; one is in the middle."""
    run = [0.0]
    for (x0, y0), (x1, y1) in pairwise(line):
        run.append(run[-1] + hypot(x1 - x0, y1 - y0))
    found: list[Point] = []
    for index in range(count):
        want = run[-1] / 2 if count == 1 else run[-1] * index / (count - 1)
        at = next((at for at in range(1, len(run)) if run[at] >= want), len(run) - 1)
        part = (want - run[at - 1]) / (run[at] - run[at - 1])
        (x0, y0), (x1, y1) = line[at - 1], line[at]
        found.append((x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))
    return found


def _room(one: Point, other: Point) -> float:
    """Return how wide two boxes may be until they touch: side by side wider than at corners."""
    x, y = abs(one[0] - other[0]), abs(one[1] - other[1])
    apart = hypot(x, y)
    return apart / (2 * ((0.5 - ROUND) * ((x + y) / apart) + ROUND))
