"""The event log as a file: one JSON object a line, each chained to the one before by its hash.

A line is `{"hash": H, "entry": {…}}`; H is SHA-256 over the hash before it and the bytes of the
entry as they are stored. The last entry says how many there are, so that a log that was cut off
differs from a complete one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from io import BufferedReader, BufferedWriter
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from croupier.table import Actor, Event, Table, write_event
from croupier.table.events import TableOpened

VERSION = 1
"""The version that entries are written in; older ones stay readable."""

GENESIS = sha256(b"croupier.log.1").hexdigest()
"""What the first entry is chained to."""

END = "log_ended"


class BadLog(Exception):
    """A check of a log failed: at which entry, and why."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(number, reason)
        self.number = number
        self.reason = reason

    def __str__(self) -> str:
        return f"entry {self.number}: {self.reason}"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry: its number, the number of its command, when, by whom, and the event."""

    v: int
    n: int
    c: int
    at: str
    by: dict[str, str] | None
    event: dict[str, Any]
    game: dict[str, Any] | None = None
    """The content of the game file, in the entry that opens a table."""
    id: str | None = None
    """The client's id of the command, if there is one; it ties answers to the chain."""


class _Line(msgspec.Struct, frozen=True):
    hash: str
    entry: msgspec.Raw


_encode = msgspec.json.Encoder().encode
_decode_line = msgspec.json.Decoder(_Line).decode
_decode_entry = msgspec.json.Decoder(Entry).decode


def chained(before: str, entry: bytes) -> str:
    """Return the hash of an entry that follows another."""
    return sha256(bytes.fromhex(before) + entry).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class LogWriter:
    """Writes a log while a table is played; entries are flushed before the command is answered."""

    def __init__(self, file: BufferedWriter, now: Callable[[], str] = _now) -> None:
        """Write to a file, beginning with the first entry."""
        self._file = file
        self._now = now
        self.head = GENESIS
        self.count = 0
        self._commands = 0

    @classmethod
    def create(cls, path: str) -> LogWriter:
        """Start a log in a file; an old one is overwritten."""
        return cls(Path(path).open("wb"))

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _: BaseException | None,
        __: TracebackType | None,
    ) -> None:
        # After an error the log has no closing entry, so that it counts as cut off.
        if kind is None:
            self._append({"type": END, "entries": self.count + 1}, None)
            self._file.flush()
        with suppress(OSError):
            self._file.close()

    def write(self, events: tuple[Event, ...], by: Actor, table: Table) -> None:
        """Write the events of a command."""
        self._commands += 1
        actor = {"role": by.role.value, "name": by.name}
        unit = table.rules.unit
        for event in events:
            game = dict(event.game.data) if isinstance(event, TableOpened) else None
            self._append(write_event(event, unit), actor, game)
        self._file.flush()

    def _append(
        self,
        event: dict[str, Any],
        by: dict[str, str] | None,
        game: dict[str, Any] | None = None,
    ) -> None:
        self.count += 1
        made = Entry(VERSION, self.count, self._commands, self._now(), by, event, game)
        entry = _encode(made)
        self.head = chained(self.head, entry)
        self._file.write(b'{"hash":"%s","entry":%s}\n' % (self.head.encode(), entry))


def read_entries(file: BufferedReader) -> Iterator[tuple[Entry, str]]:
    """Yield the entries of a log and their hashes; raise `BadLog` where the chain breaks."""
    head, ended, number = GENESIS, False, 0
    for line in file:
        if not line.strip():
            continue
        number += 1
        if ended:
            raise BadLog(number, "it comes after the end of the log")
        entry, head = _read(line, number, head)
        ended = entry.event.get("type") == END
        if ended and entry.event.get("entries") != number:
            raise BadLog(
                number, f"the log ends with {entry.event.get('entries')} entries, not here"
            )
        yield entry, head
    if not ended:
        raise BadLog(number, "the log ends here without its closing entry: it was cut off")


def _read(line: bytes, number: int, head: str) -> tuple[Entry, str]:
    try:
        whole = _decode_line(line)
        stored = bytes(whole.entry)
        entry = _decode_entry(stored)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadLog(number, "the line is no entry of a log") from None
    if chained(head, stored) != whole.hash:
        raise BadLog(
            number, "its hash does not follow from the entry before: something was changed"
        )
    if entry.n != number:
        raise BadLog(number, f"it is numbered {entry.n}")
    if entry.v > VERSION:
        raise BadLog(number, f"it is of version {entry.v}; this croupier reads up to {VERSION}")
    return entry, whole.hash
