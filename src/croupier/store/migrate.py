"""Bringing a database to the schema that this croupier works with."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from croupier.store.failures import WrongDatabase
from croupier.store.schema import REVISION

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
