"""How commands are answered: what an answer is, what the journal keeps, an id sent again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import msgspec

from croupier.errors import Code, CroupierError, InvalidInput
from croupier.game.model import Game
from croupier.money import Unit
from croupier.store.commit import Batch, RefusalRow
from croupier.store.failures import NotStored
from croupier.store.queries import Reader
from croupier.store.replay import Playback
from croupier.store.requests import MOST_ID, Request
from croupier.store.rows import answered, event_of
from croupier.table import write_refusal

MOST_JOURNAL = 4000
"""How many bytes of a refused command the journal keeps."""


class Writer(Protocol):
    """What stores a batch in one transaction."""

    def write(self, batch: Batch) -> None:
        """Return after the commit, or raise."""

    def close(self) -> None:
        """Finish and let go."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command is answered with, now and whenever it is sent again."""

    ok: bool
    data: bytes
    """The JSON object that `croupier table` would print."""
    number: int | None = None
    """The number of the last event it brought about; None for a refusal."""
    again: bool = False
    """Whether it had been answered before."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a room shares with the other rooms of its house."""

    reader: Reader
    writer: Writer
    playback: Callable[[], Playback]
    find: Callable[[str], Game]
    now: Callable[[], str]
    unit: Unit
    rehearsal: bool
    told: Callable[[str], None]


def unreadable(table_id: str | None, at: str, given: Unread, wrong: CroupierError) -> RefusalRow:
    """Write the refusal of what could not even be read, in characters that a text column takes."""
    return RefusalRow(
        table_id,
        at,
        _plain(given.by),
        _plain(given.id)[:MOST_ID],
        _plain(given.body)[:MOST_JOURNAL].encode(),
        wrong.code.value,
        _plain(wrong.message),
        wrong.rule,
    )


class Unread(NamedTuple):
    """A command that cannot be read: whatever somebody sent."""

    by: str
    id: object
    body: object


def _plain(value: object) -> str:
    try:
        return ascii(value).strip("'").replace("\\x00", "?")
    except (RecursionError, ValueError):
        return "?"


def refusal_row(
    table_id: str | None, at: str, request: Request, wrong: CroupierError
) -> RefusalRow:
    """Write a refusal for the journal."""
    return RefusalRow(
        table_id,
        at,
        request.by,
        request.id,
        request.data[:MOST_JOURNAL],
        wrong.code.value,
        wrong.message,
        wrong.rule,
    )


def answer_again(house: Surroundings, request: Request, table_id: str | None) -> Answer:
    """Answer an id that was answered before, from what is stored."""
    row = house.reader.result(request.by, request.id)
    if row is None:
        raise NotStored("the answer to this id cannot be found")
    if row.digest != request.digest:
        wrong = InvalidInput(
            Code.MALFORMED, "this id was used before for another command; a new one needs its own"
        )
        row_ = refusal_row(table_id, house.now(), request, wrong)
        house.writer.write(Batch(None, refusal=row_))
        return Answer(False, msgspec.json.encode(write_refusal(wrong)), None, again=True)
    if row.first is None or row.last is None:
        data = row.answer or b""
        return Answer(data.startswith(b'{"ok":true'), data, None, again=True)
    assert row.table_id is not None, "events belong to a table"
    entries = house.reader.events(row.table_id, row.first - 1, row.last)
    data = answered(event_of(entry.entry) for entry in entries)
    return Answer(True, data, row.last, again=True)
