"""The socket for programs without an event loop: one in a thread carries it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from threading import Thread
from types import TracebackType
from typing import Any, Self, TypeVar

from croupier.client.bet_round import Rounds
from croupier.client.requests import Approval
from croupier.client.results import Answer, Notice, Step, View
from croupier.client.retry import Retry
from croupier.client.socket import AsyncLive, Tell
from croupier.client.state import Command, State
from croupier.client.transport import Address

T = TypeVar("T")


class Live:
    """What `AsyncLive` is, for callers that wait; may be called from several threads."""

    def __init__(
        self,
        address: Address,
        token: str | None,
        retry: Retry,
        tell: Tell | None = None,
        *,
        rounds: Rounds,
        meant: Callable[[str, Command, str], Command],
    ) -> None:
        """Belong to a session; without a token one may watch."""

        async def wait(table: str, command: Command, id: str) -> Command:
            # It may ask over HTTP, which must not hold up the socket.
            return await asyncio.to_thread(meant, table, command, id)

        self._make: Callable[[], AsyncLive] = lambda: AsyncLive(
            address, token, retry, tell, rounds=rounds, meant=wait
        )
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="croupier-live", daemon=True)
        self._live: AsyncLive | None = None

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    @property
    def _inner(self) -> AsyncLive:
        if self._live is None:
            raise RuntimeError("a socket is used inside its `with`")
        return self._live

    def __enter__(self) -> Self:
        """Connect; what stands against it is raised here."""

        async def begin() -> AsyncLive:
            return await self._make().__aenter__()

        self._thread.start()
        try:
            self._live = self._wait(begin())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hang up."""
        self._wait(self._inner.close())
        self._stop()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def breaks(self) -> int:
        """How often the connection was lost."""
        return self._inner.breaks

    def watch(self, table: str, after: int | None = None) -> View:
        """Watch a table, and give it as it stands; with `after`, what was missed comes first."""
        return self._wait(self._inner.watch(table, after))

    def unwatch(self, table: str) -> None:
        """Hear no more of a table."""
        self._wait(self._inner.unwatch(table))

    def view(self, table: str) -> View:
        """Give a watched table as it was last told; KeyError if it is not watched."""
        return self._inner.view(table)

    def state(self, table: str) -> State:
        """Give the folded state of a watched table."""
        return self._inner.state(table)

    def command(
        self,
        table: str,
        command: Command,
        *,
        id: str | None = None,
        approval: Approval | None = None,
    ) -> Answer:
        """Give a command; it counts once, however often it has to be sent."""
        return self._wait(self._inner.command(table, command, id=id, approval=approval))

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Step | Notice:
        # StopAsyncIteration passes through a future; StopIteration could not.
        try:
            return self._wait(self._inner.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None
