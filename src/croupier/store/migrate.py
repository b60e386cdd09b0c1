"""Create a database, or upgrade it to the schema that this croupier works with."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from croupier.money import Unit
from croupier.store import schema as s
from croupier.store.address import Address
from croupier.store.data_keys import open_sealer
from croupier.store.encrypt_vault import (
    clean_postgres,
    clean_sqlite,
    encrypt_vault,
    has_plain_secrets,
)
from croupier.store.failures import WrongDatabase
from croupier.store.master_key import Keys, usual_keys
from croupier.store.queries import engine_of
from croupier.store.schema import READABLE, REVISION, SEALED_SINCE
from croupier.store.sealing import Sealer
from croupier.store.sqlite import connect as connect_sqlite

_LOCK = 0x63726F7570696572
"""The number of PostgreSQL's advisory lock: several processes may start at once."""


def revision_of(connection: Connection) -> str | None:
    """Return the migration that a database is at; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def require(connection: Connection, shown: str) -> None:
    """Raise `WrongDatabase` for a database of a schema that cannot be read."""
    found = revision_of(connection)
    if found is None:
        raise WrongDatabase(f"{shown} is no database of croupier")
    if found not in READABLE:
        raise WrongDatabase(f"{shown} has schema {found}; this croupier reads {REVISION}")


def upgrade(connection: Connection, shown: str) -> bool:
    """Create the schema or upgrade an older one; raise `WrongDatabase` for a newer one.

    Return True if the vault has rows of an older schema that are to be encrypted now.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    found = revision_of(connection)
    if found == REVISION:
        return False
    if found is None and inspect(connection).get_table_names():
        raise WrongDatabase(f"{shown} holds something else than croupier's tables")
    if found is not None and found > REVISION:
        raise WrongDatabase(f"{shown} has schema {found}, made by a newer croupier")
    plain = found is not None and found < SEALED_SINCE and has_plain_secrets(connection)
    # Imported here because it is slow to load and rarely needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, REVISION)
    return plain


def furnish(connection: Connection, unit: Unit, at: str) -> None:
    """Give a database of today's schema the record of its house, if it has none."""
    if connection.execute(select(s.house.c.unit)).first() is None:
        connection.execute(insert(s.house).values(id=1, unit=unit.write(1), made=at))


def prepare(address: Address, unit: Unit, at: str, keys: Keys | None = None) -> Sealer | None:
    """Create a database or bring it up to date; raise `WrongDatabase` if that fails.

    With the keys of the vault return what seals and opens its rows.
    """
    if address.path is not None and not address.path.parent.is_dir():
        raise WrongDatabase(f"there is no folder {address.path.parent}")
    engine = engine_of(address, write=True)
    try:
        if address.path is not None:
            # Only its owner may read what people play and own. A file that exists must not be
            # opened here: closing it would release every lock that this process has on it, and the
            # next process to close it would delete the log in use here.
            with suppress(FileExistsError):
                os.close(os.open(address.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with engine.begin() as connection:
            plain = upgrade(connection, str(address))
            if plain and keys is None:
                raise WrongDatabase(
                    f"{address} has shoes that are not encrypted yet: start `croupier serve` once, "
                    "with the vault's key"
                )
            furnish(connection, unit, at)
            sealer = None if keys is None else open_sealer(connection, keys, address, at)
            if plain and sealer is not None:
                encrypt_vault(connection, sealer)
        if address.path is not None:
            # This sets the journal mode, which the file keeps and readers need.
            connect_sqlite(address.path).close()
            clean_sqlite(address.path)
        elif plain:
            clean_postgres(engine)
        return sealer
    except (DBAPIError, sqlite3.Error, OSError) as wrong:
        reason = wrong.orig if isinstance(wrong, DBAPIError) else wrong
        raise WrongDatabase(f"cannot open {address}: {reason}") from wrong
    finally:
        engine.dispose()


def open_vault(address: Address, unit: Unit, at: str, keys: Keys | None = None) -> Sealer:
    """Create a database or bring it up to date, and return what seals and opens its vault.

    The keys are the usual ones unless they are given. Raise `WrongDatabase`.
    """
    sealer = prepare(address, unit, at, usual_keys() if keys is None else keys)
    assert sealer is not None, "with keys there is a sealer"
    return sealer
