"""One process of a simulated server: house, people, steward, feeds and sockets, in one thread."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from croupier.accounts import People
from croupier.errors import CroupierError
from croupier.server.auto_dealer.runner import Steward
from croupier.server.caller import order
from croupier.server.live.feed import Feed
from croupier.server.live.hub import Hub
from croupier.server.live.outbox import Watch
from croupier.server.live.socket import PAGE
from croupier.server.live.visibility import Viewer
from croupier.store.address import Address
from croupier.store.clock import Clock
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.store.incidents import engine_for
from croupier.store.queries import Reader, engine_of
from croupier.store.requests import Answer
from server.people import Plain
from server.sim_store import Faults, SyncWriter
from table_world import CARD


class OneLease:
    """The stewardship: whoever asks first has it, until that process is gone."""

    def __init__(self) -> None:
        self.holder: object | None = None

    def of(self, owner: object) -> Held:
        """Give a process its side of the lease."""
        return Held(self, owner)


class Held:
    """A process's side of the lease."""

    def __init__(self, lease: OneLease, owner: object) -> None:
        self._lease, self._owner = lease, owner

    def try_take(self) -> bool:
        """Take it, if nobody has it."""
        if self._lease.holder is None:
            self._lease.holder = self._owner
        return self.held()

    def held(self) -> bool:
        """Say whether it is held."""
        return self._lease.holder is self._owner

    def release(self) -> None:
        """Let go."""
        if self.held():
            self._lease.holder = None


class SyncHub(Hub):
    """The real hub without a loop: what it would call soon waits in a line."""

    def __init__(self, house: House, later: Callable[..., None]) -> None:
        self._house = house
        self._feeds: dict[str, Feed] = {}
        self._catching: set[str] = set()
        self._closed = False
        self._later = later
        house.listen(self._heard)

    def now(self, table_id: str) -> Feed:
        """Give a table's feed at once."""
        feed = self._feeds.get(table_id)
        if feed is None:
            feed = self._feeds[table_id] = Feed(table_id, *self._begin(table_id))
        return feed

    def reach_now(self, feed: Feed) -> None:
        """Do what `reach` does, at once."""
        live = self._house.live_table(feed.table_id)
        live.fall_behind()
        self._move(feed, *live.moment(feed.number))

    def _call(self, what: Callable[..., None], *arguments: object) -> None:
        self._later(what, *arguments)

    def _catch_up(self, table_id: str) -> None:
        if table_id not in self._catching:
            self._catching.add(table_id)
            self._later(self._read_now, table_id)

    def _read_now(self, table_id: str) -> None:
        self._catching.discard(table_id)
        feed, live = self._feeds[table_id], self._house.live_table(table_id)
        try:
            moment = live.moment(feed.number)
        except NotStored:
            self._catch_up(table_id)
        else:
            self._move(feed, *moment)


class Box:
    """What waits for one client, in its order."""

    def __init__(self) -> None:
        self.frames: deque[str] = deque()
        self.open = True

    def put(self, frame: str) -> None:
        """Add a frame."""
        if self.open:
            self.frames.append(frame)


class SimSocket:
    """A client's socket at a process, with the real watching."""

    def __init__(self, process: Process, viewer: Viewer) -> None:
        self.process = process
        self.viewer = viewer
        self.box = Box()
        self._watches: list[Watch] = []

    def watch(self, table_id: str, after: int | None) -> None:
        """Watch a table, from an event on or from now."""
        hub = self.process.hub
        feed = hub.now(table_id)
        if after is not None and feed.number < after:
            hub.reach_now(feed)
        watch = Watch(feed, self.viewer, self.box.put)
        self._watches.append(watch)
        if after is not None and after < feed.number:
            watch.held = []
            snapshot = feed.snapshot(self.viewer)
            self.process.later(self._bring, watch, after, feed.number, snapshot)
        else:
            self.box.put(feed.snapshot(self.viewer))
        feed.watchers[watch.tell] = None

    def _bring(self, watch: Watch, after: int, to: int, snapshot: str) -> None:
        most = self.process.page
        rows = self.process.house.reader.events(watch.feed.table_id, after, to, most)
        self.box.put(watch.feed.missed(rows, self.viewer))
        if rows[-1].number < to:
            self.process.later(self._bring, watch, rows[-1].number, to, snapshot)
            return
        self.box.put(snapshot)
        watch.let_go()

    def close(self) -> None:
        """Take nothing more."""
        self.box.open = False
        for watch in self._watches:
            watch.feed.watchers.pop(watch.tell, None)


class Process:
    """A process that can be stepped, and dropped as a crash would."""

    def __init__(
        self, path: Path, rng: Random, faults: Faults, clock: Clock, lease: OneLease, *, clean: bool
    ) -> None:
        address = Address.parse(str(path))
        self.line: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self.page = rng.choice((2, 5, PAGE))
        reader = Reader(engine_of(address))
        self.house = House(
            address,
            SyncWriter(path, faults, rng),
            reader,
            now=clock.text,
            draw=rng.randbytes,
        )
        self._engine = engine_for(str(path))
        self.people = People(self._engine, clock=clock, hasher=Plain(), draw=rng.randbytes)
        self.hub = SyncHub(self.house, self.later)
        self.lease = lease.of(self)
        self.steward = Steward(
            self.house, self.lease, clean=clean, fresh=not clean, failed=lambda *_: None
        )
        self.sockets: list[SimSocket] = []

    def later(self, what: Callable[..., None], *arguments: object) -> None:
        """Do something when its turn comes."""
        self.line.append((what, arguments))

    def turn(self) -> bool:
        """Do what waits longest."""
        if not self.line:
            return False
        what, arguments = self.line.popleft()
        what(*arguments)
        return True

    def socket(self, name: str) -> SimSocket:
        """Let a client connect."""
        made = SimSocket(self, Viewer(name))
        self.sockets.append(made)
        return made

    def command(self, token: str, table_id: str, id: str, body: dict[str, Any]) -> Answer | str:
        """Do what the server does with a command; a word instead of an answer where it has none."""
        try:
            session = self.people.session(token)
            if session is None:
                return "not_signed_in"
            person = session.person
            try:
                given = order(person, table_id, self.hub.now(table_id).table, id, body)
            except CroupierError as wrong:
                return self.house.turn_away(table_id, person.name, id, body, wrong)
            return self.house.command(table_id, given.id, given.actor, given.body)
        except NotStored:
            return "not_stored"

    def end(self) -> None:
        """Be gone: nothing is finished, nothing told."""
        for socket in self.sockets:
            socket.close()
        self.lease.release()
        self.line.clear()
        self.house.close()
        self._engine.dispose()


@lru_cache(10_000)
def cards_in(text: bytes) -> tuple[str, ...]:
    """Give every card that a text names."""
    return tuple(CARD.findall(text.decode()))


def read(frame: str) -> dict[str, Any]:
    """Read a frame."""
    told: dict[str, Any] = json.loads(frame)
    return told
