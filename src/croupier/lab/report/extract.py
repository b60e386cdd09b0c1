"""A table's log taken out of a database, in the form that `croupier verify` and `replay` read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from croupier.store.database.chain import table_genesis
from croupier.store.database.reader import Reader
from croupier.store.log import END, GENESIS, VERSION, Entry, chained
from croupier.store.playback import STEP

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
