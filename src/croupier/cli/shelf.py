"""Finding the game that a round or a command names, each file read once."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.errors import Code, InvalidInput, brief
from croupier.game import Game
from croupier.game.reader import BadGame
from croupier.store.games import load, read_file

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
