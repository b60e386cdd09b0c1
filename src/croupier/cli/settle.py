"""Settle rounds: one JSON object a line in, one a line out, in the same order."""

from __future__ import annotations

import gc
from argparse import ArgumentParser, Namespace

from croupier.cli import ANSWERED_WITH_ERROR, DONE
from croupier.cli.arguments import KnownGames, add_game_files, batches, open_input, write
from croupier.cli.screen import reading_progress
from croupier.settlement.settle_json import refuse_json, settle_json


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        'A round is one line such as {"id": "r1", "game": "classic", "cards": ["9s", "2d", "Kc", '
        '"5h"], "bets": [{"id": "a", "player": "ann", "box": 1, "bet": "player", "amount": "10"}]}.'
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="rounds; else standard input")
    add_game_files(
        parser, "a game file of your own that the rounds name by its key; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="accepted: the output is JSON anyway")


def run(arguments: Namespace) -> int:
    """Answer every line; the status says whether any was answered with an error."""
    find = KnownGames(arguments.game).find
    status = DONE
    # Settling makes many small objects and no cycles: collect garbage less often.
    gc.set_threshold(100_000)
    with open_input(arguments.file) as file, reading_progress(file) as advance:
        for batch in batches(file):
            answers = [
                settle_json(value, find) if wrong is None else refuse_json(value, wrong)
                for _, value, wrong in batch
            ]
            for line, answer in zip(batch, answers, strict=True):
                if "error" in answer:
                    answer["error"]["line"] = line.number
                    status = ANSWERED_WITH_ERROR
            write(answers)
            advance()
    return status
