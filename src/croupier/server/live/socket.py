"""One client's socket: the frames it may send, and those that wait to be sent to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from croupier.accounts import PeopleRefused
from croupier.errors import CroupierError
from croupier.server.live.feed import Feed, Subscription
from croupier.server.live.frame_types import Close as Close
from croupier.server.live.frames import (
    Frame,
    Given,
    Ping,
    Unwatch,
    Watch,
    WatchRefused,
    read_frame,
)
from croupier.server.live.outbox import Held, Line, Outbox, Overflow
from croupier.server.live.visibility import Viewer
from croupier.server.load_limits import OTHER, WATCH, WATCH_PAST, SocketLoad
from croupier.server.monitoring import log_error
from croupier.server.problems import (
    Problem,
    ProblemCode,
    write_our_mistake,
    write_problem,
)
from croupier.server.shedding import Overloaded
from croupier.store.requests import Answer
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

PAUSE = 0.05
"""Seconds until the next frame is read of a client whose frame was shed."""

FINISH = 2.0
"""Seconds in which the last answers are sent when the server stops."""


class Connection(Protocol):
    """The network connection of a socket."""

    async def receive(self) -> str | None:
        """Wait for a frame and return it; None when the client is gone."""

    @property
    def line(self) -> Line:
        """Where frames are written at once."""

    async def send(self, frame: str) -> None:
        """Send a frame; return when it is on its way."""

    async def close(self, code: int, reason: str) -> None:
        """End the connection."""


class Tables(Protocol):
    """The tables as a socket uses them."""

    async def feed(self, table_id: str, seen: int) -> Feed:
        """Return a table's feed, no older than the last event that the client has seen."""

    async def missed(self, feed: Feed, viewer: Viewer, after: int, to: int) -> tuple[str, int]:
        """Return the frame with stored events after a number, and the number of its last one."""

    async def command(
        self,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
        witness: Mapping[str, object] | None,
    ) -> Answer:
        """Send a command for the person of this socket, and return its answer."""

    def shown(self, table_id: str) -> Mapping[str, Any]:
        """Return what an answer shows of a table, beside the events of its command."""

    def now(self) -> str:
        """Return the time of the house's clock, so that a page can count down."""


class Socket:
    """Reads a client's frames and answers them until either side ends the socket."""

    def __init__(
        self, connection: Connection, tables: Tables, viewer: Viewer, load: SocketLoad
    ) -> None:
        self._connection = connection
        self._tables = tables
        self._viewer = viewer
        self._load = load
        self._line = connection.line
        self._outbox = Outbox(load, self._line)
        self._reading_past = asyncio.Lock()
        self._subscriptions: dict[str, Subscription] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = 0
        self._sent, self._sending = 0, False
        self._decoder = Decoder()
        self._end: asyncio.Future[Close] = asyncio.get_running_loop().create_future()

    def end(self, why: Close) -> None:
        """End the socket from outside: signed out, server closing."""
        if not self._end.done():
            self._line.holds.add(Held.ENDED)
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
        if not self._line.send(frame):
            self._outbox.put(frame)

    async def run(self) -> None:
        """Serve until the socket ends, then unsubscribe and stop all its tasks."""
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        self._start(self._end_if_stalled)
        try:
            await asyncio.wait((reading, sending, self._end), return_when=asyncio.FIRST_COMPLETED)
            if self.ended is Close.GOING_AWAY and not sending.done():
                reading.cancel()
                await self._finish()
        finally:
            self._line.holds.add(Held.ENDED)
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
                self._load.received(len(text))
                await self._handle(read_frame(self._decoder, text))
            except Overloaded as busy:
                self._say(write_problem(busy.code, busy.said))
                await self._slow_down()
            except WatchRefused as wrong:
                self._say({"table": wrong.table_id, **write_problem(wrong.code, wrong.said)})
            except Problem as wrong:
                self._say(write_problem(wrong.code, wrong.said))
            except CroupierError as wrong:
                self._say(write_problem(wrong.code, wrong.said, wrong.rule))
            except Exception as wrong:
                log_error("a mistake of our own", wrong)
                self._say(write_our_mistake())

    def _say(self, value: object) -> None:
        self._put(msgspec.json.encode(value).decode())

    async def _slow_down(self) -> None:
        """Read nothing for a moment after a frame was shed; end who goes on and on."""
        if not self._load.shed():
            self.end(Close.TOO_MANY)
        await asyncio.sleep(PAUSE)

    async def _handle(self, frame: Frame) -> None:
        match frame:
            case Watch(table_id, after):
                try:
                    self._load.frame(WATCH if after is None else WATCH_PAST)
                    await self._watch(table_id, after)
                except Problem as problem:
                    self._say({"table": table_id, **write_problem(problem.code, problem.said)})
                    if isinstance(problem, Overloaded):
                        await self._slow_down()
            case Unwatch(table_id):
                self._load.frame(OTHER)
                self._unwatch(table_id)
            case Ping(token):
                self._load.frame(OTHER)
                self._say({"pong": token, "at": self._tables.now()})
            case Given():
                try:
                    self._load.frame(OTHER, command=True)
                except Overloaded as busy:
                    self._say({**frame.head, **write_problem(busy.code, busy.said)})
                    await self._slow_down()
                else:
                    self._start_command(frame)

    # Watching tables

    async def _watch(self, table_id: str, after: int | None) -> None:
        if len(self._subscriptions) >= MOST_WATCHED and table_id not in self._subscriptions:
            raise Problem(ProblemCode.TOO_MANY, say("server.most_watched", most=MOST_WATCHED))
        self._load.may_send()
        try:
            feed = await self._tables.feed(table_id, after or 0)
        except KeyError:
            raise Problem(ProblemCode.NOT_FOUND, say("server.no_table")) from None
        if table_id not in self._subscriptions:
            self._load.add_watch()
        else:
            self._subscriptions[table_id].cancel()
        subscription = Subscription(feed, self._viewer, self._put, self._line)
        self._subscriptions[table_id] = subscription
        if after is not None and after < feed.number:
            self._start(lambda: self._send_missed(subscription, after))
        else:
            self._begin(subscription)

    async def _send_missed(self, subscription: Subscription, after: int) -> None:
        """Send the events that were missed, page by page, then the state after the last one.

        One table after the other: the past of many must not be read, or wait here, at once.
        """
        feed = subscription.feed
        async with self._reading_past:
            while after < feed.number:
                # A long past is sent only as fast as the client reads.
                await self._outbox.drained(8)
                await asyncio.sleep(self._load.pause())
                if self._subscriptions.get(feed.table_id) is not subscription:
                    return
                frame, after = await self._page(feed, after, feed.number)
                if self._subscriptions.get(feed.table_id) is not subscription:
                    return
                self._load.sent(len(frame))
                self._put(frame)
            if self._subscriptions.get(feed.table_id) is subscription:
                self._begin(subscription)

    def _begin(self, subscription: Subscription) -> None:
        """Send the whole state, and each step from now on."""
        snapshot = subscription.feed.snapshot(self._viewer)
        self._load.sent(len(snapshot))
        self._put(snapshot)
        subscription.start()

    async def _page(self, feed: Feed, after: int, to: int) -> tuple[str, int]:
        """Return a page of the past; wait where others are read for first."""
        while True:
            try:
                return await self._tables.missed(feed, self._viewer, after, to)
            except Overloaded as busy:
                # The client has been promised these events: it is late, not refused.
                await asyncio.sleep(busy.retry_after)

    def _unwatch(self, table_id: str) -> None:
        subscription = self._subscriptions.pop(table_id, None)
        if subscription is not None:
            subscription.cancel()
            self._load.drop_watch()

    # Commands

    def _start(self, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(_report_failure(work, self._say))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _start_command(self, given: Given) -> None:
        if self._running >= MOST_UNDER_WAY:
            why = say("server.under_way")
            self._say({**given.head, **write_problem(ProblemCode.TOO_MANY, why)})
            return
        self._running += 1
        self._start(lambda: self._command(given)).add_done_callback(self._command_done)

    def _command_done(self, _: asyncio.Task[None]) -> None:
        self._running -= 1

    async def _command(self, given: Given) -> None:
        head = given.head
        try:
            approval, witness = _signature(given.approval), _signature(given.witness)
            answer = await self._tables.command(
                given.table_id, given.command_id, given.body, approval, witness
            )
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
            log_error("a mistake of our own", wrong, table=head["table"])
            self._say({**head, **write_our_mistake()})
            return
        shown = self._tables.shown(str(given.table_id)) if answer.ok and not answer.again else {}
        told = {**head, "number": answer.number, "again": answer.again, **shown}
        start = msgspec.json.encode(told)
        self._put((start[:-1] + b"," + answer.data[1:]).decode())


def _signature(given: object) -> Mapping[str, object] | None:
    """Return a name and a PIN as they came with a command; raise `Problem` if it is no object."""
    if given is not None and not isinstance(given, dict):
        raise Problem(ProblemCode.NOT_READABLE, say("server.approval_object"))
    return given


async def _report_failure(
    work: Callable[[], Awaitable[None]], say: Callable[[object], None]
) -> None:
    """Do some work; send a failure to the client instead of ending the socket.

    The work is a function: a task may be cancelled before it begins.
    """
    try:
        await work()
    except Problem as wrong:
        say(write_problem(wrong.code, wrong.said))
    except Exception as wrong:
        log_error("a mistake of our own", wrong)
        say(write_our_mistake())
