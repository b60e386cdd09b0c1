"""A betting system played: through the protocol in plain Python, compiled, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.timing import REPEATS, best, processor_seconds
from croupier import load
from croupier.engines.runner import cores, play_sessions
from croupier.simulation import Plan
from croupier.strategy import systems
from croupier.strategy.array_sessions import Tables
from croupier.strategy.payoffs import Limits, Payoffs
from croupier.strategy.results_and_ruin import StrategyResult
from croupier.strategy.sessions import SessionPlan
from croupier.strategy.systems import System

SHOES, PLAIN_SHOES = 40_000, 60
MOST = 1000
TAGS = (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)


def martingale(tables: Tables) -> Mapping[str, Any]:
    """Double after a loss, as the system of that name does."""
    step = tables.memory.get("step", np.zeros(len(tables.playing), np.int64))
    lost = tables.playing & (tables.last_net < 0)
    step = np.where(tables.playing & (tables.last_net > 0), 0, step + lost)
    tables.memory["step"] = np.where(2**step > MOST, 0, step)
    return {"banker": 2 ** tables.memory["step"]}


def follow(tables: Tables) -> Mapping[str, Any]:
    """Bet on the hand that won last, as the system of that name does."""
    side = tables.memory.get("side", np.zeros(len(tables.playing), np.int64))
    if tables.round == 0:
        side = np.zeros_like(side)
    else:
        won = tables.results("winner")[:, -1]
        side = np.where(won > 0, won, side)
    tables.memory["side"] = side
    return {"player": 1 * (side == 1), "banker": 1 * (side == 2)}


def count(tables: Tables) -> Mapping[str, Any]:
    """Count Big Tiger's cards, as the system of that name does."""
    running = (4 * tables.decks - tables.left.astype(np.int64)) @ np.array(TAGS)
    return {"big_tiger": 1 * (52 * running >= 8 * tables.cards_left)}


OVER_ARRAYS: Mapping[str, Callable[[Tables], Mapping[str, Any]]] = {
    "martingale": martingale,
    "follow": follow,
    "count": count,
}


def last(system: System, shoes: int, workers: int) -> StrategyResult:
    """Play so many shoes."""
    game = load("tiger")
    session_plan = SessionPlan(Payoffs(game, Plan.of(game, 1, 8), system.bets), Limits(), system, 1)
    *_, found = play_sessions(session_plan, shoes, workers)
    return found


def played(shoes: int = SHOES, plain_shoes: int = PLAIN_SHOES) -> Table:
    """Measure rounds a second each way; the results are compared on the way."""
    every = cores()
    count = systems.count((systems.Tags("big_tiger", TAGS, Fraction(8)),), 1)
    table = Table(title=f"systems played in shoes of eight decks, best of {REPEATS}")
    for heading in ("system", "how", "ns/round", "rounds/s", "times plain", "compiled = 1"):
        right = heading not in ("system", "how")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    chosen = (
        systems.martingale("banker", 1, MOST),
        systems.follow("player", "banker", 1),
        count,
    )
    for system in chosen:
        game = load("tiger")
        plain = systems.own("plain", game, system.make)
        # The first call compiles, or loads what was compiled before.
        few = last(system, plain_shoes, 1), last(plain, plain_shoes, 1)
        assert few[0].rounds == few[1].rounds
        assert Fraction(few[0].net, few[0].unit) == Fraction(few[1].net, few[1].unit)
        many = last(system, shoes, every).rounds

        over = systems.over_arrays("arrays", game, OVER_ARRAYS[system.name])
        # Of one core it is the processor time, which other programs disturb least.
        by_arrays, compiled = processor_seconds(
            [partial(last, over, shoes, 1), partial(last, system, shoes, 1)], REPEATS
        )
        rows = [
            (
                "plain Python",
                best(f"{system.name}, plain", partial(last, plain, plain_shoes, 1)) / few[0].rounds,
            ),
            (
                "over arrays, one core",
                by_arrays / many,
            ),
            (
                "compiled, one core",
                compiled / many,
            ),
            (
                f"compiled, all cores ({every})",
                best(f"{system.name}, all cores", partial(last, system, shoes, every)) / many,
            ),
        ]
        slow, one_core = rows[0][1], rows[2][1]
        arrays = last(over, plain_shoes, 1)
        assert (arrays.rounds, arrays.net * few[0].unit) == (
            few[0].rounds,
            few[0].net * arrays.unit,
        )
        for name, seconds in rows:
            figures = (
                *(f"{seconds * 1e9:,.1f}", f"{1 / seconds:,.0f}", f"{slow / seconds:,.0f}"),
                f"{seconds / one_core:.1f}",
            )
            table.add_row(system.name, name, *figures)
    return table
