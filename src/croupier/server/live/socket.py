"""One client's socket: what it may ask, in which state, and what it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from enum import IntEnum
from typing import Any, Protocol

import msgspec

from croupier.accounts import PeopleRefused
from croupier.errors import CroupierError
from croupier.server import server_log
from croupier.server.http.problems import OUR_MISTAKE, OURS, Door, Problem, write_problem
from croupier.server.live.feed import Feed
from croupier.server.live.outbox import Outbox, Overflow, Watch
from croupier.server.live.visibility import Viewer
from croupier.store.batch import EventRow
from croupier.store.requests import MOST_ID, Answer
from croupier.table.strict_json import Decoder

MOST_WATCHED = 200
"""How many tables one socket may watch."""

MOST_UNDER_WAY = 32
"""How many commands of one socket may wait for their answers."""

PAGE = 500
"""How many missed events are sent in a frame."""

STALLED = 20
"""Seconds after which a reader that takes nothing is dropped, at the latest."""


class Close(IntEnum):
    """Why the server ends a socket, as the client is told."""

    GOING_AWAY = 1001
    TOO_SLOW = 4008
    SIGNED_OUT = 4401
    TOO_MANY = 4429


class Wire(Protocol):
    """The socket itself; `receive` gives None when the client is gone."""

    async def receive(self) -> str | None:
        """Wait for a frame."""

    async def send(self, frame: str) -> None:
        """Send a frame; returns when it is on its way."""

    async def close(self, code: int, reason: str) -> None:
        """End it."""


class Desk(Protocol):
    """What a socket needs of the house."""

    async def feed(self, table_id: str, seen: int) -> Feed:
        """Give a table to watch, no older than the last event that the client has seen."""

    async def events(self, table_id: str, after: int, to: int) -> tuple[EventRow, ...]:
        """Give stored events after a number, a page of them at most."""

    async def command(
        self,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
    ) -> Answer:
        """Give a command for whoever holds the socket."""

    def now(self) -> str:
        """Say what the house's clock shows, so that a page can count down."""


class Socket:
    """Reads frames and answers them until either side ends it."""

    def __init__(self, wire: Wire, desk: Desk, viewer: Viewer) -> None:
        """Serve a client that was let in."""
        self._wire = wire
        self._desk = desk
        self._viewer = viewer
        self._outbox = Outbox()
        self._watches: dict[str, Watch] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._under_way = 0
        self._sent, self._sending = 0, False
        self._decode = Decoder().decode
        self._end: asyncio.Future[Close] = asyncio.get_running_loop().create_future()

    def end(self, why: Close) -> None:
        """End it from outside: signed out, server closing."""
        if not self._end.done():
            self._end.set_result(why)

    @property
    def ended(self) -> Close | None:
        """Why the server ended it, if it did."""
        return self._end.result() if self._end.done() else None

    def notify(self, frame: str) -> None:
        """Send something that no table says."""
        self._outbox.put(frame)

    async def run(self) -> None:
        """Serve until it ends; nothing of it is left behind."""
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        self._start(self._watch_over())
        try:
            await asyncio.wait((reading, sending, self._end), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for watch in self._watches.values():
                watch.feed.watchers.pop(watch.tell, None)
            for task in (reading, sending, *self._tasks):
                task.cancel()
            await asyncio.gather(reading, sending, *self._tasks, return_exceptions=True)
        why = self.ended
        if why is not None:
            try:
                async with asyncio.timeout(1):
                    await self._wire.close(why, why.name.lower())
            except Exception:
                # The reader is gone or takes nothing: that is what it was closed for.
                return

    async def _send(self) -> None:
        try:
            while True:
                frame = await self._outbox.take()
                self._sent += 1
                self._sending = True
                await self._wire.send(frame)
                self._sending = False
        except Overflow:
            self.end(Close.TOO_SLOW)

    async def _watch_over(self) -> None:
        """End it where one frame is being sent all the time: a timer a frame would cost more."""
        sent = -1
        while not (self._sending and self._sent == sent):
            sent = self._sent
            await asyncio.sleep(STALLED / 2)
        self.end(Close.TOO_SLOW)

    async def _read(self) -> None:
        while (text := await self._wire.receive()) is not None:
            try:
                await self._take(text)
            except Problem as wrong:
                self._say(write_problem(wrong.door, wrong.message))
            except CroupierError as wrong:
                self._say(write_problem(wrong.code, wrong.message, wrong.rule))

    def _say(self, value: object) -> None:
        self._outbox.put(msgspec.json.encode(value).decode())

    async def _take(self, text: str) -> None:
        try:
            value, wrong = self._decode(text.encode())
        except UnicodeEncodeError:
            raise Problem(Door.NOT_READABLE, "the frame is not UTF-8 text") from None
        if wrong is not None:
            raise wrong
        if not isinstance(value, dict):
            raise Problem(Door.NOT_READABLE, "a frame is a JSON object")
        match value:
            case {"watch": str(table_id)}:
                try:
                    await self._watch(table_id, value.get("after"))
                except Problem as problem:
                    self._say({"table": table_id, **write_problem(problem.door, problem.message)})
            case {"unwatch": str(table_id)}:
                self._unwatch(table_id)
            case {"command": body}:
                self._start_command(value, body)
            case {"ping": str() | int() as token}:
                self._say({"pong": token, "at": self._desk.now()})
            case _:
                raise Problem(
                    Door.NOT_READABLE, "a frame has one of watch, unwatch, command and ping"
                )

    # Watching

    async def _watch(self, table_id: str, after: object) -> None:
        if not (after is None or (type(after) is int and 0 <= after <= 2**53)):
            raise Problem(Door.NOT_READABLE, "after is the number of an event")
        if len(self._watches) >= MOST_WATCHED:
            raise Problem(Door.TOO_MANY, f"a socket watches {MOST_WATCHED} tables at most")
        try:
            feed = await self._desk.feed(table_id, after or 0)
        except KeyError:
            raise Problem(Door.NOT_FOUND, "there is no such table") from None
        self._unwatch(table_id)
        watch = Watch(feed, self._viewer, self._outbox.put)
        self._watches[table_id] = watch
        if after is not None and after < feed.number:
            watch.held = []
            # Whoever comes back to many tables at once has as many of these as tables.
            self._start(self._bring(watch, after, feed.number, feed.snapshot(self._viewer)))
        else:
            self._outbox.put(feed.snapshot(self._viewer))
        feed.watchers[watch.tell] = None

    async def _bring(self, watch: Watch, after: int, to: int, snapshot: str) -> None:
        """Send what was missed, page by page, then where the table stood when it was asked for."""
        while after < to:
            rows = await self._desk.events(watch.feed.table_id, after, to)
            if self._watches.get(watch.feed.table_id) is not watch:
                return
            self._outbox.put(watch.feed.missed(rows, self._viewer))
            after = rows[-1].number
            # A long past is sent at the speed of its reader.
            while self._outbox.waiting > 8:
                await asyncio.sleep(0.01)
        self._outbox.put(snapshot)
        watch.let_go()

    def _unwatch(self, table_id: str) -> None:
        watch = self._watches.pop(table_id, None)
        if watch is not None:
            watch.feed.watchers.pop(watch.tell, None)
            watch.held = []

    # Commands

    def _start(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(_quietly(work, self._say))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _start_command(self, frame: Mapping[str, Any], body: object) -> None:
        said: dict[str, Any] = {
            "answer": _echo(frame.get("id")),
            "table": _echo(frame.get("table")),
        }
        if self._under_way >= MOST_UNDER_WAY:
            why = "too many commands of this client are under way"
            self._say({**said, **write_problem(Door.TOO_MANY, why)})
            return
        self._under_way += 1
        self._start(self._command(said, frame, body)).add_done_callback(self._answered)

    def _answered(self, _: asyncio.Task[None]) -> None:
        self._under_way -= 1

    async def _command(
        self, said: Mapping[str, Any], frame: Mapping[str, Any], body: object
    ) -> None:
        command_id, table_id = frame.get("id"), frame.get("table")
        try:
            approval = frame.get("approval")
            if approval is not None and not isinstance(approval, dict):
                raise Problem(Door.NOT_READABLE, "an approval is an object")
            answer = await self._desk.command(table_id, command_id, body, approval)
        except Problem as wrong:
            self._say({**said, **write_problem(wrong.door, wrong.message)})
            return
        except CroupierError as wrong:
            self._say({**said, **write_problem(wrong.code, wrong.message, wrong.rule)})
            return
        except PeopleRefused as wrong:
            self._say({**said, **write_problem(wrong.reason, wrong.message)})
            return
        except Exception as wrong:
            server_log.fail("a mistake of our own", wrong, table=table_id)
            self._say({**said, **write_problem(OURS, OUR_MISTAKE)})
            return
        head = msgspec.json.encode({**said, "number": answer.number, "again": answer.again})
        self._outbox.put((head[:-1] + b"," + answer.data[1:]).decode())


def _echo(given: object) -> str | int | None:
    """Give back what a client named its command, if that can be written at all."""
    if isinstance(given, int):
        return given
    if not isinstance(given, str):
        return None
    return given.encode(errors="replace").decode()[:MOST_ID]


async def _quietly(work: Awaitable[None], say: Callable[[object], None]) -> None:
    """Tell a failure to the client instead of ending the socket."""
    try:
        await work
    except Problem as wrong:
        say(write_problem(wrong.door, wrong.message))
    except Exception as wrong:
        server_log.fail("a mistake of our own", wrong)
        say(write_problem("our_mistake", OUR_MISTAKE))
