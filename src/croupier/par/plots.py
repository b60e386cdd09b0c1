"""The pictures of a PAR sheet, as SVG: edge by decks, and what a card fewer of each rank does."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from math import ceil
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from croupier.cards import Rank
from croupier.par.figures import Par

INK, GOOD, BAD, GRID = "#222222", "#2a6f97", "#b5482a", "#dddddd"
_STYLE: dict[Any, Any] = {
    "font.size": 7.5,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.titlesize": 8.5,
    "svg.hashsalt": "croupier",
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}
_ACROSS = 3


def edge_by_decks(par: Par) -> str | None:
    """Draw each bet's edge for every permitted number of decks; None where there is but one."""
    numbers = list(par.by_decks)
    if len(numbers) == 1:
        return None
    with mpl.rc_context(_STYLE):
        figure, places = _grid(len(par.found.bets))
        for key, axes in zip(par.found.bets, places, strict=False):
            edges = [float(found.bets[key].house_edge) * 100 for found in par.by_decks.values()]
            axes.plot(numbers, edges, color=GOOD, linewidth=1.2, marker="o", markersize=3)
            here = numbers.index(par.decks)
            axes.plot(par.decks, edges[here], "o", color=BAD, markersize=5)
            room = max(max(edges) - min(edges), 0.002) * 0.35
            axes.set_ylim(min(edges) - room, max(edges) + room)
            axes.set_xticks(numbers)
            axes.yaxis.set_major_formatter(f"{{x:.{_digits(max(edges) - min(edges))}f}}%")
            axes.yaxis.set_major_locator(MaxNLocator(4))
            axes.grid(color=GRID, linewidth=0.5)
            axes.set_title(par.game.names[key])
        return _svg(figure)


def removal(par: Par) -> str:
    """Draw, for each bet, the change of its expectation when one card of a rank is gone."""
    with mpl.rc_context(_STYLE):
        figure, places = _grid(len(par.removal))
        for (key, row), axes in zip(par.removal.items(), places, strict=False):
            changes = [float(row.get(rank, 0)) * 10_000 for rank in Rank]
            colours = [GOOD if change >= 0 else BAD for change in changes]
            axes.bar(range(len(changes)), changes, color=colours, width=0.75)
            axes.axhline(0, color=INK, linewidth=0.6)
            axes.set_xticks(range(len(changes)), ["10" if r is Rank.TEN else str(r) for r in Rank])
            axes.yaxis.set_major_locator(MaxNLocator(5))
            axes.grid(axis="y", color=GRID, linewidth=0.5)
            if not any(changes):
                axes.set_ylim(-1, 1)
                axes.set_yticks([0])
                axes.text(0.5, 0.75, "no rank matters", ha="center", transform=axes.transAxes)
            axes.set_title(par.game.names[key])
        return _svg(figure)


def _digits(spread: float) -> int:
    return 1 if spread > 1 else 2 if spread > 0.1 else 3


def _grid(count: int) -> tuple[Figure, Iterable[Axes]]:
    rows = ceil(count / _ACROSS)
    figure = Figure(figsize=(7.0, 1.75 * rows), layout="constrained")
    places = list(figure.subplots(rows, _ACROSS, squeeze=False).flat)
    for axes in places[count:]:
        axes.set_visible(False)
    for axes in places:
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=2, width=0.6)
    return figure, places


def _svg(figure: Figure) -> str:
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    drawing = text.getvalue()
    # A page holds the drawing itself: no declaration, and nothing that points elsewhere.
    return drawing[drawing.index("<svg") :]
