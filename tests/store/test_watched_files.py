"""Files of a SQLite database that vanish while it is in use: nothing is acknowledged any more."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from croupier.accounts import CONSOLE, People
from croupier.cli import main
from croupier.store.failures import FilesLost, NotStored
from croupier.store.house import House
from croupier.store.incidents import Kind
from croupier.store.watched_files import WatchedFiles
from houses import DEE, SAM, opened, play, proven

BUY = {"do": "buy_in", "player": "ann", "amount": "1"}


def _removed(part: str) -> Callable[[Path], None]:
    return lambda path: Path(f"{path}{part}").unlink()


def _copied(part: str) -> Callable[[Path], None]:
    """Put a copy in the place of a file: the same bytes, and nobody writes to it."""

    def replace(path: Path) -> None:
        file, copy = Path(f"{path}{part}"), path.with_name("copy")
        shutil.copy(file, copy)
        copy.replace(file)

    return replace


def _cut(part: str, keep: float) -> Callable[[Path], None]:
    def cut(path: Path) -> None:
        file = Path(f"{path}{part}")
        os.truncate(file, int(file.stat().st_size * keep))

    return cut


def _moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def _folder_gone(path: Path) -> None:
    path.parent.rename(path.parent.with_name(path.parent.name + "-away"))


LOSSES: dict[str, Callable[[Path], None]] = {
    "log removed": _removed("-wal"),
    "index removed": _removed("-shm"),
    "database removed": _removed(""),
    "log replaced": _copied("-wal"),
    "index replaced": _copied("-shm"),
    "database replaced": _copied(""),
    "log emptied": _cut("-wal", 0),
    "log cut": _cut("-wal", 0.5),
    "database emptied": _cut("", 0),
    "database cut": _cut("", 0.5),
    "database moved": _moved,
    "folder moved": _folder_gone,
}


@pytest.mark.parametrize("watched", [False, True], ids=["alone", "with a watcher"])
@pytest.mark.parametrize("lose", LOSSES.values(), ids=LOSSES.keys())
def test_nothing_is_acknowledged_after_a_loss(
    folder: Path, lose: Callable[[Path], None], watched: bool
) -> None:
    """Whatever file it is: tables, wallets and the journal stop at the next commit, and stay so."""
    inner = folder / "data"
    inner.mkdir()
    path = inner / "house.db"
    with House.open(str(path)) as house:
        opened(house)
        play(house, "t1", 20, Random(1))
    # A new log, in which nothing is copied to the database yet.
    with House.open(str(path), shared=watched) as house, People.open(str(path)) as people:
        for number in range(5):
            assert house.command("t1", f"a{number}", DEE, BUY).ok
        people.incidents.note(Kind.LARGE_BET, CONSOLE)
        lose(path)
        there = path.exists()
        for number in range(3):
            with pytest.raises(NotStored):
                house.command("t1", f"b{number}", DEE, BUY)
            with pytest.raises(NotStored):
                house.deposit(f"d{number}", SAM, "ann", "5")
            with pytest.raises(NotStored):
                house.ping()
            with pytest.raises(NotStored):
                people.incidents.note(Kind.LARGE_BET, CONSOLE)
        assert path.exists() == there, "no new file takes its place"


def test_a_removed_log_is_copied_into_the_database(sqlite: str, folder: Path) -> None:
    """All that was acknowledged is in the file itself, even if the process is killed now."""
    with House.open(sqlite) as house:
        opened(house)
        for number in range(20):
            assert house.command("t1", f"a{number}", DEE, BUY).ok
        Path(f"{sqlite}-wal").unlink()
        with pytest.raises(NotStored, match="all that was stored before is in the database"):
            house.command("t1", "b", DEE, BUY)
        killed = folder / "killed.db"
        shutil.copy(sqlite, killed)
    found = proven(str(killed))
    assert (found.commands, found.money) == (4 + 20, 500_000 - 100_000 - 2_000)


def test_another_log_is_not_mixed_with_the_removed_one(sqlite: str, folder: Path) -> None:
    """Somebody has put a log there: it is neither read, nor written, nor removed."""
    with House.open(sqlite) as house:
        opened(house)
        log = Path(f"{sqlite}-wal")
        log.unlink()
        log.write_bytes(b"another log")
        before = Path(sqlite).read_bytes()
        with pytest.raises(NotStored, match=r"house\.db-wal is another file now"):
            house.command("t1", "b", DEE, BUY)
        assert Path(sqlite).read_bytes() == before
    assert log.read_bytes() == b"another log"


def test_what_is_brought_back_goes_on(sqlite: str) -> None:
    with House.open(sqlite) as house, People.open(sqlite) as people:
        opened(house)
        for number, part in enumerate(("", "-wal", "-shm")):
            file, away = Path(f"{sqlite}{part}"), Path(f"{sqlite}.away")
            file.rename(away)
            with pytest.raises(NotStored):
                house.command("t1", f"b{number}", DEE, BUY)
            away.rename(file)
            assert house.command("t1", f"b{number}", DEE, BUY).ok
            people.incidents.note(Kind.LARGE_BET, CONSOLE)
        assert house.balance("ann") == "3997.00"
    proven(sqlite)


def test_a_link_to_a_database_is_watched_too(folder: Path) -> None:
    (folder / "disk").mkdir()
    link, real = folder / "house.db", folder / "disk" / "real.db"
    House.open(str(real)).close()
    link.symlink_to(real)
    with House.open(str(link), served=True) as house:
        opened(house)
        Path(f"{real}-wal").unlink()
        with pytest.raises(NotStored):
            house.command("t1", "b", DEE, BUY)
    assert Path(f"{real}.serving").exists(), "servers of either name find the same lock"


def test_what_others_may_do_is_no_loss(sqlite: str) -> None:
    """Another program empties the log in order, reads, vacuums, verifies: the house goes on."""
    with House.open(sqlite) as house:
        opened(house)
        for number in range(4):
            play(house, "t1", 30, Random(number), f"m{number}-")
            with closing(sqlite3.connect(sqlite, isolation_level=None)) as other:
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                assert house.command("t1", f"a{number}", DEE, BUY).ok
                other.execute("VACUUM")
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            assert house.command("t1", f"b{number}", DEE, BUY).ok
            assert main(["verify", sqlite]) == 0
    proven(sqlite)


def test_a_loss_during_the_commit_is_not_acknowledged(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log vanishes after the last check before the commit: the one after it sees that."""
    check = WatchedFiles.check

    def then_lost(files: WatchedFiles) -> None:
        check(files)
        Path(f"{sqlite}-wal").unlink(missing_ok=True)

    with House.open(sqlite) as house:
        opened(house)
        monkeypatch.setattr(WatchedFiles, "check", then_lost)
        with pytest.raises(NotStored):
            house.command("t1", "b", DEE, BUY)


def test_a_house_that_closes_leaves_everything_in_one_file(sqlite: str, folder: Path) -> None:
    """The file alone is the house, also while somebody else has it open for reading."""
    with closing(sqlite3.connect(sqlite)) as other:
        with House.open(sqlite) as house:
            opened(house)
            play(house, "t1", 60, Random(3))
            other.execute("SELECT count(*) FROM events").fetchone()
            assert Path(f"{sqlite}-wal").stat().st_size > 0
        assert Path(f"{sqlite}-wal").stat().st_size == 0
    alone = folder / "alone.db"
    shutil.copy(sqlite, alone)
    assert proven(str(alone)).head == proven(sqlite).head


def test_a_missing_file_cannot_be_watched(folder: Path) -> None:
    with pytest.raises(NotStored):
        WatchedFiles(folder / "none.db")
    assert not (folder / "none.db").exists()
    assert issubclass(FilesLost, NotStored)
