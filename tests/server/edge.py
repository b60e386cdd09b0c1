"""uvicorn with the server's protocols around a small application, in a thread of this process."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import uvicorn

from croupier.server.connections import KEY, Connections, Limits, RefusalLog
from croupier.server.monitoring import Metrics
from croupier.server.protocols import HttpProtocol, SocketProtocol

LIMITS = Limits(
    most=1000, of_address=1000, descriptors=100_000, header_seconds=0.5, body_seconds=0.5
)


@dataclass
class Edge:
    """The server, what it counts, and what it wrote to the log."""

    place: tuple[str, int]
    metrics: Metrics
    connections: Connections
    failed: list[str] = field(default_factory=list)

    def dial(self, source: str = "127.0.0.1") -> socket.socket:
        """Return a new connection, from an address of this machine."""
        return socket.create_connection(self.place, timeout=10, source_address=(source, 0))

    def refused(self, why: str) -> float:
        """Return how many were refused for this reason."""
        found = self.metrics.registry.get_sample_value("croupier_refused_total", {"why": why})
        return found or 0.0

    def open(self) -> float:
        """Return how many connections are open."""
        return self.metrics.registry.get_sample_value("croupier_connections") or 0.0


async def _application(scope: Any, receive: Any, send: Any) -> None:
    """Read the body and answer with its length; `/early` answers first, `/big` with megabytes."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    length, more = 0, scope["path"] != "/early"
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length += len(message["body"])
        more = message["more_body"]
    body = b"x" * 30_000_000 if scope["path"] == "/big" else b"%d" % length
    head = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    for start in range(0, len(body), 100_000):
        part = body[start : start + 100_000]
        more = start + 100_000 < len(body)
        await send({"type": "http.response.body", "body": part, "more_body": more})


@contextmanager
def edge(
    limits: Limits = LIMITS,
    proxies: tuple[str, ...] = (),
    serve: Callable[[Any, Any, Any], Awaitable[None]] = _application,
) -> Iterator[Edge]:
    """Serve the small application, or another one, at a free port."""
    metrics, made = Metrics(), []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await serve(scope, receive, send)
            return
        await receive()
        log = RefusalLog(asyncio.get_running_loop().call_later)
        made.append(Connections(limits, proxies, metrics, log=log))
        scope["state"][KEY] = made[0]
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    listener = socket.create_server(("127.0.0.1", 0), backlog=200)
    config = uvicorn.Config(
        application,
        http=HttpProtocol,
        ws=SocketProtocol,
        timeout_keep_alive=1,
        timeout_graceful_shutdown=1,
        log_config=None,
        lifespan="on",
    )
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        until(lambda: server.started)
        yield Edge(listener.getsockname()[:2], metrics, made[0])
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()
    assert not thread.is_alive()


def until(found: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.01)


def rest(connection: socket.socket) -> bytes:
    """Return all that comes until the server ends the connection."""
    found = b""
    try:
        while part := connection.recv(1 << 16):
            found += part
    except ConnectionError:
        pass
    return found


def head(size: int) -> bytes:
    """Return a request whose headers have about this many bytes."""
    return b"GET / HTTP/1.1\r\nhost: a\r\nx: " + b"y" * size + b"\r\n\r\n"
