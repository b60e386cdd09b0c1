"""Very many web sockets in one process, by hand: what is measured must not be the measuring.

A library's client takes ten times as long for a frame as the server takes to send it. This one
knows just enough of the protocol: text frames, whole, with the mask that changes nothing.
"""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Callable
from time import monotonic

_HELLO = (
    "GET /api/live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: Y3JvdXBpZXItYmVuY2ghIQ==\r\n{more}\r\n"
)

MOST_UNREAD = 500
"""How much is taken before it is read: who bets again waits for that."""

Heard = Callable[["Line", bytes, float, float], None]
"""Is told a frame, when it was read, and when the kernel said that there is something to read."""


def framed(payload: bytes) -> bytes:
    """Write a text frame as a client does: masked, with a mask of zeros."""
    length = len(payload)
    if length < 126:
        head = bytes((0x81, 0x80 | length))
    else:
        head = bytes((0x81, 0xFE)) + length.to_bytes(2, "big")
    return head + bytes(4) + payload


class Line:
    """One socket: not yet connected, shaking hands, open, or gone."""

    def __init__(self, place: tuple[str, int], token: str | None, number: int) -> None:
        """Prepare to call."""
        self.number = number
        self.open = False
        self.first: bytes | None = None
        """What is sent as soon as it is open."""
        self._place = place
        self._token = token
        self._buffer = bytearray()
        self.socket: socket.socket

    def dial(self) -> None:
        """Begin to connect; the rest follows when the kernel says so."""
        self.open = False
        self._buffer.clear()
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.socket.connect_ex(self._place)

    def greet(self) -> None:
        """Ask for a web socket."""
        more = "" if self._token is None else f"Authorization: Bearer {self._token}\r\n"
        host = f"{self._place[0]}:{self._place[1]}"
        self.socket.send(_HELLO.format(host=host, more=more).encode())

    def say(self, payload: bytes) -> None:
        """Send a frame; they are small, and nobody who reads is slow."""
        self.socket.send(framed(payload))

    def drop(self) -> None:
        """Hang up without a word."""
        self.socket.close()
        self.open = False

    def take(self) -> bytes | None:
        """Take what is there, None if nothing is; a megabyte at once would cost a mapping each."""
        try:
            return self.socket.recv(1 << 16)
        except BlockingIOError:
            return None

    def read(self, data: bytes) -> list[bytes]:
        """Give the frames that are whole with what was taken."""
        if not data:
            raise ConnectionError("the server hung up")
        self._buffer += data
        if not self.open and not self._shaken():
            return []
        return self._frames()

    def _shaken(self) -> bool:
        head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            raise ConnectionError(head[:200].decode("latin-1"))
        self._buffer = bytearray(rest)
        self.open = True
        if self.first is not None:
            self.say(self.first)
        return True

    def _frames(self) -> list[bytes]:
        found: list[bytes] = []
        buffer, at, end = self._buffer, 0, len(self._buffer)
        while end - at >= 2:
            length, start = buffer[at + 1] & 0x7F, at + 2
            if length > 125:
                wide = 2 if length == 126 else 8
                length = int.from_bytes(buffer[start : start + wide], "big")
                start += wide
            if end < start or end - start < length:
                break
            kind = buffer[at] & 0x0F
            if kind == 1:
                found.append(bytes(buffer[start : start + length]))
            elif kind == 9:  # are you there? The answer says what the question said.
                self.socket.send(bytes((0x8A, 0x80 | length)) + bytes(4) + buffer[start:][:length])
            elif kind == 8:
                said = bytes(buffer[start : start + length])
                raise ConnectionError(f"the server ended the socket: {said!r}")
            at = start + length
        del buffer[:at]
        return found


class Lines:
    """All sockets of a process, on one selector."""

    def __init__(self, place: tuple[str, int], tokens: list[str | None], heard: Heard) -> None:
        """Be ready for as many as there are tokens."""
        self.lines = [Line(place, token, number) for number, token in enumerate(tokens)]
        self._heard = heard
        self._poll = select.epoll()
        self._by_fd: dict[int, Line] = {}

    def dial(self) -> None:
        """Call with all of them at once."""
        for line in self.lines:
            line.dial()
            self._by_fd[line.socket.fileno()] = line
            self._poll.register(line.socket.fileno(), select.EPOLLOUT)

    def drop(self) -> None:
        """Hang up with all of them at once."""
        for line in self.lines:
            self._poll.unregister(line.socket.fileno())
            line.drop()
        self._by_fd.clear()

    def close(self) -> None:
        """Hang up for good."""
        self.drop()
        self._poll.close()

    def turn(self, seconds: float) -> None:
        """Wait for what comes, so long at most, and take it; what it says is read afterwards.

        Who reads between two sockets is slower than the server sends, and would measure itself.
        """
        taken: list[tuple[Line, bytes, float, float]] = []
        ready = self._poll.poll(max(seconds, 0))
        while ready:
            woken = monotonic()
            for fd, what in ready:
                line = self._by_fd[fd]
                if what & select.EPOLLOUT:
                    line.greet()
                    self._poll.modify(fd, select.EPOLLIN)
                    continue
                data = line.take()
                if data is not None:
                    taken.append((line, data, monotonic(), woken))
            ready = self._poll.poll(0) if len(taken) < MOST_UNREAD else []
        for line, data, now, woken in taken:
            for frame in line.read(data):
                self._heard(line, frame, now, woken)

    def until(self, done: Callable[[], bool], seconds: float) -> None:
        """Take what comes until something is so; fail if it takes too long."""
        end = monotonic() + seconds
        while not done():
            if monotonic() > end:
                raise TimeoutError(f"{sum(line.open for line in self.lines)} sockets are open")
            self.turn(0.05)


def number_of(frame: bytes) -> int:
    """Read the number of a table's frame, which stands near its beginning."""
    start = frame.index(b'"number":') + 9
    end = start
    while frame[end : end + 1].isdigit():
        end += 1
    return int(frame[start:end])


def memory(pid: int) -> int:
    """Say how many bytes a process and those it started have in memory."""
    total = 0
    for line in _lines(f"/proc/{pid}/status"):
        if line.startswith("VmRSS:"):
            total = int(line.split()[1]) * 1024
    for child in _lines(f"/proc/{pid}/task/{pid}/children"):
        total += sum(memory(int(each)) for each in child.split())
    return total


def busy(pid: int) -> float:
    """Say how many seconds a process and those it started have computed, in all their threads."""
    total = 0.0
    for line in _lines(f"/proc/{pid}/stat"):
        fields = line.rpartition(")")[2].split()
        total = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    for child in _lines(f"/proc/{pid}/task/{pid}/children"):
        total += sum(busy(int(each)) for each in child.split())
    return total


def _lines(path: str) -> list[str]:
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return file.readlines()
