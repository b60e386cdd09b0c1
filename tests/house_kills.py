"""Processes that play at a house until they are killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

TESTS = Path(__file__).parent


def started(script: str, *words: str) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(TESTS), str(TESTS.parent / "src")])
    return subprocess.Popen(
        [sys.executable, str(TESTS / script), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )


def killed(
    database: str, seed: int, rng: Random, at_least: int = 1, tables: str = "t1"
) -> list[str]:
    """Let a process play, kill it at some moment after so many answers, give what it said."""
    process = started("house_worker.py", database, tables, str(seed), "100000")
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(2 * at_least)]
    time.sleep(rng.uniform(0.0, 0.25))
    process.kill()
    said += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    assert process.stdin is not None
    process.stdin.close()
    return [line for line in said if line.endswith("\n")]
