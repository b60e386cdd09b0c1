"""A table with very many events, loaded: `python -m benchmarks.long EVENTS [FILE]`.

The events come about by real commands, through a real table; only the disk is not waited for
while they are made. Then the house is opened as after a restart, with its snapshots and without.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table as Shown

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from croupier.money import CENT
from croupier.store.address import Address
from croupier.store.batch import Batch
from croupier.store.house import House
from croupier.store.migrate import open_vault
from croupier.store.queries import Reader, engine_of
from croupier.store.sql_statements import Rows
from croupier.store.transaction import store
from houses import SAM, next_move


class Careless:
    """Writes without waiting for the disk, thousands of commands in a commit."""

    def __init__(self, path: str) -> None:
        """Open the file."""
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = OFF")
        self._waiting = 0

    def _run(self, statement: str, values: tuple[Any, ...]) -> tuple[Rows, int]:
        cursor = self._connection.execute(statement, values)
        return cursor.fetchall(), cursor.rowcount

    def write(self, batch: Batch) -> None:
        """Take a batch; a command that is refused here is a mistake of the benchmark."""
        if not self._waiting:
            self._connection.execute("BEGIN IMMEDIATE")
        store(batch, self._run)
        self._waiting += 1
        if self._waiting == 5000:
            self.flush()

    def flush(self) -> None:
        """Commit what waits."""
        if self._waiting:
            self._connection.execute("COMMIT")
            self._waiting = 0

    def close(self) -> None:
        """Finish."""
        self.flush()
        self._connection.close()


def build(path: str, events: int) -> None:
    """Play until there are so many events."""
    with House.open(path) as house:
        house.create_table("t1")
    address, writer, rng = Address.parse(path), Careless(path), Random(1)
    sealer = open_vault(address, CENT, "")
    with House(address, writer, Reader(engine_of(address)), sealer=sealer) as house:
        house.deposit("d", SAM, "ann", "10000000000")
        live, number = house.live_table("t1"), 0
        while live.version < events:
            actor, body = next_move(live.table, rng)
            house.command("t1", f"m{number}", actor, body)
            number += 1


def loaded(path: str) -> tuple[float, int, int]:
    """Open the house as after a restart and bring the table up; seconds, events, those played."""
    start = perf_counter()
    with House.open(path) as house:
        live = house.live_table("t1")
        return perf_counter() - start, live.version, live.replayed


def main(events: int, path: str) -> None:
    """Build, load, take the snapshots away, load again."""
    start = perf_counter()
    build(path, events)
    built = perf_counter() - start
    first = loaded(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM snapshots")
    connection.close()
    second = loaded(path)
    table = Shown(title=f"loading a table with {first[1]:,} events (made in {built:.0f} s)")
    for heading in ("how", "seconds", "events played", "times faster"):
        table.add_column(heading, justify="left" if heading == "how" else "right")
    table.add_row(
        "with snapshots", f"{first[0]:.3f}", f"{first[2]:,}", f"{second[0] / first[0]:.0f}"
    )
    table.add_row("from the first event", f"{second[0]:.1f}", f"{second[2]:,}", "1")
    Console().print(table)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        words = sys.argv[1:]
        main(int(words[0]) if words else 100_000, words[1] if words[1:] else f"{folder}/long.db")
