"""A GPU deals what a core deals: its code compiled for a core, in CUDA's simulator, on a GPU."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest

from croupier.engines.runner import EngineFailed, deal_rounds, thread_engine
from croupier.simulation import Plan, cpu_kernel, gpu_kernel
from croupier.simulation.dealing import Ints, Shard, compile_module, deal_with_rounds
from croupier.simulation.gpu_kernel import NO_CARD, Streams, advance
from croupier.simulation.random_stream import RANKS, SUITS, keys
from croupier.simulation.tally import BY_SUIT
from croupier.simulation.views import tables
from fit import misfits

VIEWS = (
    ("player_ranks.K", "player_third", "winner"),
    ("all_colour", "banker_all_suited", "banker_third_rank"),
)
BY_RANKS = (("player_three_of_a_kind", "ranks.7"), ("highest_rank", "banker_first_total"))
THREE_CARDS = gpu_kernel.ONE, gpu_kernel.TWO, gpu_kernel.NOT_DRAWN
SHOES = [
    (1, 8, 14, 0, 2_000),
    (2, 8, 14, 86_760, 20),  # a word is passed over in shoe 86769
    (2**64 - 1, 6, 5, 2**40, 500),
    (5, 10, 60, 7, 300),
    (9, 1, 0, 0, 3_000),
]


def for_a_core(function: Callable[..., Any]) -> Any:
    return numba.njit(function)


def dealer(*, suits: bool, views: bool = False, **others: Any) -> Any:
    """Compile a thread's code for a core, as `croupier.engines.gpu` does for a GPU."""
    names = compile_module(gpu_kernel, {"mix": for_a_core(cpu_kernel.mix)}, for_a_core)
    if not suits:
        names |= {"suit": names["no_suit"], "coded": names["not_coded"]}
    if not views:
        names["add_views"] = names["no_views"]
    for key, function in others.items():
        # What it calls is what was compiled here.
        names[key] = for_a_core(FunctionType(function.__code__, names))
    shoe = names["shoe"]

    @numba.njit
    def deal(
        key: Any, first: Any, decks: Any, stop: Any, counts: Any, rounds: Any, seen: Any
    ) -> None:
        room = np.zeros(13, np.uint32)
        for k in range(len(rounds)):
            number = np.uint64(first + k)
            rounds[k] = shoe(*key, number, decks, np.uint32(stop), room, counts, seen)

    def dealt(plan: Plan, first: int, shoes: int) -> tuple[Ints, Ints]:
        key = tuple(np.uint64(n) for which in (RANKS, SUITS) for n in keys(plan.seed, which))
        counts, rounds = np.zeros(plan.codes, np.int64), np.zeros(shoes, np.int64)
        seen = tuple(tables(plan.views, plan.base))
        deal(key, first, plan.decks, plan.stop, counts, rounds, seen)
        return counts, rounds

    return dealt


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("suits", "views"), [(False, ()), (True, ()), (False, BY_RANKS), (True, VIEWS)]
)
def test_a_thread_deals_what_lanes_deal(suits: bool, views: tuple[tuple[str, ...], ...]) -> None:
    deal = dealer(suits=suits, views=bool(views))
    for seed, decks, cut, first, shoes in SHOES:
        plan = Plan(seed, decks, cut, suits, views)
        counts, rounds = deal(plan, first, shoes)
        shard, lengths = deal_with_rounds(plan, first, shoes)
        assert (counts == shard.counts).all()
        assert (rounds == lengths).all()


def test_plain_threads_deal_what_compiled_ones_do() -> None:
    """The source of the compiled code, uncompiled."""
    plan = Plan(4, 1, 0, suits=True, views=VIEWS)
    counts, room = np.zeros(plan.codes, np.int64), np.zeros(13, np.uint32)
    one, two, three, four = (np.uint64(n) for which in (RANKS, SUITS) for n in keys(4, which))
    with np.errstate(over="ignore"):
        dealt = [
            gpu_kernel.shoe(
                *(one, two, three, four, np.uint64(number), 1, gpu_kernel.FIVE, room, counts),
                tables(VIEWS, BY_SUIT),
            )
            for number in range(40)
        ]
        stream = gpu_kernel.begin(one, two, np.uint64(0))
    # Where nobody asks for suits the stream stays where it is, and a code what it was.
    assert gpu_kernel.no_suit(stream, room, gpu_kernel.TWO, True) == (gpu_kernel.ZERO, stream)
    assert gpu_kernel.not_coded(gpu_kernel.TEN, *[gpu_kernel.ONE] * 4) == gpu_kernel.TEN
    before = counts.copy()
    gpu_kernel.no_views(tables(VIEWS, 0), counts, THREE_CARDS, THREE_CARDS)
    assert (counts == before).all()
    shard, lengths = deal_with_rounds(plan, 0, 40)
    assert (counts == shard.counts).all()
    assert dealt == lengths.tolist()


def late(third: np.uint32) -> np.uint32:
    """Banker stands on a six against a seven: a planted mistake."""
    most = np.uint32(3) + (third >> np.uint32(1))
    if third == 7:
        return np.uint32(5)
    return np.uint32(np.uint32(most + third) - np.uint32(13)) if third > 7 else np.uint32(most)


def one_off(picked: np.uint32) -> np.uint32:
    """A card belongs to the count before the one that holds it: a planted mistake."""
    return np.uint32(picked * np.uint32(0x10001))


def unfair(s: Streams, left: np.uint32, takes: bool) -> tuple[np.uint32, Streams]:
    """Nine bits modulo the cards left: the first of them come too often. A planted mistake."""
    word, s = advance(s)
    return np.uint32((word >> np.uint32(23)) % left) if takes else NO_CARD, s


def hasty(s: Streams, left: np.uint32, takes: bool) -> tuple[np.uint32, Streams]:
    """No word is ever passed over: a planted mistake, and one in ten million cards shows it."""
    word, s = advance(s)
    picked = np.uint32(np.uint64(word) * np.uint64(left) >> np.uint64(32))
    return picked if takes else NO_CARD, s


PLANTED: dict[str, dict[str, Any]] = {
    "draw rule": {"highest": late},
    "off by one": {"spread": one_off},
    "modulo": {"place": unfair},
    "no rejection": {"place": hasty},
}


@pytest.mark.no_cover
@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_mistake_is_seen_by_comparing(planted: str) -> None:
    plan = Plan(2, 8)
    counts, _ = dealer(suits=False, **PLANTED[planted])(plan, 86_760, 20)
    assert (counts != deal_with_rounds(plan, 86_760, 20)[0].counts).any()


@pytest.mark.no_cover
@pytest.mark.parametrize("planted", [None, "draw rule", "off by one", "modulo"])
def test_a_planted_mistake_is_seen_by_the_odds(planted: str | None) -> None:
    """First coups of fresh shoes, by chi-square; words that are not passed over are too few."""
    plan = Plan(20, 1, 51)
    changes = PLANTED[planted] if planted else {}
    counts, _ = dealer(suits=False, **changes)(plan, 0, 400_000)
    found = {code: int(count) for code, count in enumerate(counts) if count}
    assert bool(misfits(found, 1, suits=False)) == (planted is not None)


SIMULATED = """
import numpy as np
from croupier.engines import gpu
from croupier.simulation import Plan
from croupier.simulation.dealing import deal

gpu.THREADS = 4
views = (("player_ranks.K", "winner"), ("banker_third_rank", "player_first_total"))
for plan in (Plan(3, 1, 30), Plan(3, 1, 30, True), Plan(3, 1, 30, False, views)):
    with gpu.gpu_engine() as engine:
        found = engine.submit(plan, 7, 11).result()
    assert found.rounds * (1 + len(plan.views)) == sum(found.counts) > 0
    assert (found.counts == deal(plan, 7, 11).counts).all()
print("equal")
"""


def simulator() -> dict[str, str]:
    """Set what has CUDA's simulator run kernels, in Python and without a GPU."""
    return os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}


def test_the_kernels_count_the_same_in_the_simulator() -> None:
    pytest.importorskip("numba_cuda")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SIMULATED],
        env=simulator(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "equal\n", done.stderr


def simulate(*words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [sys.executable, "-W", "ignore", "-m", "croupier", "simulate", *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_the_command_deals_in_the_simulator_too() -> None:
    words = ("classic", "--rounds", "60", "--seed", "5", "--decks", "8", "--cut", "300", "--json")
    by_gpu, by_core = simulate(*words, "--engine", "gpu", env=simulator()), simulate(*words)
    assert by_gpu.returncode == 0, by_gpu.stderr
    found, wanted = json.loads(by_gpu.stdout), json.loads(by_core.stdout)
    assert found["engine"] == "gpu"
    for key in ("game", "rounds", "shoes", "seed", "bets"):
        assert found[key] == wanted[key]


def test_without_a_gpu_there_is_a_clear_word_and_no_other_engine() -> None:
    if has_gpu():
        pytest.skip("there is a GPU")
    done = simulate("classic", "--rounds", "1000", "--engine", "gpu")
    assert done.returncode == 2
    assert not done.stdout
    assert "no GPU that CUDA can use" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_gpu_has_no_workers() -> None:
    done = simulate("classic", "--rounds", "1000", "--engine", "gpu", "--workers", "2")
    assert done.returncode == 2
    assert "--workers" in done.stderr


def test_a_gpu_that_deals_other_shoes_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba_cuda")
    from croupier.engines import gpu

    class Done:
        def result(self) -> Shard:
            right = deal_with_rounds(Plan(1, 8), 0, gpu.CHECKED)[0]
            return Shard(0, gpu.CHECKED, right.counts[::-1])

    engine = gpu.GpuEngine(1)
    monkeypatch.setattr(engine, "_launch", lambda *_: Done())
    with pytest.raises(EngineFailed, match="other shoes"):
        engine.submit(Plan(1, 8), 0, 1)
    monkeypatch.setattr(engine, "_launch", lambda *_: 1 / 0)
    with pytest.raises(EngineFailed, match="division"):
        engine.submit(Plan(1, 8), 0, 1)


def has_gpu() -> bool:
    """Ask in another process: what CUDA leaves behind would be in every later test."""
    asked = "from numba import cuda; raise SystemExit(not cuda.is_available())"
    return subprocess.run([sys.executable, "-c", asked], capture_output=True).returncode == 0


@pytest.mark.no_cover
@pytest.mark.parametrize("suits", [False, True])
def test_a_real_gpu_counts_the_same(suits: bool) -> None:
    if not has_gpu():
        pytest.skip("no GPU that CUDA can use")
    from croupier.engines.gpu import gpu_engine

    for decks, cut, seed in ((8, 14, 1), (6, 60, 2), (1, 0, 2**64 - 1)):
        plan = Plan(seed, decks, cut, suits)
        for rounds in (1, 12_345, 3_000_000):
            with gpu_engine() as engine:
                *_, found = deal_rounds(plan, rounds, engine)
            with thread_engine(2) as cores:
                *_, other = deal_rounds(plan, rounds, cores)
            assert (found.shoes, found.rounds) == (other.shoes, other.rounds)
            assert (found.counts == other.counts).all()
