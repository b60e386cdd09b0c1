"""The socket: let in by origin and session, then served until it ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.server.caller import Caller
from croupier.server.casino import Casino
from croupier.server.http.middleware import COOKIE
from croupier.server.http.origins import Origins
from croupier.server.http.problems import Door, Problem, write_problem
from croupier.server.live.feed import Feed
from croupier.server.live.socket import Close, Socket
from croupier.store.batch import EventRow
from croupier.store.requests import Answer

MOST_SOCKETS = 20_000


class _Wire:
    """Starlette's socket, in the words of ours."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str | None:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text = message.get("text")
        return text if text is not None else bytes(message.get("bytes") or b"").decode("latin-1")

    async def send(self, frame: str) -> None:
        await self._socket.send({"type": "websocket.send", "text": frame})

    async def close(self, code: int, reason: str) -> None:
        await self._socket.close(code, reason)


class _Seat:
    """A caller at the casino, as a socket needs them."""

    def __init__(self, casino: Casino, caller: Caller) -> None:
        self._casino = casino
        self._caller = caller

    async def feed(self, table_id: str, seen: int) -> Feed:
        return await self._casino.feed(table_id, seen)

    async def events(self, table_id: str, after: int, to: int) -> tuple[EventRow, ...]:
        return await self._casino.events(table_id, after, to)

    async def command(
        self,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
    ) -> Answer:
        if self._caller.session_id is not None:
            self._casino.stayed.add(self._caller.session_id)
        return await self._casino.command(self._caller, table_id, command_id, body, approval)

    def now(self) -> str:
        return self._casino.house.now()


def endpoint(origins: Origins) -> Callable[[WebSocket], Awaitable[None]]:
    """Make the handler of `/api/live` for a house with these origins."""

    async def live(socket: WebSocket) -> None:
        casino: Casino = socket.app.state.casino
        headers = socket.headers
        if not origins.allowed(headers.get("origin"), headers.get("host")):
            casino.metrics.refused.labels(Door.FOREIGN_ORIGIN).inc()
            await _deny(socket, 403, Door.FOREIGN_ORIGIN, "sockets are for the house's own pages")
            return
        scheme, _, token = headers.get("authorization", "").partition(" ")
        given = token if scheme.lower() == "bearer" else socket.cookies.get(COOKIE)
        where = socket.client.host if socket.client else "-"
        try:
            caller = await casino.caller(given, where)
        except Problem as wrong:
            await _deny(socket, wrong.status, wrong.door, wrong.message)
            return
        if given and caller.person is None:
            await _deny(socket, 401, Door.NOT_SIGNED_IN, "this session is over; sign in again")
            return
        if casino.health.closing or len(casino.sockets) >= MOST_SOCKETS:
            await _deny(socket, 503, Door.CLOSING, "no socket can be opened now")
            return
        await socket.accept()
        await _serve(casino, caller, Socket(_Wire(socket), _Seat(casino, caller), caller.viewer))

    return live


async def _serve(casino: Casino, caller: Caller, served: Socket) -> None:
    casino.sockets[served] = caller
    casino.metrics.sockets.inc()
    try:
        await served.run()
    except WebSocketDisconnect:
        return
    finally:
        casino.metrics.sockets.dec()
        if served.ended is Close.TOO_SLOW:
            casino.metrics.dropped.inc()
        del casino.sockets[served]


async def _deny(socket: WebSocket, status: int, door: Door, message: str) -> None:
    """Refuse the handshake with an answer that a program can read."""
    from starlette.responses import JSONResponse

    await socket.send_denial_response(JSONResponse(write_problem(door, message), status))
