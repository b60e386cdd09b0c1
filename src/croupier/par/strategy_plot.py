"""A picture of what came of a strategy: results, purses, drawdowns, ruin, exact edges by depth."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from croupier.par.plot_style import GRID, INK, LINE, OTHER, STYLE
from croupier.strategy.results import Battery, Fortune, Spread, wilson
from croupier.strategy.sessions import HALF_DECK
from croupier.strategy.writing import histogram

SHOWN = 12
"""Single purses that are drawn."""
FEW = 30
"""Rounds from which on an average edge is drawn."""


def picture(found: Fortune, kind: str) -> bytes:
    """Draw all panels that there are, as an SVG or a PNG."""
    sitting = found.sitting
    panels: list[Callable[[Axes], None]] = [
        partial(draw, found=found) for draw in (_results, _purses, _drawdowns)
    ]
    if sitting.limits.bankroll is not None:
        panels.append(partial(_ruin, found=found))
    panels += [partial(_depth, found=found, battery=battery) for battery in found.batteries]
    down = -(-len(panels) // 2)
    plan, game = sitting.house.plan, sitting.house.game
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9, 2.7 * down + 0.4), layout="constrained", dpi=150)
        grid = figure.add_gridspec(down, 2)
        for place, draw in enumerate(panels):
            # One that is left over has the last row for itself.
            alone = place % 2 == 0 and place + 1 == len(panels)
            axes = figure.add_subplot(grid[place // 2, :] if alone else grid[place // 2, place % 2])
            axes.grid(color=GRID, linewidth=0.5)
            axes.set_axisbelow(True)
            draw(axes)
        name = sitting.system.name.rpartition("/")[2]
        shoes = f"{found.shoes.many:,} shoes of {plan.decks} decks"
        figure.suptitle(f"{game.title}: {name}, {shoes}, seed {plan.seed}", fontsize=10)
        out = BytesIO()
        figure.savefig(out, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return out.getvalue()


def _bars(axes: Axes, spread: Spread, unit: int) -> None:
    """Draw how numbers fall; the outermost bars take what lies beyond."""
    rows = histogram(spread, unit)
    many = spread.many
    axes.bar(
        [row["from"] for row in rows],
        [100 * row["count"] / many for row in rows],
        width=rows[0]["to"] - rows[0]["from"],
        align="edge",
        color=LINE,
        edgecolor="white",
        linewidth=0.4,
    )
    axes.axvline(spread.mean / unit, color=OTHER, linewidth=1, label="mean")
    axes.yaxis.set_major_formatter("{x:g}%")
    axes.legend(frameon=False, loc="upper left" if _heavy_right(rows) else "upper right")


def _heavy_right(rows: list[dict[str, float]]) -> bool:
    """Say whether most lies on the right, so that a legend is better off on the left."""
    half = len(rows) // 2
    return sum(row["count"] for row in rows[half:]) > sum(row["count"] for row in rows[:half])


def _results(axes: Axes, found: Fortune) -> None:
    axes.set_title("result of a shoe")
    _bars(axes, found.shoes, found.unit)
    axes.set_xlabel("chips")


def _drawdowns(axes: Axes, found: Fortune) -> None:
    axes.set_title("largest drawdown of a session")
    _bars(axes, found.depths, found.unit)
    axes.set_xlabel("chips below the highest purse")


def _purses(axes: Axes, found: Fortune) -> None:
    """Draw the band of all purses that were kept, and some of them."""
    many = max(map(len, found.paths))
    start = found.sitting.limits.bankroll or 0
    # Sessions differ by a few rounds; who is done keeps what he has.
    whole = [[*path, *path[-1:] * (many - len(path))] for path in found.paths]
    paths = np.array(whole) / found.unit
    paths = np.concatenate([np.full((len(paths), 1), start), paths], axis=1)
    at = found.stride * np.arange(many + 1)
    low, lower, middle, upper, high = np.quantile(paths, (0.05, 0.25, 0.5, 0.75, 0.95), axis=0)
    axes.fill_between(at, low, high, color=LINE, alpha=0.15, linewidth=0, label="90% of purses")
    axes.fill_between(at, lower, upper, color=LINE, alpha=0.25, linewidth=0, label="half of them")
    for path in paths[:SHOWN]:
        axes.plot(at, path, color=INK, linewidth=0.4, alpha=0.5)
    axes.plot(at, middle, color=OTHER, linewidth=1.2, label="median")
    axes.set_title(f"purse over a session, {len(paths):,} sessions")
    axes.set_xlabel("rounds")
    axes.margins(x=0)
    axes.legend(frameon=False, loc="upper left")


def _ruin(axes: Axes, found: Fortune) -> None:
    """Draw how many sessions are ruined after each shoe."""
    ruined = found.ruined_in.cumsum().tolist()
    shoes = list(range(1, len(ruined) + 1))
    bounds = [wilson(hits, found.sessions) for hits in ruined]
    low, high = ([100 * bound[end] for bound in bounds] for end in (0, 1))
    risks = [100 * hits / found.sessions for hits in ruined]
    axes.set_title("ruined so far")
    axes.set_xlabel("shoes")
    axes.yaxis.set_major_formatter("{x:g}%")
    if len(shoes) == 1:
        axes.errorbar(
            shoes, risks, [[risks[0] - low[0]], [high[0] - risks[0]]], fmt="o", color=OTHER
        )
        axes.set_xticks(shoes)
    else:
        axes.fill_between(shoes, low, high, color=OTHER, alpha=0.2, linewidth=0)
        axes.plot(shoes, risks, color=OTHER, linewidth=1.2)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.margins(x=0)
    axes.set_ylim(bottom=0)


def _depth(axes: Axes, found: Fortune, battery: Battery) -> None:
    """Draw how often a bet is called for by depth, and its exact edge then."""
    assert battery.deep is not None
    assert battery.deep_edges is not None
    rounds, bets = battery.deep
    there = rounds > 0
    decks = (np.arange(len(rounds)) * HALF_DECK / 52)[there]
    share = 100 * bets[there] / rounds[there]
    axes.bar(decks, share, width=0.5, align="edge", color=LINE, edgecolor="white", linewidth=0.4)
    axes.set_ylabel("rounds bet on", color=LINE)
    axes.yaxis.set_major_formatter("{x:g}%")
    name = found.sitting.house.game.names[battery.bet]
    axes.set_title(f"{name}: rounds bet on, and their exact edge")
    axes.set_xlabel("decks dealt")
    called = bets[there] >= FEW
    edges = 100 * battery.deep_edges[there][called] / bets[there][called]
    beside = axes.twinx()
    beside.plot(decks[called] + 0.25, edges, color=OTHER, marker="o", markersize=3, linewidth=1)
    beside.set_ylabel("edge then", color=OTHER)
    beside.yaxis.set_major_formatter("{x:g}%")
    beside.set_ylim(bottom=min(0, *edges.tolist()) if len(edges) else 0)
