"""The power fails: whatever the disk did not have to keep is lost, and no acknowledged command."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from pathlib import Path
from random import Random

import pytest

from croupier.store.house import House
from houses import SAM, proven
from power_cut import Disk, Record, build, compiler, cuts, recorded

WORKER = str(Path(__file__).parent.parent / "house_worker.py")
NAME = "house.db"


@pytest.fixture(scope="module")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the recorder; CI has a compiler, a person's machine may have none."""
    if compiler() is None and "CROUPIER_CI" not in os.environ:
        pytest.skip("no C compiler, which makes the recorder")
    return build(tmp_path_factory.mktemp("recorder"))


def _played(
    recorder: Path, folder: Path, moves: int, *words: str, processes: int = 1
) -> tuple[tuple[Record, ...], Disk]:
    """Let processes play, each at its table; return what they did, and the disk before that."""
    watched = folder / "house"
    watched.mkdir()
    database = str(watched / NAME)
    with House.open(database) as house:
        house.deposit("d", SAM, "ann", "1000000")
    disk = Disk(watched)
    workers = [
        [sys.executable, WORKER, database, f"t{number}", str(number), str(moves), *words]
        for number in range(processes)
    ]
    launch = "import subprocess as s, sys; w = [s.Popen(a) for a in json.loads(sys.argv[1])]"
    script = f"import json; {launch}; sys.exit(any([each.wait() for each in w]))"
    log = folder / "records"
    return recorded(recorder, log, watched, "-c", script, json.dumps(workers)), disk


def _acknowledged(said: bytes) -> set[str]:
    """Return the ids of the commands whose answers were said."""
    whole = said[: said.rfind(b"\n") + 1].decode().splitlines()
    return {json.loads(line[2:])[0] for line in whole if line.startswith("<")}


def _stored(database: Path) -> set[str]:
    """Return the ids of the commands that a database has; it must be sound."""
    connection = sqlite3.connect(database)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {id for (id,) in connection.execute("SELECT id FROM results")}
    finally:
        connection.close()


def _lost(
    records: tuple[Record, ...], disk: Disk, count: int, folder: Path, every: int
) -> list[int]:
    """Cut the power so often; return where something acknowledged was lost.

    Every so many cuts the whole database is proven as well.
    """
    rng = Random(29)
    places = {rng.randrange(len(records)): rng.getrandbits(32) for _ in range(count)}
    lost: list[int] = []
    answered = 0
    for tried, (number, made) in enumerate(cuts(records, disk, places, folder)):
        known = _acknowledged(disk.said)
        answered = max(answered, len(known))
        if known - _stored(made / NAME):
            lost.append(number)
        elif tried % every == 0:
            proven(str(made / NAME))
    assert answered > 0, "nothing was acknowledged before any cut"
    return lost


def test_what_was_acknowledged_survives_a_power_cut(recorder: Path, folder: Path) -> None:
    records, disk = _played(recorder, folder, 250)
    assert not _lost(records, disk, 60, folder, every=10)


def test_what_two_processes_acknowledged_survives_a_power_cut(recorder: Path, folder: Path) -> None:
    """As the workers of one server: either may write the other's pages back into the database."""
    records, disk = _played(recorder, folder, 120, processes=2)
    assert not _lost(records, disk, 30, folder, every=10)


@pytest.mark.soak
@pytest.mark.parametrize("processes", [1, 2])
def test_a_thousand_power_cuts(recorder: Path, folder: Path, processes: int) -> None:
    records, disk = _played(recorder, folder, 2400 // processes, processes=processes)
    assert not _lost(records, disk, 1000, folder, every=25)


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_a_database_that_does_not_wait_for_the_disk_is_found_out(
    recorder: Path, folder: Path, synchronous: str
) -> None:
    """The same cuts find what is lost when commits do not wait: the check can fail."""
    records, disk = _played(recorder, folder, 60, synchronous)
    try:
        found = _lost(records, disk, 40, folder, every=10)
    except (AssertionError, sqlite3.DatabaseError):
        return
    assert found
