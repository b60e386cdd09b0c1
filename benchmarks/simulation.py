"""Shoes dealt: by plain Python, by the reference, compiled on one core, on all, on a cluster."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time

from rich.table import Table

from benchmarks.timing import REPEATS, best, processor_seconds
from croupier import load
from croupier.engines.runner import Engine, RunTotal, cores, deal_rounds, thread_engine
from croupier.lab.dealt_shoes import Payments, parts_of, table_of
from croupier.lab.parquet import ParquetFile
from croupier.simulation import Plan, dealing
from naive.shoes import simulate

ROUNDS, SHOES = 20_000_000, 40
GAME = load("tiger")


def last(plan: Plan, rounds: int, workers: int) -> RunTotal:
    """Deal so many rounds in threads."""
    with thread_engine(workers) as engine:
        return played(plan, rounds, engine)


def played(plan: Plan, rounds: int, engine: Engine) -> RunTotal:
    """Deal so many rounds with an engine that is there."""
    *_, found = deal_rounds(plan, rounds, engine)
    return found


def clustered(plan: Plan, rounds: int) -> float:
    """Measure a local cluster, without its start, in seconds a round."""
    from croupier.engines.cluster import local_cluster

    with local_cluster(cores()) as engine:
        # Every worker loads its compiled code before its first shard.
        assert played(plan, 1000, engine).rounds == last(plan, 1000, 1).rounds
        return best("local cluster", lambda: played(plan, rounds, engine)) / rounds


def simulated(rounds: int = ROUNDS, shoes: int = SHOES) -> Table:
    """Measure rounds a second each way; the counts are compared on the way."""
    plan, suited = Plan(1, 8), Plan(1, 8, suits=True)

    def compiled(what: Plan, many: int, workers: int) -> None:
        assert last(what, many, workers).rounds >= many

    def by_coup() -> None:
        dealing.count(plan.seed, range(shoes), plan.decks, plan.stop, suits=False)

    by_code, dealt = dealing.count(plan.seed, range(shoes), plan.decks, plan.stop, suits=False)
    for what in (plan, suited):
        # The first call compiles, or loads what was compiled before.
        found = last(what, sum(dealt), 1)
        assert found.rounds == sum(dealt)
        assert what.suits or found.tally().counts == by_code
    every = cores()
    row_shoes = rounds // 200

    def into_a_table() -> None:
        payments, file = Payments(GAME, plan), BytesIO()
        table = ParquetFile(file)
        for part in parts_of(plan, row_shoes):
            table.add(table_of(part, payments))
        table.close({})

    into_a_table()
    coups = sum(len(part.coup) for part in parts_of(plan, row_shoes))
    naive = sum(simulate(1, shoes).values())
    rows = [
        ("plain Python", best("plain", lambda: simulate(1, shoes)) / naive),
        ("reference, real coups", best("reference", by_coup) / sum(dealt)),
        ("compiled, one core", best("one core", lambda: compiled(plan, rounds, 1)) / rounds),
        (
            f"compiled, all cores ({every})",
            best("all cores", lambda: compiled(plan, rounds, every)) / rounds,
        ),
        (
            "with suits, one core",
            best("with suits", lambda: compiled(suited, rounds // 10, 1)) / (rounds // 10),
        ),
    ]
    rows.append(("into Parquet, one core", best("into Parquet", into_a_table) / coups))
    if find_spec("distributed") is not None:
        rows.insert(4, (f"local cluster ({every})", clustered(plan, 10 * rounds)))
    table = Table(title=f"shoes of eight decks to the cut card, best of {REPEATS}")
    for heading in ("how", "ns/round", "rounds/s", "times plain", "times one"):
        table.add_column(heading, justify="left" if heading == "how" else "right", no_wrap=True)
    slow, one = rows[0][1], rows[2][1]
    for name, seconds in rows:
        ratios = f"{slow / seconds:,.0f}", f"{one / seconds:.2f}"
        table.add_row(name, f"{seconds * 1e9:,.2f}", f"{1 / seconds:,.0f}", *ratios)
    return table


FIRST_ROUNDS = """
import os, sys, time
import croupier
def tell(done, asked):
    print(time.time() - float(sys.argv[1]), flush=True)
    os._exit(0)
croupier.simulate("tiger", rounds=1e8, seed=1, progress=tell)
"""
"""A process that prints how long after its start it has dealt its first rounds."""


def cold_start() -> float:
    """Return the seconds from the start of a process to its first rounds, nothing compiled yet."""
    with TemporaryDirectory() as empty:
        words = [sys.executable, "-c", FIRST_ROUNDS, str(time())]
        kept = {**os.environ, "NUMBA_CACHE_DIR": empty}
        return float(subprocess.run(words, env=kept, capture_output=True, check=True).stdout)


def reference_program(folder: Path) -> Path | str:
    """Return the hand-written AVX2 program, compiled into a folder, or why it cannot be had."""
    places = [one / "shared/reference/simulate-avx2" for one in Path(__file__).resolve().parents]
    source = next((place for place in places if (place / "simd.c").is_file()), None)
    compiler = shutil.which("cc") or shutil.which("gcc")
    if source is None:
        return "its source is not here"
    if compiler is None:
        return "no C compiler is here"
    cpu = Path("/proc/cpuinfo")
    if not cpu.is_file() or " avx2 " not in cpu.read_text(encoding="utf-8"):
        return "this processor has no AVX2"
    program = folder / "reference"
    files = [str(source / name) for name in ("ref.c", "simd.c")]
    words = [compiler, "-O3", "-march=native", "-mavx2", *files, "-lm", "-o", str(program)]
    subprocess.run(words, check=True)
    return program


def ratios(shoes: int = 8_192) -> Table:
    """Measure a core beside a program written by hand, suits beside ranks, and a first start."""
    plain, suited = Plan(1, 8), Plan(1, 8, suits=True)
    dealt = [dealing.deal(plan, 0, shoes).rounds for plan in (plain, suited)]
    reference: list[float] = []
    with TemporaryDirectory() as folder:
        program = reference_program(Path(folder))

        def run_reference() -> None:
            if isinstance(program, Path):
                done = subprocess.run([program], capture_output=True, check=True)
                reference.append(float(done.stdout))

        one, other, _ = processor_seconds(
            [
                lambda: dealing.deal(plain, 0, shoes),
                lambda: dealing.deal(suited, 0, shoes),
                run_reference,
            ]
        )
    ranks, suits = one / dealt[0] * 1e9, other / dealt[1] * 1e9
    table = Table(title="one core, ns of processor time a round, measured in turn")
    for heading in ("what", "measured", "ratio", "wanted"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    if reference:
        times = f"{ranks / min(reference):.2f}"
        table.add_row("compiled, beside AVX2 by hand", f"{ranks:.2f}", times, "at most 1.5")
    else:
        table.add_row(f"compiled (no AVX2 by hand: {program})", f"{ranks:.2f}", "", "at most 1.5")
    table.add_row("with suits, beside without", f"{suits:.2f}", f"{suits / ranks:.2f}", "at most 3")
    start = min(cold_start() for _ in range(3))
    table.add_row("first rounds, nothing compiled", f"{start:.2f} s", "", "under 2 s")
    return table
