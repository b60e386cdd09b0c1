"""`croupier verify DATABASE`: whatever is edited, deleted, swapped or cut off is named."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from croupier.cli import main
from croupier.store import live_table
from croupier.store.address import Address
from croupier.store.failures import BadStore
from croupier.store.house import House
from croupier.store.queries import engine_of
from houses import SAM, opened, play, proven
from postgres import Postgres


def played_at(database: str) -> None:
    """Play at two tables, with wallets, refusals and snapshots; the same cards in every run."""
    with House.open(database, draw=Random(2).randbytes) as house:
        opened(house, "t1")
        opened(house, "t2")
        house.withdraw("w", SAM, "ann", "10")
        house.withdraw("w2", SAM, "bob", "10")
        for table_id, seed in (("t1", 1), ("t2", 2)):
            play(house, table_id, 120, Random(seed), f"{table_id}-m")


@pytest.fixture(scope="module")
def originals() -> dict[str, str]:
    """Where the database of each kind is that was played at; copied for every test."""
    return {}


@pytest.fixture(params=["sqlite", "postgresql"])
def played(
    request: pytest.FixtureRequest,
    originals: dict[str, str],
    folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    """A database with two tables, wallets, refusals and snapshots."""
    monkeypatch.setattr(live_table, "EVERY", 50)
    kind: str = request.param
    server: Postgres | None = None
    if kind == "postgresql":
        server = request.getfixturevalue("postgres")
    if kind not in originals:
        made = server.new() if server else str(tmp_path_factory.mktemp("house") / "house.db")
        played_at(made)
        originals[kind] = made
    if server is not None:
        return server.new(like=originals[kind])
    copy = str(folder / "house.db")
    with closing(sqlite3.connect(originals[kind])) as original:
        # What was written last may lie in a file beside it.
        original.execute("VACUUM INTO ?", (copy,))
    return copy


def forge(database: str, *statements: str) -> None:
    """Change rows as somebody would who owns the database: guards and foreign keys taken away."""
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            names = connection.execute(
                text("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            ).scalars()
            for name in list(names):
                connection.execute(text(f"DROP TRIGGER {name}"))
        else:
            connection.execute(text("SET session_replication_role = replica"))
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_a_database_that_was_played_holds(played: str) -> None:
    proof = proven(played)
    assert set(proof.tables) == {"t1", "t2"}
    assert proof.snapshots >= 2
    assert proof.refusals >= 2
    assert proof.transfers > 50


_FIRST_BET = (
    "(SELECT min(event) FROM transfers WHERE table_id = 't2' AND kind = 'hold' AND place = 1)"
)

_FORGERIES: list[tuple[str, str, str]] = [
    ("edit an event", "UPDATE events SET entry = {other} WHERE {at}", "table t1, entry 9: "),
    ("edit a hash", "UPDATE events SET hash = '{zeros}' WHERE {at}", "table t1, entry 9: "),
    ("edit a time", "UPDATE events SET at = '2020' WHERE {at}", "table t1, entry 9: its columns"),
    ("edit an actor", "UPDATE events SET actor = 'x' WHERE {at}", "table t1, entry 9: its columns"),
    ("delete an event", "DELETE FROM events WHERE {at}", "table t1, entry 9: it is missing"),
    (
        "delete the last events",
        "DELETE FROM events WHERE table_id = 't1' AND number > 20",
        "table t1, entry 20: the log ends here",
    ),
    ("delete all events", "DELETE FROM events WHERE table_id = 't1'", "table t1, entry 0: "),
    (
        "swap two events",
        "UPDATE events SET number = 31 - number WHERE table_id = 't1' AND number IN (15, 16)",
        "table t1, entry 15: ",
    ),
    (
        "swap two tables",
        "UPDATE events SET table_id = CASE table_id WHEN 't1' THEN 't2' ELSE 't1' END",
        "table t1, entry 1: ",
    ),
    ("edit the head", "UPDATE tables SET head = '{zeros}' WHERE id = 't1'", "table t1, entry "),
    ("edit the version", "UPDATE tables SET version = 3 WHERE id = 't1'", "table t1, entry "),
    (
        "edit a transfer",
        f"UPDATE transfers SET amount = amount + 1 WHERE event = {_FIRST_BET} AND table_id = 't2'",
        "table t2, entry ",
    ),
    (
        "redirect a transfer",
        f"UPDATE transfers SET source = 'house' WHERE event = {_FIRST_BET} AND table_id = 't2'",
        "table t2, entry ",
    ),
    (
        "delete a transfer",
        f"DELETE FROM transfers WHERE event = {_FIRST_BET} AND table_id = 't2'",
        "table t2, entry ",
    ),
    (
        "add a transfer",
        "INSERT INTO transfers VALUES ('t1', 3, 1, 'move', NULL, 'house', 'patron:ann', 500)",
        "table t1, entry 3: it moves money 0 times",
    ),
    (
        "add a transfer at the end",
        "INSERT INTO transfers VALUES ('t1', 99999, 1, 'move', NULL, 'house', 'patron:ann', 500)",
        "a transfer of entry 99999 is left over",
    ),
    (
        "edit a wallet",
        "UPDATE wallets SET balance = balance + 100 WHERE name = 'ann'",
        "wallet ann, move ",
    ),
    (
        "edit a wallet's move",
        "UPDATE wallet_moves SET amount = 1 WHERE name = 'ann' AND number = 2",
        "wallet ann, move 2: its hash",
    ),
    (
        "delete a wallet's move",
        "DELETE FROM wallet_moves WHERE name = 'ann' AND number = 2",
        "wallet ann, move 2: it is missing",
    ),
    (
        "cut a wallet off",
        "DELETE FROM wallet_moves WHERE name = 'ann' AND number > 2",
        "wallet ann, move 2: the moves end here",
    ),
    ("delete the wallets", "DELETE FROM wallets", "wallet ann, move 1: there is no such wallet"),
    (
        "delete a wallet with its moves",
        "DELETE FROM wallet_moves; DELETE FROM wallets",
        "wallet ann: entry 2 of table t",
    ),
    (
        "delete an answer",
        "DELETE FROM results WHERE table_id = 't1' AND first = 2",
        "table t1, entry 2: the answer",
    ),
    (
        "give an answer to somebody else",
        "UPDATE results SET actor = 'player:eve' WHERE table_id = 't1' AND first = 2",
        "table t1, entry 2: the answer",
    ),
    (
        "add an answer",
        "INSERT INTO results VALUES ('player:eve', 'x', 'd', 't1', 9000, 9000, NULL)",
        "answer x of player:eve: it belongs to no event",
    ),
    ("delete the journal", "DELETE FROM refusals", "the journal does not have it"),
    ("edit the journal", "UPDATE refusals SET code = 'no_shoe'", "the journal does not have it"),
    ("delete the vault", "DELETE FROM vault WHERE table_id = 't2'", "the vault has nothing"),
    (
        "swap two seeds",
        "UPDATE vault SET table_id = CASE table_id WHEN 't1' THEN 't2' ELSE 't1' END",
        "shoe 1 does not hold: it was changed, or belongs elsewhere",
    ),
    (
        "number a shoe anew",
        "UPDATE vault SET shoe = 77 WHERE table_id = 't1' AND shoe = 1; "
        "UPDATE vault SET table_id = 't1', shoe = 1 WHERE table_id = 't2' AND shoe = 1",
        "shoe 1 does not hold: it was changed, or belongs elsewhere",
    ),
    ("edit a shoe", "UPDATE vault SET secret = {cut}", "shoe 1 does not hold: it was changed"),
    ("store a shoe as it is", "UPDATE vault SET secret = {other}", "it is not encrypted"),
    ("edit a mark", "UPDATE vault_snapshots SET mark = {other}", "the vault's mark after it was"),
    ("delete the data keys", "DELETE FROM vault_keys", "there is no data key 1"),
    ("renumber a data key", "UPDATE vault_keys SET number = 2", "one of its data keys is missing"),
    ("delete the games", "DELETE FROM games", "table t1, entry 1: it cannot have happened here"),
    ("edit a game", "UPDATE games SET data = {other}", "table t1, entry 1: it cannot have"),
    ("delete a round", "DELETE FROM rounds WHERE table_id = 't1' AND round = 2", "list of rounds"),
    (
        "edit a snapshot",
        "UPDATE snapshots SET hash = '{zeros}' WHERE table_id = 't1'",
        "the snapshot after it is not what the events give",
    ),
]


@pytest.mark.parametrize(
    ("forgery", "named"), [row[1:] for row in _FORGERIES], ids=[row[0] for row in _FORGERIES]
)
def test_a_forgery_is_named(played: str, forgery: str, named: str) -> None:
    postgresql = played.startswith("postgresql")
    other = "convert_to('{}', 'UTF8')" if postgresql else "CAST('{}' AS BLOB)"
    filled = (
        forgery.replace("{other}", other)
        .replace("{cut}", "substr(secret, 1, 90)")
        .replace("{zeros}", "0" * 64)
        .replace("{at}", "table_id = 't1' AND number = 9")
    )
    if "31 - number" in filled:
        # Through a number that nobody has: two rows cannot change places at once.
        filled = (
            "UPDATE events SET number = 9001 WHERE table_id = 't1' AND number = 15; "
            "UPDATE events SET number = 15 WHERE table_id = 't1' AND number = 16; "
            "UPDATE events SET number = 16 WHERE table_id = 't1' AND number = 9001"
        )
    if "CASE table_id" in filled:
        table = filled.split()[1]
        filled = "; ".join(
            f"UPDATE {table} SET table_id = '{new}' WHERE table_id = '{old}'"
            for old, new in (("t1", "t0"), ("t2", "t1"), ("t0", "t2"))
        )
    forge(played, *filled.split("; "))
    with pytest.raises(BadStore) as caught:
        proven(played)
    assert named in str(caught.value)


@pytest.mark.parametrize(
    "table", ["events", "transfers", "results", "refusals", "vault", "wallet_moves", "games"]
)
def test_what_is_written_once_is_guarded(played: str, table: str) -> None:
    """An update or a delete by mistake is stopped by the database itself."""
    engine = engine_of(Address.parse(played), write=True)
    column = {"games": "key", "vault": "shoe", "wallet_moves": "at"}.get(table, "actor")
    column = "amount" if table == "transfers" else column
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column}"):
        with (
            pytest.raises(Exception, match="append-only"),
            engine.begin() as connection,
        ):
            connection.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE wallets SET balance = -1",
        "UPDATE wallets SET balance = 'much'",
        "UPDATE tables SET version = -1",
        "INSERT INTO transfers VALUES ('t1', 1, 9, 'move', NULL, 'house', 'patron:ann', 0)",
        "INSERT INTO transfers VALUES ('t1', 1, 9, 'move', NULL, 'house', 'patron:ann', -5)",
        "INSERT INTO transfers VALUES ('t1', 1, 9, 'gift', NULL, 'house', 'patron:ann', 5)",
        "INSERT INTO transfers VALUES ('t1', 1, 9, 'move', NULL, 'house', 'patron:ann', '5.5')",
    ],
)
def test_the_database_itself_takes_no_impossible_money(played: str, statement: str) -> None:
    engine = engine_of(Address.parse(played), write=True)
    wrong = r"(?i)constraint|invalid input|cannot store"
    with pytest.raises(Exception, match=wrong), engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
    proven(played)


def test_verify_prints_what_it_checked(
    played: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["verify", played, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"]
    assert told["wallets"]["wallets"] == 1
    assert main(["verify", played, "--head", told["head"]]) == 0
    out = capsys.readouterr().out
    assert "The database holds." in out
    assert told["tables"]["t1"]["state"] in out
    assert main(["verify", played, "--head", "0" * 64]) == 1
    forge(played, "DELETE FROM transfers WHERE table_id = 't1' AND event = 2")
    capsys.readouterr()
    assert main(["verify", played]) == 1
    assert "does not hold. Table t1, entry 2: it moves money" in capsys.readouterr().out
    assert main(["verify", played, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["where"]) == (False, "table t1, entry 2")


def test_verify_of_what_is_no_database_is_a_wrong_call(
    sqlite: str, folder: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    import sqlite3

    connection = sqlite3.connect(sqlite)
    connection.execute("CREATE TABLE x (y)")
    connection.commit()
    connection.close()
    for name in (sqlite, f"sqlite:///{folder}/none.db", postgres.new(), f"{folder}/none.db"):
        assert main(["verify", name]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["verify", f"postgresql://u:secret@/x?host={folder}"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "secret" not in told


def test_a_damaged_file_does_not_hold(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    with House.open(sqlite) as house:
        opened(house)
        play(house, "t1", 200, Random(1))
    content = bytearray(Path(sqlite).read_bytes())
    content[20_000:60_000] = bytes(40_000)
    Path(sqlite).write_bytes(content)
    assert main(["verify", sqlite]) == 1
    assert "does not hold" in capsys.readouterr().out
