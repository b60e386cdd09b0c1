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

from croupier.cards import POINTS, Rank, Suit
from croupier.errors import Code, InvalidInput
from croupier.facts import Finish, Value, fact, is_deep, level_of
from croupier.game.model import BetKind, Game
from croupier.hand_traits import Level
from croupier.odds import batch_formulas, batch_terms, formulas
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
    """The functions of `batch_formulas` and `batch_terms`, compiled."""

    weigh_one: Callable[..., None]
    weigh_many: Callable[..., None]
    lines_of_many: Callable[..., None]
    weigh_choices: Callable[..., None]


@cache
def kernel() -> Kernel | None:
    """Return the compiled code; None on a machine without numba, which takes a second to load."""
    try:
        numba = import_module("numba")
    except ModuleNotFoundError:
        return None
    one, many = _compile(numba, 1), _compile(numba, batch_formulas.STEP)
    choices = numba.njit(cache=True, nogil=True)(batch_terms.weigh_choices)
    return Kernel(one["weigh_shoes"], many["weigh_shoes"], many["weigh_lines"], choices)


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

    A shoe is thirteen counts from ace to king, or 52: of each rank its four suits. Bets that ask
    for suits need these. Bets for which `why_not` has a reason are computed one shoe at a time.
    """
    counts = _checked(shoes)
    cards = np.asarray(shoes).astype(np.int64)
    suited = cards.shape[1] > len(Rank)
    found: dict[str, Ints] = {}
    lines: list[list[int]] = []
    columns: dict[str, slice] = {}
    many = 0
    for key, kind in game.bets.items():
        level = level_of(facts_asked(kind))
        if level is Level.SUITS and not suited:
            raise InvalidInput(Code.MALFORMED, say("settlement.asks_for_suits_not_ranks"))
        way = _way(kind)
        if way == "points":
            lines.append([many + _line(kind, end) for end in ENDS])
            columns[key] = slice(many, many := many + len(kind.pays) + 1)
            continue
        found[key] = np.zeros((len(counts), len(kind.pays) + 1), np.int64)
        if way == "pairs":
            _weigh_pairs(kind, counts, found[key])
        elif kernel() is not None and why_not(kind) is None:
            _weigh_choices(kind, cards, counts, found[key], workers)
        else:
            for place, row in enumerate(cards.tolist()):
                weighed, _ = weigh(kind, _composition(row))
                found[key][place] = line_weights(kind, weighed)

    if lines:
        by_cell, out = np.array(lines), np.zeros((len(counts), many), np.int64)
        _on_all_cores(
            counts, workers, lambda some, points: _weigh_lines(points, by_cell, out[some])
        )
        found |= {key: out[:, here] for key, here in columns.items()}
    return {key: found[key] for key in game.bets}


def why_not(kind: BetKind) -> str | None:
    """Return why a bet cannot be computed for shoes by the million; None if it can."""
    if _way(kind) == "choices":
        try:
            batch_terms.terms(kind)
        except batch_terms.TooManyDeals as many:
            return str(many)
    return None


def _way(kind: BetKind) -> str:
    """Return how a bet is computed: by points, by pairs alone, or by choices of cards."""
    names = facts_asked(kind)
    levels = {fact(name).level for name in names}
    if not is_deep(names) and levels <= {Level.POINTS}:
        return "points"
    if not is_deep(names) and levels == {Level.RANKS}:
        return "pairs"
    return "choices"


def _composition(row: list[int]) -> Composition:
    if len(row) == len(Rank):
        return Composition.of_ranks(row)
    suits = [row[place : place + len(Suit)] for place in range(0, len(row), len(Suit))]
    return Composition.of_ranks([sum(counts) for counts in suits], suits)


def _weigh_choices(kind: BetKind, cards: Ints, ranks: Ints, out: Ints, workers: int | None) -> None:
    """Write the weights of the lines of a bet that takes the cards themselves."""
    found, compiled = batch_terms.terms(kind), kernel()
    assert compiled is not None, "there is compiled code"
    shoes = cards if found.suited else ranks

    def work(some: slice) -> None:
        batch_terms.weigh_shoes(found, shoes[some], out[some], compiled.weigh_choices)

    _in_chunks(len(shoes), workers, work)
    out[:, -1] = coups(ranks) - out.sum(axis=1)


def expectations(
    game: Game, shoes: ArrayLike, *, workers: int | None = None
) -> Mapping[str, Floats]:
    """Return the expected result of a unit on each bet: one number for each shoe."""
    orders = coups(shoes).astype(np.float64)
    found: dict[str, Floats] = {}
    for key, weights in outcomes(game, shoes, workers=workers).items():
        pays = [*(float(line.odds.ratio) for line in game.bets[key].pays), -1.0]
        # Not by `@`: threads of a library for large matrices would cost more than the work.
        found[key] = np.einsum("sl,l->s", weights, np.array(pays)) / orders
    return found


def _checked(shoes: ArrayLike) -> Ints:
    """Return thirteen counts for each shoe; raise `InvalidInput` for the first that is no shoe."""
    given = np.asarray(shoes)
    widths = len(Rank), len(Rank) * len(Suit)
    if given.ndim != 2 or given.shape[1] not in widths or given.dtype.kind not in "iu":
        raise InvalidInput(Code.MALFORMED, say("settlement.thirteen_columns"))
    # Compared before they are added up, so that no sum can overflow.
    wrong = (given < 0) | (given > MOST_CARDS)
    counts: Ints = np.where(wrong, 0, given).astype(np.int64)
    counts = counts.reshape(len(given), len(Rank), given.shape[1] // len(Rank)).sum(axis=2)
    cards = counts.sum(axis=1)
    bad = wrong.any(axis=1) | (cards < LEAST_CARDS) | (cards > MOST_CARDS)
    if bad.any():
        place = int(bad.argmax())
        # Raises what a single shoe would raise.
        _composition([int(count) for count in given[place]]).require(LEAST_CARDS)
    return counts


def _on_all_cores(ranks: Ints, workers: int | None, work: Callable[[slice, Ints], None]) -> None:
    """Call `work` with chunks of shoes by points, in threads: compiled code releases the lock."""
    points = np.zeros((len(ranks), 10), np.int64)
    for place, rank in enumerate(Rank):
        points[:, POINTS[rank]] += ranks[:, place]
    _in_chunks(len(points), workers, lambda some: work(some, points[some]))


def _in_chunks(shoes: int, workers: int | None, work: Callable[[slice], None]) -> None:
    """Call `work` with chunks of shoes, in threads if there are several."""
    chunks = [slice(first, first + _CHUNK) for first in range(0, shoes, _CHUNK)]
    if len(chunks) < 2 or workers == 1:
        for some in chunks:
            work(some)
        return
    kernel()  # Loaded once, before several threads ask for it.
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(work, chunks):
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
