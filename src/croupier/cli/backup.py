"""Write a whole database into one file, while others go on playing."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import KnownGames, add_database, add_game_files
from croupier.cli.database import (
    PLAIN_NOTE,
    describe_vault,
    open_connection,
    print_failure,
    prove_database,
    write_vault,
)
from croupier.store.backup import write_backup
from croupier.store.failures import BadStore


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "The seeds of running shoes are encrypted in it, as in the database: to play on from it "
        "takes the vault's key, which is not in the file."
    )
    add_database(parser)
    parser.add_argument("file", metavar="FILE", help="where to write; an old one is replaced")
    add_game_files(parser)
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def run(arguments: Namespace) -> int:
    """Check a database and write its backup; a database that fails the check is not written."""
    find = KnownGames(arguments.game).find
    file = Path(arguments.file)
    for part in ("", "-wal", "-shm"):
        own = Path(f"{arguments.database}{part}")
        if own.exists() and file.exists() and own.samefile(file):
            raise WrongCall(f"{file} is the database itself: name another file for the backup")
    try:
        with open_connection(arguments.database) as connection:
            proof = prove_database(connection, find)
            rows = write_backup(connection, file, proof.states)
    except BadStore as wrong:
        return print_failure(wrong, as_json=arguments.json)
    if arguments.json:
        told = {"ok": True, "rows": rows, "states": proof.states, "head": proof.head}
        print(json.dumps({**told, "vault": write_vault(proof.vault)}))
    else:
        entries = sum(found.entries for found in proof.tables.values())
        print(f"Written to {arguments.file}: {len(proof.tables)} tables, {entries} entries.")
        for table_id, state in proof.states.items():
            print(f"  state        {table_id} {state}")
        print(describe_vault(proof.vault))
        print(f"  head         {proof.head}")
        if not proof.vault.encrypted:
            print(PLAIN_NOTE)
    return DONE
