"""A frame is written at once where nothing waits; otherwise it waits its turn, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

from starlette.websockets import WebSocket
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from croupier.server.live.feed import Feed, Step, Subscription, send_step
from croupier.server.live.handshake import _StarletteConnection
from croupier.server.live.outbox import Held, Line, frame_head
from croupier.server.live.socket import Close, Socket
from croupier.server.live.visibility import PUBLIC, Viewer
from croupier.server.load_limits import Load
from croupier.server.load_settings import LoadLimits
from croupier.server.shedding import Shedding
from croupier.store.requests import Answer
from server.edge import edge, until


class Client:
    """A client that reads at once, or only when it is told to."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.gone = asyncio.Event()
        self.line = Line(self._take, lambda: not self.reads.is_set())

    def _take(self, frame: bytes) -> None:
        self.got.append(frame[2:].decode())

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
        client = Client()
        load = Load(LoadLimits(), Shedding(lambda what, why: None))
        socket = Socket(client, NoTables(), Viewer(), load.open_socket("-", signed_in=False))
        running = asyncio.create_task(socket.run())
        socket.notify("1")
        assert client.got == ["1"], "nothing waited: it went at once"
        await _settled()
        client.reads.clear()
        socket.notify("2")
        await _settled()
        client.reads.set()
        # The second frame is being sent: the third one waits behind it.
        socket.notify("3")
        await _settled()
        socket.notify("4")
        await _settled()
        client.gone.set()
        await running
        assert client.got == ["1", "2", "3", "4"]

    asyncio.run(run())


def test_who_reads_too_slowly_misses_no_frame_and_has_them_in_order() -> None:
    """In a real network: what the client does not take waits with us, where it is bounded."""
    served: list[tuple[Socket, asyncio.AbstractEventLoop]] = []

    async def serve(*scope_receive_send: Any) -> None:
        web = WebSocket(*scope_receive_send)
        await web.accept()
        load = Load(LoadLimits(), Shedding(lambda what, why: None)).open_socket("-", signed_in=True)
        socket = Socket(_StarletteConnection(web), NoTables(), PUBLIC, load)
        served.append((socket, asyncio.get_running_loop()))
        await socket.run()

    async def send_until_full(socket: Socket) -> int:
        count = 0
        while not socket._line.holds:
            assert count < 1000, "the network takes everything"
            socket.notify(f"{count:09}" + "x" * 100_000)
            count += 1
        for number in range(count, count + 20):
            socket.notify(f"{number:09}")
        assert socket._outbox.waiting == 20
        return count + 20

    with edge(serve=serve) as house:
        place = f"ws://{house.place[0]}:{house.place[1]}/"
        with connect(place, max_queue=1) as client:
            until(lambda: bool(served))
            socket, loop = served[0]
            count = asyncio.run_coroutine_threadsafe(send_until_full(socket), loop).result(20)
            assert [int(client.recv(20)[:9]) for _ in range(count)] == list(range(count))
            until(lambda: not socket._line.holds)
            loop.call_soon_threadsafe(socket.notify, "at once again")
            assert client.recv(20) == "at once again"


def test_a_step_is_written_once_for_all_who_see_the_same() -> None:
    written: list[bytes] = []
    asked: list[Viewer] = []

    def frame(viewer: Viewer) -> str:
        asked.append(viewer)
        return f"what {viewer.name} sees"

    step = cast(Step, SimpleNamespace(frame=frame))
    feed, ann, waited = cast(Feed, None), Viewer("ann"), list[str]()
    lines = [Line(written.append, lambda: False) for _ in range(5)]
    viewers = (PUBLIC, PUBLIC, ann, PUBLIC, PUBLIC)
    watching = [
        Subscription(feed, viewer, waited.append, line)
        for viewer, line in zip(viewers, lines, strict=True)
    ]
    watching[4].over = True
    send_step(step, watching)
    assert [each[2:].decode() for each in written] == [
        "what None sees",
        "what None sees",
        "what ann sees",
        "what None sees",
    ]
    assert written[0] is written[1] is written[3]
    assert waited == []
    # Who is slow, or goes, is not written to at once; whoever was told is not told again.
    lines[0].holds.add(Held.SLOW)
    watching[1].line = Line(written.append, lambda: True)
    send_step(step, watching)
    assert waited == ["what None sees"] * 2
    assert len(written) == 4 + 2


def test_nothing_is_written_at_once_to_a_socket_that_ends() -> None:
    async def run() -> None:
        client = Client()
        load = Load(LoadLimits(), Shedding(lambda what, why: None))
        socket = Socket(client, NoTables(), Viewer(), load.open_socket("-", signed_in=False))
        running = asyncio.create_task(socket.run())
        await _settled()
        socket.end(Close.SIGNED_OUT)
        assert not client.line.send("not for them any more")
        await running
        assert client.got == ["closed 4401 signed_out"]

    asyncio.run(run())


def test_the_head_of_a_frame_is_as_the_library_writes_it() -> None:
    for length in (0, 1, 125, 126, 127, 65_535, 65_536, 200_000):
        data = b"x" * length
        written = Frame(Opcode.TEXT, data).serialize(mask=False)
        assert frame_head(length) + data == written
