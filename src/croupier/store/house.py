"""All tables and wallets of one database, for any thread of one process or many."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import Code, CroupierError, InvalidInput, brief
from croupier.game.model import Game
from croupier.money import CENT, Unit
from croupier.store.address import Address
from croupier.store.batch import (
    Batch,
    EventRow,
    TableRow,
    Writer,
)
from croupier.store.cage_desk import CageDesk
from croupier.store.clock import utc_now
from croupier.store.command_ids import former_id
from croupier.store.hash_chain import table_genesis
from croupier.store.limit_checks import DaysOf, LimitChecks, utc_days
from croupier.store.live_table import LiveTable
from croupier.store.master_key import Keys
from croupier.store.migrate import open_vault, prepare
from croupier.store.queries import Reader, engine_of
from croupier.store.refusals import Tried, write_refusal_row
from croupier.store.replay import Games, Recall, TableLoader, recall
from croupier.store.requests import (
    Answer,
    Request,
    read_request,
    written,
)
from croupier.store.sealing import Sealer
from croupier.store.served_file import LastEntry
from croupier.store.services import Services
from croupier.store.shelf import Shelf
from croupier.store.sqlite import ChangeWatcher, SqliteWriter
from croupier.store.vault import Vault
from croupier.store.wallet_desk import WalletDesk
from croupier.store.wallets import WalletMove
from croupier.table import Actor, Table, write_refusal
from croupier.words import say

if TYPE_CHECKING:
    from croupier.store.postgres import Listener

Decide = Callable[[int, Table], tuple[str, Mapping[str, object]] | None]
"""Returns the id and the body of a command for a table at a version; None for no command."""

Given = tuple[str, Actor, Mapping[str, object]]
"""A command as it is given: its id, who gives it, its body."""

_TABLE_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


class House:
    """The tables and wallets of a database. Make one with `House.open`, end it with `close`."""

    def __init__(
        self,
        address: Address,
        writer: Writer,
        reader: Reader,
        games: Iterable[Game] = (),
        *,
        sealer: Sealer,
        rehearsal: bool = False,
        now: Callable[[], str] = utc_now,
        draw: Callable[[int], bytes] = secrets.token_bytes,
        origin: str | None = None,
        shared: bool = False,
        days_of: DaysOf = utc_days,
    ) -> None:
        """Use `House.open` instead; tests pass in a writer that fails."""
        self._live: dict[str, LiveTable] = {}
        self._lock = Lock()
        self._listeners: list[Callable[[str | None], None]] = []
        self._games = Games(reader.game)
        self.shelf = Shelf(reader, self._games, games)
        """The games that tables are opened with."""
        self._services = Services(
            reader=reader,
            writer=writer,
            sealer=sealer,
            new_loader=lambda: TableLoader(reader, self._games, lambda: Vault(draw), sealer),
            find=self.shelf.find,
            now=now,
            unit=(unit := Unit.parse(reader.unit())),
            rehearsal=rehearsal,
            notify=self._notify,
            limits=LimitChecks(reader, unit, self.unit_of, days_of),
        )
        self._desk = WalletDesk(self._services, self._unreadable)
        self.cage = CageDesk(self._services)
        """The cage: money in and out with slips, and its cash."""
        self._watcher: Listener | ChangeWatcher | None = None
        if address.path is not None and shared:
            self._watcher = ChangeWatcher(address.path, self._version_seen)
        if address.url is not None:
            from croupier.store.postgres import Listener

            self._watcher = Listener(address.url, self._moved_elsewhere, origin)

    @classmethod
    def open(
        cls,
        database: str,
        games: Iterable[Game] = (),
        *,
        vault_key: Keys | Sealer | None = None,
        unit: Unit = CENT,
        rehearsal: bool = False,
        shared: bool = False,
        served: bool = False,
        now: Callable[[], str] = utc_now,
        draw: Callable[[int], bytes] = secrets.token_bytes,
        days_of: DaysOf = utc_days,
    ) -> House:
        """Open a database by path or URL; create it if it does not exist.

        `vault_key` is where the master key of the vault comes from, or what that key has opened
        already; with None it is the usual key (`store.master_key`). `unit` is the unit of wallets
        in a new database. In a `rehearsal` a command may choose the order or the seed of a shoe,
        which is refused otherwise. A `shared` SQLite file is watched for changes by other
        processes; PostgreSQL reports them itself. Beside a `served` SQLite file its last entry is
        noted, so that the next start knows if it was lost. `days_of` says which day and week limits
        of patrons are for.
        """
        address = Address.parse(database)
        if isinstance(vault_key, Sealer):
            prepare(address, unit, now())
            sealer = vault_key
        else:
            sealer = open_vault(address, unit, now(), vault_key)
        origin = secrets.token_hex(8)
        writer: Writer
        if address.path is not None:
            last_entry = LastEntry(address.path) if served else None
            writer = SqliteWriter(address.path, last_entry=last_entry)
        else:
            # Imported here, so that a SQLite database does not load the PostgreSQL client.
            from croupier.store.postgres import PostgresWriter

            assert address.url is not None, "an address is a path or a URL"
            writer = PostgresWriter(address.url, origin)
        reader = Reader(engine_of(address))
        return cls(
            address,
            writer,
            reader,
            games,
            sealer=sealer,
            rehearsal=rehearsal,
            now=now,
            draw=draw,
            origin=origin,
            shared=shared,
            days_of=days_of,
        )

    def __enter__(self) -> House:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Store what was handed in, then close the database."""
        if self._watcher is not None:
            self._watcher.close()
        # The writer last: it brings everything into the file, which a reader cannot.
        self._services.reader.close()
        self._services.writer.close()

    @property
    def unit(self) -> Unit:
        """The unit that wallets are kept in."""
        return self._services.unit

    def now(self) -> str:
        """Return the time as events have it."""
        return self._services.now()

    def unit_of(self, table_id: str) -> Unit:
        """Return the unit of a table's chips."""
        setup = self.live_table(table_id).table.setup
        return setup.unit if setup else self.unit

    @property
    def reader(self) -> Reader:
        """The queries of the database."""
        return self._services.reader

    # Tables

    def tables(self) -> tuple[str, ...]:
        """Return the names of all tables, the oldest first."""
        return self.reader.tables()

    def create_table(self, table_id: str) -> LiveTable:
        """Create a table, if there is none of this name, and return it; `open_table` opens it."""
        if not isinstance(table_id, str) or not _TABLE_ID.fullmatch(table_id):
            raise InvalidInput(
                Code.MALFORMED,
                say("server.table_name", given=brief(table_id)),
            )
        row = TableRow(table_id, self._services.now(), 0, 0, table_genesis(table_id))
        self._services.writer.write(Batch(None, tables=(row,)))
        return self.live_table(table_id)

    def live_table(self, table_id: str) -> LiveTable:
        """Return a table by its name; raise KeyError if there is none."""
        table = self._live.get(table_id)
        if table is not None:
            return table
        # A name that no table can have is not looked up: the database may not even take it.
        if not _TABLE_ID.fullmatch(table_id) or self.reader.head(table_id) is None:
            raise KeyError(table_id)
        made = LiveTable(table_id, self._services)
        with self._lock:
            return self._live.setdefault(table_id, made)

    def is_loaded(self, table_id: str) -> bool:
        """Return True if this process has read a table: to use it takes no long time."""
        return table_id in self._live

    def fall_behind(self, tables: Iterable[str]) -> None:
        """Note that others may have changed these tables; those not loaded are read when needed."""
        for table_id in tables:
            table = self._live.get(table_id)
            if table is not None:
                table.fall_behind()

    def command(
        self, table_id: str, command_id: str, actor: Actor, body: Mapping[str, object]
    ) -> Answer:
        """Carry out a command at a table, and return the answer after the commit.

        The same id and body again return the first answer; the same id with another body is
        refused. After `NotStored` it is unknown whether it was stored: send it again.
        """
        try:
            table = self.live_table(table_id)
        except KeyError:
            said = say("server.no_such_table", table=brief(table_id))
            raise InvalidInput(Code.MALFORMED, said) from None
        try:
            request = read_request(table_id, command_id, actor, body)
        except CroupierError as wrong:
            return self._unreadable(table_id, Tried(written(actor), command_id, body), wrong)
        return self._services.former_answer(request, table_id) or table.command(request)

    def commands(self, table_id: str, given: Sequence[Given]) -> list[Answer | Exception]:
        """Carry out commands at a table, in order; return for each what `command` does or raises.

        Bets that follow each other are stored in one go.
        """
        if len(given) > 1:
            with suppress(KeyError, CroupierError):
                requests = [read_request(table_id, *each) for each in given]
                if all(former_id(each.id) is None for each in requests):
                    return self.live_table(table_id).commands(requests)
        outcomes: list[Answer | Exception] = []
        for each in given:
            try:
                outcomes.append(self.command(table_id, *each))
            except Exception as wrong:
                outcomes.append(wrong)
        return outcomes

    def answer_again(
        self, table_id: str, command_id: str, actor: Actor, body: Mapping[str, object]
    ) -> Answer | None:
        """Return the first answer to a command that was sent before; None if it is new."""
        try:
            request = read_request(table_id, command_id, actor, body)
        except CroupierError:
            return None
        if self.reader.result(request.by, request.id) is None:
            return None
        return self._services.answer_again(request, table_id)

    def react(self, table_id: str, actor: Actor, decide: Decide) -> Answer | None:
        """Carry out the command that `decide` returns for a table, if the table is still the same.

        `decide` is called again if another process was faster; with None nothing is done.
        """

        def request(version: int, table: Table) -> Request | None:
            wanted = decide(version, table)
            return None if wanted is None else read_request(table_id, wanted[0], actor, wanted[1])

        return self.live_table(table_id).react(request)

    def turn_away(
        self, table_id: str, by: str, command_id: object, body: object, wrong: CroupierError
    ) -> Answer:
        """Refuse a command without asking a table; the audit journal says who gave it, and why."""
        return self._unreadable(table_id, Tried(by, command_id, body), wrong)

    def ping(self) -> None:
        """Write something that changes nothing; raise `NotStored` if the database does not work."""
        self._services.writer.write(Batch(None, ping=True))

    def _unreadable(self, table_id: str | None, given: Tried, wrong: CroupierError) -> Answer:
        """Refuse what cannot be stored as a command; it is journaled, and its id stays free."""
        row = write_refusal_row(table_id, self._services.now(), given, wrong)
        self._services.writer.write(Batch(None, refusal=row))
        return Answer(False, msgspec.json.encode(write_refusal(wrong, said=True)))

    def events_after(
        self, table_id: str, number: int, most: int | None = None
    ) -> tuple[EventRow, ...]:
        """Return the events after a number, in order, without gaps or repeats."""
        return self.reader.events(table_id, number, most=most)

    def recall(self, table_id: str, round: int) -> Recall | None:
        """Return everything about a round by its number; None if there was no such round."""
        return recall(self._services.new_loader(), table_id, round)

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call `heard` with each table that has changed, here or elsewhere; None means any of them.

        It may be called twice or late; `events_after` returns what happened.
        """
        self._listeners.append(heard)

    def _moved_elsewhere(self, table_id: str | None) -> None:
        """Note that another process has changed a table, and pass it on."""
        self.fall_behind(tuple(self._live) if table_id is None else (table_id,))
        self._notify(table_id)

    def _version_seen(self, table_id: str, version: int) -> None:
        """Note the version of a table; what this process did itself is not passed on."""
        table = self._live.get(table_id)
        if table is None or table.version < version:
            self._moved_elsewhere(table_id)

    def _notify(self, table_id: str | None) -> None:
        for heard in self._listeners:
            heard(table_id)

    # Wallets

    def may_bank(self, table_id: str, name: str) -> bool:
        """Return False if a patron's limits let no other hand begin with their wager up."""
        return self._services.limits.may_bank(table_id, name, self.now())

    def balance(self, name: str) -> str:
        """Return what is in a patron's wallet."""
        return self.unit.write(self.reader.balance(name))

    def deposit(self, command_id: str, actor: Actor, name: str, amount: str) -> Answer:
        """Put money into a patron's wallet."""
        return self._desk.pay(WalletMove.DEPOSIT, command_id, actor, name, amount)

    def withdraw(self, command_id: str, actor: Actor, name: str, amount: str) -> Answer:
        """Take money out of a patron's wallet, no more than it holds."""
        return self._desk.pay(WalletMove.WITHDRAWAL, command_id, actor, name, amount)
