"""Shoes dealt: by plain Python, by the reference, compiled on one core, on all, on a cluster."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO

from rich.table import Table

from benchmarks.timing import REPEATS, best
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
