"""Bringing a database to the schema that this croupier works with."""

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
from croupier.store.schema import REVISION
from croupier.store.sqlite import connect as connect_sqlite

_LOCK = 0x63726F7570696572
"""The number that PostgreSQL's advisory lock is taken on: several processes may start at once."""


def revision_of(connection: Connection) -> str | None:
    """Say which step a database is at; None where there is nothing yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def require(connection: Connection, shown: str) -> None:
    """Refuse a database that is not of this schema: reading it would be guessing."""
    found = revision_of(connection)
    if found is None:
        raise WrongDatabase(f"{shown} is no database of croupier")
    if found != REVISION:
        raise WrongDatabase(f"{shown} has schema {found}; this croupier reads {REVISION}")


def upgrade(connection: Connection, shown: str) -> None:
    """Make the schema, or bring an older one up to date; a newer one is refused."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    found = revision_of(connection)
    if found == REVISION:
        return
    if found is None and inspect(connection).get_table_names():
        raise WrongDatabase(f"{shown} holds something else than croupier's tables")
    if found is not None and found > REVISION:
        raise WrongDatabase(f"{shown} has schema {found}, made by a newer croupier")
    # Only a database that is not up to date needs it, and loading it takes a while.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, REVISION)


def prepare(address: Address, unit: Unit, at: str) -> None:
    """Make a database, or bring it up to date; `WrongDatabase` if that cannot be."""
    if address.path is not None and not address.path.parent.is_dir():
        raise WrongDatabase(f"there is no folder {address.path.parent}")
    engine = engine_of(address, write=True)
    try:
        if address.path is not None:
            # It holds the seeds of running shoes: nobody but its owner reads it. One that is there
            # must not be opened by hand: closing it would end every lock that this process has on
            # it, and the next process to let go would take the log away that is written to here.
            with suppress(FileExistsError):
                os.close(os.open(address.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with engine.begin() as connection:
            upgrade(connection, str(address))
            if connection.execute(select(s.house.c.unit)).first() is None:
                connection.execute(insert(s.house).values(id=1, unit=unit.write(1), made=at))
        if address.path is not None:
            # The file remembers how it is written to, which readers need to know.
            connect_sqlite(address.path).close()
    except (DBAPIError, sqlite3.Error, OSError) as wrong:
        reason = wrong.orig if isinstance(wrong, DBAPIError) else wrong
        raise WrongDatabase(f"cannot open {address}: {reason}") from wrong
    finally:
        engine.dispose()
