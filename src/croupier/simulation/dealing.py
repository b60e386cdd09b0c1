"""Shoes dealt by compiled code: counted by how their coups end, or recorded round by round.

Beside it stands the reference: the same shoes dealt card by card through `Coup`, slow and easy to
read; docs/simulate.md describes it in words.

The first call of compiled code loads numba, and compiles for some seconds; the machine code is kept
beside the source, or in the user's cache folder if that cannot be written to, and later processes
load it.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.cards import POINTS, Card, Suit
from croupier.coup import Coup, Side
from croupier.facts import finish
from croupier.simulation import Plan, cpu_hands, cpu_kernel, cpu_suits
from croupier.simulation.random_stream import RANKS, SUITS, Stream, keys
from croupier.simulation.tally import BY_RANK, BY_SUIT, code_of
from croupier.simulation.views import DRAWN_ORDER, view
from croupier.simulation.views import tables as view_tables

T = TypeVar("T")

ORDER = DRAWN_ORDER
"""The order of ranks in drawing."""

PLACES = (Side.PLAYER, Side.BANKER) * 3
"""Six places of a coup: two cards each, then Player's third and Banker's third, if they draw."""


def coups(seed: int, shoe: int, decks: int, stop: int) -> Iterator[Coup]:
    """Yield the coups of a shoe; one starts while more than `stop` (at least 5) cards are left."""
    ranks, suits = Stream(seed, shoe, RANKS), Stream(seed, shoe, SUITS)
    left = {rank: dict.fromkeys(Suit, decks) for rank in ORDER}
    cards = 52 * decks
    while cards > stop:
        coup = Coup()
        for side in PLACES:
            if coup.next is side:
                rank = _pick(ranks, {rank: sum(left[rank].values()) for rank in ORDER})
                suit = _pick(suits, left[rank])
                left[rank][suit] -= 1
                cards -= 1
                coup = coup.deal(Card(rank, suit))
            else:
                # Every coup takes six words of each stream; those without a card are skipped.
                ranks.word()
                suits.word()
        yield coup


def _pick(stream: Stream, counts: dict[T, int]) -> T:
    """Return the kind of a card drawn from all cards left, given the counts by kind."""
    place = stream.below(sum(counts.values()))
    for kind, count in counts.items():
        if place < count:
            return kind
        place -= count
    raise AssertionError("a place is below the sum of the counts")


def count(
    seed: int,
    shoes: Iterable[int],
    decks: int,
    stop: int,
    *,
    suits: bool,
    views: Sequence[tuple[str, ...]] = (),
) -> tuple[Counter[int], list[int]]:
    """Return how often coups of these shoes end with each code, and coups by shoe."""
    found: Counter[int] = Counter()
    rounds: list[int] = []
    for shoe in shoes:
        dealt = list(coups(seed, shoe, decks, stop))
        found.update(code_of(finish(coup), suits=suits) for coup in dealt)
        place = BY_SUIT if suits else BY_RANK
        for look in map(view, views):
            found.update(place + look.code_of(coup) for coup in dealt)
            place += look.codes
        rounds.append(len(dealt))
    return found, rounds


Ints = NDArray[np.int64]
Words = NDArray[np.uint16]
Codes = NDArray[np.uint16] | NDArray[np.uint32]
Compiler = Callable[[Callable[..., Any]], Any]

LEAST_CARDS_A_COUP = 4

BURNT = 2
"""The stream that decides how many cards of a shoe are burnt; 0 and 1 are ranks and suits."""


_SOURCES = "__sources__"


def by_numba(function: Callable[..., Any]) -> Any:
    """Return a function compiled for this machine's cores, as soon as it is called."""
    import numba

    return numba.njit(cache=True, nogil=True)(function)


def compile_module(
    module: ModuleType, others: Mapping[str, Any] | None = None, by: Compiler = by_numba
) -> dict[str, Any]:
    """Return the functions of a module compiled, by name; the source stays plain Python.

    Numba calls only what it compiled, so each function is compiled in a copy of the module's names
    where those that it calls are compiled too; `others` has compiled functions of other modules.
    What is kept for later processes is known by all these sources: numba itself looks only at the
    file of the function, and would go on with what it calls as that was before a change.
    """
    others = others or {}
    sources = inspect.getsource(module) + others.get(_SOURCES, "")
    names = vars(module) | {**others, _SOURCES: sha256(sources.encode()).hexdigest()[:12]}
    for key, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            copy = FunctionType(value.__code__, names, key)
            copy.__qualname__ = f"{key}_{names[_SOURCES]}"
            names[key] = by(copy)
    return names


class Kernels(NamedTuple):
    """The compiled functions of three modules, each with those it calls."""

    ranks: Mapping[str, Any]
    suits: Mapping[str, Any]
    hands: Mapping[str, Any]


_ONE_AT_A_TIME = Lock()


def kernels() -> Kernels:
    """Return the functions that deal, compiled once for all threads."""
    with _ONE_AT_A_TIME:
        return _kernels()


@cache
def _kernels() -> Kernels:
    ranks = compile_module(cpu_kernel)
    suits = compile_module(cpu_suits, ranks)
    return Kernels(ranks, suits, compile_module(cpu_hands, suits))


def keys_of(seed: int) -> NDArray[np.uint64]:
    """Return the keys of a seed: two for ranks, then two for suits."""
    return np.array([*keys(seed, RANKS), *keys(seed, SUITS)], np.uint64)


def _call(name: str, plan: Plan, first: int, *tables: Ints | Codes) -> None:
    """Call a compiled function of the kernel, or of the one with cards where they count."""
    where = keys_of(plan.seed), first, plan.decks, plan.stop
    compiled = kernels()
    if plan.suits or plan.views:
        shape = int(plan.suits), *view_tables(plan.views, plan.base)
        compiled.hands[name](*where, *shape, *tables, *cpu_suits.work_arrays())
    else:
        compiled.ranks[name](*where, *tables, *cpu_kernel.work_arrays())


@dataclass(frozen=True, slots=True)
class Shard:
    """How the coups of some shoes ended; shards of any size are added up to one tally."""

    first: int
    shoes: int
    counts: Ints
    """How often each code came."""
    views: int = 0
    """In how many views each coup was counted once more."""

    @property
    def rounds(self) -> int:
        """How many coups the shoes had, all together."""
        return int(self.counts.sum()) // (1 + self.views)


def deal_in_python(plan: Plan, first: int, shoes: int) -> Shard:
    """Return what `deal` returns, from the reference: slowly, and without a compiler."""
    where = plan.seed, range(first, first + shoes), plan.decks, plan.stop
    found, _ = count(*where, suits=plan.suits, views=plan.views)
    counts = np.zeros(plan.codes, np.int64)
    counts[[*found]] = [*found.values()]
    return Shard(first, shoes, counts, len(plan.views))


def deal(plan: Plan, first: int, shoes: int) -> Shard:
    """Return the counts of so many shoes, starting with this number; releases Python's lock."""
    return deal_with_rounds(plan, first, shoes)[0]


def deal_with_rounds(plan: Plan, first: int, shoes: int) -> tuple[Shard, Ints]:
    """Return the counts of so many shoes, and how many coups each of them had."""
    counts = np.zeros(plan.codes + 1, np.int64)
    rounds = np.zeros(shoes, np.int64)
    _call("deal", plan, first, counts, rounds)
    return Shard(first, shoes, counts[:-1], len(plan.views)), rounds


@dataclass(frozen=True, slots=True)
class RecordedShoes:
    """Rounds of shoes, one shoe a row; values after a shoe's last round mean nothing."""

    plan: Plan
    first: int
    rounds: Ints
    """How many rounds each shoe had."""
    codes: Codes
    """How each round ended: [shoe, round]."""
    left: Words
    """The cards left of each rank, ace to king, when the round began: [shoe, round, rank]."""

    @property
    def played(self) -> NDArray[np.bool_]:
        """True at each place of the rows that is a round."""
        here: NDArray[np.bool_] = np.arange(self.codes.shape[1]) < self.rounds[:, None]
        return here


def record(plan: Plan, first: int, shoes: int) -> RecordedShoes:
    """Return every round of so many shoes, starting with this number."""
    most = -(-(plan.cards - plan.stop) // LEAST_CARDS_A_COUP)
    rounds = np.zeros(shoes, np.int64)
    shape = shoes, most
    # Few views have more codes than 16 bits can tell apart.
    codes: Codes = np.zeros(shape, np.uint16)
    if plan.recorded > 0xFFFF:
        codes = np.zeros(shape, np.uint32)
    left = np.zeros((shoes, most, 13), np.uint16)
    _call("record", plan, first, codes, left, rounds)
    return RecordedShoes(plan, first, rounds, codes, left)


def burnt(seed: int, shoe: int) -> int:
    """Return how many cards of a shoe are burnt: every rank is equally likely to decide it."""
    return POINTS[ORDER[Stream(seed, shoe, BURNT).below(len(ORDER))]] or 10


def record_as_casino(plan: Plan, first: int, shoes: int) -> RecordedShoes:
    """Return the rounds of shoes as casinos deal them: cards are burnt, a coup follows the cut.

    The first card decides how many cards are burnt unseen: as many as it counts, ten for tens and
    court cards. The coup in which the cut card appears is finished, and one more is dealt. Nobody
    sees the burnt cards nor those behind the cut card, so it makes no difference which are which.
    Therefore the shoes stay those of the seed, and such a shoe ends as if the burnt cards were
    behind the cut card too.
    """
    deep = record(replace(plan, cut=0), first, shoes)
    behind = np.array([plan.cut + burnt(plan.seed, first + here) for here in range(shoes)])
    left = deep.left.sum(axis=2, dtype=np.int64)
    # Left falls from round to round, so these are the rounds before the cut card; then one more.
    before = (deep.played & (left > behind[:, None])).sum(axis=1)
    return replace(deep, plan=plan, rounds=np.minimum(before + 1, deep.rounds))
