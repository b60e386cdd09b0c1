"""Deal real shoes by the million and count what every bet brings."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import (
    KnownGames,
    deck_number,
    file_format,
    large_number,
    picture_path,
    whole_number,
    write_file,
)
from croupier.cli.simulation_run import (
    ENGINES,
    CheckpointFile,
    RunRequest,
    Simulation,
    add_checkpoint_options,
    check_engine,
    run_simulation,
    write_simulation,
)
from croupier.game import Game
from croupier.settlement.checks import check_decks
from croupier.simulation.plan import CUT, Plan
from croupier.simulation.random_stream import MOST_SEED

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
    if simulation.interrupted:
        message = f"stopped after {simulation.tally.rounds:,} of {rounds:,} rounds"
        message += f"; {checkpoint.resume_hint(arguments.game, rounds)}" if checkpoint else ""
        print(f"croupier simulate: {message}", file=sys.stderr)
    if plot is not None:
        _write_plot(simulation, plot)
    if arguments.json:
        print(json.dumps(write_simulation(simulation)))
    else:
        from croupier.cli.pages import simulation_page
        from croupier.cli.screen import show

        show(simulation_page(simulation))
    return DONE


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
        raise WrongCall(
            f"--plot takes {missing.name}, which is not installed: pip install 'croupier[par]'"
        ) from None
    drawing = plots.convergence(
        simulation.game, simulation.plan, simulation.course, file_format(path)
    )
    write_file(path, drawing)
