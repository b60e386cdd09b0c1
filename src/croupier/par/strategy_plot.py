"""The plot of a strategy's results: results, bankrolls, drawdowns, ruin, exact edges by depth."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from croupier.par.plots import BLUE, GRID, INK, RED, STYLE
from croupier.strategy.results import ExactEdges, Spread, StrategyResult, histogram, wilson
from croupier.strategy.sessions import HALF_DECK

SHOWN = 12
"""Single sessions that are drawn."""
FEW = 30
"""The fewest rounds bet on for which an average edge is drawn."""


def picture(found: StrategyResult, kind: str) -> bytes:
    """Return a picture of all panels that apply, as an SVG or a PNG."""
    session_plan = found.session_plan
    panels: list[Callable[[Axes], None]] = [
        partial(draw, found=found) for draw in (_results, _bankrolls, _drawdowns)
    ]
    if session_plan.limits.bankroll is not None:
        panels.append(partial(_ruin, found=found))
    panels += [partial(_depth, found=found, exact=exact) for exact in found.exact_edges]
    rows = -(-len(panels) // 2)
    plan, game = session_plan.payoffs.plan, session_plan.payoffs.game
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9, 2.7 * rows + 0.4), layout="constrained", dpi=150)
        grid = figure.add_gridspec(rows, 2)
        for place, draw in enumerate(panels):
            # The last of an odd number of panels has a whole row.
            alone = place % 2 == 0 and place + 1 == len(panels)
            axes = figure.add_subplot(grid[place // 2, :] if alone else grid[place // 2, place % 2])
            axes.grid(color=GRID, linewidth=0.5)
            axes.set_axisbelow(True)
            draw(axes)
        name = session_plan.system.name.rpartition("/")[2]
        shoes = f"{found.shoes.many:,} shoes of {plan.decks} decks"
        figure.suptitle(f"{game.title}: {name}, {shoes}, seed {plan.seed}", fontsize=10)
        out = BytesIO()
        figure.savefig(out, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return out.getvalue()


def _bars(axes: Axes, spread: Spread, unit: int) -> None:
    """Draw a histogram; the outermost bars include everything beyond them."""
    rows = histogram(spread, unit)
    many = spread.many
    axes.bar(
        [row["from"] for row in rows],
        [100 * row["count"] / many for row in rows],
        width=rows[0]["to"] - rows[0]["from"],
        align="edge",
        color=BLUE,
        edgecolor="white",
        linewidth=0.4,
    )
    axes.axvline(spread.mean / unit, color=RED, linewidth=1, label="mean")
    axes.yaxis.set_major_formatter("{x:g}%")
    axes.legend(frameon=False, loc="upper left" if _heavy_right(rows) else "upper right")


def _heavy_right(rows: list[dict[str, float]]) -> bool:
    """Return True if most of a histogram lies on the right: then the legend goes left."""
    half = len(rows) // 2
    return sum(row["count"] for row in rows[half:]) > sum(row["count"] for row in rows[:half])


def _results(axes: Axes, found: StrategyResult) -> None:
    axes.set_title("result of a shoe")
    _bars(axes, found.shoes, found.unit)
    axes.set_xlabel("chips")


def _drawdowns(axes: Axes, found: StrategyResult) -> None:
    axes.set_title("largest drawdown of a session")
    _bars(axes, found.depths, found.unit)
    axes.set_xlabel("chips below the highest purse")


def _bankrolls(axes: Axes, found: StrategyResult) -> None:
    """Draw bands of the bankrolls of all recorded sessions, and some of them as lines."""
    many = max(map(len, found.paths))
    start = found.session_plan.limits.bankroll or 0
    # Sessions differ by a few rounds; a shorter one keeps its last value.
    whole = [[*path, *path[-1:] * (many - len(path))] for path in found.paths]
    paths = np.array(whole) / found.unit
    paths = np.concatenate([np.full((len(paths), 1), start), paths], axis=1)
    at = found.stride * np.arange(many + 1)
    low, lower, middle, upper, high = np.quantile(paths, (0.05, 0.25, 0.5, 0.75, 0.95), axis=0)
    axes.fill_between(at, low, high, color=BLUE, alpha=0.15, linewidth=0, label="90% of purses")
    axes.fill_between(at, lower, upper, color=BLUE, alpha=0.25, linewidth=0, label="half of them")
    for path in paths[:SHOWN]:
        axes.plot(at, path, color=INK, linewidth=0.4, alpha=0.5)
    axes.plot(at, middle, color=RED, linewidth=1.2, label="median")
    axes.set_title(f"purse over a session, {len(paths):,} sessions")
    axes.set_xlabel("rounds")
    axes.margins(x=0)
    axes.legend(frameon=False, loc="upper left")


def _ruin(axes: Axes, found: StrategyResult) -> None:
    """Draw the share of sessions ruined after each shoe, with its confidence interval."""
    ruined = found.ruined_in.cumsum().tolist()
    shoes = list(range(1, len(ruined) + 1))
    bounds = [wilson(hits, found.sessions) for hits in ruined]
    low, high = ([100 * bound[end] for bound in bounds] for end in (0, 1))
    risks = [100 * hits / found.sessions for hits in ruined]
    axes.set_title("ruined so far")
    axes.set_xlabel("shoes")
    axes.yaxis.set_major_formatter("{x:g}%")
    if len(shoes) == 1:
        axes.errorbar(shoes, risks, [[risks[0] - low[0]], [high[0] - risks[0]]], fmt="o", color=RED)
        axes.set_xticks(shoes)
    else:
        axes.fill_between(shoes, low, high, color=RED, alpha=0.2, linewidth=0)
        axes.plot(shoes, risks, color=RED, linewidth=1.2)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.margins(x=0)
    axes.set_ylim(bottom=0)


def _depth(axes: Axes, found: StrategyResult, exact: ExactEdges) -> None:
    """Draw how often a bet is made by depth of the shoe, and its exact edge then."""
    assert exact.deep is not None
    assert exact.deep_edges is not None
    rounds, bets = exact.deep
    dealt = rounds > 0
    decks = (np.arange(len(rounds)) * HALF_DECK / 52)[dealt]
    share = 100 * bets[dealt] / rounds[dealt]
    axes.bar(decks, share, width=0.5, align="edge", color=BLUE, edgecolor="white", linewidth=0.4)
    axes.set_ylabel("rounds bet on", color=BLUE)
    axes.yaxis.set_major_formatter("{x:g}%")
    name = found.session_plan.payoffs.game.names[exact.bet]
    axes.set_title(f"{name}: rounds bet on, and their exact edge")
    axes.set_xlabel("decks dealt")
    enough = bets[dealt] >= FEW
    edges = 100 * exact.deep_edges[dealt][enough] / bets[dealt][enough]
    beside = axes.twinx()
    beside.plot(decks[enough] + 0.25, edges, color=RED, marker="o", markersize=3, linewidth=1)
    beside.set_ylabel("edge then", color=RED)
    beside.yaxis.set_major_formatter("{x:g}%")
    beside.set_ylim(bottom=min(0, *edges.tolist()) if len(edges) else 0)
