"""All tables that a process shows, kept up with what happens here and in other processes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Generic, TypeVar

from croupier.server.live.feed import DEADLINE, Feed, Step, happening_of
from croupier.server.live.shoe_results import Board
from croupier.store.batch import EventRow
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.table import Table

_STEP = 2000
_AGAIN = 0.2
"""Seconds until a table that could not be read is looked at again."""


class Hub:
    """Feeds by table. Everything here happens on the event loop, but for `_heard`."""

    def __init__(self, house: House, pool: Executor, failed: Callable[[NotStored], None]) -> None:
        """Show the tables of a house; `failed` is told when the database cannot be read."""
        self._house = house
        self._pool = pool
        self._failed = failed
        self._loop = asyncio.get_running_loop()
        self._feeds: dict[str, Feed] = {}
        self._opening: dict[str, asyncio.Task[Feed]] = {}
        self._catching: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        house.listen(self._heard)

    def close(self) -> None:
        """Follow nothing any more."""
        self._closed = True
        for task in (*self._tasks, *self._opening.values()):
            task.cancel()

    @property
    def feeds(self) -> tuple[Feed, ...]:
        """The tables that are followed."""
        return tuple(self._feeds.values())

    async def feed(self, table_id: str) -> Feed:
        """Give a table's feed; KeyError if there is no such table."""
        feed = self._feeds.get(table_id)
        if feed is not None:
            return feed
        task = self._opening.get(table_id)
        if task is None:
            task = self._opening[table_id] = self._loop.create_task(self._open(table_id))
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def reach(self, feed: Feed, number: int) -> None:
        """Bring a feed up to an event that somebody has seen in another process.

        Else they would be shown the table as it was before that, and some of it twice.
        """
        if feed.number < number:
            await self.refresh(feed)

    async def refresh(self, feed: Feed) -> None:
        """Bring a feed up to the last event that is stored, by whichever process."""
        room = self._house.live_table(feed.table_id)
        room.fall_behind()
        moment = await self._loop.run_in_executor(self._pool, room.moment, feed.number)
        self._move(feed, *moment)

    async def _open(self, table_id: str) -> Feed:
        begun = await self._loop.run_in_executor(self._pool, self._begin, table_id)
        feed = self._feeds[table_id] = Feed(
            table_id, *begun, broadcast=Broadcast[Step](self._loop.call_soon)
        )
        # What happened between reading and now has been told to nobody.
        self._catch_up(table_id)
        return feed

    def _begin(self, table_id: str) -> tuple[Table, int, Board, str | None]:
        room = self._house.live_table(table_id)
        table, number, _ = room.moment(room.version)
        return table, number, *self._past(table_id, number)

    def _past(self, table_id: str, number: int) -> tuple[Board, str | None]:
        """Find where the shoe began; note what its rounds brought, and the last deadline."""
        rows: list[EventRow] = []
        last = number
        while last > 0:
            first = max(0, last - _STEP)
            part = self._house.reader.events(table_id, first, last)
            rows = [*part, *rows]
            if any(b'"shoe_started"' in row.entry for row in part):
                break
            last = first
        board, called = Board(), None
        for row in rows:
            happening = happening_of(row)
            board = board.after(happening.event)
            if happening.event["type"] == DEADLINE:
                called = happening.at
        return board, called

    def _heard(self, table_id: str | None) -> None:
        """Hear from any thread that a table has moved on; what this process did is at hand."""
        if self._closed:
            return
        if table_id is None:
            for known in tuple(self._feeds):
                self._call(self._catch_up, known)
            return
        feed = self._feeds.get(table_id)
        if feed is None:
            return
        room = self._house.live_table(table_id)
        if room.behind:
            self._call(self._catch_up, table_id)
        else:
            self._call(self._move, feed, *room.moment(feed.number))

    def _call(self, what: Callable[..., None], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(what, *arguments)
        except RuntimeError:
            # The loop is closed: nobody watches any more.
            self._closed = True

    def _move(self, feed: Feed, table: Table, number: int, rows: tuple[EventRow, ...]) -> None:
        if number <= feed.number:
            return
        fresh = [row for row in rows if row.number > feed.number]
        if fresh and fresh[0].number == feed.number + 1:
            feed.move(table, number, fresh)
        else:
            self._catch_up(feed.table_id)

    def _catch_up(self, table_id: str) -> None:
        if table_id in self._catching or self._closed:
            return
        self._catching.add(table_id)
        task = self._loop.create_task(self._read(table_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, table_id: str) -> None:
        feed, room = self._feeds[table_id], self._house.live_table(table_id)
        try:
            self._catching.discard(table_id)
            moment = await self._loop.run_in_executor(self._pool, room.moment, feed.number)
        except NotStored as wrong:
            self._failed(wrong)
            await asyncio.sleep(_AGAIN)
            self._catch_up(table_id)
        else:
            self._move(feed, *moment)


T = TypeVar("T")
Tell = Callable[[T], None]

SOME = 32
"""How many are told before others have their turn."""


class Broadcast(Generic[T]):
    """Tells each of many the same things in the same order; who is few is told at once."""

    def __init__(self, later: Callable[[Callable[[], None]], object]) -> None:
        """Go on by `later`, which calls something soon: an event loop's `call_soon`."""
        self._later = later
        self._waiting: deque[tuple[T, Iterator[Tell[T]]]] = deque()

    def __call__(self, thing: T, listeners: Iterable[Tell[T]]) -> None:
        """Tell everybody who listens now, after what was to be told before."""
        idle = not self._waiting
        self._waiting.append((thing, iter(tuple(listeners))))
        if idle:
            self._tell_some()

    def _tell_some(self) -> None:
        told = 0
        while self._waiting:
            thing, listeners = self._waiting[0]
            for tell in listeners:
                tell(thing)
                told += 1
                if told >= SOME:
                    self._later(self._tell_some)
                    return
            self._waiting.popleft()
