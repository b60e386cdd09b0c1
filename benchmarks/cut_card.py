"""The cut-card effect, measured for every bet of every game; on a GPU, for there it shows."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from croupier.cli.progress import dealing_progress
from croupier.cli.simulation_run import ENGINES, open_engine
from croupier.engines.cut_card import Measurement, measure
from croupier.game.loading import keys, load
from croupier.simulation.plan import CUT, Plan


def main(words: list[str]) -> None:
    """Measure, print a table, and write the figures if a file is named."""
    parser = ArgumentParser(prog="./run bench cut-card", description=__doc__)
    parser.add_argument("--rounds", type=float, default=1e9, help="rounds for each cut; else 1e9")
    parser.add_argument("--engine", choices=ENGINES, default="cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decks", type=int, default=8)
    parser.add_argument("--cut", type=int, nargs="+", default=[CUT], help="cards behind the card")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    given = parser.parse_args(words)
    found = []
    with open_engine(given.engine, 0, None) as engine:
        for cut in given.cut:
            plan = Plan(given.seed, given.decks, cut)
            engine.submit(plan, 0, 1).result()
            began = perf_counter()
            with dealing_progress(int(given.rounds)) as tell:
                made = measure(map(load, keys()), plan, int(given.rounds), engine, tell)
            seconds = perf_counter() - began
            Console().print(table(made))
            speed = made.rounds / seconds
            print(f"{made.rounds:.3g} rounds in {seconds:.1f} s, {speed:,.0f} a second")
            found.append(written(made))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n")


def table(made: Measurement) -> Table:
    """Show every bet, in parts per million of its stake."""
    title = f"{made.plan.decks} decks, cut at {made.plan.cut}, {made.rounds:,} rounds"
    shown = Table(title=title, caption="parts per million of the stake, to the patron")
    for heading in ("game", "bet", "fresh shoe", "whole shoes", "change", "±", "in errors"):
        shown.add_column(heading, justify="left" if heading in ("game", "bet") else "right")
    for one in made.effects:
        figures = (f"{1e6 * float(value):,.2f}" for value in (one.fresh, one.whole, one.change))
        shown.add_row(
            one.game, one.bet, *figures, f"{1e6 * one.error:.2f}", f"{one.change / one.error:+.1f}"
        )
    return shown


def written(made: Measurement) -> dict[str, object]:
    """Write a measurement for a file."""
    return {
        "decks": made.plan.decks,
        "cut": made.plan.cut,
        "seed": made.plan.seed,
        "shoes": made.shoes,
        "rounds": made.rounds,
        "bets": [
            {
                "game": one.game,
                "bet": one.bet,
                "fresh": float(one.fresh),
                "whole": float(one.whole),
                "change": one.change,
                "error": one.error,
            }
            for one in made.effects
        ],
    }
