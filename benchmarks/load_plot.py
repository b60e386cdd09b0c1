"""Times against rates, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.load import Rate


def plot(rates: Sequence[Rate], path: Path) -> None:
    """Draw how long answers take at each rate; both axes tell what was asked for."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    offered = [rate.offered or rate.done for rate in rates]
    for name, mark in (("half", "o-"), ("most", "s-"), ("longest", "^:")):
        label = {"half": "half", "most": "99 of 100", "longest": "the longest"}[name]
        axes.plot(offered, [getattr(rate.delay, name) for rate in rates], mark, label=label)
    axes.axhline(100, color="grey", linewidth=0.8, linestyle="--")
    axes.set_yscale("log")
    axes.set_xlabel("bets a second, offered")
    axes.set_ylabel("milliseconds from due to answered")
    axes.set_title("Durable bets: time to the answer")
    axes.grid(visible=True, which="both", linewidth=0.3)
    axes.legend()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
