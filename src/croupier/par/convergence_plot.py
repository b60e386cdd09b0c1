"""A picture of how each bet's edge settles down: its confidence band, and the exact value."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil, log10

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from croupier.game.model import Game
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.par.plot_style import GRID, LINE, OTHER, STYLE
from croupier.simulation.plan import Plan
from croupier.simulation.tally import Tally, bets

SURE = 1.96
"""Standard errors on either side that hold the true value 95 times in 100."""

_ACROSS = 3


def picture(game: Game, plan: Plan, course: Sequence[Tally], kind: str) -> bytes:
    """Draw every bet's edge over the rounds dealt, as an SVG or a PNG."""
    found = [(tally.rounds, bets(game, tally)) for tally in course]
    rounds = [dealt for dealt, _ in found]
    fresh = Composition.of_decks(plan.decks)
    down = ceil(len(game.bets) / _ACROSS)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9, 2.2 * down + 0.4), layout="constrained", dpi=150)
        grid = list(figure.subplots(down, _ACROSS, squeeze=False).flat)
        for axes, (key, bet) in zip(grid, game.bets.items(), strict=False):
            edges = [-100 * here[key].ev for _, here in found]
            errors = [100 * SURE * here[key].stderr for _, here in found]
            low = [edge - error for edge, error in zip(edges, errors, strict=True)]
            high = [edge + error for edge, error in zip(edges, errors, strict=True)]
            exact = 100 * float(bet_odds(bet, *weigh(bet, fresh)).house_edge)
            axes.fill_between(rounds, low, high, color=LINE, alpha=0.2, linewidth=0)
            axes.plot(rounds, edges, color=LINE, linewidth=1.2, marker="o", markersize=2)
            axes.axhline(exact, color=OTHER, linewidth=0.9)
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
