"""Plots: how a simulation converges, and what a strategy brings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO
from math import ceil, log10
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter

from croupier.game.model import Game
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.provenance import told
from croupier.simulation import Plan
from croupier.simulation.tally import Tally, bets
from croupier.strategy.results_and_ruin import ExactEdges, Spread, StrategyResult, histogram, wilson
from croupier.strategy.sessions import HALF_DECK

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

STANDARD_ERRORS = 1.96
"""Standard errors on either side that hold the true value 95 times in 100."""

_COLUMNS = 3


def convergence(
    game: Game, plan: Plan, course: Sequence[Tally], kind: str, source: Mapping[str, object]
) -> bytes:
    """Return a picture of every bet's edge over the rounds dealt, as an SVG or a PNG.

    `source` is the provenance of the run: it stands below the panels, and in the file.
    """
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
        note = "band: 95% confidence; line across: exact, fresh shoe"
        return _picture(figure, kind, source, note)


def _picture(figure: Figure, kind: str, source: Mapping[str, object], note: str = "") -> bytes:
    """Return a figure as a file that says where it comes from, to people and to programs."""
    figure.supxlabel("\n".join(filter(None, (note, told(source)))), fontsize=8, color=INK)
    known: dict[str, Any] = {"Description": json.dumps(dict(source))}
    out = BytesIO()
    figure.savefig(out, format=kind, metadata=known | {"Date": None} if kind == "svg" else known)
    return out.getvalue()


SHOWN = 12
"""Single sessions that are drawn."""
FEW = 30
"""The fewest rounds bet on for which an average edge is drawn."""


def picture(found: StrategyResult, kind: str, source: Mapping[str, object]) -> bytes:
    """Return a picture of all panels that apply, as an SVG or a PNG; `source` is its provenance."""
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
        return _picture(figure, kind, source)


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
