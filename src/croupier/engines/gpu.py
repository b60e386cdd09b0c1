"""Shoes dealt on a GPU: one thread a shoe, and the same shoes as everywhere.

A block of threads counts together in the memory it shares and hands its counts in at the end.
Importing this takes numba-cuda; what a GPU lacks is told by `Broken`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
from numba import types

from croupier.engines.engine import Broken
from croupier.simulation import cpu_kernel, gpu_kernel, shard
from croupier.simulation.compiled import compiled
from croupier.simulation.coup_codes import BY_RANK
from croupier.simulation.plan import Plan
from croupier.simulation.random_stream import RANKS, SUITS, keys
from croupier.simulation.shard import Shard

# Numba alone has a part of this name too, an older one; the package is asked for by its own.
import_module("numba_cuda")
cuda: Any = import_module("numba.cuda")

THREADS = 256
"""Threads of a block."""
BLOCKS_A_PROCESSOR = 32
"""More than run at a time, so that a processor that is done finds another."""
CHECKED = 64
"""Shoes that a GPU has to deal as a core does before it is believed."""


def by_cuda(function: Callable[..., Any]) -> Any:
    """Compile what a kernel calls."""
    return cuda.jit(device=True)(function)


def _parts() -> dict[str, Any]:
    return compiled(gpu_kernel, {"mix": by_cuda(cpu_kernel.mix)}, by_cuda)


def together(counts: Any, code: Any) -> None:
    """Count a coup as one of many threads that do."""
    cuda.atomic.add(counts, code, 1)


def by_rank() -> Any:
    """Make the kernel that deals ranks alone."""
    names = _parts()
    names |= {"add": by_cuda(together), "suit": names["no_suit"], "coded": names["not_coded"]}
    shoe = names["shoe"]

    def kernel(key: Any, first: Any, shoes: Any, decks: Any, stop: Any, counts: Any) -> None:
        found = cuda.shared.array(BY_RANK, types.uint32)
        suits = cuda.local.array(13, types.uint32)
        for code in range(cuda.threadIdx.x, BY_RANK, cuda.blockDim.x):
            found[code] = 0
        cuda.syncthreads()
        for number in range(cuda.grid(1), shoes, cuda.gridsize(1)):
            shoe(*key, first + np.uint64(number), decks, stop, suits, found)
        cuda.syncthreads()
        for code in range(cuda.threadIdx.x, BY_RANK, cuda.blockDim.x):
            if found[code]:
                cuda.atomic.add(counts, code, np.uint64(found[code]))

    return cuda.jit(kernel)


def by_suit() -> Any:
    """Make the kernel that deals suits too: 50,000 counts are more than a block can share."""
    names = _parts()
    names["add"] = by_cuda(together)
    shoe = names["shoe"]

    def kernel(key: Any, first: Any, shoes: Any, decks: Any, stop: Any, counts: Any) -> None:
        suits = cuda.local.array(13, types.uint32)
        for number in range(cuda.grid(1), shoes, cuda.gridsize(1)):
            shoe(*key, first + np.uint64(number), decks, stop, suits, counts)

    return cuda.jit(kernel)


class _Launched:
    """A shard that a GPU deals."""

    def __init__(self, first: int, shoes: int, counts: Any) -> None:
        self._first, self._shoes, self._counts = first, shoes, counts

    def result(self) -> Shard:
        """Wait for it."""
        counts: shard.Ints = self._counts.copy_to_host().astype(np.int64)
        return Shard(self._first, self._shoes, counts)

    def cancel(self) -> None:
        """Drop it; a kernel that runs is not stopped."""


class Graphics:
    """Deals on the GPU that CUDA gives first."""

    hands = 1
    most = 1 << 24

    def __init__(self, processors: int) -> None:
        self._blocks = BLOCKS_A_PROCESSOR * processors
        self._kernels: dict[bool, Any] = {}
        self._believed: set[Plan] = set()

    def submit(self, plan: Plan, first: int, shoes: int) -> _Launched:
        """Launch a kernel that deals a shard; it runs while others are launched."""
        if plan not in self._believed:
            self._check(plan)
            self._believed.add(plan)
        return self._launch(plan, first, shoes)

    def _check(self, plan: Plan) -> None:
        """Deal some shoes here and by a core; a GPU that deals others is not used."""
        try:
            found = self._launch(plan, 0, CHECKED).result()
        except Exception as wrong:  # numba, the driver and the toolkit have no common error
            raise Broken(f"the GPU does not work: {wrong}") from wrong
        if (found.counts != shard.deal(plan, 0, CHECKED).counts).any():
            raise Broken("the GPU deals other shoes than this machine's cores: it is not used")

    def _launch(self, plan: Plan, first: int, shoes: int) -> _Launched:
        if plan.suits not in self._kernels:
            self._kernels[plan.suits] = by_suit() if plan.suits else by_rank()
        key = tuple(np.uint64(n) for which in (RANKS, SUITS) for n in keys(plan.seed, which))
        where = np.uint64(first), np.int64(shoes), np.int32(plan.decks), np.uint32(plan.stop)
        counts = cuda.to_device(np.zeros(plan.codes, np.uint64))
        blocks = min(self._blocks, -(-shoes // THREADS))
        with warnings.catch_warnings():
            # A small shard leaves most of a GPU idle, which is nothing to warn of.
            warnings.filterwarnings("ignore", ".*under-utilization")
            self._kernels[plan.suits][blocks, THREADS](key, *where, counts)
        return _Launched(first, shoes, counts)


@contextmanager
def graphics() -> Iterator[Graphics]:
    """Have a GPU for a while."""
    if not cuda.is_available():
        why = " ".join(str(cuda.cuda_error() or "none was found").split())
        raise Broken(f"no GPU that CUDA can use: {why}")
    # CUDA's simulator does not say how many it has.
    yield Graphics(getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", 1))
