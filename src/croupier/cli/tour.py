"""See what croupier can do: the games, and a round settled and explained."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from importlib.resources import files

from croupier.cli import COMMANDS, DONE
from croupier.cli.games import game_list
from croupier.game import Game
from croupier.game.loading import describe, keys, load
from croupier.settlement.explaining import explained
from croupier.settlement.round import Settlement
from croupier.settlement.settle_json import read_round
from croupier.settlement.settling import settle


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def run(arguments: Namespace) -> int:
    """Print the games and a worked example."""
    text = (files("croupier") / "cli" / "tour.json").read_text(encoding="utf-8")
    data = json.loads(text)
    games = [load(key) for key in keys()]
    settlement = settle(read_round(data, load))
    if arguments.json:
        tour = {
            "games": [describe(game) for game in games],
            "round": data,
            "answer": explained(settlement, data["id"]),
            "commands": COMMANDS,
        }
        print(json.dumps(tour))
    else:
        _show(text, games, settlement, data["id"])
    return DONE


def _show(text: str, games: list[Game], settlement: Settlement, round_id: str) -> None:
    from rich.rule import Rule
    from rich.text import Text

    from croupier.cli.screen import console, round_page, show

    show("croupier is a baccarat table that can be trusted: every payment cites")
    show("the paragraph that it comes from.\n")
    show(Rule("the games", align="left"), "", game_list(games))
    show(Rule("a round, settled and explained", align="left"))
    show("\nA round goes in as JSON:\n", Text(text.strip(), "dim"), "\nand comes out like this:\n")
    show(round_page(settlement, round_id, console().width), "")
    show(Rule("what to try next", align="left"))
    width = max(map(len, COMMANDS))
    for name, about in COMMANDS.items():
        show(f"  croupier {name:{width}}  {about}")
    show("")
