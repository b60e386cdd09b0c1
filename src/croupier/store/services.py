"""What the tables of a house share: the database, the games, and answers given before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from croupier.errors import Code, InvalidInput
from croupier.game.model import Game
from croupier.money import Unit
from croupier.store.batch import Batch, ResultRow, Writer
from croupier.store.command_ids import former_id
from croupier.store.failures import NotStored
from croupier.store.queries import Reader
from croupier.store.replay import TableLoader
from croupier.store.requests import SECOND, Answer, Request, answered, event_of, refusal_row
from croupier.store.sealing import Sealer
from croupier.table import write_refusal
from croupier.words import say


@dataclass(frozen=True, slots=True)
class Services:
    """What the tables of a house share."""

    reader: Reader
    writer: Writer
    sealer: Sealer
    new_loader: Callable[[], TableLoader]
    find: Callable[[str], Game]
    now: Callable[[], str]
    unit: Unit
    rehearsal: bool
    notify: Callable[[str], None]

    def answer_again(self, request: Request, table_id: str | None) -> Answer:
        """Return the stored answer to an id; an id used for another command is refused."""
        row = self.reader.result(request.by, request.id)
        if row is None:
            raise NotStored("the answer to this id cannot be found")
        return self._answer(row, request, table_id)

    def former_answer(self, request: Request, table_id: str | None) -> Answer | None:
        """Return what an earlier version has stored for this id in its own way; None if nothing."""
        former = former_id(request.id)
        if former is None:
            return None
        row = self.reader.result(request.by, former)
        if row is None or row.digest.startswith(SECOND):
            return None
        return self._answer(row, request, table_id)

    def _answer(self, row: ResultRow, request: Request, table_id: str | None) -> Answer:
        if not request.is_of(row.digest):
            wrong = InvalidInput(Code.MALFORMED, say("server.id_used"))
            journaled = refusal_row(table_id, self.now(), request, wrong)
            self.writer.write(Batch(None, refusal=journaled))
            return Answer(
                False, msgspec.json.encode(write_refusal(wrong, said=True)), None, again=True
            )
        if row.first is None or row.last is None:
            data = row.answer or b""
            return Answer(data.startswith(b'{"ok":true'), data, None, again=True)
        assert row.table_id is not None, "events belong to a table"
        entries = self.reader.events(row.table_id, row.first - 1, row.last)
        data = answered(event_of(entry.entry) for entry in entries)
        return Answer(True, data, row.last, again=True)
