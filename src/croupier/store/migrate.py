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
from croupier.store.failures import WrongDatabase
from croupier.store.queries import engine_of
from croupier.store.schema import READABLE, REVISION
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


def upgrade(connection: Connection, shown: str) -> None:
    """Create the schema or upgrade an older one; raise `WrongDatabase` for a newer one."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    found = revision_of(connection)
    if found == REVISION:
        return
    if found is None and inspect(connection).get_table_names():
        raise WrongDatabase(f"{shown} holds something else than croupier's tables")
    if found is not None and found > REVISION:
        raise WrongDatabase(f"{shown} has schema {found}, made by a newer croupier")
    # Imported here because it is slow to load and rarely needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, REVISION)


def prepare(address: Address, unit: Unit, at: str) -> None:
    """Create a database or bring it up to date; raise `WrongDatabase` if that fails."""
    if address.path is not None and not address.path.parent.is_dir():
        raise WrongDatabase(f"there is no folder {address.path.parent}")
    engine = engine_of(address, write=True)
    try:
        if address.path is not None:
            # It contains the seeds of running shoes, so only its owner may read it. A file that
            # exists must not be opened here: closing it would release every lock that this process
            # has on it, and the next process to close it would delete the log in use here.
            with suppress(FileExistsError):
                os.close(os.open(address.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with engine.begin() as connection:
            upgrade(connection, str(address))
            if connection.execute(select(s.house.c.unit)).first() is None:
                connection.execute(insert(s.house).values(id=1, unit=unit.write(1), made=at))
        if address.path is not None:
            # This sets the journal mode, which the file keeps and readers need.
            connect_sqlite(address.path).close()
    except (DBAPIError, sqlite3.Error, OSError) as wrong:
        reason = wrong.orig if isinstance(wrong, DBAPIError) else wrong
        raise WrongDatabase(f"cannot open {address}: {reason}") from wrong
    finally:
        engine.dispose()
