"""Sending requests: the server's address, headers and time-outs, and when to send again.

`attempts` decides what to send next and how long to wait, and is told what came back. It is written
once for programs with and without an event loop: `send` and `send_async` only differ in how they
wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ipaddress import ip_address
from random import uniform
from time import sleep
from typing import TypeAlias, TypeVar
from urllib.parse import urlsplit

import httpx

from croupier.client.requests import BetRounds, Call, Lost, Reply, Request, SignedIn
from croupier.client.results import Person, Unanswered

SCHEMES = {"http": "ws", "https": "wss"}


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server without a path, as its pages have it as their origin."""

    origin: str

    @classmethod
    def parse(cls, text: str) -> Address:
        """Return an address such as "http://127.0.0.1:8321"; a path is left out."""
        found = urlsplit(text)
        if found.scheme not in SCHEMES or not found.hostname or "@" in found.netloc:
            raise ValueError(f'a server is at an address like "http://127.0.0.1:8321", not {text}')
        return cls(f"{found.scheme}://{found.netloc}")

    @property
    def live(self) -> str:
        """The address of the socket."""
        scheme, _, rest = self.origin.partition("://")
        return f"{SCHEMES[scheme]}://{rest}/api/live"

    @property
    def is_local(self) -> bool:
        """Whether the server is on this machine: then no proxy of the environment is used."""
        name = urlsplit(self.origin).hostname or ""
        if name == "localhost":
            return True
        try:
            return ip_address(name).is_loopback
        except ValueError:
            return False


@dataclass(frozen=True, slots=True)
class Retry:
    """How often a call is sent, and how long the pauses are: each twice the one before."""

    tries: int = 8
    first: float = 0.1
    """Seconds before the second try."""
    most: float = 5.0
    """The longest pause."""
    timeout: float = 10.0
    """Seconds to wait for the answer to one try."""

    def pauses(self) -> Iterator[float]:
        """Yield the pauses between the tries, each shortened by up to half at random.

        So clients that lost the same server do not all come back at the same moment.
        """
        for number in range(self.tries - 1):
            pause = min(self.first * 2.0**number, self.most)
            yield uniform(pause / 2, pause)


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause before the next try."""

    seconds: float


Attempts: TypeAlias = Generator[Call | Pause, Reply | Lost | None, Reply]


def attempts(call: Call, retry: Retry) -> Attempts:
    """Yield the call, and pauses between its tries, until a final answer comes; return that.

    Raise `Unanswered` when the tries are used up. A call that must not happen twice is sent again
    only if it cannot have arrived.
    """
    pauses = retry.pauses()
    while True:
        came = yield call
        assert came is not None, "a call has a reply or is lost"
        if isinstance(came, Reply) and came.settled:
            return came
        arrived = isinstance(came, Reply) or came.sent
        pause = next(pauses, None)
        if pause is None or (arrived and not call.repeatable):
            raise Unanswered(call.what, call.id)
        yield Pause(pause)


T = TypeVar("T")


def send(request: Request[T], retry: Retry, send_once: Callable[[Call], Reply | Lost]) -> T:
    """Send a request until a final answer comes, and return what it says."""
    steps = attempts(request.call, retry)
    came: Reply | Lost | None = None
    while True:
        try:
            step = steps.send(came)
        except StopIteration as end:
            return request.result(end.value)
        came = None
        if isinstance(step, Pause):
            sleep(step.seconds)
        else:
            came = send_once(step)


async def send_async(
    request: Request[T], retry: Retry, send_once: Callable[[Call], Awaitable[Reply | Lost]]
) -> T:
    """Send a request until a final answer comes, and return what it says."""
    steps = attempts(request.call, retry)
    came: Reply | Lost | None = None
    while True:
        try:
            step = steps.send(came)
        except StopIteration as end:
            return request.result(end.value)
        came = None
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
        else:
            came = await send_once(step)


_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)


class Transport:
    """Turns calls into requests of httpx, and its responses and failures into replies."""

    def __init__(self, address: Address, retry: Retry) -> None:
        self.address = address
        self.retry = retry
        self.token: str | None = None

    def cookies(self) -> CookieJar:
        """Return a cookie jar that keeps nothing: programs send their token in a header."""
        return CookieJar(DefaultCookiePolicy(allowed_domains=[]))

    def request(self, call: Call) -> httpx.Request:
        """Return a call as a request of httpx."""
        headers = {"Origin": self.address.origin, "Accept": "application/json"}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        # httpx's client fills in the time-out only of requests that it builds itself.
        times = httpx.Timeout(self.retry.timeout).as_dict()
        url = self.address.origin + call.path
        return httpx.Request(
            call.method, url, headers=headers, content=call.body, extensions={"timeout": times}
        )

    def reply(self, response: httpx.Response) -> Reply:
        """Return a response of httpx as a reply."""
        return Reply(response.is_success, response.content, response.status_code)

    def lost(self, wrong: httpx.TransportError) -> Lost:
        """Return a failure as a lost call, with whether it may have arrived."""
        return Lost(sent=not isinstance(wrong, _NOT_SENT))


class Session:
    """What a client knows of itself, with or without an event loop."""

    def __init__(self, address: str, token: str | None, retry: Retry | None) -> None:
        self._transport = Transport(Address.parse(address), retry or Retry())
        self._transport.token = token
        self._rounds = BetRounds()

    @property
    def token(self) -> str | None:
        """The session; None before anybody signed in."""
        return self._transport.token

    def _signed_in(self, made: SignedIn) -> Person:
        self._transport.token = made.token
        return made.person
