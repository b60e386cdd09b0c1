"""What a fixed cut card does: bets over whole shoes beside the first coup of a fresh one.

Coups of few cards fit more often into a shoe, so how many coups a shoe has depends on how they
end, and whole shoes do not quite have the odds of their first coups. The difference is some parts
in a million; the standard error comes from how shards of millions of shoes differ, which takes in
whatever ties the coups of a shoe together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.engines.engine import Engine
from croupier.engines.runner import Sum, work
from croupier.facts import FACTS
from croupier.game.model import BetKind, Game
from croupier.odds import Composition
from croupier.odds.bet_odds import asked, bet_odds, line_of, weigh
from croupier.simulation.coup_codes import finish_of
from croupier.simulation.plan import Plan
from croupier.simulation.tally import bets

Tell = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a bet brings a unit staked, by the first coup and by all coups of shoes."""

    game: str
    bet: str
    fresh: Fraction
    """Exact, for the first coup."""
    whole: Fraction
    """The average of all coups that were dealt."""
    error: float
    """The standard error of that average."""

    @property
    def change(self) -> float:
        """What the cut card adds, to the patron."""
        return float(self.whole - self.fresh)


@dataclass(frozen=True, slots=True)
class Measurement:
    """How far a run got, and what it says of every bet."""

    plan: Plan
    shoes: int
    rounds: int
    effects: tuple[Effect, ...]


def measure(
    games: Iterable[Game], plan: Plan, rounds: int, engine: Engine, tell: Tell = lambda done: None
) -> Measurement:
    """Deal so many rounds, and more than one shard of them, and read off every bet."""
    chosen = list(games)
    kinds = [(game, key) for game in chosen for key in game.bets]
    pays = np.array([_pays(game.bets[key], plan) for game, key in kinds])
    shards: list[NDArray[np.float64]] = []
    lengths: list[int] = []
    before, dealt = np.zeros(plan.codes, np.int64), 0
    found = Sum(plan)
    for found in work(plan, rounds, engine):
        shards.append(pays @ (found.counts - before))
        lengths.append(found.rounds - dealt)
        before, dealt = found.counts.copy(), found.rounds
        tell(found.rounds)
    errors = _errors(np.array(shards), np.array(lengths))
    read = {game.key: bets(game, found.tally()) for game in chosen}
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
    return Measurement(plan, found.shoes, found.rounds, effects)


def _pays(kind: BetKind, plan: Plan) -> list[float]:
    """Say what a bet pays for each way a coup can end."""
    net = [*(float(line.odds.ratio) for line in kind.pays), -1.0]
    facts = {name: FACTS[name] for name in asked(kind)}
    ends = (finish_of(code, suits=plan.suits) for code in range(plan.codes))
    return [
        net[line_of(kind, {name: fact.of(end) for name, fact in facts.items()})] for end in ends
    ]


def _errors(sums: NDArray[np.float64], lengths: NDArray[np.int64]) -> list[float]:
    """Give the standard errors of averages over shards, which need not be equally long."""
    many, rounds = len(lengths), lengths.sum()
    if many < 2:
        raise ValueError("one shard says nothing about how shards differ")
    mean = sums.sum(axis=0) / rounds
    apart = ((sums - np.outer(lengths, mean)) ** 2).sum(axis=0)
    return [sqrt(value * many / (many - 1)) / int(rounds) for value in apart]
