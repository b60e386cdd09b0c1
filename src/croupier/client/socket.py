"""The socket: watches tables, carries commands, and comes back by itself after a break."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin

from croupier.client import requests
from croupier.client.bet_round import Rounds
from croupier.client.call import UNSETTLED, Call, Lost, Reply, new_id
from croupier.client.requests import Approval
from croupier.client.results import Answer, ClientError, Notice, SignedOut, Step, Unanswered, View
from croupier.client.retry import Retry, drive_async
from croupier.client.state import Command, State
from croupier.client.table_copy import Answered, Heard, Mirror, Turned
from croupier.client.transport import Address

SIGNED_OUT = 4401
"""The code that a server ends a socket with whose session is over."""

MOST_FRAME = 32_000_000
"""A page of five hundred settled rounds is long."""

Tell = Callable[[Step | Notice], None]
Meant = Callable[[str, Command, str], Awaitable[Command]]
"""Returns a command at a table, under an id, with the round that it is meant for."""


class _Break(Exception):
    """The connection is of no use: come back."""


class AsyncLive:
    """One socket for any number of tables.

    Steps come by iterating, in order, each once, across any number of breaks; whoever gives `tell`
    is called with them instead. They wait here until they are taken: a program that is not
    interested in them gives a `tell` that does nothing.
    """

    def __init__(
        self,
        address: Address,
        token: str | None,
        retry: Retry,
        tell: Tell | None = None,
        *,
        rounds: Rounds,
        meant: Meant,
    ) -> None:
        """Belong to a session; without a token one may watch."""
        self._rounds = rounds
        self._meant = meant
        self._address = address
        self._token = token
        self._retry = retry
        self._steps: asyncio.Queue[Step | Notice | None] = asyncio.Queue()
        self._tell = tell
        self._mirror = Mirror()
        self._socket: ClientConnection | None = None
        self._connected = asyncio.Event()
        self._answers: dict[str, asyncio.Future[Reply | Lost]] = {}
        self._arrivals: dict[str, asyncio.Future[View]] = {}
        self._task: asyncio.Task[None] | None = None
        self._over: BaseException | None = None
        self.breaks = 0
        """How often the connection was lost."""

    # Beginning and end

    async def __aenter__(self) -> Self:
        """Connect; what stands against it is raised here."""
        self._task = asyncio.create_task(self._run())
        connected = asyncio.create_task(self._connected.wait())
        try:
            await asyncio.wait((self._task, connected), return_when=asyncio.FIRST_COMPLETED)
        finally:
            connected.cancel()
        self.check()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hang up."""
        await self.close()

    async def close(self) -> None:
        """End the socket; who iterates comes to the end."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def check(self) -> None:
        """Raise what ended the socket, if anything did; for whoever has a `tell`."""
        if self._over is not None:
            raise self._over

    # What a program asks for

    async def watch(self, table: str, after: int | None = None) -> View:
        """Watch a table, and give it as it stands; with `after`, what happened since comes first.

        Where it was watched before, by this socket, nothing new is asked for.
        """
        self.check()
        found = self._mirror.view(table)
        if found is None:
            arrival = self._arrivals.get(table)
            if arrival is None:
                arrival = self._arrivals[table] = asyncio.get_running_loop().create_future()
                await self._say(self._mirror.watch(table, after))
            found = await asyncio.shield(arrival)
        self._rounds.saw(table, found.state.get("round"))
        return found

    async def unwatch(self, table: str) -> None:
        """Hear no more of a table."""
        self._rounds.forget(table)
        await self._say(self._mirror.unwatch(table))

    def view(self, table: str) -> View:
        """Give a watched table as it was last told; KeyError if it is not watched."""
        found = self._mirror.view(table)
        if found is None:
            raise KeyError(table)
        self._rounds.saw(table, found.state.get("round"))
        return found

    def state(self, table: str) -> State:
        """Give the folded state of a watched table."""
        return self.view(table).state

    async def command(
        self,
        table: str,
        command: Command,
        *,
        id: str | None = None,
        approval: Approval | None = None,
    ) -> Answer:
        """Give a command; it counts once, however often it has to be sent.

        A bet without a `round` is meant for the one that this client saw last.
        """
        self.check()
        id = id or new_id()
        body = await self._meant(table, command, id)
        try:
            asked = requests.frame(table, body, id, approval)
            answer = await drive_async(asked, self._retry, self._ask)
        except ClientError as wrong:
            self._rounds.failed(table, body, wrong)
            raise
        return self._rounds.answered(table, answer)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Step | Notice:
        if self._over is not None and self._steps.empty():
            found = None
        else:
            found = await self._steps.get()
        if found is not None:
            self._saw(found)
            return found
        if self._over is not None and not isinstance(self._over, asyncio.CancelledError):
            raise self._over
        raise StopAsyncIteration

    # The connection

    async def _say(self, frame: str) -> None:
        """Send what the greeting of the next connection repeats anyway."""
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                await self._socket.send(frame)

    async def _ask(self, call: Call) -> Reply | Lost:
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
        over: BaseException = asyncio.CancelledError()
        try:
            await self._stay()
        except BaseException as wrong:
            over = wrong
            if isinstance(wrong, asyncio.CancelledError):
                raise
        finally:
            self._end(over)

    def _end(self, over: BaseException) -> None:
        self._over = over
        self._connected.set()
        for table in self._mirror.tables:
            self._rounds.forget(table)
        told = over if isinstance(over, Exception) else Unanswered("a socket that was closed")
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(told)
        for arrival in self._arrivals.values():
            if not arrival.done():
                arrival.set_exception(told)
                arrival.exception()
        self._steps.put_nowait(None)

    async def _stay(self) -> None:
        """Be connected, again and again, until there is no sense in it."""
        pauses = self._retry.pauses()
        while True:
            try:
                if await self._serve():
                    pauses = self._retry.pauses()
            except InvalidStatus as wrong:
                said = wrong.response
                reply = Reply(ok=False, data=bytes(said.body or b""), status=said.status_code)
                if reply.settled:
                    raise reply.refusal from None
            except (OSError, TimeoutError, WebSocketException, _Break):
                pass
            pause = next(pauses, None)
            if pause is None:
                raise Unanswered(f"a socket to {self._address.origin}")
            await asyncio.sleep(pause)

    async def _serve(self) -> bool:
        """Serve one connection to its end; say whether anything came over it."""
        headers = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        came = False
        async with connect(
            self._address.live,
            origin=Origin(self._address.origin),
            additional_headers=headers,
            open_timeout=self._retry.timeout,
            compression=None,
            max_size=MOST_FRAME,
            proxy=None if self._address.near else True,
        ) as socket:
            try:
                for frame in self._mirror.greeting():
                    await socket.send(frame)
                self._socket = socket
                self._connected.set()
                while True:
                    text = await socket.recv()
                    came = True
                    self._hear(self._mirror.take(text))
            except ConnectionClosed:
                pass
            finally:
                self._lose()
        if socket.close_code == SIGNED_OUT:
            raise SignedOut("not_signed_in", "the session is over", None, None)
        return came

    def _lose(self) -> None:
        self.breaks += 1
        self._socket = None
        self._connected.clear()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_result(Lost(sent=True))

    def _hear(self, heard: Heard | None) -> None:
        match heard:
            case Answered(id, reply):
                answer = self._answers.get(id)
                if answer is not None and not answer.done():
                    answer.set_result(reply)
            case Turned(table, why):
                if why.code in UNSETTLED:
                    raise _Break
                arrival = None if table is None else self._arrivals.pop(table, None)
                if table is not None and arrival is not None:
                    self._mirror.unwatch(table)
                    if not arrival.done():
                        arrival.set_exception(why)
            case Step(table):
                arrival = None if heard.behind else self._arrivals.pop(table, None)
                if arrival is not None and not arrival.done():
                    arrival.set_result(View(table, heard.number, heard.state, heard.me))
                self._show(heard)
            case Notice():
                self._show(heard)

    def _show(self, heard: Step | Notice) -> None:
        """Hand something to whoever is told of it, or keep it until it is taken."""
        if self._tell is None:
            self._steps.put_nowait(heard)
        else:
            self._saw(heard)
            self._tell(heard)

    def _saw(self, heard: Step | Notice) -> None:
        if isinstance(heard, Step):
            self._rounds.saw(heard.table, heard.state.get("round"))
