"""The file of signed statements: appended to by one process at a time, never rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.store.os_lock import try_lock
from croupier.store.signing import SigningKey
from croupier.store.statements import Known, Signed, Why, read_line, sign
from croupier.store.verify_heads import Chain

COMPLETE_EVERY = 100
"""How many statements pass at most until one names all chains again."""

_BLOCK = 1 << 16


class StatementFile:
    """Appends statements to a file; each names what has changed since the one before."""

    def __init__(self, path: Path, key: SigningKey) -> None:
        """Use a file, which is made with the first statement."""
        self._path = path
        self._key = key
        self._last: str | None = None
        self._known: Known = {}

    def publish(self, chains: list[Chain], at: str, why: Why) -> Signed:
        """Append a statement, and return it when it is on the disk; raise OSError or `BadStore`.

        After a statement of another process, or of an earlier start, it names all chains.
        """
        with _locked(self._path) as file:
            found = last_lines(self._path, 1)
            last = read_line(found[0], str(self._path)) if found else None
            number = 1 if last is None else last.statement.number + 1
            goes_on = last is not None and last.hash == self._last and number % COMPLETE_EVERY
            made = sign(self._key, chains, at, why, last, self._known if goes_on else None)
            # One write: a process that dies in it leaves no whole line.
            os.write(file, made.line + b"\n")
            os.fsync(file)
        self._last = made.hash
        self._known = {(each.kind, each.name): (each.number, each.head) for each in chains}
        return made


def file_lines(path: Path) -> list[bytes]:
    """Return the whole lines of a file; what a crash left of another one is passed over."""
    return _whole(path.read_bytes())


def last_lines(path: Path, most: int) -> list[bytes]:
    """Return the last whole lines of a file without reading all of it; none if it is missing."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            data = b""
            while end > 0 and data.count(b"\n") <= most:
                start = max(0, end - _BLOCK)
                file.seek(start)
                data, end = file.read(end - start) + data, start
    except FileNotFoundError:
        return []
    return _whole(data)[-most:]


def _whole(data: bytes) -> list[bytes]:
    lines = data.splitlines(keepends=True)
    return [line for line in lines if line.endswith(b"\n") and line.strip()]


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Yield a file to append to, which no other process writes to; half a line is cut off."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if not try_lock(file):
            raise BlockingIOError(f"another process writes to {path}")
        size = os.fstat(file).st_size
        if size and os.pread(file, 1, size - 1) != b"\n":
            os.ftruncate(file, _end_of_lines(file, size))
        yield file
    finally:
        os.close(file)


def _end_of_lines(file: int, size: int) -> int:
    """Return where the last whole line of a file ends."""
    while size > 0:
        start = max(0, size - _BLOCK)
        place = os.pread(file, size - start, start).rfind(b"\n")
        if place >= 0:
            return start + place + 1
        size = start
    return 0
