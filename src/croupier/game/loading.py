"""Loading games: those that ship with croupier, a person's own, and one made for a side bet.

Where each key of a file stands is found too, so that a mistake can be shown in its line.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from croupier.errors import Code, InvalidInput, brief
from croupier.facts import FACTS
from croupier.game import Game, read_game
from croupier.game.checked_mapping import BadGame, Fault
from croupier.hand_traits import Level
from croupier.words import plain, say, series

_FILES = files("croupier.game") / "files"
MOST_BYTES = 250_000


@cache
def keys() -> tuple[str, ...]:
    """Return the keys of the games that ship with croupier, one for each file."""
    names = (file.name for file in _FILES.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def shipped(key: str) -> Game:
    """Return a game that ships with croupier; raise KeyError if there is none of this key."""
    if key not in keys():
        raise KeyError(key)
    text = (_FILES / f"{key}.toml").read_text(encoding="utf-8")
    return read_game(tomllib.loads(text), f"{key}.toml", shipped)


def is_path(name: str) -> bool:
    """Return True if a game's name is a path and not a key."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def read_file(path: str | Path) -> Game:
    """Return the game in a person's own file; raise `BadGame`, which lists every mistake."""
    return make_game(read_toml(path), str(path))


def read_text(text: str, shown: str) -> Game:
    """Return the game in the text of a person's own file; raise `BadGame`."""
    try:
        content = text.encode()
    except UnicodeEncodeError as wrong:
        raise BadGame(shown, [Fault("file", say("reading.file_no_utf8"))]) from wrong
    return make_game(parse_toml(content, shown), shown)


def read_toml(path: str | Path) -> dict[str, Any]:
    """Return what a file holds, a valid game or not; raise `BadGame` if it is no TOML."""
    shown = str(path)
    try:
        # Reading a pipe or a device could take data from others, or never end.
        if Path(path).exists() and not (Path(path).is_file() or Path(path).is_dir()):
            raise BadGame(shown, [Fault("file", say("reading.plain_file"))])
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as wrong:
        reason = plain(wrong.strerror or str(wrong))
        raise BadGame(shown, [Fault("file", reason)]) from wrong
    return parse_toml(content, shown)


def parse_toml(content: bytes, shown: str) -> dict[str, Any]:
    """Return what the bytes of a file hold; raise `BadGame` if they are no TOML."""
    if len(content) > MOST_BYTES:
        most = f"{MOST_BYTES:,}"
        raise BadGame(shown, [Fault("file", say("reading.file_too_large", most=most))])
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise BadGame(shown, [Fault("file", say("reading.file_no_utf8"))]) from wrong
    except ValueError as wrong:
        reason = say("reading.file_no_toml", reason=str(wrong))
        raise BadGame(shown, [Fault("file", reason)]) from wrong
    except RecursionError:
        raise BadGame(shown, [Fault("file", say("reading.file_too_deep"))]) from None


def make_game(data: dict[str, Any], shown: str) -> Game:
    """Return the game that a person's own file holds; raise `BadGame`."""
    game = read_game(data, shown, shipped)
    if game.key in keys():
        raise BadGame(shown, [Fault("key", say("reading.key_taken", key=game.key))])
    return game


def load(game: str | Path) -> Game:
    """Return a game by its key, or by the path to its file; raise `InvalidInput` or `BadGame`."""
    if isinstance(game, Path) or is_path(game):
        return read_file(game)
    try:
        return shipped(game)
    except KeyError:
        raise InvalidInput(
            Code.UNKNOWN_GAME,
            say("reading.unknown_game", game=brief(game), games=series(keys())),
        ) from None


def describe(game: Game) -> dict[str, object]:
    """Return the summary of a game, as CONTRACT describes it."""
    return {
        "key": game.key,
        "title": game.title,
        "decks": [game.decks.least, game.decks.most],
        "boxes": {layout.key: layout.boxes for layout in game.layouts},
        "bets": list(game.bet_keys),
        "source": game.source,
    }


MAIN: Mapping[str, Any] = {
    "player": {
        "name": "Player",
        "main": True,
        "pays": [
            {"when": {"winner": "player"}, "odds": "1:1"},
            {"when": {"winner": "tie"}, "odds": "0:1"},
        ],
    },
    "banker": {
        "name": "Banker",
        "main": True,
        "pays": [
            {"when": {"winner": "banker"}, "odds": "1:1", "commission": "5%"},
            {"when": {"winner": "tie"}, "odds": "0:1"},
        ],
    },
}
"""The bets of every game made for a side bet: the two hands, Banker at 5% commission."""


def with_side_bet(
    key: str, name: str, decks: int, pays: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the data of a game file with the two hands and this side bet."""
    return {
        "key": f"with-{key.replace('_', '-')}",
        "title": f"Baccarat with {name}",
        "decks": [decks, decks],
        "irregularities": {"borrow": "tiger"},
        "bets": {**MAIN, key: {"name": name, "pays": [dict(line) for line in pays]}},
    }


def read_design(data: Mapping[str, Any]) -> Game:
    """Return the game of a side bet's data; raise `BadGame`, which lists every mistake."""
    return make_game(dict(data), "design")


def asks_suits(pays: Sequence[Mapping[str, Any]]) -> bool:
    """Return True if some line asks for suits: those take a hundred times as long to work out."""
    names = {name for line in pays for name in line.get("when", {})}
    return any(name in FACTS and FACTS[name].level is Level.SUITS for name in names)


_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_TEXT = re.compile(
    r'"""(?:\\.|[^\\])*?"""{1,3}|' + r"'''.*?'''{1,3}" + r'|"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_OTHER = re.compile(r"[^,\]}\n#]+")
_MOST_NESTED = 50


class _Unreadable(Exception):
    """The text goes on as no TOML does; lines found so far still hold."""


class _Scanner:
    """Goes once through the text of a file that is known to be TOML."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self.lines: dict[str, int] = {}
        self._seen: dict[str, int] = {}

    def scan(self) -> None:
        """Note the line of every key."""
        table = ""
        self._skip()
        while self._at < len(self._text):
            if self._next("[["):
                table = self._row(self._header())
                self._next("]]")
            elif self._next("["):
                table = self._header()
                self._next("]")
            else:
                self._pair(table, 0)
            self._skip()

    def _header(self) -> str:
        """Return the path of a table; within a list of tables it is in the latest of them."""
        path = ""
        *within, last = self._names()
        for name in within:
            path = f"{path}.{name}" if path else name
            self._note(path)
            if path in self._seen:
                path = f"{path}[{self._seen[path] - 1}]"
        path = f"{path}.{last}" if path else last
        self._note(path)
        return path

    def _row(self, path: str) -> str:
        """Return the path of the next table of a list of tables."""
        number = self._seen.get(path, 0)
        self._seen[path] = number + 1
        self._note(f"{path}[{number}]")
        return f"{path}[{number}]"

    def _note(self, path: str) -> None:
        self.lines.setdefault(path, self._line)

    @property
    def _line(self) -> int:
        return bisect_left(self._breaks, self._at) + 1

    def _skip(self) -> None:
        found = _BLANK.match(self._text, self._at)
        assert found is not None, "nothing is a blank too"
        self._at = found.end()

    def _next(self, mark: str) -> bool:
        self._skip()
        if not self._text.startswith(mark, self._at):
            return False
        self._at += len(mark)
        return True

    def _names(self) -> list[str]:
        """Return the parts of a dotted name."""
        parts = [self._part()]
        while self._next("."):
            parts.append(self._part())
        return parts

    def _part(self) -> str:
        self._skip()
        found = _BARE.match(self._text, self._at) or _TEXT.match(self._text, self._at)
        if found is None:
            raise _Unreadable
        self._at = found.end()
        text = found[0]
        bare = text[1:-1] if text[0] in "\"'" else text
        return bare if _BARE.fullmatch(bare) else f'"{bare}"'

    def _pair(self, table: str, depth: int) -> None:
        self._skip()
        line, path = self._line, table
        for name in self._names():
            path = f"{path}.{name}" if path else name
            self.lines.setdefault(path, line)
        if not self._next("="):
            raise _Unreadable
        self._value(path, depth)

    def _value(self, path: str, depth: int) -> None:
        if depth > _MOST_NESTED:
            raise _Unreadable
        if self._next("["):
            number = 0
            while not self._next("]"):
                self._note(f"{path}[{number}]")
                self._value(f"{path}[{number}]", depth + 1)
                number += 1
                self._next(",")
        elif self._next("{"):
            while not self._next("}"):
                self._pair(path, depth + 1)
                self._next(",")
        else:
            found = _TEXT.match(self._text, self._at) or _OTHER.match(self._text, self._at)
            if found is None:
                raise _Unreadable
            self._at = found.end()


def line_of(lines: Mapping[str, int], key: str) -> int | None:
    """Return the line of a key; where it is missing, that of what it is missing in."""
    while key:
        if key in lines:
            return lines[key]
        shorter = key[: key.rfind("[")] if key.endswith("]") else key.rpartition(".")[0]
        key = "" if shorter == key else shorter
    return None


def key_lines(text: str) -> Mapping[str, int]:
    """Return the line of every key in the text of a file that is TOML; lines count from 1."""
    scanner = _Scanner(text)
    try:
        scanner.scan()
    except (_Unreadable, RecursionError):
        # What could be found so far still helps.
        return scanner.lines
    return scanner.lines


_SYNTAX = re.compile(r"\(at line ([0-9]{1,9}), column")


def fault_lines(text: str, wrong: BadGame) -> tuple[int | None, ...]:
    """Return the line of each mistake in the text of a file; None where it cannot be found."""
    # Python 3.11 tells the line of a syntax error in its message only.
    syntax = _SYNTAX.search(str(wrong.__cause__))
    if syntax is not None:
        return (int(syntax[1]),) * len(wrong.faults)
    lines = key_lines(text)
    return tuple(line_of(lines, fault.key) for fault in wrong.faults)
