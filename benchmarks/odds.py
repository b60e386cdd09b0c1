"""Exact totals of a shoe: naive loops, the closed form in plain Python, compiled, in a batch."""

from __future__ import annotations

import numpy as np
from rich.table import Table

from benchmarks.shoes import EIGHT_DECKS, naive_totals, some_shoes
from benchmarks.timing import REPEATS, best, processor_seconds
from croupier import load
from croupier.odds import batch, batch_formulas, formulas

ONE_BY_ONE, BATCH = 2_000, 20_000


def exact_totals() -> Table:
    """Measure all totals of shoes, exact, each way; the answers are compared on the way."""
    ints = np.array([EIGHT_DECKS])
    floats = ints.astype(float)
    whole, close = np.zeros((1, formulas.CELLS), np.int64), np.zeros((1, formulas.CELLS))
    rooms = batch_formulas.work_arrays(1), batch_formulas.work_arrays(1, float)
    shoes = np.array(some_shoes(BATCH))
    weights = batch.totals(shoes)
    game, classic = load("tiger"), load("classic")
    compiled = batch.kernel()
    assert compiled is not None, "the benchmark needs numba"
    # The first calls compile, or load what was compiled before.
    batch.outcomes(game, shoes[:100])
    batch.outcomes(classic, shoes[:100])
    compiled.weigh_one(ints, whole, rooms[0], batch_formulas.CORRECTIONS)
    compiled.weigh_one(floats, close, rooms[1], batch_formulas.CORRECTIONS)
    assert tuple(map(int, close[0])) == tuple(whole[0].tolist()) == formulas.totals(EIGHT_DECKS)
    dealt = naive_totals(EIGHT_DECKS)
    summed = batch.totals([[32] * 13]).sum(axis=(0, 1, 2))
    assert all(int(summed[cell]) == weight for cell, weight in dealt.items())

    def plain() -> None:
        formulas.totals.cache_clear()
        formulas.totals(EIGHT_DECKS)

    def in_floats() -> None:
        for _ in range(ONE_BY_ONE):
            compiled.weigh_one(floats, close, rooms[1], batch_formulas.CORRECTIONS)

    def in_ints() -> None:
        for _ in range(ONE_BY_ONE):
            compiled.weigh_one(ints, whole, rooms[0], batch_formulas.CORRECTIONS)

    # Of one core it is the processor time, which other programs disturb least.
    one_core, one_core_bets = processor_seconds(
        [
            lambda: batch.totals(shoes, workers=1, out=weights),
            lambda: batch.outcomes(classic, shoes, workers=1),
        ]
    )
    naive = best("naive loops", lambda: naive_totals(EIGHT_DECKS))
    rows = [
        ("naive loops in Python", naive),
        ("closed form in plain Python", best("closed form, plain", plain)),
        ("compiled, a call a shoe, 64-bit", best("compiled, integers", in_ints) / ONE_BY_ONE),
        ("compiled, a call a shoe, float", best("compiled, floats", in_floats) / ONE_BY_ONE),
        (
            "compiled, a batch on one core",
            one_core / BATCH,
        ),
        (
            "compiled, a batch on all cores",
            best("batch, all cores", lambda: batch.totals(shoes, out=weights)) / BATCH,
        ),
        (
            "bets of classic, a batch on one core",
            one_core_bets / BATCH,
        ),
        (
            "eight bets of tiger, all cores",
            best("bets, all cores", lambda: batch.outcomes(game, shoes)) / BATCH,
        ),
    ]
    table = Table(title=f"exact totals of a shoe, best of {REPEATS}")
    for heading in ("how", "µs/shoe", "shoes/s", "times naive"):
        table.add_column(heading, justify="left" if heading == "how" else "right")
    for name, seconds in rows:
        table.add_row(
            name, f"{seconds * 1e6:,.1f}", f"{1 / seconds:,.0f}", f"{naive / seconds:,.0f}"
        )
    return table
