"""Arguments that several commands share: numbers, shoes, games, files, lines of JSON."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import Rank
from croupier.cli import WrongCall
from croupier.errors import Code, InvalidInput, brief
from croupier.game import Game
from croupier.game.checked_mapping import BadGame
from croupier.game.loading import load, read_file
from croupier.game.read_game import KEY
from croupier.words import ENGLISH, languages

if TYPE_CHECKING:
    from croupier.odds import Composition


import json
from io import BytesIO

import msgspec

from croupier.errors import CroupierError
from croupier.strict_json import Decoder

PICTURES = ("svg", "png")
_MOST_CHARACTERS = 1_000
_MOST_BAD = 100


def add_language(parser: ArgumentParser) -> None:
    """Add the option that chooses the language of what is printed."""
    known = ", ".join(languages())
    parser.add_argument(
        "--lang", type=_language, default=ENGLISH, metavar="LANGUAGE", help=f"one of {known}"
    )


def _language(text: str) -> str:
    if text in languages():
        return text
    raise WrongCall(f"--lang is one of {', '.join(languages())}, not {text[:40]!r}")


def whole_number(what: str, text: str | None, default: int, least: int, most: int) -> int:
    """Return a whole number between two bounds; the default where none is given."""
    if text is None:
        return default
    if re.fullmatch(r"[0-9]{1,20}", text) and least <= int(text) <= most:
        return int(text)
    raise WrongCall(f"{what}: a whole number from {least} to {most}, not {text[:40]!r}")


def large_number(what: str, text: str, most: int) -> int:
    """Return a number of things, written in digits or as 1e9 or 2.5e9."""
    found = re.fullmatch(r"([0-9]{1,16})(?:\.([0-9]{1,15}))?(?:[eE]\+?([0-9]{1,2}))?", text)
    if found:
        part, power = found[2] or "", int(found[3] or 0)
        count, rest = divmod(int(found[1] + part + "0" * power), int("1" + "0" * len(part)))
        if not rest and 1 <= count <= most:
            return count
    shown = f"{most:.0e}".replace("e+0", "e").replace("e+", "e")
    raise WrongCall(f"{what} are a whole number from 1 to {shown}, not {text[:40]!r}")


def deck_number(text: str) -> int:
    """Return a number of decks; which numbers a game permits is checked later."""
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise WrongCall(f"decks are a whole number, not {text[:40]!r}")
    return int(text)


def decks_for(game: Game, decks: int | None) -> int:
    """Return the number of decks, the game's usual one if none is given; refuse a wrong one."""
    from croupier.settlement.checks import check_decks

    chosen = game.decks.default if decks is None else decks
    check_decks(game, chosen)
    return chosen


def add_shoe_options(parser: ArgumentParser) -> None:
    """Add the options that name the shoe: whole decks, or cards left."""
    shoe = parser.add_mutually_exclusive_group()
    shoe.add_argument(
        "--decks", type=deck_number, metavar="N", help="whole decks; else the usual number"
    )
    shoe.add_argument(
        "--cards-left",
        metavar="COUNTS",
        help="cards left of A,2,3,4,5,6,7,8,9,10,J,Q,K: thirteen numbers joined by commas",
    )


def read_shoe(game: Game, arguments: Namespace) -> tuple[int | None, Composition]:
    """Return the number of decks, None if cards left were given, and the cards in the shoe."""
    from croupier.odds import Composition

    if arguments.cards_left is not None:
        return None, Composition.of_ranks(_rank_counts(arguments.cards_left))
    decks = decks_for(game, arguments.decks)
    return decks, Composition.of_decks(decks)


def _rank_counts(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    # A negative count is read, so that the error can name it as one.
    if not all(re.fullmatch(r"-?[0-9]{1,6}", word) for word in words):
        raise WrongCall(f"cards left are whole numbers joined by commas, not {text[:60]!r}")
    return [int(word) for word in words]


def read_tags(text: str) -> tuple[int, ...]:
    """Return tags by rank, read from A:0,2:1 and so on, or from ten numbers for ace to ten.

    Tens, jacks, queens and kings have the same tag, unless they are named one by one.
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) == 10 and ":" not in text:
        words = [f"{rank}:{tag}" for rank, tag in zip("A23456789T", words, strict=True)]
    found: dict[Rank, int] = {}
    for word in words:
        read = re.fullmatch(r"(A|[2-9]|10|[TJQK]):([+-]?[0-9]{1,3})", word, re.IGNORECASE)
        if not read:
            raise WrongCall(f"tags are A:0,2:0,3:-1 and so on to 10:0, not {word[:40]!r}")
        ranks = tuple(Rank)[9:] if read[1] == "10" else (Rank(read[1].upper()),)
        if read[1].upper() == "T" and ":" not in text:
            ranks = tuple(Rank)[9:]
        if found.keys() & {*ranks}:
            raise WrongCall(f"tags name {read[1]} twice")
        found |= dict.fromkeys(ranks, int(read[2]))
    return tuple(found.get(rank, 0) for rank in Rank)


def read_trigger(text: str) -> Fraction:
    """Return a true count, read from a number such as 8 or 4.5."""
    if re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{1,4})?", text):
        return Fraction(text)
    raise WrongCall(f"a trigger is a number such as 8 or 4.5, not {text[:40]!r}")


def picture_path(name: str | None) -> Path | None:
    """Return the path of a picture; refuse now what could not be written after the work."""
    if name is None:
        return None
    path = Path(name)
    if file_format(path) not in PICTURES:
        raise WrongCall(f"--plot names a file that ends in .svg or .png, not {path.name!r}")
    check_folder(path)
    return path


def file_format(path: Path) -> str:
    """Return the ending of a file's name, without its dot and in lower case."""
    return path.suffix.removeprefix(".").lower()


def check_folder(path: Path) -> None:
    """Raise `WrongCall` if the folder that a file is to be written to does not exist."""
    if not path.parent.is_dir():
        raise WrongCall(f"cannot write {path}: there is no folder {path.parent}")


def write_file(path: Path, data: bytes) -> None:
    """Write a file; raise `WrongCall` if that fails."""
    try:
        path.write_bytes(data)
    except OSError as wrong:
        raise WrongCall(f"cannot write {path}: {wrong.strerror or wrong}") from None


def write_new(path: Path, text: str, *, force: bool) -> None:
    """Write a file that is not there yet, or any with `force`; raise `WrongCall` if that fails."""
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise WrongCall(f"{path} is there already; --force writes over it") from None
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise WrongCall(f"cannot write {path}: {reason}") from None


def game_key(path: Path) -> str:
    """Return the key of the game that is to be written to a file: from the file's name."""
    if path.suffix != ".toml":
        raise WrongCall(f'a game file is called NAME.toml, not "{path.name}"')
    key = path.stem.lower().replace("_", "-").replace(" ", "-")
    if not KEY.fullmatch(key):
        raise WrongCall(
            f'"{path.stem}" makes no key: lower-case words joined by "-", like my-game.toml'
        )
    return key


@contextmanager
def open_input(path: str | None) -> Iterator[BufferedReader]:
    """Open a file, or standard input for no path or "-"."""
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


def add_game_files(parser: ArgumentParser, about: str = "a game file of your own") -> None:
    """Add the option that names game files; it may be repeated."""
    parser.add_argument("--game", action="append", default=[], metavar="PATH", help=about)


def add_database(parser: ArgumentParser) -> None:
    """Add the argument that names a database."""
    parser.add_argument(
        "database", metavar="DATABASE", help="a SQLite file or a postgresql:// address"
    )


def add_log(
    parser: ArgumentParser,
    metavar: str = "LOG",
    about: str = "an event log that `croupier table` wrote",
) -> None:
    """Add the argument that names a log, and the option for game files that the log names."""
    parser.add_argument("log", metavar=metavar, help=about)
    add_game_files(parser)


@contextmanager
def open_log(arguments: Namespace) -> Iterator[BufferedReader]:
    """Open the log that was named; raise `WrongCall` if it is a folder or does not exist."""
    if arguments.log != "-" and not Path(arguments.log).is_file():
        raise WrongCall(f"cannot read {arguments.log}: no such file")
    with open_input(arguments.log) as file:
        yield file


class KnownGames:
    """Games by key or path: those that ship, those given by file, those that a round names."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        """Read a person's own game files first; raise `BadGame` if one is wrong."""
        self._games: dict[str, Game] = {}
        self._bad: dict[str, str] = {}
        for path in own:
            game = read_file(path)
            self._games[game.key] = game

    def find(self, name: str) -> Game:
        """Return a game by its key or path; raise `InvalidInput` if there is none."""
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


MOST_BYTES = 4_000_000
"""The longest line that is read; a longer one is answered as malformed, unread."""

_CHUNK = 65536


class Line(NamedTuple):
    """A line of input: where it stands, what it holds, and the error in its text, if any."""

    number: int
    """Counted from 1, blank lines too, as an editor does."""
    value: object
    wrong: CroupierError | None


def batches(file: BufferedReader) -> Iterator[list[Line]]:
    """Yield the values of all lines that have arrived; wait only when there are none.

    Blank lines are skipped.
    """
    decode = Decoder().decode
    begun = b""
    skipping = False
    number = 1
    while chunk := file.read1(_CHUNK):
        *whole, begun = (begun + chunk).split(b"\n")
        if skipping and whole:
            whole[0] = b""
            skipping = False
        batch = [
            Line(at, *decode(line))
            for at, line in enumerate(whole, number)
            if line and not line.isspace()
        ]
        number += len(whole)
        if len(begun) > MOST_BYTES or skipping:
            if not skipping:
                batch.append(Line(number, None, _too_long()))
            begun, skipping = b"", True
        yield batch
    if begun and not begun.isspace() and not skipping:
        yield [Line(number, *decode(begun))]


def read_all(file: BufferedReader) -> list[Line]:
    """Return a single value that may run over several lines, or else one value for each line."""
    content = file.read()
    decode = Decoder().decode
    if len(content) <= MOST_BYTES:
        whole = decode(content)
        first_line = content.lstrip().partition(b"\n")[0]
        # If not even the first line is a whole value, it is one value with a mistake in it.
        if whole[1] is None or decode(first_line)[1] is not None:
            return [Line(1, *whole)]
    return [line for batch in batches(BufferedReader(BytesIO(content))) for line in batch]


def _too_long() -> CroupierError:
    return InvalidInput(Code.MALFORMED, f"the line is over {MOST_BYTES:,} bytes long")


_fast = msgspec.json.Encoder().encode
_any = json.JSONEncoder().encode


def _encode(value: object) -> bytes:
    """Return a value as JSON, even if an id in it has half a surrogate or a huge number."""
    try:
        return _fast(value)
    except (UnicodeEncodeError, OverflowError):
        return _any(value).encode()


def write(values: Iterable[object]) -> None:
    """Write JSON lines and flush them: a program may be waiting for them."""
    sys.stdout.buffer.write(b"".join([_encode(value) + b"\n" for value in values]))
    sys.stdout.buffer.flush()
