"""A socket under load, with a connection and tables that are not there: what it asks for, when."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest

from croupier.server.command_queue import CommandQueue
from croupier.server.live import socket as live_socket
from croupier.server.live.feed import Feed
from croupier.server.live.hub import Hub
from croupier.server.live.outbox import MOST_FRAMES, waiting_line
from croupier.server.live.socket import Close, Socket
from croupier.server.live.visibility import Viewer
from croupier.server.load_limits import Load
from croupier.server.load_settings import LoadLimits
from croupier.server.monitoring import Health
from croupier.server.read_pool import ReadPool, asking
from croupier.server.shedding import Overloaded, Shedding, Whose
from croupier.server.turns import TurnLimits
from croupier.store.house import House
from croupier.store.requests import Answer
from croupier.words import say

Json = dict[str, Any]


class Line:
    """A connection that gives frames in order, and keeps what is sent."""

    def __init__(self, *frames: Json | str) -> None:
        self.incoming: asyncio.Queue[str | None] = asyncio.Queue()
        for frame in frames:
            self.give(frame)
        self.sent: list[Json] = []
        self.closed: int | None = None
        self.reads = True
        self.line = waiting_line()

    def give(self, frame: Json | str | None) -> None:
        """Let a frame arrive; None ends the connection."""
        text = json.dumps(frame) if isinstance(frame, dict) else frame
        self.incoming.put_nowait(text)

    async def receive(self) -> str | None:
        return await self.incoming.get()

    async def send(self, frame: str) -> None:
        while not self.reads:
            await asyncio.sleep(0.001)
        self.sent.append(json.loads(frame))

    async def close(self, code: int, reason: str) -> None:
        self.closed = code


class SomeFeed:
    """A table with a past, as far as a socket looks at it."""

    def __init__(self, table_id: str, number: int) -> None:
        self.table_id, self.number = table_id, number
        self.subscribers: dict[object, None] = {}

    def snapshot(self, viewer: Viewer) -> str:
        return json.dumps({"table": self.table_id, "number": self.number, "whole": True})


class SomeTables:
    """Tables whose past is read when the test allows it."""

    def __init__(self, page: int = 10) -> None:
        self.feeds = {f"t{n}": SomeFeed(f"t{n}", 30) for n in range(1, 301)}
        self.page = page
        self.reading = 0
        self.most_at_once = 0
        self.pages: list[tuple[str, int]] = []
        self.refuse = 0

    async def feed(self, table_id: str, seen: int) -> Feed:
        return cast(Feed, self.feeds[table_id])

    async def missed(self, feed: Feed, viewer: Viewer, after: int, to: int) -> tuple[str, int]:
        self.reading += 1
        self.most_at_once = max(self.most_at_once, self.reading)
        try:
            await asyncio.sleep(0.001)
        finally:
            self.reading -= 1
        if self.refuse:
            self.refuse -= 1
            raise Overloaded(Whose.ADDRESS, say("server.busy"), retry_after=0)
        last = min(to, after + self.page)
        self.pages.append((feed.table_id, last))
        return json.dumps({"table": feed.table_id, "number": last, "events": []}), last

    async def command(
        self,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
        witness: Mapping[str, object] | None,
    ) -> Answer:
        return Answer(True, b'{"ok":true,"events":[]}', 7, again=False)

    def shown(self, table_id: str) -> Mapping[str, Any]:
        return {}

    def now(self) -> str:
        return "now"


def load(**limits: int) -> Load:
    """Return limits of a process."""
    return Load(LoadLimits(**limits), Shedding(lambda what, why: None))


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a scenario, in at most ten seconds."""

    async def bounded() -> None:
        async with asyncio.timeout(10):
            await scenario()

    asyncio.run(bounded())


def codes(line: Line) -> list[str]:
    """Return the codes of all refusals that were sent."""
    return [frame["error"]["code"] for frame in line.sent if frame.get("ok") is False]


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_socket, "PAUSE", 0)


async def served(
    line: Line, tables: SomeTables, limits: Load, *, signed_in: bool = False
) -> Socket:
    """Serve a connection until all its frames are read, and it is gone."""
    share = limits.open_socket("a", signed_in=signed_in)
    socket = Socket(line, tables, Viewer(), share)
    serving = asyncio.create_task(socket.run())
    while not line.incoming.empty() and not serving.done():
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.01)
    line.give(None)
    await serving
    share.close()
    return socket


def test_a_frame_too_many_is_answered_busy_with_its_table_or_its_id() -> None:
    async def scenario() -> None:
        line = Line(
            *({"ping": number} for number in range(30)),
            {"watch": "t1"},
            {"command": {}, "table": "t1", "id": "x"},
            {"ping": 1},
        )
        await served(line, SomeTables(), load(frames_per_second_per_socket=1))
        assert codes(line) == ["busy", "busy", "busy"]
        watch, command, ping = line.sent[-3:]
        assert watch["table"] == "t1"
        assert (command["answer"], command["table"]) == ("x", "t1")
        assert ping["error"]["said"]["say"] == "server.busy_frames"

    run(scenario)


def test_who_goes_on_and_on_is_closed() -> None:
    async def scenario() -> None:
        line = Line(*({"ping": number} for number in range(400)))
        socket = await served(line, SomeTables(), load(frames_per_second_per_socket=1))
        assert (socket.ended, line.closed) == (Close.TOO_MANY, 4429)
        assert len(line.sent) < 300, "the rest is not even read"

    run(scenario)


def test_a_long_frame_too_many_is_not_read() -> None:
    async def scenario() -> None:
        line = Line('{"ping": "' + "x" * 29_000 + '"}', '{"ping": "' + "x" * 29_000 + '"}')
        await served(line, SomeTables(), load(frames_per_second_per_socket=1))
        assert "pong" in line.sent[0]
        assert codes(line) == ["busy"]

    run(scenario)


def test_a_patrons_bet_is_taken_when_address_and_server_are_full() -> None:
    async def scenario() -> None:
        limits = load(frames_per_second=1, frames_per_second_per_address=1)
        flood = Line(*({"ping": number} for number in range(12)))
        await served(flood, SomeTables(), limits)
        assert "busy" in codes(flood)
        patron = Line({"watch": "t1"}, {"command": {}, "table": "t1", "id": "x"})
        await served(patron, SomeTables(), limits, signed_in=True)
        assert codes(patron) == ["busy"]
        assert patron.sent[-1]["answer"] == "x"
        assert patron.sent[-1]["ok"] is True

    run(scenario)


def test_watches_are_counted_and_given_back() -> None:
    async def scenario() -> None:
        limits = load(watches_per_address=3)
        line = Line(*({"watch": f"t{number}"} for number in (1, 2, 3, 3, 4)), {"unwatch": "t1"})
        line.give({"watch": "t5"})
        await served(line, SomeTables(), limits)
        shown = [frame["table"] for frame in line.sent if frame.get("whole")]
        assert shown == ["t1", "t2", "t3", "t3", "t5"]
        assert codes(line) == ["busy"]
        assert limits.watches.all == limits.sockets.all == limits.queued.all == 0

    run(scenario)


def test_the_past_is_read_a_page_at_a_time_and_one_table_after_the_other() -> None:
    async def scenario() -> None:
        line, tables = Line(*({"watch": f"t{n}", "after": 0} for n in range(1, 6))), SomeTables()
        tables.refuse = 2
        share = load().open_socket("a", signed_in=False)
        serving = asyncio.create_task(Socket(line, tables, Viewer(), share).run())
        while sum(1 for frame in line.sent if frame.get("whole")) < 5:
            await asyncio.sleep(0.005)
        line.give(None)
        await serving
        assert tables.most_at_once == 1
        numbers = [(frame["table"], frame["number"]) for frame in line.sent]
        assert numbers == [(f"t{n}", last) for n in range(1, 6) for last in (10, 20, 30, 30)]

    run(scenario)


def test_the_past_is_read_no_further_than_the_client_reads() -> None:
    async def scenario() -> None:
        line, tables = Line({"watch": "t1", "after": 0}), SomeTables(page=1)
        tables.feeds["t1"].number = 10_000
        line.reads = False
        share = load().open_socket("a", signed_in=False)
        serving = asyncio.create_task(Socket(line, tables, Viewer(), share).run())
        await asyncio.sleep(0.2)
        assert 0 < len(tables.pages) < 15
        line.give(None)
        await serving
        read = len(tables.pages)
        await asyncio.sleep(0.02)
        assert len(tables.pages) == read, "nothing is read for a socket that is gone"

    run(scenario)


def test_frames_that_wait_are_bounded() -> None:
    async def scenario() -> None:
        line = Line(*({"ping": number} for number in range(MOST_FRAMES + 10)))
        line.reads = False
        socket = await served(line, SomeTables(), load())
        assert socket.ended is Close.TOO_SLOW

    run(scenario)


def test_a_bug_is_answered_and_the_socket_goes_on() -> None:
    async def scenario() -> None:
        class Broken(SomeTables):
            async def feed(self, table_id: str, seen: int) -> Feed:
                raise TypeError("unhashable")

        line = Line({"watch": "t1"}, {"ping": 1})
        await served(line, Broken(), load())
        assert codes(line) == ["our_mistake"]
        assert line.sent[-1]["pong"] == 1

    run(scenario)


# Reading


class Reading:
    """A pool whose reads wait for the test."""

    def __init__(self, limits: TurnLimits) -> None:
        self.queue = CommandQueue(cast(House, SimpleNamespace()), cast(Any, None), Health())
        self.pool = ReadPool("test", limits, self.queue, Shedding(lambda what, why: None))
        self.free = threading.Event()
        self.read: list[str] = []

    def work(self, name: str) -> str:
        """Read something, when it may end."""
        self.read.append(name)
        assert self.free.wait(5)
        return name

    async def ask(self, name: str, address: str = "a") -> asyncio.Task[str]:
        """Ask for something."""
        asking.set(address)
        task = asyncio.create_task(self.pool.run(self.work, name))
        await asyncio.sleep(0.01)
        return task


def test_a_read_that_nobody_waits_for_any_more_never_runs() -> None:
    async def scenario() -> None:
        reading = Reading(TurnLimits(1, 1, 100, 100))
        first = await reading.ask("first")
        gone = [await reading.ask(f"gone {number}") for number in range(5)]
        last = await reading.ask("last")
        for task in gone:
            task.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        reading.free.set()
        assert await first == "first"
        assert await last == "last"
        assert reading.read == ["first", "last"]
        reading.pool.shut_down()

    run(scenario)


def test_a_thread_is_free_only_when_its_read_is_done() -> None:
    """Whoever asked may be gone: the next one must not find more threads than there are."""

    async def scenario() -> None:
        reading = Reading(TurnLimits(1, 1, 100, 100))
        gone = await reading.ask("gone")
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        second = await reading.ask("second")
        assert (reading.read, reading.pool.turns.served) == (["gone"], 1)
        reading.free.set()
        assert await second == "second"
        reading.pool.shut_down()

    run(scenario)


def test_one_thread_reads_while_commands_are_under_way() -> None:
    async def scenario() -> None:
        reading = Reading(TurnLimits(2, 2, 100, 100))
        reading.queue.commands = 1
        tasks = [await reading.ask("one", "a"), await reading.ask("two", "b")]
        assert reading.read == ["one"]
        reading.queue._command_done()
        await asyncio.sleep(0.02)
        assert reading.read == ["one", "two"], "none is under way any more"
        reading.free.set()
        await asyncio.gather(*tasks)
        reading.pool.shut_down()

    run(scenario)


class SlowHub(Hub):
    """A hub whose tables are read when the test allows it."""

    def __init__(self, reading: Reading, pool: Any) -> None:
        house = cast(House, SimpleNamespace(listen=lambda act: None))
        super().__init__(house, pool, reading.pool, lambda wrong: None)
        self.reading = reading

    def _read_table(self, table_id: str) -> Any:
        return self.reading.work(table_id)

    def _add(self, table_id: str, read: Any) -> Feed:
        return self._feeds.setdefault(table_id, cast(Feed, object()))


def test_a_command_does_not_wait_for_reads_of_its_table() -> None:
    """The queue of reads is full of strangers; the table of a bet is opened at once."""

    async def scenario() -> None:
        reading = Reading(TurnLimits(1, 1, 100, 100))
        with ThreadPoolExecutor(1) as pool:
            hub = SlowHub(reading, pool)
            asking.set("stranger")
            waiting = [asyncio.create_task(hub.feed(f"t{n}")) for n in (1, 2, 3)]
            await asyncio.sleep(0.02)
            assert reading.read == ["t1"]
            bet = asyncio.create_task(hub.feed_for_command("t3"))
            await asyncio.sleep(0.02)
            assert reading.read == ["t1", "t3"]
            reading.free.set()
            feed = await bet
            assert await waiting[2] is feed, "there is one feed, whoever opened it"
            await asyncio.gather(*waiting)
        reading.pool.shut_down()

    run(scenario)


def test_a_table_that_nobody_waits_for_any_more_is_not_opened() -> None:
    async def scenario() -> None:
        reading = Reading(TurnLimits(1, 1, 100, 100))
        hub = SlowHub(reading, None)
        first = asyncio.create_task(hub.feed("t1"))
        await asyncio.sleep(0.02)
        both = [asyncio.create_task(hub.feed("t2")) for _ in range(2)]
        await asyncio.sleep(0.02)
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        again = asyncio.create_task(hub.feed("t3"))
        await asyncio.sleep(0.01)
        reading.free.set()
        await asyncio.gather(first, again)
        assert reading.read == ["t1", "t3"]
        reading.pool.shut_down()

    run(scenario)
