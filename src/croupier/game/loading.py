"""Loading games: those that ship with croupier, a person's own, and one made for a side bet.

The game files that a server is started with are all checked before anything starts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import Code, InvalidInput, brief
from croupier.facts import FACTS, Level
from croupier.game import Game, read_game
from croupier.game.checked_mapping import BadGame, Fault
from croupier.words import Message, plain, say, series

_FILES = files("croupier.game") / "files"
_MOST_BYTES = 250_000


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
    return make_game(parse_toml(text.encode(errors="replace"), shown), shown)


def read_toml(path: str | Path) -> dict[str, Any]:
    """Return what a file holds, a valid game or not; raise `BadGame` if it is no TOML."""
    shown = str(path)
    try:
        # Reading a pipe or a device could take data from others, or never end.
        if Path(path).exists() and not (Path(path).is_file() or Path(path).is_dir()):
            raise BadGame(shown, [Fault("file", say("reading.plain_file"))])
        with Path(path).open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as wrong:
        reason = plain(wrong.strerror or str(wrong))
        raise BadGame(shown, [Fault("file", reason)]) from wrong
    return parse_toml(content, shown)


def parse_toml(content: bytes, shown: str) -> dict[str, Any]:
    """Return what the bytes of a file hold; raise `BadGame` if they are no TOML."""
    if len(content) > _MOST_BYTES:
        most = f"{_MOST_BYTES:,}"
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


_HEAD = "# Written by the designer of side bets. Ask: croupier check FILE, croupier odds FILE\n"


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


def write_toml(data: Mapping[str, Any]) -> str:
    """Return a game's data as the text of its file."""
    # Installed with the server, which is the only one to write such files.
    import tomli_w

    return _HEAD + tomli_w.dumps(data, indent=2)


MOST_KEY = 64
"""How long the key of a game may be: it is part of addresses."""


class BadGameFiles(Exception):
    """Some game files have mistakes: a line for each mistake of each file."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(*lines)
        self.lines = tuple(lines)


def read_game_files(paths: Iterable[str]) -> tuple[Game, ...]:
    """Return the games in files; raise `BadGameFiles` with every mistake of every file."""
    found, lines = dict[str, tuple[str, Game]](), list[str]()
    for path in paths:
        try:
            game = read_file(path)
        except BadGame as wrong:
            lines += [f"{wrong.source}: {fault}" for fault in wrong.faults]
            continue
        if len(game.key) > MOST_KEY:
            lines.append(_line(path, say("server.key_too_long", most=MOST_KEY)))
        other, _ = found.setdefault(game.key, (path, game))
        if found[game.key][1] is not game:
            twin = say("server.key_twice", other=other, key=game.key)
            lines.append(_line(path, twin))
    if lines:
        raise BadGameFiles(lines)
    return tuple(game for _, game in found.values())


def _line(path: str, expected: Message) -> str:
    return f"{path}: {Fault('key', expected)}"


def write_handover(path: Path, games: Iterable[Game]) -> None:
    """Write games for the other processes of this server, so that all know the same."""
    data = [msgspec.json.decode(msgspec.json.encode(game.data, enc_hook=str)) for game in games]
    path.write_bytes(msgspec.json.encode(data))


def read_handover(path: Path) -> tuple[Game, ...]:
    """Return the games that another process has written."""
    data: list[dict[str, Any]] = msgspec.json.decode(path.read_bytes())
    return tuple(make_game(each, "the file of a game") for each in data)
