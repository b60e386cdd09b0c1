"""The benchmarks run, whatever they measure on a busy machine."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.no_cover


def test_the_table_benchmark_runs() -> None:
    from benchmarks.table import measure

    found = measure(shoe_rounds=2, many_rounds=10)
    assert found.replay_events > 100
    assert found.commands_a_second > 0
    assert found.growth > 0


def test_the_benchmark_of_established_outcomes_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import established

    monkeypatch.setattr(established, "keys", lambda: ("classic", "insurance"))
    monkeypatch.setattr(established, "slow_established", lambda *_: True)
    assert established.asked().row_count == 9


def test_the_simulation_benchmark_runs() -> None:
    from benchmarks.simulation import simulated

    assert simulated(rounds=10_000, shoes=1).row_count == 7


def test_ratios_are_measured_or_it_is_said_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import simulation

    monkeypatch.setattr(simulation, "cold_start", lambda: 1.0)
    monkeypatch.setattr(simulation, "reference_program", lambda folder: "no C compiler is here")
    table = simulation.ratios(shoes=10)
    assert table.row_count == 3
    assert "no C compiler is here" in str(next(iter(table.columns[0].cells)))


def test_the_strategies_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent))
    from benchmarks import strategies

    monkeypatch.setattr("benchmarks.strategies.best", lambda what, act: (act(), 1.0)[1])
    assert strategies.played(shoes=50, plain_shoes=1).row_count == 12


def test_the_load_tool_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A few tables for a moment: every bet is answered, nobody misses a step or gets one twice."""
    from benchmarks import load

    monkeypatch.setattr(load, "STEPS", (0.5,))
    drawn, written = tmp_path / "load.svg", tmp_path / "load.json"
    small = ["--tables", "2", "--patrons", "2", "--sockets", "20", "--seconds", "0.5"]
    found = load.main([*small, "--processes", "1", "--plot", str(drawn), "--json", str(written)])
    assert found.rates[0].done > 0
    assert all(rate.refused == 0 for rate in found.rates)
    assert (found.missing, found.repeated) == (0, 0)
    assert found.storm_events >= 20
    assert drawn.read_text(encoding="utf-8").startswith("<?xml")
    assert '"saturation"' in written.read_text(encoding="utf-8")


@pytest.mark.soak
def test_the_capacity_tool_runs() -> None:
    """Every figure that docs/operate.md reckons with is counted."""
    from benchmarks import capacity

    found = capacity.main(["--tables", "2", "--sockets", "3", "--rate", "20", "--seconds", "2"])
    assert min(found.log_bytes, found.elsewhere, found.dealer, found.look) > 0
    assert 0 < found.connections[0] <= found.connections[1] <= 80
