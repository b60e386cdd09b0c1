"""The feeds of all tables of a process, kept up to date with this and other processes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Generic, TypeVar

from croupier.server.live.feed import (
    DEADLINE,
    Feed,
    ShoeResults,
    Step,
    Subscription,
    send_step,
    stored_event,
)
from croupier.server.live.neglected import RoundOffers
from croupier.server.read_pool import ReadPool
from croupier.store.batch import EventRow
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.table import Phase, Table

PAUSE = 0.15
"""While bets are open, the least seconds between two steps of a table.

Everybody at the table is told of every chip; telling each chip apart would be most of the work of
a busy server. Whoever bets sees it at once: the answer shows it.
"""

_PAGE = 2000
"""How many past events are read at once."""
_RETRY = 0.2
"""Seconds until a table that could not be read is read again."""


_Past = tuple[ShoeResults, str | None, RoundOffers]
"""Results of the shoe so far, when the last deadline was set, the last round's insurance."""

_Read = tuple[Table, int, ShoeResults, str | None, RoundOffers]
"""A table as it is read: itself, the number of its last event, and its past."""


@dataclass(slots=True)
class _Opening:
    task: asyncio.Task[Feed]
    waiting: int = 0


class Hub:
    """Feeds by table. Everything here runs on the event loop, except `_table_changed`."""

    def __init__(
        self,
        house: House,
        pool: Executor,
        reads: ReadPool,
        failed: Callable[[NotStored], None],
    ) -> None:
        """Follow the tables of a house; `failed` is called when the database cannot be read.

        `pool` reads for commands and for everybody who watches, `reads` for one who asks.
        """
        self._house = house
        self._pool = pool
        self._reads = reads
        self._failed = failed
        self._loop = asyncio.get_running_loop()
        self._feeds: dict[str, Feed] = {}
        self._opening: dict[str, _Opening] = {}
        self._catching_up: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._pausing: dict[str, _Moment | None] = {}
        """Tables whose next step waits, with the newest moment that it will tell, if any."""
        self._closed = False
        house.listen(self._table_changed)

    def close(self) -> None:
        """Stop following tables."""
        self._closed = True
        for task in (*self._tasks, *(each.task for each in self._opening.values())):
            task.cancel()

    async def feed(self, table_id: str) -> Feed:
        """Return a table's feed for somebody who asks; KeyError if there is no such table.

        Those who ask for one table wait for one read, which is given up when they all are gone.
        """
        feed = self._feeds.get(table_id)
        if feed is not None:
            return feed
        opening = self._opening.get(table_id)
        if opening is None:
            task = self._loop.create_task(self._open(table_id))
            opening = self._opening[table_id] = _Opening(task)
            task.add_done_callback(lambda _: self._opened(table_id, task))
        opening.waiting += 1
        try:
            return await asyncio.shield(opening.task)
        finally:
            opening.waiting -= 1
            if not opening.waiting and not opening.task.done():
                opening.task.cancel()
                self._opened(table_id, opening.task)

    def _opened(self, table_id: str, task: asyncio.Task[Feed]) -> None:
        known = self._opening.get(table_id)
        if known is not None and known.task is task:
            del self._opening[table_id]

    async def feed_for_command(self, table_id: str) -> Feed:
        """Return a table's feed at once, before everybody who asks; KeyError if there is none."""
        feed = self._feeds.get(table_id)
        if feed is not None:
            return feed
        read = await self._loop.run_in_executor(self._pool, self._read_table, table_id)
        return self._add(table_id, read)

    async def reach(self, feed: Feed, number: int) -> None:
        """Bring a feed up to an event that a client has seen from another process.

        Otherwise the client would get an older state, and some events twice.
        """
        if feed.number < number:
            await self.refresh(feed)

    async def refresh(self, feed: Feed) -> None:
        """Bring a feed up to the last stored event, whichever process stored it."""
        live = self._house.live_table(feed.table_id)
        live.fall_behind()
        self._move(feed, *await self._reads.run(live.moment, feed.number), at_once=True)

    async def _open(self, table_id: str) -> Feed:
        return self._add(table_id, await self._reads.run(self._read_table, table_id))

    def _add(self, table_id: str, read: _Read) -> Feed:
        feed = self._feeds.get(table_id)
        if feed is not None:
            # A command was faster.
            return feed
        feed = self._feeds[table_id] = Feed(
            table_id, *read, fan_out=FanOut[Step, Subscription](self._loop.call_soon, send_step)
        )
        # Nobody has been told of events that were stored since the table was read.
        self._catch_up(table_id)
        return feed

    def _read_table(self, table_id: str) -> _Read:
        live = self._house.live_table(table_id)
        table, number, _ = live.moment(live.version)
        return table, number, *self._read_past(table_id, number)

    def _read_past(self, table_id: str, number: int) -> _Past:
        """Return what is told of the shoe and of the last round so far."""
        rows: list[EventRow] = []
        last = number
        while last > 0:
            first = max(0, last - _PAGE)
            part = self._house.reader.events(table_id, first, last)
            rows = [*part, *rows]
            if any(b'"shoe_started"' in row.entry for row in part):
                break
            last = first
        results, deadline_at, offers = ShoeResults(), None, RoundOffers()
        for row in rows:
            stored = stored_event(row)
            results, offers = results.after(stored.event), offers.after(stored)
            if stored.event["type"] == DEADLINE:
                deadline_at = stored.at
        return results, deadline_at, offers

    def _table_changed(self, table_id: str | None) -> None:
        """Update the feed of a table that changed, or all feeds; called from any thread.

        Changes by this process are in memory; those by others have to be read.
        """
        if self._closed:
            return
        if table_id is None:
            for known in tuple(self._feeds):
                self._call(self._catch_up, known)
            return
        feed = self._feeds.get(table_id)
        if feed is None:
            return
        live = self._house.live_table(table_id)
        if live.behind:
            self._call(self._catch_up, table_id)
        else:
            self._call(self._move, feed, *live.moment(feed.number))

    def _call(self, what: Callable[..., None], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(what, *arguments)
        except RuntimeError:
            # The loop is closed: nobody watches any more.
            self._closed = True

    def _call_later(self, seconds: float, what: Callable[[Feed], None], feed: Feed) -> None:
        self._loop.call_later(seconds, what, feed)

    def _move(
        self,
        feed: Feed,
        table: Table,
        number: int,
        rows: tuple[EventRow, ...],
        *,
        at_once: bool = False,
    ) -> None:
        """Move a feed to a moment; if only bets have changed since, at the end of its pause."""
        if number <= feed.number:
            return
        fresh = [row for row in rows if row.number > feed.number]
        if not fresh or fresh[0].number != feed.number + 1:
            self._catch_up(feed.table_id)
            return
        only_bets = _only_bets(feed.table, table)
        if only_bets and not at_once and feed.table_id in self._pausing:
            self._pausing[feed.table_id] = table, number, rows
            return
        feed.move(table, number, fresh)
        if only_bets and feed.table_id not in self._pausing:
            self._pause(feed)

    def _pause(self, feed: Feed) -> None:
        self._pausing[feed.table_id] = None
        self._call_later(PAUSE, self._end_pause, feed)

    def _end_pause(self, feed: Feed) -> None:
        waited = self._pausing.pop(feed.table_id)
        if waited is not None and not self._closed:
            self._move(feed, *waited)

    def _catch_up(self, table_id: str) -> None:
        if table_id in self._catching_up or self._closed:
            return
        self._catching_up.add(table_id)
        task = self._loop.create_task(self._read_events(table_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read_events(self, table_id: str) -> None:
        feed, live = self._feeds[table_id], self._house.live_table(table_id)
        try:
            self._catching_up.discard(table_id)
            moment = await self._loop.run_in_executor(self._pool, live.moment, feed.number)
        except NotStored as wrong:
            self._failed(wrong)
            await asyncio.sleep(_RETRY)
            self._catch_up(table_id)
        else:
            self._move(feed, *moment)


_Moment = tuple[Table, int, tuple[EventRow, ...]]
"""A table, the number of its last event, and its latest events."""


def _only_bets(before: Table, after: Table) -> bool:
    """Return True if bets are open and nothing else happened that people wait for."""
    return (
        before.phase is after.phase is Phase.BETTING
        and before.round == after.round
        and before.deadline == after.deadline
        and before.case is after.case
    )


T = TypeVar("T")
L = TypeVar("L")

BATCH = 64
"""How many listeners are told before other work on the event loop has its turn."""


class FanOut(Generic[T, L]):
    """Tells many listeners the same things in the same order; a few are told at once."""

    def __init__(
        self,
        call_soon: Callable[[Callable[[], None]], object],
        tell: Callable[[T, Iterable[L]], None],
    ) -> None:
        """Take an event loop's `call_soon`, or a function like it; `tell` tells some listeners."""
        self._call_soon = call_soon
        self._tell = tell
        self._waiting: deque[tuple[T, tuple[L, ...]]] = deque()
        self._told = 0
        """How many know the first thing that waits."""

    def __call__(self, thing: T, listeners: Iterable[L]) -> None:
        """Tell everybody who listens now, after those who still wait."""
        idle = not self._waiting
        self._waiting.append((thing, tuple(listeners)))
        if idle:
            self._tell_some()

    def _tell_some(self) -> None:
        room = BATCH
        try:
            while room and self._waiting:
                thing, listeners = self._waiting[0]
                some = listeners[self._told : self._told + room]
                room -= len(some)
                self._told += len(some)
                if self._told == len(listeners):
                    self._waiting.popleft()
                    self._told = 0
                self._tell(thing, some)
        finally:
            # A mistake with some keeps nobody else from being told.
            if self._waiting:
                self._call_soon(self._tell_some)
