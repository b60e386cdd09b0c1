"""How a connection is read: uvicorn's protocols, with bounds on size and time.

uvicorn bounds neither the head of a request nor the time that a client takes to send one or to
read its answer, so a few thousand half-open requests would hold every descriptor for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any

import httptools
from starlette.websockets import WebSocket
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from croupier.server.connections import (
    KEY,
    LINGER,
    MOST_HEAD,
    MOST_REQUEST,
    Connections,
    Refusal,
)
from croupier.server.live.outbox import Held, Line, waiting_line
from croupier.server.live.websocket_protocol import WebSocketProtocol

STALLED = 10.0
"""Seconds in which a client must read something of what waits for it, else it is cut off."""

KEEP_ALIVE = 5
"""Seconds that a connection is kept for a next request."""

PING = 20.0
"""Seconds between two pings on a socket, and in which each must be answered."""

CLOSING = 5.0
"""Seconds in which a client answers that its socket is closed."""

STOPPING = 2.0
"""The same when the server stops."""


class HeadTooLong(Exception):
    """The head of a request is longer than `MOST_HEAD`."""


class HttpProtocol(HttpToolsProtocol):
    """Reads requests; refuses those that are too long, too slow or too many.

    One timer runs at a time: for the head, for the body, or while a client reads its answer. Only
    a connection that waits for a next request has none; uvicorn's own keep-alive ends that.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._connections: Connections = app_state[KEY]
        self._timer: asyncio.TimerHandle | None = None
        self._refused = False
        self._head = 0
        self._received = 0
        self._begun = 0
        self._reading = False
        self._in_head = False
        self._waiting = 0

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else "-"

    @property
    def _cycle(self) -> RequestResponseCycle | None:
        """The last request whose head was read; uvicorn has none in the beginning."""
        return self.cycle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or refuse it at once."""
        super().connection_made(transport)
        descriptor = transport.get_extra_info("socket").fileno()
        why = self._connections.admit(transport, self._address, descriptor)
        if why is not None:
            self._refuse(why)
        else:
            self._start_timer(self._connections.limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._stop_timer()
        self._unset_keepalive_if_required()
        self._connections.leave(self.transport)

    # Reading

    def data_received(self, data: bytes) -> None:
        """Read what came; refuse what is no HTTP or too much of it."""
        if self._refused:
            self._received += len(data)
            if self._received > MOST_REQUEST:
                self.transport.abort()
            return
        was_reading, self._begun = self._reading, 0
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            return
        except httptools.HttpParserCallbackError as wrong:
            long = isinstance(wrong.__context__, HeadTooLong)
            self._refuse(Refusal.HEAD_TOO_LONG if long else Refusal.NOT_HTTP)
            return
        except httptools.HttpParserError:
            self._refuse(Refusal.NOT_HTTP)
            return
        # Where one request ends and the next begins is not known; the next bytes count again.
        one_request = self._begun == (0 if was_reading else 1)
        if self._reading and one_request:
            self._received += len(data)
            if self._in_head and self._received > MOST_HEAD:
                self._refuse(Refusal.HEAD_TOO_LONG)
            elif self._received > MOST_REQUEST:
                self._refuse(Refusal.BODY_TOO_LONG)

    def on_message_begin(self) -> None:
        """Start the time for a head; the first one has it from the connection's beginning."""
        super().on_message_begin()
        self._unset_keepalive_if_required()
        self._begun += 1
        self._head = self._received = 0
        self._reading = self._in_head = True
        if self._cycle is not None:
            self._start_timer(self._connections.limits.header_seconds)

    def on_url(self, url: bytes) -> None:
        """Count the address of a request, which may come in parts."""
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header, or a trailer."""
        super().on_header(name, value)
        self._count_head(len(name) + len(value) + 4)

    def _count_head(self, size: int) -> None:
        self._head += size
        if self._head > MOST_HEAD:
            raise HeadTooLong

    def on_headers_complete(self) -> None:
        """Start the time for the body."""
        self._in_head = False
        super().on_headers_complete()
        self._start_timer(self._connections.limits.body_seconds)

    def on_message_complete(self) -> None:
        """Start the time for the answer, which is only about a client that does not read."""
        super().on_message_complete()
        self._reading = False
        self._waiting = 0
        self._start_timer(STALLED)
        if self._cycle is not None and self.cycle.response_complete:
            self._wait_for_next()

    def on_response_complete(self) -> None:
        """Go on with the next request, if it has begun; else wait for one."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._start_timer(STALLED)
        elif self._reading:
            # An answer before the end of its request, or a next one that has begun already.
            self._unset_keepalive_if_required()
        elif self.cycle.response_complete:
            self._stop_timer()

    def _wait_for_next(self) -> None:
        self._stop_timer()
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(
            self.timeout_keep_alive, self.timeout_keep_alive_handler
        )

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection without a next request, though its client may not have read all."""
        super().timeout_keep_alive_handler()
        self._start_timer(STALLED)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; through a proxy, count the socket for its patron."""
        if self._connections.trusts(self._address):
            named = b",".join(value for name, value in self.headers if name == b"x-forwarded-for")
            why = self._connections.admit_forwarded(self.transport, named.decode("latin-1"))
            if why is not None:
                self._refuse(why)
                return
        self._stop_timer()
        super().handle_websocket_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """Write no line for each request: it is answered as if it asked for no upgrade."""

    def shutdown(self) -> None:
        """Answer the request under way, then close; tell the application that it stops."""
        self._connections.stop()
        super().shutdown()

    # Time

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._timed_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _timed_out(self) -> None:
        self._timer = None
        if self._refused:
            self.transport.abort()
        elif self._cycle is None and not self._reading:
            # It never asked for anything; browsers open such connections in advance.
            self.transport.close()
        elif self._reading and not self.transport.is_closing():
            self._refuse(Refusal.HEAD_TOO_SLOW if self._in_head else Refusal.BODY_TOO_SLOW)
        else:
            self._check_progress()

    def _check_progress(self) -> None:
        """Cut a client off that has read nothing for a while of what waits for it."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and waiting == self._waiting:
            self._connections.refuse(Refusal.NOT_READING, self._address)
            self.transport.abort()
        else:
            self._waiting = waiting
            self._start_timer(STALLED)

    # Ends

    def _refuse(self, why: Refusal) -> None:
        """Answer why the connection ends, if it can still be answered, and end it."""
        answer = self._connections.refuse(why, self._address)
        self._refused, self._received = True, 0
        cycle = self._cycle
        begun = cycle is not None and cycle.response_started and not cycle.response_complete
        if cycle is not None and not cycle.response_complete:
            # The application is told that the client is gone; what it still sends is dropped.
            cycle.disconnected = True
            cycle.message_event.set()
        if not begun:
            self.transport.write(answer)
        self._start_timer(LINGER)
        lingers = why is not Refusal.NO_DESCRIPTOR and self._connections.may_linger(self.transport)
        if lingers and self.transport.can_write_eof():
            # Closed with bytes unread, it would be reset, and the answer lost with it.
            self.flow.resume_reading()
            self.transport.write_eof()
        else:
            self.transport.close()


_LINE = "croupier.line"
"""The name of a socket's line among the extensions of its scope."""


def line_of(socket: WebSocket) -> Line:
    """Return where frames to a socket are written at once; on other servers they all wait."""
    found: Line | None = socket.scope.get("extensions", {}).get(_LINE)
    return found or waiting_line()


class SocketProtocol(WebSocketProtocol):
    """Serves a socket; the application closes it when the server stops.

    Its scope has the line on which frames are written at once: no task wakes up for each.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._connections: Connections = app_state[KEY]
        self._check: asyncio.TimerHandle | None = None
        self._checks = 0
        self.close_timeout = CLOSING

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to serve."""
        super().connection_made(transport)
        self._line = Line(self.transport.write, self.transport.is_closing)
        self._check = self.loop.call_later(STALLED, self._check_closing)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        if self._check is not None:
            self._check.cancel()
        self._connections.leave(self.transport)

    def _check_closing(self, seconds: float = STALLED) -> None:
        """Cut a client off that neither reads what is sent to it before the end nor hangs up."""
        self._checks += self.transport.is_closing() or self.close_sent
        if self._checks > 1:
            self.transport.abort()
        else:
            self._check = self.loop.call_later(seconds, self._check_closing, seconds)

    def shutdown(self) -> None:
        """Let the application answer what is under way and close the socket itself, with 1001."""
        self._connections.stop()
        if self._check is not None:
            self._check.cancel()
        # Who is there answers the close in a moment; nobody else keeps the server from stopping.
        self._check_closing(STOPPING)

    async def run_asgi(self) -> None:
        """Run the application for this socket."""
        added: dict[str, Any] = {_LINE: self._line}
        self.scope["extensions"] = {**(self.scope.get("extensions") or {}), **added}
        await super().run_asgi()

    def pause_writing(self) -> None:
        """Write nothing at once while the client reads too slowly."""
        self._line.holds.add(Held.SLOW)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Write at once again."""
        self._line.holds.discard(Held.SLOW)
        super().resume_writing()
