"""Settle rounds: one JSON object a line in, one a line out, in the same order."""

from __future__ import annotations

import gc
from argparse import ArgumentParser, Namespace

from croupier.cli import ANSWERED_WITH_ERROR, DONE
from croupier.cli.lines import Shelf, batches, opened, write
from croupier.cli.progress import progress
from croupier.settlement.answers import answer, refuse


def configure(parser: ArgumentParser) -> None:
    """Say what can be given."""
    parser.epilog = "The shape of a round, of its answer and of every error: docs/settle.md."
    parser.add_argument("file", nargs="?", metavar="FILE", help="rounds; else standard input")
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="PATH",
        help="a game file of your own that the rounds name by its key; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="accepted: the output is JSON anyway")


def run(arguments: Namespace) -> int:
    """Answer every line; the status says whether any was answered with an error."""
    find = Shelf(arguments.game).find
    status = DONE
    # Settling makes many small objects and no cycles: look for those now and then only.
    gc.set_threshold(100_000)
    with opened(arguments.file) as file, progress(file) as advance:
        for batch in batches(file):
            answers = [
                answer(value, find) if wrong is None else refuse(value, wrong)
                for value, wrong in batch
            ]
            write(answers)
            advance()
            if any("error" in said for said in answers):
                status = ANSWERED_WITH_ERROR
    return status
