"""Write a whole database into one file, while others go on playing."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from croupier.cli import DONE
from croupier.cli.database import complain, proven, reading
from croupier.cli.lines import Shelf
from croupier.store.backup import write_backup
from croupier.store.failures import BadStore


def configure(parser: ArgumentParser) -> None:
    """Say what can be given."""
    parser.epilog = "The file holds the seeds of running shoes: keep it as safe as the database."
    parser.add_argument(
        "database", metavar="DATABASE", help="a SQLite file or a postgresql:// address"
    )
    parser.add_argument("file", metavar="FILE", help="where to write; an old one is replaced")
    parser.add_argument(
        "--game", action="append", default=[], metavar="PATH", help="a game file of your own"
    )
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def run(arguments: Namespace) -> int:
    """Prove one moment of a database and write it; one that does not hold is not written."""
    find = Shelf(arguments.game).find
    try:
        with reading(arguments.database) as connection:
            proof = proven(connection, find)
            rows = write_backup(connection, Path(arguments.file), proof.states)
    except BadStore as wrong:
        return complain(wrong, as_json=arguments.json)
    if arguments.json:
        print(json.dumps({"ok": True, "rows": rows, "states": proof.states, "head": proof.head}))
    else:
        entries = sum(found.entries for found in proof.tables.values())
        print(f"Written to {arguments.file}: {len(proof.tables)} tables, {entries} entries.")
        for table_id, state in proof.states.items():
            print(f"  state        {table_id} {state}")
        print(f"  head         {proof.head}")
    return DONE
