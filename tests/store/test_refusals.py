"""The audit journal: JSON whatever was tried, the reason as data, and a chain that is proven."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import text

from croupier.cli import main
from croupier.errors import Code, InvalidInput
from croupier.reports.notable_events import notable_events, write_page
from croupier.store.address import Address
from croupier.store.backup import backup_heads
from croupier.store.failures import BadStore
from croupier.store.house import House
from croupier.store.queries import engine_of
from croupier.store.refusals import MOST, Tried, write_refusal_row
from croupier.store.verify_heads import check_heads, counted, heads_of
from croupier.words import render, say
from houses import ANN, DEE, SAM, moment, opened, proven

BET = {"do": "place_bet", "box": 1, "bet": "banker", "amount": "100"}
WRONG = InvalidInput(Code.MALFORMED, say("server.id_used"))


class Huge(int):
    """A number that Python does not write, which Hypothesis could not show."""

    def __repr__(self) -> str:
        return "a huge number"


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=20)
    | st.sampled_from(["\ud800", "\0", object(), b"\xff", "x" * 9000]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(st.text(), ANYTHING, ANYTHING)
@example("", 0, {"amount": Huge(10**5000)})
@example("", {"x": float("nan")}, float("inf"))
def test_whatever_is_tried_is_journaled_as_json(by: str, id: object, body: object) -> None:
    row = write_refusal_row("t1", "now", Tried(by, id, body), WRONG)
    place, tried = json.loads(row.body.decode())
    assert place == "t1"
    assert len(row.body) < 3 * MOST
    for column in (row.actor, row.id, row.message):
        assert "\0" not in column.encode().decode()
    if tried != body:
        assert tried["bytes"] > 0
        assert len(tried["sha256"]) == 64
        assert "cut" in tried or "unreadable" in tried
    assert row.said is not None
    assert json.loads(row.said) == {"say": "server.id_used", "with": {}}


def test_a_long_command_says_that_it_was_cut_and_what_it_was_for() -> None:
    row = write_refusal_row(None, "now", Tried("x", "1", {**BET, "note": "é" * 9000}), WRONG)
    place, tried = json.loads(row.body)
    assert (place, tried["do"]) == ("wallets", "place_bet")
    assert tried["bytes"] > 18_000
    assert tried["cut"].startswith('{"amount": "100"')


def test_a_refusal_keeps_its_reason_for_every_language(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        house.command("t1", "early", ANN, BET)
        house.command("t1", "deep", ANN, {"do": "sit", "box": "\ud800"})
        page = write_page(notable_events(house.reader, kinds=frozenset({"refusal"})))
        early, deep = page["items"]
        assert early["why_said"]["say"].startswith("table.")
        assert early["after"] == {key: BET[key] for key in ("do", "bet", "box", "amount")}
        assert deep["why_said"]["say"] == "server.text_utf8"
        chinese = render(say(deep["why_said"]["say"], what=say("server.what_text")), "zh")
        assert chinese != deep["why"]
    proven(database)


@pytest.fixture
def refused(database: str) -> str:
    """A house with four refusals at one table, two at another and one at none."""
    return refusals_in(database)


def refusals_in(database: str) -> str:
    """Make such a house."""
    with House.open(database) as house:
        for table in ("t1", "t2"):
            opened(house, table)
        for number in range(4):
            house.command("t1", f"early-{number}", ANN, {**BET, "amount": str(number + 1)})
        house.command("t2", "early", ANN, BET)
        house.command("t2", "", ANN, BET)
        house.withdraw("much", SAM, "bob", "5")
    proven(database)
    return database


def forge(database: str, *statements: str) -> None:
    """Change rows past the guards, as somebody with the file in hand can."""
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        else:
            for act in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER refusals_keeps_{act}"))
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


_AT = "WHERE table_id = 't1' AND entry"
_SWAP = "UPDATE refusals SET entry = {} WHERE table_id = 't1' AND entry = {}"
_TAIL = f"DELETE FROM results WHERE id = 'early-3'; DELETE FROM refusals {_AT} = 4"


@pytest.mark.parametrize(
    ("forgery", "named"),
    [
        (f"UPDATE refusals SET at = 'later' {_AT} = 2", "refusal 2 of table t1: its hash"),
        (f"UPDATE refusals SET actor = 'player:eve' {_AT} = 1", "does not have it"),
        (f"UPDATE refusals SET said = NULL {_AT} = 3", "refusal 3 of table t1: its hash"),
        (
            f"UPDATE refusals SET table_id = 't2' {_AT} = 4",
            "refusal 3 of table t1: the refusals end here",
        ),
        (
            f"DELETE FROM results WHERE id = 'early-1'; DELETE FROM refusals {_AT} = 2",
            "refusal 2 of table t1: it is missing: the next one is 3",
        ),
        (
            f"{_SWAP.format(9, 1)}; {_SWAP.format(1, 2)}; {_SWAP.format(2, 9)}",
            "refusal 1 of table t1: its hash",
        ),
        (_TAIL, "refusal 3 of table t1: the refusals end here, and the journal is at 4"),
        (
            f"UPDATE refusals SET entry = NULL, hash = NULL {_AT} = 3",
            "belongs to no chain, and others before it do",
        ),
        ("DELETE FROM refusal_heads WHERE name = 't2'", "refusal 2 of table t2: the refusals end"),
        (
            "DELETE FROM results WHERE id = 'much'; DELETE FROM refusals WHERE table_id IS NULL",
            "refusal 1 of no table: it is missing: the journal is at 1",
        ),
    ],
)
def test_what_is_edited_deleted_swapped_or_cut_off_is_named(
    refused: str, forgery: str, named: str
) -> None:
    if "early-1" in forgery or "early-3" in forgery or "much" in forgery:
        drop_results_guard(refused)
    forge(refused, *forgery.split("; "))
    with pytest.raises(BadStore) as caught:
        proven(refused)
    assert named in str(caught.value)


def drop_results_guard(database: str) -> None:
    """Let answers be deleted too, so that only the chain can tell."""
    if not database.startswith("postgresql"):
        engine = engine_of(Address.parse(database), write=True)
        with engine.begin() as connection:
            connection.execute(text("DROP TRIGGER results_keeps_delete"))
        engine.dispose()


def test_a_tail_cut_off_with_its_head_is_named_by_heads_and_counts(refused: str) -> None:
    """A forger who puts the head back too leaves a chain that is whole by itself."""
    with moment(refused) as connection:
        heads, before = heads_of(connection), counted(connection)
        rows = connection.execute(text(f"SELECT hash FROM refusals {_AT} = 3")).scalar_one()
    drop_results_guard(refused)
    forge(
        refused,
        *_TAIL.split("; "),
        f"UPDATE refusal_heads SET number = 3, head = '{rows}' WHERE name = 't1'",
    )
    proven(refused)
    with moment(refused) as connection:
        assert counted(connection)["refusals"] == before["refusals"] - 1
        with pytest.raises(BadStore, match="refusals t1: it is missing, or was cut off"):
            check_heads(connection, heads, "the file")


def test_a_backup_carries_the_chains_and_its_heads(refused: str, folder: Path) -> None:
    copy = str(folder / "copy.db")
    assert main(["backup", refused, str(folder / "b")]) == 0
    assert main(["restore", str(folder / "b"), copy]) == 0
    with House.open(copy) as house:
        house.command("t1", "after", ANN, BET)
        assert [row[-2] for row in house.reader.refusals("t1")] == [1, 2, 3, 4, 5]
    assert proven(copy).refusals == 8
    with (folder / "b").open("rb") as file, moment(copy) as connection:
        assert check_heads(connection, backup_heads(file), "the backup") == 7


def test_processes_and_threads_share_a_chain(database: str) -> None:
    """Refused bets, what cannot be read, an id used twice, and a wallet's: all at once."""
    with House.open(database) as house, House.open(database) as other:
        opened(house)

        def refuse(number: int) -> None:
            one = (house, other)[number % 2]
            one.command("t1", f"early-{number}", ANN, BET)
            one.command("t1", "", ANN, BET)
            one.command("t1", f"early-{number // 2}", ANN, {"do": "sit", "box": 9})
            one.withdraw(f"much-{number // 3}", SAM, "bob", "5")

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(refuse, range(24)))
        rows = house.reader.refusals("t1")
    assert [row[-2] for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= 48
    proven(database)


def test_rows_of_an_earlier_version_stay_and_the_chain_begins_after_them(
    sqlite: str, folder: Path
) -> None:
    with House.open(sqlite) as house:
        opened(house)
        house.command("t1", "early", ANN, BET)
    as_before(sqlite)
    assert proven(sqlite).refusals == 1
    assert main(["backup", sqlite, str(folder / "b")]) == 0
    copy = str(folder / "copy.db")
    assert main(["restore", str(folder / "b"), copy]) == 0
    for database in (sqlite, copy):
        with House.open(database) as house:
            house.command("t1", "again", ANN, BET)
            old, new = house.reader.refusals("t1")
            assert (old[-3:], new[-2]) == ((None, None, None), 1)
            items = write_page(notable_events(house.reader))["items"]
            assert [bool(each.get("why_said")) for each in items if each["kind"] == "refusal"] == [
                False,
                True,
            ]
        assert proven(database).refusals == 2


ADDED = (
    "table_templates",
    "alerts",
    "alert_marks",
    "patron_limits",
    "patron_details",
    "presences",
    "account_links",
    "cage_slips",
    "cage_head",
    "refusal_heads",
    "throttles",
    "second_factors",
    "skeletons",
)


def as_before(database: str) -> None:
    """Take a SQLite database back to the schema before refusals were chained."""
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        for statement in (
            *(f"ALTER TABLE refusals DROP COLUMN {name}" for name in ("said", "entry", "hash")),
            *(f"DROP TABLE {name}" for name in ADDED),
            "DROP INDEX ix_transfers_in_hand",
            "ALTER TABLE sessions DROP COLUMN ends",
            "UPDATE alembic_version SET version_num = '0004'",
        ):
            connection.execute(text(statement))
    engine.dispose()


def test_refusals_of_a_dealer_are_told_in_the_dispute_file(database: str, folder: Path) -> None:
    with House.open(database) as house:
        opened(house)
        for step in ("open_bets", "open_bets"):
            house.command("t1", f"{step}-{house.live_table('t1').version}", DEE, {"do": step})
        house.command("t1", "twice", DEE, {"do": "open_bets"})
    from zipfile import ZipFile

    to = folder / "dispute.zip"
    assert main(["dispute", database, "t1", "1", "--output", str(to)]) == 0
    told: list[dict[str, Any]] = json.loads(ZipFile(to).read("refusals.json"))
    assert [each["entry"] for each in told] == [1, 2]
    assert all(each["said"]["say"] and len(each["hash"]) == 64 for each in told)
