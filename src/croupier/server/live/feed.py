"""One table as its viewers see it: each change is written once for each kind of viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import msgspec

from croupier.cards import parse_cards
from croupier.coup import Hand, Side
from croupier.roads import Entry, Forecast, Road, Roads
from croupier.server.live import state_types as t
from croupier.server.live.neglected import RoundOffers, write_neglected
from croupier.server.live.outbox import Line, on_the_wire, waiting_line
from croupier.server.live.visibility import (
    OF_ONE,
    PUBLIC,
    STAFF,
    StoredEvent,
    Viewer,
    covered,
    write_own,
    write_setup,
    write_table,
    write_visible,
)
from croupier.store.batch import EventRow
from croupier.table import Table
from croupier.table.state import Setup

_SETTLED = ("round_settled", "round_corrected")


@dataclass(frozen=True)
class ShoeResults:
    """The results of a shoe's rounds, by their numbers."""

    shoe: int = 0
    results: Mapping[int, Entry] = field(default_factory=dict)
    round: int = 0

    def after(self, event: Mapping[str, Any]) -> ShoeResults:
        """Return the results after an event; most events change nothing."""
        match event["type"]:
            case "shoe_started":
                return ShoeResults(event["shoe"], {}, self.round)
            case "bets_opened":
                return replace(self, round=event["round"])
            case kind if kind in _SETTLED:
                return self._with(_round_of(event, self.round), _entry(event))
            case "round_voided":
                return self._with(_round_of(event, self.round), None)
        return self

    def _with(self, number: int, entry: Entry | None) -> ShoeResults:
        if entry is None and number not in self.results:
            return self
        results = {key: value for key, value in self.results.items() if key != number}
        if entry is not None:
            results[number] = entry
        return replace(self, results=dict(sorted(results.items())))

    @cached_property
    def board(self) -> t.Board:
        """The board as a JSON object: results, the roads cell by cell, forecasts and counts."""
        roads = Roads.of(self.results.values())
        counts = roads.statistics
        return {
            "shoe": self.shoe,
            "results": [
                {
                    "round": number,
                    "winner": entry.winner,
                    "player": entry.player_total,
                    "banker": entry.banker_total,
                    "player_pair": entry.player_pair,
                    "banker_pair": entry.banker_pair,
                    "natural": entry.natural,
                }
                for number, entry in self.results.items()
            ],
            "big_road": _write_road(roads.big_road),
            "big_eye_boy": _write_road(roads.big_eye_boy),
            "small_road": _write_road(roads.small_road),
            "cockroach_pig": _write_road(roads.cockroach_pig),
            "forecast": {
                "player": _write_forecast(roads.forecast(Side.PLAYER)),
                "banker": _write_forecast(roads.forecast(Side.BANKER)),
            },
            "counts": {name: getattr(counts, name) for name in counts.__dataclass_fields__},
        }


def _round_of(event: Mapping[str, Any], current: int) -> int:
    number = event.get("round", event.get("id"))
    return current if number is None else int(number)


def _entry(event: Mapping[str, Any]) -> Entry | None:
    """Return the result of a settled or corrected round; None if the round was undone."""
    settled = event.get("settlement") if event["type"] == "round_corrected" else event
    if settled is None:
        return None
    player, banker = (Hand(parse_cards(settled[side.value]["cards"])) for side in Side)
    return Entry(
        player_total=player.total,
        banker_total=banker.total,
        player_cards=len(player.cards),
        banker_cards=len(banker.cards),
        player_pair=player.pair is not None,
        banker_pair=banker.pair is not None,
    )


def _write_road(road: Road[Any]) -> list[list[str]]:
    """Return a road column by column; the screen decides how long columns bend."""
    return [[str(item) for item in column] for column in road.columns]


def _write_forecast(forecast: Forecast) -> t.Forecast:
    return {
        "big_eye_boy": _mark(forecast.big_eye_boy),
        "small_road": _mark(forecast.small_road),
        "cockroach_pig": _mark(forecast.cockroach_pig),
    }


def _mark(mark: object | None) -> str | None:
    return None if mark is None else str(mark)


_json = msgspec.json.Encoder().encode


def _encode(value: object) -> str:
    return _json(value).decode()


DEADLINE = "deadline_set"


class _Entry(msgspec.Struct, frozen=True):
    event: dict[str, Any]


_read_entry = msgspec.json.Decoder(_Entry).decode


def stored_event(row: EventRow) -> StoredEvent:
    """Return a stored event."""
    return StoredEvent(row.number, row.at, row.actor, _read_entry(row.entry).event)


class Step:
    """One change of a table for its viewers: new events, and what they changed in the state."""

    def __init__(
        self,
        table_id: str,
        number: int,
        stored: tuple[StoredEvent, ...],
        changes: Mapping[bool, Mapping[str, Any]],
        table: Table,
    ) -> None:
        self.number = number
        self._table_id = table_id
        self._stored = stored
        self._changes = changes
        self._table = table
        self._owners = {each.owner for each in stored}
        self._concerned = _concerned(stored)
        self._written: dict[Viewer, str] = {}
        """The frames without anybody's own chips."""

    def frame(self, viewer: Viewer) -> str:
        """Return the frame for a viewer; for all who see the same it is the same text."""
        shared, name = self._shared(viewer), viewer.name
        if name is None or not (self._concerned is None or name in self._concerned):
            return shared
        return _with_own(shared, self._table, viewer)

    def _shared(self, viewer: Viewer) -> str:
        key = viewer if viewer.name in self._owners else (STAFF if viewer.staff else PUBLIC)
        if key not in self._written:
            seen = (write_visible(each, viewer) for each in self._stored)
            self._written[key] = _encode(
                {
                    "table": self._table_id,
                    "number": self.number,
                    "events": [each for each in seen if each is not None],
                    "state": self._changes[viewer.staff],
                }
            )
        return self._written[key]


@dataclass(slots=True, eq=False)
class Subscription:
    """One viewer of one feed; `send` takes each frame, in order, that `line` does not take."""

    feed: Feed
    viewer: Viewer
    send: Callable[[str], None]
    line: Line = field(default_factory=waiting_line)
    over: bool = False

    def start(self) -> None:
        """Take the feed's steps from now on."""
        self.feed.subscribers[self] = None

    def cancel(self) -> None:
        """Send nothing more."""
        self.feed.subscribers.pop(self, None)
        self.over = True


def send_step(step: Step, subscriptions: Iterable[Subscription]) -> None:
    """Send a step to some of its viewers; nothing is called for each but their network."""
    viewer, written = None, b""
    for each in tuple(subscriptions):
        if each.over:
            continue
        line = each.line
        if line.holds or line.is_closing():
            each.send(step.frame(each.viewer))
            continue
        if each.viewer is not viewer:
            viewer = each.viewer
            written = on_the_wire(step.frame(viewer))
        line.write(written)


class Feed:
    """Follows a table and calls its subscribers with each step, in order and once."""

    def __init__(
        self,
        table_id: str,
        table: Table,
        number: int,
        results: ShoeResults,
        deadline_at: str | None = None,
        offers: RoundOffers | None = None,
        fan_out: Callable[[Step, Iterable[Subscription]], None] = send_step,
    ) -> None:
        """Begin with a table after its event `number`.

        `results` are those of its shoe so far, `deadline_at` is when the last deadline was set,
        `offers` what insurance was offered in the last round.
        `fan_out` sends a step to all subscribers, in the order of steps.
        """
        self.table_id = table_id
        self.table = table
        self.number = number
        self.results = results
        self._deadline_at = deadline_at
        self._offers = RoundOffers() if offers is None else offers
        self._setup: Setup | None = None
        self._written_setup: Mapping[str, object] = {}
        self._states = self._write()
        self._snapshots: dict[bool, str] = {}
        self._fan_out = fan_out
        self.subscribers: dict[Subscription, None] = {}

    def move(self, table: Table, number: int, rows: Iterable[EventRow]) -> Step | None:
        """Apply stored events and call the subscribers; events that are known are left out."""
        new = tuple([stored_event(row) for row in rows if row.number > self.number])
        if not new:
            return None
        assert new[0].number == self.number + 1, "a feed has no gap"
        for stored in new:
            self.results = self.results.after(stored.event)
            self._offers = self._offers.after(stored)
            if stored.event["type"] == DEADLINE:
                self._deadline_at = stored.at
        self.table, self.number = table, number
        before, self._states = self._states, self._write()
        self._snapshots.clear()
        changes = _changes(before, self._states)
        step = Step(self.table_id, number, new, changes, table)
        self._fan_out(step, self.subscribers)
        return step

    def _write(self) -> dict[bool, dict[str, Any]]:
        setup = self.table.setup
        if setup is not self._setup:
            self._setup = setup
            self._written_setup = {} if setup is None else write_setup(setup)
        board = self.results.board
        neglected = write_neglected(self.table, self._offers)
        staff = {**write_table(self.table), **self._written_setup, "board": board}
        staff["neglected"] = neglected
        if staff.get("deadline") is not None:
            staff["deadline"] = {**staff["deadline"], "at": self._deadline_at}
        return {True: staff, False: covered(staff)}

    def state(self, viewer: Viewer) -> dict[str, Any]:
        """Return the state as a viewer sees it."""
        return self._states[viewer.staff]

    @property
    def public(self) -> dict[str, Any]:
        """The state as everybody sees it."""
        return self._states[False]

    def snapshot(self, viewer: Viewer) -> str:
        """Return the frame with the whole state, which the frames after it change."""
        shared = self._snapshots.get(viewer.staff)
        if shared is None:
            head = {"table": self.table_id, "number": self.number, "whole": True}
            shared = _encode({**head, "state": self._states[viewer.staff]})
            self._snapshots[viewer.staff] = shared
        return _with_own(shared, self.table, viewer)

    def missed(self, rows: Iterable[EventRow], viewer: Viewer) -> str:
        """Return the frame with past events, for a viewer who comes back."""
        stored = [stored_event(row) for row in rows]
        seen = (write_visible(each, viewer) for each in stored)
        return _encode(
            {
                "table": self.table_id,
                "number": stored[-1].number,
                "events": [each for each in seen if each is not None],
            }
        )


def _concerned(stored: Iterable[StoredEvent]) -> frozenset[str] | None:
    """Return the patrons whose chips may have changed; None if it may be everybody."""
    if any(each.event["type"] not in OF_ONE for each in stored):
        return None
    return frozenset(str(each.event.get("player")) for each in stored)


def _with_own(shared: str, table: Table, viewer: Viewer) -> str:
    """Return a frame with the viewer's own chips, if there are any."""
    own = None if viewer.name is None else write_own(table, viewer.name)
    return shared if own is None else f'{shared[:-1]},"me":{_encode(own)}}}'


def _changes(
    before: Mapping[bool, Mapping[str, Any]], after: Mapping[bool, Mapping[str, Any]]
) -> dict[bool, dict[str, Any]]:
    """Return what changed, for the staff and for everybody; the big parts are compared once."""
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
