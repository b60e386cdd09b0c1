"""Everything about one round, with its proof, in one file: to be handed over and checked anywhere.

It holds the table's log to the end of that round, and no secret of a shoe that is still in play.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from hashlib import sha256
from pathlib import Path

from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import add_database
from croupier.cli.database import open_reader
from croupier.reports.dispute import NoSuchRound, dispute


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_database(parser)
    parser.add_argument("table", metavar="TABLE", help="the name of the table")
    parser.add_argument("round", metavar="ROUND", type=_number, help="the number of the round")
    parser.add_argument(
        "--output", metavar="FILE", help="where to write (TABLE-round-ROUND.zip); replaced if there"
    )
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise WrongCall("a round is a whole number")
    return int(text)


def run(arguments: Namespace) -> int:
    """Write the file of a round."""
    from croupier.cli.screen import printable

    with open_reader(arguments.database) as reader:
        try:
            data = dispute(reader, arguments.table, arguments.round)
        except NoSuchRound as wrong:
            raise WrongCall(printable(wrong)) from None
    name = arguments.output or f"{arguments.table}-round-{arguments.round}.zip"
    Path(name).write_bytes(data)
    digest = sha256(data).hexdigest()
    if arguments.json:
        print(json.dumps({"ok": True, "file": name, "bytes": len(data), "sha256": digest}))
    else:
        print(f"Written to {name}: {len(data)} bytes.")
        print(f"  sha256       {digest}")
    return DONE
