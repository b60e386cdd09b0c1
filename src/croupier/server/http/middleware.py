"""What every request passes first: size, origin, headers, a line in the log."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server import server_log
from croupier.server.http.origins import Origins
from croupier.server.http.problems import Door, write_problem
from croupier.server.metrics import Metrics

MOST_BODY = 200_000
"""The longest body that is read, in bytes."""

COOKIE = "croupier_session"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; "
        "script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class TooLong(Exception):
    """A body has more bytes than anybody needs."""


class Guard:
    """An ASGI application around the real one."""

    def __init__(self, app: ASGIApp, origins: Origins, metrics: Metrics, *, https: bool) -> None:
        """Stand before an application."""
        self._app = app
        self._origins = origins
        self._metrics = metrics
        self._headers = dict(_HEADERS)
        if https:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500
        length = 0

        async def measured() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > MOST_BODY:
                raise TooLong
            return message

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            if (why := self._foreign(scope)) is not None:
                self._metrics.refused.labels(Door.FOREIGN_ORIGIN).inc()
                await _answer(dressed, 403, write_problem(Door.FOREIGN_ORIGIN, why))
            else:
                await self._app(scope, measured, dressed)
        except TooLong:
            said = f"a request has {MOST_BODY:,} bytes at most"
            await _answer(dressed, 413, write_problem(Door.NOT_READABLE, said))
        finally:
            self._metrics.requests.labels(scope["method"], str(status)).inc()
            server_log.note(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round((time.perf_counter() - began) * 1000, 1),
                **scope.get("state", {}).get("facts", {}),
            )

    def _foreign(self, scope: Scope) -> str | None:
        """Say why a request that changes something may not come from where it comes from."""
        if scope["method"] in _SAFE:
            return None
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        # Only a browser sends cookies by itself, and a browser says where a page comes from.
        by_cookie = f"{COOKIE}=" in headers.get("cookie", "")
        if origin is None and not by_cookie:
            return None
        if self._origins.allowed(origin, headers.get("host")):
            return None
        return "requests that change something come from the house's own pages only"


async def _answer(send: Send, status: int, value: dict[str, Any]) -> None:
    body = msgspec.json.encode(value)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
