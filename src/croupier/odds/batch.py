"""Odds of many shoes at once: arrays of counts in, arrays of exact weights or floats out.

Needs numpy. With numba, compiled code works on all cores; without it, the same numbers come from
plain Python, slowly. Only simulated strategies import this module.

The first call compiles for some seconds; the machine code is kept beside the source, or in the
user's cache folder if that cannot be written to, and later processes load it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from croupier.cards import POINTS, Rank
from croupier.errors import Code, InvalidInput
from croupier.facts import Finish, Value, fact, is_deep
from croupier.game.model import BetKind, Game
from croupier.hand_traits import Level
from croupier.odds import batch_formulas, formulas
from croupier.odds.bet_odds import facts_asked, line_of, line_weights, weigh
from croupier.odds.composition import LEAST_CARDS, MOST_CARDS, Composition
from croupier.odds.distribution import ENDS, from_starts, pairings
from croupier.words import say

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_CHUNK = 1024
_FEW = 8
"""Up to this many shoes are faster one by one than in a block of 32."""


class Kernel(NamedTuple):
    """The functions of `batch_formulas`, compiled."""

    weigh_one: Callable[..., None]
    weigh_many: Callable[..., None]
    lines_of_many: Callable[..., None]


@cache
def kernel() -> Kernel | None:
    """Return the compiled code; None on a machine without numba, which takes a second to load."""
    try:
        numba = import_module("numba")
    except ModuleNotFoundError:
        return None
    one, many = _compile(numba, 1), _compile(numba, batch_formulas.STEP)
    return Kernel(one["weigh_shoes"], many["weigh_shoes"], many["weigh_lines"])


def _compile(numba: ModuleType, width: int) -> dict[str, Any]:
    """Return the functions of `batch_formulas`, compiled for so many shoes at a time, by name.

    Numba calls only what it compiled, so each function is compiled in a copy of the module's names
    where the others are compiled too. The source stays one, and plain Python.
    """
    names = vars(batch_formulas) | {"STEP": width, "WIDTH": np.uint64(width)}
    for key, value in vars(batch_formulas).items():
        if isinstance(value, FunctionType) and value.__module__ == batch_formulas.__name__:
            copy = FunctionType(value.__code__, names, key)
            # Numba keeps the machine code by this name: the widths must not share it.
            copy.__qualname__ = f"{key}_{width}"
            # Below 2^53 whole numbers are exact in floating point, in one step as in two.
            names[key] = numba.njit(cache=True, nogil=True, fastmath={"contract"})(copy)
    return names


def totals(shoes: ArrayLike, *, workers: int | None = None, out: Ints | None = None) -> Ints:
    """Return the weights of all endings, indexed as below.

    The indices are [shoe, Player drew, Banker drew, Player's total, Banker's total].

    A shoe is thirteen counts from ace to king; its weights are exact and add up to its `coups`.
    A caller may pass the array of an earlier call as `out` to have it overwritten.
    """
    ranks = _checked(shoes)
    if out is None:
        out = np.empty((len(ranks), 2, 2, 10, 10), np.int64)
    cells = out.reshape(len(ranks), formulas.CELLS)
    _on_all_cores(ranks, workers, lambda some, points: _weigh(points, cells[some]))
    return out


def coups(shoes: ArrayLike) -> Ints:
    """Return the sum of the weights of each shoe: the orders of six cards."""
    cards: Ints = _checked(shoes).sum(axis=1)
    product = np.ones_like(cards)
    for drawn in range(6):
        product *= cards - drawn
    return product


def outcomes(game: Game, shoes: ArrayLike, *, workers: int | None = None) -> Mapping[str, Ints]:
    """Return for each bet the exact weights of its pay lines and last its loss: [shoe, line].

    Bets that mix pairs with totals are computed one shoe at a time. Bets that ask for suits are
    refused, because counts of ranks do not tell which suits are left.
    """
    ranks = _checked(shoes)
    found: dict[str, Ints] = {}
    lines: list[list[int]] = []
    columns: dict[str, slice] = {}
    many = 0
    for key, kind in game.bets.items():
        levels = {fact(name).level for name in facts_asked(kind)}
        deep = is_deep(facts_asked(kind))
        if not deep and levels <= {Level.POINTS}:
            lines.append([many + _line(kind, end) for end in ENDS])
            columns[key] = slice(many, many := many + len(kind.pays) + 1)
            continue
        found[key] = np.zeros((len(ranks), len(kind.pays) + 1), np.int64)
        if not deep and levels == {Level.RANKS}:
            _weigh_pairs(kind, ranks, found[key])
        else:
            for place, row in enumerate(ranks.tolist()):
                weighed, _ = weigh(kind, Composition.of_ranks(row))
                found[key][place] = line_weights(kind, weighed)

    if lines:
        by_cell, out = np.array(lines), np.zeros((len(ranks), many), np.int64)
        _on_all_cores(ranks, workers, lambda some, points: _weigh_lines(points, by_cell, out[some]))
        found |= {key: out[:, here] for key, here in columns.items()}
    return {key: found[key] for key in game.bets}


def expectations(
    game: Game, shoes: ArrayLike, *, workers: int | None = None
) -> Mapping[str, Floats]:
    """Return the expected result of a unit on each bet: one number for each shoe."""
    ranks = _checked(shoes)
    orders = coups(ranks).astype(np.float64)
    found: dict[str, Floats] = {}
    for key, weights in outcomes(game, ranks, workers=workers).items():
        pays = [*(float(line.odds.ratio) for line in game.bets[key].pays), -1.0]
        found[key] = weights @ np.array(pays) / orders
    return found


def _checked(shoes: ArrayLike) -> Ints:
    """Return thirteen counts for each shoe; raise `InvalidInput` for the first that is no shoe."""
    ranks = np.asarray(shoes)
    if ranks.ndim != 2 or ranks.shape[1] != len(Rank) or ranks.dtype.kind not in "iu":
        raise InvalidInput(Code.MALFORMED, say("settlement.thirteen_columns"))
    # Compared before they are added up, so that no sum can overflow.
    wrong = (ranks < 0) | (ranks > MOST_CARDS)
    counts: Ints = np.where(wrong, 0, ranks).astype(np.int64)
    cards = counts.sum(axis=1)
    bad = wrong.any(axis=1) | (cards < LEAST_CARDS) | (cards > MOST_CARDS)
    if bad.any():
        place = int(bad.argmax())
        # Raises what a single shoe would raise.
        Composition.of_ranks([int(count) for count in ranks[place]]).require(LEAST_CARDS)
    return counts


def _on_all_cores(ranks: Ints, workers: int | None, work: Callable[[slice, Ints], None]) -> None:
    """Call `work` with chunks of shoes by points, in threads: compiled code releases the lock."""
    points = np.zeros((len(ranks), 10), np.int64)
    for place, rank in enumerate(Rank):
        points[:, POINTS[rank]] += ranks[:, place]
    chunks = [slice(first, first + _CHUNK) for first in range(0, len(points), _CHUNK)]
    if len(chunks) < 2 or workers == 1:
        for some in chunks:
            work(some, points[some])
        return
    kernel()  # Loaded once, before several threads ask for it.
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(lambda some: work(some, points[some]), chunks):
            pass


def _weigh(points: Ints, out: Ints) -> None:
    """Write the weights of a chunk of shoes into rows of 400 cells."""
    compiled = kernel()
    if compiled is None:
        for place, row in enumerate(points.tolist()):
            out[place] = formulas.totals(tuple(row))
    elif len(points) <= _FEW:
        compiled.weigh_one(points, out, batch_formulas.work_arrays(1), batch_formulas.CORRECTIONS)
    else:
        compiled.weigh_many(
            points, out, batch_formulas.work_arrays(batch_formulas.STEP), batch_formulas.CORRECTIONS
        )


def _weigh_lines(points: Ints, lines: Ints, out: Ints) -> None:
    """Write the weights of pay lines for a chunk of shoes: for each bet the column of each cell."""
    compiled = kernel()
    if compiled is None or len(points) <= _FEW:
        weights = np.empty((len(points), formulas.CELLS), np.int64)
        _weigh(points, weights)
        for bet in lines:
            np.add.at(out.T, bet, weights.T)
        return
    width = batch_formulas.STEP
    sums, work = np.empty(out.shape[1] * width, np.int64), batch_formulas.work_arrays(width)
    compiled.lines_of_many(points, lines, out, sums, work, batch_formulas.CORRECTIONS)


def _weigh_pairs(kind: BetKind, ranks: Ints, out: Ints) -> None:
    """Add the weights of the lines of a bet that asks only how the first hands pair."""
    cards = ranks.sum(axis=1)
    rest = (cards - 4) * (cards - 5)
    for player, banker, weight in pairings([ranks[:, place] for place in range(len(Rank))]):
        out[:, _line(kind, from_starts(player, banker))] += weight * rest


def _line(kind: BetKind, end: Finish) -> int:
    facts: dict[str, Value] = {name: fact(name).of(end) for name in facts_asked(kind)}
    return line_of(kind, facts)
