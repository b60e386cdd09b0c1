"""Seats for the tests of strategies: a system at a table, and counts to play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.game import Game
from croupier.simulation import Plan
from croupier.strategy.payoffs import Limits, Payoffs
from croupier.strategy.sessions import SessionPlan
from croupier.strategy.systems import System, Tags

BIG_TIGER = Tags("big_tiger", (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0), Fraction(8))
TIE = Tags("tie", (1, 2, 0, -1, 1, -1, -1, 1, -2, 0, 1, 0, -1), Fraction(-7, 4))
FREE = Limits()
SUITED = '{ when = { player_perfect_pair = true }, odds = "25:1" }'


def planned(
    game: Game, system: System, limits: Limits = FREE, shoes: int = 1, **more: Any
) -> SessionPlan:
    plan = Plan.of(game, more.pop("seed", 5), more.pop("decks", 8), more.pop("cut", 14))
    return SessionPlan(Payoffs(game, plan, system.bets), limits, system, shoes, **more)
