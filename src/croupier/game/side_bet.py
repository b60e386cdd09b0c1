"""A side bet of one's own as a whole game: read, and written as the TOML of its file."""

from __future__ import annotations

import json
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


def around(key: str, name: str, decks: int, pays: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Put a game around a side bet: what its file holds."""
    return {
        "key": f"with-{key.replace('_', '-')}",
        "title": f"Baccarat with {name}",
        "decks": [decks, decks],
        "irregularities": {"borrow": "tiger"},
        "bets": {**MAIN, key: {"name": name, "pays": [dict(line) for line in pays]}},
    }


def read_design(data: Mapping[str, Any]) -> Game:
    """Read a game around a side bet; `BadGame` names every mistake."""
    return make(dict(data), "design")


def asks_suits(pays: Sequence[Mapping[str, Any]]) -> bool:
    """Say whether some line asks for suits: those are weighed a hundred times as long."""
    names = {name for line in pays for name in line.get("when", {})}
    return any(name in FACTS and FACTS[name].level is Level.SUITS for name in names)


def write_toml(data: Mapping[str, Any]) -> str:
    """Write a game's file; what it says reads back as the same."""
    lines = [
        "# Written by the designer of side bets. Ask: croupier check FILE, croupier odds FILE",
        *(
            f"{key} = {_inline(value)}"
            for key, value in data.items()
            if not isinstance(value, dict)
        ),
        "",
        "[irregularities]",
        *(f"{key} = {_inline(value)}" for key, value in data["irregularities"].items()),
    ]
    for key, bet in data["bets"].items():
        lines += ["", f"[bets.{key}]"]
        lines += [f"{name} = {_inline(value)}" for name, value in bet.items() if name != "pays"]
        lines += ["pays = [", *(f"  {_inline(line)}," for line in bet["pays"]), "]"]
    return "\n".join(lines) + "\n"


def _inline(value: object) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key} = {_inline(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_inline, value))}]"
    # Texts, whole numbers and yes or no are written in TOML as in JSON, once nothing is left
    # that only JSON allows to stand as it is.
    return json.dumps(value).replace("\x7f", "\\u007f")
