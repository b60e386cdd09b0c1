"""A command as it reaches the house: who, under which id, and what exactly was asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from croupier.errors import Code, InvalidInput, brief
from croupier.table import Actor

MOST_ID = 200
MOST_BODY = 100_000
MOST_DEPTH = 20
MOST_WHOLE = 2**53
"""The largest whole number that every JSON reader reads as the same number."""


def _malformed(message: str) -> InvalidInput:
    return InvalidInput(Code.MALFORMED, message)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, in the one form that its digest is taken of."""

    actor: Actor
    id: str
    body: Mapping[str, object]
    data: bytes
    digest: str

    @property
    def by(self) -> str:
        """The actor as the database names them: ids of different people never meet."""
        return written(self.actor)


def written(actor: Actor) -> str:
    """Write an actor in one word."""
    return f"{actor.role.value}:{actor.name}"


def read_request(place: str, id: object, actor: Actor, body: object) -> Request:
    """Check everything that the database and the wire cannot carry, before anything is decided."""
    check_text(actor.name, "the name of who acts", MOST_ID)
    if not isinstance(id, str) or not id.strip():
        raise _malformed(f"the id of a command is a text, not {brief(id)}")
    check_text(id, "the id of a command", MOST_ID)
    if not isinstance(body, Mapping):
        raise _malformed("a command is a JSON object")
    if "by" in body:
        raise _malformed("who acts is known from the session, not from the command")
    _check(body, 0)
    text = json.dumps([place, body], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    data = text.encode()
    if len(data) > MOST_BODY:
        raise _malformed(f"the command has {len(data):,} bytes; {MOST_BODY:,} are the most")
    digest = sha256(actor.role.value.encode() + b"\0" + data).hexdigest()
    return Request(actor, id, body, data, digest)


def check_text(text: object, what: str, most: int) -> None:
    """Refuse what a text column cannot hold."""
    if not isinstance(text, str) or not text:
        raise _malformed(f"{what} is a text, not {brief(text)}")
    if len(text) > most:
        raise _malformed(f"{what} has {len(text)} characters; {most} are the most")
    if "\0" in text:
        raise _malformed(f"{what} holds a zero character")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _malformed(f"{what} cannot be written in UTF-8") from None


def _check(value: object, depth: int) -> None:
    """Let only pass what JSON has and every reader reads alike."""
    if depth > MOST_DEPTH:
        raise _malformed("the command is nested too deeply")
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        if value:
            check_text(value, "a text", MOST_BODY)
    elif isinstance(value, int):
        if abs(value) > MOST_WHOLE:
            raise _malformed(f"{brief(value)} is too large for a whole number")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            check_text(key, "a key", MOST_ID)
            _check(inner, depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check(inner, depth + 1)
    else:
        raise _malformed(
            f'{brief(value)} is nothing that a command holds; amounts are texts, like "47.50"'
        )
