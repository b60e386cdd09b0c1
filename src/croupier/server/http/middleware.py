"""What every HTTP request passes first: body size, origin, security headers, a line in the log."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server import monitoring
from croupier.server.config import Config
from croupier.server.monitoring import Metrics
from croupier.server.ports import COOKIE
from croupier.server.problems import ProblemCode, write_problem
from croupier.server.read_pool import asking
from croupier.server.shedding import Overloaded, address_key
from croupier.server.turns import Turns
from croupier.words import Message as Said
from croupier.words import say

MOST_BODY = 200_000
"""The longest body that is read, in bytes."""

TOO_LONG = say("server.body_too_long", most=f"{MOST_BODY:,}")

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS = _SAFE | {"POST", "PUT", "PATCH", "DELETE"}
"""The methods that the figures tell apart: a stranger could make up any number of them."""

HEALTH = "/healthz"

_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; "
        "font-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class BodyTooLong(Exception):
    """The body of a request is longer than `MOST_BODY`."""


class RequestMiddleware:
    """An ASGI application around the real one."""

    def __init__(
        self,
        app: ASGIApp,
        origins: Origins,
        metrics: Metrics,
        turns: Callable[[], Turns],
        *,
        https: bool,
    ) -> None:
        """Take the turns of requests as a function: there are none before the server has begun."""
        self._app = app
        self._turns = turns
        self._origins = origins
        self._metrics = metrics
        self._headers = dict(_HEADERS)
        if https:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500
        length = 0

        async def receive_limited() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > MOST_BODY:
                raise BodyTooLong
            return message

        async def send_with_headers(message: Message) -> None:
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
                self._metrics.refused.labels(ProblemCode.FOREIGN_ORIGIN).inc()
                refusal = write_problem(ProblemCode.FOREIGN_ORIGIN, why)
                await _answer(send_with_headers, 403, refusal)
            elif scope["path"] == HEALTH:
                # Whether the house is well is answered whatever else waits.
                await self._app(scope, receive_limited, send_with_headers)
            else:
                await self._in_turn(scope, receive_limited, send_with_headers)
        except BodyTooLong:
            refusal = write_problem(ProblemCode.NOT_READABLE, TOO_LONG)
            await _answer(send_with_headers, 413, refusal)
        finally:
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.requests.labels(method, str(status)).inc()
            monitoring.log_info(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round((time.perf_counter() - began) * 1000, 1),
                **scope.get("state", {}).get("facts", {}),
            )

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when its address has its turn; answer `busy` if too many wait."""
        client = scope.get("client")
        address = address_key(client[0] if client else "-")
        asking.set(address)
        turns = self._turns()
        try:
            await turns.take(address)
        except Overloaded as busy:
            refusal = write_problem(busy.code, busy.said)
            await _answer(send, busy.status, refusal, busy.retry_after)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            turns.end(address)

    def _foreign(self, scope: Scope) -> Said | None:
        """Return why the origin of a request that changes something is refused; else None."""
        if scope["method"] in _SAFE:
            return None
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        # Only a browser sends cookies by itself, and a browser names the origin of a page.
        # The name of the staff's cookie ends like this too.
        by_cookie = f"{COOKIE}=" in headers.get("cookie", "")
        if origin is None and not by_cookie:
            return None
        if self._origins.allowed(origin, headers.get("host")):
            return None
        return say("server.foreign_page")


async def _answer(
    send: Send, status: int, value: dict[str, Any], retry_after: int | None = None
) -> None:
    body = msgspec.json.encode(value)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if retry_after is not None:
        headers.append((b"retry-after", b"%d" % retry_after))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Origins:
    """The origins whose pages may use this server: those in the settings, and its own.

    Its own name counts only if it is an address or `localhost`: a stranger can make another name
    lead to this server, and their page would then have that name as its origin.
    """

    def __init__(self, config: Config) -> None:
        self._named = frozenset(config.origins)

    def allowed(self, origin: str | None, host: str | None) -> bool:
        """Return True if a page of this origin may send requests for this host."""
        if origin is None or origin == "null":
            return False
        if origin in self._named:
            return True
        try:
            found = urlsplit(origin)
            name = found.hostname
        except ValueError:
            return False
        return (
            found.scheme in ("http", "https")
            and bool(name)
            and found.netloc == host
            and _is_address(str(name))
        )


def _is_address(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
