"""Where a server is: its own address, from which the origin and the socket's address follow."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

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
