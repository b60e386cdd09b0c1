"""Engines, the one that uses threads, and runs: shoes dealt until there are enough rounds.

Parts of a run are submitted in order and added up in order. The last shard of shoes is cut after
the shoe that brings the wanted rounds. So the result does not depend on the engine, on the number
of workers or on the size of the shards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib.util import find_spec
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from croupier.simulation import Plan
from croupier.simulation.dealing import Ints, Shard, deal, deal_in_python, deal_with_rounds
from croupier.simulation.tally import Tally

if TYPE_CHECKING:
    # `croupier simulate` must not load what only `croupier strategy` uses.
    from croupier.strategy.results_and_ruin import StrategyResult
    from croupier.strategy.sessions import Part, SessionPlan


import os
from contextlib import contextmanager
from typing import Protocol


class EngineFailed(Exception):
    """An engine cannot start or cannot continue; the message says why in one sentence."""


class PendingShard(Protocol):
    """A shard that is being dealt."""

    def result(self) -> Shard:
        """Return the shard when it is dealt; raise `EngineFailed` if it never will be."""
        ...

    def cancel(self) -> object:
        """Drop the shard if it is not being dealt yet."""
        ...


class Engine(Protocol):
    """Deals shards of shoes; every engine deals the same cards for the same plan."""

    def prepare(self, plan: Plan, rounds: int) -> None:
        """Load or compile what deals so many rounds; return when dealing can begin."""
        ...

    @property
    def ready(self) -> bool:
        """Whether it deals as fast as it will; what it has dealt before says nothing of that."""
        ...

    @property
    def parallel(self) -> int:
        """How many shards it deals at a time."""
        ...

    @property
    def max_shoes(self) -> int:
        """The largest number of shoes in one shard."""
        ...

    def submit(self, plan: Plan, first: int, shoes: int) -> PendingShard:
        """Start to deal a shard."""
        ...


FEW_ROUNDS = 5_000
"""So many rounds take plain Python less time than loading the compiler takes."""

LOADING_SECONDS = 0.5
"""How long compiled code is waited for: it is loaded in that time, but it is not compiled."""

WAIT_FOR_COMPILER = 3
"""Plain Python deals for a fourth of the time, and leaves the rest to the compiler."""


class EarlyShard:
    """A shard that plain Python deals while the compiler is at work."""

    def __init__(self, plan: Plan, first: int, shoes: int, loading: Future[Shard] | None) -> None:
        self._shoes, self._loading = (plan, first, shoes), loading

    def result(self) -> Shard:
        """Return the shard when it is dealt."""
        began = perf_counter()
        shard = deal_in_python(*self._shoes)
        if self._loading is not None:
            wait([self._loading], WAIT_FOR_COMPILER * (perf_counter() - began))
        return shard

    def cancel(self) -> object:
        """Do nothing: it has not begun."""
        return None


class ThreadEngine:
    """Deals shards in threads; compiled code releases the interpreter lock.

    Until the code is compiled, and where few rounds are wanted, plain Python deals shoe by shoe.
    """

    def __init__(self, pool: ThreadPoolExecutor, parallel: int) -> None:
        self._pool, self.parallel = pool, parallel
        self._compiles = True
        self._loading: Future[Shard] | None = None

    def prepare(self, plan: Plan, rounds: int) -> None:
        """Start to load or compile, and wait as long as loading takes."""
        self._compiles = rounds > FEW_ROUNDS
        if self._compiles:
            self._loading = self._pool.submit(deal, plan, 0, 1)
            wait([self._loading], LOADING_SECONDS)

    @property
    def ready(self) -> bool:
        """Whether compiled code deals; raise what kept the compiler from its work."""
        if self._loading is not None and self._loading.done():
            self._loading.result()
            self._loading = None
        return self._compiles and self._loading is None

    @property
    def max_shoes(self) -> int:
        """The largest number of shoes in one shard."""
        return 16_384 if self.ready else 1

    def submit(self, plan: Plan, first: int, shoes: int) -> PendingShard:
        """Queue a shard for the next free thread, or for plain Python."""
        if self.ready:
            return self._pool.submit(deal, plan, first, shoes)
        return EarlyShard(plan, first, shoes, self._loading)


def check_compiler() -> None:
    """Raise `ModuleNotFoundError` if there is no compiler, which is loaded later."""
    if find_spec("numba") is None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")


@contextmanager
def thread_engine(workers: int) -> Iterator[ThreadEngine]:
    """Open an engine with this number of threads."""
    with ThreadPoolExecutor(workers) as pool:
        yield ThreadEngine(pool, workers)


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


FIRST_SHARD = 64
"""Shoes in the first shard; later shards grow by a quarter of the shoes submitted before."""

SAFETY = 0.998
"""The part of the estimated need that is submitted, so that no large shard has to be cut."""

SESSION_SHOES = 2_048
"""Shoes in one part of a strategy run; a fixed number, so that sums come out the same."""

ARRAY_SHOES = 16_384
"""The most shoes in a part that a function over arrays plays: long sessions, side by side too."""


class RunTotal:
    """The sum of the shards dealt so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.shoes = self.rounds = 0
        self.counts: Ints = np.zeros(plan.codes, np.int64)

    @classmethod
    def of(cls, plan: Plan, tally: Tally) -> RunTotal:
        """Return the total that a tally of the first shoes was made from."""
        total = cls(plan)
        total.shoes, total.rounds = tally.shoes, tally.rounds
        for code, count in tally.counts.items():
            total.counts[code] = count
        return total

    def add(self, shard: Shard) -> None:
        """Add the next shard."""
        assert shard.first == self.shoes, "shards are added in order"
        self.counts += shard.counts
        self.rounds += shard.rounds
        self.shoes += shard.shoes

    def tally(self) -> Tally:
        """Return the counts as a tally."""
        (codes,) = self.counts.nonzero()
        counted = zip(codes.tolist(), self.counts[codes].tolist(), strict=True)
        return Tally(self.plan.suits, self.shoes, dict(counted), self.plan.views)


def deal_rounds(
    plan: Plan, rounds: int, engine: Engine, total: RunTotal | None = None
) -> Iterator[RunTotal]:
    """Yield the total after each shard, until whole shoes have brought at least these rounds.

    A given total is continued: its shoes are not dealt again. If the caller stops early, the
    shards that are still pending are cancelled.
    """
    total = total or RunTotal(plan)
    pending: deque[PendingShard] = deque()
    submitted = total.shoes
    try:
        while total.rounds < rounds:
            while len(pending) <= engine.parallel:
                shoes = _next_size(total, submitted, rounds, engine)
                if pending and shoes < 1:
                    break
                shoes = max(shoes, 1)
                pending.append(engine.submit(plan, submitted, shoes))
                submitted += shoes
            total.add(_cut(plan, pending.popleft().result(), rounds - total.rounds))
            yield total
    finally:
        for shard in pending:
            shard.cancel()


def has_extra_shoe(total: RunTotal, rounds: int) -> bool:
    """Return True if there would be enough rounds without the last shoe."""
    if total.rounds < rounds:
        return False
    return total.rounds - deal_in_python(total.plan, total.shoes - 1, 1).rounds >= rounds


def _next_size(total: RunTotal, submitted: int, rounds: int, engine: Engine) -> int:
    """Return the number of shoes for the next shard, hardly ever more than will be needed.

    Near the end shards are small enough that every worker gets one.
    """
    mean = total.rounds / total.shoes if total.shoes else total.plan.least_rounds
    needed = ceil(SAFETY * (rounds - total.rounds - (submitted - total.shoes) * mean) / mean)
    share = max(FIRST_SHARD, needed // engine.parallel)
    return min(engine.max_shoes, max(FIRST_SHARD, submitted // 4), share, needed)


def _cut(plan: Plan, shard: Shard, rounds: int) -> Shard:
    """Return a shard without the shoes after the one that brings the rounds still needed."""
    if shard.rounds <= rounds or shard.shoes == 1:
        return shard
    _, lengths = deal_with_rounds(plan, shard.first, shard.shoes)
    shoes = int(np.searchsorted(np.cumsum(lengths), rounds)) + 1
    return deal(plan, shard.first, shoes)


def play_sessions(
    session_plan: SessionPlan, sessions: int, workers: int
) -> Iterator[StrategyResult]:
    """Yield the results of a strategy after each part that is added, until all sessions are played.

    A strategy in plain Python holds the interpreter lock, so it gets one thread, and small parts
    so that its progress can be seen.
    """
    from croupier.strategy.results_and_ruin import StrategyResult
    from croupier.strategy.sessions import KINDS, play_part

    plain = session_plan.system.name not in KINDS
    size = session_plan.session_shoes
    step = max(1, (SESSION_SHOES // 64 if plain else SESSION_SHOES) // size)
    if session_plan.system.over_arrays is not None:
        step = max(1, min(SESSION_SHOES, ARRAY_SHOES // size))
    results = StrategyResult(session_plan)
    firsts = iter(range(0, sessions, step))
    pending: deque[Future[Part]] = deque()
    with ThreadPoolExecutor(1 if plain else workers) as pool:
        try:
            while True:
                while len(pending) <= (0 if plain else workers):
                    first = next(firsts, None)
                    if first is None:
                        break
                    count = min(step, sessions - first)
                    pending.append(pool.submit(play_part, session_plan, first, count))
                if not pending:
                    return
                results.add(pending.popleft().result())
                yield results
        finally:
            for part in pending:
                part.cancel()
