"""Opening a socket: it is accepted by origin and session, then served until it ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.server.app_state import AppState
from croupier.server.caller import Caller
from croupier.server.http.middleware import Origins
from croupier.server.live.feed import Feed
from croupier.server.live.socket import Close, Socket
from croupier.server.live.visibility import Viewer, write_after_bet
from croupier.server.ports import port_of_scope
from croupier.server.problems import Problem, ProblemCode, write_problem
from croupier.server.protocols import line_of
from croupier.server.read_pool import asking
from croupier.server.shedding import Overloaded, address_key
from croupier.store.requests import Answer
from croupier.words import Message, say


class _StarletteConnection:
    """Starlette's WebSocket as a `Connection`."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self.line = line_of(socket)

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


class _CallerTables:
    """The tables of the server as `Tables`, for one caller."""

    def __init__(self, app: AppState, caller: Caller) -> None:
        self._app = app
        self._caller = caller

    async def feed(self, table_id: str, seen: int) -> Feed:
        return await self._app.feed(table_id, seen)

    async def missed(self, feed: Feed, viewer: Viewer, after: int, to: int) -> tuple[str, int]:
        return await self._app.missed(feed, viewer, after, to)

    async def command(
        self,
        table_id: object,
        command_id: object,
        body: object,
        approval: Mapping[str, object] | None,
        witness: Mapping[str, object] | None,
    ) -> Answer:
        return await self._app.command(self._caller, table_id, command_id, body, approval, witness)

    def shown(self, table_id: str) -> Mapping[str, Any]:
        return write_after_bet(self._app.house.live_table(table_id).table, self._caller.viewer)

    def now(self) -> str:
        return self._app.house.now()


def live_endpoint(origins: Origins) -> Callable[[WebSocket], Awaitable[None]]:
    """Return the handler of `/api/live` for a server with these origins."""

    async def live(socket: WebSocket) -> None:
        app: AppState = socket.app.state.croupier
        headers = socket.headers
        if not origins.allowed(headers.get("origin"), headers.get("host")):
            app.metrics.refused.labels(ProblemCode.FOREIGN_ORIGIN).inc()
            message = say("server.foreign_socket")
            await _deny(socket, 403, ProblemCode.FOREIGN_ORIGIN, message)
            return
        scheme, _, token = headers.get("authorization", "").partition(" ")
        port = port_of_scope(socket.scope, app.config)
        given = token if scheme.lower() == "bearer" else socket.cookies.get(port.cookie)
        address = socket.client.host if socket.client else "-"
        key = address_key(address)
        asking.set(key)
        try:
            caller = await app.caller(given, address)
            if caller.person is not None:
                port.admit(caller.person)
        except Problem as wrong:
            await _deny(socket, wrong.status, wrong.code, wrong.said)
            return
        if given and caller.person is None:
            message = say("server.session_over")
            await _deny(socket, 401, ProblemCode.NOT_SIGNED_IN, message)
            return
        if app.health.closing:
            await _deny(socket, 503, ProblemCode.CLOSING, say("server.no_socket"))
            return
        try:
            load = app.load.open_socket(key, signed_in=caller.person is not None)
        except Overloaded as busy:
            await _deny(socket, busy.status, busy.code, busy.said, busy.retry_after)
            return
        try:
            await socket.accept()
            served = Socket(
                _StarletteConnection(socket), _CallerTables(app, caller), caller.viewer, load
            )
            await _serve(app, caller, served)
        except WebSocketDisconnect:
            # The client went away before it was accepted, or while it was served.
            return
        finally:
            load.close()

    return live


async def _serve(app: AppState, caller: Caller, served: Socket) -> None:
    app.sockets[served] = caller
    app.metrics.sockets.inc()
    if app.health.closing:
        # It was accepted while the others were being told.
        served.end(Close.GOING_AWAY)
    try:
        await served.run()
    finally:
        app.metrics.sockets.dec()
        if served.ended is Close.TOO_SLOW:
            app.metrics.dropped.inc()
        del app.sockets[served]


async def _deny(
    socket: WebSocket, status: int, code: ProblemCode, said: Message, retry_after: int | None = None
) -> None:
    """Refuse the handshake with an answer that a program can read."""
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    answer = JSONResponse(write_problem(code, said), status, headers)
    with suppress(WebSocketDisconnect):
        await socket.send_denial_response(answer)
