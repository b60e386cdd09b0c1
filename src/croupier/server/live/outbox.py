"""The frames that wait to be sent to one client: in order, and bounded."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

MOST_FRAMES = 512
MOST_CHARACTERS = 4_000_000
"""How much may wait to be sent to one client."""


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

    def __init__(self, queued: Queued | None = None) -> None:
        """Count what waits with that of others, if there are any."""
        self._queued = queued
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
        self._changed.set()

    @property
    def waiting(self) -> int:
        """How many frames wait."""
        return len(self._frames)

    async def take(self) -> str:
        """Wait for the next frame and remove it; raise `Overflow` once a frame was dropped."""
        while not self._frames or self.lost:
            if self.lost:
                raise Overflow
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
