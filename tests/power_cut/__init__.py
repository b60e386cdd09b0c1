"""A simulated power cut: which files a disk may hold at any moment of a process that was recorded.

`recorder.c` is preloaded into the process and writes down what it does to a folder. What was
written and not synced since may be on the disk or not, sector by sector, in any combination; what
was synced is there. A file is in its folder for certain once the folder itself was synced.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from random import Random

SECTOR = 512
"""So many bytes at an aligned place are written whole or not at all."""

_HEAD = struct.Struct("<5q")
_MARK = 0x6375742D72656364
_TESTS = Path(__file__).parent.parent


class Did(IntEnum):
    """What a record says was done; the numbers are those of the recorder."""

    MADE = 1
    WRITE = 2
    TRUNCATE = 3
    SYNC = 4
    UNLINK = 5
    RENAME = 6
    SAID = 7


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that was done to a file, or something that was said."""

    did: Did
    path: str
    offset: int
    data: bytes


def compiler() -> str | None:
    """Return the C compiler of this machine; None if it has none."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def build(folder: Path) -> Path:
    """Compile the recorder into a folder; raise if the compiler does not take it."""
    made = folder / "recorder.so"
    source = Path(__file__).parent / "recorder.c"
    words = ["-shared", "-fPIC", "-O2", "-o", str(made), str(source), "-ldl"]
    subprocess.run([compiler() or "cc", *words], check=True)
    return made


def recorded(recorder: Path, log: Path, watched: Path, *words: str) -> tuple[Record, ...]:
    """Run a Python script to its end under the recorder; return what it did to the folder."""
    path = os.pathsep.join([str(_TESTS), str(_TESTS.parent / "src")])
    subprocess.run(
        [sys.executable, *words],
        env={
            **os.environ,
            "PYTHONPATH": path,
            # A line is one write, then: those of several processes do not mix.
            "PYTHONUNBUFFERED": "",
            "LD_PRELOAD": str(recorder),
            "CROUPIER_CUT_FOLDER": str(watched),
            "CROUPIER_CUT_LOG": str(log),
        },
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return tuple(_records(log.read_bytes()))


def _records(log: bytes) -> Iterator[Record]:
    place = 0
    while place < len(log):
        mark, did, offset, path_length, length = _HEAD.unpack_from(log, place)
        assert mark == _MARK, f"no record begins at byte {place} of the log"
        place += _HEAD.size
        path = log[place : place + path_length].decode()
        place += path_length
        yield Record(Did(did), path, offset, log[place : place + length])
        place += length


@dataclass(slots=True)
class _File:
    """A file as the disk has it for certain, and what was done to it since it was synced."""

    durable: bytearray
    since: list[Record] = field(default_factory=list)


class Disk:
    """Follows records, and makes folders as a power cut at this moment may leave them."""

    def __init__(self, watched: Path) -> None:
        """Begin with the files of a folder, all of them synced."""
        self._watched = watched
        self._files = {str(path): _File(bytearray(path.read_bytes())) for path in watched.iterdir()}
        self._entries: dict[str, _File] = dict(self._files)
        """The files that are in the folder for certain, by their names there."""
        self.said = b""
        """Everything that the process has said so far."""

    def follow(self, record: Record) -> None:
        """Do what a record says."""
        path = record.path
        match record.did:
            case Did.SAID:
                self.said += record.data
            case Did.MADE:
                self._files[path] = _File(bytearray())
            case Did.WRITE | Did.TRUNCATE:
                self._files[path].since.append(record)
            case Did.SYNC if path.rstrip("/") == str(self._watched):
                self._entries = dict(self._files)
            case Did.SYNC:
                file = self._files[path]
                for each in file.since:
                    _apply(file.durable, each)
                file.since.clear()
            case Did.UNLINK:
                self._files.pop(path, None)
            case Did.RENAME:
                self._files[record.data.decode()] = self._files.pop(path)

    def cut(self, rng: Random, into: Path) -> None:
        """Write a folder as it may be after a cut now.

        Each sector that was not synced is there or not, with a probability that differs from cut
        to cut: nothing of it, all of it, or any part. So is a file that was made or removed since
        the folder was synced.
        """
        into.mkdir()
        kept = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for path in self._files.keys() | self._entries.keys():
            before, now = self._entries.get(path), self._files.get(path)
            file = now if before is now or rng.random() < kept else before
            # The index of the WAL lives in memory: nobody syncs it, and SQLite makes it anew.
            if file is not None and not path.endswith("-shm"):
                (into / Path(path).name).write_bytes(_torn(file, kept, rng))


def _torn(file: _File, kept: float, rng: Random) -> bytes:
    """Return a file of which some sectors that were not synced did not reach the disk."""
    content = bytearray(file.durable)
    for record in file.since:
        if record.did is Did.TRUNCATE:
            if rng.random() < kept:
                _apply(content, record)
            continue
        for sector in _sectors(record):
            if rng.random() < kept:
                _apply(content, sector)
    return bytes(content)


def _sectors(record: Record) -> Iterator[Record]:
    """Yield a write as writes of one sector each."""
    end = record.offset + len(record.data)
    start = record.offset
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        data = record.data[start - record.offset : stop - record.offset]
        yield Record(Did.WRITE, record.path, start, data)
        start = stop


def _apply(content: bytearray, record: Record) -> None:
    end = record.offset + len(record.data)
    if record.did is Did.TRUNCATE:
        end = record.offset
        del content[end:]
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if record.did is Did.WRITE:
        content[record.offset : end] = record.data


def cuts(
    records: tuple[Record, ...], disk: Disk, places: Mapping[int, int], into: Path
) -> Iterator[tuple[int, Path]]:
    """Yield the number of a record and a folder as a cut before it may leave it; then remove it.

    `places` has the seed of each cut by the number of its record.
    """
    for number, record in enumerate(records):
        if number in places:
            made = into / f"cut-{number}"
            disk.cut(Random(places[number]), made)
            yield number, made
            shutil.rmtree(made)
        disk.follow(record)
