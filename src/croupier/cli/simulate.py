"""Deal real shoes by the million and count what every bet brings."""

from __future__ import annotations

import json
import re
import secrets
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from croupier.cli import DONE, WrongCall
from croupier.cli.engines import ENGINES, check_engine
from croupier.cli.kept import Kept
from croupier.cli.kept import configure as configure_file
from croupier.cli.odds import whole
from croupier.cli.shelf import Shelf
from croupier.cli.simulation import Order, Simulation, simulated, written
from croupier.game import Game
from croupier.settlement.admission import check_decks
from croupier.sim.plan import CUT, Plan
from croupier.sim.stream import MOST_SEED

PICTURES = ("svg", "png")
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
    configure_file(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw how each edge converges: a .svg or a .png"
    )


def run(arguments: Namespace) -> int:
    """Deal, and print what came of it."""
    rounds = _rounds(arguments.rounds)
    workers = _number("workers", arguments.workers, 0, 1, MOST_WORKERS)
    check_engine(arguments.engine, workers, arguments.scheduler)
    picture = _picture(arguments.plot)
    game = Shelf().find(arguments.game)
    kept = Kept.asked(arguments)
    plan = _plan(game, arguments, kept.before.plan if kept and kept.before else None)
    if kept is not None:
        kept.hold(game.key, plan)
    made = simulated(
        Order(
            game=game,
            named=arguments.game,
            plan=plan,
            rounds=rounds,
            engine=arguments.engine,
            workers=workers,
            scheduler=arguments.scheduler,
            kept=kept,
            drawn=picture is not None,
        )
    )
    if made.halted:
        said = f"stopped after {made.tally.rounds:,} of {rounds:,} rounds"
        said += f"; {kept.how(arguments.game, rounds)}" if kept else ""
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


def _plan(game: Game, arguments: Namespace, before: Plan | None) -> Plan:
    """Plan the shoes; what is left out is as it was before, or else as usual."""
    usual = before or Plan(secrets.randbits(32), game.decks.default)
    seed = _number("a seed", arguments.seed, usual.seed, 0, MOST_SEED)
    # How many are too many is for the plan to say, which knows the shoe.
    cut = _number("the cut", arguments.cut, usual.cut, 0, 10**6)
    decks = usual.decks if arguments.decks is None else arguments.decks
    check_decks(game, decks)
    return Plan.of(game, seed, decks, cut)


def _rounds(text: str) -> int:
    """Read how many rounds: digits, or 1e9, or 2.5e9."""
    found = re.fullmatch(r"([0-9]{1,16})(?:\.([0-9]{1,15}))?(?:[eE]\+?([0-9]{1,2}))?", text)
    if found:
        part, power = found[2] or "", int(found[3] or 0)
        number, rest = divmod(int(found[1] + part + "0" * power), int("1" + "0" * len(part)))
        if not rest and 1 <= number <= MOST_ROUNDS:
            return number
    raise WrongCall(f"rounds are a whole number from 1 to 1e15, not {text[:40]!r}")


def _number(what: str, text: str | None, usual: int, least: int, most: int) -> int:
    """Read a whole number between two others; the usual one where none is given."""
    if text is None:
        return usual
    if re.fullmatch(r"[0-9]{1,20}", text) and least <= int(text) <= most:
        return int(text)
    raise WrongCall(f"{what}: a whole number from {least} to {most}, not {text[:40]!r}")


def _picture(name: str | None) -> Path | None:
    """Take the file of a picture, and refuse before the work what cannot be written after it."""
    if name is None:
        return None
    path = Path(name)
    if path.suffix.removeprefix(".").lower() not in PICTURES:
        raise WrongCall(f"--plot names a file that ends in .svg or .png, not {path.name!r}")
    if not path.parent.is_dir():
        raise WrongCall(f"cannot write {path}: there is no folder {path.parent}")
    return path


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
