"""A stranger who floods a server with everything there is, from an address of their own."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from multiprocessing.synchronize import Event
from random import Random

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

STRANGER = "127.0.0.66"
SOCKETS = 4
"""How many sockets each kind of flood has."""
READERS = 6
"""How many connections ask over HTTP."""


@asynccontextmanager
async def _line(base: str) -> AsyncIterator[ClientConnection]:
    where = base.replace("http", "ws", 1) + "/api/live"
    async with connect(
        where,
        origin=Origin(base),
        local_addr=(STRANGER, 0),
        max_size=None,
        compression=None,
        proxy=None,
        ping_interval=None,
        close_timeout=1,
    ) as line:
        yield line


def _frames(kind: str, tables: list[str], rng: Random) -> Callable[[int], str]:
    if kind == "past":
        return lambda n: json.dumps({"watch": tables[n % len(tables)], "after": 0})
    if kind == "unknown":
        return lambda n: json.dumps({"watch": f"nowhere-{n}"})
    if kind == "pings":
        return lambda n: json.dumps({"ping": n})
    if kind == "garbage":
        return lambda n: "".join(chr(rng.randrange(32, 0x2FF)) for _ in range(40))
    if kind == "huge":
        return lambda n: '{"ping": ' + "[" * 60_000 + "]" * 60_000 + "}"
    assert kind == "commands"
    return lambda n: json.dumps({"command": {"do": "deal"}, "table": tables[0], "id": str(n)})


async def _flood(base: str, kind: str, tables: list[str]) -> None:
    """Send frames as fast as they go, and read what comes back; come again when it is closed."""
    make = _frames(kind, tables, Random(kind))
    numbers = count()
    while True:
        async with _line(base) as line:
            reading = asyncio.create_task(_read(line))
            try:
                while True:
                    await line.send(make(next(numbers)))
                    await asyncio.sleep(0)
            finally:
                reading.cancel()


async def _read(line: ClientConnection) -> None:
    async for _ in line:
        pass


async def _unread(base: str, tables: list[str]) -> None:
    """Ask for everything, and read nothing."""
    while True:
        async with _line(base) as line:
            line.transport.pause_reading()
            for n in range(2000):
                await line.send(json.dumps({"watch": tables[n % len(tables)], "after": 0}))
            await asyncio.sleep(30)


async def _protocol_pings(base: str) -> None:
    """Send the web socket's own pings, which no application sees."""
    host, _, port = base.partition("//")[2].partition(":")
    while True:
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(STRANGER, 0))
        head = f"GET /api/live HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {base}\r\n"
        writer.write(
            f"{head}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        await reader.read(1000)
        try:
            while True:
                writer.write(b"\x89\x80\0\0\0\0" * 5000)
                await writer.drain()
                await reader.read(100_000)
                if reader.at_eof():
                    break
        finally:
            writer.close()


async def _ask(base: str, tables: list[str], number: int) -> None:
    """Ask over HTTP for what takes long, again and again."""
    rng = Random(number)
    transport = httpx.AsyncHTTPTransport(local_address=STRANGER)
    async with httpx.AsyncClient(
        base_url=base, transport=transport, timeout=60, trust_env=False
    ) as http:
        while True:
            left = ",".join(str(rng.randrange(8, 32)) for _ in range(13))
            for path in (
                f"/api/odds/tiger?cards_left={left}&removal=true",
                f"/api/tables/{tables[-1]}/events?after=0",
                f"/api/tables/{tables[-1]}/rounds?most=100",
                "/api/tables",
                "/api/reports",
                "/healthz",
            ):
                await http.get(path)


async def _again(flood: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await flood()
        except (OSError, WebSocketException, httpx.HTTPError):
            await asyncio.sleep(0.02)


async def _all(base: str, tables: list[str], over: Event) -> None:
    floods: list[Callable[[], Awaitable[None]]] = []
    for kind in ("past", "unknown", "pings", "garbage", "huge", "commands"):
        floods += [lambda kind=kind: _flood(base, kind, tables) for _ in range(SOCKETS)]  # type: ignore[misc]
    floods += [lambda: _unread(base, tables) for _ in range(SOCKETS)]
    floods.append(lambda: _protocol_pings(base))
    floods += [lambda number=number: _ask(base, tables, number) for number in range(READERS)]  # type: ignore[misc]
    tasks = [asyncio.create_task(_again(flood)) for flood in floods]
    while not over.is_set():
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()


def flood(base: str, tables: list[str], over: Event) -> None:
    """Flood a server until it is over; for a process of its own."""
    socket.setdefaulttimeout(60)
    asyncio.run(_all(base, tables, over))
