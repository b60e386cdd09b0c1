"""Copies of the watched tables, made from a socket's frames: no event is missed or comes twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import msgspec

from croupier.client.requests import Reply, read_events, refused
from croupier.client.results import Notice, Own, Refused, State, Step, View


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
class CommandAnswered:
    """The answer to a command."""

    id: str
    reply: Reply


@dataclass(frozen=True, slots=True)
class FrameRefused:
    """The refusal of a frame: about a table, or one that cannot be read at all."""

    table: str | None
    why: Refused


Received: TypeAlias = Step | CommandAnswered | FrameRefused | Notice


@dataclass(slots=True)
class _TableCopy:
    """A watched table."""

    number: int | None
    """The number of the last event received; None before the first frame."""
    state: State = field(default_factory=lambda: State())
    me: Own | None = None
    whole: bool = False
    """Whether the state is complete and not older than the last break of the connection."""


_read = msgspec.json.Decoder(_Frame).decode


class TableCopies:
    """The tables that a client watches. It uses no socket: frames go in and come out."""

    def __init__(self) -> None:
        self._tables: dict[str, _TableCopy] = {}

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are watched."""
        return tuple(self._tables)

    def watch(self, table: str, after: int | None = None) -> str:
        """Add a table, from now on or with every event after a number; return the frame to send."""
        copy = self._tables.setdefault(table, _TableCopy(after))
        return _watch_frame(table, copy)

    def unwatch(self, table: str) -> str:
        """Remove a table, and return the frame to send."""
        self._tables.pop(table, None)
        return msgspec.json.encode({"unwatch": table}).decode()

    def connected(self) -> list[str]:
        """Return the frames to send on a new connection, so that no event is missed."""
        for copy in self._tables.values():
            copy.whole = False
        return [_watch_frame(table, copy) for table, copy in self._tables.items()]

    def view(self, table: str) -> View | None:
        """Return the last known state of a table; None until its first state has come."""
        copy = self._tables.get(table)
        if copy is None or copy.number is None or not copy.state:
            return None
        return View(table, copy.number, copy.state, copy.me)

    def receive(self, text: str | bytes) -> Received | None:
        """Apply a frame and return what it means; None if it contains nothing new."""
        frame = _read(text)
        if frame.answer is not None:
            data = text.encode() if isinstance(text, str) else text
            return CommandAnswered(frame.answer, Reply(frame.ok, data))
        if frame.notice is not None:
            return Notice(frame.notice, frame.message)
        if frame.error is not None:
            error = frame.error
            return FrameRefused(frame.table, refused(error.code, error.message, error.rule, None))
        if frame.table is None or frame.number is None:
            return None
        copy = self._tables.get(frame.table)
        return None if copy is None else _apply(frame.table, frame.number, copy, frame)


def _watch_frame(table: str, copy: _TableCopy) -> str:
    after = {} if copy.number is None else {"after": copy.number}
    return msgspec.json.encode({"watch": table, **after}).decode()


def _apply(table: str, number: int, copy: _TableCopy, frame: _Frame) -> Step | None:
    """Apply a frame to the copy of its table; return the step, None if it contains nothing new."""
    last = -1 if copy.number is None else copy.number
    if copy.whole and number <= last:
        return None
    new = frame.events
    if any(each["n"] <= last for each in new):
        new = [each for each in new if each["n"] > last]
    changed = frame.state
    if changed is None:
        # Missed events: the state after them comes with the frame that follows them.
        if number <= last:
            return None
        copy.number = number
        return Step(table, number, read_events(new), frozenset(), copy.state, copy.me, behind=True)
    keys = frozenset(changed)
    if frame.whole:
        before = cast(Mapping[str, object], copy.state)
        keys = frozenset(
            key
            for key in keys | frozenset(before)
            if key not in changed or key not in before or before[key] != changed[key]
        )
        copy.state = cast(State, changed)
    elif copy.whole:
        copy.state = cast(State, {**copy.state, **changed})
    else:
        return None
    copy.number, copy.whole = number, True
    copy.me = frame.me or copy.me
    return Step(table, number, read_events(new), keys, copy.state, copy.me)
