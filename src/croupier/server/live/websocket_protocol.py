"""uvicorn's web socket, which can also send a text at once: no task wakes up for each frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

_EXTENSION = "croupier.write_now"
"""Where the socket's ASGI scope has the function."""

WriteNow = Callable[[str], bool]
"""Sends a text if the client takes it now; returns False if it has to wait its turn."""


def write_now(socket: WebSocket) -> WriteNow:
    """Return the function that writes to a socket at once; on other servers it never does."""
    found: WriteNow | None = socket.scope.get("extensions", {}).get(_EXTENSION)
    return found or (lambda _: False)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Adds `write_now` to the scope; everything else is uvicorn's."""

    async def run_asgi(self) -> None:
        """Run the application for this socket."""
        added: dict[str, Any] = {_EXTENSION: self.write_now}
        self.scope["extensions"] = {**(self.scope.get("extensions") or {}), **added}
        await super().run_asgi()

    def write_now(self, text: str) -> bool:
        """Send a text if nothing has to wait; return False if the client reads too slowly."""
        if not self.writable.is_set() or self.close_sent or self.disconnected:
            return False
        if self.conn.state is not OPEN or self.transport.is_closing():
            return False
        data = text.encode()
        self.transport.write(_head(len(data)) + data)
        return True


def _head(length: int) -> bytes:
    """Return the head of a text frame that is whole and not masked (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")
