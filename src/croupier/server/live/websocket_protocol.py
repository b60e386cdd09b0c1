"""uvicorn's web socket, taking what arrives a little at a time.

As it comes, up to 256 kB are read at once, and thousands of frames in them are parsed in one go:
nobody else is served meanwhile. Pings of the protocol itself never reach the application, so they
are counted here.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from croupier.server.rate_limit import Bucket

PIECE = 2048
"""How many bytes are parsed before others have their turn."""

PINGS = (10.0, 100.0)
"""Pings of the protocol that one client may send: each second, and at once."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A web socket that parses a piece, then lets others go on; frames wait in the network."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rest = b""
        self._place = 0
        self._due = False
        self._pings = Bucket(*PINGS)

    def data_received(self, data: bytes) -> None:
        """Keep what arrived, and parse the first piece; nothing more is read meanwhile."""
        self._rest = self._rest[self._place :] + data
        self._place = 0
        if not self._due:
            self._parse_piece()

    def _parse_piece(self) -> None:
        self._due = False
        if self.transport.is_closing():
            self._rest, self._place = b"", 0
            return
        if self.read_paused:
            # The application has not taken the frames before: `receive` comes back here.
            return
        piece = self._rest[self._place : self._place + PIECE]
        self._place += len(piece)
        super().data_received(piece)
        if not self._left:
            self._rest, self._place = b"", 0
            if not self.read_paused:
                self.transport.resume_reading()
            return
        self.transport.pause_reading()
        if not self.read_paused:
            self._soon()

    @property
    def _left(self) -> bool:
        return self._place < len(self._rest)

    def _soon(self) -> None:
        if not self._due:
            self._due = True
            self.loop.call_soon(self._parse_piece)

    async def receive(self) -> Any:
        """Return the next message; parse on when all that were parsed are taken."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            # What is here comes before what is still in the network.
            if self._left:
                self._soon()
            else:
                self.transport.resume_reading()
        return message

    async def send(self, message: Any) -> None:
        """Send a message; a refusal that was sent whole ends the handshake.

        uvicorn would note an error for each, though nothing is wrong.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; end the connection quietly if it is text and not UTF-8.

        uvicorn would log a traceback for each.
        """
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping; end the connection of who sends too many."""
        if self._pings.take():
            super().handle_ping()
            return
        if not self.close_sent:
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many pings")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
