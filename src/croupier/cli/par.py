"""Write the PAR sheet of a game: rules, pay tables and exact odds, to be printed and signed."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import AbstractContextManager, nullcontext
from importlib.metadata import version
from pathlib import Path

from croupier.cli import DONE, WrongCall, not_installed
from croupier.cli.arguments import (
    KnownGames,
    check_folder,
    deck_number,
    decks_for,
    write_file,
)
from croupier.game import Game
from croupier.par import FORMATS, Sheet, format_of, par, write
from croupier.par.vulnerability import measure
from croupier.provenance import provenance


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="a game's key, or the path of a game file")
    parser.add_argument(
        "--decks", type=deck_number, metavar="N", help="decks; else the usual number"
    )
    parser.add_argument(
        "--out", required=True, metavar="FILE", help=f"what to write: a .{', a .'.join(FORMATS)}"
    )
    parser.add_argument("--json", action="store_true", help="say what was written as JSON")


def run(arguments: Namespace) -> int:
    """Write the sheet."""
    out = Path(arguments.out)
    kind = format_of(out)
    if kind is None:
        raise WrongCall(f"--out names a file that ends in .{', .'.join(FORMATS)}, not {out.name!r}")
    check_folder(out)
    game = KnownGames().find(arguments.game)
    decks = decks_for(game, arguments.decks)
    digest = game.digest
    with _busy(game):
        made = _make(game, decks, kind)
    write_file(out, made)
    if arguments.json:
        written = {"file": str(out), **provenance(game, decks=decks)}
        print(json.dumps(written))
    else:
        print(f"{out} is written, for {decks} decks and the game file with SHA-256 {digest}")
    return DONE


def _make(game: Game, decks: int, kind: str) -> bytes:
    try:
        counted = measure(game, decks)
        return write(Sheet(par(game, decks), game.digest, version("croupier"), counted), kind)
    except ModuleNotFoundError as missing:
        raise WrongCall(not_installed(f"a .{kind}", missing, "par")) from None


def _busy(game: Game) -> AbstractContextManager[object]:
    """Show a busy sign on a terminal: a game with bets on suits and totals takes a while."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    from croupier.cli.screen import printable

    screen = Console(stderr=True, markup=False)
    return screen.status(f"working out {printable(game.key)} for every number of decks")
