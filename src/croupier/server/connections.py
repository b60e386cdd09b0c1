"""The connections of one process: how many there may be, from where, and which are refused."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import msgspec

from croupier.server.config import Config
from croupier.server.http.middleware import TOO_LONG
from croupier.server.monitoring import Metrics, log_info, log_warning
from croupier.server.problems import ProblemCode, write_problem
from croupier.words import Message, say

MOST_HEAD = 32_768
"""The longest head of a request in bytes: its first line and all headers, trailers too."""

MOST_REQUEST = 1_000_000
"""How many bytes of one request are received at all, read or not, chunk headers included."""

LINGER = 1.0
"""Seconds in which a refused client may read why; a megabyte that it still sends is thrown away."""

MOST_LINGERING = 64
"""How many refused connections are kept that long; more are closed at once."""

PERIOD = 60.0
"""Seconds between two lines in the log while connections are refused."""

KEY = "connections"
"""Where the state of the application holds the `Connections` of its process."""


class Refusal(StrEnum):
    """Why a connection was ended, as the log and the metrics name it."""

    TOO_MANY = "connections"
    TOO_MANY_OF_ADDRESS = "connections_of_address"
    NO_DESCRIPTOR = "descriptors"
    HEAD_TOO_LONG = "head_too_long"
    HEAD_TOO_SLOW = "head_too_slow"
    BODY_TOO_LONG = "body_too_long"
    BODY_TOO_SLOW = "body_too_slow"
    NOT_HTTP = "not_http"
    NOT_READING = "not_reading"


@dataclass(frozen=True, slots=True)
class Limits:
    """How many connections a process takes, and how long a client may take for its part."""

    most: int
    of_address: int
    descriptors: int
    """The first descriptor that a connection may not have: it and those above are the house's."""
    header_seconds: float
    body_seconds: float


def reserved_descriptors(threads: int) -> int:
    """Return how many descriptors are kept for the house: databases, their logs, files, `accept`.

    Each thread may open a database of its own, which takes up to three files in SQLite.
    """
    return 128 + 4 * threads


def make_limits(config: Config) -> Limits:
    """Return the limits of this process; raise its limit of open files as far as it needs."""
    reserve = reserved_descriptors(config.threads)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = config.connections + reserve
    if soft != resource.RLIM_INFINITY and soft < wanted:
        higher = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        # Some systems have another bound, which only trying shows.
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (higher, hard))
            soft = higher
    if soft == resource.RLIM_INFINITY:
        soft = wanted
    # Where hardly any files may be open, half of them are still for people.
    room = max(soft - reserve, soft // 2)
    if room < config.connections:
        log_info("open files limit the connections", connections=room, open_files=soft)
    return Limits(
        min(config.connections, room),
        config.connections_per_address,
        room,
        config.header_seconds,
        config.body_seconds,
    )


class RefusalLog:
    """Writes refusals to the log by the burst: a line when one begins, then counts."""

    def __init__(self, call_later: Callable[[float, Callable[[], None]], object]) -> None:
        """Take an event loop's `call_later`, or a function like it."""
        self._call_later = call_later
        self._counts: Counter[Refusal] = Counter()
        self._burst = False

    def add(self, why: Refusal, address: str) -> None:
        """Count a refusal; the first one after a quiet time is logged at once."""
        self._counts[why] += 1
        if not self._burst:
            self._burst = True
            log_warning("connections are refused", why=why.value, address=address)
            self._call_later(PERIOD, self._tell)

    def _tell(self) -> None:
        self._burst = bool(self._counts)
        if self._burst:
            counts = {why.value: count for why, count in self._counts.items()}
            log_warning("connections were refused", count=self._counts.total(), **counts)
            self._counts.clear()
            self._call_later(PERIOD, self._tell)


class Connections:
    """Counts the connections of a process, in all and by address; used on the event loop only."""

    def __init__(
        self,
        limits: Limits,
        proxies: tuple[str, ...],
        metrics: Metrics,
        stop: Callable[[], None] = lambda: None,
        log: RefusalLog | None = None,
    ) -> None:
        """Call `stop` when the server begins to stop while connections are open."""
        self.limits = limits
        self.stop = stop
        self._proxies = [_network(proxy) for proxy in proxies if proxy != "*"]
        self._trusts_all = "*" in proxies
        self._metrics = metrics
        self._log = log or RefusalLog(asyncio.get_running_loop().call_later)
        self._keys: dict[object, list[str]] = {}
        self._by_key: Counter[str] = Counter()
        self._lingering: set[object] = set()
        self._answers = _answers(limits)

    def admit(self, transport: object, address: str, descriptor: int) -> Refusal | None:
        """Count a new connection; return why it must be ended at once, or None."""
        full = len(self._keys) >= self.limits.most
        self._keys[transport] = []
        self._metrics.connections.set(len(self._keys))
        if descriptor >= self.limits.descriptors:
            return Refusal.NO_DESCRIPTOR
        if full:
            return Refusal.TOO_MANY
        # All patrons behind a proxy come from its address; only their sockets are told apart.
        return None if self.trusts(address) else self._count(transport, address)

    def admit_forwarded(self, transport: object, forwarded: str) -> Refusal | None:
        """Count a socket that came through a trusted proxy for the patron whom the proxy names."""
        for address in reversed([part.strip() for part in forwarded.split(",")]):
            if address and not self.trusts(address):
                return self._count(transport, address)
        return None

    def _count(self, transport: object, address: str) -> Refusal | None:
        key = address_key(address)
        if self._by_key[key] >= self.limits.of_address:
            return Refusal.TOO_MANY_OF_ADDRESS
        self._by_key[key] += 1
        self._keys[transport].append(key)
        return None

    def leave(self, transport: object) -> None:
        """Forget a connection that is over."""
        for key in self._keys.pop(transport, ()):
            self._by_key[key] -= 1
            if not self._by_key[key]:
                del self._by_key[key]
        self._lingering.discard(transport)
        self._metrics.connections.set(len(self._keys))

    def trusts(self, address: str) -> bool:
        """Return True if an address is that of a trusted proxy."""
        if self._trusts_all:
            return True
        if not self._proxies:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(proxy is not None and found in proxy for proxy in self._proxies)

    def refuse(self, why: Refusal, address: str) -> bytes:
        """Count and log a refusal; return the answer that says why, empty if none is read."""
        self._metrics.refused.labels(why.value).inc()
        self._log.add(why, address)
        return self._answers.get(why, b"")

    def may_linger(self, transport: object) -> bool:
        """Return True if a refused connection may stay until its client has read the answer."""
        if len(self._lingering) >= MOST_LINGERING:
            return False
        self._lingering.add(transport)
        return True


def address_key(address: str) -> str:
    """Return by what an address is counted: itself, or the /64 of an IPv6 one, which is one line's.

    Whoever has one address of IPv6 has all of its /64, 2^64 of them.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))


def _network(proxy: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(proxy, strict=False)
    except ValueError:
        return None


def _answers(limits: Limits) -> dict[Refusal, bytes]:
    """Return a whole HTTP response for each refusal whose client may read one."""
    busy, slow = "503 Service Unavailable", "408 Request Timeout"
    too_many, unreadable = ProblemCode.TOO_MANY, ProblemCode.NOT_READABLE
    full = say("server.too_many_connections")
    of_address = say("server.too_many_of_address")
    head = say("server.head_too_long", most=f"{MOST_HEAD:,}")
    head_slow = say("server.request_too_slow", seconds=f"{limits.header_seconds:g}")
    body_slow = say("server.request_too_slow", seconds=f"{limits.body_seconds:g}")
    return {
        Refusal.TOO_MANY: _answer(busy, too_many, full),
        Refusal.NO_DESCRIPTOR: _answer(busy, too_many, full),
        Refusal.TOO_MANY_OF_ADDRESS: _answer("429 Too Many Requests", too_many, of_address),
        Refusal.HEAD_TOO_LONG: _answer("431 Request Header Fields Too Large", unreadable, head),
        Refusal.HEAD_TOO_SLOW: _answer(slow, unreadable, head_slow),
        Refusal.BODY_TOO_SLOW: _answer(slow, unreadable, body_slow),
        Refusal.BODY_TOO_LONG: _answer("413 Content Too Large", unreadable, TOO_LONG),
        Refusal.NOT_HTTP: _answer("400 Bad Request", unreadable, say("server.not_http")),
    }


def _answer(status: str, code: ProblemCode, said: Message) -> bytes:
    body = msgspec.json.encode(write_problem(code, said))
    retry = "retry-after: 5\r\n" if code is ProblemCode.TOO_MANY else ""
    head = (
        f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\n{retry}connection: close\r\n\r\n"
    )
    return head.encode() + body
