"""What operators do at night: replay a database, restore and add people where that is refused."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import inspect

from croupier.cli import main
from croupier.server.config import unknown_variables
from croupier.store.address import Address
from croupier.store.house import House
from croupier.store.queries import engine_of
from folk import SECRET
from houses import opened, play


def made(database: str, *tables: str) -> None:
    with House.open(database) as house:
        for name in tables:
            opened(house, name)
            play(house, name, 60, Random(6), f"{name}-")


def test_a_table_of_a_database_is_told(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made(database, "t1")
    monkeypatch.setenv("CROUPIER_VAULT_KEY", "/nowhere/vault.key")  # no key is needed
    assert main(["replay", database, "--round", "1"]) == 0
    told = capsys.readouterr().out
    assert "Round 1" in told
    assert "Round 2" not in told
    assert main(["replay", database, "--table", "t1", "--round", "1", "--json"]) == 0
    assert '"type": "bets_opened"' in capsys.readouterr().out
    assert main(["replay", database, "--round", "999"]) == 2
    assert "there is no round 999 in the log of t1" in capsys.readouterr().err


def test_which_table_is_asked_for(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    made(sqlite, "high-1", "high-2")
    for words, says in (
        ([], "name one with --table: high-1, high-2"),
        (["--table", "hihg-1"], "there is no table hihg-1; did you mean high-1?"),
        (["--table", "zzz"], "there is no table zzz; there are high-1, high-2"),
    ):
        assert main(["replay", sqlite, *words]) == 2
        err = capsys.readouterr().err
        assert says in err
        assert err.count("\n") == 1
    assert main(["replay", "examples/table.log", "--table", "t1"]) == 2
    assert "--table is for a database" in capsys.readouterr().err
    assert main(["replay", "nowhere.db", "--table", "t1"]) == 2
    assert "cannot read nowhere.db: no such file" in capsys.readouterr().err


def test_a_house_with_one_table_names_it(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    made(sqlite, "t1")
    assert main(["replay", sqlite, "--table", "zzz"]) == 2
    assert "there is no table zzz; there is only t1" in capsys.readouterr().err


def test_what_was_changed_is_told(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    made(sqlite, "t1")
    with engine_of(Address.parse(sqlite), write=True).begin() as connection:
        for (name,) in connection.exec_driver_sql(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).all():
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        connection.exec_driver_sql(
            "DELETE FROM events WHERE number = (SELECT max(number) FROM events)"
        )
    assert main(["replay", sqlite]) == 1
    assert "something was cut off" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["cut", "changed", "other"])
def test_a_refused_restore_leaves_nothing(sqlite: str, folder: Path, wrong: str) -> None:
    made(sqlite, "t1")
    file = folder / "b"
    assert main(["backup", sqlite, str(file)]) == 0
    data = file.read_bytes()
    if wrong == "cut":
        data = data[: len(data) // 2]
    data = data.replace(b"t1", b"t2", 1) if wrong == "changed" else data
    file.write_bytes(b"no backup" if wrong == "other" else data)
    (folder / "new").mkdir()
    assert main(["restore", str(file), str(folder / "new" / "copy.db")]) == 2
    assert os.listdir(folder / "new") == []


def forged(file: Path) -> None:
    """Change an entry of a backup and hash it anew: only the proof of the database finds it."""
    *lines, end = file.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith(b'["events"'))
    lines[at] = re.sub(rb"[0-9a-f]{64}", b"0" * 64, lines[at], count=1)
    told = json.loads(end) | {"hash": sha256(b"".join(lines)).hexdigest()}
    file.write_bytes(b"".join([*lines, json.dumps(told).encode() + b"\n"]))


@pytest.mark.parametrize(("wrong", "status"), [("cut", 2), ("forged", 1)])
def test_a_refused_restore_leaves_an_empty_database_empty(
    database: str, folder: Path, wrong: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refused by its hash, or by the proof when every row is stored: no table, no file, no key."""
    source, file, key = str(folder / "source.db"), folder / "b", folder / "keys" / "vault.key"
    made(source, "t1")
    assert main(["backup", source, str(file)]) == 0
    if wrong == "cut":
        file.write_bytes(file.read_bytes()[:-40])
    else:
        forged(file)
    there = sorted(os.listdir(folder))
    capsys.readouterr()
    assert main(["restore", str(file), database, "--vault-key", str(key)]) == status
    printed = capsys.readouterr()
    assert (printed.out + printed.err).count("\n") <= 3
    assert sorted(os.listdir(folder)) == there
    if database.startswith("postgresql"):
        engine = engine_of(Address.parse(database))
        assert inspect(engine).get_table_names() == []
        engine.dispose()


def test_a_house_that_is_there_is_not_touched(database: str, folder: Path) -> None:
    made(database, "t1")
    assert main(["verify", database, "--write-heads", str(folder / "before")]) == 0
    assert main(["backup", database, str(folder / "b")]) == 0
    assert main(["restore", str(folder / "b"), database]) == 2
    assert main(["verify", database, "--write-heads", str(folder / "after")]) == 0
    assert (folder / "after").read_bytes() == (folder / "before").read_bytes()
    # Readers of SQLite leave an empty -wal beside it, which the next writer removes.
    there = {name.removesuffix("-wal").removesuffix("-shm") for name in os.listdir(folder)}
    assert there - {"house.db"} == {"b", "before", "after"}


@pytest.mark.parametrize(
    ("words", "line", "status"),
    [
        ("dee --role dealer", "short", 1),
        ("dee --role dealer", "", 2),
        ("house:x --role dealer", SECRET, 2),
        ("dee --role dealer --table T!1", SECRET, 2),
    ],
)
def test_a_refused_person_leaves_no_database(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: str, line: str, status: int
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(line))
    database = str(folder / "house.db")
    assert main(["user", "add", *words.split(), "--database", database]) == status
    assert os.listdir(folder) == []


def test_a_table_that_is_not_there_is_told(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def user(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(SECRET))
        status = main(["user", *words, "--database", database])
        return status, capsys.readouterr().err

    first = user("add", "dee", "--role", "dealer", "--table", "high-1")
    assert first == (0, "croupier user: note: there is no table high-1 yet\n")
    made(database, "high-1")
    wrong = user("tables", "dee", "hihg-1")
    assert wrong == (2, "croupier user: there is no table hihg-1; did you mean high-1?\n")
    assert user("add", "max", "--role", "dealer", "--table", "zzz")[0] == 2
    assert user("tables", "dee", "high-1") == (0, "")


def test_variables_that_are_no_settings_are_told() -> None:
    assert unknown_variables({"CROUPIER_PORT": "1", "CROUPIER_CONFIG": "x", "HOME": "/"}) == []
    assert unknown_variables({"CROUPIER_DATABSE": "x", "CROUPIER_SERVICE_HOST": "10.0.0.1"}) == [
        "CROUPIER_DATABSE is no setting; did you mean CROUPIER_DATABASE?",
        "CROUPIER_SERVICE_HOST is no setting",
    ]
