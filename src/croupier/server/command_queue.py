"""The way of a command from the event loop to the house and back, one a table at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from croupier.server.health import Health
from croupier.server.http.problems import Door, Problem
from croupier.store.failures import Busy, NotStored
from croupier.store.house import House
from croupier.store.requests import Answer
from croupier.table import Actor

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 1000
"""How many commands may wait for one table; more are turned away at once."""


class Gate:
    """Hands commands to threads; those of one table wait here, not in a thread."""

    def __init__(self, house: House, pool: Executor, health: Health) -> None:
        """Lead to a house."""
        self._house = house
        self._pool = pool
        self._health = health
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting: dict[str, int] = {}
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def under_way(self) -> int:
        """How many commands wait for their answer."""
        return self._under_way

    async def command(
        self, table_id: str, command_id: str, actor: Actor, body: Mapping[str, object]
    ) -> Answer:
        """Give a command; the answer comes after the commit."""
        waiting = self._waiting.get(table_id, 0)
        if waiting >= MOST_WAITING:
            raise Problem(Door.TOO_MANY, "too many commands wait for this table")
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        self._waiting[table_id] = waiting + 1
        try:
            async with lock:
                return await self.call(self._house.command, table_id, command_id, actor, body)
        finally:
            left = self._waiting[table_id] - 1
            if left:
                self._waiting[table_id] = left
            else:
                del self._waiting[table_id]

    async def call(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something done with the database in a thread; a failure is known to everybody."""
        return await self.call_in(self._pool, what, *args, **kwargs)

    async def call_in(
        self, pool: Executor, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Have something done in a thread of another pool."""
        if self._health.closing:
            raise Problem(Door.CLOSING, "the server is closing; try again in a moment")
        loop = asyncio.get_running_loop()
        self._under_way += 1
        self._idle.clear()
        work = loop.run_in_executor(pool, lambda: what(*args, **kwargs))
        work.add_done_callback(self._done)
        try:
            # Who hangs up must not take back what is under way.
            made = await asyncio.shield(work)
        except NotStored as wrong:
            self._health.failed(wrong)
            raise Problem(
                Door.NOT_STORED,
                "nobody knows whether this was stored: send it again under the same id",
            ) from wrong
        except Busy as wrong:
            raise Problem(Door.TOO_MANY, "others were always faster; send it again") from wrong
        self._health.worked()
        return made

    def _done(self, work: asyncio.Future[T]) -> None:
        self._under_way -= 1
        if not self._under_way:
            self._idle.set()
        if not work.cancelled():
            work.exception()

    async def drained(self, seconds: float) -> bool:
        """Wait until everything under way is answered; say whether that came in time."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
