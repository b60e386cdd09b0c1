"""Who is served next where many wait: addresses take turns, so that no one holds up the others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from croupier.server.shedding import Overloaded, Shedding, What, Whose
from croupier.words import say


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """How many may be served and wait, for one address and in all."""

    served: int
    served_each: int
    waiting: int
    waiting_each: int
    patience: float = 10.0
    """Seconds after which somebody who waits is refused."""


class Turns:
    """Serves some at a time, one address after the other; used on the event loop only."""

    def __init__(
        self,
        what: What,
        limits: TurnLimits,
        shedding: Shedding,
        served: Callable[[], int] | None = None,
    ) -> None:
        """Take `served` for how many are served at once, where that changes."""
        self._what, self._limits, self._shedding = what, limits, shedding
        self._most = served or (lambda: limits.served)
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.waiting = 0
        """How many wait."""
        self._served: dict[str, int] = {}
        self.served = 0
        """How many are being served."""

    async def take(self, address: str) -> None:
        """Wait for a turn; raise `Overloaded` if too many wait or it takes too long.

        Who is cancelled meanwhile waits no more. A turn that was taken is given back by `end`.
        """
        if not self._waiting and self._free(address):
            self._begin(address)
            return
        self._admit(address)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        self.waiting += 1
        # Others may wait only because their address is served enough.
        self.next()
        try:
            async with asyncio.timeout(self._limits.patience):
                await turn
        except (TimeoutError, asyncio.CancelledError) as wrong:
            if turn.done() and not turn.cancelled():
                # It was given its turn in the same moment.
                self.end(address)
            else:
                self._leave(address, turn)
            if isinstance(wrong, asyncio.CancelledError):
                raise
            raise self._shed(address, Whose.WAITED) from None

    def end(self, address: str) -> None:
        """End a turn, and begin the next one that waits."""
        self.served -= 1
        left = self._served[address] - 1
        if left:
            self._served[address] = left
        else:
            del self._served[address]
        self.next()

    def next(self) -> None:
        """Let as many begin as may be served now."""
        passed = 0
        while passed < len(self._waiting) and self.served < self._most():
            address, queue = next(iter(self._waiting.items()))
            self._waiting.move_to_end(address)
            if self._served.get(address, 0) >= self._limits.served_each:
                passed += 1
                continue
            turn = queue.popleft()
            self.waiting -= 1
            if not queue:
                del self._waiting[address]
            if not turn.done():
                turn.set_result(None)
                self._begin(address)
            passed = 0

    def _free(self, address: str) -> bool:
        each = self._served.get(address, 0) < self._limits.served_each
        return each and self.served < self._most()

    def _begin(self, address: str) -> None:
        self.served += 1
        self._served[address] = self._served.get(address, 0) + 1

    def _admit(self, address: str) -> None:
        if len(self._waiting.get(address, ())) >= self._limits.waiting_each:
            raise self._shed(address, Whose.ADDRESS)
        if self.waiting >= self._limits.waiting:
            raise self._shed(address, Whose.ALL)

    def _leave(self, address: str, turn: asyncio.Future[None]) -> None:
        queue = self._waiting.get(address)
        if queue is not None and turn in queue:
            queue.remove(turn)
            self.waiting -= 1
            if not queue:
                del self._waiting[address]

    def _shed(self, address: str, whose: Whose) -> Overloaded:
        self._shedding.note(self._what, whose, address)
        return Overloaded(whose, say("server.busy"))
