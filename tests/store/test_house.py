"""A house: what is answered is stored, once; what is refused changes nothing and is journaled."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.errors import CroupierError
from croupier.money import Unit
from croupier.store.failures import WrongDatabase
from croupier.store.house import House
from croupier.store.snapshots import state_hash
from croupier.table import write_state
from houses import ANN, DEE, SAM, code, opened, play, proven, said

BET = {"do": "place_bet", "box": 1, "bet": "banker", "amount": "100"}


def test_a_command_is_answered_as_the_desk_answers(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        answer = house.command("t1", "a", DEE, {"do": "open_bets"})
        assert said(answer)["events"][0]["type"] == "bets_opened"
        assert answer.number == house.live_table("t1").version
        assert house.tables() == ("t1",)
    assert proven(database).commands == 5


def test_a_house_that_is_opened_again_is_as_it_was(database: str) -> None:
    with House.open(database) as house:
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        play(house, "t1", 60, Random(4))
        left = write_state(house.live_table("t1").table), state_hash(house.live_table("t1").table)
    with House.open(database) as house:
        found = write_state(house.live_table("t1").table), state_hash(house.live_table("t1").table)
        assert found == left
        play(house, "t1", 60, Random(5), "again")
    proof = proven(database)
    assert proof.tables["t1"].settled > 3
    assert proof.refusals > 0


def test_a_hundred_resends_are_one_debit(database: str) -> None:
    """From many threads at once, and to another process's memory of the same table."""
    with House.open(database) as house, House.open(database) as other:
        opened(house)
        house.command("t1", "open", DEE, {"do": "open_bets"})
        with ThreadPoolExecutor(8) as pool:
            answers = list(
                pool.map(lambda n: (house, other)[n % 2].command("t1", "bet", ANN, BET), range(100))
            )
        assert {answer.data for answer in answers} == {answers[0].data}
        assert sum(not answer.again for answer in answers) == 1
        assert house.live_table("t1").refresh().free("ann") == 90_000
        assert other.live_table("t1").refresh().free("ann") == 90_000
    assert proven(database).refusals == 0


def test_a_hundred_resends_of_a_buy_in_and_of_a_deposit_are_one(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        body = {"do": "buy_in", "player": "ann", "amount": "500"}
        for _ in range(100):
            assert house.command("t1", "buy", DEE, body).ok
            assert house.deposit("cash", SAM, "ann", "70").ok
        assert house.balance("ann") == "3570.00"
    proven(database)


def test_an_id_used_for_something_else_is_refused(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        opened(house, "t2")
        first = house.command("t1", "a", DEE, {"do": "open_bets"})
        assert code(house.command("t1", "a", DEE, {"do": "close_bets"})) == "malformed"
        assert code(house.command("t2", "a", DEE, {"do": "open_bets"})) == "malformed"
        assert code(house.deposit("a", DEE, "ann", "5")) == "malformed"
        # Another person's ids are their own.
        assert house.command("t2", "a", SAM, {"do": "open_bets"}).ok
        again = house.command("t1", "a", DEE, {"do": "open_bets"})
        assert (again.data, again.number, again.again) == (first.data, first.number, True)
        assert len(house.reader.refusals()) == 3
    proven(database)


def test_a_refusal_is_journaled_and_given_again(database: str) -> None:
    """Even when the command would be carried out by now: the first answer counts."""
    with House.open(database) as house:
        opened(house)
        version = house.live_table("t1").version
        assert code(house.command("t1", "early", ANN, BET)) == "wrong_phase"
        assert house.live_table("t1").version == version
        house.command("t1", "open", DEE, {"do": "open_bets"})
        assert code(house.command("t1", "early", ANN, BET)) == "wrong_phase"
        assert house.command("t1", "now", ANN, BET).ok
        (row,) = house.reader.refusals("t1")
        assert row[3:5] == ("player:ann", "early")
        assert json.loads(row[5]) == ["t1", dict(sorted(BET.items()))]
        assert row[6] == "wrong_phase"
    proven(database)


def test_chips_are_bought_from_the_wallet_and_go_back_to_it(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        assert house.balance("ann") == "4000.00"
        buy = {"do": "buy_in", "player": "ann", "amount": "4000.01"}
        refused = house.command("t1", "much", DEE, buy)
        assert code(refused) == "insufficient_balance"
        assert "4000.00, not 4000.01" in said(refused)["error"]["message"]
        assert house.live_table("t1").table.free("ann") == 100_000
        assert house.command("t1", "out", DEE, {"do": "cash_out", "player": "ann"}).ok
        assert house.balance("ann") == "5000.00"
        buy = {"do": "buy_in", "player": "bob", "amount": "1"}
        assert code(house.command("t1", "bob", DEE, buy)) == "insufficient_balance"
        assert code(house.withdraw("w", SAM, "ann", "5000.01")) == "insufficient_balance"
        assert house.withdraw("w2", SAM, "ann", "5000").ok
        assert house.balance("ann") == "0.00"
        assert code(house.deposit("mine", ANN, "ann", "1")) == "not_allowed"
    assert proven(database).money == 0


def test_a_name_that_no_index_takes_gets_no_wallet(database: str) -> None:
    long = "x" * 1999
    with House.open(database) as house:
        opened(house)
        assert house.command("t1", "sit", SAM, {"do": "sit", "player": long, "box": 2}).ok
        owed = [{"player": long, "amount": "5"}]
        body: dict[str, object] = {"do": "rule", "text": "a gift", "adjustments": owed}
        assert house.command("t1", "rule", SAM, body).ok
        out = {"do": "cash_out", "player": long}
        assert code(house.command("t1", "out", DEE, out)) == "malformed"
        assert code(house.deposit("d", SAM, long, "5")) == "malformed"
    proven(database)


def test_a_table_of_another_unit_pays_into_the_same_wallets(database: str) -> None:
    with House.open(database) as house:
        opened(house, "fives", unit="5")
        assert house.balance("ann") == "4000.00"
        house.create_table("tenths")
        odd = {"do": "open_table", "game": "tiger", "unit": "0.001"}
        assert code(house.command("tenths", "o", SAM, odd)) == "bad_amount"
    with House.open(database, unit=Unit(1, 3)) as house:
        assert house.unit.write(1) == "0.01", "the unit of a house is chosen once"
    proven(database)


@pytest.mark.parametrize(
    "amount",
    [
        float("nan"),
        float("inf"),
        1e400,
        -0.0,
        0.1,
        True,
        2**63,
        2**64,
        10**30,
        -5,
        0,
        "NaN",
        "1e400",
        "-0",
        "-5",
        "0",
        "",
        " 5",
        "9223372036854775808",
        "10000000000000.01",
        "１００",
        "0.000000000000001",
        "5\0",
        "\ud800",
        None,
        [],
        {},
        {"amount": "5"},
    ],
)
def test_poison_amounts_change_nothing(sqlite: str, amount: Any) -> None:
    with House.open(sqlite) as house:
        opened(house)
        house.command("t1", "open", DEE, {"do": "open_bets"})
        before = house.live_table("t1").version, house.balance("ann"), house.live_table("t1").table
        owed = [{"player": "ann", "amount": amount}]
        bodies: list[dict[str, object]] = [
            {**BET, "player": "ann", "amount": amount},
            {"do": "buy_in", "player": "ann", "amount": amount},
            {"do": "fill", "amount": amount},
        ]
        if amount not in ("-5", "0", "-0"):  # a ruling may take, or say that nothing is owed
            bodies.append({"do": "rule", "text": "x", "adjustments": owed})
        for number, body in enumerate(bodies):
            assert not house.command("t1", f"p{number}", SAM, body).ok
        assert not house.deposit("p", SAM, "ann", amount).ok
        assert (
            house.live_table("t1").version,
            house.balance("ann"),
            house.live_table("t1").table,
        ) == before
    proven(sqlite)


@pytest.mark.parametrize(
    ("id", "body"),
    [
        ("", BET),
        ("x" * 201, BET),
        ("a\0b", BET),
        ("\ud800", BET),
        (7, BET),
        ("a", "place_bet"),
        ("a", [BET]),
        ("a", {**BET, "by": {"role": "shift_manager", "name": "ann"}}),
        ("a", {**BET, "id": "x\0y"}),
        ("a", {**BET, "k\0": 1}),
        ("a", {"do": "x" * 100_001}),
    ],
)
def test_what_cannot_be_stored_is_refused_before_anything(
    database: str, id: str, body: dict[str, object]
) -> None:
    with House.open(database) as house:
        opened(house)
        house.command("t1", "open", DEE, {"do": "open_bets"})
        before = house.live_table("t1").version
        assert code(house.command("t1", id, ANN, body)) == "malformed"
        deep: object = "5"
        for _ in range(50):
            deep = [deep]
        assert code(house.command("t1", "deep", ANN, {**BET, "amount": deep})) == "malformed"
        assert house.live_table("t1").version == before
        assert house.command("t1", "sound", ANN, BET).ok
        assert [row[6] for row in house.reader.refusals("t1")] == ["malformed"] * 2
    proven(database)


def test_events_after_a_number_have_no_gap_and_no_repeat(database: str) -> None:
    with House.open(database) as house:
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        play(house, "t1", 80, Random(1))
        last = house.live_table("t1").version
        for number in (0, 1, 17, last - 1, last, last + 5):
            rows = house.events_after("t1", number)
            assert [row.number for row in rows] == list(range(number + 1, last + 1))
        assert len(house.events_after("t1", 3, most=4)) == 4


def test_any_round_can_be_recalled(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        for number in range(5):
            house.command("t1", f"o{number}", DEE, {"do": "open_bets"})
            house.command("t1", f"b{number}", ANN, BET)
            house.command("t1", f"c{number}", DEE, {"do": "close_bets"})
            for card in range(6):
                house.command("t1", f"d{number}-{card}", DEE, {"do": "deal"})
            if number < 4:
                assert house.command("t1", f"s{number}", DEE, {"do": "settle"}).ok
        before = Decimal(1000)
        for number in range(1, 5):
            round_ = house.recall("t1", number)
            assert round_ is not None
            assert round_.ended
            assert round_.settlement is not None
            net = Decimal(dict[str, Any](round_.settlement)["net"]["ann"])
            assert round_.balances["ann"] == (f"{before:.2f}", f"{before + net:.2f}")
            before += net
        running = house.recall("t1", 5)
        assert running is not None
        assert (running.ended, running.settlement) == (False, None)
        assert house.recall("t1", 6) is None


def test_a_clock_that_goes_back_decides_nothing(database: str) -> None:
    times = iter(f"2026-01-01T{23 - n % 24:02}:00:00.000+00:00" for n in range(10_000))
    with House.open(database, now=lambda: next(times)) as house:
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        play(house, "t1", 50, Random(3))
        numbers = [row.number for row in house.events_after("t1", 0)]
        assert numbers == list(range(1, len(numbers) + 1))
    proven(database)


def test_whoever_listens_is_woken(database: str) -> None:
    heard: list[str | None] = []
    with House.open(database) as house:
        house.listen(heard.append)
        opened(house)
        assert "t1" in heard


def test_nobody_chooses_the_order_of_a_shoe_in_play(database: str) -> None:
    chosen = {"do": "new_shoe", "seed": "00" * 32}
    with House.open(database) as house:
        opened(house)
        assert code(house.command("t1", "s", DEE, chosen)) == "not_allowed"
        cards = {"do": "new_shoe", "cards": ["9s", "6d"]}
        assert code(house.command("t1", "c", DEE, cards)) == "not_allowed"
    with House.open(database, rehearsal=True) as house:
        assert house.command("t1", "t", DEE, chosen).ok


def test_tables_and_games_that_are_not_there(sqlite: str) -> None:
    with House.open(sqlite) as house:
        with pytest.raises(CroupierError, match="no table"):
            house.command("t9", "a", DEE, {"do": "open_bets"})
        with pytest.raises(CroupierError, match="named by"):
            house.create_table("../T")
        house.create_table("t1")
        house.create_table("t1")
        for name in ("punto", "examples/ez-baccarat.toml", "/etc/passwd"):
            body = {"do": "open_table", "game": name}
            assert code(house.command("t1", f"o {name}", SAM, body)) == "unknown_game"


def test_a_database_that_cannot_be_had_is_told_in_a_sentence(folder: object) -> None:
    with pytest.raises(WrongDatabase, match="no folder"):
        House.open(f"{folder}/none/house.db")
    with pytest.raises(WrongDatabase, match="path of a file"):
        House.open("mysql://u:secret@host/db")
    with pytest.raises(WrongDatabase) as caught:
        House.open("postgresql://u:secret@host:port/db")
    assert "secret" not in str(caught.value)
    with pytest.raises(WrongDatabase) as caught:
        House.open(f"postgresql://u:secret@/db?host={folder}")
    assert "secret" not in str(caught.value)


def test_nobody_but_its_owner_reads_the_file(sqlite: str) -> None:
    with House.open(sqlite) as house:
        opened(house)
        for path in Path(sqlite).parent.iterdir():
            assert path.stat().st_mode & 0o077 == 0, path.name
    with pytest.raises(WrongDatabase):
        House.open(str(Path(sqlite).parent))


def test_the_vault_is_in_no_event_and_no_snapshot(sqlite: str) -> None:
    """The seed of a running shoe is found in the vault's own rows only."""
    with House.open(sqlite, draw=lambda count: b"\x5a" * count) as house:
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        play(house, "t1", 700, Random(3))
        seed = b"5a" * 32
        assert house.live_table("t1").table.shoe is not None
        assert house.reader.secret("t1", 1) is not None
        told = b"".join(row.entry for row in house.events_after("t1", 0))
        told += b"".join(row[2] for row in house.reader.snapshots("t1"))
        ended = house.live_table("t1").table.shoes > 1
        assert (seed in told) == ended
        assert b"WlpaWlpa" not in told
    assert proven(sqlite).snapshots >= 1
