"""Check a game file of your own: every mistake with its key and what was expected there."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from croupier.cli import DONE, WRONG_CALL
from croupier.game.checked_mapping import BadGame
from croupier.game.loading import read_file


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="a game as TOML; `croupier new` writes one")
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def run(arguments: Namespace) -> int:
    """Print every mistake of the file, or that there is none."""
    try:
        game = read_file(arguments.file)
    except BadGame as wrong:
        if arguments.json:
            faults = [fault.written() for fault in wrong.faults]
            print(json.dumps({"file": wrong.source, "ok": False, "faults": faults}))
        for fault in wrong.faults:
            print(f"{wrong.source}: {fault}", file=sys.stderr)
        return WRONG_CALL
    if arguments.json:
        print(json.dumps({"file": arguments.file, "ok": True, "faults": []}))
    else:
        bets = ", ".join(game.bet_keys)
        print(f"{arguments.file}: {game.title} is in order. Bets: {bets}.")
    return DONE
