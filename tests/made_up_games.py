"""Games with bets on facts chosen at random, for tests that hold for every game."""

from __future__ import annotations

import tomllib
from random import Random

from croupier.facts import FACTS, Fact
from croupier.game import BadGame, Game, read_game
from croupier.game.loading import shipped

_HEAD = 'key = "own"\ntitle = "Own"\ndecks = [1, 8]\n'
_SHALLOW = sorted(name for name, fact in FACTS.items() if not fact.deep)
_ODDS = ("1:1", "8:1", "0:1")


def made_up_game(rng: Random, most_bets: int = 13) -> Game:
    """Return a game of its own, with one to `most_bets` bets that ask for any facts."""
    bets: list[str] = []
    wanted = rng.randint(1, most_bets)
    while len(bets) < wanted:
        bet = f"[bets.bet_{len(bets)}]\npays = [{', '.join(_lines(rng))}]\n"
        try:
            read_game(tomllib.loads(_HEAD + bet), "own.toml", shipped)
        except BadGame:
            continue  # A line that can never hold.
        bets.append(bet)
    return read_game(tomllib.loads(_HEAD + "".join(bets)), "own.toml", shipped)


def _lines(rng: Random) -> list[str]:
    lines = [_line(rng, rng.choice((1, 1, 2, 3))) for _ in range(rng.choice((1, 1, 2, 3)))]
    return [*lines, _line(rng, 0)] if rng.random() < 0.2 else lines


def _line(rng: Random, facts: int) -> str:
    chosen = rng.sample(_SHALLOW, facts)
    terms = ", ".join(f"{name} = {_allowed(rng, FACTS[name])}" for name in chosen)
    return f'{{ when = {{ {terms} }}, odds = "{rng.choice(_ODDS)}" }}'


def _allowed(rng: Random, fact: Fact) -> str:
    values = rng.sample(fact.values, rng.randint(1, len(fact.values) - 1))
    return "[" + ", ".join(_written(value) for value in values) + "]"


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')
