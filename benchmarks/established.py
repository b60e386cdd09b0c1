"""Whether an outcome is established with cards face down: beside trying every ending of every card.

Both are measured in processor time, with nothing remembered from before.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from time import process_time

from rich.table import Table

from croupier.cards import Card
from croupier.game import Game, coup_endings, first_cards, read_game
from croupier.game.loading import keys, load, shipped
from croupier.settlement import established, verdicts
from slow_established import slow_established, slow_statuses

THIRTEEN = Path(__file__).parent.parent / "tests" / "data" / "thirteen.toml"
DOWN: tuple[None, None] = (None, None)
ONE = Card.parse("7h")


def asked() -> Table:
    """Measure all games and return a table of what each question takes."""
    shown = Table(title="is an outcome established? processor time, nothing remembered")
    for heading in ("game", "cards", "now", "every ending", "times as fast"):
        shown.add_column(heading, justify="left" if heading in ("game", "cards") else "right")
    games = {key: load(key) for key in keys()}
    given = tomllib.loads(THIRTEEN.read_text(encoding="utf-8"))
    games["thirteen"] = read_game(given, "thirteen.toml", shipped)
    for key, game in games.items():
        for cards, quick, slow in _questions(game, key):
            new = _measured(quick)
            old = _measured(slow) if slow else None
            shown.add_row(
                key,
                cards,
                f"{new * 1000:.1f} ms",
                f"{old * 1000:,.1f} ms" if old else "not tried",
                f"{old / new:,.1f}" if old else "",
            )
    return shown


Asked = Callable[[], object]


def _questions(game: Game, key: str) -> list[tuple[str, Asked, Asked | None]]:
    # Of four cards by suit there are seven million: nobody waits for that.
    all_down = None if key == "thirteen" else lambda: slow_established(game, DOWN, DOWN)
    return [
        (
            "none dealt",
            lambda: established.statuses_of(game, (), ()),
            lambda: slow_statuses(game, (), ()),
        ),
        (
            "one of three face down",
            lambda: established.is_established_face_down(game, (ONE, None), (ONE,)),
            lambda: slow_established(game, (ONE, None), (ONE,)),
        ),
        (
            "four face down",
            lambda: established.is_established_face_down(game, DOWN, DOWN),
            all_down,
        ),
    ]


def _measured(ask: Asked) -> float:
    for module in (coup_endings, first_cards, established, verdicts):
        for remembers in vars(module).values():
            if hasattr(remembers, "cache_clear"):
                remembers.cache_clear()
    start = process_time()
    ask()
    return process_time() - start
