"""A whole database in one file, and back: rows as lines of JSON, with a hash of all at the end.

The file is the same for SQLite and PostgreSQL, so a house can move from one to the other. It
includes the vault as it is stored: encrypted, with its data keys wrapped, unless the database is of
a schema that had no keys. Sessions and invitations are left out, so nobody is signed in after a
restore.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from io import BufferedReader
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, func, insert, inspect, select, text

from croupier.store import schema as s
from croupier.store import snapshots
from croupier.store.atomic_file import replacing
from croupier.store.failures import WrongDatabase
from croupier.store.migrate import revision_of
from croupier.store.queries import columns_of, streamed
from croupier.store.sealing import Place, Purpose, Sealer
from croupier.store.verify_heads import Chain

FORMAT = "croupier.backup.1"
_CHUNK = 500
_READ = ("0001", *s.READABLE)
"""Schemas whose rows fit into today's tables."""
_FIRST_STATES = "e6bf0aec6e33ceb1"
"""The format of the states in backups that do not say which it is."""
_KEPT = {table.name: table for table in s.metadata.sorted_tables if table not in s.PASSING}

_NO_ROW = "a line of it is no row: it was changed"

_Waiting = dict[str, list[dict[str, Any]]]
"""Rows that are not stored yet, by table."""


class _Line(msgspec.Struct, frozen=True, array_like=True):
    table: str
    row: list[Any]


class _Head(msgspec.Struct, frozen=True):
    format: str
    schema: str


class _End(msgspec.Struct, frozen=True):
    rows: int
    states: dict[str, str]
    hash: str
    states_as: str = _FIRST_STATES
    """`snapshots.FORMAT` of the program that hashed the states."""

    def allows(self, states: dict[str, str]) -> bool:
        """Return True if restored tables may be in these states.

        If a table is made of other types today, the hashes cannot be compared. The chains, the
        settlements and the balances then prove that it is the same.
        """
        if self.states_as != snapshots.FORMAT:
            return self.states.keys() == states.keys()
        return self.states == states


class BadBackup(Exception):
    """Raised for a file that is not a complete backup."""


def write_backup(connection: Connection, path: Path, states: dict[str, str]) -> int:
    """Write a database as one transaction sees it, and return how many rows there were.

    The file appears only when it is complete. `states` has the hashes of all tables at that
    moment; restored tables are compared with them.
    """
    count, digest = 0, sha256()
    with replacing(path, 0o600) as file:

        def put(value: object) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            file.write(line)

        # What it really is: who restores it must know whether the vault is encrypted.
        put(_Head(FORMAT, revision_of(connection) or s.REVISION))
        for line in _lines(connection):
            put(line)
            count += 1
        end = _End(count, states, digest.hexdigest(), snapshots.FORMAT)
        file.write(msgspec.json.encode(end) + b"\n")
    return count


def _lines(connection: Connection) -> Iterator[_Line]:
    there = set(inspect(connection).get_table_names())
    for table in _KEPT.values():
        if table.name not in there:
            continue
        binary = [isinstance(column.type, LargeBinary) for column in table.columns]
        question = select(*columns_of(connection, table)).order_by(*table.primary_key)
        with closing(streamed(connection, question, _CHUNK)) as rows:
            for row in rows:
                values = [
                    b64encode(value).decode() if is_bytes and value is not None else value
                    for value, is_bytes in zip(row, binary, strict=True)
                ]
                yield _Line(str(table.name), values)


def read_backup(
    file: BufferedReader, connection: Connection, open_sealer: Callable[[], Sealer]
) -> _End:
    """Store the rows of a backup in an empty database; on `BadBackup` the caller rolls back.

    `open_sealer` is called for a backup from before the vault was encrypted: it is encrypted here.
    """
    for table in (s.tables, s.people, s.incidents):
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise WrongDatabase("the database is not empty: restore into a new one")
    connection.execute(s.house.delete())
    connection.execute(s.vault_keys.delete())
    fresh = dict(connection.execute(select(s.journal)).mappings().one())
    connection.execute(s.journal.delete())
    digest, count = sha256(), 0
    before: bytes | None = None
    waiting: _Waiting = {}
    sealer: Sealer | None = None
    for line in file:
        if before is not None:
            digest.update(before)
            if count == 0:
                sealer = open_sealer() if _check_head(before) < s.SEALED_SINCE else None
            else:
                _put(before, waiting, connection, sealer)
            count += 1
        before = line
    end = _end(before, count - 1, digest.hexdigest())
    _flush(waiting, connection)
    if connection.execute(select(s.journal.c.id)).first() is None:
        # The backup is older than the journal.
        connection.execute(insert(s.journal), [fresh])
    if connection.dialect.name == "postgresql":
        # Rows came with their numbers; the next refusal must get the next one.
        connection.execute(
            text(
                "SELECT setval(pg_get_serial_sequence('refusals', 'number'), "
                "(SELECT coalesce(max(number), 0) + 1 FROM refusals), false)"
            )
        )
    return end


def backup_heads(file: BufferedReader) -> list[Chain]:
    """Return where every chain was when a backup was written; raise `BadBackup`."""
    digest, count = sha256(), 0
    before: bytes | None = None
    chains: list[Chain] = []
    for line in file:
        if before is not None:
            digest.update(before)
            if count == 0:
                _check_head(before)
            elif (chain := _chain(before)) is not None:
                chains.append(chain)
            count += 1
        before = line
    _end(before, count - 1, digest.hexdigest())
    return chains


_HEADS = {
    "tables": ("table", "id", "version"),
    "wallets": ("wallet", "name", "version"),
    "cage_head": ("cage", None, "number"),
    "journal": ("incidents", None, "number"),
    "refusal_heads": ("refusals", "name", "number"),
}
"""Tables with heads of chains: the chains' kind, and the columns with their names and lengths."""


def _chain(line: bytes) -> Chain | None:
    """Return the chain that a row is the head of; None for any other row."""
    read = _decoded(line)
    if read.table not in _HEADS:
        return None
    row, (kind, name, number) = _values(read), _HEADS[read.table]
    return Chain(kind, row[name] if name else "", row[number], row["head"])


def _decoded(line: bytes) -> _Line:
    try:
        return msgspec.json.decode(line, type=_Line)
    except msgspec.MsgspecError:
        raise BadBackup(_NO_ROW) from None


def _values(line: _Line) -> dict[str, Any]:
    """Return the values of a row by column."""
    try:
        columns = _KEPT[line.table].columns
        # Columns that were added since are empty in the rows of an older backup.
        added = [column.nullable for column in list(columns)[len(line.row) :]]
        row = [*line.row, *([None] * len(added) if all(added) else ())]
        return {
            column.name: b64decode(value)
            if isinstance(column.type, LargeBinary) and value is not None
            else value
            for column, value in zip(columns, row, strict=True)
        }
    except (LookupError, ValueError, TypeError):
        raise BadBackup(_NO_ROW) from None


def _check_head(line: bytes) -> str:
    """Return the schema that a backup was written from; raise `BadBackup`."""
    try:
        head = msgspec.json.decode(line, type=_Head)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadBackup("it is no backup of croupier") from None
    if head.format != FORMAT or head.schema not in _READ:
        raise BadBackup(f"it is of {head.format}, schema {head.schema}, which is not read here")
    return head.schema


def _put(line: bytes, waiting: _Waiting, connection: Connection, sealer: Sealer | None) -> None:
    read = _decoded(line)
    if sealer is not None and read.table == s.vault_snapshots.name:
        # Plain, and of a program that wrote other states: the events are played again instead.
        return
    row = _values(read)
    if sealer is not None and read.table == s.vault.name:
        row["secret"] = sealer.seal(
            Place(Purpose.SHOE, row["table_id"], row["shoe"]), row["secret"]
        )
    rows = waiting.setdefault(read.table, [])
    rows.append(row)
    if len(rows) >= _CHUNK:
        _flush(waiting, connection)


def _flush(waiting: _Waiting, connection: Connection) -> None:
    # In the order of the schema, so that a row comes after the one it refers to.
    for name, table in _KEPT.items():
        if rows := waiting.pop(name, None):
            connection.execute(insert(table), rows)


def _end(line: bytes | None, rows: int, digest: str) -> _End:
    try:
        end = msgspec.json.decode(line or b"", type=_End)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadBackup("it has no closing line: it was cut off") from None
    if end.rows != rows or end.hash != digest:
        raise BadBackup("its closing hash is another: it was changed")
    return end
