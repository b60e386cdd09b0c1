"""Checking that nothing is missing as a whole: a chain that is gone altogether breaks nowhere.

What is left of it tells: rows of a table that is not there, a game that no table was opened by, the
vault's shoes, what the last stop of the server counted.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Protocol

from sqlalchemy import Connection, func, select

from croupier.store.database import schema as s
from croupier.store.flaw import BadStore
from croupier.store.incident import Kind

COUNTED = ("tables", "entries", "wallets", "moves")
"""What is counted: tables and their entries, wallets and their moves."""


class Counts(Protocol):
    """What was found when everything was played again."""

    @property
    def games(self) -> Collection[str]:
        """The digests of the games that tables were opened by."""

    @property
    def shoes(self) -> int:
        """How many shoes were started that the vault knows."""


def counted(connection: Connection) -> dict[str, int]:
    """Return how much there is in a database: none of it ever gets less."""
    tables, wallets = s.tables.c, s.wallets.c
    entries = select(func.count(), func.coalesce(func.sum(tables.version), 0))
    moves = select(func.count(), func.coalesce(func.sum(wallets.version), 0))
    found = (
        *connection.execute(entries.select_from(s.tables)).one(),
        *connection.execute(moves.select_from(s.wallets)).one(),
    )
    return dict(zip(COUNTED, map(int, found), strict=True))


def check_listed(connection: Connection) -> None:
    """Raise `BadStore` for rows of a table that is not listed: they would never be looked at."""
    for table in s.metadata.sorted_tables:
        column = table.c.get("table_id")
        # The journal of incidents may name what never was a table.
        if column is None or table is s.incidents:
            continue
        listed = select(s.tables.c.id).where(s.tables.c.id == column).exists()
        row = connection.execute(
            select(column).where(column.is_not(None), ~listed).limit(1)
        ).first()
        if row is not None:
            raise BadStore(f"table {row[0]}", f"it is missing, and {table.name} has rows of it")


def check_complete(connection: Connection, counts: Counts) -> None:
    """Raise `BadStore` for what is gone, and left something behind that tells of it."""
    _check_games(connection, counts.games)
    kept = connection.execute(select(func.count()).select_from(s.vault)).scalar_one()
    if kept != counts.shoes:
        raise BadStore("the vault", f"it has {kept} shoes, and {counts.shoes} were started")
    _check_stop(connection)


def _check_games(connection: Connection, opened: Collection[str]) -> None:
    for digest, key in connection.execute(select(s.games.c.digest, s.games.c.key)):
        if digest not in opened:
            reason = "no table was opened by it, and that is how it came here: a table is missing"
            raise BadStore(f"game {key} ({digest[:12]})", reason)


def _check_stop(connection: Connection) -> None:
    """Hold the database, and each stop of the server, to what was counted at the stops before."""
    entry = s.incidents.c
    question = select(entry.number, entry.at, entry.detail)
    stops = question.where(entry.kind == Kind.SERVER_STOPPED.value).order_by(entry.number)
    most: dict[str, tuple[int, str]] = {}
    for number, at, detail in connection.execute(stops):
        told = json.loads(detail) if detail is not None else {}
        _check_counts(f"incident {number}", told, most)
        most |= {what: (told[what], at) for what in COUNTED if what in told}
    _check_counts("the database", counted(connection), most)


def _check_counts(where: str, has: dict[str, int], had: dict[str, tuple[int, str]]) -> None:
    for what, (count, at) in had.items():
        if what in has and has[what] < count:
            reason = f"the server stopped at {at} with {count} {what}, and there are {has[what]}"
            raise BadStore(where, f"{reason}: something is missing")
