"""One client's socket: the frames it may send, and those that wait to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from enum import IntEnum
from typing import Any, Protocol

import msgspec

from croupier.accounts import PeopleRefused
from croupier.errors import CroupierError
from croupier.server.live.feed import Feed, Subscription
from croupier.server.live.visibility import Viewer
from croupier.server.monitoring import log_error
from croupier.server.problems import (
    Problem,
    ProblemCode,
    write_our_mistake,
    write_problem,
)
from croupier.store.batch import EventRow
from croupier.store.requests import MOST_ID, Answer
from croupier.strict_json import Decoder
from croupier.words import say

MOST_WATCHED = 200
"""How many tables one socket may watch."""

MOST_UNDER_WAY = 32
"""How many commands of one socket may run at once."""

PAGE = 500
"""How many missed events are sent in one frame."""

STALLED = 20
"""Seconds after which a client that reads nothing is disconnected, at the latest."""

FINISH = 2.0
"""Seconds in which the last answers are sent when the server stops."""

MOST_FRAMES = 512
MOST_CHARACTERS = 4_000_000
"""How much may wait to be sent to one client."""


class Close(IntEnum):
    """Why the server ends a socket, as the client reads it."""

    GOING_AWAY = 1001
    TOO_SLOW = 4008
    SIGNED_OUT = 4401
    TOO_MANY = 4429


class Connection(Protocol):
    """The network connection of a socket."""

    async def receive(self) -> str | None:
        """Wait for a frame and return it; None when the client is gone."""

    @property
    def write_now(self) -> Callable[[str], bool]:
        """Sends a frame at once; returns False, and sends nothing, if it has to wait."""

    async def send(self, frame: str) -> None:
        """Send a frame; return when it is on its way."""

    async def close(self, code: int, reason: str) -> None:
        """End the connection."""


class Tables(Protocol):
    """The tables as a socket uses them."""

    async def feed(self, table_id: str, seen: int) -> Feed:
        """Return a table's feed, no older than the last event that the client has seen."""

    async def events(self, table_id: str, after: int, to: int) -> tuple[EventRow, ...]:
        """Return stored events after a number, one page at most."""

    async def command(
        self,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
    ) -> Answer:
        """Send a command for the person of this socket, and return its answer."""

    def shown(self, table_id: str) -> Mapping[str, Any]:
        """Return what an answer shows of a table, beside the events of its command."""

    def now(self) -> str:
        """Return the time of the house's clock, so that a page can count down."""


class Overflow(Exception):
    """The client reads too slowly."""


class Outbox:
    """Frames that wait to be sent to one client, in order; used on the event loop only.

    It is bounded: slow readers are disconnected, and never block others.
    """

    def __init__(self) -> None:
        self._frames: deque[str] = deque()
        self._size = 0
        self._changed = asyncio.Event()
        self.lost = False
        """Whether a frame was dropped: the client has to connect again."""

    def put(self, frame: str) -> None:
        """Add a frame; after the first one that does not fit, nothing is added any more."""
        if self.lost:
            return
        self._size += len(frame)
        if len(self._frames) >= MOST_FRAMES or self._size > MOST_CHARACTERS:
            self.lost = True
        else:
            self._frames.append(frame)
        self._changed.set()

    @property
    def waiting(self) -> int:
        """How many frames wait."""
        return len(self._frames)

    async def take(self) -> str:
        """Wait for the next frame and remove it; raise `Overflow` once a frame was dropped."""
        while not self._frames or self.lost:
            if self.lost:
                raise Overflow
            self._changed.clear()
            await self._changed.wait()
        frame = self._frames.popleft()
        self._size -= len(frame)
        return frame


class Socket:
    """Reads a client's frames and answers them until either side ends the socket."""

    def __init__(self, connection: Connection, tables: Tables, viewer: Viewer) -> None:
        self._connection = connection
        self._tables = tables
        self._viewer = viewer
        self._outbox = Outbox()
        self._write_now = connection.write_now
        self._subscriptions: dict[str, Subscription] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = 0
        self._sent, self._sending = 0, False
        self._decode = Decoder().decode
        self._end: asyncio.Future[Close] = asyncio.get_running_loop().create_future()

    def end(self, why: Close) -> None:
        """End the socket from outside: signed out, server closing."""
        if not self._end.done():
            self._end.set_result(why)

    @property
    def ended(self) -> Close | None:
        """Why the server ended the socket; None if it did not."""
        return self._end.result() if self._end.done() else None

    def notify(self, frame: str) -> None:
        """Send a frame that is not about a table."""
        self._put(frame)

    def _put(self, frame: str) -> None:
        """Send a frame after those that wait: at once if there are none and the client reads."""
        idle = not self._sending and not self._outbox.waiting and not self._outbox.lost
        if idle and not self._end.done() and self._write_now(frame):
            self._sent += 1
        else:
            self._outbox.put(frame)

    async def run(self) -> None:
        """Serve until the socket ends, then unsubscribe and stop all its tasks."""
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        self._start(self._end_if_stalled())
        try:
            await asyncio.wait((reading, sending, self._end), return_when=asyncio.FIRST_COMPLETED)
            if self.ended is Close.GOING_AWAY and not sending.done():
                reading.cancel()
                await self._finish()
        finally:
            for subscription in self._subscriptions.values():
                subscription.cancel()
            for task in (reading, sending, *self._tasks):
                task.cancel()
            await asyncio.gather(reading, sending, *self._tasks, return_exceptions=True)
        why = self.ended
        if why is not None:
            try:
                async with asyncio.timeout(1):
                    await self._connection.close(why, why.name.lower())
            except Exception:
                # The client is gone or reads nothing: that is why the socket is closed.
                return

    async def _finish(self) -> None:
        """Wait until commands under way are answered and all answers are sent, for a while."""
        for subscription in self._subscriptions.values():
            subscription.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISH):
                while self._running or self._outbox.waiting or self._sending:
                    await asyncio.sleep(0.01)

    async def _send(self) -> None:
        try:
            while True:
                frame = await self._outbox.take()
                self._sent += 1
                self._sending = True
                await self._connection.send(frame)
                self._sending = False
        except Overflow:
            self.end(Close.TOO_SLOW)

    async def _end_if_stalled(self) -> None:
        """End the socket if one frame is being sent for too long; cheaper than a timer a frame."""
        sent = -1
        while not (self._sending and self._sent == sent):
            sent = self._sent
            await asyncio.sleep(STALLED / 2)
        self.end(Close.TOO_SLOW)

    async def _read(self) -> None:
        while (text := await self._connection.receive()) is not None:
            try:
                await self._handle(text)
            except Problem as wrong:
                self._say(write_problem(wrong.code, wrong.said))
            except CroupierError as wrong:
                self._say(write_problem(wrong.code, wrong.said, wrong.rule))

    def _say(self, value: object) -> None:
        self._put(msgspec.json.encode(value).decode())

    async def _handle(self, text: str) -> None:
        try:
            value, wrong = self._decode(text.encode())
        except UnicodeEncodeError:
            raise Problem(ProblemCode.NOT_READABLE, say("server.frame_utf8")) from None
        if wrong is not None:
            raise wrong
        if not isinstance(value, dict):
            raise Problem(ProblemCode.NOT_READABLE, say("server.frame_object"))
        match value:
            case {"watch": str(table_id)}:
                try:
                    await self._watch(table_id, value.get("after"))
                except Problem as problem:
                    self._say({"table": table_id, **write_problem(problem.code, problem.said)})
            case {"unwatch": str(table_id)}:
                self._unwatch(table_id)
            case {"command": body}:
                self._start_command(value, body)
            case {"ping": str() | int() as token}:
                self._say({"pong": token, "at": self._tables.now()})
            case _:
                raise Problem(ProblemCode.NOT_READABLE, say("server.frame_kinds"))

    # Watching tables

    async def _watch(self, table_id: str, after: object) -> None:
        if not (after is None or (type(after) is int and 0 <= after <= 2**53)):
            raise Problem(ProblemCode.NOT_READABLE, say("server.after_number"))
        if len(self._subscriptions) >= MOST_WATCHED:
            raise Problem(ProblemCode.TOO_MANY, say("server.most_watched", most=MOST_WATCHED))
        try:
            feed = await self._tables.feed(table_id, after or 0)
        except KeyError:
            raise Problem(ProblemCode.NOT_FOUND, say("server.no_table")) from None
        self._unwatch(table_id)
        subscription = Subscription(feed, self._viewer, self._put)
        self._subscriptions[table_id] = subscription
        if after is not None and after < feed.number:
            subscription.hold()
            snapshot = feed.snapshot(self._viewer)
            # One task for each table: a client may come back to many tables at once.
            self._start(self._send_missed(subscription, after, feed.number, snapshot))
        else:
            self._put(feed.snapshot(self._viewer))
        subscription.start()

    async def _send_missed(
        self, subscription: Subscription, after: int, to: int, snapshot: str
    ) -> None:
        """Send the events that were missed, page by page, then the state after the last one."""
        feed = subscription.feed
        while after < to:
            rows = await self._tables.events(feed.table_id, after, to)
            if self._subscriptions.get(feed.table_id) is not subscription:
                return
            self._put(feed.missed(rows, self._viewer))
            after = rows[-1].number
            # A long past is sent only as fast as the client reads.
            while self._outbox.waiting > 8:
                await asyncio.sleep(0.01)
        self._put(snapshot)
        subscription.release()

    def _unwatch(self, table_id: str) -> None:
        subscription = self._subscriptions.pop(table_id, None)
        if subscription is not None:
            subscription.cancel()

    # Commands

    def _start(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(_report_failure(work, self._say))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _start_command(self, frame: Mapping[str, Any], body: object) -> None:
        head: dict[str, Any] = {
            "answer": _echo(frame.get("id")),
            "table": _echo(frame.get("table")),
        }
        if self._running >= MOST_UNDER_WAY:
            why = say("server.under_way")
            self._say({**head, **write_problem(ProblemCode.TOO_MANY, why)})
            return
        self._running += 1
        self._start(self._command(head, frame, body)).add_done_callback(self._command_done)

    def _command_done(self, _: asyncio.Task[None]) -> None:
        self._running -= 1

    async def _command(
        self, head: Mapping[str, Any], frame: Mapping[str, Any], body: object
    ) -> None:
        command_id, table_id = frame.get("id"), frame.get("table")
        try:
            approval = frame.get("approval")
            if approval is not None and not isinstance(approval, dict):
                raise Problem(ProblemCode.NOT_READABLE, say("server.approval_object"))
            answer = await self._tables.command(table_id, command_id, body, approval)
        except Problem as wrong:
            self._say({**head, **write_problem(wrong.code, wrong.said)})
            return
        except CroupierError as wrong:
            self._say({**head, **write_problem(wrong.code, wrong.said, wrong.rule)})
            return
        except PeopleRefused as wrong:
            self._say({**head, **write_problem(wrong.reason, wrong.said)})
            return
        except Exception as wrong:
            log_error("a mistake of our own", wrong, table=table_id)
            self._say({**head, **write_our_mistake()})
            return
        shown = self._tables.shown(str(table_id)) if answer.ok and not answer.again else {}
        told = {**head, "number": answer.number, "again": answer.again, **shown}
        start = msgspec.json.encode(told)
        self._put((start[:-1] + b"," + answer.data[1:]).decode())


def _echo(given: object) -> str | int | None:
    """Return the id or the table that a client named, so far as it can be written."""
    if isinstance(given, int):
        return given
    if not isinstance(given, str):
        return None
    return given.encode(errors="replace").decode()[:MOST_ID]


async def _report_failure(work: Awaitable[None], say: Callable[[object], None]) -> None:
    """Await some work; send a failure to the client instead of ending the socket."""
    try:
        await work
    except Problem as wrong:
        say(write_problem(wrong.code, wrong.said))
    except Exception as wrong:
        log_error("a mistake of our own", wrong)
        say(write_our_mistake())
