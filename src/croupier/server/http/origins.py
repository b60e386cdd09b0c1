"""Where a request may come from: the server's own pages, and those that the house names."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from croupier.server.config import Config


class Origins:
    """An allow-list. The name a server was called by is believed only where nobody can forge it.

    A page of a stranger can have a name of its own that leads here; an address or `localhost`
    it cannot have.
    """

    def __init__(self, config: Config) -> None:
        """Allow what a house has set, and its own address."""
        self._named = frozenset(config.origins)

    def allowed(self, origin: str | None, host: str | None) -> bool:
        """Say whether a page of this origin may ask for something under this host."""
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
            and _unforgeable(str(name))
        )


def _unforgeable(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
