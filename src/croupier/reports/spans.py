"""A span of time, and how rows of events are asked for by it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import JSON, ColumnElement, Connection, Text, and_, cast, func, select, true

from croupier.store import schema as s
from croupier.store import snapshots
from croupier.store.hash_chain import table_genesis
from croupier.store.queries import Reader
from croupier.store.replay import Games, LoadedTable, TableLoader
from croupier.store.rows import LogEnd
from croupier.store.vault import Vault
from croupier.table import Event, Table


@dataclass(frozen=True, slots=True)
class Span:
    """From a moment on, and before another; either may be left open. Days are days in UTC."""

    since: datetime | None = None
    until: datetime | None = None

    @classmethod
    def of_days(cls, first: date | None, last: date | None) -> Span:
        """Take whole days, the last one included."""
        return cls(
            None if first is None else _midnight(first),
            None if last is None else _midnight(last + timedelta(days=1)),
        )

    def holds(self, at: str) -> bool:
        """Say whether a moment, as events write it, is inside."""
        since, until = self.ends
        return (since is None or at >= since) and (until is None or at < until)

    @property
    def ends(self) -> tuple[str | None, str | None]:
        """Both ends as events write moments, without their zone: that of all events is UTC."""
        return _written(self.since), _written(self.until)

    def where(self, column: Any) -> ColumnElement[bool]:
        """Ask for rows whose moment is inside."""
        since, until = self.ends
        asked = [] if since is None else [column >= since]
        asked += [] if until is None else [column < until]
        return and_(true(), *asked)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _written(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    utc = moment if moment.tzinfo is None else moment.astimezone(UTC)
    return utc.replace(tzinfo=None).isoformat(timespec="milliseconds")


def type_of(connection: Connection) -> ColumnElement[str]:
    """Ask for the type of an event, which stands inside its entry."""
    entry = s.events.c.entry
    if connection.dialect.name == "sqlite":
        return func.json_extract(cast(entry, Text), "$.event.type")
    written = cast(func.convert_from(entry, "UTF8"), JSON)
    return func.json_extract_path_text(written, "event", "type")


def exactly(connection: Connection, column: Any) -> ColumnElement[str]:
    """Order a text by its signs alone, as Python does; a server's language may see it otherwise."""
    found: ColumnElement[str] = column
    return found if connection.dialect.name == "sqlite" else found.collate("C")


class Past(TableLoader):
    """Plays events again from the nearest snapshot, blind to what was face down."""

    def __init__(self, reader: Reader) -> None:
        """Read through a reader; who has no right to the vault can do so too."""
        super().__init__(reader, Games(reader.game))

    def _follow(self, table_id: str, vault: Vault, event: Event) -> None:
        """Leave the vault alone."""

    def _nearest(self, table_id: str, to: int | None) -> LoadedTable:
        shot, row = s.snapshots.c, s.events.c
        question = (
            select(shot.number, shot.state, shot.hash, row.hash, row.command)
            .join(s.events, and_(row.table_id == shot.table_id, row.number == shot.number))
            .where(shot.table_id == table_id, shot.format == snapshots.FORMAT)
            .order_by(shot.number.desc())
            .limit(3)
        )
        if to is not None:
            question = question.where(shot.number <= to)
        with self.reader.moment() as connection:
            rows = connection.execute(question).all()
        for number, state, said, head, command in rows:
            if snapshots.hash_of(state, head) != said:
                continue
            try:
                table = snapshots.read(state, self.games.find)
            except (LookupError, TypeError, ValueError, msgspec.MsgspecError):
                continue
            return LoadedTable(table, Vault(), LogEnd(number, command, head))
        return LoadedTable(Table(), Vault(), LogEnd(0, 0, table_genesis(table_id)))
