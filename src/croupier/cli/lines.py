"""Lines of JSON in and out: bounded, strict, one at a time."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path

import msgspec

from croupier.cli import WrongCall
from croupier.errors import Code, CroupierError, InvalidInput, brief
from croupier.game import Game
from croupier.game.checked_mapping import BadGame
from croupier.game.loading import load, read_file
from croupier.table.strict_json import Decoder

MOST_BYTES = 4_000_000
"""The longest line that is read; what is longer is answered as malformed, unread."""

_CHUNK = 65536


@contextmanager
def opened(path: str | None) -> Iterator[BufferedReader]:
    """Open a file, or standard input for no file or "-"."""
    if path is None or path == "-":
        if sys.stdin is None or not isinstance(sys.stdin.buffer, BufferedReader):
            raise WrongCall("there is no standard input to read from")
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            file = stack.enter_context(Path(path).open("rb"))
        except OSError as wrong:
            reason = wrong.strerror or str(wrong)
            raise WrongCall(f"cannot read {path}: {reason}") from None
        yield file


Value = tuple[object, CroupierError | None]
"""What a line holds, and what is wrong with its text, if anything."""


def batches(file: BufferedReader) -> Iterator[list[Value]]:
    """Read the lines that are there, blank ones passed over; wait only when there are none."""
    decode = Decoder().decode
    begun = b""
    skipping = False
    while chunk := file.read1(_CHUNK):
        *whole, begun = (begun + chunk).split(b"\n")
        if skipping and whole:
            whole[0] = b""
            skipping = False
        batch = [decode(line) for line in whole if line and not line.isspace()]
        if len(begun) > MOST_BYTES or skipping:
            if not skipping:
                batch.append((None, _too_long()))
            begun, skipping = b"", True
        yield batch
    if begun and not begun.isspace() and not skipping:
        yield [decode(begun)]


def read_all(file: BufferedReader) -> list[Value]:
    """Read a single value that may run over several lines, or else one from each line."""
    content = file.read()
    decode = Decoder().decode
    if len(content) <= MOST_BYTES:
        whole = decode(content)
        first_line = content.lstrip().partition(b"\n")[0]
        # What does not even begin with a whole value is one value with a mistake in it.
        if whole[1] is None or decode(first_line)[1] is not None:
            return [whole]
    return [value for batch in batches(BufferedReader(BytesIO(content))) for value in batch]


def _too_long() -> CroupierError:
    return InvalidInput(Code.MALFORMED, f"the line is over {MOST_BYTES:,} bytes long")


_fast = msgspec.json.Encoder().encode
_any = json.JSONEncoder().encode


def _encode(value: object) -> bytes:
    """Write a value as JSON; half a surrogate or a huge number in somebody's id too."""
    try:
        return _fast(value)
    except (UnicodeEncodeError, OverflowError):
        return _any(value).encode()


def write(answers: Iterable[object]) -> None:
    """Write JSON lines and hand them on at once: whoever waits for them may be a program."""
    sys.stdout.buffer.write(b"".join([_encode(answer) + b"\n" for answer in answers]))
    sys.stdout.buffer.flush()


_MOST_CHARACTERS = 1_000
_MOST_BAD = 100


class Shelf:
    """The games at hand: those that ship, those given by file, those a round names by path."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        """Read a person's own game files first; `BadGame` if one is wrong."""
        self._games: dict[str, Game] = {}
        self._bad: dict[str, str] = {}
        for path in own:
            game = read_file(path)
            self._games[game.key] = game

    def find(self, name: str) -> Game:
        """Give a game by its key or path, or refuse with what is known."""
        game = self._games.get(name)
        if game is not None:
            return game
        if len(name) > _MOST_CHARACTERS:
            raise InvalidInput(Code.UNKNOWN_GAME, f"there is no game {brief(name)}")
        if name not in self._bad:
            try:
                return self._games.setdefault(name, load(name))
            except BadGame as wrong:
                if len(self._bad) == _MOST_BAD:
                    self._bad.clear()
                self._bad[name] = str(wrong)
        raise InvalidInput(Code.UNKNOWN_GAME, self._bad[name])


def take_log(
    parser: ArgumentParser,
    shown: str = "LOG",
    about: str = "an event log that `croupier table` wrote",
) -> None:
    """Let a command take a log, and game files that it may name."""
    parser.add_argument("log", metavar=shown, help=about)
    parser.add_argument(
        "--game", action="append", default=[], metavar="PATH", help="a game file of your own"
    )


@contextmanager
def opened_log(arguments: Namespace) -> Iterator[BufferedReader]:
    """Open the log that was named; a folder or nothing at all is a wrong call."""
    if arguments.log != "-" and not Path(arguments.log).is_file():
        raise WrongCall(f"cannot read {arguments.log}: no such file")
    with opened(arguments.log) as file:
        yield file
