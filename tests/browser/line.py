"""A line between browser and house that can be cut, and that can swallow what the house says."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit


class Line:
    """Passes bytes on while it is whole."""

    def __init__(self, address: str) -> None:
        """Stand before a house."""
        parts = urlsplit(address)
        self._house = (str(parts.hostname), int(parts.port or 80))
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._whole = True
        self._silent = self._held = False
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        threading.Thread(target=self._admit, daemon=True).start()

    def swallow(self) -> None:
        """Let nothing of the house's reach the browser; what the browser says still arrives."""
        self._silent = True

    def hold(self) -> None:
        """Let nothing of the browser's reach the house either: a dead line, not yet broken."""
        self._held = True

    def cut(self) -> None:
        """Break every connection and let no new one in."""
        with self._lock:
            self._whole = False
            for end in tuple(self._ends):
                _end(end)

    def mend(self) -> None:
        """Be whole again."""
        self._silent, self._held, self._whole = False, False, True

    def close(self) -> None:
        """Be gone."""
        self.cut()
        _end(self._door)

    def _cut_off(self) -> bool:
        return not self._whole

    def _admit(self) -> None:
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return
            if not self._whole:
                _end(browser)
                continue
            try:
                house = socket.create_connection(self._house)
            except OSError:
                # The house is gone: who called hears the same.
                _end(browser)
                continue
            with self._lock:
                self._ends |= {browser, house}
                if self._cut_off():
                    # Cut while the house was being called.
                    _end(browser)
                    _end(house)
                    continue
            for source, target, back in ((browser, house, False), (house, browser, True)):
                threading.Thread(
                    target=self._pass, args=(source, target, back), daemon=True
                ).start()

    def _pass(self, source: socket.socket, target: socket.socket, back: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not (self._silent if back else self._held):
                    target.sendall(data)
        for end in (source, target):
            self._ends.discard(end)
            _end(end)


def _end(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def line_to(address: str) -> Iterator[Line]:
    """Give a line to a house."""
    line = Line(address)
    try:
        yield line
    finally:
        line.close()
