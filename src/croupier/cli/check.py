"""Check a game file of your own: every mistake with its key and what was expected there.

A bet that favours the patron is no mistake: it is named in a warning, and the file is in order.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from croupier.cli import DONE, WRONG_CALL
from croupier.game import Game
from croupier.game.checked_mapping import BadGame
from croupier.game.loading import read_file
from croupier.provenance import provenance


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
            answer = {"file": wrong.source, "ok": False, "faults": faults, "warnings": []}
            print(json.dumps(answer))
        for fault in wrong.faults:
            print(f"{wrong.source}: {fault}", file=sys.stderr)
        return WRONG_CALL
    warnings = list(favouring(game))
    for warning in warnings:
        print(f"{arguments.file}: warning: {warning['says']}", file=sys.stderr)
    if arguments.json:
        answer = {"file": arguments.file, "ok": True, "faults": [], "warnings": warnings}
        print(json.dumps(answer | provenance(game)))
    else:
        bets = ", ".join(game.bet_keys)
        print(f"{arguments.file}: {game.title} is in order. Bets: {bets}.")
    return DONE


def favouring(game: Game) -> Iterator[dict[str, object]]:
    """Yield a warning for each bet that favours the patron, by itself or with its insurance."""
    from croupier.odds import Composition, odds

    found: dict[tuple[str, str], dict[int, float]] = {}
    for decks in range(game.decks.least, game.decks.most + 1):
        shoe = odds(game, Composition.of_decks(decks))
        evs = {(key, ""): bet.ev for key, bet in shoe.bets.items()}
        evs |= {(key, " with its insurance"): one.by_totals for key, one in shoe.insured.items()}
        for (key, how), ev in evs.items():
            # What a bet brings by itself is not told again as brought by its insurance.
            if ev > 0 and not (how and evs[key, ""] > 0):
                found.setdefault((key, how), {})[decks] = float(ev)
    for (key, how), brings in found.items():
        by_decks = ", ".join(f"{ev:.4%} with {decks} decks" for decks, ev in brings.items())
        yield {
            "key": f"bets.{key}",
            "bet": key,
            "with_insurance": bool(how),
            "by_decks": {str(decks): ev for decks, ev in brings.items()},
            "says": f"bets.{key}{how} favours the patron: by {by_decks}",
        }
