"""Sessions played by many hands: the same answer from any number of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from croupier.strategy.results import Fortune
from croupier.strategy.sessions import KINDS, Part, Sitting, sit

SHARD = 2_048
"""Shoes that are played at a time; always the same, so that sums come out the same."""


def play(sitting: Sitting, sessions: int, workers: int) -> Iterator[Fortune]:
    """Play so many sessions; give what came of them after each shard that is added.

    Plain Python holds the others up, so it gets one thread, and small shards to be seen moving.
    """
    plain = sitting.system.name not in KINDS
    step = max(1, (SHARD // 64 if plain else SHARD) // sitting.session)
    found = Fortune(sitting)
    firsts = iter(range(0, sessions, step))
    pending: deque[Future[Part]] = deque()
    with ThreadPoolExecutor(1 if plain else workers) as pool:
        try:
            while True:
                while len(pending) <= (0 if plain else workers):
                    first = next(firsts, None)
                    if first is None:
                        break
                    many = min(step, sessions - first)
                    pending.append(pool.submit(sit, sitting, first, many))
                if not pending:
                    return
                found.add(pending.popleft().result())
                yield found
        finally:
            for underway in pending:
                underway.cancel()
