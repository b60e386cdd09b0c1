"""Deal real shoes by the million and count what every bet brings."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Group
from rich.table import Table
from rich.text import Text

from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import many, number, picture
from croupier.cli.checkpoints import Kept
from croupier.cli.checkpoints import configure as configure_file
from croupier.cli.engines import ENGINES, check_engine
from croupier.cli.lines import Shelf
from croupier.cli.odds import whole
from croupier.cli.simulation_run import Order, Simulation, simulated, written
from croupier.game import Game
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.settlement.admission import check_decks
from croupier.simulation.plan import CUT, Plan
from croupier.simulation.random_stream import MOST_SEED

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
    rounds = many("rounds", arguments.rounds, MOST_ROUNDS)
    workers = number("workers", arguments.workers, 0, 1, MOST_WORKERS)
    check_engine(arguments.engine, workers, arguments.scheduler)
    drawn = picture(arguments.plot)
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
            drawn=drawn is not None,
        )
    )
    if made.halted:
        said = f"stopped after {made.tally.rounds:,} of {rounds:,} rounds"
        said += f"; {kept.how(arguments.game, rounds)}" if kept else ""
        print(f"croupier simulate: {said}", file=sys.stderr)
    if drawn is not None:
        _draw(made, drawn)
    if arguments.json:
        print(json.dumps(written(made)))
    else:
        from croupier.cli.screen import show
        from croupier.cli.simulate import page

        show(page(made))
    return DONE


def _plan(game: Game, arguments: Namespace, before: Plan | None) -> Plan:
    """Plan the shoes; what is left out is as it was before, or else as usual."""
    usual = before or Plan(secrets.randbits(32), game.decks.default)
    seed = number("a seed", arguments.seed, usual.seed, 0, MOST_SEED)
    # How many are too many is for the plan to say, which knows the shoe.
    cut = number("the cut", arguments.cut, usual.cut, 0, 10**6)
    decks = usual.decks if arguments.decks is None else arguments.decks
    check_decks(game, decks)
    return Plan.of(game, seed, decks, cut)


def _draw(made: Simulation, path: Path) -> None:
    try:
        from croupier.par import convergence_plot
    except ModuleNotFoundError as missing:
        raise WrongCall(
            f"--plot takes {missing.name}, which is not installed: pip install 'croupier[par]'"
        ) from None
    kind = path.suffix.removeprefix(".").lower()
    drawn = convergence_plot.picture(made.game, made.plan, made.course, kind)
    try:
        path.write_bytes(drawn)
    except OSError as wrong:
        raise WrongCall(f"cannot write {path}: {wrong.strerror or wrong}") from None


def page(made: Simulation) -> Group:
    """Lay out the bets with edge, error and the exact edge, then what was dealt and how fast."""
    game, plan, tally = made.game, made.plan, made.tally
    decks = f"{plan.decks} deck{'' if plan.decks == 1 else 's'}"
    head = Text(f"{game.title}: {decks}, cut at {plan.cut}, seed {plan.seed}", "bold")
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("bet", no_wrap=True)
    for heading in ("wins", "edge", "std. error", "exact", "off by"):
        table.add_column(heading, justify="right", no_wrap=True)
    fresh = Composition.of_decks(plan.decks)
    for key, bet in made.found.items():
        kind = game.bets[key]
        exact = float(bet_odds(kind, *weigh(kind, fresh)).house_edge)
        wins = sum(count for pays, count in bet.outcomes.items() if pays > 0) / bet.rounds
        off = f"{(-bet.ev - exact) / bet.stderr:+.1f} se" if bet.stderr else "-"
        edges = f"{-bet.ev:.4%}", f"{bet.stderr:.4%}", f"{exact:.4%}"
        table.add_row(kind.name, f"{wins:.4%}", *edges, off)
    dealt = f"  {tally.rounds:,} rounds in {tally.shoes:,} shoes"
    speed = f"  {made.seconds:.2f} s, {made.speed:,.0f} rounds/s"
    note = "  exact: the first coup of a fresh shoe; se: standard errors (docs/cut-card.md)"
    return Group(head, "", table, "", dealt, speed, Text(note, "dim"))
