"""Commands on their way from the event loop to the database: in order for each table.

Those that arrive while one of the same table is under way go together in one thread, and bets among
them in one commit: most of what a bet costs is the way between threads.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from croupier.server.monitoring import Health
from croupier.server.problems import Problem, ProblemCode
from croupier.store.failures import Busy, NotStored
from croupier.store.house import Given, House
from croupier.store.requests import Answer
from croupier.table import Actor
from croupier.words import say

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 1000
"""How many commands may wait for one table; more are refused at once."""

MOST_TOGETHER = 32
"""How many commands of a table one thread takes with it; those that follow wait for the next."""


@dataclass(slots=True)
class _Line:
    """The commands that wait for a table."""

    table_id: str
    waiting: deque[tuple[Given, asyncio.Future[Answer]]] = field(default_factory=deque)
    busy: bool = False
    """Whether commands are being carried out."""


class CommandQueue:
    """Runs commands in threads; those of one table wait on the event loop, not in a thread."""

    def __init__(self, house: House, pool: Executor, health: Health) -> None:
        self._house = house
        self._pool = pool
        self._health = health
        self._lines: dict[str, _Line] = {}
        """The tables that commands are under way to."""
        self._running = 0
        self.commands = 0
        """How many commands are under way or wait for their table."""
        self._on_idle: list[Callable[[], None]] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._trying: asyncio.Future[None] | None = None
        """A try to store something, after a time in which nothing could be."""

    async def command(
        self, table_id: str, command_id: str, actor: Actor, body: Mapping[str, object]
    ) -> Answer:
        """Send a command to a table; return its answer after the commit."""
        line = self._lines.get(table_id)
        if line is None:
            line = self._lines[table_id] = _Line(table_id)
        if len(line.waiting) >= MOST_WAITING:
            raise Problem(ProblemCode.TOO_MANY, say("server.queue_full"))
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        line.waiting.append(((command_id, actor, body), answer))
        self.commands += 1
        try:
            if not line.busy:
                self._next(line)
            return await answer
        finally:
            self._command_done()

    def _next(self, line: _Line) -> None:
        """Carry out the commands that wait for a table, as many as go together, in one thread."""
        taken: list[tuple[Given, asyncio.Future[Answer]]] = []
        while line.waiting and len(taken) < MOST_TOGETHER:
            given, answer = line.waiting.popleft()
            # Who hung up before it began has given no command.
            if not answer.done():
                taken.append((given, answer))
        if not taken:
            del self._lines[line.table_id]
            return
        every = [given for given, _ in taken]
        try:
            running = self.start(self._pool, lambda: self._house.commands(line.table_id, every))
        except Problem as closing:
            for _, answer in taken:
                answer.set_exception(closing)
            self._next(line)
            return
        line.busy = True
        running.add_done_callback(lambda _: self._answer(line, taken, running))

    def _answer(
        self,
        line: _Line,
        taken: list[tuple[Given, asyncio.Future[Answer]]],
        running: asyncio.Future[list[Answer | Exception]],
    ) -> None:
        line.busy = False
        wrong = asyncio.CancelledError() if running.cancelled() else running.exception()
        outcomes = running.result() if wrong is None else [wrong for _ in taken]
        for (_, answer), outcome in zip(taken, outcomes, strict=True):
            if answer.done():
                continue
            if isinstance(outcome, Answer):
                self._health.worked()
                answer.set_result(outcome)
            elif isinstance(outcome, Exception):
                answer.set_exception(self._problem(outcome))
            else:
                answer.cancel()
        self._next(line)

    def _problem(self, wrong: Exception) -> Exception:
        """Return what a caller is told of a failure; record it if the database failed."""
        problem: Problem | None = None
        if isinstance(wrong, NotStored):
            self._health.failed(wrong)
            problem = Problem(ProblemCode.NOT_STORED, say("server.unknown_if_stored"))
        elif isinstance(wrong, Busy):
            problem = Problem(ProblemCode.TOO_MANY, say("server.others_faster"))
        if problem is None:
            return wrong
        problem.__cause__ = wrong
        return problem

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
        except (NotStored, Busy) as wrong:
            raise self._problem(wrong) from wrong
        if self._health.failure is not None:
            self._try_to_store()
        return result

    def _try_to_store(self) -> None:
        """Find out whether the database is back: what worked may only have been read."""
        if self._trying is None and not self._health.closing:
            self._trying = self.start(self._pool, self._house.ping)
            self._trying.add_done_callback(self._tried)

    def _tried(self, trying: asyncio.Future[None]) -> None:
        self._trying = None
        if trying.cancelled():
            return
        wrong = trying.exception()
        if wrong is None:
            self._health.worked()
        elif isinstance(wrong, NotStored):
            self._health.failed(wrong)

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
