"""One table as a process shows it: worked out once, written once for each kind of watcher."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from croupier.server.live.shoe_results import Board
from croupier.server.live.visibility import (
    OF_ONE,
    Happening,
    Viewer,
    covered,
    write_happening,
    write_own,
    write_setup,
    write_table,
)
from croupier.store.batch import EventRow
from croupier.table import Table
from croupier.table.state import Setup

_json = msgspec.json.Encoder().encode


def _encode(value: object) -> str:
    return _json(value).decode()


DEADLINE = "deadline_set"
STAFF, PUBLIC = Viewer(staff=True), Viewer()


class _Told(msgspec.Struct, frozen=True):
    event: dict[str, Any]


_tell = msgspec.json.Decoder(_Told).decode


def happening_of(row: EventRow) -> Happening:
    """Read a stored event."""
    return Happening(row.number, row.at, row.actor, _tell(row.entry).event)


class Step:
    """What one move of a table means to those who watch: new events, and what they changed."""

    def __init__(
        self,
        table_id: str,
        number: int,
        happenings: tuple[Happening, ...],
        changes: Mapping[bool, Mapping[str, Any]],
        table: Table,
    ) -> None:
        self.number = number
        self._table_id = table_id
        self._happenings = happenings
        self._changes = changes
        self._table = table
        self._owners = {each.owner for each in happenings}
        self._concerned = _concerned(happenings)
        self._written: dict[Viewer, str] = {}

    def frame(self, viewer: Viewer) -> str:
        """Write it for a watcher; what is the same for many is written once."""
        shared = self._shared(viewer)
        if viewer.name is None or not (self._concerned is None or viewer.name in self._concerned):
            return shared + "}"
        return _closed(shared, self._table, viewer)

    def _shared(self, viewer: Viewer) -> str:
        key = viewer if viewer.name in self._owners else (STAFF if viewer.staff else PUBLIC)
        if key not in self._written:
            told = (write_happening(each, viewer) for each in self._happenings)
            self._written[key] = _encode(
                {
                    "table": self._table_id,
                    "number": self.number,
                    "events": [each for each in told if each is not None],
                    "state": self._changes[viewer.staff],
                }
            )[:-1]
        return self._written[key]


Watcher = Callable[[Step], None]


def _at_once(step: Step, watchers: Iterable[Watcher]) -> None:
    for tell in tuple(watchers):
        tell(step)


class Feed:
    """Follows a table and tells its watchers each step, in order and once."""

    def __init__(
        self,
        table_id: str,
        table: Table,
        number: int,
        board: Board,
        called: str | None = None,
        broadcast: Callable[[Step, Iterable[Watcher]], None] | None = None,
    ) -> None:
        """Begin where a table stands.

        `board` is what its shoe has brought so far, `called` when the last deadline was set.
        Without a `broadcast` everybody is told at once.
        """
        self.table_id = table_id
        self.table = table
        self.number = number
        self.board = board
        self._called = called
        self._setup: Setup | None = None
        self._opened: dict[str, Any] = {}
        self._states = self._write()
        self._snapshots: dict[bool, str] = {}
        self._broadcast = broadcast or _at_once
        self.watchers: dict[Watcher, None] = {}

    def move(self, table: Table, number: int, rows: Iterable[EventRow]) -> Step | None:
        """Take in what happened, tell everybody; what is known already is passed over."""
        new = tuple([happening_of(row) for row in rows if row.number > self.number])
        if not new:
            return None
        assert new[0].number == self.number + 1, "a feed has no gap"
        for happening in new:
            self.board = self.board.after(happening.event)
            if happening.event["type"] == DEADLINE:
                self._called = happening.at
        self.table, self.number = table, number
        before, self._states = self._states, self._write()
        self._snapshots.clear()
        changes = _changes(before, self._states)
        step = Step(self.table_id, number, new, changes, table)
        self._broadcast(step, self.watchers)
        return step

    def _write(self) -> dict[bool, dict[str, Any]]:
        setup = self.table.setup
        if setup is not self._setup:
            self._setup = setup
            self._opened = {} if setup is None else write_setup(setup)
        staff = {**write_table(self.table), **self._opened, "board": self.board.written}
        if staff.get("deadline") is not None:
            staff["deadline"] = {**staff["deadline"], "at": self._called}
        return {True: staff, False: covered(staff)}

    def state(self, viewer: Viewer) -> dict[str, Any]:
        """Give the state as somebody sees it."""
        return self._states[viewer.staff]

    @property
    def public(self) -> dict[str, Any]:
        """The state as everybody sees it."""
        return self._states[False]

    def snapshot(self, viewer: Viewer) -> str:
        """Write where the table stands: the frame that everything after it builds on."""
        shared = self._snapshots.get(viewer.staff)
        if shared is None:
            said = {"table": self.table_id, "number": self.number, "whole": True}
            shared = _encode({**said, "state": self._states[viewer.staff]})[:-1]
            self._snapshots[viewer.staff] = shared
        return _closed(shared, self.table, viewer)

    def missed(self, rows: Iterable[EventRow], viewer: Viewer) -> str:
        """Write events of the past for somebody who comes back."""
        happenings = [happening_of(row) for row in rows]
        told = (write_happening(each, viewer) for each in happenings)
        return _encode(
            {
                "table": self.table_id,
                "number": happenings[-1].number,
                "events": [each for each in told if each is not None],
            }
        )


def _concerned(happenings: Iterable[Happening]) -> frozenset[str] | None:
    """Name the patrons whose chips may have changed; None for everybody's."""
    if any(each.event["type"] not in OF_ONE for each in happenings):
        return None
    return frozenset(str(each.event.get("player")) for each in happenings)


def _closed(shared: str, table: Table, viewer: Viewer) -> str:
    """End a frame that is open: with what is the viewer's alone, if there is any."""
    own = None if viewer.name is None else write_own(table, viewer.name)
    return shared + "}" if own is None else f'{shared},"me":{_encode(own)}}}'


def _changes(
    before: Mapping[bool, Mapping[str, Any]], after: Mapping[bool, Mapping[str, Any]]
) -> dict[bool, dict[str, Any]]:
    """Say what changed, for the staff and for everybody; the big parts are compared once."""
    staff = _changed(before[True], after[True])
    public = {key: value for key, value in staff.items() if key in after[False]}
    for key in public.keys() & {"next"}:
        # What everybody may do next is less than what the staff may.
        if before[False].get(key, ...) == after[False][key]:
            del public[key]
        else:
            public[key] = after[False][key]
    missing = {key: None for key in before[False] if key not in after[False]}
    return {True: staff, False: public | missing}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    missing = {key: None for key in before if key not in after}
    return {key: value for key, value in after.items() if before.get(key, ...) != value} | missing
