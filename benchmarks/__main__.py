"""Measure settlement and start-up, each beside something to compare it with, in one run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import track
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from benchmarks.rounds import six_bet_rounds
from naive.settlement import settle as naive_settle

ROUNDS, REPEATS = 20_000, 5
CROUPIER = [sys.executable, "-m", "croupier"]


def best(what: str, act: Callable[[], object]) -> float:
    """Give the shortest of a few runs in seconds: the others met a busy machine."""
    times: list[float] = []
    for _ in track(range(REPEATS), description=f"{what:28}", console=Console(stderr=True)):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return min(times)


def command(*words: str, given: bytes = b"") -> Callable[[], object]:
    """Run a whole process, from its start to its end."""
    return lambda: subprocess.run(words, input=given, stdout=subprocess.DEVNULL, check=True)


def main() -> None:
    """Print both tables."""
    lines = six_bet_rounds(ROUNDS)
    given = "\n".join(lines).encode()
    hard = "\n".join(six_bet_rounds(ROUNDS, hard=True)).encode()
    few = lines[: ROUNDS // 10]

    def naive() -> None:
        for line in few:
            json.dumps(naive_settle(json.loads(line)))

    bare = best("python that does nothing", command(sys.executable, "-c", "pass"))
    games = best("croupier games", command(*CROUPIER, "games"))
    listed = best("croupier games --json", command(*CROUPIER, "games", "--json"))
    settled = best("croupier settle", command(*CROUPIER, "settle", given=given))
    harder = best("croupier settle, hard rounds", command(*CROUPIER, "settle", given=hard))
    slow = best("naive settlement of tests/", naive)

    start = Table(title="start-up, whole process")
    for heading in ("command", "seconds", "times bare python"):
        start.add_column(heading, justify="left" if heading == "command" else "right")
    for name, seconds in (
        ("python -c pass", bare),
        ("croupier games", games),
        ("croupier games --json", listed),
    ):
        start.add_row(name, f"{seconds:.3f}", f"{seconds / bare:.1f}")

    speed = Table(
        title=f"settlement of six-bet rounds, JSON in, JSON out, one process, best of {REPEATS}"
    )
    for heading in ("what", "rounds/s", "times naive"):
        speed.add_column(heading, justify="left" if heading == "what" else "right")
    rate, naive_rate = ROUNDS / settled, len(few) / slow
    speed.add_row("croupier settle, start-up included", f"{rate:,.0f}", f"{rate / naive_rate:.1f}")
    hard_rate = ROUNDS / harder
    speed.add_row(
        "the same, no amount twice, pro rata in every round",
        f"{hard_rate:,.0f}",
        f"{hard_rate / naive_rate:.1f}",
    )
    speed.add_row("naive settlement from tests/", f"{naive_rate:,.0f}", "1.0")
    Console().print(start, speed)


if __name__ == "__main__":
    if sys.argv[1:2] == ["store"]:
        from benchmarks import store

        store.main(float(sys.argv[2]) if sys.argv[2:] else store.SECONDS)
    else:
        main()
