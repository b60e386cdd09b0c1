"""The cut-card effect, measured for every bet of every game; on a GPU, for there it shows.

More coups fit into a shoe when they are short, so the number of coups depends on how they end,
and whole shoes do not quite have the odds of their first coups. The difference is a few parts in
a million. The standard error is taken from the differences between shards, so it includes the
dependence between coups of one shoe.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from croupier.cli.simulate import open_engine
from croupier.engines.runner import Engine, RunTotal, deal_rounds
from croupier.facts import FACTS
from croupier.game.loading import keys, load
from croupier.game.model import BetKind, Game
from croupier.lab.progress import dealing_progress
from croupier.lab.simulating import ENGINES
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, facts_asked, line_of, weigh
from croupier.simulation import CUT, Plan
from croupier.simulation.tally import bets, finish_of

ReportProgress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Effect:
    """The expected result of a bet per unit staked: of the first coup, and of all coups."""

    game: str
    bet: str
    fresh: Fraction
    """Exact, for the first coup of a shoe."""
    whole: Fraction
    """The average over all coups that were dealt."""
    error: float
    """The standard error of that average."""

    @property
    def change(self) -> float:
        """What the cut card adds to the patron's result."""
        return float(self.whole - self.fresh)


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was dealt, and the effect on every bet."""

    plan: Plan
    shoes: int
    rounds: int
    effects: tuple[Effect, ...]


def measure(
    games: Iterable[Game],
    plan: Plan,
    rounds: int,
    engine: Engine,
    tell: ReportProgress = lambda done: None,
) -> Measurement:
    """Return the effect on every bet, measured over these rounds; they must fill several shards."""
    chosen = list(games)
    kinds = [(game, key) for game in chosen for key in game.bets]
    pays = np.array([_pays(game.bets[key], plan) for game, key in kinds])
    shards: list[NDArray[np.float64]] = []
    lengths: list[int] = []
    before, dealt = np.zeros(plan.codes, np.int64), 0
    total = RunTotal(plan)
    for total in deal_rounds(plan, rounds, engine):
        shards.append(pays @ (total.counts - before))
        lengths.append(total.rounds - dealt)
        before, dealt = total.counts.copy(), total.rounds
        tell(total.rounds)
    errors = _errors(np.array(shards), np.array(lengths))
    read = {game.key: bets(game, total.tally()) for game in chosen}
    fresh = Composition.of_decks(plan.decks)
    effects = tuple(
        Effect(
            game.key,
            key,
            bet_odds(game.bets[key], *weigh(game.bets[key], fresh)).ev,
            read[game.key][key].mean,
            error,
        )
        for (game, key), error in zip(kinds, errors, strict=True)
    )
    return Measurement(plan, total.shoes, total.rounds, effects)


def _pays(kind: BetKind, plan: Plan) -> list[float]:
    """Return what a bet pays for each code of a finished coup."""
    net = [*(float(line.odds.ratio) for line in kind.pays), -1.0]
    facts = {name: FACTS[name] for name in facts_asked(kind)}
    ends = (finish_of(code, suits=plan.suits) for code in range(plan.codes))
    return [
        net[line_of(kind, {name: fact.of(end) for name, fact in facts.items()})] for end in ends
    ]


def _errors(sums: NDArray[np.float64], lengths: NDArray[np.int64]) -> list[float]:
    """Return the standard errors of averages over shards of different lengths."""
    many, rounds = len(lengths), lengths.sum()
    if many < 2:
        raise ValueError("one shard says nothing about how shards differ")
    mean = sums.sum(axis=0) / rounds
    apart = ((sums - np.outer(lengths, mean)) ** 2).sum(axis=0)
    return [sqrt(value * many / (many - 1)) / int(rounds) for value in apart]


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
