"""The frames to one client: written at once, or waiting their turn, in order and bounded."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Protocol

MOST_FRAMES = 512
MOST_CHARACTERS = 4_000_000
"""How much may wait to be sent to one client."""


class Held(StrEnum):
    """Why a frame is not written to a client at once."""

    SLOW = "slow"
    """The network takes no more: the client reads too slowly."""
    WAITING = "waiting"
    """Frames before it wait, or are being sent."""
    ENDED = "ended"
    """The socket ends."""


class Line:
    """A client's end of the network, for frames that nothing holds up; on the event loop only.

    Whoever sends one frame to many asks and writes by itself: no call is made for each client but
    those of the network.
    """

    __slots__ = ("holds", "is_closing", "write")

    def __init__(self, write: Callable[[bytes], object], is_closing: Callable[[], bool]) -> None:
        """Take the functions of a transport."""
        self.write = write
        self.is_closing = is_closing
        self.holds: set[Held] = set()

    def send(self, frame: str) -> bool:
        """Send a frame; return False, and send nothing, if it has to wait its turn."""
        if self.holds or self.is_closing():
            return False
        self.write(on_the_wire(frame))
        return True


def waiting_line() -> Line:
    """Return a line on which every frame waits its turn."""
    return Line(lambda _: None, lambda: True)


def frame_head(length: int) -> bytes:
    """Return the head of a text frame that is whole and not masked (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


@lru_cache(maxsize=8)
def on_the_wire(text: str) -> bytes:
    """Return the bytes of a text frame. Many sockets in a row are sent the same one."""
    data = text.encode()
    return frame_head(len(data)) + data


class Overflow(Exception):
    """The client reads too slowly."""


class Queued(Protocol):
    """What counts the bytes that wait for this client among those of all others."""

    def queue(self, more: int, waiting: int) -> bool:
        """Count bytes that wait; return False if the client has to be given up."""

    def unqueue(self, fewer: int) -> None:
        """Count bytes that were sent."""


class Outbox:
    """Frames that wait to be sent to one client, in order; used on the event loop only.

    It is bounded: slow readers are disconnected, and never block others.
    """

    def __init__(self, queued: Queued | None = None, line: Line | None = None) -> None:
        """Count what waits with that of others, if there are any; hold `line` up meanwhile."""
        self._queued = queued
        self._holds = set[Held]() if line is None else line.holds
        self._frames: deque[str] = deque()
        self._size = 0
        self._changed = asyncio.Event()
        self._taken = asyncio.Event()
        self.lost = False
        """Whether a frame was dropped: the client has to connect again."""

    def put(self, frame: str) -> None:
        """Add a frame; after the first one that does not fit, nothing is added any more."""
        if self.lost:
            return
        self._holds.add(Held.WAITING)
        length = len(frame)
        if (
            len(self._frames) >= MOST_FRAMES
            or self._size + length > MOST_CHARACTERS
            or (self._queued is not None and not self._queued.queue(length, self._size))
        ):
            self.lose()
            return
        self._size += length
        self._frames.append(frame)
        self._changed.set()

    def lose(self) -> None:
        """Disconnect the client: what is sent from now on would come after a gap."""
        self.lost = True
        self._holds.add(Held.WAITING)
        self._changed.set()

    @property
    def waiting(self) -> int:
        """How many frames wait."""
        return len(self._frames)

    async def take(self) -> str:
        """Wait for the next frame and remove it; raise `Overflow` once a frame was dropped.

        Whoever asks has sent the one before: if none waits, the next may be written at once.
        """
        while not self._frames or self.lost:
            if self.lost:
                raise Overflow
            self._holds.discard(Held.WAITING)
            self._changed.clear()
            await self._changed.wait()
        frame = self._frames.popleft()
        self._size -= len(frame)
        if self._queued is not None:
            self._queued.unqueue(len(frame))
        self._taken.set()
        return frame

    async def drained(self, most: int) -> None:
        """Wait until so many frames wait at most."""
        while len(self._frames) > most:
            self._taken.clear()
            await self._taken.wait()
