"""Mix side bets of the catalogue into a game: a game file ready for check, odds, simulate, serve.

`croupier mix classic dragon-bonus panda-8 --out my.toml` takes a game, and the keys or the kin of
bets (`croupier bets` lists them), or paths of bet files of your own.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from croupier.cli import DONE
from croupier.cli.arguments import KnownGames, game_key, write_new
from croupier.game import Game
from croupier.game.catalogue import SideBet, chosen
from croupier.game.mixing import mix
from croupier.game.toml_text import write_toml
from croupier.odds.side_bets import costs


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="a game's key, or the path of a game file")
    parser.add_argument("bets", nargs="+", metavar="BET", help="keys or kin of bets, or bet files")
    parser.add_argument("--out", metavar="FILE", help="where to write it; printed if left out")
    parser.add_argument("--title", help="the game's title; made from what is in it if left out")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run(arguments: Namespace) -> int:
    """Write the file, or print it."""
    base = KnownGames().find(arguments.game)
    bets = chosen(arguments.bets)
    path = Path(arguments.out) if arguments.out is not None else None
    key = f"{base.key}-mix" if path is None else game_key(path)
    game, data = mix(base, bets, key, arguments.title)
    text = write_toml(
        data, f"Mixed from {base.key} by croupier mix. Ask: croupier check, odds, par"
    )
    if path is not None:
        write_new(path, text, force=arguments.force)
    _warn(bets, game)
    if arguments.json:
        added = [bet.kind.key for bet in bets]
        print(
            json.dumps(
                {"file": arguments.out, "key": game.key, "title": game.title, "added": added}
            )
        )
    elif path is None:
        sys.stdout.write(text)
    else:
        names = ", ".join(bet.name for bet in bets)
        print(f"{path} is written: {base.title} with {names}. Next: croupier odds {path}")
    return DONE


def _warn(bets: Sequence[SideBet], game: Game) -> None:
    """Print the bets that favour the patron; they are mixed all the same."""
    for key, cost in costs(bets, game.decks.default).items():
        if cost.edge < 0:
            print(
                f"croupier mix: {key} favours the patron by {float(-cost.edge):.4%}",
                file=sys.stderr,
            )
