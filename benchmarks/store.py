"""Durable commands a second, on SQLite and on PostgreSQL, beside what the disk itself can do.

`./run bench store`. Every command is a bet placed or taken back, answered after the
commit. All databases are on the same disk as the project's own folder for results.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Barrier, Thread
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import postgres
from croupier.store.house import House
from croupier.table import Actor
from houses import ANN, DEE, SAM

ROOT = Path(__file__).parent.parent
SECONDS = 5.0


class Rate(NamedTuple):
    """How many a second, and how long half and all but one in a hundred of them took."""

    per_second: float
    half: float
    most: float


def measured(acts: Sequence[Callable[[int], object]], seconds: float) -> Rate:
    """Let each act run again and again in a thread of its own."""
    times: list[list[float]] = [[] for _ in acts]
    barrier = Barrier(len(acts))
    end = [0.0]

    def work(place: int) -> None:
        barrier.wait()
        act, mine, number = acts[place], times[place], 0
        while True:
            start = perf_counter()
            # Acts come in pairs: a bet that was placed is taken back before the end.
            if start > end[0] and number % 2 == 0:
                return
            act(number)
            mine.append(perf_counter() - start)
            number += 1

    end[0] = perf_counter() + seconds + 0.2
    threads = [Thread(target=work, args=(place,)) for place in range(len(acts))]
    start = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = perf_counter() - start
    every = sorted(time for mine in times for time in mine)
    half, most = every[len(every) // 2], every[len(every) * 99 // 100]
    return Rate(len(every) / took, half, most)


def flushed(folder: Path, seconds: float) -> Rate:
    """Append 4 kB to a file and have it on the disk."""
    with (folder / "plain").open("wb") as file:

        def act(_: int) -> None:
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())

        return measured([act], seconds)


def committed(folder: Path, seconds: float) -> Rate:
    """Insert a row into SQLite and commit: what one writer without groups can do."""
    path = folder / "plain.db"
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, x BLOB) STRICT")
    rate = measured(
        [lambda _: connection.execute("INSERT INTO t (x) VALUES (?)", (b"x" * 400,))], seconds
    )
    connection.close()
    return rate


def prepare(database: str, tables: int) -> None:
    """Open tables with ann seated and bets open."""
    with House.open(database) as house:
        house.deposit("d", SAM, "ann", "10000000")
        for number in range(tables):
            name = f"t{number}"
            if name in house.tables():
                continue
            house.create_table(name)
            steps: list[tuple[Actor, dict[str, object]]] = [
                (SAM, {"do": "open_table", "game": "tiger"}),
                (DEE, {"do": "buy_in", "player": "ann", "amount": "1000"}),
                (ANN, {"do": "sit", "box": 1}),
                (DEE, {"do": "new_shoe"}),
                (DEE, {"do": "open_bets"}),
            ]
            for step, (actor, body) in enumerate(steps):
                assert house.command(name, f"{name}-{step}", actor, body).ok


def betting(house: House, table: str, mark: str) -> Callable[[int], None]:
    """Place a bet and take it back, in turn."""
    house.live_table(table)

    def act(number: int) -> None:
        bet = f"{mark}-{number // 2}"
        body: dict[str, object] = {"do": "withdraw_bet", "bet": bet}
        if number % 2 == 0:
            body = {"do": "place_bet", "box": 1, "bet": "banker", "amount": "5", "id": bet}
        assert house.command(table, f"{mark}-{number}", ANN, body).ok

    return act


def played(database: str, first: int, tables: int, seconds: float, mark: str) -> Rate:
    """Bet at so many tables at once, from one process."""
    with House.open(database) as house:
        acts = [betting(house, f"t{first + n}", f"{mark}-{n}") for n in range(tables)]
        return measured(acts, seconds)


def by_two(database: str, tables: int, seconds: float) -> Rate:
    """Bet from two processes, each at half of the tables."""
    half = tables // 2
    words = [sys.executable, "-m", "benchmarks.store", "part", database]
    parts = [
        subprocess.Popen(
            [*words, str(first), str(half), str(seconds), f"two{first}"],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )
        for first in (0, half)
    ]
    rates = [Rate(*map(float, part.communicate()[0].split())) for part in parts]
    return Rate(
        sum(rate.per_second for rate in rates),
        max(rate.half for rate in rates),
        max(rate.most for rate in rates),
    )


def main(seconds: float) -> None:
    """Measure everything in one run and print it as ratios."""
    place = ROOT / "benchmarks" / "out"
    place.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=place))
    rows: list[tuple[str, Rate]] = []

    def note(what: str, rate: Rate) -> None:
        rows.append((what, rate))
        print(f"{what}: {rate.per_second:,.0f}/s", file=sys.stderr)

    try:
        note("flush of 4 kB to a file", flushed(folder, seconds))
        note("SQLite, one row a commit, nothing else", committed(folder, seconds))
        database = str(folder / "house.db")
        prepare(database, 100)
        for tables in (1, 10, 100):
            note(f"SQLite, {tables} tables", played(database, 0, tables, seconds, f"s{tables}"))
        try:
            server = postgres.Postgres(folder)
        except postgres.Unavailable as wrong:
            print(f"PostgreSQL: {wrong}", file=sys.stderr)
        else:
            try:
                database = server.new()
                prepare(database, 40)
                for tables in (1, 10, 40):
                    rate = played(database, 0, tables, seconds, f"p{tables}")
                    note(f"PostgreSQL, {tables} tables", rate)
                note("PostgreSQL, 40 tables, two processes", by_two(database, 40, seconds))
            finally:
                server.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    table = Table(title=f"durable commands, {seconds:g} s each, one thread a table")
    for heading in ("what", "per second", "times a flush", "half within ms", "99% within ms"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for what, rate in rows:
        table.add_row(
            what,
            f"{rate.per_second:,.0f}",
            f"{rate.per_second / rows[0][1].per_second:.1f}",
            f"{rate.half * 1000:.1f}",
            f"{rate.most * 1000:.1f}",
        )
    Console().print(table)


if __name__ == "__main__":
    if sys.argv[1:2] == ["part"]:
        _, _, where, begin, count, length, name = sys.argv
        print(*played(where, int(begin), int(count), float(length), name))
    else:
        main(float(sys.argv[1]) if sys.argv[1:] else SECONDS)
