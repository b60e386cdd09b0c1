"""Tables as a socket tells them, folded: what to ask for after a break, and no event twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import msgspec

from croupier.client.call import Reply, refused
from croupier.client.requests import read_events
from croupier.client.results import Notice, Refused, Step, View
from croupier.client.state import Own, State


class _Problem(msgspec.Struct, frozen=True):
    code: str
    message: str = ""
    rule: str | None = None


class _Frame(msgspec.Struct, frozen=True):
    """Any frame that the server sends."""

    table: str | None = None
    number: int | None = None
    events: list[dict[str, Any]] = []
    state: dict[str, Any] | None = None
    me: Own | None = None
    whole: bool = False
    answer: str | None = None
    ok: bool = True
    error: _Problem | None = None
    notice: str | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """A command has its answer."""

    id: str
    reply: Reply


@dataclass(frozen=True, slots=True)
class Turned:
    """A frame was turned away: about a table, or not readable at all."""

    table: str | None
    why: Refused


Heard: TypeAlias = Step | Answered | Turned | Notice


@dataclass(slots=True)
class _Seen:
    """A table that is watched."""

    number: int | None
    """The last event that was told; None before the first frame."""
    state: State = field(default_factory=lambda: State())
    me: Own | None = None
    whole: bool = False
    """Whether the state is there, and was not left behind by a break."""


_read = msgspec.json.Decoder(_Frame).decode


class Mirror:
    """What a client knows of its tables. It touches no socket: frames go in and come out."""

    def __init__(self) -> None:
        self._tables: dict[str, _Seen] = {}

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are watched."""
        return tuple(self._tables)

    def watch(self, table: str, after: int | None = None) -> str:
        """Begin with a table: from now on, or with everything after an event."""
        seen = self._tables.setdefault(table, _Seen(after))
        return _watching(table, seen)

    def unwatch(self, table: str) -> str:
        """Be done with a table."""
        self._tables.pop(table, None)
        return msgspec.json.encode({"unwatch": table}).decode()

    def greeting(self) -> list[str]:
        """Say what to send on a new connection, so that nothing is missed."""
        for seen in self._tables.values():
            seen.whole = False
        return [_watching(table, seen) for table, seen in self._tables.items()]

    def view(self, table: str) -> View | None:
        """Give a table as it was last told; None until its state has come."""
        seen = self._tables.get(table)
        if seen is None or seen.number is None or not seen.state:
            return None
        return View(table, seen.number, seen.state, seen.me)

    def take(self, text: str | bytes) -> Heard | None:
        """Take in a frame and say what it means; None where it says nothing new."""
        frame = _read(text)
        if frame.answer is not None:
            data = text.encode() if isinstance(text, str) else text
            return Answered(frame.answer, Reply(frame.ok, data))
        if frame.notice is not None:
            return Notice(frame.notice, frame.message)
        if frame.error is not None:
            error = frame.error
            return Turned(frame.table, refused(error.code, error.message, error.rule, None))
        if frame.table is None or frame.number is None:
            return None
        seen = self._tables.get(frame.table)
        return None if seen is None else _fold(frame.table, frame.number, seen, frame)


def _watching(table: str, seen: _Seen) -> str:
    after = {} if seen.number is None else {"after": seen.number}
    return msgspec.json.encode({"watch": table, **after}).decode()


def _fold(table: str, number: int, seen: _Seen, frame: _Frame) -> Step | None:
    last = -1 if seen.number is None else seen.number
    if seen.whole and number <= last:
        return None
    told = frame.events
    if any(each["n"] <= last for each in told):
        told = [each for each in told if each["n"] > last]
    changed = frame.state
    if changed is None:
        # The past: the state that belongs to it comes with the last frame of it.
        if number <= last:
            return None
        seen.number = number
        return Step(table, number, read_events(told), frozenset(), seen.state, seen.me, behind=True)
    keys = frozenset(changed)
    if frame.whole:
        before = cast(Mapping[str, object], seen.state)
        keys = frozenset(
            key
            for key in keys | frozenset(before)
            if key not in changed or key not in before or before[key] != changed[key]
        )
        seen.state = cast(State, changed)
    elif seen.whole:
        seen.state = cast(State, {**seen.state, **changed})
    else:
        return None
    seen.number, seen.whole = number, True
    seen.me = frame.me or seen.me
    return Step(table, number, read_events(told), keys, seen.state, seen.me)
