"""A real server under load: delivery, durable bets, memory, and everybody coming back at once.

`./run bench load --tables 100 --patrons 7 --seconds 20 --sockets 1000`. The server has processes
of its own, and so has the crowd; all have the same clock, for they are on the same machine. On a
machine with few cores the crowd takes time away from the server, so that the figures are a floor.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.lines import busy, memory
from benchmarks.load_crowd import Bets, Bettor, Patron, Seen, bet, watch
from benchmarks.load_plot import plot
from benchmarks.load_setting import SHOW, Crowd, more_files, place_of, prepare, serving
from served import Served

ROOT = Path(__file__).parent.parent
STEPS = (0.2, 0.4, 0.6, 0.8, 0.9, 1.0, 1.1)
"""The rates of the open loop, as parts of what the closed one brought."""
KEPT = 0.95
"""A rate is carried if so much of it is answered in time."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How times are spread, in milliseconds."""

    half: float
    most: float
    longest: float

    @classmethod
    def of(cls, seconds: list[float]) -> Spread:
        """Sort some times."""
        every = sorted(seconds) or [0.0]
        at = (len(every) // 2, len(every) * 99 // 100, -1)
        return cls(*(every[place] * 1000 for place in at))

    def __str__(self) -> str:
        return f"{self.half:.1f} / {self.most:.1f} / {self.longest:.1f} ms"


@dataclass(frozen=True, slots=True)
class Rate:
    """What became of bets at a rate; None: as fast as they are answered."""

    offered: float | None
    done: float
    delay: Spread
    """From when a bet was due."""
    refused: int
    work: float
    """Milliseconds that the server computes for a bet: it says the same on a busy machine."""


@dataclass(slots=True)
class Figures:
    """Everything that is measured."""

    sockets: int = 0
    tables: int = 0
    patrons: int = 0
    delivery: Spread | None = None
    """From the answer at the commander to the frame at each socket."""
    since_sent: Spread | None = None
    """The same from when the command was sent."""
    reading: Spread | None = None
    """How much of the delivery is the measuring side's own."""
    step_work: float = 0.0
    """Milliseconds that the server computes to tell everybody one step."""
    rates: list[Rate] = field(default_factory=list)
    saturation: float = 0.0
    at_half: Rate | None = None
    table_bytes: float = 0.0
    storm_seconds: float = 0.0
    storm_events: int = 0
    missing: int = 0
    repeated: int = 0


def shared(count: int, processes: int) -> list[int]:
    """Share sockets out among processes."""
    return [count // processes + (number < count % processes) for number in range(processes)]


def delivered(server: Served, patron: Patron, options: Namespace, found: Figures) -> None:
    """Measure the way from an answer to everybody who watches, and the storm after it."""
    place = place_of(server)
    shares = [(place, SHOW, count) for count in shared(options.sockets, options.processes)]
    crowd = Crowd(watch, shares)
    commander = Bettor(place, [patron], "show")
    answers: list[tuple[float, float]] = []

    def command() -> int:
        sent = time.monotonic()
        number = commander.once()
        answers.append((sent, time.monotonic()))
        return number

    end, before = time.monotonic() + options.seconds, busy(server.process.pid)
    while time.monotonic() < end:
        command()
        time.sleep(0.2)
    time.sleep(0.5)
    found.step_work = (busy(server.process.pid) - before) / len(answers) * 1000
    crowd.tell("seen")
    seen: list[Seen] = crowd.heard()
    # The commander is alone at the table: its commands are its events, in order.
    numbers = sorted(set().union(*(each.arrivals for each in seen)))
    assert len(numbers) == len(answers), "every command is one step"
    arrived = {n: [t for each in seen for t in each.arrivals.get(n, ())] for n in numbers}
    assert all(len(each) == options.sockets for each in arrived.values()), "nobody missed a step"
    pairs = list(zip(answers, (arrived[number] for number in numbers), strict=True))
    late = [max(0.0, when - answer) for (_, answer), times in pairs for when in times]
    found.delivery = Spread.of(late)
    found.since_sent = Spread.of([when - sent for (sent, _), times in pairs for when in times])
    found.reading = Spread.of([lag for each in seen for lag in each.lags])

    crowd.tell("storm")
    for _ in range(8):
        command()
        time.sleep(0.1)
    found.storm_seconds = max(crowd.heard())
    crowd.tell(command())
    faults = [fault for each in crowd.heard() for fault in each]
    found.storm_events = sum(count for count, _, _ in faults)
    found.missing = sum(missing for _, missing, _ in faults)
    found.repeated = sum(repeated for _, _, repeated in faults)
    crowd.end()
    commander.drop()


def rated(server: Served, crowd: Crowd, seconds: float, rate: float | None) -> Rate:
    """Let everybody bet for a while, at a rate all together or as fast as it goes."""
    share = None if rate is None else rate / len(crowd)
    before = busy(server.process.pid)
    crowd.tell(("closed", seconds) if share is None else ("open", seconds, share))
    bets: list[Bets] = crowd.heard()
    done = sum(each.answered / each.seconds for each in bets)
    delays = [delay for each in bets for delay in each.delays]
    # What was asked for in time is all answered by now.
    work = (busy(server.process.pid) - before) / max(len(delays), 1) * 1000
    made = Rate(rate, done, Spread.of(delays), sum(each.refused for each in bets), work)
    wanted = "as fast as it goes" if rate is None else f"at {rate:,.0f}/s"
    print(f"{wanted}: {done:,.0f} bets/s, {made.delay}, {work:.2f} ms each", file=sys.stderr)
    return made


def betted(server: Served, patrons: list[Patron], options: Namespace, found: Figures) -> None:
    """Find how many bets a second are carried, and what an answer takes at half of that."""
    place, count = place_of(server), options.processes
    crowd = Crowd(bet, [(place, patrons[n::count], f"crowd{n}") for n in range(count)])
    closed = rated(server, crowd, options.seconds, None)
    found.rates = [closed]
    for step in STEPS:
        found.rates.append(rated(server, crowd, options.seconds, closed.done * step))
    carried = [each for each in found.rates[1:] if each.done >= KEPT * (each.offered or 0)]
    found.saturation = max((each.offered or 0 for each in carried), default=closed.done)
    found.at_half = rated(server, crowd, options.seconds, found.saturation / 2)
    crowd.end()


def emptied(options: Namespace, database: str) -> int:
    """Say what a server without tables has in memory, after as many sockets came and went."""
    with serving(database, options.workers) as server:
        more_files()
        time.sleep(1)
        return memory(server.process.pid)


def measure(options: Namespace, databases: tuple[str, str]) -> Figures:
    """Measure everything, in one run."""
    found = Figures(options.sockets, options.tables, options.patrons)
    empty = emptied(options, databases[0])
    people = prepare(databases[1], options.tables, options.patrons)
    with serving(databases[1], options.workers) as server:
        if "bets" in options.parts:
            betted(server, people[1:], options, found)
            time.sleep(1)
            found.table_bytes = (memory(server.process.pid) - empty) / options.tables
        if "watch" in options.parts:
            delivered(server, people[0], options, found)
    return found


def show(found: Figures) -> None:
    """Print the figures with what was promised beside them."""
    shown = Table(
        title=f"a server under load: {found.tables} tables × {found.patrons} patrons, "
        f"{found.sockets:,} sockets at one table"
    )
    for heading in ("what", "measured", "wanted"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    if found.delivery is not None:
        _show_delivery(found, shown)
    if found.at_half is not None:
        _show_bets(found, found.at_half, shown)
    Console().print(shown)


TIMES = "half / 99% / longest"


def _show_bets(found: Figures, half: Rate, shown: Table) -> None:
    closed = found.rates[0]
    shown.add_row("durable bets, as fast as they go", f"{closed.done:,.0f}/s", "at least 500/s")
    shown.add_row("highest rate that is carried", f"{found.saturation:,.0f}/s", "")
    shown.add_row("what the server computes for a bet", f"{half.work:.2f} ms", "")
    what = f"answer at half of it ({half.done:,.0f}/s), {TIMES}"
    shown.add_row(what, str(half.delay), "99% under 100 ms")
    shown.add_row("memory a table", f"{found.table_bytes / 1e6:.2f} MB", "under 2 MB")


def _show_delivery(found: Figures, shown: Table) -> None:
    shown.add_row(f"answer to frame, {TIMES}", str(found.delivery), "99% under 50 ms")
    shown.add_row(f"command to frame, {TIMES}", str(found.since_sent), "")
    shown.add_row(f"of it reading, {TIMES}", str(found.reading), "")
    shown.add_row("what the server computes for a step", f"{found.step_work:.1f} ms", "")
    what = f"{found.sockets:,} sockets back after a break"
    shown.add_row(what, f"{found.storm_seconds:.2f} s", "under 5 s")
    faults = f"{found.missing} missing, {found.repeated} twice"
    shown.add_row(f"of {found.storm_events:,} events then", faults, "none")


def read(words: list[str]) -> Namespace:
    """Read what was asked for."""
    parser = ArgumentParser("./run bench load", description=__doc__)
    for name, usual, told in (
        ("tables", 100, "how many tables are played at"),
        ("patrons", 7, "how many patrons bet at each"),
        ("sockets", 1000, "how many sockets watch one table"),
        ("workers", 1, "how many processes serve"),
        ("processes", 2, "how many processes the crowd has"),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual, help=f"{told} ({usual})")
    parser.add_argument(
        "--parts",
        nargs="+",
        choices=("bets", "watch"),
        default=("bets", "watch"),
        help="what is measured: bets and memory, delivery and the storm; both",
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each rate is held")
    parser.add_argument("--database", metavar="URL", help="an empty one, instead of a file")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--json", metavar="FILE", help="write the figures")
    parser.add_argument("--plot", metavar="FILE.svg", help="draw times against rates")
    return parser.parse_args(words)


def main(words: list[str]) -> Figures:
    """Measure, print, and write what was asked for."""
    import postgres

    options = read(words)
    place = ROOT / "benchmarks" / "out"
    place.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=place))
    server = postgres.Postgres(folder) if options.postgres else None
    try:
        if server is not None:
            found = measure(options, (server.new(), server.new()))
        else:
            database = options.database or str(folder / "house.db")
            found = measure(options, (str(folder / "empty.db"), database))
    finally:
        if server is not None:
            server.close()
        shutil.rmtree(folder, ignore_errors=True)
    show(found)
    if options.json:
        Path(options.json).write_text(json.dumps(asdict(found), indent=2) + "\n")
    if options.plot and found.rates:
        plot(found.rates[1:], Path(options.plot))
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
