"""The long cases of the tests, then simulated casinos on and on: `./run soak`.

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

from server.sim_world import run as serve
from simulation import Broken, Tally, is_whole, run
from vault_keys import keep_a_vault_key

MOST_SEEDS = 10**9
EVERY = 5
"""Of so many seeds one runs a whole server as well."""
STEPS = 300
"""How long each of those runs."""


def main(words: Sequence[str] | None = None) -> int:
    """Run seed after seed; 1 if one of them broke."""
    parser = ArgumentParser(prog="./run soak", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, help="stop the casinos after so long; else Ctrl-C stops them"
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
    console.print(f"Soaking from seed {seed}; Ctrl-C stops it.")
    end = None if given.minutes is None else monotonic() + 60 * given.minutes
    return _soak(seed, end, console)


def long_cases() -> int:
    """Run what is too long for `./run test`; the status of pytest."""
    words = ["-q", "--soak", "-m", "soak", "-n", str(os.cpu_count() or 1), "--dist", "worksteal"]
    # Standard output stays empty: it belongs to nobody here.
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=Path(__file__).parent.parent,
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
