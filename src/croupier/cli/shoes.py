"""Deal real shoes into a table, one row a coup: Parquet, CSV or JSON lines."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from croupier.cli import DONE, INTERRUPTED, WrongCall, not_installed
from croupier.cli.arguments import (
    KnownGames,
    check_folder,
    deck_number,
    decks_for,
    large_number,
    whole_number,
)
from croupier.game import Game
from croupier.lab.progress import catch_interrupt, dealing_progress
from croupier.simulation import CUT, Plan
from croupier.simulation.random_stream import MOST_SEED
from croupier.store.atomic_file import replacing

FORMATS = ("parquet", "csv", "jsonl")
MOST_SHOES, MOST_FIRST = 10**9, 10**15
COUPS_A_SHOE = 10.2
"""Coups for each deck of a shoe, about: for the time that a run takes."""


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("game", metavar="GAME", help="a game's key, or the path of a game file")
    add("--shoes", required=True, metavar="N", help="shoes to deal, 1000 or 1e3")
    add("--out", required=True, metavar="FILE", help=f"a .{', a .'.join(FORMATS)}")
    add("--seed", metavar="S", help="0 to 2^64 - 1; else one is drawn and shown")
    add("--first", metavar="N", help="the number of the first shoe; else 0")
    add("--decks", type=deck_number, metavar="N", help="decks; else the usual number")
    add("--cut", metavar="K", help=f"a coup starts while more than K cards are left; else {CUT}")
    add("--json", action="store_true", help="say what was written as JSON")


def run(arguments: Namespace) -> int:
    """Deal, and write the table."""
    out = Path(arguments.out)
    if out.suffix.removeprefix(".").lower() not in FORMATS:
        raise WrongCall(f"--out names a file that ends in .{', .'.join(FORMATS)}, not {out.name!r}")
    check_folder(out)
    shoes = large_number("shoes", arguments.shoes, MOST_SHOES)
    seed = whole_number("a seed", arguments.seed, secrets.randbits(32), 0, MOST_SEED)
    first = whole_number("the first shoe", arguments.first, 0, 0, MOST_FIRST)
    cut = whole_number("the cut", arguments.cut, CUT, 0, 10**6)
    game = KnownGames().find(arguments.game)
    decks = decks_for(game, arguments.decks)
    plan = Plan.of(game, seed, decks, cut, together=game.bets)
    try:
        written = _write(out, game, plan, shoes, first)
    except ModuleNotFoundError as missing:
        raise WrongCall(not_installed("this", missing, "fast")) from None
    if written["stopped"]:
        message = f"stopped after {written['shoes']:,} of {shoes:,} shoes"
        print(f"croupier shoes: {message}, which are in {out}", file=sys.stderr)
    if arguments.json:
        print(json.dumps({"file": str(out), "game": game.key, **written}))
    else:
        coups = f"{written['rounds']:,} coups of {written['shoes']:,} shoes"
        print(f"{out} is written: {coups}, {plan.decks} decks, cut at {cut}, seed {seed}")
    return INTERRUPTED if written["stopped"] else DONE


def _write(out: Path, game: Game, plan: Plan, shoes: int, first: int) -> dict[str, Any]:
    """Write the table, or after Ctrl-C what there is of it; return where it comes from."""
    # These load the compiler, which a wrong call need not wait for.
    from croupier.lab.dealt_shoes import Payments, parts_of, shoes_provenance, table_of
    from croupier.lab.table_files import TableFile

    payments, done = Payments(game, plan), 0
    expected = round(shoes * plan.decks * COUPS_A_SHOE)
    with (
        catch_interrupt() as interrupted,
        replacing(out) as file,
        dealing_progress(expected, name="croupier shoes") as advance,
    ):
        table = TableFile(out, file)
        for part in parts_of(plan, shoes, first):
            table.add(table_of(part, payments))
            done += len(part.rounds)
            advance(table.rows)
            if interrupted():
                break
        source = shoes_provenance(game, plan, shoes, done, table.rows)
        if first:
            source["first_shoe"] = first
        table.close(source)
    return source
