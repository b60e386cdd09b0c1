"""What both HTTP clients have in common: headers, time-outs, and what a failure means."""

from __future__ import annotations

from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx

from croupier.client.call import Call, Lost, Reply
from croupier.client.retry import Retry

_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)


class Transport:
    """How calls become requests of httpx, and its responses and failures become replies."""

    def __init__(self, address: Address, retry: Retry) -> None:
        """Speak to a server."""
        self.address = address
        self.retry = retry
        self.token: str | None = None

    def cookies(self) -> CookieJar:
        """Give a jar that keeps nothing: a program shows its token itself."""
        return CookieJar(DefaultCookiePolicy(allowed_domains=[]))

    def request(self, call: Call) -> httpx.Request:
        """Write a call as a request."""
        headers = {"Origin": self.address.origin, "Accept": "application/json"}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        # Made by hand, so nothing of httpx's client fills it in: the time-out is ours to say.
        times = httpx.Timeout(self.retry.timeout).as_dict()
        url = self.address.origin + call.path
        return httpx.Request(
            call.method, url, headers=headers, content=call.body, extensions={"timeout": times}
        )

    def reply(self, response: httpx.Response) -> Reply:
        """Read what came back."""
        return Reply(response.is_success, response.content, response.status_code)

    def lost(self, wrong: httpx.TransportError) -> Lost:
        """Say what a failure leaves open."""
        return Lost(sent=not isinstance(wrong, _NOT_SENT))


SCHEMES = {"http": "ws", "https": "wss"}


@dataclass(frozen=True, slots=True)
class Address:
    """An address without a path, as a page of the house would name it as its origin."""

    origin: str

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read "http://127.0.0.1:8321"; a path behind it is left out."""
        found = urlsplit(text)
        if found.scheme not in SCHEMES or not found.hostname or "@" in found.netloc:
            raise ValueError(f'a server is at an address like "http://127.0.0.1:8321", not {text}')
        return cls(f"{found.scheme}://{found.netloc}")

    @property
    def live(self) -> str:
        """Where the socket is."""
        scheme, _, rest = self.origin.partition("://")
        return f"{SCHEMES[scheme]}://{rest}/api/live"

    @property
    def near(self) -> bool:
        """Whether it is this machine: then no proxy that the environment names is in between."""
        name = urlsplit(self.origin).hostname or ""
        if name == "localhost":
            return True
        try:
            return ip_address(name).is_loopback
        except ValueError:
            return False
