"""Shoes dealt by a real Dask cluster of processes: the counts of the threads, whoever is lost."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from distributed import Client, KilledWorker, LocalCluster

from croupier.cli import main
from croupier.engines import cluster
from croupier.engines.cluster import ClusterEngine, connect_cluster, local_cluster
from croupier.engines.cluster_worker import ShardTask
from croupier.engines.runner import Engine, EngineFailed, RunTotal, deal_rounds, thread_engine
from croupier.simulation import Plan

pytestmark = pytest.mark.no_cover


@pytest.fixture(scope="module")
def engine() -> Iterator[ClusterEngine]:
    with local_cluster(2) as engine:
        yield engine


@pytest.fixture(scope="module")
def address(engine: ClusterEngine) -> str:
    return engine.address


def last(plan: Plan, rounds: int, engine: Engine) -> RunTotal:
    *_, found = deal_rounds(plan, rounds, engine)
    return found


def by_threads(plan: Plan, rounds: int) -> RunTotal:
    with thread_engine(2) as engine:
        return last(plan, rounds, engine)


def assert_same(one: RunTotal, two: RunTotal) -> None:
    assert (one.shoes, one.rounds) == (two.shoes, two.rounds)
    assert np.array_equal(one.counts, two.counts)


@pytest.mark.parametrize("suits", [False, True])
@pytest.mark.parametrize("rounds", [1, 5_000, 3_000_000])
def test_a_cluster_counts_what_threads_count(
    engine: ClusterEngine, rounds: int, suits: bool
) -> None:
    plan = Plan(11, 6, 20, suits=suits)
    rounds = rounds // 10 if suits and rounds > 10**6 else rounds
    assert_same(last(plan, rounds, engine), by_threads(plan, rounds))


def test_a_killed_worker_changes_nothing(engine: ClusterEngine, address: str) -> None:
    plan, rounds = Plan(12, 8), 80_000_000
    with Client(address, set_as_default=False) as client:
        at_work = client.run(os.getpid)
        assert len(at_work) == 2
        victim = next(iter(at_work.values()))
        counting = deal_rounds(plan, rounds, engine)
        for so_far in counting:
            if so_far.rounds > rounds // 5:
                break
        os.kill(victim, signal.SIGKILL)
        *_, found = counting
        assert_same(found, by_threads(plan, rounds))
        # Another has taken its place, or will.
        until = monotonic() + 30
        while len(client.nthreads()) < 2 and monotonic() < until:
            sleep(0.1)
        assert victim not in client.run(os.getpid).values()


def test_the_command_deals_on_the_cluster_of_a_scheduler(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Begun by threads, gone on with by the cluster: what threads count alone."""
    file = str(tmp_path / "run.json")
    far = ("--engine", "cluster", "--scheduler", address)

    def simulate_json(*words: str) -> dict[str, Any]:
        assert main(["simulate", "tiger", *words, "--json"]) == 0
        printed = capsys.readouterr()
        # On a busy machine it says how long it will take, and nothing else.
        assert all(line.startswith("croupier simulate: about") for line in printed.err.splitlines())
        found: dict[str, Any] = json.loads(printed.out)
        return found

    simulate_json("--rounds", "30000", "--seed", "4", "--checkpoint", file)
    by_cluster = simulate_json("--rounds", "2e6", "--resume", file, *far)
    assert by_cluster.pop("engine") == "cluster"
    alone = simulate_json("--rounds", "2e6", "--seed", "4")
    for key in ("game", "rounds", "shoes", "seed", "bets"):
        assert by_cluster[key] == alone[key]


def test_a_worker_that_deals_other_cards_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "sample_digest", lambda plan: "of another version")
    with (
        connect_cluster(address) as engine,
        pytest.raises(EngineFailed, match="another version of croupier"),
    ):
        last(Plan(1, 8), 100, engine)


def test_a_worker_without_croupier_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And it lives on: only the shard fails."""
    monkeypatch.setattr(ShardTask, "pickled", lambda task: b"cno.such.croupier\ndeal\n.")
    message = r"the worker tcp://\S+ has not this version of croupier: .*no"
    with connect_cluster(address) as engine, pytest.raises(EngineFailed, match=message):
        last(Plan(1, 8), 100, engine)
    monkeypatch.undo()
    with connect_cluster(address) as engine:
        assert last(Plan(1, 8), 100, engine).rounds >= 100


def test_a_shard_is_handed_out_again_when_dask_gives_it_up(
    engine: ClusterEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(13, 8)
    submit_task, left = ClusterEngine.submit_task, [1] * cluster.RETRIES

    class Killed(KilledWorker):
        def __init__(self) -> None:
            pass

    class Lost:
        def result(self, timeout: float) -> None:
            raise Killed

    def lossy(self: ClusterEngine, task: ShardTask, worker: str | None = None) -> Any:
        return Lost() if left and left.pop() else submit_task(self, task, worker)

    engine.submit(plan, 0, 1).result()
    monkeypatch.setattr(ClusterEngine, "submit_task", lossy)
    assert engine.submit(plan, 0, 5).result().shoes == 5
    left.extend([1] * (cluster.RETRIES + 1))
    with pytest.raises(EngineFailed, match="again and again"):
        engine.submit(plan, 0, 5).result()


def bare(workers: int) -> LocalCluster:
    """Start a scheduler in this process, with workers in threads: quick, and easily lost."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
    )


def test_nobody_waits_for_ever_where_there_is_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "NO_WORKER_SECONDS", 0.5)
    with (
        bare(0) as empty,
        connect_cluster(empty.scheduler_address) as engine,
        pytest.raises(EngineFailed, match="no worker for"),
    ):
        last(Plan(1, 8), 100, engine)


@pytest.mark.parametrize("lost", ["workers", "scheduler"])
def test_a_run_that_loses_everybody_can_be_gone_on_with(
    lost: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It says what happened and how to go on; another engine does, with the same counts."""
    monkeypatch.setattr(cluster, "NO_WORKER_SECONDS", 0.5)
    file = tmp_path / "run.json"
    doomed = bare(1)
    end: dict[str, Callable[[], object]] = {
        "workers": partial(doomed.scale, 0),
        "scheduler": partial(doomed.close, timeout=5),
    }
    add, added = RunTotal.add, 0

    def failing(found: RunTotal, shard: Any) -> None:
        nonlocal added
        add(found, shard)
        added += 1
        if added == 10:
            end[lost]()

    try:
        monkeypatch.setattr(RunTotal, "add", failing)
        words = ["simulate", "classic", "--engine", "cluster", "--scheduler"]
        words += [doomed.scheduler_address, "--rounds", "1e13", "--seed", "6"]
        assert main([*words, "--checkpoint", str(file)]) == 2
    finally:
        monkeypatch.undo()
        doomed.close()
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert {"workers": "no worker for", "scheduler": "connection to the scheduler"}[lost] in message
    assert f"--rounds 10000000000000 --resume {file}" in message
    checkpoint = json.loads(file.read_text())["content"]
    assert checkpoint["rounds"] > 0
    assert not checkpoint["done"]
    rounds = checkpoint["rounds"] + 100_000
    assert main(["simulate", "classic", "--rounds", str(rounds), "--resume", str(file)]) == 0
    whole = json.loads(file.read_text())["content"]
    found = by_threads(Plan(6, 8), rounds).tally()
    assert (whole["shoes"], whole["rounds"], whole["done"]) == (found.shoes, found.rounds, True)
    assert {int(code): count for code, count in whole["counts"].items()} == found.counts


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--engine cluster --scheduler nowhere", "like tcp://host:8786"),
        ("--engine cluster --scheduler ftp://host:1", "like tcp://host:8786"),
        ("--engine cluster --scheduler tls://127.0.0.1:9", "takes certificates"),
        ("--engine cluster --scheduler 127.0.0.1:9", "no scheduler answers at 127.0.0.1:9"),
        ("--engine cluster --scheduler 127.0.0.1:9 --workers 2", "--workers"),
        ("--engine abacus", "there is cpu, "),
        ("--scheduler 127.0.0.1:9", "for --engine cluster"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    words: str, why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.3)
    assert main(["simulate", "classic", "--rounds", "10", *words.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert why in printed.err
    assert printed.err.count("\n") == 1


def test_without_dask_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "croupier.engines.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", "classic", "--rounds", "10", "--engine", "cluster"]) == 2
    assert "pip install 'croupier[cluster]'" in capsys.readouterr().err


def test_ctrl_c_at_a_terminal_ends_a_local_cluster_in_order(tmp_path: Path) -> None:
    """The whole group of processes hears Ctrl-C, as at a real terminal; only ours obeys."""
    file = tmp_path / "run.json"
    words = [sys.executable, "-m", "croupier", "simulate", "classic", "--rounds", "1e14"]
    words += ["--engine", "cluster", "--workers", "1", "--seed", "1", "--json"]
    words += ["--checkpoint", str(file)]
    screen, stderr = pty.openpty()
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=stderr, start_new_session=True
    ) as running:
        os.close(stderr)
        seen = b""
        while b"rounds/s" not in seen or b"0%" not in seen:
            seen += os.read(screen, 1000)
        sleep(0.5)
        tasks = Path(f"/proc/{running.pid}/task").glob("*/children")
        children = " ".join(task.read_text() for task in tasks).split()
        os.killpg(running.pid, signal.SIGINT)
        try:
            while chunk := os.read(screen, 1000):
                seen += chunk
        except OSError:
            # What Linux says when nobody has the other end open any more.
            pass
        out = running.stdout.read() if running.stdout else b""
    os.close(screen)
    assert running.returncode == 130, seen
    assert b"stopped after" in seen
    assert b"--resume" in seen
    assert b"Traceback" not in seen
    assert b"distributed" not in seen
    assert json.loads(out)["rounds"] == json.loads(file.read_text())["content"]["rounds"] > 0
    assert len(children) > 1
    until = monotonic() + 10
    while any(map(alive, children)) and monotonic() < until:
        sleep(0.05)
    assert not any(map(alive, children))


def alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] not in "ZX"
    except OSError:
        return False
