"""Commands on their way from the event loop to the database: one at a time for each table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from croupier.server.monitoring import Health
from croupier.server.problems import Problem, ProblemCode
from croupier.store.failures import Busy, NotStored
from croupier.store.house import House
from croupier.store.requests import Answer
from croupier.table import Actor
from croupier.words import say

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 1000
"""How many commands may wait for one table; more are refused at once."""


class CommandQueue:
    """Runs commands in threads; those of one table wait on the event loop, not in a thread."""

    def __init__(self, house: House, pool: Executor, health: Health) -> None:
        self._house = house
        self._pool = pool
        self._health = health
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting: dict[str, int] = {}
        self._running = 0
        self.commands = 0
        """How many commands are under way or wait for their table."""
        self._on_idle: list[Callable[[], None]] = []
        self._idle = asyncio.Event()
        self._idle.set()

    async def command(
        self, table_id: str, command_id: str, actor: Actor, body: Mapping[str, object]
    ) -> Answer:
        """Send a command to a table; return its answer after the commit."""
        waiting = self._waiting.get(table_id, 0)
        if waiting >= MOST_WAITING:
            raise Problem(ProblemCode.TOO_MANY, say("server.queue_full"))
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        self._waiting[table_id] = waiting + 1
        self.commands += 1
        try:
            async with lock:
                return await self.run(self._house.command, table_id, command_id, actor, body)
        finally:
            self._command_done()
            left = self._waiting[table_id] - 1
            if left:
                self._waiting[table_id] = left
            else:
                del self._waiting[table_id]

    def on_idle(self, act: Callable[[], None]) -> None:
        """Call a function whenever no command is under way any more."""
        self._on_idle.append(act)

    def _command_done(self) -> None:
        self.commands -= 1
        if not self.commands:
            for act in self._on_idle:
                act()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that uses the database in a thread, and return its result.

        Raise `Problem` and record it in the server's health if the database fails.
        """
        return await self.run_in(self._pool, work, *args, **kwargs)

    async def run_in(
        self, pool: Executor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do what `run` does, in a thread of another pool."""
        return await self.result(self.start(pool, lambda: work(*args, **kwargs)))

    def start(self, pool: Executor, work: Callable[[], T]) -> asyncio.Future[T]:
        """Call a function in a thread; raise `Problem` if the server is closing."""
        if self._health.closing:
            raise Problem(ProblemCode.CLOSING, say("server.closing"))
        running = asyncio.get_running_loop().run_in_executor(pool, work)
        self._running += 1
        self._idle.clear()
        running.add_done_callback(self._done)
        return running

    async def result(self, running: asyncio.Future[T]) -> T:
        """Return the result of what was started; raise `Problem` if the database fails."""
        try:
            # A caller who disconnects must not cancel what is already running.
            result = await asyncio.shield(running)
        except NotStored as wrong:
            self._health.failed(wrong)
            raise Problem(
                ProblemCode.NOT_STORED,
                say("server.unknown_if_stored"),
            ) from wrong
        except Busy as wrong:
            raise Problem(ProblemCode.TOO_MANY, say("server.others_faster")) from wrong
        self._health.worked()
        return result

    def _done(self, running: asyncio.Future[T]) -> None:
        self._running -= 1
        if not self._running:
            self._idle.set()
        if not running.cancelled():
            running.exception()

    async def drained(self, seconds: float) -> bool:
        """Wait until nothing is running; return False if that takes longer than the seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
