"""Backup, restore, replay: the same state, from either database into either."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from croupier.cli import main
from croupier.store.address import Address
from croupier.store.failures import WrongDatabase
from croupier.store.house import House
from croupier.store.queries import engine_of
from croupier.store.schema import REVISION, metadata
from croupier.store.snapshots import state_hash
from houses import DEE, SAM, code, opened, play, proven
from postgres import Postgres


def made(database: str) -> dict[str, str]:
    with House.open(database) as house:
        opened(house, "t1")
        house.create_table("empty")
        house.deposit("d", SAM, "ann", "10000")
        play(house, "t1", 700, Random(6))
        return {name: state_hash(house.live_table(name).table) for name in house.tables()}


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_restored_house_is_as_it_was_and_goes_on(
    database: str,
    target: str,
    folder: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    states = made(database)
    file = folder / "house.backup"
    assert main(["backup", database, str(file), "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert written["states"] == states
    assert file.stat().st_mode & 0o777 == 0o600
    copy = str(folder / "copy.db")
    if target == "postgresql":
        copy = request.getfixturevalue("postgres").new()
    assert main(["restore", str(file), copy, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["head"] == written["head"]
    with House.open(copy) as house:
        assert {name: state_hash(house.live_table(name).table) for name in house.tables()} == states
        play(house, "t1", 60, Random(7), "after")
        # The first of these was answered in the old house.
        assert code(house.command("t1", "m0", DEE, {"do": "other"})) == "malformed"
    proven(copy)


def test_a_backup_is_taken_while_others_play(database: str, folder: Path) -> None:
    made(database)
    with House.open(database) as house:
        play(house, "t1", 20, Random(1), "before")
        assert main(["backup", database, str(folder / "b")]) == 0
        play(house, "t1", 20, Random(1), "after")
        assert main(["restore", str(folder / "b"), str(folder / "copy.db")]) == 0


@pytest.mark.parametrize("part", ["", "-wal"])
def test_a_backup_never_replaces_its_database(
    part: str, sqlite: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not by its name, not by another name of the same file; the house goes on."""
    with House.open(sqlite) as house:
        opened(house)
        file = Path(f"{sqlite}{part}")
        link = file.with_name("link")
        link.symlink_to(file)
        for name in (file, link):
            before = file.read_bytes()
            assert main(["backup", sqlite, str(name)]) == 2
            assert "is the database itself" in capsys.readouterr().err
            assert file.read_bytes() == before
        play(house, "t1", 5, Random(1))


def test_a_spoilt_backup_restores_nothing(
    sqlite: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(sqlite)
    file, copy = folder / "b", folder / "copy.db"
    assert main(["backup", sqlite, str(file)]) == 0
    lines = file.read_bytes().splitlines(keepends=True)
    spoilt = {
        "cut off": b"".join(lines[:-1]),
        "no closing": b"".join(lines[: len(lines) // 2]),
        "changed": b"".join([*lines[:40], lines[40].replace(b"1", b"2"), *lines[41:]]),
        "swapped": b"".join([*lines[:40], lines[41], lines[40], *lines[42:]]),
        "no row": b"".join([*lines[:40], b'["events", [1]]\n', *lines[41:]]),
        "empty": b"",
        "other": b"SQLite format 3\0",
    }
    for content in spoilt.values():
        file.write_bytes(content)
        capsys.readouterr()
        assert main(["restore", str(file), str(copy)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    with House.open(str(copy)) as house:
        assert house.tables() == ()
    file.write_bytes(b"".join(lines))
    assert main(["restore", str(file), str(copy)]) == 0
    capsys.readouterr()
    assert main(["restore", str(file), str(copy)]) == 2
    assert "not empty" in capsys.readouterr().err
    assert main(["restore", str(folder / "none"), str(folder / "new.db")]) == 2
    assert main(["backup", str(folder / "none"), str(file)]) == 2


def test_tables_are_held_to_the_states_they_were_in(sqlite: str, folder: Path) -> None:
    """By their hashes, and by their names alone where another version hashed other parts."""
    made(sqlite)
    file = folder / "b"
    assert main(["backup", sqlite, str(file)]) == 0
    *lines, last = file.read_bytes().splitlines(keepends=True)
    end = json.loads(last)
    other = dict.fromkeys(end["states"], "0" * 64)
    copies = (folder / f"copy{number}.db" for number in range(5))

    def restored(**changes: object) -> int:
        changed = json.dumps({**end, **changes}).encode()
        file.write_bytes(b"".join([*lines, changed, b"\n"]))
        return main(["restore", str(file), str(next(copies))])

    assert restored() == 0
    assert restored(states=other) == 1
    assert restored(states=other, states_as="0123456789abcdef") == 0
    assert restored(states={"t1": "0" * 64}, states_as="0123456789abcdef") == 1


def test_a_database_that_does_not_hold_is_not_backed_up(sqlite: str, folder: Path) -> None:
    made(sqlite)
    with sqlite3.connect(sqlite) as connection:
        connection.execute("UPDATE wallets SET balance = balance + 1")
    connection.close()
    assert main(["backup", sqlite, str(folder / "b")]) == 1
    assert not (folder / "b").exists()


def test_migrations_make_what_the_schema_says(database: str) -> None:
    House.open(database).close()
    engine = engine_of(Address.parse(database), write=True)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISION
    engine.dispose()


def test_every_table_of_sqlite_is_strict(sqlite: str) -> None:
    House.open(sqlite).close()
    connection = sqlite3.connect(sqlite)
    tables = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    loose = [name for name, sql in tables if "STRICT" not in sql]
    assert sorted(name for name in loose if not name.startswith("sqlite_")) == ["alembic_version"]
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_database_of_another_schema_is_refused(database: str) -> None:
    House.open(database).close()
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(WrongDatabase, match="newer croupier"):
        House.open(database)
    assert main(["verify", database]) == 2


def test_somebody_elses_database_is_left_alone(sqlite: str, postgres: Postgres) -> None:
    for database in (sqlite, postgres.new()):
        engine = engine_of(Address.parse(database), write=True)
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE theirs (x integer)"))
        engine.dispose()
        with pytest.raises(WrongDatabase, match="something else"):
            House.open(database)
