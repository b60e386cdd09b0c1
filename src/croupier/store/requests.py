"""A command with its id, and its answer: what is checked, stored and sent back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

import msgspec

from croupier.errors import Code, CroupierError, InvalidInput, brief
from croupier.store.batch import RefusalRow
from croupier.store.command_ids import given_id
from croupier.store.refusals import Tried, write_refusal_row
from croupier.table import Actor
from croupier.words import Amount, Message, say

MOST_ID = 200
MOST_STORED_ID = 1000
"""An id may be stored together with the name of the person who asked."""
MOST_BODY = 100_000
MOST_DEPTH = 20
MOST_WHOLE = 2**53
"""The largest whole number that every JSON reader reads exactly."""

SECOND = "2:"
"""How digests begin since ids of several people can no longer be the same."""


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

    def is_of(self, digest: str) -> bool:
        """Return True if a stored digest is of this very command, whichever version stored it."""
        return digest in (self.digest, self.digest.removeprefix(SECOND))


class Asked(Protocol):
    """What is stored of a request, whoever gave it."""

    @property
    def by(self) -> str:
        """The actor as the database writes it."""

    @property
    def id(self) -> str:
        """The id that the actor gave it."""

    @property
    def body(self) -> Mapping[str, object]:
        """What is asked for."""

    def is_of(self, digest: str) -> bool:
        """Return True if a stored digest is of this very request."""


def written(actor: Actor) -> str:
    """Return an actor as one text."""
    return f"{actor.role.value}:{actor.name}"


def read_request(place: str, id: object, actor: Actor, body: object) -> Request:
    """Return a request; raise `InvalidInput` for what the database or the wire cannot hold."""
    data, digest = checked_body(place, id, (actor.role.value, actor.name), body)
    assert isinstance(id, str), "the id was checked"
    assert isinstance(body, Mapping), "the body was checked"
    return Request(actor, id, body, data, digest)


def checked_body(place: str, id: object, by: tuple[str, str], body: object) -> tuple[bytes, str]:
    """Return the bytes of a request and their digest; `by` is a role and a name."""
    role, name = by
    check_text(name, say("server.what_actor"), MOST_ID)
    if not isinstance(id, str) or not id.strip():
        raise _malformed(say("server.command_id", given=brief(id)))
    check_text(given_id(id), say("server.what_command_id"), MOST_ID)
    check_text(id, say("server.what_command_id"), MOST_STORED_ID)
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
    return data, SECOND + sha256(role.encode() + b"\0" + data).hexdigest()


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


def refusal_row(table_id: str | None, at: str, request: Asked, wrong: CroupierError) -> RefusalRow:
    """Return the audit journal's row for a refused command."""
    return write_refusal_row(table_id, at, Tried(request.by, request.id, request.body), wrong)
