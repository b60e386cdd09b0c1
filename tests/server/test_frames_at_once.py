"""A frame is written at once where nothing waits; otherwise it waits its turn, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from websockets.frames import Frame, Opcode

from croupier.server.live.feed import Feed
from croupier.server.live.socket import Socket
from croupier.server.live.visibility import Viewer
from croupier.server.load_limits import Load
from croupier.server.load_settings import LoadLimits
from croupier.server.protocols import frame_head
from croupier.server.shedding import Shedding
from croupier.store.requests import Answer


class Line:
    """A client that reads at once, or only when it is told to."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.gone = asyncio.Event()

    def write_now(self, frame: str) -> bool:
        if self.reads.is_set():
            self.got.append(frame)
        return self.reads.is_set()

    async def send(self, frame: str) -> None:
        await self.reads.wait()
        self.got.append(frame)

    async def receive(self) -> str | None:
        await self.gone.wait()
        return None

    async def close(self, code: int, reason: str) -> None:
        self.got.append(f"closed {code} {reason}")


class NoTables:
    """Tables that nobody asks for."""

    async def feed(self, table_id: str, seen: int) -> Feed:
        raise KeyError(table_id)

    async def missed(self, feed: Feed, viewer: Viewer, after: int, to: int) -> tuple[str, int]:
        raise NotImplementedError

    async def command(
        self,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
        witness: Mapping[str, object] | None,
    ) -> Answer:
        raise NotImplementedError

    def shown(self, table_id: str) -> Mapping[str, Any]:
        return {}

    def now(self) -> str:
        return ""


async def _settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_frames_keep_their_order_when_a_client_stops_reading_and_goes_on() -> None:
    async def run() -> None:
        line = Line()
        load = Load(LoadLimits(), Shedding(lambda what, why: None))
        socket = Socket(line, NoTables(), Viewer(), load.open_socket("-", signed_in=False))
        running = asyncio.create_task(socket.run())
        socket.notify("1")
        assert line.got == ["1"], "nothing waited: it went at once"
        await _settled()
        line.reads.clear()
        socket.notify("2")
        await _settled()
        line.reads.set()
        # The second frame is being sent: the third one waits behind it.
        socket.notify("3")
        await _settled()
        socket.notify("4")
        await _settled()
        line.gone.set()
        await running
        assert line.got == ["1", "2", "3", "4"]

    asyncio.run(run())


def test_the_head_of_a_frame_is_as_the_library_writes_it() -> None:
    for length in (0, 1, 125, 126, 127, 65_535, 65_536, 200_000):
        data = b"x" * length
        written = Frame(Opcode.TEXT, data).serialize(mask=False)
        assert frame_head(length) + data == written
