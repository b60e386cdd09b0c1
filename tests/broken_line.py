"""A line that breaks: passes bytes on to a server, and cuts connections when it is told to."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Lock, Thread
from urllib.parse import urlsplit


class Proxy:
    """Listens at an address of its own.

    With a chance, the answer to a request is thrown away and the line is cut: the server has done
    what was asked, and nobody was told.
    """

    def __init__(self, address: str, seed: int, chance: float) -> None:
        """Stand before a server."""
        place = urlsplit(address)
        self._place = (str(place.hostname), int(place.port or 0))
        self._random = Random(seed)
        self.chance = chance
        self.cuts = 0
        self._lock = Lock()
        self._lines: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self._place)
            except OSError:
                # Nobody is there: who called hears the same.
                line.close()
                continue
            with self._lock:
                self._lines |= {line, server}
            Thread(target=self._pass, args=(line, server, False), daemon=True).start()
            Thread(target=self._pass, args=(server, line, True), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if answers and self._unlucky():
                    break
                target.sendall(data)
        self._hang_up(source, target)

    def _unlucky(self) -> bool:
        with self._lock:
            cut = self._random.random() < self.chance
            self.cuts += cut
            return cut

    def _hang_up(self, *lines: socket.socket) -> None:
        with self._lock:
            for line in lines:
                self._lines.discard(line)
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
                line.close()

    def cut(self) -> None:
        """Cut every line at once."""
        with self._lock:
            lines = tuple(self._lines)
            self.cuts += 1
        self._hang_up(*lines)

    def close(self) -> None:
        """Pass nothing on any more."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()


@contextmanager
def broken_line(address: str, *, seed: int = 1, chance: float = 0.0) -> Iterator[Proxy]:
    """Put a line before a server for a while."""
    proxy = Proxy(address, seed, chance)
    try:
        yield proxy
    finally:
        proxy.close()
