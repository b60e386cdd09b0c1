"""Plots: edge by decks and effects of removal for a PAR sheet, and how a simulation converges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO, StringIO
from math import ceil, log10
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter

from croupier.cards import Rank
from croupier.game.model import Game
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.par.sheet import Par
from croupier.simulation.plan import Plan
from croupier.simulation.tally import Tally, bets

INK, BLUE, RED, GRID = "#222222", "#2a6f97", "#b5482a", "#dddddd"
"""Colours that most people can tell apart."""

STYLE: dict[Any, Any] = {
    "font.size": 8,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.titlesize": 9,
    "svg.hashsalt": "croupier",
    "text.parse_math": False,
}
"""The style of every plot, for `matplotlib.rc_context`."""

_SHEET_STYLE: dict[Any, Any] = STYLE | {
    "font.size": 7.5,
    "axes.titlesize": 8.5,
    "xtick.color": INK,
    "ytick.color": INK,
}
"""The plots of a PAR sheet are printed smaller."""

STANDARD_ERRORS = 1.96
"""Standard errors on either side that hold the true value 95 times in 100."""

_COLUMNS = 3


def edge_by_decks(par: Par) -> str | None:
    """Return an SVG of each bet's edge by number of decks; None if only one number is permitted."""
    numbers = list(par.by_decks)
    if len(numbers) == 1:
        return None
    with mpl.rc_context(_SHEET_STYLE):
        figure, panels = _grid(len(par.found.bets))
        for key, axes in zip(par.found.bets, panels, strict=False):
            edges = [float(found.bets[key].house_edge) * 100 for found in par.by_decks.values()]
            axes.plot(numbers, edges, color=BLUE, linewidth=1.2, marker="o", markersize=3)
            chosen = numbers.index(par.decks)
            axes.plot(par.decks, edges[chosen], "o", color=RED, markersize=5)
            margin = max(max(edges) - min(edges), 0.002) * 0.35
            axes.set_ylim(min(edges) - margin, max(edges) + margin)
            axes.set_xticks(numbers)
            axes.yaxis.set_major_formatter(f"{{x:.{_digits(max(edges) - min(edges))}f}}%")
            axes.yaxis.set_major_locator(MaxNLocator(4))
            axes.grid(color=GRID, linewidth=0.5)
            axes.set_title(par.game.names[key])
        return _svg(figure)


def removal(par: Par) -> str:
    """Return an SVG of how each bet's expectation changes when one card of a rank is removed."""
    with mpl.rc_context(_SHEET_STYLE):
        figure, panels = _grid(len(par.removal))
        for (key, row), axes in zip(par.removal.items(), panels, strict=False):
            changes = [float(row.get(rank, 0)) * 10_000 for rank in Rank]
            colours = [BLUE if change >= 0 else RED for change in changes]
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
    rows = ceil(count / _COLUMNS)
    figure = Figure(figsize=(7.0, 1.75 * rows), layout="constrained")
    panels = list(figure.subplots(rows, _COLUMNS, squeeze=False).flat)
    for axes in panels[count:]:
        axes.set_visible(False)
    for axes in panels:
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=2, width=0.6)
    return figure, panels


def _svg(figure: Figure) -> str:
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    drawing = text.getvalue()
    # The page embeds the drawing: no XML declaration, no link to another file.
    return drawing[drawing.index("<svg") :]


def convergence(game: Game, plan: Plan, course: Sequence[Tally], kind: str) -> bytes:
    """Return a picture of every bet's edge over the rounds dealt, as an SVG or a PNG."""
    found = [(tally.rounds, bets(game, tally)) for tally in course]
    rounds = [dealt for dealt, _ in found]
    fresh = Composition.of_decks(plan.decks)
    rows = ceil(len(game.bets) / _COLUMNS)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9, 2.2 * rows + 0.4), layout="constrained", dpi=150)
        grid = list(figure.subplots(rows, _COLUMNS, squeeze=False).flat)
        for axes, (key, bet) in zip(grid, game.bets.items(), strict=False):
            edges = [-100 * tallies[key].ev for _, tallies in found]
            errors = [100 * STANDARD_ERRORS * tallies[key].stderr for _, tallies in found]
            low = [edge - error for edge, error in zip(edges, errors, strict=True)]
            high = [edge + error for edge, error in zip(edges, errors, strict=True)]
            exact = 100 * float(bet_odds(bet, *weigh(bet, fresh)).house_edge)
            axes.fill_between(rounds, low, high, color=BLUE, alpha=0.2, linewidth=0)
            axes.plot(rounds, edges, color=BLUE, linewidth=1.2, marker="o", markersize=2)
            axes.axhline(exact, color=RED, linewidth=0.9)
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter(lambda x, _: f"1e{round(log10(x))}")
            axes.xaxis.set_minor_formatter(NullFormatter())
            axes.yaxis.set_major_formatter("{x:.4g}%")
            axes.grid(color=GRID, linewidth=0.5)
            axes.set_title(bet.name)
        for axes in grid[len(game.bets) :]:
            axes.axis("off")
        title = f"{game.title}: house edge by rounds, {plan.decks} decks, seed {plan.seed}"
        figure.suptitle(title, fontsize=10)
        figure.supxlabel("band: 95% confidence; line across: exact, fresh shoe", fontsize=8)
        out = BytesIO()
        figure.savefig(out, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return out.getvalue()
