"""The server as a target, in this process and without a network: frames, and whole requests."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import unquote_to_bytes

from croupier.accounts import ALL, CONSOLE, AccountRole, Hasher, People
from croupier.game.model import Role
from croupier.server.app import make_app
from croupier.server.app_state import AppState
from croupier.server.caller import Caller
from croupier.server.config import Config
from croupier.server.live.handshake import _CallerTables
from croupier.server.live.outbox import waiting_line
from croupier.server.live.socket import Socket
from croupier.server.monitoring import LOGGER, Metrics
from croupier.store.house import House
from croupier.table import Actor
from fuzz.targets import Run, Target

SAM = Actor(Role.SHIFT_MANAGER, "sam")
PEOPLE = {
    "ann": AccountRole.PLAYER,
    "dee": AccountRole.DEALER,
    "sam": AccountRole.SHIFT_MANAGER,
    "adm": AccountRole.ADMINISTRATOR,
}
PASSWORD = "a long walk at night"
OFTEN = 1_000_000
"""No limit is met here: it is what is read that is fuzzed."""
PATIENCE = 20


class Bug(Exception):
    """The server answered that it made a mistake, or said nothing at all."""


class _Errors(logging.Handler):
    """Keeps the errors that the server logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.wrong: list[BaseException | None] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.wrong.append(record.exc_info[1] if record.exc_info else None)


class World:
    """A house with two tables, its people, and the server's state; and the loop they run on."""

    def __init__(self, folder: Path) -> None:
        database = str(folder / "house.db")
        self.house = House.open(database)
        self.people = People.open(database, hasher=Hasher(time_cost=1, memory_kib=64))
        for name in ("ann", "bob"):
            self.house.deposit(f"start-{name}", SAM, name, "1000000")
        # One with a dealer, and one that is dealt by the server itself.
        for table_id in ("t1", "t2"):
            self.house.create_table(table_id)
            self._do(table_id, "open_table", game="tiger", float="100000", face_down=True)
            self._do(table_id, "buy_in", player="ann", amount="1000")
            self._do(table_id, "sit", player="ann", box=1)
            self._do(table_id, "new_shoe")
        self._do("t2", "assign_dealer", automatic=True)
        self._do("t1", "open_bets")
        self.tokens = {}
        for name, post in PEOPLE.items():
            self.people.add(name, post, CONSOLE, password=PASSWORD, tables=ALL)
            self.tokens[name] = self.people.sign_in(name, PASSWORD, "fuzz").token
        self.config = Config(
            commands_per_second=OFTEN,
            sign_ins_per_minute=OFTEN,
            frames_per_second=OFTEN,
            frames_per_second_per_address=OFTEN,
            frames_per_second_per_socket=OFTEN,
        )
        self.errors = _Errors()
        LOGGER.addHandler(self.errors)
        self._propagate, LOGGER.propagate = LOGGER.propagate, False
        self.loop = asyncio.new_event_loop()
        self.app = self.loop.run_until_complete(self._state())

    def _do(self, table_id: str, do: str, **fields: object) -> None:
        answer = self.house.command(table_id, f"{table_id}-{do}", SAM, {"do": do, **fields})
        assert answer.ok, answer

    async def _state(self) -> AppState:
        return AppState(self.config, self.house, self.people, Metrics())

    def check(self, told: object) -> None:
        """Raise what the server has logged as its own mistake."""
        wrong, self.errors.wrong = self.errors.wrong, []
        if wrong:
            raise wrong[0] or Bug(told)

    def close(self) -> None:
        """Close everything."""
        self.loop.run_until_complete(self.app.close())
        self.loop.close()
        LOGGER.removeHandler(self.errors)
        LOGGER.propagate = self._propagate
        self.people.close()
        self.house.close()


@contextmanager
def _world() -> Iterator[World]:
    folder = Path(mkdtemp(prefix="croupier-fuzz-"))
    try:
        world = World(folder)
        try:
            yield world
        finally:
            world.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# Frames


class _Line:
    """A connection that gives some frames, then a ping, and ends when all are answered."""

    def __init__(self, frames: list[str]) -> None:
        self.frames = [*frames, '{"ping": "the last"}']
        self.heard: list[str] = []
        self.done = asyncio.Event()
        self.served: Socket | None = None
        self.line = waiting_line()

    async def receive(self) -> str | None:
        if self.frames:
            return self.frames.pop(0)
        await self.done.wait()
        # Commands are answered by tasks of their own, which end with the socket.
        while self.served is not None and self.served._running:
            await asyncio.sleep(0.0005)
        return None

    async def send(self, frame: str) -> None:
        self.heard.append(frame)
        if '"the last"' in frame:
            self.done.set()

    async def close(self, code: int, reason: str) -> None:
        """Note nothing: the socket ends anyway."""


async def _serve(world: World, name: str | None, frames: list[str]) -> None:
    person = None if name is None else world.people.find(name)
    caller = Caller("fuzz", "token", None, person)
    load = world.app.load.open_socket("fuzz", signed_in=person is not None)
    line = _Line(frames)
    served = Socket(line, _CallerTables(world.app, caller), caller.viewer, load)
    line.served = served
    try:
        async with asyncio.timeout(PATIENCE):
            await served.run()
    finally:
        load.close()
    if not line.done.is_set():
        raise Bug(f"the socket ended: {line.heard[-1:]}")
    for frame in line.heard:
        told = json.loads(frame)
        if told.get("error", {}).get("code") == "our_mistake":
            world.check(told)


@contextmanager
def _frames() -> Iterator[Run]:
    with _world() as world:

        def frame(data: bytes) -> None:
            """Send each line as a frame, as a stranger, as a patron, and as the shift manager."""
            texts = [line.decode("utf-8", "replace") for line in data.split(b"\n")[:20]]
            for name in (None, "ann", "sam"):
                world.loop.run_until_complete(_serve(world, name, list(texts)))
            world.check(data)

        yield frame


# Requests


def _scope(data: bytes, tokens: Mapping[str, str]) -> tuple[dict[str, Any], bytes]:
    """Return a request as the server gets it.

    `METHOD PATH`, lines with headers (`as: NAME` signs in), an empty line, the body.
    """
    head, _, body = data.partition(b"\n\n")
    first, *lines = head.split(b"\n")
    method, _, target = first.partition(b" ")
    path, _, query = target.partition(b"?")
    headers: list[tuple[bytes, bytes]] = []
    for line in lines[:50]:
        name, _, value = line.partition(b":")
        name, value = name.strip().lower(), value.strip()
        if name == b"as":
            name = b"authorization"
            value = b"Bearer " + tokens.get(value.decode("latin-1"), "nobody").encode()
        headers.append((name, value))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method.decode("latin-1")[:20].upper() or "GET",
        "scheme": "http",
        "path": unquote_to_bytes(path).decode("utf-8", "replace") or "/",
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": headers,
        "client": ("fuzz", 1),
        "server": ("127.0.0.1", 8321),
        "state": {},
    }
    return scope, body


@contextmanager
def _requests() -> Iterator[Run]:
    with _world() as world:

        @asynccontextmanager
        async def opened() -> AsyncIterator[AppState]:
            yield world.app

        app = make_app(world.config, opened, world.app.metrics)
        inner: Any = app
        inner._app.state.croupier = world.app

        async def ask(data: bytes) -> None:
            scope, body = _scope(data, world.tokens)
            status: list[int] = []
            waiting = [{"type": "http.request", "body": body, "more_body": False}]

            async def receive() -> dict[str, Any]:
                return waiting.pop() if waiting else {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    status.append(message["status"])

            async with asyncio.timeout(PATIENCE):
                await app(scope, receive, send)
            if not status or status[0] == 500:
                raise Bug(status)

        def request(data: bytes) -> None:
            """Answer a request: with anything but 500."""
            try:
                world.loop.run_until_complete(ask(data))
            except BaseException as wrong:
                if isinstance(wrong, KeyboardInterrupt):
                    raise
                world.check(data)
                raise
            world.check(data)

        yield request


SERVER = (Target("frame", _frames), Target("request", _requests))
