"""A server that stops answers its sockets first, then closes them; a second signal ends it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from croupier.store.house import House
from served import Served as ServedByCommand
from server.client import Api
from server.edge import until
from server.people import add_people, open_tables
from server.process import Served

SOCKETS, EACH, TABLES = 30, 5, 4


@dataclass(frozen=True, slots=True)
class Stopping:
    """A server that is about to be stopped."""

    base: str
    pid: int
    server: Served | ServedByCommand

    def ended(self) -> int:
        """Wait for its end, and return its exit status."""
        if isinstance(self.server, Served):
            return self.server.join()
        return self.server.process.wait(30)

    @property
    def said(self) -> str:
        """What it has written to standard error."""
        return self.server.said if isinstance(self.server, Served) else "".join(self.server.log)


@contextmanager
def serving(database: str, folder: Path, workers: int, slow: float) -> Iterator[Stopping]:
    """Serve; each command is answered so many seconds after its commit."""
    if workers == 1:
        with Served(database, folder, planted=f"slow:{slow}", STAFF_IDLE="3600") as served:
            yield Stopping(served.base, served.pid, served)
        return
    # Workers are started anew, so that each has to be made slow where it begins.
    plant = f"from server.planted import plant\nplant('slow:{slow}')\n"
    (folder / "sitecustomize.py").write_text(plant)
    paths = [str(folder), *(path for path in sys.path if path)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        settings = {"workers": str(workers), "demo": "false", "commands_per_second": "10000"}
        server = ServedByCommand(database, settings)
    try:
        until(lambda: _answers(server.address), 120)
        yield Stopping(server.address, server.process.pid, server)
    finally:
        server.process.kill()


def _answers(base: str) -> bool:
    try:
        return httpx.get(f"{base}/healthz", trust_env=False, timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


async def talk(
    number: int, base: str, token: str, ready: list[int], done: asyncio.Event
) -> tuple[set[str], int]:
    """Send commands at once; return the ids of those that were answered, and the close code."""
    line: ClientConnection = await connect(
        base.replace("http", "ws", 1) + "/api/live",
        origin=Origin(base),
        additional_headers={"Authorization": f"Bearer {token}"},
        compression=None,
        proxy=None,
        open_timeout=30,
        ping_interval=None,
    )
    answered: set[str] = set()
    try:
        for place in range(EACH):
            body = {"do": "buy_in", "player": "ann", "amount": "1"}
            frame = {"id": f"{number}-{place}", "table": f"t{number % TABLES}", "command": body}
            await line.send(json.dumps(frame))
        # Everything before this frame has been read when it is answered.
        await line.send(json.dumps({"ping": "sent"}))
        while True:
            told: dict[str, Any] = json.loads(await line.recv())
            if told.get("pong") == "sent":
                ready.append(number)
            if "answer" in told:
                assert told["ok"] or told["error"]["code"] == "closing", told
                answered.add(told["answer"])
                done.set()
    except ConnectionClosed as closed:
        return answered, closed.rcvd.code if closed.rcvd else 1006
    finally:
        line.transport.abort()


async def stopped(served: Stopping, token: str) -> list[tuple[set[str], int]]:
    """Stop the server while the commands of all sockets are under way."""
    ready, done = list[int](), asyncio.Event()
    tasks = [
        asyncio.create_task(talk(number, served.base, token, ready, done))
        for number in range(SOCKETS)
    ]
    while len(ready) < SOCKETS:
        await asyncio.sleep(0.01)
        assert not any(task.done() for task in tasks), "a socket ended before the stop"
    await asyncio.wait_for(done.wait(), 30)
    os.kill(served.pid, signal.SIGTERM)
    return await asyncio.wait_for(asyncio.gather(*tasks), 30)


def commands_are_answered(database: str, folder: Path, workers: int = 1) -> None:
    """Stop a server with 150 commands under way; all are answered, and sockets end with 1001."""
    open_tables(database, *(f"t{number}" for number in range(TABLES)))
    tokens = add_people(database, "sam")
    # Slow enough that most of them are still under way when the signal comes.
    with serving(database, folder, workers, 0.05) as served:
        found = asyncio.run(stopped(served, tokens["sam"]))
        assert served.ended() == 0
        assert "Traceback" not in served.said
    ids = {f"{number}-{place}" for number in range(SOCKETS) for place in range(EACH)}
    answered = {id for each, _ in found for id in each}
    with House.open(database) as house:
        stored = {id for id in ids if house.reader.result("shift_manager:sam", id) is not None}
    assert stored <= answered, f"{len(stored - answered)} stored, but never answered"
    assert answered == ids, f"{len(ids - answered)} were read, but never answered"
    assert {code for _, code in found} == {1001}


def test_commands_under_way_are_answered_before_sockets_end(database: str, folder: Path) -> None:
    commands_are_answered(database, folder)


def test_several_processes_answer_theirs_too(sqlite: str, folder: Path) -> None:
    commands_are_answered(sqlite, folder, workers=2)


def test_who_answers_no_close_does_not_keep_it_from_stopping(sqlite: str, folder: Path) -> None:
    open_tables(sqlite)
    with Served(sqlite, folder) as served:
        host, port = served.host.split(":")
        asked = (
            f"GET /api/live HTTP/1.1\r\nhost: {served.host}\r\norigin: {served.base}\r\n"
            "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        with socket.create_connection((host, int(port)), 10) as mute:
            mute.sendall(asked.encode())
            assert mute.recv(1000).startswith(b"HTTP/1.1 101")
            began = time.monotonic()
            assert served.stop() == 0
            assert time.monotonic() - began < 10, "15 s are for those who are there"
        assert "timeout" not in served.said


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_second_signal_ends_it_at_once(sqlite: str, folder: Path, workers: int) -> None:
    open_tables(sqlite)
    tokens = add_people(sqlite, "dee")

    def buy_in() -> None:
        with Api(served.base, tokens["dee"]) as dee, pytest.raises(httpx.HTTPError):
            dee.send("t1", "buy_in", id="under-way", player="ann", amount="1")

    def under_way() -> bool:
        with House.open(sqlite) as house:
            return house.reader.result("dealer:dee", "under-way") is not None

    with serving(sqlite, folder, workers, 15) as served, ThreadPoolExecutor(1) as pool:
        work = pool.submit(buy_in)
        until(under_way, 60)
        os.kill(served.pid, signal.SIGTERM)
        time.sleep(1.5)
        os.kill(served.pid, 0)
        began = time.monotonic()
        os.kill(served.pid, signal.SIGTERM)
        assert served.ended() == (-signal.SIGTERM if workers == 1 else 0)
        assert time.monotonic() - began < 5, "it waits for what is under way"
        work.result(10)
