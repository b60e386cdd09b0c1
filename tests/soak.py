"""The long cases, other Pythons, the fuzzers, then simulated casinos on and on: `./run soak`.

It ends when the time is over or one of them breaks. Every fifth seed also runs a whole server:
processes, lost replies, faults and crashes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from time import monotonic

from rich.console import Console

from other_pythons import run_quick_tests
from server.sim_world import run as serve
from simulation import Broken, Tally, is_whole, run
from vault_keys import keep_a_vault_key

ROOT = Path(__file__).parent.parent
MOST_SEEDS = 10**9
EVERY = 5
"""Of so many seeds one runs a whole server as well."""
STEPS = 300
"""How long each of those runs."""
FUZZED = 3
"""The fuzzers have one part of so many of the time."""
FUZZED_ALWAYS = 300.0
"""So many seconds they have if nobody says when to end."""


def main(words: Sequence[str] | None = None) -> int:
    """Run seed after seed; 1 if one of them broke."""
    parser = ArgumentParser(prog="./run soak", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, help="stop fuzzers and casinos after so long; else Ctrl-C"
    )
    parser.add_argument(
        "--seed", type=int, help="the first seed, without the long cases; each run takes the next"
    )
    given = parser.parse_args(words)
    keep_a_vault_key()
    seed: int = randbelow(MOST_SEEDS) if given.seed is None else given.seed
    # Progress and messages are for people: standard output stays empty.
    console = Console(stderr=True, highlight=False)
    if given.seed is None:
        console.print("The long cases of the tests first.")
        if long_cases():
            console.print("[bold red]A long case failed[/]; see above.")
            return 1
        console.print("Then the quick ones on other Pythons.")
        if failed := run_quick_tests(console.print):
            console.print(f"[bold red]They failed on {', '.join(failed)}[/]; see above.")
            return 1
    end = None if given.minutes is None else monotonic() + 60 * given.minutes
    if given.seed is None:
        seconds = FUZZED_ALWAYS if given.minutes is None else 60 * given.minutes / FUZZED
        console.print(f"Then the fuzzers, for {seconds:,.0f} seconds.")
        if fuzzers(seed, seconds):
            console.print("[bold red]A fuzzer broke something[/]; it is in fuzz/corpus now.")
            return 1
    console.print(f"Soaking from seed {seed}; Ctrl-C stops it.")
    return _soak(seed, end, console)


def fuzzers(seed: int, seconds: float) -> int:
    """Run all fuzzers for some seconds together; 1 if one of them broke something."""
    targets = len([path for path in (ROOT / "fuzz" / "corpus").iterdir() if path.is_dir()])
    each = str(seconds / targets)
    words = ["-m", "fuzz", "--seconds", each, "--seed", str(seed)]
    return subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode


def long_cases() -> int:
    """Run what is too long for `./run test`; the status of pytest."""
    words = ["-q", "--soak", "-m", "soak", "-n", str(os.cpu_count() or 1), "--dist", "worksteal"]
    # Standard output stays empty: it belongs to nobody here.
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=ROOT,
        stdout=sys.stderr,
        check=False,
    ).returncode


def _soak(seed: int, end: float | None, console: Console) -> int:
    start = monotonic()
    rounds = shoes = runs = 0
    try:
        with console.status("") as status:
            while end is None or monotonic() < end:
                tally: Tally = run(seed)
                if seed % EVERY == 1:
                    serve(seed, STEPS)
                runs, rounds = runs + 1, rounds + tally.rounds
                shoes += is_whole(seed)
                seed += 1
                rate = rounds / max(monotonic() - start, 0.001)
                status.update(_told(rounds, shoes, rate, seed))
    except KeyboardInterrupt:
        pass
    except Broken as broken:
        console.print("".join(traceback.format_exception(broken)), markup=False)
        console.print(f"[bold red]Seed {broken.seed} broke[/] after {rounds:,} rounds that held.")
        console.print(f"Repeat it: ./run soak --seed {broken.seed}", markup=False)
        return 1
    rate = rounds / max(monotonic() - start, 0.001)
    console.print(_told(rounds, shoes, rate, seed))
    console.print(f"{runs:,} runs, and nothing broke.")
    return 0


def _told(rounds: int, shoes: int, rate: float, seed: int) -> str:
    return f"{rounds:,} rounds, {shoes:,} whole shoes, {rate:,.0f} rounds a second, seed {seed}"


if __name__ == "__main__":
    sys.exit(main())
