"""The marks of the derived roads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
