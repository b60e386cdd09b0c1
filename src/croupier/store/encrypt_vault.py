"""Encrypt the vault of a database that was made before there was a key, and leave no old bytes."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, func, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from croupier.store import schema as s
from croupier.store import snapshots
from croupier.store.failures import WrongDatabase
from croupier.store.sealing import Place, Purpose, Sealer

_TO_CLEAN = 4
"""The `user_version` of a SQLite file whose rows are encrypted but whose old bytes are not gone:
set in the transaction that encrypts, so that a crash in between is noticed at the next start."""


def has_plain_secrets(connection: Connection) -> bool:
    """Return True if a database of an older schema has something to encrypt."""
    if not inspect(connection).has_table(s.vault.name):
        return False
    tables = (s.vault, s.vault_snapshots)
    return any(
        connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables
    )


def encrypt_vault(connection: Connection, sealer: Sealer) -> None:
    """Replace every row of the vault by a sealed one, in the caller's transaction."""
    shoes = [
        {
            "table_id": name,
            "shoe": shoe,
            "secret": sealer.seal(Place(Purpose.SHOE, name, shoe), old),
        }
        for name, shoe, old in connection.execute(select(s.vault))
    ]
    mark, event = s.vault_snapshots.c, s.events.c
    marked = connection.execute(
        select(mark.table_id, mark.number, mark.mark, event.hash).join(
            s.events, (event.table_id == mark.table_id) & (event.number == mark.number)
        )
    )
    marks = []
    for name, number, old, head in marked:
        sealed = sealer.seal(Place(Purpose.MARK, name, number), old)
        marks.append(
            {
                "table_id": name,
                "number": number,
                "mark": sealed,
                "hash": snapshots.hash_of(sealed, head),
            }
        )
    _empty(connection)
    for table, rows in ((s.vault, shoes), (s.vault_snapshots, marks)):
        if rows:
            connection.execute(insert(table), rows)


def _empty(connection: Connection) -> None:
    """Remove all rows of the vault; only here its guards are taken off for a moment."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("ALTER TABLE vault DISABLE TRIGGER vault_keeps"))
        # This begins new files; the old ones are removed at the commit, with all their pages.
        connection.execute(text("TRUNCATE vault, vault_snapshots"))
        connection.execute(text("ALTER TABLE vault ENABLE TRIGGER vault_keeps"))
        return
    connection.execute(text("DROP TRIGGER vault_keeps_delete"))
    connection.execute(text("DELETE FROM vault"))
    connection.execute(text("DELETE FROM vault_snapshots"))
    connection.execute(
        text(
            "CREATE TRIGGER vault_keeps_delete BEFORE DELETE ON vault "
            "BEGIN SELECT RAISE(ABORT, 'vault is append-only'); END"
        )
    )
    connection.execute(text(f"PRAGMA user_version = {_TO_CLEAN}"))


def clean_sqlite(path: Path) -> None:
    """Write the file anew if bytes from before the encryption may be left in it or in its log."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as connection:
            if connection.execute("PRAGMA user_version").fetchone() != (_TO_CLEAN,):
                return
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("VACUUM")
            _truncate_log(connection, path)
            connection.execute("PRAGMA user_version = 0")
            _truncate_log(connection, path)
    except sqlite3.OperationalError as wrong:
        raise WrongDatabase(
            f"{path} is encrypted but must be written anew, with nobody else using it: {wrong}"
        ) from None


def _truncate_log(connection: sqlite3.Connection, path: Path) -> None:
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise sqlite3.OperationalError(f"{path}-wal is in use")


def clean_postgres(engine: Engine) -> None:
    """Remove the samples of old rows that PostgreSQL keeps for its planner, as far as allowed."""
    # The catalogue belongs to the owner of the database; another role must ask its administrator.
    with suppress(DBAPIError), engine.connect() as connection:
        free = connection.execution_options(isolation_level="AUTOCOMMIT")
        free.execute(text("ANALYZE vault, vault_snapshots"))
        free.execute(text("VACUUM FULL pg_statistic"))
