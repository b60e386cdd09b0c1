"""The socket for programs with an event loop: watches tables, sends commands, reconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin

from croupier.client import requests
from croupier.client.requests import UNSETTLED, Approval, BetRounds, Call, Lost, Reply, new_id
from croupier.client.results import (
    Answer,
    ClientError,
    Command,
    Notice,
    SignedOut,
    State,
    Step,
    Unanswered,
    View,
)
from croupier.client.table_copy import CommandAnswered, FrameRefused, Received, TableCopies
from croupier.client.transport import Address, Retry, send_async

SIGNED_OUT = 4401
"""The code with which the server ends the sockets of a session that is over."""

MOST_FRAME = 32_000_000
"""The longest frame, in bytes: a page of five hundred settled rounds is long."""

Tell = Callable[[Step | Notice], None]
WithRound = Callable[[str, Command, str], Awaitable[Command]]
"""Returns a command with the round that it is meant for; takes table, command and id."""


class _Reconnect(Exception):
    """This connection is of no use: connect again."""


class AsyncLive:
    """One socket for any number of tables.

    Iterating it yields steps in order, each once, however often the connection breaks. If `tell` is
    given, it is called with them instead. Steps wait here until they are taken: a program that
    does not need them gives a `tell` that does nothing.
    """

    def __init__(
        self,
        address: Address,
        token: str | None,
        retry: Retry,
        tell: Tell | None = None,
        *,
        rounds: BetRounds,
        with_round: WithRound,
    ) -> None:
        """Use the session of a token; without one a program may only watch."""
        self._rounds = rounds
        self._with_round = with_round
        self._address = address
        self._token = token
        self._retry = retry
        self._steps: asyncio.Queue[Step | Notice | None] = asyncio.Queue()
        self._tell = tell
        self._tables = TableCopies()
        self._socket: ClientConnection | None = None
        self._connected = asyncio.Event()
        self._answers: dict[str, asyncio.Future[Reply | Lost]] = {}
        self._first_views: dict[str, asyncio.Future[View]] = {}
        self._task: asyncio.Task[None] | None = None
        self._ended_by: BaseException | None = None
        self.breaks = 0
        """How often the connection was lost."""

    # Beginning and end

    async def __aenter__(self) -> Self:
        """Connect; raise `ClientError` if that is refused or does not succeed."""
        self._task = asyncio.create_task(self._run())
        connected = asyncio.create_task(self._connected.wait())
        try:
            await asyncio.wait((self._task, connected), return_when=asyncio.FIRST_COMPLETED)
        finally:
            connected.cancel()
        self.check()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the socket."""
        await self.close()

    async def close(self) -> None:
        """Close the socket; iterating it ends."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def check(self) -> None:
        """Raise the exception that ended the socket, if one did; for programs with a `tell`."""
        if self._ended_by is not None:
            raise self._ended_by

    # What a program uses

    async def watch(self, table: str, after: int | None = None) -> View:
        """Watch a table and return its state; with `after`, the events since then come first.

        Nothing is sent if this socket watches the table already.
        """
        self.check()
        found = self._tables.view(table)
        if found is None:
            first = self._first_views.get(table)
            if first is None:
                first = self._first_views[table] = asyncio.get_running_loop().create_future()
                await self._send_frame(self._tables.watch(table, after))
            found = await asyncio.shield(first)
        self._rounds.saw(table, found.state.get("round"))
        return found

    async def unwatch(self, table: str) -> None:
        """Stop watching a table."""
        self._rounds.forget(table)
        await self._send_frame(self._tables.unwatch(table))

    def view(self, table: str) -> View:
        """Return the last known state of a watched table; KeyError if it is not watched."""
        found = self._tables.view(table)
        if found is None:
            raise KeyError(table)
        self._rounds.saw(table, found.state.get("round"))
        return found

    def state(self, table: str) -> State:
        """Return the state of a watched table."""
        return self.view(table).state

    async def command(
        self,
        table: str,
        command: Command,
        *,
        id: str | None = None,
        approval: Approval | None = None,
    ) -> Answer:
        """Send a command and return its answer; it counts once, however often it is sent.

        A bet without a `round` is meant for the one that this client saw last.
        """
        self.check()
        id = id or new_id()
        body = await self._with_round(table, command, id)
        try:
            request = requests.frame(table, body, id, approval)
            answer = await send_async(request, self._retry, self._send_once)
        except ClientError as wrong:
            self._rounds.failed(table, body, wrong)
            raise
        return self._rounds.answered(table, answer)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Step | Notice:
        if self._ended_by is not None and self._steps.empty():
            found = None
        else:
            found = await self._steps.get()
        if found is not None:
            self._saw(found)
            return found
        if self._ended_by is not None and not isinstance(self._ended_by, asyncio.CancelledError):
            raise self._ended_by
        raise StopAsyncIteration

    # The connection

    async def _send_frame(self, frame: str) -> None:
        """Send a frame, if connected; otherwise the next connection sends its like anyway."""
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                await self._socket.send(frame)

    async def _send_once(self, call: Call) -> Reply | Lost:
        assert call.id is not None, "a frame has an id"
        assert call.body is not None, "and a body"
        self.check()
        answer: asyncio.Future[Reply | Lost] = asyncio.get_running_loop().create_future()
        self._answers[call.id] = answer
        try:
            async with asyncio.timeout(self._retry.timeout):
                await self._connected.wait()
                self.check()
                if self._socket is not None:
                    await self._socket.send(call.body.decode())
                return await answer
        except (TimeoutError, WebSocketException, OSError):
            return Lost(sent=True)
        finally:
            if self._answers.get(call.id) is answer:
                del self._answers[call.id]

    async def _run(self) -> None:
        reason: BaseException = asyncio.CancelledError()
        try:
            await self._stay_connected()
        except BaseException as wrong:
            reason = wrong
            if isinstance(wrong, asyncio.CancelledError):
                raise
        finally:
            self._end(reason)

    def _end(self, reason: BaseException) -> None:
        """Raise the reason in everybody who waits for something."""
        self._ended_by = reason
        self._connected.set()
        for table in self._tables.tables:
            self._rounds.forget(table)
        closed = Unanswered("a socket that was closed")
        raised = reason if isinstance(reason, Exception) else closed
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(raised)
        for first in self._first_views.values():
            if not first.done():
                first.set_exception(raised)
                first.exception()
        self._steps.put_nowait(None)

    async def _stay_connected(self) -> None:
        """Connect again and again; raise if the server refuses or stays away."""
        pauses = self._retry.pauses()
        while True:
            try:
                if await self._serve():
                    pauses = self._retry.pauses()
            except InvalidStatus as wrong:
                sent = wrong.response
                reply = Reply(ok=False, data=bytes(sent.body or b""), status=sent.status_code)
                if reply.settled:
                    raise reply.refusal from None
            except (OSError, TimeoutError, WebSocketException, _Reconnect):
                pass
            pause = next(pauses, None)
            if pause is None:
                raise Unanswered(f"a socket to {self._address.origin}")
            await asyncio.sleep(pause)

    async def _serve(self) -> bool:
        """Use one connection to its end; return True if anything came over it."""
        headers = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        came = False
        async with connect(
            self._address.live,
            origin=Origin(self._address.origin),
            additional_headers=headers,
            open_timeout=self._retry.timeout,
            compression=None,
            max_size=MOST_FRAME,
            proxy=None if self._address.is_local else True,
        ) as socket:
            try:
                for frame in self._tables.connected():
                    await socket.send(frame)
                self._socket = socket
                self._connected.set()
                while True:
                    text = await socket.recv()
                    came = True
                    self._handle(self._tables.receive(text))
            except ConnectionClosed:
                pass
            finally:
                self._disconnected()
        if socket.close_code == SIGNED_OUT:
            raise SignedOut("not_signed_in", "the session is over", None, None)
        return came

    def _disconnected(self) -> None:
        self.breaks += 1
        self._socket = None
        self._connected.clear()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_result(Lost(sent=True))

    def _handle(self, received: Received | None) -> None:
        match received:
            case CommandAnswered(id, reply):
                answer = self._answers.get(id)
                if answer is not None and not answer.done():
                    answer.set_result(reply)
            case FrameRefused(table, why):
                if why.code in UNSETTLED:
                    raise _Reconnect
                first = None if table is None else self._first_views.pop(table, None)
                if table is not None and first is not None:
                    self._tables.unwatch(table)
                    if not first.done():
                        first.set_exception(why)
            case Step(table):
                first = None if received.behind else self._first_views.pop(table, None)
                if first is not None and not first.done():
                    first.set_result(View(table, received.number, received.state, received.me))
                self._deliver(received)
            case Notice():
                self._deliver(received)

    def _deliver(self, step: Step | Notice) -> None:
        """Call `tell` with a step, or keep it until it is taken."""
        if self._tell is None:
            self._steps.put_nowait(step)
        else:
            self._saw(step)
            self._tell(step)

    def _saw(self, step: Step | Notice) -> None:
        if isinstance(step, Step):
            self._rounds.saw(step.table, step.state.get("round"))
