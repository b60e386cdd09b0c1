"""What the tables of a house share: the database, the games, and answers given before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from croupier.errors import Code, InvalidInput, Refused
from croupier.game.model import Game
from croupier.money import CENT, Unit
from croupier.store.batch import Batch, LimitGuard, ResultRow, Writer
from croupier.store.command_ids import former_id
from croupier.store.failures import NotStored
from croupier.store.limit_checks import LimitChecks
from croupier.store.queries import Reader
from croupier.store.replay import TableLoader
from croupier.store.requests import SECOND, Answer, Asked, Request, answered, event_of, refusal_row
from croupier.store.rows import Record
from croupier.store.sealing import Sealer
from croupier.table import Change, Context, Table, read_command, write_refusal
from croupier.table.commands import Command, NewShoe, ReplaceShoe
from croupier.words import say


class Decided(NamedTuple):
    """A bet that was decided, not stored yet."""

    request: Request
    changes: tuple[Change, ...]
    record: Record
    guards: tuple[LimitGuard, ...]


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
    limits: LimitChecks

    def read(self, request: Request, table: Table) -> Command:
        """Return the command that is asked for; only a rehearsal may say the order of a shoe."""
        by = {"role": request.actor.role.value, "name": request.actor.name}
        unit = table.setup.unit if table.setup else CENT
        command, _ = read_command({**request.body, "by": by}, Context(unit, self.find))
        order = None
        if isinstance(command, NewShoe | ReplaceShoe):
            order = command.cards or command.seed
        if order is not None and not self.rehearsal:
            raise Refused(Code.NOT_ALLOWED, say("server.order_of_shoe"))
        return command

    def answer_again(self, request: Asked, table_id: str | None) -> Answer:
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

    def _answer(self, row: ResultRow, request: Asked, table_id: str | None) -> Answer:
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
