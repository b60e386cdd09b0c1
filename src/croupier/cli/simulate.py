"""Deal real shoes by the million and count what every bet brings."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from croupier.cli import DONE, WrongCall
from croupier.cli.given import many
from croupier.cli.given import number as _number
from croupier.cli.given import picture as _picture
from croupier.cli.halt import halting
from croupier.cli.odds import whole
from croupier.cli.pace import pace
from croupier.cli.shelf import Shelf
from croupier.game import Game
from croupier.settlement.admission import check_decks
from croupier.sim.plan import CUT, Plan
from croupier.sim.stream import MOST_SEED
from croupier.sim.tally import BetTally, Tally, bets

ENGINES = ("cpu",)
MOST_ROUNDS = 10**15
MOST_WORKERS = 1024


def configure(parser: ArgumentParser) -> None:
    """Say what can be given."""
    parser.add_argument("game", metavar="GAME", help="a game's key, or the path of a game file")
    parser.add_argument(
        "--rounds", required=True, metavar="N", help="rounds to deal at least, 1000000 or 1e6"
    )
    parser.add_argument("--seed", metavar="S", help="0 to 2^64 - 1; else one is drawn and shown")
    parser.add_argument("--decks", type=whole, metavar="N", help="decks; else the usual number")
    parser.add_argument("--workers", metavar="W", help="threads; else one for each core")
    parser.add_argument("--engine", default="cpu", metavar="ENGINE", help="what deals: cpu")
    parser.add_argument(
        "--cut", metavar="K", help=f"a coup starts while more than K cards are left; else {CUT}"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw how each edge converges: a .svg or a .png"
    )


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


def run(arguments: Namespace) -> int:
    """Deal, and print what came of it."""
    if arguments.engine not in ENGINES:
        raise WrongCall(f"no engine {arguments.engine[:40]!r}: there is {', '.join(ENGINES)}")
    rounds = _rounds(arguments.rounds)
    seed = _number("a seed", arguments.seed, secrets.randbits(32), 0, MOST_SEED)
    # How many are too many is for the plan to say, which knows the shoe.
    cut = _number("the cut", arguments.cut, CUT, 0, 10**6)
    workers = _number("workers", arguments.workers, 0, 1, MOST_WORKERS)
    picture = _picture(arguments.plot)
    game = Shelf().find(arguments.game)
    decks = game.decks.default if arguments.decks is None else arguments.decks
    check_decks(game, decks)
    made = _simulate(
        game, Plan.of(game, seed, decks, cut), arguments.engine, rounds, workers, picture
    )
    if made.halted:
        said = f"stopped after {made.tally.rounds:,} of {rounds:,} rounds"
        print(f"croupier simulate: {said}", file=sys.stderr)
    if picture is not None:
        _draw(made, picture)
    if arguments.json:
        print(json.dumps(written(made)))
    else:
        from croupier.cli.results import page
        from croupier.cli.screen import show

        show(page(made))
    return DONE


def _simulate(
    game: Game, plan: Plan, engine: str, rounds: int, workers: int, picture: Path | None
) -> Simulation:
    """Deal until there are enough, or until somebody stops it and a first shard is dealt."""
    with halting() as halted:
        try:
            from croupier.lab.crew import work
            from croupier.lab.engine import cores, threads
        except ModuleNotFoundError as missing:
            raise WrongCall(
                f"this takes {missing.name}, which is not installed: pip install 'croupier[fast]'"
            ) from None
        course: list[Tally] = []
        with threads(workers or cores()) as hands:
            # Compiles, or loads what was compiled before: no part of the dealing.
            hands.submit(plan, 0, 1).result()
            began = perf_counter()
            with pace(rounds) as tell:
                for so_far in work(plan, rounds, hands):
                    if picture and so_far.rounds >= 1.25 * (course[-1].rounds if course else 0):
                        course.append(so_far.tally())
                    tell(so_far.rounds)
                    if halted():
                        break
            seconds = perf_counter() - began
            tally = so_far.tally()
        stopped = tally.rounds < rounds
    if picture and course[-1].rounds < tally.rounds:
        course.append(tally)
    return Simulation(game, plan, engine, tally, seconds, bets(game, tally), stopped, tuple(course))


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


def _rounds(text: str) -> int:
    return many("rounds", text, MOST_ROUNDS)


def _draw(made: Simulation, path: Path) -> None:
    try:
        from croupier.lab.convergence import picture
    except ModuleNotFoundError as missing:
        raise WrongCall(
            f"--plot takes {missing.name}, which is not installed: pip install 'croupier[par]'"
        ) from None
    drawn = picture(made.game, made.plan, made.course, path.suffix.removeprefix(".").lower())
    try:
        path.write_bytes(drawn)
    except OSError as wrong:
        raise WrongCall(f"cannot write {path}: {wrong.strerror or wrong}") from None
