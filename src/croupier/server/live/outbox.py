"""What waits to be sent to one reader: bounded, so that nobody who does not read is waited for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from croupier.server.live.feed import Feed, Step
from croupier.server.live.visibility import Viewer

MOST_FRAMES = 512
MOST_CHARACTERS = 4_000_000


class Overflow(Exception):
    """The reader is too slow."""


class Outbox:
    """Frames in their order; used on the event loop only."""

    def __init__(self) -> None:
        self._frames: deque[str] = deque()
        self._size = 0
        self._there = asyncio.Event()
        self.lost = False
        """Whether a frame could not be kept: the reader has to come back."""

    def put(self, frame: str) -> None:
        """Add a frame; from the first one that has no room nothing is added any more."""
        if self.lost:
            return
        self._size += len(frame)
        if len(self._frames) >= MOST_FRAMES or self._size > MOST_CHARACTERS:
            self.lost = True
        else:
            self._frames.append(frame)
        self._there.set()

    @property
    def waiting(self) -> int:
        """How many frames wait."""
        return len(self._frames)

    async def take(self) -> str:
        """Wait for the next frame; `Overflow` once one was lost."""
        while not self._frames or self.lost:
            if self.lost:
                raise Overflow
            self._there.clear()
            await self._there.wait()
        frame = self._frames.popleft()
        self._size -= len(frame)
        return frame


@dataclass(slots=True, eq=False)
class Watch:
    """One viewer of one feed; `send` takes each frame, in order."""

    feed: Feed
    viewer: Viewer
    send: Callable[[str], None]
    held: list[Step] | None = None
    """Steps that wait behind the past; None while they are sent as they come."""

    def tell(self, step: Step) -> None:
        """Send a step, or keep it for later."""
        if self.held is not None:
            self.held.append(step)
        else:
            self.send(step.frame(self.viewer))

    def let_go(self) -> None:
        """Send what was kept; from here on steps are sent as they come."""
        held, self.held = self.held or [], None
        for step in held:
            self.tell(step)
