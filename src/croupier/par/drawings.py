"""The drawings of a PAR sheet as SVG: each bet's edge by decks, and what removing a card changes.

They are made here and not by a plotting library, because they are small, alike and many.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from croupier.cards import Rank
from croupier.par.contents import Sheet
from croupier.provenance import told

INK, FAINT, BLUE, RED, GRID = "#222222", "#666666", "#2a6f97", "#b5482a", "#dddddd"
"""Colours that most people can tell apart."""
ACROSS = 3
"""Panels side by side."""

_WIDE, _HIGH = 236, 158
_LEFT, _RIGHT, _TOP, _FOOT = 46, 8, 20, 22
_MARGIN, _BELOW, _BETWEEN = 14, 30, 10
"""The label up the side, and the one below with the line that says where a drawing comes from."""
_LONGEST = 38


@dataclass(frozen=True, slots=True)
class Panels:
    """Drawings of one kind, one a bet, and what their axes are."""

    panels: tuple[str, ...]
    across: str
    up: str


def edge_by_decks(sheet: Sheet) -> Panels | None:
    """Return each bet's edge by number of decks; None if only one number is permitted."""
    by_decks = sheet.par.by_decks
    numbers = list(by_decks)
    if len(numbers) == 1:
        return None
    panels = []
    for key in sheet.par.found.bets:
        edges = [float(bets[key].house_edge) * 100 for bets in by_decks.values()]
        margin = max(max(edges) - min(edges), 0.002) * 0.35
        scale = _Scale(min(edges) - margin, max(edges) + margin, "%")
        places = [(_across(at, len(numbers)), scale.place(edge)) for at, edge in enumerate(edges)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dots = [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{4 if number == sheet.par.decks else 2.4}" '
            f'fill="{RED if number == sheet.par.decks else BLUE}"/>'
            for number, (x, y) in zip(numbers, places, strict=True)
        ]
        names = [_name(x, str(number)) for number, (x, _) in zip(numbers, places, strict=True)]
        drawn = f'<polyline points="{line}" fill="none" stroke="{BLUE}" stroke-width="1.6"/>'
        panels.append(_panel(sheet, key, scale, [drawn, *dots, *names]))
    return Panels(tuple(panels), "decks", "house edge per bet placed")


def removal(sheet: Sheet) -> Panels:
    """Return how each bet's expectation changes when one card of a rank is removed."""
    panels = []
    for key, row in sheet.par.removal.items():
        changes = [float(row.get(rank, 0)) * 10_000 for rank in Rank]
        least, most = min(0.0, *changes), max(0.0, *changes)
        margin = (most - least) * 0.06 or 1.0
        scale = _Scale(least - margin * (least < 0), most + margin, "", few=not any(changes))
        zero, width = scale.place(0), _plot_width() / len(changes)
        drawn = []
        for at, (rank, change) in enumerate(zip(Rank, changes, strict=True)):
            x, y = _LEFT + at * width, scale.place(change)
            if change:
                drawn.append(
                    f'<rect x="{x + width * 0.13:.1f}" y="{min(y, zero):.1f}" '
                    f'width="{width * 0.74:.1f}" height="{abs(y - zero):.1f}" '
                    f'fill="{BLUE if change > 0 else RED}"/>'
                )
            drawn.append(_name(x + width / 2, "10" if rank is Rank.TEN else str(rank)))
        drawn.append(_line(_LEFT, zero, _WIDE - _RIGHT, zero, INK))
        if not any(changes):
            middle = _LEFT + _plot_width() / 2
            drawn.append(_text(middle, _HIGH / 2, "no rank matters", anchor="middle"))
        panels.append(_panel(sheet, key, scale, drawn))
    return Panels(tuple(panels), "rank removed", "change, in 0.01%")


class _Scale:
    """Where values stand on the axis that goes up, and which of them are written beside it."""

    def __init__(self, least: float, most: float, sign: str, *, few: bool = False) -> None:
        self._least, self._most, self._sign = least, most, sign
        rough = (most - least) / 6
        power = 10.0 ** floor(log10(rough))
        self._step = next(power * part for part in (1, 2, 5, 10) if power * part >= rough)
        self._few = few

    def place(self, value: float) -> float:
        share = (value - self._least) / (self._most - self._least)
        return _HIGH - _FOOT - share * (_HIGH - _FOOT - _TOP)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the heights of the lines across, each with its number."""
        if self._few:
            return [(self.place(0), "0")]
        digits = max(0, -floor(log10(self._step) + 1e-9))
        first, last = ceil(self._least / self._step), floor(self._most / self._step)
        return [
            (self.place(count * self._step), self._written(count * self._step, digits))
            for count in range(first, last + 1)
        ]

    def _written(self, value: float, digits: int) -> str:
        return f"{value:.{digits}f}{self._sign}".replace("-", "\N{MINUS SIGN}")


def _plot_width() -> int:
    return _WIDE - _LEFT - _RIGHT


def _across(at: int, many: int) -> float:
    return _LEFT + _plot_width() * (at + 0.5) / many


def _line(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="0.7"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def _name(x: float, text: str) -> str:
    return _text(x, _HIGH - _FOOT + 12, text, anchor="middle")


def _panel(sheet: Sheet, key: str, scale: _Scale, drawn: list[str]) -> str:
    name = sheet.par.game.names[key]
    title = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    across = []
    for y, number in scale.ticks():
        across.append(_line(_LEFT, y, _WIDE - _RIGHT, y, GRID))
        across.append(_text(_LEFT - 4, y + 3.2, number, anchor="end"))
    bold = ' font-weight="bold" font-size="10.5"'
    head = _text(_LEFT + _plot_width() / 2, 12, title, anchor="middle", more=bold)
    return "".join([head, *across, *drawn])


def svg(drawn: Panels, source: dict[str, object], *, last: bool = True) -> str:
    """Return panels as one drawing, which says where it comes from: to programs, and to people.

    Only the last of several that stand below each other says it to people too.
    """
    rows = -(-len(drawn.panels) // ACROSS)
    wide, high = _MARGIN + ACROSS * _WIDE, rows * _HIGH + (_BELOW if last else _BETWEEN)
    from_where = told(source) if last else ""
    parts = [
        f'<g transform="translate({_MARGIN + at % ACROSS * _WIDE} {at // ACROSS * _HIGH})">'
        f"{panel}</g>"
        for at, panel in enumerate(drawn.panels)
    ]
    middle = rows * _HIGH / 2
    turned = f' transform="rotate(-90 9 {middle})" fill="{FAINT}"'
    faint = f' fill="{FAINT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'font-family="Libertinus Serif, Georgia, serif" font-size="9.5" fill="{INK}">'
        f"<metadata>{escape(json.dumps(source))}</metadata>{''.join(parts)}"
        + _text(9, middle, drawn.up, anchor="middle", more=turned)
        + _text(wide / 2, rows * _HIGH + 6, drawn.across, anchor="middle", more=faint)
        + _text(wide - _RIGHT, rows * _HIGH + 24, from_where, anchor="end", more=faint)
        + "</svg>"
    )


def svg_rows(drawn: Panels, source: dict[str, object]) -> list[str]:
    """Return panels as drawings of one row each, so that a page can end between them."""
    panels, many = drawn.panels, len(drawn.panels)
    return [
        svg(replace(drawn, panels=panels[at : at + ACROSS]), source, last=at + ACROSS >= many)
        for at in range(0, many, ACROSS)
    ]
