"""Many sockets at once, one that never reads: it blocks nobody, and all come back complete."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from server.client import Api
from server.people import add_people, open_tables
from server.process import Served, memory

SOCKETS = int(os.environ.get("CROUPIER_STORM", "150"))
STEPS = 20


class Watcher:
    """A socket that watches one table, and comes back with its last number."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.last: int | None = None
        self.seen: list[int] = []
        self.late: list[float] = []
        self.wire: ClientConnection | None = None
        self.sent: dict[int, float] = {}

    async def come(self) -> None:
        """Connect, and read until the whole state has come."""
        uri = self.base.replace("http", "ws", 1) + "/api/live"
        origin = Origin(self.base)
        opening = connect(uri, origin=origin, compression=None, proxy=None, max_size=None)
        self.wire = await opening
        frame: dict[str, Any] = {"watch": "t1"}
        if self.last is not None:
            frame["after"] = self.last
        await self.wire.send(json.dumps(frame))
        while not self._take(await self.wire.recv()):
            pass

    def _take(self, text: str | bytes) -> bool:
        frame = json.loads(text)
        numbers = [event["n"] for event in frame.get("events", ())]
        self.seen += numbers
        self.last = frame["number"]
        for number in numbers:
            if number in self.sent:
                self.late.append(time.monotonic() - self.sent[number])
        return bool(frame.get("whole"))

    async def follow(self) -> None:
        """Read until the end."""
        assert self.wire is not None
        try:
            while True:
                self._take(await self.wire.recv())
        except ConnectionClosed:
            return

    async def go(self) -> None:
        """Break the connection without closing it."""
        assert self.wire is not None
        self.wire.transport.abort()
        await self.wire.wait_closed()


def stuck_reader(served: Served, wire: socket.socket) -> None:
    """Let a raw socket send frames again and again, and never read."""
    host, _, port = served.host.partition(":")
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect((host, int(port)))
    wire.sendall(
        f"GET /api/live HTTP/1.1\r\nHost: {served.host}\r\nOrigin: {served.base}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b" 101 " in wire.recv(2000)
    text = b'{"watch": "t1"}'
    frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
    wire.setblocking(False)
    try:
        for _ in range(3000):
            wire.send(frame)
    except BlockingIOError:
        pass


async def _storm(served: Served, dee: Api) -> dict[str, float]:
    watchers = [Watcher(served.base) for _ in range(SOCKETS)]
    with socket.socket() as stuck:
        try:
            return await _storm_of(served, dee, watchers, stuck)
        finally:
            await asyncio.gather(*(each.go() for each in watchers if each.wire is not None))


async def _storm_of(
    served: Served, dee: Api, watchers: list[Watcher], stuck: socket.socket
) -> dict[str, float]:
    loop = asyncio.get_running_loop()
    sent: dict[int, float] = {}
    for watcher in watchers:
        watcher.sent = sent
    await asyncio.gather(*(watcher.come() for watcher in watchers))
    following = [asyncio.create_task(watcher.follow()) for watcher in watchers]
    first = watchers[0].last or 0

    async def play(steps: int) -> None:
        for step in range(steps):
            number = first + len(sent) + 1
            sent[number] = time.monotonic()
            do = ("sit", "leave")[step % 2]
            told = await loop.run_in_executor(None, _move, dee, do)
            assert told["number"] == number

    before = memory(served.pid)
    stuck_reader(served, stuck)
    await play(STEPS)
    await asyncio.sleep(0.3)
    dropped = await loop.run_in_executor(None, _dropped, dee)
    late = sorted(each for watcher in watchers for each in watcher.late)
    # Everybody is cut off at once, things go on, and everybody comes back.
    await asyncio.gather(*(watcher.go() for watcher in watchers))
    await asyncio.gather(*following)
    await play(STEPS // 2)
    began = time.monotonic()
    await asyncio.gather(*(watcher.come() for watcher in watchers))
    back = time.monotonic() - began
    grown = memory(served.pid) - before
    numbers = {watcher.last for watcher in watchers}
    assert len(numbers) == 1
    assert all(watcher.seen == watchers[0].seen for watcher in watchers)
    assert watchers[0].seen == sorted(set(watchers[0].seen)), "no repeat"
    p99 = late[len(late) * 99 // 100] if late else 0.0
    return {"p99": p99, "back": back, "grown": grown, "dropped": dropped}


def _move(dee: Api, do: str) -> dict[str, Any]:
    return dee.do("t1", do, player="ann", box=5)


def _dropped(dee: Api) -> float:
    deadline = time.monotonic() + 25
    while time.monotonic() < deadline:
        for line in dee.ask("GET", "/metrics").text.splitlines():
            if line.startswith("croupier_dropped_total "):
                count = float(line.split()[1])
                if count:
                    return count
        time.sleep(0.1)
    return 0.0


def test_a_storm_with_a_reader_that_never_reads(database: str, folder: Path) -> None:
    """Others hear in time, the stuck one is dropped, memory is bounded, all return at once."""
    open_tables(database)
    tokens = add_people(database, "dee", "ann")
    # The stuck one may ask as often as it likes: here it is dropped because it does not read.
    often = {"FRAMES_PER_SECOND_PER_SOCKET": "1000000", "FRAMES_PER_SECOND_PER_ADDRESS": "1000000"}
    with Served(database, folder, **often) as served, Api(served.base, tokens["dee"]) as dee:
        found = asyncio.run(_storm(served, dee))
        assert found["dropped"] == 1, "the one that takes nothing is dropped"
        assert found["p99"] < 1.0, found
        assert found["back"] < 5.0, found
        assert found["grown"] < 60_000_000, found
        log = dee.get("/api/tables/t1/events?after=0")["events"]
        assert [event["n"] for event in log] == list(range(1, len(log) + 1))
