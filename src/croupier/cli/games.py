"""The games that croupier knows: decks, boxes, bets and where their rules come from."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from croupier.cli import DONE
from croupier.game import Game
from croupier.game.loading import describe, keys, load

if TYPE_CHECKING:
    from rich.table import Table


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
        from croupier.cli.screen import show

        show(game_list(games))
    return DONE


def game_list(games: Iterable[Game]) -> Table:
    """Return a list of games with their decks, boxes and bets."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2), pad_edge=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(ratio=1)
    for game in games:
        least, most = game.decks.least, game.decks.most
        decks = f"{most} decks" if least == most else f"{least} to {most} decks"
        boxes = ", ".join(f"{layout.key} {layout.boxes}" for layout in game.layouts)
        about = Text(f"{game.title}\n").append(f"{decks}; boxes: {boxes}\n", "dim")
        table.add_row(game.key, about.append(" ".join(game.bet_keys) + "\n"))
    return table
