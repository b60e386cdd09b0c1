"""Measure start-up, settlement, odds, simulation, the table, each beside something to compare."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from benchmarks.established import asked
from benchmarks.odds import exact_totals
from benchmarks.rounds import six_bet_rounds
from benchmarks.simulation import ratios, simulated
from benchmarks.strategies import played
from benchmarks.table import MANY_ROUNDS, SHOE_ROUNDS, measure
from benchmarks.timing import REPEATS, best
from naive.settlement import settle as naive_settle
from vault_keys import keep_a_vault_key

ROUNDS = 20_000
CROUPIER = [sys.executable, "-m", "croupier"]


def command(*words: str, given: bytes = b"") -> Callable[[], object]:
    """Run a whole process, from its start to its end."""
    return lambda: subprocess.run(words, input=given, stdout=subprocess.DEVNULL, check=True)


def show_table() -> None:
    """Print what a busy table does."""
    found = measure()
    shown = Table(title="a table with seven patrons and five bets each, one process, its own time")
    for heading in ("what", "measured", "wanted"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    rate = f"{found.commands_a_second:,.0f}/s"
    shown.add_row("commands through decide and evolve", rate, "at least 5,000/s")
    what = f"replay of {SHOE_ROUNDS} rounds from their log, {found.replay_events:,} events"
    shown.add_row(what, f"{found.replay_seconds:.2f} s", "under 1 s")
    what = f"a round late among {MANY_ROUNDS:,}, beside an early one"
    shown.add_row(what, f"{found.growth:.2f} times", "no growth: about 1")
    Console().print(shown)


def show_established() -> None:
    """Print how long it takes to find out whether an outcome is established."""
    Console().print(asked())


def main() -> None:
    """Print all tables, or those that are named."""
    shows = {
        "settlement": show_settlement,
        "odds": show_odds,
        "simulation": show_simulation,
        "strategies": show_strategies,
        "table": show_table,
        "established": show_established,
        "store": show_store,
    }
    keep_a_vault_key()
    if sys.argv[1:2] == ["load"]:
        # It starts servers and takes minutes: only when it is asked for, with options of its own.
        from benchmarks import load

        load.main(sys.argv[2:])
        return
    if sys.argv[1:2] == ["capacity"]:
        from benchmarks import capacity

        capacity.main(sys.argv[2:])
        return
    if sys.argv[1:2] == ["cut-card"]:
        # It is about the game and not about speed, and wants a GPU for some minutes.
        from benchmarks import cut_card

        cut_card.main(sys.argv[2:])
        return
    wanted = sys.argv[1:] or list(shows)
    names = " ".join(f"[{name}]" for name in shows)
    usage = f"./run bench {names}, or: load [--help], capacity [--help], cut-card [--help]"
    if {*wanted} & {"-h", "--help"}:
        print(f"usage: {usage}\n\n{__doc__}\nWithout a name all of the first ones, in turn.")
        return
    if not {*wanted} <= {*shows}:
        sys.exit(usage)
    for name in wanted:
        shows[name]()


def show_store() -> None:
    """Print how many commands a second are durable."""
    # It brings both databases along, which the others do without.
    from benchmarks import store

    store.main(store.SECONDS)


def show_odds() -> None:
    """Print what exact odds of many shoes take."""
    Console().print(exact_totals())


def show_simulation() -> None:
    """Print how many rounds a second are dealt."""
    Console().print(simulated())
    Console().print(ratios())


def show_strategies() -> None:
    """Print how many rounds a second a betting system plays."""
    Console().print(played())


def show_settlement() -> None:
    """Print what settlement and a start take."""
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
    odds = best("croupier odds tiger --json", command(*CROUPIER, "odds", "tiger", "--json"))
    removal = best(
        "croupier odds --removal", command(*CROUPIER, "odds", "tiger", "--removal", "--json")
    )
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
        ("croupier odds tiger --json", odds),
        ("croupier odds tiger --removal --json", removal),
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
    main()
