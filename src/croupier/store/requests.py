"""A command with its id, and its answer: what is checked, stored and sent back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import msgspec

from croupier.errors import Code, CroupierError, InvalidInput, brief
from croupier.store.batch import RefusalRow
from croupier.table import Actor
from croupier.words import Amount, Message, say

MOST_ID = 200
MOST_BODY = 100_000
MOST_DEPTH = 20
MOST_WHOLE = 2**53
"""The largest whole number that every JSON reader reads exactly."""

MOST_JOURNAL = 4000
"""How many bytes of a refused command the journal keeps."""


def _malformed(said: Message) -> InvalidInput:
    return InvalidInput(Code.MALFORMED, said)


@dataclass(frozen=True, slots=True)
class Request:
    """A command with its id, its actor, and the bytes that its digest is made of."""

    actor: Actor
    id: str
    body: Mapping[str, object]
    data: bytes
    digest: str

    @property
    def by(self) -> str:
        """The actor as the database writes it; each actor has ids of its own."""
        return written(self.actor)


def written(actor: Actor) -> str:
    """Return an actor as one text."""
    return f"{actor.role.value}:{actor.name}"


def read_request(place: str, id: object, actor: Actor, body: object) -> Request:
    """Return a request; raise `InvalidInput` for what the database or the wire cannot hold."""
    check_text(actor.name, say("server.what_actor"), MOST_ID)
    if not isinstance(id, str) or not id.strip():
        raise _malformed(say("server.command_id", given=brief(id)))
    check_text(id, say("server.what_command_id"), MOST_ID)
    if not isinstance(body, Mapping):
        raise _malformed(say("server.command_object"))
    if "by" in body:
        raise _malformed(say("server.by_session"))
    _check(body, 0)
    text = json.dumps([place, body], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    data = text.encode()
    if len(data) > MOST_BODY:
        size = say("server.command_too_long", bytes=f"{len(data):,}", most=f"{MOST_BODY:,}")
        raise _malformed(size)
    digest = sha256(actor.role.value.encode() + b"\0" + data).hexdigest()
    return Request(actor, id, body, data, digest)


def check_text(text: object, what: Message, most: int) -> None:
    """Raise `InvalidInput` for what a text column cannot hold."""
    if not isinstance(text, str) or not text:
        raise _malformed(say("server.not_text", what=what, given=brief(text)))
    if len(text) > most:
        length = say("server.text_too_long", what=what, length=len(text), most=most)
        raise _malformed(length)
    if "\0" in text:
        raise _malformed(say("server.text_zero", what=what))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _malformed(say("server.text_utf8", what=what)) from None


def _check(value: object, depth: int) -> None:
    """Raise `InvalidInput` for what JSON does not have or readers read differently."""
    if depth > MOST_DEPTH:
        raise _malformed(say("server.too_deep"))
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        if value:
            check_text(value, say("server.what_text"), MOST_BODY)
    elif isinstance(value, int):
        if abs(value) > MOST_WHOLE:
            raise _malformed(say("server.too_large", given=brief(value)))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            check_text(key, say("server.what_key"), MOST_ID)
            _check(inner, depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check(inner, depth + 1)
    else:
        raise _malformed(say("server.no_value", given=brief(value)))


def wallet_short(name: str, held: str, wanted: str) -> Message:
    """Return that a wallet has less than is wanted of it."""
    return say("server.wallet_short", name=name, held=Amount(held), wanted=Amount(wanted))


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command, also whenever it is sent again."""

    ok: bool
    data: bytes
    """The JSON object that `croupier table` would print."""
    number: int | None = None
    """The number of its last event; None for a refusal."""
    again: bool = False
    """Whether it had been answered before."""


def answered(events: Iterable[bytes]) -> bytes:
    """Return the answer to a command that was carried out, from its stored events."""
    return b'{"ok":true,"events":[%s]}' % b",".join(events)


class _EventOnly(msgspec.Struct, frozen=True):
    event: msgspec.Raw


_decode_event = msgspec.json.Decoder(_EventOnly).decode


def event_of(entry: bytes) -> bytes:
    """Return the event of a stored entry, as bytes."""
    return bytes(_decode_event(entry).event)


class Unread(NamedTuple):
    """A command that cannot be read, as it was sent."""

    by: str
    id: object
    body: object


def unreadable(table_id: str | None, at: str, given: Unread, wrong: CroupierError) -> RefusalRow:
    """Return the journal's row for what cannot be read, in characters that a text column takes."""
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


def _plain(value: object) -> str:
    try:
        return ascii(value).strip("'").replace("\\x00", "?")
    except (RecursionError, ValueError):
        return "?"


def refusal_row(
    table_id: str | None, at: str, request: Request, wrong: CroupierError
) -> RefusalRow:
    """Return the audit journal's row for a refused command."""
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
