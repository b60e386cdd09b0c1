"""A side bet of one's own as a whole game: read, and written as the TOML of its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.facts import FACTS, Level
from croupier.game import Game
from croupier.game.loading import make

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
            {"when": {"winner": "banker"}, "odds": "19:20"},
            {"when": {"winner": "tie"}, "odds": "0:1"},
        ],
    },
}
"""What every game around a side bet has: the two hands, Banker at 5% commission."""


_HEAD = "# Written by the designer of side bets. Ask: croupier check FILE, croupier odds FILE\n"


def around(key: str, name: str, decks: int, pays: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the file of a game around a side bet holds."""
    return {
        "key": f"with-{key.replace('_', '-')}",
        "title": f"Baccarat with {name}",
        "decks": [decks, decks],
        "irregularities": {"borrow": "tiger"},
        "bets": {**MAIN, key: {"name": name, "pays": [dict(line) for line in pays]}},
    }


def read_design(data: Mapping[str, Any]) -> Game:
    """Return the game around a side bet; raise `BadGame`, which names every mistake."""
    return make(dict(data), "design")


def asks_suits(pays: Sequence[Mapping[str, Any]]) -> bool:
    """Return True if some line asks for suits: those take a hundred times as long to work out."""
    names = {name for line in pays for name in line.get("when", {})}
    return any(name in FACTS and FACTS[name].level is Level.SUITS for name in names)


def write_toml(data: Mapping[str, Any]) -> str:
    """Return a game's data as the text of its file."""
    # Installed with the server, which alone writes such files.
    import tomli_w

    return _HEAD + tomli_w.dumps(data, indent=2)
