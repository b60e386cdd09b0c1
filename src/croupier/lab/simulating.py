"""Simulations: shoes dealt by an engine until there are enough rounds, or until Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

from croupier.errors import Code, InvalidInput, brief
from croupier.game.model import Game
from croupier.lab.exact import edges_in_words, shoe_words
from croupier.lab.progress import catch_interrupt, dealing_progress
from croupier.lab.results import Result, Row, not_installed
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.odds.composition import Composition
from croupier.provenance import provenance
from croupier.simulation import Plan
from croupier.simulation.tally import BetTally, Tally, bets

if TYPE_CHECKING:
    # Engines load the compiler, which a wrong call need not wait for.
    from croupier.engines.runner import Engine

ENGINES = ("cpu", "gpu", "cluster")
Progress = bool | Callable[[int, int], object]
"""Whether to show progress on standard error, or what to call with the rounds done and asked."""


@dataclass(frozen=True, repr=False)
class Simulation(Result, Mapping[str, BetTally]):
    """What was counted: `simulation["tie"].ev` with its standard error, and every outcome."""

    game: Game
    plan: Plan
    engine: str
    tally: Tally
    seconds: float
    """How long the dealing took."""
    rounds_asked: int
    course: tuple[Tally, ...] = ()
    """Tallies taken during the run, for a plot."""

    @cached_property
    def bets(self) -> Mapping[str, BetTally]:
        """The results by bet."""
        return bets(self.game, self.tally)

    @property
    def rounds(self) -> int:
        """How many rounds were dealt."""
        return self.tally.rounds

    @property
    def stopped(self) -> bool:
        """Whether it ended before there were enough rounds."""
        return self.rounds < self.rounds_asked

    @property
    def speed(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds

    @property
    def provenance(self) -> Mapping[str, object]:
        """Version, digest, shoe, seed, rounds asked and done, whether it was stopped."""
        return provenance(
            self.game,
            decks=self.plan.decks,
            cut=self.plan.cut,
            seed=self.plan.seed,
            rounds_asked=self.rounds_asked,
            rounds=self.rounds,
            stopped=self.stopped,
        )

    def __getitem__(self, bet: str) -> BetTally:
        return self.bets[bet]

    def __iter__(self) -> Iterator[str]:
        return iter(self.bets)

    def __len__(self) -> int:
        return len(self.bets)

    def to_dict(self) -> dict[str, Any]:
        """Return what `croupier simulate --json` prints."""
        return {
            "game": self.game.key,
            "rounds": self.rounds,
            "shoes": self.tally.shoes,
            "seed": self.plan.seed,
            "engine": self.engine,
            "seconds": self.seconds,
            "rounds_per_second": self.speed,
            "bets": {
                key: {
                    "outcomes": {str(pays): count for pays, count in bet.outcomes.items()},
                    "ev": bet.ev,
                    "stderr": bet.stderr,
                }
                for key, bet in self.bets.items()
            },
            **self.provenance,
        }

    def to_rows(self) -> Sequence[Row]:
        """Return a row for each bet, with the exact edge in a fresh shoe beside the counted one."""
        fresh = Composition.of_decks(self.plan.decks)
        return [
            {
                "bet": key,
                "rounds": bet.rounds,
                "wins": sum(count for pays, count in bet.outcomes.items() if pays > 0),
                "house_edge": -bet.ev,
                "stderr": bet.stderr,
                "fresh_shoe_edge": float(
                    bet_odds(self.game.bets[key], *weigh(self.game.bets[key], fresh)).house_edge
                ),
            }
            for key, bet in self.bets.items()
        ]

    def _headline(self) -> str:
        plan, asked = self.plan, f", stopped before {self.rounds_asked:,}" if self.stopped else ""
        how = f"{shoe_words(plan.decks, 0)}, seed {plan.seed}, {self.rounds:,} rounds{asked}"
        edges = {key: -bet.ev for key, bet in self.bets.items()}
        return f"{self.game.key}, {how}: {edges_in_words(edges)}"


def check_engine(name: str) -> None:
    """Raise `InvalidInput` if there is no such engine."""
    if name not in ENGINES:
        known = ", ".join(ENGINES)
        raise InvalidInput(Code.MALFORMED, f"no engine {brief(name)}: there is {known}")


@contextmanager
def open_engine(name: str, workers: int = 0, scheduler: str | None = None) -> Iterator[Engine]:
    """Open an engine; 0 workers means one for each core. Raise `NotInstalled` or `EngineFailed`."""
    check_engine(name)
    try:
        from croupier.engines.runner import check_compiler, cores, thread_engine

        if name == "cpu":
            check_compiler()
        elif name == "cluster":
            from croupier.engines.cluster import connect_cluster, local_cluster
        elif name == "gpu":
            from croupier.engines.gpu import gpu_engine
    except ModuleNotFoundError as missing:
        extra = "fast" if name == "cpu" else name
        raise not_installed(f"the engine {name}", missing.name, extra) from None
    chosen: AbstractContextManager[Engine]
    if name == "cpu":
        chosen = thread_engine(workers or cores())
    elif name == "gpu":
        chosen = gpu_engine()
    elif scheduler is None:
        chosen = local_cluster(workers or cores())
    else:
        chosen = connect_cluster(scheduler)
    with chosen as engine:
        yield engine


@contextmanager
def shown_progress(
    progress: Progress, asked: int, name: str, ready: Callable[[], bool] = lambda: True
) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with what is done; it shows that as the caller wants it.

    What was done before it is `ready` is not counted for the speed.
    """
    if callable(progress):
        tell = progress
        yield lambda done: (tell(done, asked), None)[1]
    elif progress:
        with dealing_progress(asked, name=name, ready=ready) as advance:
            yield advance
    else:
        yield lambda _: None


def simulate_game(
    game: Game,
    plan: Plan,
    rounds: int,
    *,
    engine: str,
    workers: int,
    scheduler: str | None,
    progress: Progress,
) -> Simulation:
    """Deal until there are enough rounds; Ctrl-C ends it after the shards under way."""
    with (
        catch_interrupt() as interrupted,
        open_engine(engine, workers, scheduler) as dealer,
    ):
        from croupier.engines.runner import RunTotal, deal_rounds

        # Loading compiled code does not count as dealing time.
        dealer.prepare(plan, rounds)
        total, began = RunTotal(plan), perf_counter()
        with shown_progress(progress, rounds, "croupier", lambda: dealer.ready) as advance:
            for _ in deal_rounds(plan, rounds, dealer, total):
                seconds = perf_counter() - began
                advance(total.rounds)
                if interrupted():
                    break
        return Simulation(game, plan, engine, total.tally(), seconds, rounds)
