"""A copy of the data tells no card: the files of houses with shoes in play, byte by byte."""

from __future__ import annotations

import json
import shutil
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest
from sqlalchemy import text

from byte_scan import leaks, secrets_of, spelt
from croupier.accounts import People
from croupier.cli import main
from croupier.store import live_table
from croupier.store.failures import WrongDatabase
from croupier.store.house import House
from croupier.store.master_key import KeyFile, KeyRing
from croupier.store.sealing import Place, Purpose, Sealer
from golden_files import opened_copy, unpacked
from house_kills import killed
from houses import DEE, SAM, moment, play, proven
from postgres import Postgres


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take snapshots after a few events, so that they fall into the middle of rounds."""
    monkeypatch.setattr(live_table, "EVERY", 10)


def in_play(house: House) -> set[bytes]:
    """Play until cards lie face down and a mark of them is stored; return what is secret then."""
    house.create_table("t1")
    house.deposit("d", SAM, "ann", "10000")
    rng, live = Random(8), house.live_table("t1")
    for number in range(2000):
        play(house, "t1", 1, rng, f"m{number}-")
        if number > 60 and live._loaded.vault._down and len(live.table.cards) >= 2:
            live._store_snapshot()
            return secrets_of(house, "t1")
    raise AssertionError("no card ever lay face down")


def files_of(database: str, request: pytest.FixtureRequest) -> list[Path]:
    """Return all files that a house has on the disk at this moment, its write-ahead log too."""
    if not database.startswith("postgresql"):
        found = sorted(path for path in Path(database).parent.iterdir() if path.is_file())
        assert {Path(database).name, Path(database).name + "-wal"} <= {each.name for each in found}
        return found
    server: Postgres = request.getfixturevalue("postgres")
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        row = connection.execute(
            "SELECT oid FROM pg_database WHERE datname = current_database()"
        ).fetchone()
        log = connection.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()
    assert row is not None
    assert log is not None
    rows = [path for path in (server.data / "base" / str(row[0])).iterdir() if path.is_file()]
    assert len(rows) > 100
    return [*rows, server.data / "pg_wal" / log[0]]


def test_a_copy_of_the_data_tells_no_card(
    database: str, often: None, folder: Path, request: pytest.FixtureRequest
) -> None:
    """Neither seed, salt, key nor a coming card: rows, logs, indexes, and what a backup wrote."""
    with House.open(database) as house:
        secrets = in_play(house)
        assert len(secrets) > 15
        assert leaks(secrets, files_of(database, request)) == []
        backup = folder / "kept" / "backup"
        backup.parent.mkdir()
        assert main(["backup", database, str(backup)]) == 0
        assert leaks(secrets, [backup]) == []


def plain(_: Sealer, __: Place, data: bytes) -> bytes:
    return data


def only_the_mark(sealer: Sealer, place: Place, data: bytes) -> bytes:
    return data if place.purpose is Purpose.MARK else _seal(sealer, place, data)


def only_the_shoe(sealer: Sealer, place: Place, data: bytes) -> bytes:
    return data if place.purpose is Purpose.SHOE else _seal(sealer, place, data)


def written_otherwise(_: Sealer, __: Place, data: bytes) -> bytes:
    return b64encode(data)


_seal = Sealer.seal


@pytest.mark.parametrize("planted", [plain, only_the_mark, only_the_shoe, written_otherwise])
def test_a_writer_that_stores_a_secret_as_it_is_is_caught(
    database: str,
    often: None,
    planted: Callable[[Sealer, Place, bytes], bytes],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """The mistakes that the scan is for: each must be found in the files."""
    monkeypatch.setattr(Sealer, "seal", planted)
    # It opens its own rows as they are, or it would notice the mistake itself.
    monkeypatch.setattr(Sealer, "open", _open)
    with House.open(database) as house:
        secrets = in_play(house)
        assert leaks(secrets, files_of(database, request))


def _open(sealer: Sealer, place: Place, data: bytes) -> bytes:
    if data[:1] == b"{":
        return data
    return b64decode(data) if data[:2] == b"ey" else _unseal(sealer, place, data)


_unseal = Sealer.open


def test_a_shoe_with_a_given_order_is_secret_too(
    sqlite: str, often: None, request: pytest.FixtureRequest
) -> None:
    """In a rehearsal the order itself is stored, all 416 cards of it."""
    deck = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"] * 8
    Random(5).shuffle(deck)
    with House.open(sqlite, rehearsal=True) as house:
        house.create_table("t1")
        assert house.command("t1", "1", SAM, {"do": "open_table", "game": "tiger"}).ok
        assert house.command("t1", "2", DEE, {"do": "new_shoe", "cards": deck}).ok
        house.live_table("t1")._store_snapshot()
        secrets = secrets_of(house, "t1")
        assert leaks(secrets, files_of(sqlite, request)) == []


# The upgrade


def plain_secrets(database: str) -> set[bytes]:
    """Return the seeds and salts that no event reveals, from a database without a key."""
    found: set[bytes] = set()
    with moment(database) as connection:
        told = b"".join(connection.execute(text("SELECT entry FROM events")).scalars())
        for stored in connection.execute(text("SELECT secret FROM vault")).scalars():
            secret = json.loads(stored)
            seed, salt = b64decode(secret["seed"]), b64decode(secret["salt"])
            # Of a shoe that has ended the seed is public, and the salt may be the same bytes.
            secrets = (each for each in (seed, salt) if each.hex().encode() not in told)
            found |= set[bytes]().union(*map(spelt, secrets))
    return found


@pytest.fixture(scope="module")
def golden() -> Iterator[Path]:
    """A folder with what earlier versions wrote."""
    folder = unpacked()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def samples_of(database: str) -> tuple[int, str]:
    """Return the file of PostgreSQL's samples, and those of the vault; take some if need be."""
    question = "SELECT string_agg(histogram_bounds::text, ' ') FROM pg_stats WHERE tablename = "
    with psycopg.connect(database, autocommit=True) as connection:
        row = connection.execute(f"{question} 'vault' AND attname = 'secret'").fetchone()
        if row is None or row[0] is None:
            connection.execute("ANALYZE vault")
            row = connection.execute(f"{question} 'vault' AND attname = 'secret'").fetchone()
        file = connection.execute("SELECT pg_relation_filenode('pg_statistic')").fetchone()
    assert row is not None
    assert file is not None
    return file[0], str(row[0])


@pytest.mark.parametrize("file", ["house.db", "house.sql"])
def test_an_upgrade_encrypts_the_vault_and_leaves_no_old_bytes(
    golden: Path, file: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    database = opened_copy(golden, file, folder, request)
    postgresql = database.startswith("postgresql")
    secrets = plain_secrets(database)
    assert len(secrets) > 40
    if postgresql:
        # Its planner keeps samples of rows in a table of its own.
        samples = samples_of(database)
        assert "7b226465636b73" in samples[1], "the beginning of a plain row"
    else:
        # Pages that are free now may hold what stood in them before.
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA secure_delete = OFF")
            connection.execute("CREATE TABLE copied AS SELECT * FROM vault")
            connection.execute("DROP TABLE copied")
    before = files_of(database, request)[:-1] if postgresql else [Path(database)]
    assert leaks(secrets, before), "the scan sees what was there"
    with House.open(database) as house:
        # Of PostgreSQL's write-ahead log nothing is promised: the server recycles it by itself.
        after = files_of(database, request)[:-1] if postgresql else files_of(database, request)
        assert leaks(secrets, after) == []
        for name in house.tables():
            house.live_table(name)
    if postgresql:
        rewritten, held = samples_of(database)
        assert rewritten != samples[0], "it was written anew"
        assert "7b226465636b73" not in held
    assert proven(database).vault.shoes > 5


def test_a_crash_before_the_old_bytes_are_gone_is_made_up_for(
    golden: Path, folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows are encrypted in one transaction; the file is written anew after it."""
    database = opened_copy(golden, "house.db", folder, request)
    secrets = plain_secrets(database)

    def crash(_: Path) -> None:
        raise KeyboardInterrupt

    def state() -> object:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("PRAGMA user_version").fetchone()

    files = [Path(database), Path(f"{database}-wal")]
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        # Somebody who reads keeps the old pages where they are.
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM vault").fetchone()
        with monkeypatch.context() as patch:
            patch.setattr("croupier.store.migrate.clean_sqlite", crash)
            with pytest.raises(KeyboardInterrupt):
                House.open(database)
        assert leaks(secrets, files), "they are still there"
    assert state() == (4,), "and that is noted"
    with House.open(database):
        assert leaks(secrets, files) == []
    assert state() == (0,)


def test_an_upgrade_waits_until_nobody_else_reads(
    golden: Path, folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = opened_copy(golden, "raised.db", folder, request)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "timeout": 0}))
    with closing(connect(database, isolation_level=None)) as reader:
        reader.execute("PRAGMA journal_mode = WAL")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM vault").fetchone()
        with pytest.raises(WrongDatabase, match="nobody else using it"):
            House.open(database)
    House.open(database).close()


def test_people_do_not_upgrade_a_house_without_its_key(
    golden: Path, folder: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    """`croupier user` has no key: it says what to do, and changes nothing."""
    database = opened_copy(golden, "house.db", folder, request)
    secrets = plain_secrets(database)
    assert main(["user", "list", "--database", database]) == 2
    assert "start `croupier serve` once" in capsys.readouterr().err
    assert plain_secrets(database) == secrets
    House.open(database).close()
    assert main(["user", "list", "--database", database]) == 0
    with People.open(database) as people:
        assert people.list()


@pytest.mark.parametrize("file", ["house.db", "house.sql"])
def test_an_older_backup_is_encrypted_when_it_is_restored(
    golden: Path,
    file: str,
    folder: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A backup of a house without a key has its secrets, and says so; the copy has none."""
    database = opened_copy(golden, file, folder, request)
    secrets = plain_secrets(database)
    backup, copy, key = tmp_path / "backup", folder / "copy.db", tmp_path / "keys" / "vault.key"
    assert main(["backup", database, str(backup)]) == 0
    assert "readable in it, and in this file" in capsys.readouterr().out
    assert leaks(secrets, [backup])
    assert main(["restore", str(backup), str(copy), "--vault-key", str(key)]) == 0
    told = capsys.readouterr().out
    id = KeyFile(key).read().first.id
    assert f"the vault key {id} is needed" in told
    assert str(key) in told
    assert leaks(secrets, sorted(folder.glob("copy.db*"))) == []
    with House.open(str(copy), vault_key=KeyFile(key)) as house:
        for name in house.tables():
            house.live_table(name)


def test_a_restored_house_needs_the_key_of_the_old_one(
    database: str, often: None, tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The backup carries the wrapped data keys; nobody needs a key to restore or to prove it."""
    ring = KeyRing.random()
    with House.open(database, vault_key=ring) as house:
        in_play(house)
        coming = house.live_table("t1")._loaded.vault.peek(10)
    backup, copy = tmp_path / "backup", str(folder / "copy.db")
    assert main(["backup", database, str(backup)]) == 0
    assert main(["restore", str(backup), copy]) == 0
    assert f"the vault key {ring.first.id} is needed" in capsys.readouterr().out
    with pytest.raises(WrongDatabase, match=ring.first.id):
        House.open(copy)
    with House.open(copy, vault_key=ring) as house:
        assert house.live_table("t1")._loaded.vault.peek(10) == coming


# A kill


def test_after_a_kill_the_key_opens_the_same_shoe(database: str) -> None:
    """A process that is killed in mid-shoe; the next one deals on from the sealed seed."""
    with House.open(database) as house:
        house.deposit("d", SAM, "ann", "1000000")
    killed(database, 5, Random(3), at_least=120)
    with pytest.raises(WrongDatabase, match="sealed with vault key"):
        House.open(database, vault_key=KeyRing.random())
    with House.open(database) as house:
        live = house.live_table("t1")
        assert live.table.shoe is not None
        number, before = live.table.shoe.number, live.table.shoe.out
        assert before > 0
        play(house, "t1", 120, Random(4), "on")
        shoe = live.table.shoe
        assert shoe.number == number
        assert shoe.out > before
        count = 0
        while live.table.shoe is not None and live.table.shoe.number == number:
            count += 1
            play(house, "t1", 10, Random(count), f"end{count}-")
            if live.table.phase.value == "idle":
                house.command("t1", f"new-{count}", DEE, {"do": "new_shoe"})
            assert count < 50
    # Its seed is revealed now: every card of it, before the kill and after, is dealt again from it.
    assert proven(database).tables["t1"].proven >= 1
