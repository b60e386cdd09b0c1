"""See what croupier can do: the games, and a round settled and explained."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from importlib.resources import files

from croupier.cli import COMMANDS, DONE
from croupier.cli.games import show
from croupier.settlement.reading import read_round
from croupier.settlement.settling import settle
from croupier.store.games import keys, load


def configure(parser: ArgumentParser) -> None:
    """Say what can be given: nothing."""


def run(_: Namespace) -> int:
    """Print the tour."""
    from rich.rule import Rule

    from croupier.cli.screen import console, page

    screen = console()
    screen.print("croupier is a baccarat table that can be trusted: every payment cites")
    screen.print("the paragraph that it comes from.\n")
    screen.print(Rule("the games", align="left"), "")
    show([load(key) for key in keys()])
    screen.print(Rule("a round, settled and explained", align="left"))
    text = (files("croupier") / "cli" / "tour.json").read_text(encoding="utf-8")
    data = json.loads(text)
    screen.print("\nA round goes in as JSON:\n")
    screen.print(text.strip(), style="dim")
    screen.print("\nand comes out like this:\n")
    screen.print(page(settle(read_round(data, load)), data["id"]))
    screen.print("")
    screen.print(Rule("what to try next", align="left"))
    for name, about in COMMANDS.items():
        screen.print(f"  ./run {name:8} {about}")
    screen.print("  ./run test     run all tests\n")
    return DONE
