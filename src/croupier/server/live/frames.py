"""The frames that a client may send, read from their text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.server.problems import Problem, ProblemCode
from croupier.store.requests import MOST_ID
from croupier.strict_json import Decoder
from croupier.words import Message, say

_MOST_NUMBER = 2**53


@dataclass(frozen=True, slots=True)
class Watch:
    """A table that the client wants to follow, after an event or from now on."""

    table_id: str
    after: int | None


@dataclass(frozen=True, slots=True)
class Unwatch:
    """A table that the client follows no more."""

    table_id: str


@dataclass(frozen=True, slots=True)
class Ping:
    """A question whether anybody is there."""

    token: str | int


@dataclass(frozen=True, slots=True)
class Given:
    """A command, as it was written; the table checks it."""

    command_id: object
    table_id: object
    body: object
    approval: object
    witness: object

    @property
    def head(self) -> dict[str, Any]:
        """What its answer begins with: id and table, so far as they can be written."""
        return {"answer": _echo(self.command_id), "table": _echo(self.table_id)}


Frame = Watch | Unwatch | Ping | Given


class WatchRefused(Problem):
    """A frame asks to watch a table, and cannot be read beyond its name."""

    def __init__(self, table_id: str, said: Message) -> None:
        super().__init__(ProblemCode.NOT_READABLE, said)
        self.table_id = table_id


def read_frame(decoder: Decoder, text: str) -> Frame:
    """Return what a client sent; raise `Problem` or `InvalidInput` if it cannot be read."""
    try:
        value, wrong = decoder.decode(text.encode())
    except UnicodeEncodeError:
        raise _unreadable("server.frame_utf8") from None
    if wrong is not None:
        raise wrong
    if not isinstance(value, dict):
        raise _unreadable("server.frame_object")
    match value:
        case {"watch": str(table_id)}:
            return _watch(_written(table_id), value.get("after"))
        case {"unwatch": str(table_id)}:
            return Unwatch(_written(table_id))
        case {"command": body}:
            return _given(value, body)
        case {"ping": str() | int() as token}:
            if isinstance(token, int) and abs(token) > _MOST_NUMBER:
                raise _unreadable("server.frame_kinds")
            return Ping(token if isinstance(token, int) else _written(token))
        case _:
            raise _unreadable("server.frame_kinds")


def _watch(table_id: str, after: object) -> Watch:
    if after is None or (type(after) is int and 0 <= after <= _MOST_NUMBER):
        return Watch(table_id, after)
    raise WatchRefused(table_id, say("server.after_number"))


def _given(frame: Mapping[str, Any], body: object) -> Given:
    signatures = frame.get("approval"), frame.get("witness")
    return Given(frame.get("id"), frame.get("table"), body, *signatures)


def _written(text: str) -> str:
    """Return a text that can be sent back; half a pair of surrogates cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _unreadable("server.frame_utf8") from None
    return text


def _unreadable(key: str) -> Problem:
    return Problem(ProblemCode.NOT_READABLE, say(key))


def _echo(given: object) -> str | int | None:
    """Return the id or the table that a client named, so far as it can be written."""
    if isinstance(given, int):
        return given if abs(given) <= _MOST_NUMBER else None
    if not isinstance(given, str):
        return None
    return given.encode(errors="replace").decode()[:MOST_ID]
