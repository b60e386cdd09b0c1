"""The limits on what sockets may cause: frames, watches and bytes, of one, an address and all."""

from __future__ import annotations

import time
from typing import Final

from croupier.server.load_settings import LoadLimits
from croupier.server.rate_limit import Bucket, RateLimit, Seconds
from croupier.server.shedding import Overloaded, Shedding, What, Whose
from croupier.words import Message, say

MEGABYTE: Final = 1_000_000

SOCKET_BURST = 30
"""So many seconds' frames a socket may send at once: a board comes back to 200 tables."""
BURST = 10
"""The same of an address, and of all together."""

WATCH, WATCH_PAST, OTHER = 5, 10, 1
"""What frames cost: watching, watching with the past, and any other."""
BYTES_A_FRAME = 1000
"""A frame costs one more for each so many bytes."""

SENT_SOCKET = (4 * MEGABYTE, 64 * MEGABYTE)
"""Bytes of what it asked for that are sent to one socket: each second, and at once."""

MOST_SHED = 200
SHED_FORGOTTEN = 2.0
"""A socket that has so many frames shed is ended; so many are forgotten each second."""

SMALL = 100_000
"""A socket with no more bytes than this waiting never pays for what waits for others."""


class Counts:
    """How many of something there are, by address and in all."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._each: dict[str, int] = {}
        self.all = 0

    def full(self, address: str, more: int = 1) -> Whose | None:
        """Return whose limit does not allow more; None if both do."""
        if self._each.get(address, 0) + more > self._most_each:
            return Whose.ADDRESS
        return Whose.ALL if self.all + more > self._most else None

    def add(self, address: str, more: int) -> None:
        """Count more, or fewer."""
        self.all += more
        left = self._each.get(address, 0) + more
        if left:
            self._each[address] = left
        else:
            self._each.pop(address, None)


class Load:
    """What all sockets of a process cause together; used on the event loop only."""

    def __init__(
        self, limits: LoadLimits, shedding: Shedding, clock: Seconds = time.monotonic
    ) -> None:
        self.limits = limits
        self.shedding = shedding
        self.clock = clock
        self.sockets = Counts(limits.sockets, limits.sockets_per_address)
        self.watches = Counts(limits.watches, limits.watches_per_address)
        self.queued = Counts(
            limits.queued_megabytes * MEGABYTE, limits.queued_megabytes_per_address * MEGABYTE
        )
        frames, frames_each = limits.frames_per_second, limits.frames_per_second_per_address
        self.frames = Bucket(frames, BURST * frames, clock)
        self.frames_each = RateLimit(frames_each, BURST * frames_each, clock)
        sent = limits.sent_megabytes_per_second * MEGABYTE
        sent_each = limits.sent_megabytes_per_second_per_address * MEGABYTE
        self.sent = Bucket(sent, BURST * sent, clock)
        self.sent_each = RateLimit(sent_each, BURST * sent_each, clock)

    def open_socket(self, address: str, *, signed_in: bool) -> SocketLoad:
        """Count a new socket; raise `Overloaded` if there are too many."""
        whose = self.sockets.full(address)
        if whose is not None:
            self.shedding.note(What.SOCKET, whose, address)
            raise Overloaded(whose, say("server.busy_sockets"), retry_after=5)
        self.sockets.add(address, 1)
        return SocketLoad(self, address, signed_in=signed_in)


class SocketLoad:
    """What one socket causes; every method that may refuse raises `Overloaded`."""

    def __init__(self, load: Load, address: str, *, signed_in: bool) -> None:
        self._load = load
        self._address = address
        self._signed_in = signed_in
        rate = load.limits.frames_per_second_per_socket
        self._frames = Bucket(rate, SOCKET_BURST * rate, load.clock)
        self._sent = Bucket(*SENT_SOCKET, load.clock)
        self._shed = Bucket(SHED_FORGOTTEN, MOST_SHED, load.clock)
        self._watches = 0
        self._queued = 0

    def close(self) -> None:
        """Count the socket, its watches and what waits for it no more."""
        self._load.sockets.add(self._address, -1)
        self._load.watches.add(self._address, -self._watches)
        self._load.queued.add(self._address, -self._queued)
        self._watches = self._queued = 0

    # Frames

    def received(self, length: int) -> None:
        """Count the bytes of a frame, before it is read."""
        cost = length // BYTES_A_FRAME
        if cost:
            self._frame(cost, (self._frames, *self._shared()))

    def frame(self, cost: int, *, command: bool = False) -> None:
        """Count a frame.

        A command of somebody who is signed in is limited by session and socket alone: a flood of
        others, even from the same address, must not hold up a bet.
        """
        own = command and self._signed_in
        self._frame(cost, (self._frames,) if own else (self._frames, *self._shared()))

    def _shared(self) -> tuple[Bucket, Bucket]:
        return self._load.frames_each.bucket(self._address), self._load.frames

    def _frame(self, cost: int, buckets: tuple[Bucket, ...]) -> None:
        for whose, bucket in zip(Whose, buckets, strict=False):
            if not bucket.has(cost):
                raise self._overloaded(What.FRAME, whose, say("server.busy_frames"))
        for bucket in buckets:
            bucket.take(cost)

    def shed(self) -> bool:
        """Count a frame that was shed; return False if there were too many of them."""
        return self._shed.take()

    # Watches

    def add_watch(self) -> None:
        """Count one more table that is watched."""
        whose = self._load.watches.full(self._address)
        if whose is not None:
            raise self._overloaded(What.WATCH, whose, say("server.busy_watches"))
        self._load.watches.add(self._address, 1)
        self._watches += 1

    def drop_watch(self) -> None:
        """Count one table less."""
        self._load.watches.add(self._address, -1)
        self._watches -= 1

    # Bytes

    def may_send(self) -> None:
        """Refuse if more was asked for than may be sent."""
        for whose, bucket in zip(Whose, self._sending(), strict=False):
            if not bucket.has():
                raise self._overloaded(What.BYTES, whose, say("server.busy_frames"))

    def sent(self, length: int) -> None:
        """Count bytes that were asked for."""
        for bucket in self._sending():
            bucket.owe(length)

    def pause(self) -> float:
        """Return the seconds until more of the past may be sent."""
        return max(bucket.wait() for bucket in self._sending())

    def _sending(self) -> tuple[Bucket, Bucket, Bucket]:
        return self._sent, self._load.sent_each.bucket(self._address), self._load.sent

    def queue(self, more: int, waiting: int) -> bool:
        """Count bytes that wait to be sent; return False if the socket has to be given up.

        That is so if too much waits for its address or for all, and not only a little for itself.
        """
        queued = self._load.queued
        whose = None if waiting + more <= SMALL else queued.full(self._address, more)
        if whose is not None:
            self._load.shedding.note(What.BYTES, whose, self._address)
            return False
        queued.add(self._address, more)
        self._queued += more
        return True

    def unqueue(self, fewer: int) -> None:
        """Count bytes that were sent."""
        self._load.queued.add(self._address, -fewer)
        self._queued -= fewer

    def _overloaded(self, what: What, whose: Whose, said: Message) -> Overloaded:
        self._load.shedding.note(what, whose, self._address)
        return Overloaded(whose, said)
