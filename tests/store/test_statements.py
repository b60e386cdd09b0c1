"""Signed statements of heads: a database is held against every one of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.cli import main
from croupier.store.failures import BadStore
from croupier.store.hash_chain import table_genesis
from croupier.store.house import House
from croupier.store.key_files import BadKeyFile
from croupier.store.log_file import chained
from croupier.store.signing import SigningKey, make_signing_key, read_signing_key
from croupier.store.statement_file import StatementFile, file_lines, last_lines
from croupier.store.statements import Why, latest_state, read_line
from croupier.store.verify_heads import heads_of
from houses import DEE, SAM, moment, opened, play, proven
from store.test_emptied import another, fresh
from store.test_verify_database import forge

KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
OTHER = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))


def published(database: str, file: StatementFile, why: Why = Why.TIME) -> None:
    """Publish where the chains of a database are now."""
    with moment(database) as connection:
        chains = heads_of(connection)
    file.publish(chains, "2026-11-18T09:00:00.000+00:00", why)


def told(database: str, path: Path, count: int = 4) -> StatementFile:
    """Play at two tables, and publish a statement after each stretch."""
    file = StatementFile(path, KEY)
    with House.open(database) as house:
        opened(house, "t1")
        opened(house, "t2", game="classic")
        published(database, file, Why.START)
        for number in range(1, count):
            play(house, "t1", 15, Random(number), f"m{number}-")
            published(database, file)
    return file


def found(
    capsys: pytest.CaptureFixture[str], database: str, path: Path, *words: str
) -> tuple[int, dict[str, Any]]:
    """Return the status of `verify` and what it says."""
    capsys.readouterr()
    status = main(["verify", database, "--heads", str(path), *words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_a_house_that_went_on_holds(
    database: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "heads.jsonl"
    told(database, path)
    with House.open(database) as house:
        play(house, "t2", 10, Random(9), "on-")
        house.deposit("d", SAM, "carol", "5")
    status, said = found(capsys, database, path, "--key", KEY.public)
    assert status == 0, said
    assert said["statements"] == [
        {
            "file": str(path),
            "statements": 4,
            "first": 1,
            "last": 4,
            "at": "2026-11-18T09:00:00.000+00:00",
            "keys": [KEY.public],
            "key_given": True,
            "wallets": True,
        }
    ]
    # Tables, wallets, refusals and the journal once; then t1 three times, with or without ann's
    # wallet and what the table has refused.
    assert 4 + 3 <= said["chains_held"] <= 6 + 9
    assert main(["verify", database, "--heads", str(path)]) == 0
    out = capsys.readouterr().out
    assert "4 of" in out
    assert "the file itself says whose key that is" in out


def test_statements_name_what_has_changed_and_the_head_of_all(database: str, folder: Path) -> None:
    path = folder / "heads.jsonl"
    told(database, path, 3)
    read = [read_line(line, "file") for line in file_lines(path)]
    assert [each.statement.complete for each in read] == [True, False, False]
    assert {chain.name for chain in read[0].chains} == {"t1", "t2", "ann", ""}
    assert {chain.name for chain in read[1].chains} <= {"t1", "ann"}
    assert read[-1].statement.head == proven(database).head
    counts = read[-1].statement.counts
    with moment(database) as connection:
        now = heads_of(connection)
    assert counts["entries"] == sum(each.number for each in now if each.kind == "table")
    last = latest_state(file_lines(path), "file")
    assert last is not None
    assert {(each.kind, each.name): each for each in last[1]} == {
        (each.kind, each.name): each for each in now
    }
    assert b"ann" not in read[0].public(), "a page shows no name of a patron"
    assert read_line(read[0].public(), "page").hash == read[0].hash


def test_after_a_start_all_chains_are_named_again(database: str, folder: Path) -> None:
    path = folder / "heads.jsonl"
    told(database, path, 3)
    published(database, StatementFile(path, KEY), Why.START)
    read = [read_line(line, "file").statement for line in file_lines(path)]
    assert [(each.number, each.complete) for each in read][-1] == (4, True)
    assert read[-1].before == read_line(file_lines(path)[-2], "file").hash


def tail_cut(database: str) -> None:
    """Take the last entries of a table away with all that belongs to them; set its row back."""
    last = "(SELECT version - 3 FROM tables WHERE id = 't1')"
    later = f"table_id = 't1' AND {{}} > {last}"
    forge(
        database,
        f"DELETE FROM results WHERE {later.format('last')}",
        *(
            f"DELETE FROM {name} WHERE {later.format(column)}"
            for name, column in (
                ("transfers", "event"),
                ("rounds", "event"),
                ("snapshots", "number"),
                ("vault_snapshots", "number"),
                ("wallet_moves", "event"),
                ("events", "number"),
            )
        ),
        "UPDATE tables SET version = version - 3, head = (SELECT hash FROM events "
        "WHERE table_id = 't1' AND number = tables.version - 3) WHERE id = 't1'",
    )


def rewritten(database: str) -> None:
    """Change who acted in the first entry, and chain everything after it anew."""
    with moment(database) as connection:
        rows = connection.exec_driver_sql(
            "SELECT number, entry FROM events WHERE table_id = 't1' ORDER BY number"
        ).fetchall()
    head, changes = table_genesis("t1"), []
    for number, entry in rows:
        data = bytes(entry).replace(b'"sam"', b'"tom"')
        head = chained(head, data)
        written = f"'\\x{data.hex()}'" if database.startswith("postgres") else f"X'{data.hex()}'"
        changes.append(
            f"UPDATE events SET entry = {written}, hash = '{head}' "
            f"WHERE table_id = 't1' AND number = {number}"
        )
    forge(database, *changes, f"UPDATE tables SET head = '{head}' WHERE id = 't1'")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (tail_cut, "table t1: it is missing, or was cut off: statement 4"),
        (rewritten, "it was written anew"),
        (another, "it was written anew"),
        (fresh, "it is missing, or was cut off: statement 1"),
    ],
    ids=["tail cut", "history rewritten", "another house", "emptied"],
)
def test_a_changed_database_is_named(
    database: str, folder: Path, change: Callable[[str], None], named: str
) -> None:
    """By itself such a database can be made to look right; the statements tell."""
    from croupier.store.verify_heads import check_entries
    from croupier.store.verify_statements import check_statements

    path = folder / "heads.jsonl"
    told(database, path)
    checked = check_statements(file_lines(path), "heads.jsonl", frozenset({KEY.public}))
    with moment(database) as connection:
        assert check_entries(connection, list(checked.entries)) == len(checked.entries)
    change(database)
    with moment(database) as connection, pytest.raises(BadStore) as wrong:
        check_entries(connection, list(checked.entries))
    assert named in str(wrong.value)


def _resigned(lines: list[bytes]) -> None:
    """Sign one statement again, as somebody does who has another key."""
    from croupier.store.statements import sign

    read = [read_line(line, "file") for line in lines]
    made = sign(OTHER, read[2].chains, read[2].statement.at, Why.TIME, read[1], {})
    lines[2] = made.line + b"\n"


def _changed(lines: list[bytes]) -> None:
    lines[1] = lines[1].replace(b'"why":"time"', b'"why":"shoe"')


def _wallets_changed(lines: list[bytes]) -> None:
    lines[0] = lines[0].replace(b'["ann",', b'["eve",')


def _follows_another(lines: list[bytes]) -> None:
    from croupier.store.statements import sign

    read = [read_line(line, "file") for line in lines]
    lines[1] = sign(KEY, (), read[1].statement.at, Why.TIME, read[0], {}).line + b"\n"


MISTAKES: dict[str, tuple[Callable[[list[bytes]], Any], str]] = {
    "changed": (_changed, "statement 2: its signature does not hold"),
    "signed by another": (_resigned, "statement 3: it is signed by another key"),
    "left out": (lambda lines: lines.pop(1), "statement 3: statement 2 should stand here"),
    "swapped": (lambda lines: lines.insert(1, lines.pop(2)), "statement 2 should stand here"),
    "another in its place": (_follows_another, "statement 3: it follows another statement 2"),
    "wallets changed": (_wallets_changed, "statement 1: its list of wallets is not the one"),
    "cut off": (lambda lines: lines.append(lines.pop()[:200]), "it is no statement of heads"),
    "emptied": (lambda lines: lines.clear(), "no file of heads"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_changed_file_is_named(
    sqlite: str, folder: Path, mistake: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "heads.jsonl"
    told(sqlite, path)
    change, named = MISTAKES[mistake]
    lines = file_lines(path)
    change(lines)
    path.write_bytes(b"".join(lines))
    status = main(["verify", sqlite, "--heads", str(path)])
    caught = capsys.readouterr()
    assert (status, named in caught.out + caught.err) == (2 if not lines else 1, True), caught


def test_the_key_is_taken_from_elsewhere(
    sqlite: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that somebody has signed again from its first line holds only for its own key."""
    path = folder / "heads.jsonl"
    with House.open(sqlite) as house:
        opened(house)
    published(sqlite, StatementFile(path, OTHER))
    assert main(["verify", sqlite, "--heads", str(path)]) == 0
    status, said = found(capsys, sqlite, path, "--key", KEY.public)
    assert (status, "signed by another key" in said["reason"]) == (1, True)
    given = folder / "house.pub"
    given.write_text(OTHER.public + "\n")
    assert found(capsys, sqlite, path, "--key", str(given))[0] == 0
    both = ("--key", KEY.public, "--key", OTHER.public)
    assert found(capsys, sqlite, path, *both)[0] == 0
    for wrong in ("none", "0" * 63, str(path), "x" * 64):
        assert main(["verify", sqlite, "--heads", str(path), "--key", wrong]) == 2
    plain = folder / "heads.json"
    assert main(["verify", sqlite, "--write-heads", str(plain)]) == 0
    assert main(["verify", sqlite, "--heads", str(plain)]) == 0
    assert main(["verify", sqlite, "--heads", str(plain), "--key", KEY.public]) == 2


def test_what_a_page_showed_is_held_too(
    sqlite: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A patron keeps the answer of `/api/heads`; it names no wallets, and `verify` says so."""
    path, page = folder / "heads.jsonl", folder / "page.json"
    told(sqlite, path)
    shown = [read_line(line, "f").public() for line in reversed(file_lines(path)[1:])]
    page.write_bytes(b'{"statements":[' + b",".join(shown) + b"]}")
    status, said = found(capsys, sqlite, page)
    assert status == 0, said
    listed = said["statements"][0]
    assert (listed["first"], listed["last"], listed["wallets"]) == (2, 4, False)
    assert main(["verify", sqlite, "--heads", str(page)]) == 0
    out = capsys.readouterr().out
    assert "the file begins with statement 2" in out
    assert "it names no wallets" in out
    fresh(sqlite)
    assert found(capsys, sqlite, page)[0] == 1
    page.write_bytes(b'{"statements":[' + shown[0][:-9] + b"]}")
    assert "damaged" in found(capsys, sqlite, page)[1]["reason"]


def test_half_a_line_of_a_crash_is_replaced(sqlite: str, folder: Path) -> None:
    path = folder / "heads.jsonl"
    file = told(sqlite, path, 2)
    with path.open("ab") as other:
        other.write(b'{"statement":{"format":"croupier.heads.2"' + b"x" * 70_000)
    with House.open(sqlite) as house:
        house.command("t1", "more", DEE, {"do": "buy_in", "player": "ann", "amount": "1"})
    published(sqlite, file)
    assert [read_line(line, "f").statement.number for line in file_lines(path)] == [1, 2, 3]
    assert path.read_bytes().count(b"\n") == 3
    assert last_lines(path, 2) == file_lines(path)[-2:]
    assert last_lines(folder / "none", 2) == []


def test_a_key_file_is_for_its_owner_only(folder: Path) -> None:
    path = folder / "deep" / "signing.pem"
    assert make_signing_key(path)
    assert not make_signing_key(path), "it stays the same"
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(read_signing_key(path).public) == 64
    path.chmod(0o640)
    with pytest.raises(BadKeyFile, match="can be read by others"):
        read_signing_key(path)
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(BadKeyFile, match="no Ed25519 key"):
        make_signing_key(path)
    with pytest.raises(BadKeyFile, match="cannot read"):
        read_signing_key(folder / "none")
    (folder / "file").write_text("")
    with pytest.raises(BadKeyFile, match="cannot make"):
        make_signing_key(folder / "file" / "key")
