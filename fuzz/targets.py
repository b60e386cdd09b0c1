"""What is fuzzed: functions of bytes that may raise nothing but the errors they declare."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from io import BufferedReader, BytesIO
from pathlib import Path
from tempfile import mkdtemp

import msgspec

from croupier.cli.arguments import KnownGames
from croupier.engines.checkpoint import BadCheckpoint, read
from croupier.game.checked_mapping import BadGame
from croupier.game.loading import make_game, parse_toml
from croupier.game.published import publish
from croupier.store.log_file import GENESIS, BadLog, chained
from croupier.store.memory_table import MemoryTable
from croupier.store.verify_log import verify_log
from croupier.strict_json import Decoder

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "fuzz" / "corpus"
Run = Callable[[bytes], None]
_find = KnownGames(()).find


@dataclass(frozen=True, slots=True)
class Target:
    """One fuzzed function: `opened` provides it, and clears away what it needed."""

    name: str
    opened: Callable[[], object]
    files: tuple[str, ...] = field(default=())
    """More seeds: patterns of files of the project."""

    @contextmanager
    def open(self) -> Iterator[Run]:
        """Yield the function."""
        with self.opened() as run:  # type: ignore[attr-defined]
            yield run

    def seeds(self) -> dict[str, bytes]:
        """Return the corpus, and the project's own files of this kind."""
        found = {path.name: path.read_bytes() for path in sorted((CORPUS / self.name).glob("*"))}
        for pattern in self.files:
            found |= {path.name: path.read_bytes() for path in sorted(ROOT.glob(pattern))}
        return found


@contextmanager
def _plain(run: Run) -> Iterator[Run]:
    yield run


def game(data: bytes) -> None:
    """Read a game file, and what pages are told of it."""
    with suppress(BadGame):
        publish(make_game(parse_toml(data, "fuzzed"), "fuzzed"))


def log(data: bytes) -> None:
    """Verify a log as it is, and with a chain that holds: else nothing behind it is reached."""
    for content in (data, _chained(data)):
        with suppress(BadLog):
            verify_log(BufferedReader(BytesIO(content)), _find)


class _Line(msgspec.Struct):
    entry: msgspec.Raw


def _chained(data: bytes) -> bytes:
    """Return the entries of a log, chained anew."""
    head, lines = GENESIS, []
    for line in data.split(b"\n"):
        try:
            entry = bytes(msgspec.json.decode(line, type=_Line).entry)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            lines.append(line)
            continue
        head = chained(head, entry)
        lines.append(b'{"hash":"' + head.encode() + b'","entry":' + entry + b"}")
    return b"\n".join(lines)


@contextmanager
def _checkpoints() -> Iterator[Run]:
    folder = Path(mkdtemp(prefix="croupier-fuzz-"))
    path = folder / "run.json"

    def checkpoint(data: bytes) -> None:
        """Read a checkpoint as it is, and as the content of one whose checksum is right."""
        digest = sha256(data).hexdigest().encode()
        for content in (data, b'{"content":' + data + b',"sha256":"' + digest + b'"}'):
            path.write_bytes(content)
            with suppress(BadCheckpoint):
                read(path)

    try:
        yield checkpoint
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def script(data: bytes) -> None:
    """Play the commands of a script, as `croupier table` does: each is answered."""
    table, decoder = MemoryTable(_find), Decoder()
    for line in data.split(b"\n")[:200]:
        value, wrong = decoder.decode(line)
        if wrong is None:
            json.dumps(table.answer(value))


PURE = (
    Target("game", lambda: _plain(game), ("src/croupier/game/files/*.toml",)),
    Target("log", lambda: _plain(log), ("tests/data/*.log",)),
    Target("checkpoint", _checkpoints),
    Target("script", lambda: _plain(script)),
)


def all_targets() -> dict[str, Target]:
    """Return every target by its name; those of the server need more imports."""
    from fuzz.server_targets import SERVER

    return {target.name: target for target in (*PURE, *SERVER)}
