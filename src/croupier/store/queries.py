"""Queries, in SQLAlchemy Core: the same for both databases."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    Result,
    Row,
    Select,
    Table,
    create_engine,
    event,
    inspect,
    make_url,
    null,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError

from croupier.store import schema as s
from croupier.store.address import Address
from croupier.store.batch import EventRow, ResultRow
from croupier.store.failures import NotStored, WrongDatabase

T = TypeVar("T")


class Upload(NamedTuple):
    """A game file that an administrator has uploaded, and the digest of its game."""

    key: str
    digest: str
    file: str


MOST = 2**62
_EVENTS = (
    f"SELECT {', '.join(s.events.c.keys())} FROM events"
    " WHERE table_id = %s AND number > %s AND number <= %s ORDER BY number LIMIT %s"
)
"""The most frequent query: every process runs it for every event of the others."""


def engine_of(address: Address, *, write: bool = False, make: bool = True) -> Engine:
    """Return an engine; a transaction that reads sees one moment of the database.

    Without `make`, a file that is gone does not come back as an empty one.
    """
    if address.path is not None:
        mode = ("rwc" if make else "rw") if write else "ro"
        url = URL.create(
            "sqlite+pysqlite",
            database=f"file:{_escaped(str(address.path))}",
            query={"uri": "true", "mode": mode},
        )
        engine = create_engine(url, connect_args={"timeout": 10, "isolation_level": None})
        event.listen(engine, "begin", _begin)
        return engine
    assert address.url is not None, "an address is a path or a URL"
    try:
        url = make_url(address.url).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):
        raise WrongDatabase(f"{address} is no address of a database") from None
    level = "READ COMMITTED" if write else "REPEATABLE READ"
    engine = create_engine(url, isolation_level=level, pool_pre_ping=True, pool_size=10)
    if write:
        event.listen(engine, "connect", _wait_for_the_disk)
    return engine


def _wait_for_the_disk(connection: Any, _: object) -> None:
    """Let commits wait for the disk, and for a synchronous standby, whatever the default is."""
    connection.execute("SET synchronous_commit = on")
    connection.commit()


def _quick(engine: Engine) -> Engine:
    """Return an engine for single queries.

    One statement sees one moment by itself. On PostgreSQL, a transaction around it and a check
    of the connection would make four round trips of one.
    """
    if engine.dialect.name != "postgresql":
        return engine
    return create_engine(
        engine.url, isolation_level="AUTOCOMMIT", pool_size=10, pool_reset_on_return=None
    )


def _escaped(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _begin(connection: Connection) -> None:
    # The driver itself begins only at the first write.
    connection.exec_driver_sql("BEGIN")


def streamed(
    connection: Connection, question: Select[Any], chunk: int = 1000
) -> Generator[Row[Any], None, None]:
    """Yield rows in chunks, however many there are; `close` it if not all of them are read."""
    result = connection.execute(question.execution_options(yield_per=chunk))
    try:
        yield from result
    finally:
        result.close()


def columns_of(connection: Connection, table: Table) -> list[ColumnElement[Any]]:
    """Return the columns of a table; NULL for those that an older database does not have."""
    there = {each["name"] for each in inspect(connection).get_columns(table.name)}
    return [each if each.name in there else null().label(each.name) for each in table.columns]


class Reader:
    """The queries about tables and wallets; each is a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        """Use an engine."""
        self._engine = engine
        self._quick = _quick(engine)

    @contextmanager
    def moment(self) -> Iterator[Connection]:
        """Yield a connection that sees one moment; raise `NotStored` if the database is gone."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except DBAPIError as wrong:
            raise NotStored(f"the database cannot be read: {wrong.orig}") from wrong

    def _ask(self, question: Select[Any], take: Callable[[Result[Any]], T]) -> T:
        try:
            try:
                return self._once(question, take)
            except DBAPIError as wrong:
                if not wrong.connection_invalidated:
                    raise
                # The connection was lost while it was idle; the next one is new.
                return self._once(question, take)
        except DBAPIError as wrong:
            raise NotStored(f"the database cannot be read: {wrong.orig}") from wrong

    def _once(self, question: Select[Any], take: Callable[[Result[Any]], T]) -> T:
        with self._quick.connect() as connection:
            return take(connection.execute(question))

    def _raw(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """Run a query without SQLAlchemy, for what is asked most."""
        for last in (False, True):
            connection = None
            try:
                connection = self._quick.raw_connection()
                cursor = connection.cursor()
                cursor.execute(statement, values)
                return list(cursor.fetchall())
            except (DBAPIError, self._quick.dialect.loaded_dbapi.Error) as wrong:
                if connection is not None:
                    connection.invalidate()
                # A connection that was lost while it was idle is replaced by a new one.
                if last:
                    raise NotStored(f"the database cannot be read: {wrong}") from wrong
            finally:
                if connection is not None:
                    connection.close()
        raise AssertionError("the second time it ends one way or the other")

    def unit(self) -> str:
        """Return the unit of wallets."""
        return str(self._ask(select(s.house.c.unit), lambda rows: rows.scalar_one()))

    def tables(self) -> tuple[str, ...]:
        """Return the names of all tables, the oldest first."""
        question = select(s.tables.c.id).order_by(s.tables.c.made, s.tables.c.id)
        return self._ask(question, lambda rows: tuple(rows.scalars()))

    def head(self, table_id: str) -> tuple[int, int, str] | None:
        """Return a table's version, its number of commands and the head of its chain."""
        columns = (s.tables.c.version, s.tables.c.commands, s.tables.c.head)
        question = select(*columns).where(s.tables.c.id == table_id)
        row = self._ask(question, lambda rows: rows.first())
        return None if row is None else (row[0], row[1], row[2])

    def events(
        self, table_id: str, after: int, to: int | None = None, most: int | None = None
    ) -> tuple[EventRow, ...]:
        """Return the events after a number, in order."""
        if self._quick is not self._engine:
            values = (table_id, after, MOST if to is None else to, MOST if most is None else most)
            return tuple(EventRow(*row) for row in self._raw(_EVENTS, values))
        question = (
            select(s.events)
            .where(s.events.c.table_id == table_id, s.events.c.number > after)
            .order_by(s.events.c.number)
        )
        if to is not None:
            question = question.where(s.events.c.number <= to)
        if most is not None:
            question = question.limit(most)
        return self._ask(question, lambda rows: tuple(EventRow(*row) for row in rows))

    def result(self, actor: str, id: str) -> ResultRow | None:
        """Return how a command was answered; None if it was not."""
        question = select(s.results).where(s.results.c.actor == actor, s.results.c.id == id)
        row = self._ask(question, lambda rows: rows.first())
        return None if row is None else ResultRow(*row)

    def game(self, digest: str) -> bytes | None:
        """Return a game file by its digest."""
        question = select(s.games.c.data).where(s.games.c.digest == digest)
        return self._ask(question, lambda rows: rows.scalar())

    def offered(self, key: str | None = None) -> tuple[Upload, ...]:
        """Return the uploaded games, in the order of their keys."""
        game = s.offered_games.c
        question = select(game.key, game.digest, game.file).order_by(game.key)
        if key is not None:
            question = question.where(game.key == key)
        return self._ask(question, lambda rows: tuple(Upload(*row) for row in rows))

    def secret(self, table_id: str, shoe: int) -> bytes | None:
        """Return what the vault has of a shoe."""
        question = select(s.vault.c.secret).where(
            s.vault.c.table_id == table_id, s.vault.c.shoe == shoe
        )
        return self._ask(question, lambda rows: rows.scalar())

    def snapshots(self, table_id: str, to: int | None = None) -> Iterator[tuple[Any, ...]]:
        """Yield the snapshots of a table, the latest first.

        Each has its number, format, state and hash; the hash and the command of its event; and
        the mark of the vault with its hash.
        """
        snapshot, mark = s.snapshots, s.vault_snapshots
        question = (
            select(
                snapshot.c.number,
                snapshot.c.format,
                snapshot.c.state,
                snapshot.c.hash,
                s.events.c.hash,
                s.events.c.command,
                mark.c.mark,
                mark.c.hash,
            )
            .join(
                s.events,
                (s.events.c.table_id == snapshot.c.table_id)
                & (s.events.c.number == snapshot.c.number),
            )
            .outerjoin(
                mark,
                (mark.c.table_id == snapshot.c.table_id) & (mark.c.number == snapshot.c.number),
            )
            .where(snapshot.c.table_id == table_id)
            .order_by(snapshot.c.number.desc())
        )
        while True:
            # One at a time: the first is nearly always right, and there may be thousands.
            earlier = question if to is None else question.where(snapshot.c.number <= to)
            row = self._ask(earlier.limit(1), lambda rows: rows.first())
            if row is None:
                return
            yield tuple(row)
            to = row[0] - 1

    def balance(self, name: str) -> int:
        """Return what is in a wallet, in the house's unit."""
        question = select(s.wallets.c.balance).where(s.wallets.c.name == name)
        return int(self._ask(question, lambda rows: rows.scalar()) or 0)

    def round(self, table_id: str, number: int) -> tuple[int, int] | None:
        """Return the first event of a round, and the last one before the next round."""
        at = s.rounds.c.table_id == table_id
        with self.moment() as connection:
            first = connection.execute(
                select(s.rounds.c.event).where(at, s.rounds.c.round == number)
            ).scalar()
            if first is None:
                return None
            later = connection.execute(
                select(s.rounds.c.event)
                .where(at, s.rounds.c.round > number)
                .order_by(s.rounds.c.round)
                .limit(1)
            ).scalar()
            version = connection.execute(
                select(s.tables.c.version).where(s.tables.c.id == table_id)
            ).scalar_one()
        return first, version if later is None else later - 1

    def refusals(self, table_id: str | None = None) -> tuple[tuple[Any, ...], ...]:
        """Return the journal of refused commands, in order."""
        question = select(s.refusals).order_by(s.refusals.c.number)
        if table_id is not None:
            question = question.where(s.refusals.c.table_id == table_id)
        return self._ask(question, lambda rows: tuple(tuple(row) for row in rows))

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()
        self._quick.dispose()
