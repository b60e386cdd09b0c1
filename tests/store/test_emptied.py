"""A house that has lost everything, or a part that breaks no chain, is not called sound."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from croupier.accounts import CONSOLE, AccountRole, People
from croupier.cli import main
from croupier.server.auto_dealer.crash_recovery import note_stop
from croupier.store import schema as s
from croupier.store.failures import BadStore
from croupier.store.house import House
from houses import SAM, opened, play, proven
from store.test_verify_database import forge

ALL = [str(table.name) for table in reversed(s.metadata.sorted_tables)]
"""Every table of the schema, those that refer to others first."""


def made(database: str, *, stopped: bool = True) -> None:
    """Play at two tables of different games, with people, and note how the server stopped."""
    with House.open(database) as house:
        opened(house, "t1")
        opened(house, "t2", game="classic")
        house.deposit("d", SAM, "bob", "10")
        play(house, "t1", 60, Random(1), "t1-m")
        play(house, "t2", 60, Random(2), "t2-m")
    with People.open(database) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password="not a good one")
        if stopped:
            note_stop(people.incidents, clean=True)


def wiped(table_id: str) -> list[str]:
    """Remove a table with everything that its chain holds together."""
    tables = ("results", "refusals", "transfers", "rounds", "snapshots", "vault_snapshots", "vault")
    return [
        *(f"DELETE FROM {name} WHERE table_id = '{table_id}'" for name in tables),
        f"DELETE FROM events WHERE table_id = '{table_id}'",
        f"DELETE FROM tables WHERE id = '{table_id}'",
    ]


NO_MONEY = ["DELETE FROM wallet_moves", "DELETE FROM wallets", "DELETE FROM results"]

LOST: list[tuple[str, list[str], str]] = [
    ("everything", [f"DELETE FROM {name}" for name in ALL], "the house: its own record is missing"),
    (
        "all but the house",
        [f"DELETE FROM {name}" for name in ALL if name != "house"],
        "the journal: its head is missing",
    ),
    (
        "all but house and journal",
        [f"DELETE FROM {name}" for name in ALL if name not in ("house", "journal")],
        "incident 0: the incidents end here, and the journal is at",
    ),
    (
        "all but the journal of incidents",
        [
            f"DELETE FROM {name}"
            for name in ALL
            if name not in ("house", "journal", "incidents", "people")
        ],
        "with 2 tables, and there are 0",
    ),
    ("the list of tables", ["DELETE FROM tables"], "table t1: it is missing"),
    ("one of the list", ["DELETE FROM tables WHERE id = 't2'"], "table t2: it is missing"),
    ("a table", wiped("t2"), "table t2: it is missing, and wallet_moves has rows of it"),
    ("a table and all money", [*wiped("t2"), *NO_MONEY], "wallet ann: entry 2 of table t1"),
    (
        "the entries of a table, and its row set back",
        [
            *wiped("t2")[:-1],
            "DELETE FROM wallet_moves",
            "DELETE FROM wallets",
            "UPDATE tables SET version = 0, commands = 0, head = '{genesis}' WHERE id = 't2'",
        ],
        "wallet ann: entry 2 of table t1",
    ),
]


@pytest.mark.parametrize(("lost", "named"), [row[1:] for row in LOST], ids=[row[0] for row in LOST])
def test_what_is_lost_is_named(
    database: str, lost: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from croupier.store.hash_chain import table_genesis

    made(database)
    forge(database, *(each.replace("{genesis}", table_genesis("t2")) for each in lost))
    assert main(["verify", database, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert named in f"{told['where']}: {told['reason']}"
    assert main(["backup", database, "/dev/null/b"]) == 1


def untraced(database: str) -> None:
    """Remove the second table and all that was bought in at it, as if neither had ever been."""
    with House.open(database) as house:
        opened(house, "t1", game="classic")
        house.create_table("t2")
        house.command("t2", "o", SAM, {"do": "open_table", "game": "tiger"})
    with People.open(database) as people:
        note_stop(people.incidents, clean=True)
    results = "DELETE FROM results WHERE table_id = 't2'"
    forge(database, results, *wiped("t2"))


def test_a_game_that_nobody_plays_tells_of_a_table(database: str) -> None:
    untraced(database)
    with pytest.raises(BadStore, match=r"game tiger .* a table is missing"):
        proven(database)


def test_the_last_stop_tells_of_a_table(database: str) -> None:
    untraced(database)
    forge(database, "DELETE FROM games WHERE key = 'tiger'")
    with pytest.raises(BadStore, match="with 2 tables, and there are 1: something is missing"):
        proven(database)


def test_a_later_stop_does_not_hide_it(database: str) -> None:
    untraced(database)
    forge(database, "DELETE FROM games WHERE key = 'tiger'")
    with People.open(database) as people:
        note_stop(people.incidents, clean=True)
    with pytest.raises(BadStore, match=r"incident 2: .* with 2 tables, and there are 1"):
        proven(database)


def test_a_shoe_that_no_entry_started_is_named(database: str) -> None:
    made(database)
    spare = "INSERT INTO vault SELECT table_id, 99, secret FROM vault WHERE shoe = 1 AND "
    forge(database, spare + "table_id = 't1'")
    with pytest.raises(BadStore, match=r"the vault: it has \d+ shoes"):
        proven(database)


def test_stops_of_older_versions_say_nothing(database: str) -> None:
    from croupier.store.incidents import Kind

    made(database, stopped=False)
    with People.open(database) as people:
        people.incidents.note(Kind.SERVER_STOPPED, CONSOLE, detail={"clean": True})
        people.incidents.note(Kind.SERVER_STOPPED, CONSOLE)
    proven(database)


class Kept:
    """What was kept elsewhere of a house: a file of heads and a backup."""

    def __init__(self, database: str, folder: Path) -> None:
        self.heads, self.backup = str(folder / "heads.json"), str(folder / "house.backup")
        assert main(["verify", database, "--write-heads", self.heads]) == 0
        assert main(["backup", database, self.backup]) == 0

    def sources(self) -> list[list[str]]:
        return [["--heads", self.heads], ["--backup", self.backup]]


def test_a_house_that_went_on_holds(
    database: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(database)
    kept = Kept(database, folder)
    with House.open(database) as house:
        play(house, "t1", 30, Random(3), "more")
        house.create_table("t3")
    capsys.readouterr()
    for source in kept.sources():
        assert main(["verify", database, *source]) == 0
        assert "kept heads   7 chains have gone on from there" in capsys.readouterr().out
    both = [word for source in kept.sources() for word in source]
    assert main(["verify", database, *both, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chains_held"] == 14


def fresh(database: str) -> None:
    """Empty a database until it looks as if it had just been made."""
    from croupier.store.hash_chain import incident_genesis

    rows = [f"DELETE FROM {name}" for name in ALL if name not in ("house", "journal")]
    forge(database, *rows, f"UPDATE journal SET number = 0, head = '{incident_genesis()}'")


def another(database: str) -> None:
    """Put another house in its place, with the same names."""
    fresh(database)
    made(database)
    with House.open(database) as house:
        for table_id in ("t1", "t2"):
            play(house, table_id, 60, Random(4), f"{table_id}-more")


def cut(database: str) -> None:
    """Take the last incident away, and set the head back."""
    before = "SELECT hash FROM incidents WHERE number = journal.number - 1"
    forge(
        database,
        f"UPDATE journal SET head = ({before}), number = number - 1",
        "DELETE FROM incidents WHERE number > (SELECT number FROM journal)",
    )


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (fresh, ": it is missing, or was cut off: "),
        (another, ": it was written anew"),
        (cut, "incidents: it is missing, or was cut off: "),
    ],
    ids=["emptied", "swapped", "cut off"],
)
def test_what_was_kept_elsewhere_tells(
    database: str,
    folder: Path,
    change: Callable[[str], None],
    named: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made(database)
    kept = Kept(database, folder)
    change(database)
    capsys.readouterr()
    # By itself it looks whole: only what was kept elsewhere can tell.
    assert main(["verify", database]) == 0
    assert ("there is nothing in it" in capsys.readouterr().out) == (change is fresh)
    for source in kept.sources():
        assert main(["verify", database, *source, "--json"]) == 1
        told = json.loads(capsys.readouterr().out)
        assert named in f"{told['where']}: {told['reason']}"


def test_a_file_replaced_by_a_fresh_one(
    sqlite: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(sqlite)
    kept = Kept(sqlite, folder)
    for path in folder.glob("house.db*"):
        path.unlink()
    House.open(sqlite).close()
    assert main(["verify", sqlite]) == 0
    for source in kept.sources():
        assert main(["verify", sqlite, *source]) == 1
    assert "Table t1: it is missing" in capsys.readouterr().out


def test_wrong_calls(sqlite: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    House.open(sqlite).close()
    bad = folder / "bad"
    bad.write_text('{"format": "other", "head": "", "chains": []}')
    text = folder / "text"
    text.write_text("no")
    calls = [
        ["--heads", str(folder / "none")],
        ["--backup", str(folder / "none")],
        ["--heads", str(bad)],
        ["--heads", str(text)],
        ["--backup", str(text)],
        ["--write-heads", str(folder / "no" / "where")],
    ]
    for words in calls:
        assert main(["verify", sqlite, *words]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    log = str(Path(__file__).parent.parent / "data" / "table-v1.log")
    assert main(["verify", log, "--heads", str(bad)]) == 2


def test_a_stop_counts_what_there_is(database: str) -> None:
    made(database)
    with People.open(database) as people:
        detail = people.incidents.after(0)[-1].detail
    proof = proven(database)
    entries = sum(found.entries for found in proof.tables.values())
    counts = {"tables": 2, "entries": entries, "wallets": 2, "moves": proof.wallet_moves}
    counts["refusals"] = proof.refusals
    counts["slips"] = proof.slips
    assert detail == {"clean": True, **counts}
