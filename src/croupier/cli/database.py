"""What the commands about databases share: open one to read, check it, print the result."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from croupier.cli import ANSWERED_WITH_ERROR, DONE, WrongCall
from croupier.cli.arguments import open_input
from croupier.cli.screen import checking_progress
from croupier.errors import did_you_mean
from croupier.game.model import Game
from croupier.store.address import Address
from croupier.store.backup import BadBackup, backup_heads
from croupier.store.data_keys import needed_key, read_sealer
from croupier.store.failures import BadStore, NotStored, WrongDatabase
from croupier.store.master_key import KeyCommand, KeyFile, keys_from, usual_keys
from croupier.store.migrate import require
from croupier.store.queries import Reader, engine_of
from croupier.store.sealing import Sealer
from croupier.store.statements import page_lines
from croupier.store.verify_database import (
    DatabaseFindings,
    read_verified_table,
    table_ids,
    verify_database,
)
from croupier.store.verify_heads import (
    BadHeads,
    Chain,
    check_entries,
    check_heads,
    heads_of,
    read_heads,
    write_heads,
)
from croupier.store.verify_log import VerifiedEntry
from croupier.store.verify_statements import CheckedStatements, check_statements
from croupier.store.verify_vault import VaultFindings

PLAIN_NOTE = (
    "  note         this database is older than the vault's encryption: seeds of shoes in play are "
    "readable in it, and in this file"
)


def add_vault_key(parser: ArgumentParser, about: str) -> None:
    """Add the arguments that say where the master key of the vault is."""
    parser.add_argument("--vault-key", metavar="FILE", help=f"the vault's key; {about}")
    parser.add_argument(
        "--vault-key-command", metavar="COMMAND", help="a command that prints the vault's key"
    )


def vault_keys(arguments: Namespace) -> KeyFile | KeyCommand:
    """Return where the master key is: as the arguments say, or at its usual place."""
    if arguments.vault_key is None and arguments.vault_key_command is None:
        return usual_keys()
    return keys_from(arguments.vault_key, arguments.vault_key_command)


@contextmanager
def open_reader(database: str) -> Iterator[Reader]:
    """Open a database to read; raise `WrongCall` if it does not exist."""
    try:
        address = Address.parse(database)
        if address.path is not None and not address.path.is_file():
            raise WrongDatabase(f"cannot read {database}: no such file")
        reader = Reader(engine_of(address))
        try:
            with reader.moment() as connection:
                require(connection, str(address))
            yield reader
        finally:
            reader.close()
    except (WrongDatabase, NotStored) as wrong:
        raise WrongCall(" ".join(str(wrong).split())) from None


@contextmanager
def open_connection(database: str) -> Iterator[Connection]:
    """Open a connection that sees one moment of a database; raise `WrongCall` without one."""
    with open_reader(database) as reader, reader.moment() as connection:
        yield connection


def prove_database(
    connection: Connection, find: Callable[[str], Game], sealer: Sealer | None = None
) -> DatabaseFindings:
    """Return the proof of a database; raise `BadStore` if it fails, or cannot be read."""
    with checking_progress() as advance:
        try:
            return verify_database(connection, find, advance, sealer)
        except DBAPIError as wrong:
            raise BadStore("the database", f"it cannot be read: {wrong.orig}") from None


def read_table(
    connection: Connection, named: str | None, find: Callable[[str], Game]
) -> tuple[str, Generator[VerifiedEntry, None, None]]:
    """Return a table's name and its entries, checked one by one; raise `WrongCall` without one."""
    known = table_ids(connection)
    if named is None:
        if len(known) != 1:
            several = f"name one with --table: {', '.join(known)}"
            raise WrongCall(several if known else "there is no table in it yet")
        named = known[0]
    if named not in known:
        raise WrongCall(no_such_table(named, known))
    return named, read_verified_table(connection, named, find)


def no_such_table(named: str, known: Sequence[str]) -> str:
    """Return a sentence for a table that a house does not have."""
    from croupier.cli.screen import printable

    near = did_you_mean(named, known)
    are = "is only" if len(known) == 1 else "are"
    listed = f"; there {are} {', '.join(known[:20])}" if known and not near else ""
    return printable(f"there is no table {named[:60]}{near or listed}")


def run_verify(arguments: Namespace, find: Callable[[str], Game]) -> int:
    """Check a database, also against heads and backups stored elsewhere; return the status."""
    keys = _public_keys(arguments.key)
    stored = [(name, _stored_heads(name, backup=True)) for name in arguments.backup]
    statements: list[CheckedStatements] = []
    try:
        for name in arguments.heads:
            found = _heads_or_statements(name, keys)
            if isinstance(found, CheckedStatements):
                statements.append(found)
            else:
                stored.append((name, found))
        with open_connection(arguments.log) as connection:
            proof = prove_database(connection, find, _given_sealer(arguments, connection))
            for name, chains in stored:
                proof.held += check_heads(connection, chains, name)
            for each in statements:
                proof.held += check_entries(connection, list(each.entries))
            chains = heads_of(connection)
        if arguments.head is not None and arguments.head != proof.head:
            raise BadStore("the database", f"its head is {proof.head}, another one")
    except BadStore as wrong:
        return print_failure(wrong, as_json=arguments.json)
    if arguments.write_heads is not None:
        try:
            write_heads(Path(arguments.write_heads), chains, proof.head)
        except OSError as wrong:
            reason = wrong.strerror or str(wrong)
            raise WrongCall(f"cannot write {arguments.write_heads}: {reason}") from None
    print_proof(proof, as_json=arguments.json, statements=statements)
    return DONE


def _given_sealer(arguments: Namespace, connection: Connection) -> Sealer | None:
    """Return what opens the vault if a key was given; a wrong key raises `BadVaultKey`."""
    if arguments.vault_key is None and arguments.vault_key_command is None:
        return None
    if needed_key(connection) is None:
        return None
    return read_sealer(connection, vault_keys(arguments).read(), Address.parse(arguments.log))


def _public_keys(given: list[str]) -> frozenset[str]:
    """Return public keys; raise `WrongCall` for what is none."""
    from croupier.store.signing import BadKey, read_public_key

    try:
        return frozenset(map(read_public_key, given))
    except BadKey as wrong:
        raise WrongCall(str(wrong)) from None


def _heads_or_statements(name: str, keys: frozenset[str]) -> CheckedStatements | list[Chain]:
    """Return what a file of either kind says; raise `BadStore` for a statement that is wrong."""
    if not Path(name).is_file():
        raise WrongCall(f"cannot read {name}: no such file")
    with open_input(name) as file:
        start = file.peek(64)[:64]
    if start.startswith(b'{"statement":'):
        with open_input(name) as file:
            return check_statements(file, name, keys)
    if start.startswith(b'{"statements":'):
        with open_input(name) as file:
            return check_statements(page_lines(file.read()), name, keys)
    if keys:
        raise WrongCall(f"{name} has no signed statements, so --key says nothing about it")
    return _stored_heads(name)


def _stored_heads(name: str, *, backup: bool = False) -> list[Chain]:
    """Return the heads in a file; raise `WrongCall` if it is missing or damaged."""
    if not Path(name).is_file():
        raise WrongCall(f"cannot read {name}: no such file")
    try:
        with open_input(name) as file:
            return backup_heads(file) if backup else read_heads(file)
    except (BadBackup, BadHeads) as wrong:
        raise WrongCall(f"cannot read {name}: {wrong}") from None


def print_failure(wrong: BadStore, *, as_json: bool) -> int:
    """Print what failed in the check of a database; return the status."""
    if as_json:
        print(json.dumps({"ok": False, "where": wrong.where, "reason": wrong.reason}))
    else:
        print(f"The database does not hold. {str(wrong)[0].upper()}{str(wrong)[1:]}.")
    return ANSWERED_WITH_ERROR


def print_proof(
    proof: DatabaseFindings, *, as_json: bool, statements: Sequence[CheckedStatements] = ()
) -> None:
    """Print what was checked in a database."""
    if as_json:
        found = write_proof(proof)
        if statements:
            found["statements"] = [_write_statements(each) for each in statements]
        sys.stdout.write(json.dumps(found) + "\n")
    else:
        sys.stdout.write(describe_proof(proof))
        sys.stdout.writelines(map(_describe_statements, statements))


def _write_statements(found: CheckedStatements) -> dict[str, Any]:
    return {
        "file": found.source,
        "statements": found.count,
        "first": found.first.statement.number,
        "last": found.last.statement.number,
        "at": found.last.statement.at,
        "keys": list(found.keys),
        "key_given": found.key_given,
        "wallets": found.names_wallets,
    }


def _describe_statements(found: CheckedStatements) -> str:
    first, last = found.first.statement, found.last.statement
    lines = [
        f"  statements   {found.count} of {found.source} hold: {first.number} to {last.number}, "
        f"the last of {last.at}",
        *(f"  signed by    {key}" for key in found.keys),
    ]
    if not found.key_given:
        lines.append(
            "  note         the file itself says whose key that is: compare it with one that you "
            "have from elsewhere, or give that by --key"
        )
    if first.number != 1:
        lines.append(f"  note         the file begins with statement {first.number}")
    if not found.names_wallets:
        lines.append("  note         it names no wallets: they were not compared")
    return "\n".join(lines) + "\n"


def write_proof(proof: DatabaseFindings) -> dict[str, Any]:
    """Return a proof as an object for programs."""
    return {
        "ok": True,
        "tables": {
            table_id: {
                "entries": found.entries,
                "rounds": {"settled": found.settled, "void": found.void},
                "settled_otherwise_today": found.changed,
                "cards": found.cards,
                "shoes": {
                    "proven": found.proven,
                    "not_shuffled_here": found.unproven,
                    "running": found.running,
                },
                "state": proof.states[table_id],
                "head": found.head,
            }
            for table_id, found in proof.tables.items()
        },
        "commands": proof.commands,
        "refusals": proof.refusals,
        "transfers": proof.transfers,
        "snapshots": proof.snapshots,
        "vault": write_vault(proof.vault),
        "wallets": {
            "wallets": proof.wallets,
            "moves": proof.wallet_moves,
            "money": proof.unit.write(proof.money),
        },
        "cage": {"slips": proof.slips, "cash": proof.unit.write(proof.cash)},
        "incidents": proof.incidents,
        "people": proof.people,
        "chains_held": proof.held,
        "head": proof.head,
    }


def write_vault(found: VaultFindings) -> dict[str, Any]:
    """Return what was found in the vault as an object for programs."""
    return {
        "shoes": found.shoes,
        "opened": found.opened,
        "encrypted": found.encrypted,
        "key": found.master,
    }


def describe_vault(found: VaultFindings) -> str:
    """Return what was found in the vault, and which key opens it, as a line for people."""
    if not found.encrypted:
        return f"  vault        {found.opened} shoes, not encrypted"
    if found.master is None:
        return "  vault        empty"
    left = found.shoes - found.opened
    opened = f"{found.opened} shoes opened, {left} not opened"
    return f"  vault        {opened}; its key is {found.master}"


def describe_proof(proof: DatabaseFindings) -> str:
    """Return a proof as lines for people."""
    found = proof.tables.values()
    entries, cards = sum(each.entries for each in found), sum(each.cards for each in found)
    settled, void = sum(each.settled for each in found), sum(each.void for each in found)
    proven_shoes = sum(each.proven for each in found)
    others = sum(each.unproven for each in found)
    running = sum(each.running for each in found)
    lines = [
        "The database holds.",
        f"  tables       {len(proof.tables)}, played again from their first entry",
        f"  chain        {entries} entries, each following from the one before",
        f"  rounds       {settled} settled anew with the same result, {void} void",
        f"  cards        {cards} dealt where the rules put them",
        f"  shoes        {proven_shoes} re-dealt from the seed, {others} not shuffled here, "
        f"{running} still running",
        f"  money        {proof.transfers} transfers, each as its entry gives it",
        f"  wallets      {proof.wallets} with {proof.unit.write(proof.money)}, "
        f"{proof.wallet_moves} moves, none below nothing",
        f"  cage         {proof.slips} slips, numbered and paid as the wallets say, "
        f"{proof.unit.write(proof.cash)} in cash",
        f"  commands     {proof.commands} answered once, {proof.refusals} refusals in the journal",
        f"  incidents    {proof.incidents} in their chain; {proof.people} people are what it says",
        f"  snapshots    {proof.snapshots}, as the entries give them",
        describe_vault(proof.vault),
    ]
    lines += [f"  state        {table_id} {hash_}" for table_id, hash_ in proof.states.items()]
    if proof.held:
        lines.append(f"  kept heads   {proof.held} chains have gone on from there")
    lines.append(f"  head         {proof.head}")
    if proof.empty and not proof.held:
        lines.append(
            "  note         there is nothing in it; if it was ever used, hold it to its backup "
            "or heads: --backup, --heads"
        )
    for table_id, each in proof.tables.items():
        if each.changed:
            numbers = ", ".join(map(str, each.changed))
            lines.append(
                f"  note         the game of {table_id} has changed: it would settle round "
                f"{numbers} otherwise"
            )
    return "\n".join(lines) + "\n"
