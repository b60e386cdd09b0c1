"""A run of `croupier simulate` from its first shoe to what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from croupier.cli import WrongCall
from croupier.cli.checkpoints import Kept
from croupier.cli.engines import engine
from croupier.cli.progress import halting, pace
from croupier.game import Game
from croupier.simulation.plan import Plan
from croupier.simulation.tally import BetTally, Tally, bets


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be dealt, and how."""

    game: Game
    named: str
    """The game as it was called."""
    plan: Plan
    rounds: int
    engine: str
    workers: int
    scheduler: str | None
    kept: Kept | None
    drawn: bool
    """Whether there will be a picture."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """A run that is over."""

    game: Game
    plan: Plan
    engine: str
    tally: Tally
    seconds: float
    found: dict[str, BetTally]
    halted: bool
    course: tuple[Tally, ...]
    """What was counted on the way, for a picture."""

    @property
    def speed(self) -> float:
        """Rounds a second."""
        return self.tally.rounds / self.seconds


def simulated(order: Order) -> Simulation:
    """Deal until there are enough, or until somebody stops it and a first shard is dealt."""
    plan, rounds, kept = order.plan, order.rounds, order.kept
    with halting() as halted, engine(order.engine, order.workers, order.scheduler) as hands:
        from croupier.engines.engine import Broken
        from croupier.engines.runner import Sum, needless, work

        so_far, before = Sum(plan), 0.0
        if kept is not None and kept.before is not None:
            so_far, before = Sum.of(plan, kept.before.tally), kept.before.seconds
            if needless(so_far, rounds):
                raise WrongCall(f"{kept.path} has {so_far.rounds:,} rounds already: ask for more")
        # Compiles, or loads what was compiled before: no part of the dealing.
        hands.submit(plan, 0, 1).result()
        if kept is not None:
            kept.write(so_far, before)
        course: list[Tally] = [so_far.tally()] if so_far.rounds else []
        began, seconds = perf_counter(), before
        try:
            advice = "" if kept else "--checkpoint FILE would keep what is counted"
            with pace(rounds, so_far.rounds, advice=advice) as tell:
                for _ in work(plan, rounds, hands, so_far):
                    seconds = before + perf_counter() - began
                    last = course[-1].rounds if course else 0
                    if order.drawn and so_far.rounds >= 1.25 * last:
                        course.append(so_far.tally())
                    tell(so_far.rounds)
                    if kept is not None:
                        kept.note(so_far, seconds)
                    if halted():
                        break
        except Broken as wrong:
            if kept is None:
                raise
            kept.end(so_far, seconds, done=False)
            raise WrongCall(f"{wrong}; {kept.how(order.named, rounds)}") from None
        tally = so_far.tally()
        if kept is not None:
            kept.end(so_far, seconds, done=tally.rounds >= rounds)
    if order.drawn and course[-1].rounds < tally.rounds:
        course.append(tally)
    halt, found = tally.rounds < rounds, bets(order.game, tally)
    return Simulation(order.game, plan, order.engine, tally, seconds, found, halt, tuple(course))


def written(made: Simulation) -> dict[str, object]:
    """Write a run as the contract has it."""
    return {
        "game": made.game.key,
        "rounds": made.tally.rounds,
        "shoes": made.tally.shoes,
        "seed": made.plan.seed,
        "engine": made.engine,
        "seconds": made.seconds,
        "rounds_per_second": made.speed,
        "bets": {
            key: {
                "outcomes": {str(pays): count for pays, count in bet.outcomes.items()},
                "ev": bet.ev,
                "stderr": bet.stderr,
            }
            for key, bet in made.found.items()
        },
    }
