"""Deal real shoes by the million and count what every bet brings."""

from __future__ import annotations

import json
import secrets
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from croupier.cli import DONE, INTERRUPTED, WrongCall, not_installed
from croupier.cli.arguments import (
    KnownGames,
    deck_number,
    file_format,
    large_number,
    picture_path,
    whole_number,
    write_file,
)
from croupier.engines.checkpoint import BadCheckpoint, Checkpoint, read, write
from croupier.game import Game
from croupier.lab import simulating
from croupier.lab.progress import catch_interrupt, dealing_progress
from croupier.lab.results import NotInstalled
from croupier.lab.simulating import ENGINES, Simulation
from croupier.settlement.checks import check_decks
from croupier.simulation import CUT, Plan
from croupier.simulation.random_stream import MOST_SEED
from croupier.simulation.tally import Tally

if TYPE_CHECKING:
    # Engines load the compiler, which a wrong call need not wait for.
    from croupier.engines.runner import Engine, RunTotal

CHECKPOINT_SECONDS = 5.0
"""Seconds between two writings of a checkpoint."""

PLOT_GROWTH = 1.25
"""A tally is added to the course of a run when it has so many times the rounds of the last."""


def check_engine(name: str, workers: int, scheduler: str | None) -> None:
    """Raise `WrongCall` if there is no such engine, or if options do not apply to it."""
    if name not in ENGINES:
        raise WrongCall(f"no engine {name[:40]!r}: there is {', '.join(ENGINES)}")
    if scheduler is not None and name != "cluster":
        raise WrongCall(f"--scheduler is for --engine cluster, not for {name}")
    if workers and name == "gpu":
        raise WrongCall(
            "--workers are for --engine cpu and cluster: a GPU shares the work by itself"
        )
    if scheduler is not None and workers:
        raise WrongCall("--workers are those of a local cluster: a --scheduler has its own")


@contextmanager
def open_engine(name: str, workers: int, scheduler: str | None) -> Iterator[Engine]:
    """Open an engine; 0 workers means one for each core. What fails is a `WrongCall`."""
    try:
        with simulating.open_engine(name, workers, scheduler) as engine:
            yield engine
    except NotInstalled as missing:
        raise WrongCall(str(missing)) from None
    except Exception as wrong:
        from croupier.engines.runner import EngineFailed

        if isinstance(wrong, EngineFailed):
            raise WrongCall(str(wrong)) from None
        raise


def add_checkpoint_options(parser: ArgumentParser) -> None:
    """Add the options that name a checkpoint file."""
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--checkpoint", metavar="FILE", help="keep what is counted in a new file")
    files.add_argument("--resume", metavar="FILE", help="go on from such a file, and keep it up")


class CheckpointFile:
    """The checkpoint file of a run, new or continued."""

    def __init__(self, path: Path, previous: Checkpoint | None) -> None:
        self.path, self.previous = path, previous
        self._game = ""
        self._written = monotonic()

    @classmethod
    def from_arguments(cls, arguments: Namespace) -> CheckpointFile | None:
        """Return the file that was named, read if it is to be continued; None if none was."""
        if arguments.checkpoint is not None:
            path = Path(arguments.checkpoint)
            if path.exists():
                raise WrongCall(
                    f"{path} is there already: --resume goes on from it; to begin anew, remove it"
                )
            return cls(path, None)
        if arguments.resume is None:
            return None
        try:
            path = Path(arguments.resume)
            return cls(path, read(path))
        except BadCheckpoint as wrong:
            raise WrongCall(str(wrong)) from None

    def check(self, game: str, plan: Plan) -> None:
        """Raise `WrongCall` if the file to be continued has another game or plan."""
        self._game = game
        if self.previous is None:
            return
        before = self.previous.plan
        self._check_same("game", self.previous.game, game)
        for name in ("seed", "decks", "cut"):
            self._check_same(name, getattr(before, name), getattr(plan, name))
        if plan.views != before.views:
            raise WrongCall(f"{self.path} counted other bets than {game} has now")
        if plan.suits != before.suits:
            ways = {True: "with suits", False: "without suits"}
            raise WrongCall(
                f"{self.path} was dealt {ways[before.suits]}, and {game} is dealt "
                f"{ways[plan.suits]}"
            )

    def _check_same(self, what: str, stored: object, wanted: object) -> None:
        if stored != wanted:
            raise WrongCall(f"{self.path} has the {what} {stored}, not {wanted}")

    def write(self, total: RunTotal, seconds: float, *, done: bool = False) -> None:
        """Write the state of the run; raise `WrongCall` if the file cannot be written."""
        self._written = monotonic()
        try:
            write(self.path, Checkpoint(self._game, total.plan, total.tally(), seconds, done))
        except OSError as wrong:
            raise WrongCall(f"cannot write {self.path}: {wrong.strerror or wrong}") from None

    def write_if_due(self, total: RunTotal, seconds: float) -> None:
        """Write the state of the run if the last writing was long enough ago."""
        if monotonic() - self._written >= CHECKPOINT_SECONDS:
            self.try_write(total, seconds, done=False)

    def try_write(self, total: RunTotal, seconds: float, *, done: bool) -> None:
        """Write the state of the run; a full disk is reported and does not end the run."""
        try:
            self.write(total, seconds, done=done)
        except WrongCall as wrong:
            print(f"croupier simulate: {wrong}", file=sys.stderr, flush=True)

    def resume_hint(self, game: str, rounds: int) -> str:
        """Return the sentence that says how to continue this run."""
        words = ("croupier", "simulate", game, "--rounds", str(rounds), "--resume", str(self.path))
        return f"to go on: {shlex.join(words)}"


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What is to be dealt, and how."""

    game: Game
    game_argument: str
    """The game as it was named on the command line."""
    plan: Plan
    rounds: int
    engine: str
    workers: int
    scheduler: str | None
    checkpoint: CheckpointFile | None
    plot: bool
    """Whether the course of the run is needed for a plot."""


def run_simulation(request: RunRequest) -> Simulation:
    """Deal until there are enough rounds, or until Ctrl-C once the first shard is dealt."""
    plan, rounds, checkpoint = request.plan, request.rounds, request.checkpoint
    with (
        catch_interrupt() as interrupted,
        open_engine(request.engine, request.workers, request.scheduler) as engine,
    ):
        from croupier.engines.runner import EngineFailed, RunTotal, deal_rounds, has_extra_shoe

        total, before = RunTotal(plan), 0.0
        if checkpoint is not None and checkpoint.previous is not None:
            total = RunTotal.of(plan, checkpoint.previous.tally)
            before = checkpoint.previous.seconds
            if has_extra_shoe(total, rounds):
                raise WrongCall(
                    f"{checkpoint.path} has {total.rounds:,} rounds already: ask for more"
                )
        # Loading compiled code does not count as dealing time.
        engine.prepare(plan, rounds - total.rounds)
        if checkpoint is not None:
            checkpoint.write(total, before)
        course: list[Tally] = [total.tally()] if total.rounds else []
        began, seconds = perf_counter(), before
        try:
            advice = "" if checkpoint else "--checkpoint FILE would keep what is counted"
            with dealing_progress(
                rounds, total.rounds, advice=advice, ready=lambda: engine.ready
            ) as advance:
                for _ in deal_rounds(plan, rounds, engine, total):
                    seconds = before + perf_counter() - began
                    last = course[-1].rounds if course else 0
                    if request.plot and total.rounds >= PLOT_GROWTH * last:
                        course.append(total.tally())
                    advance(total.rounds)
                    if checkpoint is not None:
                        checkpoint.write_if_due(total, seconds)
                    if interrupted():
                        break
        except EngineFailed as wrong:
            if checkpoint is None:
                raise
            checkpoint.try_write(total, seconds, done=False)
            hint = checkpoint.resume_hint(request.game_argument, rounds)
            raise WrongCall(f"{wrong}; {hint}") from None
        tally = total.tally()
        if checkpoint is not None:
            checkpoint.try_write(total, seconds, done=tally.rounds >= rounds)
    if request.plot and course[-1].rounds < tally.rounds:
        course.append(tally)
    return Simulation(request.game, plan, request.engine, tally, seconds, rounds, tuple(course))


MOST_ROUNDS = 10**15
MOST_WORKERS = 1024


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="a game's key, or the path of a game file")
    parser.add_argument(
        "--rounds", required=True, metavar="N", help="rounds to deal at least, 1000000 or 1e6"
    )
    parser.add_argument("--seed", metavar="S", help="0 to 2^64 - 1; else one is drawn and shown")
    parser.add_argument(
        "--decks", type=deck_number, metavar="N", help="decks; else the usual number"
    )
    parser.add_argument("--workers", metavar="W", help="who deal here; else one for each core")
    parser.add_argument(
        "--engine", default="cpu", metavar="ENGINE", help=f"what deals: {', '.join(ENGINES)}"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="a Dask cluster to deal on; else one is started here"
    )
    parser.add_argument(
        "--cut", metavar="K", help=f"a coup starts while more than K cards are left; else {CUT}"
    )
    add_checkpoint_options(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw how each edge converges: a .svg or a .png"
    )


def run(arguments: Namespace) -> int:
    """Deal, and print the result."""
    rounds = large_number("rounds", arguments.rounds, MOST_ROUNDS)
    workers = whole_number("workers", arguments.workers, 0, 1, MOST_WORKERS)
    check_engine(arguments.engine, workers, arguments.scheduler)
    plot = picture_path(arguments.plot)
    game = KnownGames().find(arguments.game)
    checkpoint = CheckpointFile.from_arguments(arguments)
    previous = checkpoint.previous if checkpoint else None
    plan = _plan(game, arguments, previous.plan if previous else None)
    if checkpoint is not None:
        checkpoint.check(game.key, plan)
    simulation = run_simulation(
        RunRequest(
            game=game,
            game_argument=arguments.game,
            plan=plan,
            rounds=rounds,
            engine=arguments.engine,
            workers=workers,
            scheduler=arguments.scheduler,
            checkpoint=checkpoint,
            plot=plot is not None,
        )
    )
    if simulation.stopped:
        message = f"stopped after {simulation.tally.rounds:,} of {rounds:,} rounds"
        message += f"; {checkpoint.resume_hint(arguments.game, rounds)}" if checkpoint else ""
        print(f"croupier simulate: {message}", file=sys.stderr)
    if plot is not None:
        _write_plot(simulation, plot)
    if arguments.json:
        print(json.dumps(simulation.to_dict()))
    else:
        from croupier.cli.pages import simulation_page
        from croupier.cli.screen import show

        show(simulation_page(simulation))
    return INTERRUPTED if simulation.stopped else DONE


def _plan(game: Game, arguments: Namespace, previous: Plan | None) -> Plan:
    """Return the plan; what is not given is taken from the previous plan, or else the default."""
    default = previous or Plan(secrets.randbits(32), game.decks.default)
    seed = whole_number("a seed", arguments.seed, default.seed, 0, MOST_SEED)
    # The plan refuses a cut that is too deep: it knows the shoe.
    cut = whole_number("the cut", arguments.cut, default.cut, 0, 10**6)
    decks = default.decks if arguments.decks is None else arguments.decks
    check_decks(game, decks)
    return Plan.of(game, seed, decks, cut)


def _write_plot(simulation: Simulation, path: Path) -> None:
    try:
        from croupier.par import plots
    except ModuleNotFoundError as missing:
        raise WrongCall(not_installed("--plot", missing, "par")) from None
    drawing = plots.convergence(
        simulation.game,
        simulation.plan,
        simulation.course,
        file_format(path),
        simulation.provenance,
    )
    write_file(path, drawing)
