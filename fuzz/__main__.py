"""Runs fuzzers: `python -m fuzz [TARGET …] --seconds 60`. What breaks is kept in the corpus."""

from __future__ import annotations

import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import randbelow
from time import monotonic

from fuzz.mutation import mutated, smaller
from fuzz.targets import CORPUS, Run, Target, all_targets


def main(words: Sequence[str] | None = None) -> int:
    """Fuzz each target for some seconds; 1 if one of them broke."""
    parser = ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all, if none is named")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target")
    parser.add_argument("--seed", type=int, help="repeats a run: the same inputs in the same order")
    given = parser.parse_args(words)
    known = all_targets()
    unknown = [name for name in given.targets if name not in known]
    if unknown:
        parser.error(f"there is no target {unknown[0]}; there are {', '.join(known)}")
    chosen = [known[name] for name in given.targets or known]
    seed = randbelow(10**9) if given.seed is None else given.seed
    broken = 0
    for target in chosen:
        count, found = fuzz(target, Random(f"{seed} {target.name}"), given.seconds)
        told = f"{target.name}: {count:,} inputs, seed {seed}"
        print(f"{told}, {'nothing broke' if found is None else f'BROKE: {found}'}", file=sys.stderr)
        broken += found is not None
    return 1 if broken else 0


def fuzz(
    target: Target, rng: Random, seconds: float, most: int | None = None, into: Path = CORPUS
) -> tuple[int, Path | None]:
    """Run a target with altered seeds; return how many, and the file of what broke, or None."""
    seeds = list(target.seeds().values()) or [b""]
    end, count = monotonic() + seconds, 0
    with target.open() as run:
        while monotonic() < end and (most is None or count < most):
            data = mutated(rng.choice(seeds), seeds, rng)
            count += 1
            if (kind := failure(run, data)) is not None:
                short = smaller(data, partial(_fails_so, run, kind))
                return count, _keep(into / target.name, short, run)
    return count, None


def _fails_so(run: Run, kind: str, data: bytes) -> bool:
    return failure(run, data) == kind


def failure(run: Run, data: bytes) -> str | None:
    """Return what an input breaks, and where; None if it does not."""
    try:
        run(data)
    except Exception as wrong:
        last = traceback.extract_tb(wrong.__traceback__)[-1]
        return f"{type(wrong).__name__} in {last.name} of {Path(last.filename).name}"
    return None


def _keep(folder: Path, data: bytes, run: Run) -> Path:
    """Write a finding to the corpus, and print what it does."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"found-{sha256(data).hexdigest()[:8]}"
    path.write_bytes(data)
    try:
        run(data)
    except Exception:
        traceback.print_exc()
    return path


if __name__ == "__main__":
    sys.exit(main())
