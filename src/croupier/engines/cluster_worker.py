"""What a worker on another machine does: it shows that it deals our cards, and deals a shard."""

from __future__ import annotations

import os
import pickle
import socket
from functools import lru_cache
from hashlib import sha256

from croupier.simulation.plan import Plan
from croupier.simulation.shard import Shard, deal

SAMPLE = 8
"""Shoes that a worker deals to be compared with ours."""


class Unfit(Exception):
    """A worker that deals other cards than we do."""


@lru_cache(8)
def proof(plan: Plan) -> str:
    """Say in one number what the first shoes of a plan are here."""
    return sha256(deal(plan, 0, SAMPLE).counts.astype("<i8").tobytes()).hexdigest()


class Order:
    """A shard that is dealt by being unpickled.

    So neither a scheduler nor the outer parts of a worker have to know croupier, which would break
    them where it is missing; the task alone fails, and says why.
    """

    def __init__(self, plan: Plan, first: int, shoes: int, wanted: str) -> None:
        self._shard = plan, first, shoes, wanted

    def __reduce__(self) -> tuple[object, ...]:
        return hand, self._shard

    def sealed(self) -> bytes:
        """Give what `pickle.loads` makes a shard of."""
        return pickle.dumps(self)


def hand(plan: Plan, first: int, shoes: int, wanted: str) -> Shard:
    """Deal a shard, if the first shoes of the plan come out here as they are wanted."""
    if proof(plan) != wanted:
        who = f"{socket.gethostname()}, process {os.getpid()}"
        raise Unfit(f"a worker ({who}) deals other cards: it has another version of croupier")
    return deal(plan, first, shoes)
