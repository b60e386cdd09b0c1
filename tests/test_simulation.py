"""A hundred whole shoes and a thousand runs of ten rounds, each from its seed."""

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


def test_there_are_as_many_runs_as_promised() -> None:
    assert sum(map(is_whole, SEEDS)) == 100
    assert len(SEEDS) - 100 == 1000


@pytest.mark.parametrize("first", SEEDS[::BLOCK])
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


def test_a_soak_is_a_program() -> None:
    program = Path(soak.__file__)
    done = subprocess.run([sys.executable, program, "--help"], capture_output=True, check=True)
    assert b"--minutes" in done.stdout
