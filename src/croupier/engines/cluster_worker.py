"""The code that runs on a worker of a cluster: check that it deals our cards, then deal a shard."""

from __future__ import annotations

import os
import pickle
import socket
from functools import lru_cache
from hashlib import sha256

from croupier.simulation import Plan
from croupier.simulation.dealing import Shard, deal

SAMPLE = 8
"""Shoes that a worker deals to be compared with ours."""


class WrongCards(Exception):
    """A worker deals other cards than this process."""


@lru_cache(8)
def sample_digest(plan: Plan) -> str:
    """Return the SHA-256 of the counts of the first shoes of a plan, as dealt by this process."""
    return sha256(deal(plan, 0, SAMPLE).counts.astype("<i8").tobytes()).hexdigest()


class ShardTask:
    """A shard that is dealt by unpickling this task.

    So neither the scheduler nor the outer parts of a worker import croupier, which would break
    them where it is not installed; only the task fails, and says why.
    """

    def __init__(self, plan: Plan, first: int, shoes: int, digest: str) -> None:
        self._arguments = plan, first, shoes, digest

    def __reduce__(self) -> tuple[object, ...]:
        return deal_checked, self._arguments

    def pickled(self) -> bytes:
        """Return the bytes that `pickle.loads` turns into a shard."""
        return pickle.dumps(self)


def deal_checked(plan: Plan, first: int, shoes: int, digest: str) -> Shard:
    """Deal a shard; raise `WrongCards` if the sample has another digest here."""
    if sample_digest(plan) != digest:
        who = f"{socket.gethostname()}, process {os.getpid()}"
        raise WrongCards(f"a worker ({who}) deals other cards: it has another version of croupier")
    return deal(plan, first, shoes)
