"""A hundred whole shoes and a thousand runs of ten rounds, each from its seed.

The tests play a third of them, `./run soak` all.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import soak
from simulation import Broken, Tally, is_whole, run

# Long runs through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

SEEDS = range(1100)
BLOCK = 22
"""Seeds of one test: enough tests to share out, and each takes about a second."""
SHORT = 15 * BLOCK


def test_there_are_as_many_runs_as_promised() -> None:
    assert sum(map(is_whole, SEEDS)) == 100
    assert len(SEEDS) - 100 == 1000
    assert sum(map(is_whole, SEEDS[:SHORT])) == 30


@pytest.mark.parametrize(
    "first",
    [
        *SEEDS[:SHORT:BLOCK],
        *(pytest.param(first, marks=pytest.mark.soak) for first in SEEDS[SHORT::BLOCK]),
    ],
)
def test_runs_hold(first: int) -> None:
    tallies = [run(seed) for seed in SEEDS[first : first + BLOCK]]
    assert sum(tally.rounds for tally in tallies) >= 10 * BLOCK


def test_the_same_seed_gives_the_same_run() -> None:
    assert run(7) == run(7)


def test_a_soak_ends_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--minutes", "0.005", "--seed", "5"]) == 0
    told = capsys.readouterr().err
    assert "from seed 5" in told
    assert "nothing broke" in told


def test_a_soak_names_the_seed_that_breaks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def planted(seed: int) -> Tally:
        if seed == 3:
            raise Broken(seed, AssertionError("a planted mistake"))
        return run(seed)

    monkeypatch.setattr(soak, "run", planted)
    assert soak.main(["--minutes", "5", "--seed", "2"]) == 1
    told = capsys.readouterr().err
    assert "a planted mistake" in told
    assert "./run soak --seed 3" in told


def test_a_soak_begins_with_the_long_cases(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that fails ends it; where somebody repeats a seed they are left out."""
    monkeypatch.setattr(soak, "long_cases", lambda: 1)
    assert soak.main(["--minutes", "0.001"]) == 1
    assert "A long case failed" in capsys.readouterr().err
    assert soak.main(["--minutes", "0.001", "--seed", "5"]) == 0
    monkeypatch.setattr(soak, "long_cases", lambda: 0)
    assert soak.main(["--minutes", "0.001"]) == 0


def test_long_cases_run_when_they_are_asked_for() -> None:
    """Those marked `soak` are in no other run."""
    words = [sys.executable, "-m", "pytest", "--collect-only", "-q", __file__]
    usual = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    asked = [*words, "--soak", "-m", "soak"]
    long = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    assert "test_runs_hold[0]" in usual
    assert "test_runs_hold[1078]" not in usual
    assert "test_runs_hold[1078]" in long
    assert "test_runs_hold[0]" not in long


def test_a_soak_is_a_program() -> None:
    program = Path(soak.__file__)
    done = subprocess.run([sys.executable, program, "--help"], capture_output=True, check=True)
    assert b"--minutes" in done.stdout
