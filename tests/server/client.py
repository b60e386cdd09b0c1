"""Clients of the server: one that asks over HTTP, one that has a socket."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from itertools import count
from types import TracebackType
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

Json = dict[str, Any]
_ids = count(1)


def fresh_id() -> str:
    """Make an id that no command had before."""
    return f"test-{next(_ids)}-{time.time_ns()}"


class Api:
    """Somebody who asks over HTTP; everything that was answered is kept for whoever scans it."""

    def __init__(self, base: str, token: str | None = None) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=base, headers=headers, timeout=30, trust_env=False)
        self.heard: list[bytes] = []

    def __enter__(self) -> Api:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.http.close()

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Ask for something."""
        answer = self.http.request(method, path, **options)
        self.heard.append(str(answer.headers).encode() + answer.content)
        return answer

    def get(self, path: str) -> Any:
        """Read something that must be there."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(
        self, table: str, do: str, /, *, id: str | None = None, approval: Any = None, **fields: Any
    ) -> httpx.Response:
        """Give a command, whatever comes of it."""
        body: Json = {"id": id or fresh_id(), "command": {"do": do, **fields}}
        if approval is not None:
            body["approval"] = approval
        return self.ask("POST", f"/api/tables/{table}/commands", json=body)

    def do(self, table: str, do: str, /, **fields: Any) -> Json:
        """Give a command that must be carried out; the answer."""
        answer = self.send(table, do, **fields)
        assert answer.status_code == 200, f"{do} {fields}: {answer.text}"
        told: Json = answer.json()
        return told

    def state(self, table: str) -> Json:
        """See a table."""
        told: Json = self.get(f"/api/tables/{table}")["state"]
        return told

    def wallet(self, name: str) -> str:
        """See a wallet."""
        return str(self.get(f"/api/wallets/{name}")["balance"])


class Live:
    """A socket of somebody's; what comes is kept in its order."""

    def __init__(self, base: str, token: str | None = None, origin: str | None = "own") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        where = base.replace("http", "ws", 1) + "/api/live"
        self.wire: ClientConnection = connect(
            where,
            origin=None if origin is None else Origin(base if origin == "own" else origin),
            additional_headers=headers,
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=20,
            close_timeout=2,
            ping_interval=None,
            legacy=True,
        )
        self.frames: list[Json] = []
        self.heard: list[bytes] = []

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self.wire.close()

    def say(self, **frame: Any) -> None:
        """Send a frame."""
        self.wire.send(json.dumps(frame))

    def next(self, seconds: float = 20) -> Json:
        """Wait for the next frame."""
        text = self.wire.recv(seconds)
        raw = text.encode() if isinstance(text, str) else text
        self.heard.append(raw)
        frame: Json = json.loads(raw)
        self.frames.append(frame)
        return frame

    def until(self, found: Callable[[Json], bool], seconds: float = 20) -> Json:
        """Read until a frame is the one that is waited for."""
        deadline = time.monotonic() + seconds
        while True:
            frame = self.next(max(0.01, deadline - time.monotonic()))
            if found(frame):
                return frame

    def drain(self, seconds: float = 0.2) -> Iterator[Json]:
        """Read what comes until nothing has come for a while."""
        while True:
            try:
                yield self.next(seconds)
            except TimeoutError:
                return

    def watch(self, table: str, after: int | None = None) -> Json:
        """Watch a table; give the frame that says where it stands."""
        self.say(watch=table, **({} if after is None else {"after": after}))
        return self.until(lambda frame: frame.get("whole") is True and frame["table"] == table)

    def command(self, table: str, do: str, /, *, id: str | None = None, **fields: Any) -> Json:
        """Give a command and wait for its answer."""
        name = id or fresh_id()
        self.say(id=name, table=table, command={"do": do, **fields})
        return self.until(lambda frame: frame.get("answer") == name)

    def ended(self, seconds: float = 20) -> tuple[int, str]:
        """Wait until the server ends it; the code and the reason."""
        deadline = time.monotonic() + seconds
        try:
            while True:
                self.next(max(0.01, deadline - time.monotonic()))
        except ConnectionClosed as closed:
            frame = closed.rcvd
            return (1006, "") if frame is None else (frame.code, frame.reason)
