"""A dispute file: everything about one round, with its proof, as one download.

The same round gives the same bytes, for as long as nothing more happens that belongs to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from sqlalchemy import select

from croupier.reports.dispute_text import write_readme, write_text
from croupier.reports.notable_events import asked
from croupier.reports.round_story import write_recall
from croupier.reports.shoe_proof import write_shoes
from croupier.reports.spans import Past
from croupier.store import schema as s
from croupier.store.hash_chain import table_genesis
from croupier.store.log_file import END, GENESIS, VERSION, Entry, chained
from croupier.store.queries import Reader
from croupier.store.replay import STEP, Recall, recall

_LONG_AGO = (1980, 1, 1, 0, 0, 0)


class NoSuchRound(LookupError):
    """There is no such table, or no such round at it."""


def find_round(reader: Reader, table_id: str, round: int) -> Recall:
    """Recall a round without looking into the vault; `NoSuchRound` says what is missing."""
    if reader.head(table_id) is None:
        raise NoSuchRound(f"there is no table {table_id}")
    # A number that no column could hold is no round either.
    found = recall(Past(reader), table_id, round) if 0 < round < 2**63 else None
    if found is None:
        raise NoSuchRound(f"there is no round {round} at table {table_id}")
    return found


def dispute(reader: Reader, table_id: str, round: int) -> bytes:
    """Put the file of a round together, a ZIP."""
    found = find_round(reader, table_id, round)
    story = write_recall(found)
    shoes = write_shoes(reader, found, [shoe["number"] for shoe in story["shoes"]])
    game = reader.game(found.before.rules.digest)
    assert game is not None, "the game of a table is stored with it"
    extract = Extract(reader, table_id, found.entries[-1].number)
    pack = _Pack()
    pack.put("log.jsonl", extract.lines())
    anchor = {
        "table": table_id,
        "round": round,
        "first_entry": found.entries[0].number,
        "log_entries": extract.count,
        "log_head": extract.head,
        "house_genesis": table_genesis(table_id),
        "house_entries": found.entries[-1].number,
        "house_head": extract.house,
    }
    assert extract.house == found.entries[-1].hash, "the log follows from its entries"
    pack.put("anchor.json", [_json(anchor)])
    pack.put("game.json", [game])
    pack.put("refusals.json", [_json(_refusals(reader, found))])
    pack.put("round.json", [_json(story)])
    pack.put("round.txt", [write_text(story).encode()])
    pack.put("shoe.json", [_json(shoes)])
    pack.put("README.txt", [write_readme(story, anchor, shoes).encode()])
    return pack.close()


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode(errors="replace")


def _refusals(reader: Reader, found: Recall) -> list[dict[str, Any]]:
    """List what was refused from the round's first event until the next round's."""
    column, last = s.refusals.c, found.entries[-1].number
    question = (
        select(s.refusals)
        .where(column.table_id == found.table_id, column.at >= found.entries[0].at)
        .order_by(column.number)
    )
    following = reader.events(found.table_id, last, last + 1)
    if following:
        question = question.where(column.at < following[0].at)
    with reader.moment() as connection:
        rows = connection.execute(question).all()
    return [
        {
            "number": number,
            "at": at,
            "by": dict(zip(("role", "name"), by.split(":", 1), strict=False)),
            "asked": asked(body),
            "code": code,
            "message": message,
            "rule": rule,
        }
        for number, _, at, by, _, body, code, message, rule in rows
    ]


class _Pack:
    """A ZIP whose bytes depend on nothing but what is in it."""

    def __init__(self) -> None:
        self._bytes = BytesIO()
        self._zip = ZipFile(self._bytes, "w")
        self._sums: list[str] = []

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        """Add a file, piece by piece."""
        info = ZipInfo(name, _LONG_AGO)
        info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
        digest = sha256()
        with self._zip.open(info, "w", force_zip64=True) as file:
            for part in parts:
                digest.update(part)
                file.write(part)
        self._sums.append(f"{digest.hexdigest()}  {name}\n")

    def close(self) -> bytes:
        """Add the sums and give the bytes."""
        self.put("SHA256SUMS", ["".join(self._sums).encode()])
        self._zip.close()
        return self._bytes.getvalue()


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


@dataclass(slots=True)
class Extract:
    """Writes the entries of a table from its first one to another.

    An entry keeps its stored bytes; one that opens a table gets the game file behind its last
    field, so that nothing but the log is needed to check it. The hashes are those of a log file;
    the house's own chain is followed beside them, and its head is the anchor.
    """

    reader: Reader
    table_id: str
    last: int
    head: str = field(default=GENESIS, init=False)
    house: str = field(default="", init=False)
    count: int = field(default=0, init=False)

    def lines(self) -> Iterator[bytes]:
        """Give the log line by line; `head`, `house` and `count` are right after the last."""
        self.head, self.house, self.count = GENESIS, table_genesis(self.table_id), 0
        command, at = 0, ""
        while self.count < self.last:
            rows = self.reader.events(self.table_id, self.count, self.last, STEP)
            if not rows:
                break
            for row in rows:
                self.count = row.number
                self.house = chained(self.house, row.entry)
                command, at = row.command, row.at
                yield self._line(self._with_game(row.entry))
        self.count += 1
        end = Entry(VERSION, self.count, command, at, None, {"type": END, "entries": self.count})
        yield self._line(_encode(end))

    def _line(self, entry: bytes) -> bytes:
        self.head = chained(self.head, entry)
        return b'{"hash":"%s","entry":%s}\n' % (self.head.encode(), entry)

    def _with_game(self, entry: bytes) -> bytes:
        if b'"table_opened"' not in entry:
            return entry
        read = _decode(entry)
        if read.event.get("type") != "table_opened":
            return entry
        game = self.reader.game(str(read.event["digest"]))
        assert game is not None, "the game of a table is stored with it"
        return entry[:-1] + b',"game":' + game + b"}"
