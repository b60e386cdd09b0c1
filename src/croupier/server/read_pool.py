"""Threads for reading: bets never wait for them, and what nobody waits for any more is not read."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from croupier.server.command_queue import CommandQueue
from croupier.server.shedding import Shedding, What
from croupier.server.turns import TurnLimits, Turns

P = ParamSpec("P")
T = TypeVar("T")

asking: ContextVar[str] = ContextVar("asking", default="-")
"""The address for which something is read: set where a request or a socket begins."""


class ReadPool:
    """Calls functions that read, in threads of its own; addresses take turns.

    While commands are under way only one thread reads: they share the processor. What is cancelled
    before its turn is never called.
    """

    def __init__(
        self, name: str, limits: TurnLimits, queue: CommandQueue, shedding: Shedding
    ) -> None:
        """Read in `limits.served` threads; `queue` knows of commands, and of failures."""
        self._threads = ThreadPoolExecutor(limits.served, name)
        self._queue = queue
        self.turns = Turns(
            What.READ, limits, shedding, lambda: 1 if queue.commands else limits.served
        )
        queue.on_idle(self.turns.next)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a thread when its turn comes; raise `Problem` if that fails."""
        address = asking.get()
        await self.turns.take(address)
        try:
            running = self._queue.start(self._threads, lambda: work(*args, **kwargs))
        except BaseException:
            self.turns.end(address)
            raise
        # Whoever asked may be gone by then: the thread is free only when it is done.
        running.add_done_callback(lambda _: self.turns.end(address))
        return await self._queue.result(running)

    def shut_down(self) -> None:
        """Wait for what is being read, and end the threads."""
        self._threads.shutdown(cancel_futures=True)
