"""The games that croupier knows: decks, boxes, bets and where their rules come from."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from croupier.cli import DONE
from croupier.game.loading import describe, keys, load


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "game", nargs="*", metavar="GAME", help="keys or paths of game files; all that ship if none"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(arguments: Namespace) -> int:
    """Print the games."""
    games = [load(name) for name in arguments.game or keys()]
    if arguments.json:
        print(json.dumps([describe(game) for game in games]))
    else:
        # Loading rich takes longer than all the rest; JSON does not need it.
        from croupier.cli.screen import game_list, show

        show(game_list(games))
    return DONE
