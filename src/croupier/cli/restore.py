"""Make a database from a backup, play all of it again, and hold it to the state it was in."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import KnownGames, add_game_files, open_input
from croupier.cli.database import (
    add_vault_key,
    print_failure,
    print_proof,
    prove_database,
    vault_keys,
)
from croupier.money import CENT
from croupier.store.address import Address
from croupier.store.backup import BadBackup, backup_heads, read_backup
from croupier.store.clock import Clock
from croupier.store.data_keys import open_sealer
from croupier.store.failures import BadStore, WrongDatabase
from croupier.store.master_key import LateKeys
from croupier.store.migrate import furnish, prepare, upgrade
from croupier.store.new_database import appearing
from croupier.store.queries import engine_of
from croupier.store.sealing import Sealer
from croupier.store.verify_database import DatabaseFindings


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="what `croupier backup` wrote")
    parser.add_argument(
        "database", metavar="DATABASE", help="a new SQLite file, or an empty PostgreSQL database"
    )
    add_game_files(parser)
    add_vault_key(parser, "needed only for a backup that is older than the vault's encryption")
    parser.add_argument("--json", action="store_true", help="print what was checked as JSON")


def run(arguments: Namespace) -> int:
    """Restore everything or nothing; the status says whether the check succeeded."""
    if not Path(arguments.file).is_file():
        raise WrongCall(f"cannot read {arguments.file}: no such file")
    notes: list[str] = []
    try:
        address = Address.parse(arguments.database)
        with open_input(arguments.file) as file:
            backup_heads(file)  # Read to its end before anything is made: it may be cut off.
        keys = LateKeys(vault_keys(arguments))
        with appearing(address) as place:
            proof = _restore(arguments, address, place, keys, notes)
    except BadStore as wrong:
        return print_failure(wrong, as_json=arguments.json)
    except BadBackup as wrong:
        raise WrongCall(f"cannot restore {arguments.file}: {wrong}") from None
    except WrongDatabase as wrong:
        raise WrongCall(str(wrong)) from None
    except DBAPIError as wrong:
        raise WrongCall(f"cannot restore {arguments.file}: {wrong.orig}") from None
    print_proof(proof, as_json=arguments.json)
    if proof.vault.master is not None:
        notes.append(f"to serve it, the vault key {proof.vault.master} is needed")
    if not arguments.json:
        for note in notes:
            print(f"  note         {note}")
    return DONE


def _restore(
    arguments: Namespace, address: Address, place: Address, keys: LateKeys, notes: list[str]
) -> DatabaseFindings:
    """Restore into a place, in one transaction: schema, rows, proof; or nothing of it."""
    find = KnownGames(arguments.game).find
    if place.path is not None and not place.path.exists():
        prepare(place, CENT, "")
    engine = engine_of(place, write=True)
    try:
        with open_input(arguments.file) as file, engine.begin() as connection:

            def encrypting() -> Sealer:
                sealer = open_sealer(connection, keys, address, Clock().text())
                notes.append(f"the backup was not encrypted; the database is, by {keys}")
                return sealer

            upgrade(connection, str(address))
            furnish(connection, CENT, "")
            end = read_backup(file, connection, encrypting)
            # Checked before the commit: what fails is not restored at all.
            proof = prove_database(connection, find)
            if not end.allows(proof.states):
                raise BadStore("the database", "its tables are in another state than they were")
            keys.keep()
    finally:
        engine.dispose()
    return proof
