"""The engine that deals shards on a GPU: one thread a shoe, the same cards as every engine.

The threads of a block count in the memory they share and add their counts to the total at the
end. Importing this module needs numba-cuda; `EngineFailed` says what else is missing.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
from numba import types

from croupier.engines.runner import EngineFailed
from croupier.simulation import Plan, cpu_kernel, dealing, gpu_kernel
from croupier.simulation.dealing import Shard, compile_module
from croupier.simulation.random_stream import RANKS, SUITS, keys
from croupier.simulation.tally import BY_RANK
from croupier.simulation.views import tables

# Numba itself has an older module of this name; importing numba_cuda first replaces it.
import_module("numba_cuda")
cuda: Any = import_module("numba.cuda")

THREADS = 256
"""Threads in a block."""
BLOCKS_A_PROCESSOR = 32
"""More blocks than run at a time, so that a processor that is done finds another."""
CHECKED = 64
"""Shoes that the GPU and a core both deal, and must deal alike, before the GPU is used."""


def by_cuda(function: Callable[..., Any]) -> Any:
    """Return a function compiled for use inside a kernel."""
    return cuda.jit(device=True)(function)


def _parts() -> dict[str, Any]:
    return compile_module(gpu_kernel, {"mix": by_cuda(cpu_kernel.mix)}, by_cuda)


def add_atomic(counts: Any, code: Any) -> None:
    """Count a coup while other threads count too."""
    cuda.atomic.add(counts, code, 1)


def by_rank() -> Any:
    """Return the kernel that deals ranks only."""
    names = _parts()
    names |= {"add": by_cuda(add_atomic), "suit": names["no_suit"], "coded": names["not_coded"]}
    names["add_views"] = names["no_views"]
    shoe = names["shoe"]

    def kernel(
        key: Any, first: Any, shoes: Any, decks: Any, stop: Any, counts: Any, views: Any
    ) -> None:
        found = cuda.shared.array(BY_RANK, types.uint32)
        suits = cuda.local.array(13, types.uint32)
        for code in range(cuda.threadIdx.x, BY_RANK, cuda.blockDim.x):
            found[code] = 0
        cuda.syncthreads()
        for number in range(cuda.grid(1), shoes, cuda.gridsize(1)):
            shoe(*key, first + np.uint64(number), decks, stop, suits, found, views)
        cuda.syncthreads()
        for code in range(cuda.threadIdx.x, BY_RANK, cuda.blockDim.x):
            if found[code]:
                cuda.atomic.add(counts, code, np.uint64(found[code]))

    return cuda.jit(kernel)


def of_many_codes(*, suits: bool, views: bool) -> Any:
    """Return the kernel with suits or views: such counts do not fit the memory of a block."""
    names = _parts()
    names["add"] = by_cuda(add_atomic)
    if not suits:
        names |= {"suit": names["no_suit"], "coded": names["not_coded"]}
    if not views:
        names["add_views"] = names["no_views"]
    shoe = names["shoe"]

    def kernel(
        key: Any, first: Any, shoes: Any, decks: Any, stop: Any, counts: Any, views: Any
    ) -> None:
        suits = cuda.local.array(13, types.uint32)
        for number in range(cuda.grid(1), shoes, cuda.gridsize(1)):
            shoe(*key, first + np.uint64(number), decks, stop, suits, counts, views)

    return cuda.jit(kernel)


class GpuShard:
    """A shard that the GPU deals."""

    def __init__(self, first: int, shoes: int, counts: Any, views: int) -> None:
        self._first, self._shoes, self._counts, self._views = first, shoes, counts, views

    def result(self) -> Shard:
        """Return the shard when it is dealt."""
        counts: dealing.Ints = self._counts.copy_to_host().astype(np.int64)
        return Shard(self._first, self._shoes, counts, self._views)

    def cancel(self) -> None:
        """Do nothing: a running kernel cannot be stopped."""


class GpuEngine:
    """Deals shards on the first GPU that CUDA names."""

    parallel = 1
    max_shoes = 1 << 24
    ready = True

    def __init__(self, processors: int) -> None:
        self._blocks = BLOCKS_A_PROCESSOR * processors
        self._kernels: dict[tuple[bool, bool], Any] = {}
        self._tables: dict[Plan, Any] = {}
        self._checked: set[Plan] = set()

    def prepare(self, plan: Plan, rounds: int) -> None:
        """Wait until one shoe is dealt, and with it the sample that is compared with a core's."""
        self.submit(plan, 0, 1).result()

    def submit(self, plan: Plan, first: int, shoes: int) -> GpuShard:
        """Start a kernel that deals a shard; it runs while others are started."""
        if plan not in self._checked:
            self._check(plan)
            self._checked.add(plan)
        return self._launch(plan, first, shoes)

    def _check(self, plan: Plan) -> None:
        """Raise `EngineFailed` if the GPU does not deal the same shoes as a core."""
        try:
            found = self._launch(plan, 0, CHECKED).result()
        except Exception as wrong:  # numba, the driver and the toolkit have no common error
            raise EngineFailed(f"the GPU does not work: {wrong}") from wrong
        if (found.counts != dealing.deal(plan, 0, CHECKED).counts).any():
            raise EngineFailed(
                "the GPU deals other shoes than this machine's cores: it is not used"
            )

    def _launch(self, plan: Plan, first: int, shoes: int) -> GpuShard:
        way = plan.suits, bool(plan.views)
        if way not in self._kernels:
            self._kernels[way] = (
                of_many_codes(suits=way[0], views=way[1]) if any(way) else by_rank()
            )
        if plan not in self._tables:
            self._tables[plan] = tuple(map(cuda.to_device, tables(plan.views, plan.base)))
        key = tuple(np.uint64(n) for which in (RANKS, SUITS) for n in keys(plan.seed, which))
        where = np.uint64(first), np.int64(shoes), np.int32(plan.decks), np.uint32(plan.stop)
        counts = cuda.to_device(np.zeros(plan.codes, np.uint64))
        blocks = min(self._blocks, -(-shoes // THREADS))
        with warnings.catch_warnings():
            # A small shard leaves most of the GPU idle; that needs no warning.
            warnings.filterwarnings("ignore", ".*under-utilization")
            self._kernels[way][blocks, THREADS](key, *where, counts, self._tables[plan])
        return GpuShard(first, shoes, counts, len(plan.views))


@contextmanager
def gpu_engine() -> Iterator[GpuEngine]:
    """Open an engine on the GPU; raise `EngineFailed` if CUDA finds none."""
    if not cuda.is_available():
        why = " ".join(str(cuda.cuda_error() or "none was found").split())
        raise EngineFailed(f"no GPU that CUDA can use: {why}")
    # CUDA's simulator does not say how many processors it has.
    yield GpuEngine(getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", 1))
