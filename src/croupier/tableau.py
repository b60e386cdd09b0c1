"""The table of play: who draws a third card, and why.

One table serves every game; the printed ones agree cell for cell. Each decision has its ground,
so that a game can cite its own paragraph for it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Ground(StrEnum):
    """The reason for a decision to draw or to stand."""

    NATURAL = "natural"
    """Either hand holds eight or nine on two cards: neither draws."""
    PLAYER = "player"
    """Player's own total decides."""
    BANKER_ALONE = "banker_alone"
    """Player stood: Banker's own total decides."""
    BANKER = "banker"
    """Player drew: Banker's total against Player's third card decides."""


class Decision(NamedTuple):
    """Draw or stand, and why."""

    draws: bool
    ground: Ground


NATURALS = frozenset({8, 9})
PLAYER_DRAWS = frozenset(range(6))
BANKER_DRAWS_ALONE = frozenset(range(6))

BANKER_DRAWS: tuple[frozenset[int], ...] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9}),
    frozenset({2, 3, 4, 5, 6, 7}),
    frozenset({4, 5, 6, 7}),
    frozenset({6, 7}),
    frozenset(),
)
"""For each Banker total from 0 to 7: the third cards of Player, by points, that it draws on."""


_NO_DRAW = Decision(draws=False, ground=Ground.NATURAL)
_PLAYER_DECIDES = (
    Decision(draws=False, ground=Ground.PLAYER),
    Decision(draws=True, ground=Ground.PLAYER),
)
_BANKER_ALONE = (
    Decision(draws=False, ground=Ground.BANKER_ALONE),
    Decision(draws=True, ground=Ground.BANKER_ALONE),
)
_BANKER_DECIDES = (
    Decision(draws=False, ground=Ground.BANKER),
    Decision(draws=True, ground=Ground.BANKER),
)


def is_natural(total: int, cards: int) -> bool:
    """Return True if a hand is a natural: eight or nine on two cards."""
    return cards == 2 and total in NATURALS


def player(player_total: int, banker_total: int) -> Decision:
    """Return whether Player draws and why, given both two-card totals."""
    if player_total in NATURALS or banker_total in NATURALS:
        return _NO_DRAW
    return _PLAYER_DECIDES[player_total in PLAYER_DRAWS]


def banker(player_total: int, banker_total: int, player_third: int | None) -> Decision:
    """Return whether Banker draws and why, given both two-card totals and Player's third card."""
    if player_total in NATURALS or banker_total in NATURALS:
        return _NO_DRAW
    if player_third is None:
        return _BANKER_ALONE[banker_total in BANKER_DRAWS_ALONE]
    return _BANKER_DECIDES[player_third in BANKER_DRAWS[banker_total]]
