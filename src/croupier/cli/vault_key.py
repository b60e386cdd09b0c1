"""The key of the vault: show which one a database needs, or replace it by a new one."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from croupier.accounts import CONSOLE
from croupier.cli import DONE, Parser, WrongCall
from croupier.cli.database import add_vault_key, open_connection, vault_keys
from croupier.store.address import USUAL, Address
from croupier.store.data_keys import needed_key, read_sealer, rotate
from croupier.store.failures import NotStored, WrongDatabase
from croupier.store.incidents import Incidents, Kind, engine_for
from croupier.store.lease import lease_of
from croupier.store.master_key import KeyFile


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT", parser_class=Parser)
    for name, about in (
        ("show", "show which key a database needs, and which ones there are"),
        ("rotate", "make a new key, and let it open the vault instead of the old one"),
    ):
        act = acts.add_parser(name, help=about, description=about)
        act.add_argument(
            "--database",
            default=USUAL,
            metavar="DATABASE",
            help=f"a SQLite file or a postgresql:// address ({USUAL} unless given)",
        )
        add_vault_key(act, "at its usual place unless given")
        act.add_argument("--json", action="store_true", help="print it as JSON")


def run(arguments: Namespace) -> int:
    """Show or rotate the key."""
    try:
        return _ACTS[arguments.act](arguments)
    except (WrongDatabase, NotStored) as wrong:
        raise WrongCall(" ".join(str(wrong).split())) from None


def _show(arguments: Namespace) -> int:
    keys = vault_keys(arguments)
    with open_connection(arguments.database) as connection:
        needed = needed_key(connection)
    if isinstance(keys, KeyFile) and not keys.path.exists():
        has: list[str] = []
    else:
        has = [key.id for key in keys.read().keys]
    if arguments.json:
        print(json.dumps({"needed": needed, "keys": has, "opens": needed in (None, *has)}))
        return DONE
    print(f"needed     {needed or 'none yet: nothing is sealed'}")
    print(f"there are  {', '.join(has) or 'none'} ({keys})")
    return DONE


def _rotate(arguments: Namespace) -> int:
    keys, address = vault_keys(arguments), Address.parse(arguments.database)
    with open_connection(arguments.database) as connection:
        needed = needed_key(connection)
        if needed is None:
            raise WrongCall(f"nothing is sealed in {address} yet: there is no key to replace")
        # Before anything is written: a ring that does not open everything changes nothing.
        ring = keys.read().ring(needed, address)
        read_sealer(connection, ring, address)
    lease = lease_of(arguments.database)
    if not lease.try_take():
        raise WrongCall(f"{address} is being served: stop the server, then rotate its key")
    try:
        if isinstance(keys, KeyFile):
            # The file has both keys from here on: whenever this is interrupted, one of them opens.
            ring = keys.add(ring)
        elif ring.first.id == needed:
            raise WrongCall("the command prints the old key first: let it print a new one before")
        engine = engine_for(arguments.database)
        try:
            with Incidents(engine).writing() as journal:
                rotate(journal.connection, ring, address, journal.at)
                journal.note(Kind.VAULT_KEY_ROTATED, CONSOLE, before=needed, after=ring.first.id)
        finally:
            engine.dispose()
    finally:
        lease.release()
    if arguments.json:
        print(json.dumps({"ok": True, "before": needed, "key": ring.first.id}))
        return DONE
    print(f"The vault opens with key {ring.first.id} now ({keys}), no longer with {needed}.")
    print("Older backups still need the older key: it stays in the file until you remove its line.")
    return DONE


_ACTS = {"show": _show, "rotate": _rotate}
