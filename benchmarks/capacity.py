"""What a large house needs beside `bench load`: figures that a busy machine does not change.

`./run bench capacity`: two servers on one PostgreSQL. Bets are given at the first, watchers are at
the second. Processor time, bytes and connections are counted; nothing depends on how long it takes.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from rich.console import Console
from rich.table import Table

from benchmarks.lines import busy, memory
from benchmarks.load_crowd import Bettor, watch
from benchmarks.load_setting import Crowd, place_of, prepare, serving
from croupier.server.auto_dealer.dealer import AutoDealer
from croupier.store.house import House
from croupier.store.lease import lease_of

ROOT = Path(__file__).parent.parent
PACE = dict.fromkeys(("card", "settle", "between", "shoe"), 0) | {"betting": 1000}


@dataclass(frozen=True, slots=True)
class Needs:
    """What was counted."""

    empty_bytes: float
    socket_bytes: float
    log_bytes: float
    elsewhere: float
    dealer: float
    look: float
    connections: tuple[int, int]


def measure(options: Namespace, url: str, other: str) -> Needs:
    """Count everything, in one run."""
    patrons = prepare(url, options.tables, options.patrons)[1:]
    with serving(url, 1) as first, serving(url, 1) as second:
        time.sleep(2)
        idle, empty = connected(url), memory(second.process.pid)
        shares = [(place_of(second), f"t{n}", options.sockets) for n in range(options.tables)]
        crowd = Crowd(watch, shares)
        held = memory(second.process.pid) - empty
        bettor = Bettor(place_of(first), patrons, "capacity")
        before, written = busy(second.process.pid), log_position(url)
        bets = bettor.open(options.seconds, options.rate)
        time.sleep(1)
        computed = busy(second.process.pid) - before
        grown = log_position(url) - written
        most = connected(url)
        crowd.end()
        bettor.drop()
    count = max(len(bets.delays), 1)
    dealer, look = dealt(other)
    return Needs(
        empty_bytes=empty,
        socket_bytes=held / (options.tables * options.sockets),
        log_bytes=grown / count,
        elsewhere=computed / count * 1000,
        dealer=dealer,
        look=look,
        connections=(idle // 2, most // 2),
    )


def connected(url: str) -> int:
    """Count the connections of a database, without one's own."""
    asked = "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()"
    return int(_asked(url, asked))


def log_position(url: str) -> int:
    """Return how many bytes PostgreSQL has written to its log."""
    return int(_asked(url, "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"))


def _asked(url: str, question: str) -> Any:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(question.encode()).fetchone()
    assert row is not None, "it is a single figure"
    return row[0]


def dealt(url: str, rounds: int = 40, looks: int = 500) -> tuple[float, float]:
    """Return the milliseconds of the automatic dealer: for a command, and for a look at a table."""
    from auto_dealer_world import automatic

    with House.open(url) as house:
        automatic(house, pace=PACE)
        dealer = AutoDealer(house, lease_of(url), clean_stop=True)
        now, began = 0, 0.0
        while house.live_table("t1").current().round < rounds:
            due = dealer.step(now)
            began = began or time.process_time()
            assert due is not None, "it has not stopped"
            now = max(now + 1, due)
        computed = time.process_time() - began
        dealer.stop(finish=False)
        head = house.reader.head("t1")
        assert head is not None, "it was made"
        live, began = house.live_table("t1"), time.process_time()
        for _ in range(looks):
            live.fall_behind()
            live.current()
        look = (time.process_time() - began) / looks
        return computed / head[1] * 1000, look * 1000


def show(options: Namespace, found: Needs) -> None:
    """Print the figures."""
    shown = Table(title=f"{options.tables} tables × {options.sockets} sockets elsewhere")
    shown.add_column("what")
    shown.add_column("counted", justify="right")
    idle, most = found.connections
    for what, counted in (
        ("memory of a server without sockets", f"{found.empty_bytes / 1e6:.0f} MB"),
        ("memory a socket", f"{found.socket_bytes / 1e3:.0f} kB"),
        ("PostgreSQL's log a bet", f"{found.log_bytes / 1e3:.1f} kB"),
        (
            f"computed for a bet of another process, {options.sockets} sockets told",
            f"{found.elsewhere:.2f} ms",
        ),
        ("computed for a command of the automatic dealer", f"{found.dealer:.2f} ms"),
        ("computed for its look at a table that has not changed", f"{found.look:.2f} ms"),
        ("connections of a process to PostgreSQL, idle", f"{idle}"),
        ("the same after bets", f"{most}"),
    ):
        shown.add_row(what, counted)
    Console().print(shown)


def read(words: list[str]) -> Namespace:
    """Read what was asked for."""
    parser = ArgumentParser("./run bench capacity", description=__doc__)
    for name, usual, told in (
        ("tables", 10, "how many tables are played at"),
        ("patrons", 7, "how many patrons bet at each"),
        ("sockets", 10, "how many sockets watch each table at the other process"),
        ("rate", 100, "bets a second"),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual, help=f"{told} ({usual})")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long patrons bet")
    return parser.parse_args(words)


def main(words: list[str]) -> Needs:
    """Count, and print."""
    import postgres

    options = read(words)
    place = ROOT / "benchmarks" / "out"
    place.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=place))
    server = postgres.Postgres(folder)
    try:
        found = measure(options, server.new(), server.new())
    finally:
        server.close()
        shutil.rmtree(folder, ignore_errors=True)
    show(options, found)
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
