"""Load that is shed: the answer to it, its figures, and a line in the log for each burst."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from ipaddress import ip_address

from croupier.server.monitoring import log_warning
from croupier.server.problems import Problem, ProblemCode
from croupier.server.rate_limit import Seconds
from croupier.words import Message

QUIET = 10.0
"""Seconds between two lines of the log about the same kind of load."""


class What(StrEnum):
    """What was shed."""

    SOCKET = "socket"
    FRAME = "frame"
    WATCH = "watch"
    READ = "read"
    REQUEST = "request"
    BYTES = "bytes"


class Whose(StrEnum):
    """Whose limit was reached."""

    SOCKET = "socket"
    ADDRESS = "address"
    ALL = "all"
    WAITED = "waited"
    """Nobody's limit: it waited too long for its turn."""


class Overloaded(Problem):
    """Something is not done because too much was asked for: come again in a moment."""

    def __init__(self, whose: Whose, said: Message, retry_after: int = 1) -> None:
        super().__init__(ProblemCode.BUSY, said)
        self.whose = whose
        self._retry_after = retry_after

    @property
    def status(self) -> int:
        """The HTTP status: 429 if the client asks for too much, 503 if all together do."""
        return 429 if self.whose in (Whose.SOCKET, Whose.ADDRESS) else 503

    @property
    def retry_after(self) -> int:
        """The seconds after which to come again."""
        return self._retry_after


class Shedding:
    """Counts what is shed, and logs the start and the size of each burst; on the event loop."""

    def __init__(self, count: Callable[[str, str], None], clock: Seconds = time.monotonic) -> None:
        """Call `count` with what and whose, each time."""
        self._count = count
        self._clock = clock
        self._bursts: dict[tuple[What, Whose], tuple[float, int, str]] = {}
        """When a line was logged last, how many were shed since, and who came last."""

    def note(self, what: What, whose: Whose, address: str) -> None:
        """Count one; the first of a burst is logged at once."""
        self._count(what.value, whose.value)
        known = self._bursts.get((what, whose))
        if known is None:
            log_warning("load is shed", what=what.value, limit=whose.value, address=address)
            self._bursts[what, whose] = (self._clock(), 0, address)
        else:
            self._bursts[what, whose] = (known[0], known[1] + 1, address)

    def tick(self) -> None:
        """Log how many more were shed, every `QUIET` seconds; forget bursts that are over."""
        now = self._clock()
        for (what, whose), (since, more, address) in tuple(self._bursts.items()):
            if now - since < QUIET:
                continue
            if not more:
                del self._bursts[what, whose]
                continue
            self._bursts[what, whose] = (now, 0, address)
            log_warning(
                "load was shed", what=what.value, limit=whose.value, more=more, address=address
            )


def address_key(address: str) -> str:
    """Return what limits count as one address: an IPv6 network of 64 bits has one owner."""
    if ":" not in address:
        return address
    try:
        found = ip_address(address)
    except ValueError:
        return address
    mapped = getattr(found, "ipv4_mapped", None)
    if mapped is not None:
        return str(mapped)
    return f"{ip_address(int(found) >> 64 << 64)}/64" if found.version == 6 else address
