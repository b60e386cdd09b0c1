"""Clients of the server for tests: one over HTTP, one with a socket."""

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
    """Return an id that no command had before."""
    return f"test-{next(_ids)}-{time.time_ns()}"


class Held:
    """Holds what is sent and what comes to the documents of the server; see `described`."""

    def answer(self, request: httpx.Request, answer: httpx.Response) -> None:
        """Hold an answer over HTTP."""

    def sent(self, frame: Json) -> None:
        """Hold a frame of the client that was answered well."""

    def came(self, frame: Json) -> None:
        """Hold a frame of the server."""


HELD: list[Held] = []
"""Who is shown the traffic of all clients."""


class Api:
    """A client over HTTP; all answers are kept, so that a test can search them."""

    def __init__(self, base: str, token: str | None = None) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=base, headers=headers, timeout=90, trust_env=False)
        self.heard: list[bytes] = []

    def __enter__(self) -> Api:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.http.close()

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request and return its response."""
        answer = self.http.request(method, path, **options)
        self.heard.append(str(answer.headers).encode() + answer.content)
        for each in HELD:
            each.answer(answer.request, answer)
        return answer

    def get(self, path: str) -> Any:
        """Return a JSON page that must exist."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(
        self, table: str, do: str, /, *, id: str | None = None, approval: Any = None, **fields: Any
    ) -> httpx.Response:
        """Give a command and return its response, whatever it is."""
        body: Json = {"id": id or fresh_id(), "command": {"do": do, **fields}}
        if approval is not None:
            body["approval"] = approval
        return self.ask("POST", f"/api/tables/{table}/commands", json=body)

    def do(self, table: str, do: str, /, **fields: Any) -> Json:
        """Give a command that must succeed, and return its answer."""
        answer = self.send(table, do, **fields)
        assert answer.status_code == 200, f"{do} {fields}: {answer.text}"
        told: Json = answer.json()
        return told

    def state(self, table: str) -> Json:
        """Return the state of a table."""
        told: Json = self.get(f"/api/tables/{table}")["state"]
        return told

    def wallet(self, name: str) -> str:
        """Return what a wallet holds."""
        return str(self.get(f"/api/wallets/{name}")["balance"])


class Live:
    """A client with a socket; all frames are kept in order."""

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
        """Close the socket."""
        self.wire.close()

    def say(self, **frame: Any) -> None:
        """Send a frame."""
        self.wire.send(json.dumps(frame))
        for each in HELD:
            each.sent(frame)

    def next(self, seconds: float = 20) -> Json:
        """Wait for the next frame and return it."""
        text = self.wire.recv(seconds)
        raw = text.encode() if isinstance(text, str) else text
        self.heard.append(raw)
        frame: Json = json.loads(raw)
        self.frames.append(frame)
        for each in HELD:
            each.came(frame)
        return frame

    def until(self, found: Callable[[Json], bool], seconds: float = 20) -> Json:
        """Read frames until `found` returns True for one, and return it."""
        deadline = time.monotonic() + seconds
        while True:
            frame = self.next(max(0.01, deadline - time.monotonic()))
            if found(frame):
                return frame

    def drain(self, seconds: float = 0.2) -> Iterator[Json]:
        """Yield frames until none has come for some seconds."""
        while True:
            try:
                yield self.next(seconds)
            except TimeoutError:
                return

    def watch(self, table: str, after: int | None = None) -> Json:
        """Watch a table; return the frame with its whole state."""
        self.say(watch=table, **({} if after is None else {"after": after}))
        return self.until(lambda frame: frame.get("whole") is True and frame["table"] == table)

    def command(self, table: str, do: str, /, *, id: str | None = None, **fields: Any) -> Json:
        """Give a command and return its answer."""
        name = id or fresh_id()
        self.say(id=name, table=table, command={"do": do, **fields})
        return self.until(lambda frame: frame.get("answer") == name)

    def ended(self, seconds: float = 20) -> tuple[int, str]:
        """Wait until the server ends the socket; return the code and the reason."""
        deadline = time.monotonic() + seconds
        try:
            while True:
                self.next(max(0.01, deadline - time.monotonic()))
        except ConnectionClosed as closed:
            frame = closed.rcvd
            return (1006, "") if frame is None else (frame.code, frame.reason)
