"""`verify` for whatever a test plays: as a log, in a database, and after backup and restore."""

from __future__ import annotations

import atexit
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from io import BufferedReader, BufferedWriter, BytesIO, RawIOBase
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection

from croupier.cards import Card
from croupier.game.loading import load
from croupier.game.model import Game, Role
from croupier.money import CENT, Unit
from croupier.store.address import Address
from croupier.store.backup import read_backup, write_backup
from croupier.store.house import House
from croupier.store.log_file import VERSION, Entry, LogWriter
from croupier.store.migrate import open_vault, prepare
from croupier.store.queries import Reader, engine_of
from croupier.store.sealing import Sealer
from croupier.store.verify_database import verify_database
from croupier.store.verify_log import Findings, verified_entries, verify_log
from croupier.table import Actor, Command, Event, Table, write_event
from croupier.table.events import TableOpened
from croupier.table.vocabulary import Adjustment
from houses import SAM
from postgres import scratch
from server.sim_store import Faults, SyncWriter

if TYPE_CHECKING:
    from typing_extensions import Buffer

NAMES = ("ann", "bob", "cho", "dan", "eve", "fay", "gus", "hal")
"""Whose wallets a scratch house fills."""
AT = "2026-01-01T00:00:00.000+00:00"


class Memory(RawIOBase):
    """A file in memory that can still be read when it is closed."""

    def __init__(self) -> None:
        self.content = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        self.content += data
        return len(memoryview(data))


class Log:
    """A log in memory, written as a table is played."""

    def __init__(self) -> None:
        self._file = Memory()
        # The clock stands still: a run is the same whenever it is played.
        self.journal = LogWriter(BufferedWriter(self._file), now=lambda: AT)

    def closed(self) -> BufferedReader:
        """Close the log and return it to be read."""
        with self.journal:
            pass
        return BufferedReader(BytesIO(bytes(self._file.content)))

    def verify(self) -> Findings:
        """Close the log and hold it to what `croupier verify LOG` does."""
        return verify_log(self.closed(), load)


def verify_step(before: Table, events: Sequence[Event], by: Actor, after: Table) -> None:
    """Hold what one command brought about to `verify`, from the table as it was before."""
    actor = {"role": by.role.value, "name": by.name}
    unit = after.rules.unit
    entries = []
    for number, event in enumerate(events, start=1):
        game = dict(event.game.data) if isinstance(event, TableOpened) else None
        entry = Entry(VERSION, number, 1, AT, actor, write_event(event, unit), game)
        entries.append((msgspec.json.decode(msgspec.json.encode(entry), type=Entry), ""))
    table = before
    for step in verified_entries(entries, load, Findings(), start=before):
        table = step.after
    assert table == after, "what is written gives the table that was answered with"


def write_command(command: Command, by: Actor, unit: Unit = CENT) -> dict[str, Any]:
    """Write a command as scripts do; what is left at its default is left out."""
    written: dict[str, Any] = {"do": command.wire_name}
    written["by"] = {"role": by.role.value, "name": by.name}
    made: Any = command
    for each in fields(made):
        value = getattr(command, each.name)
        if each.default is MISSING or value != each.default:
            amount = "Stake" in str(each.type) and value is not None
            written[each.name] = unit.write(value) if amount else _plain(value, unit)
    return written


def _plain(value: Any, unit: Unit) -> Any:
    match value:
        case Card():
            return value.text
        case Game():
            return value.key
        case Unit():
            return value.write(1)
        case Adjustment():
            sign = "-" if value.amount < 0 else ""
            return {"player": value.player, "amount": sign + unit.write(abs(value.amount))}
        case Enum():
            return value.value
        case tuple():
            return [_plain(each, unit) for each in value]
        case Mapping():
            return dict(value)
        case _:
            return value


class Draws:
    """Bytes for shuffles that can be drawn a second time in the same order."""

    def __init__(self, draw: Callable[[int], bytes]) -> None:
        self._draw = draw
        self.drawn: list[bytes] = []

    def __call__(self, count: int) -> bytes:
        self.drawn.append(self._draw(count))
        return self.drawn[-1]

    def again(self) -> Callable[[int], bytes]:
        """Return what draws the same bytes once more."""
        left = iter(self.drawn)
        return lambda _: next(left)


@cache
def _template() -> Path:
    """Make a house with filled wallets once; every scratch house begins as a copy of it."""
    path = Path(scratch()) / "template.db"
    atexit.register(shutil.rmtree, path.parent, ignore_errors=True)
    with House.open(str(path), now=lambda: AT) as house:
        for name in NAMES:
            assert house.deposit(f"start-{name}", SAM, name, "1000000000").ok
    with closing(sqlite3.connect(path)) as connection:
        # Into the file itself: its log is not copied.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


class Stored:
    """A house in a scratch file, written to in the caller's own thread."""

    def __init__(self, draw: Callable[[int], bytes] | None = None) -> None:
        self._folder = Path(scratch())
        self.path = self._folder / "house.db"
        shutil.copy(_template(), self.path)
        address, random = Address.parse(str(self.path)), Random(0)
        writer, reader = SyncWriter(self.path, Faults(random), random), Reader(engine_of(address))
        draws = draw or random.randbytes
        sealer = open_vault(address, CENT, AT)
        self.house = House(
            address, writer, reader, sealer=sealer, rehearsal=True, now=lambda: AT, draw=draws
        )
        self._count = 0

    def __enter__(self) -> Stored:
        return self

    def __exit__(self, *_: object) -> None:
        self.house.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def play(self, lines: Iterable[Mapping[str, Any]], table_id: str = "t1") -> Table:
        """Give commands at a table of the house, as scripts write them; return the table."""
        self.house.create_table(table_id)
        for line in lines:
            self._count += 1
            by = Actor(Role(line["by"]["role"]), line["by"]["name"])
            body = {key: value for key, value in line.items() if key != "by"}
            self.house.command(table_id, f"c{self._count}", by, json.loads(json.dumps(body)))
        return self.house.live_table(table_id).table

    def verify(self, *, carry: bool = False) -> None:
        """Hold the database to `croupier verify`; `carry` it by a backup into another one too."""
        with self.house.reader.moment() as connection:
            if carry:
                carried(connection, self._folder)
            else:
                verify_database(connection, load)


def carried(connection: Connection, folder: Path) -> None:
    """Verify one moment of a database, its backup and what is restored from that."""
    proof = verify_database(connection, load)
    write_backup(connection, folder / "b", proof.states)
    copy = Address.parse(str(folder / "copy.db"))
    prepare(copy, CENT, "")
    engine = engine_of(copy, write=True)
    try:
        with (folder / "b").open("rb") as file, engine.begin() as restored:
            end = read_backup(file, restored, Sealer.random)
            again = verify_database(restored, load)
    finally:
        engine.dispose()
    assert again.states == end.states == proof.states
    assert again.head == proof.head


def verify_stored(
    lines: Iterable[Mapping[str, Any]], draws: Draws | None, table: Table, *, carry: bool = False
) -> None:
    """Play commands again in a database: it gives the same table, and it holds."""
    with Stored(draws.again() if draws is not None else None) as stored:
        again = stored.play(lines)
        assert again == table, "the table in the database is the one that was played"
        stored.verify(carry=carry)
