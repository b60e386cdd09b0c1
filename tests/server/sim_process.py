"""One process of a simulated server: house, people, dealer, feeds and sockets, in one thread."""

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
from croupier.money import CENT
from croupier.server.auto_dealer.dealer import AutoDealer
from croupier.server.caller import actor_command
from croupier.server.live.feed import Feed, Subscription
from croupier.server.live.hub import Hub
from croupier.server.live.socket import PAGE
from croupier.server.live.visibility import Viewer
from croupier.store.address import Address
from croupier.store.clock import Clock
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.store.incidents import engine_for
from croupier.store.migrate import open_vault
from croupier.store.queries import Reader, engine_of
from croupier.store.requests import Answer
from server.people import Plain
from server.sim_store import Faults, SyncWriter
from table_world import CARD


class OneLease:
    """The lease of the automatic dealer: the first process that asks has it until it is gone."""

    def __init__(self) -> None:
        self.holder: object | None = None

    def of(self, owner: object) -> Held:
        """Return the lease as one process has it."""
        return Held(self, owner)


class Held:
    """The lease as one process has it."""

    def __init__(self, lease: OneLease, owner: object) -> None:
        self._lease, self._owner = lease, owner

    def try_take(self) -> bool:
        """Take the lease if no process has it; return True if it is held."""
        if self._lease.holder is None:
            self._lease.holder = self._owner
        return self.held()

    def held(self) -> bool:
        """Return True if this process holds the lease."""
        return self._lease.holder is self._owner

    def release(self) -> None:
        """Release the lease."""
        if self.held():
            self._lease.holder = None


class SyncHub(Hub):
    """The real hub without an event loop: its calls wait in a queue."""

    def __init__(self, house: House, later: Callable[..., None]) -> None:
        self._house = house
        self._feeds: dict[str, Feed] = {}
        self._catching_up: set[str] = set()
        self._pausing = {}
        self._closed = False
        self._later = later
        house.listen(self._table_changed)

    def now(self, table_id: str) -> Feed:
        """Return a table's feed at once."""
        feed = self._feeds.get(table_id)
        if feed is None:
            feed = self._feeds[table_id] = Feed(table_id, *self._read_table(table_id))
        return feed

    def reach_now(self, feed: Feed) -> None:
        """Do what `reach` does, at once."""
        room = self._house.live_table(feed.table_id)
        room.fall_behind()
        self._move(feed, *room.moment(feed.number), at_once=True)

    def _call_later(self, _: float, what: Callable[[Feed], None], feed: Feed) -> None:
        self._later(what, feed)

    def _call(self, what: Callable[..., None], *arguments: object) -> None:
        self._later(what, *arguments)

    def _catch_up(self, table_id: str) -> None:
        if table_id not in self._catching_up:
            self._catching_up.add(table_id)
            self._later(self._read_now, table_id)

    def _read_now(self, table_id: str) -> None:
        self._catching_up.discard(table_id)
        feed, room = self._feeds[table_id], self._house.live_table(table_id)
        try:
            moment = room.moment(feed.number)
        except NotStored:
            self._catch_up(table_id)
        else:
            self._move(feed, *moment)


class Box:
    """The frames that wait for one client, in order."""

    def __init__(self) -> None:
        self.frames: deque[str] = deque()
        self.open = True

    def put(self, frame: str) -> None:
        """Add a frame."""
        if self.open:
            self.frames.append(frame)


class SimSocket:
    """A client's socket at a process, with real subscriptions."""

    def __init__(self, process: Process, viewer: Viewer) -> None:
        self.process = process
        self.viewer = viewer
        self.box = Box()
        self._subscriptions: list[Subscription] = []

    def watch(self, table_id: str, after: int | None) -> None:
        """Watch a table, after an event or from now on."""
        hub = self.process.hub
        feed = hub.now(table_id)
        if after is not None and feed.number < after:
            hub.reach_now(feed)
        subscription = Subscription(feed, self.viewer, self.box.put)
        self._subscriptions.append(subscription)
        self._go_on(subscription, after)

    def _go_on(self, subscription: Subscription, after: int | None) -> None:
        """Send a page of what was missed, or the whole state and each step from now on."""
        feed, most = subscription.feed, self.process.page
        if after is None or after >= feed.number:
            self.box.put(feed.snapshot(self.viewer))
            subscription.start()
            return
        rows = self.process.house.reader.events(feed.table_id, after, feed.number, most)
        self.box.put(feed.missed(rows, self.viewer))
        self.process.later(self._go_on, subscription, rows[-1].number)

    def close(self) -> None:
        """Take nothing more."""
        self.box.open = False
        for subscription in self._subscriptions:
            subscription.cancel()


class Process:
    """A process that can be stepped, and stopped as by a crash."""

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
            sealer=open_vault(address, CENT, clock.text()),
            now=clock.text,
            draw=rng.randbytes,
        )
        self._engine = engine_for(str(path))
        self.people = People(self._engine, clock=clock, hasher=Plain(), draw=rng.randbytes)
        self.hub = SyncHub(self.house, self.later)
        self.lease = lease.of(self)
        self.dealer = AutoDealer(
            self.house,
            self.lease,
            clean_stop=clean,
            only_server=not clean,
            on_failure=lambda *_: None,
        )
        self.sockets: list[SimSocket] = []

    def later(self, what: Callable[..., None], *arguments: object) -> None:
        """Add a call to the queue."""
        self.line.append((what, arguments))

    def turn(self) -> bool:
        """Do the call that waits longest; return False if there is none."""
        if not self.line:
            return False
        what, arguments = self.line.popleft()
        what(*arguments)
        return True

    def socket(self, name: str) -> SimSocket:
        """Return a new socket of a client."""
        made = SimSocket(self, Viewer(name))
        self.sockets.append(made)
        return made

    def command(self, token: str, table_id: str, id: str, body: dict[str, Any]) -> Answer | str:
        """Handle a command as the server does; return its answer, or a code if there is none."""
        try:
            session = self.people.session(token)
            if session is None:
                return "not_signed_in"
            person = session.person
            try:
                table = self.hub.now(table_id).table
                given = actor_command(person, table_id, table, id, body)
            except CroupierError as wrong:
                return self.house.turn_away(table_id, person.name, id, body, wrong)
            return self.house.command(table_id, given.id, given.actor, given.body)
        except NotStored:
            return "not_stored"

    def end(self) -> None:
        """End as by a crash: nothing is finished, nobody is told."""
        for socket in self.sockets:
            socket.close()
        self.lease.release()
        self.line.clear()
        self.house.close()
        self._engine.dispose()


@lru_cache(10_000)
def cards_in(text: bytes) -> tuple[str, ...]:
    """Return every card that a text contains."""
    return tuple(CARD.findall(text.decode()))


def read(frame: str) -> dict[str, Any]:
    """Return a frame as an object."""
    told: dict[str, Any] = json.loads(frame)
    return told
