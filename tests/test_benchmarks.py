"""The benchmarks run, whatever they measure on a busy machine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


def test_the_table_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent))
    from benchmarks.table import measure

    assert "benchmarks.table" in sys.modules
    found = measure(shoe_rounds=2, many_rounds=10)
    assert found.replay_events > 100
    assert found.commands_a_second > 0
    assert found.growth > 0


def test_the_simulation_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent))
    from benchmarks.simulation import simulated

    assert simulated(rounds=10_000, shoes=1).row_count == 4
