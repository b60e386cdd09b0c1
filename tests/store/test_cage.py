"""The cage: slips without gaps, cash and wallets to the unit, and what was altered is named."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from croupier.cli import main
from croupier.reports.cage_report import read_cage_report
from croupier.reports.figures import Span
from croupier.store.address import Address
from croupier.store.cage import CageMove, Tender
from croupier.store.cage_desk import Clerk, Order
from croupier.store.failures import BadStore
from croupier.store.house import House
from croupier.store.queries import engine_of
from croupier.store.verify_heads import check_heads, counted, heads_of
from houses import DEE, SAM, code, moment, opened, proven, said

CAS, KIM = Clerk("cashier", "cas"), Clerk("cashier", "kim")
BOSS = Clerk("shift_manager", "sam")


def slip(house: House, id: str, order: Order, clerk: Clerk = CAS, **more: Any) -> dict[str, Any]:
    """Return the slip of an order that is carried out."""
    answer = house.cage.carry_out(id, clerk, order, **more)
    assert answer.ok, answer
    found: dict[str, Any] = said(answer)["slip"]
    return found


def refused(house: House, id: str, order: Order, **more: Any) -> str:
    """Return the code of an order that is refused."""
    return code(house.cage.carry_out(id, CAS, order, **more))


def deposit(amount: str, name: str = "ann", **more: Any) -> Order:
    return Order(CageMove.DEPOSIT, amount, name, **more)


def a_day(house: House) -> None:
    """Play a day at the cage: opened, money in and out, counted, closed."""
    slip(house, "open", Order(CageMove.OPEN, pieces={"100": 90, "50": 20}))
    slip(house, "in", deposit("500"))
    slip(house, "cheque", deposit("1000", tender=Tender.CHEQUE))
    slip(house, "out", Order(CageMove.WITHDRAWAL, "200", "ann"))
    slip(house, "fill", Order(CageMove.FILL, "1000"))
    slip(house, "gift", deposit("25", "bob", tender=Tender.ADJUSTMENT, reason="a late bus"), KIM)
    slip(house, "tips", Order(CageMove.TIPS, "40", "dee"))
    slip(house, "count", Order(CageMove.COUNT, "11250"))
    slip(house, "all", Order(CageMove.PAY_OUT, name="ann"))
    slip(house, "close", Order(CageMove.CLOSE, "9950"), approver=BOSS)


def test_a_day_at_the_cage(database: str) -> None:
    with House.open(database) as house:
        a_day(house)
        slips = list(reversed(house.cage.slips()))
        assert [each["number"] for each in slips] == list(range(1, 11))
        assert [
            (each["kind"], each["amount"], each["cash"], each["variance"]) for each in slips
        ] == [
            ("open", "10000.00", "10000.00", None),
            ("deposit", "500.00", "10500.00", None),
            ("deposit", "1000.00", "10500.00", None),
            ("withdrawal", "200.00", "10300.00", None),
            ("fill", "1000.00", "11300.00", None),
            ("deposit", "25.00", "11300.00", None),
            ("tips", "40.00", "11260.00", None),
            ("count", "11250.00", "11250.00", "-10.00"),
            ("pay_out", "1300.00", "9950.00", None),
            ("close", "9950.00", "0.00", "0.00"),
        ]
        assert slips[0]["pieces"] == {"100.00": 90, "50.00": 20}
        assert slips[9]["approver"] == "shift_manager:sam"
        assert (house.balance("ann"), house.balance("bob")) == ("0.00", "25.00")
        assert house.cage.slip(9) == slips[8]
        assert house.cage.slip(11) is None
    found = proven(database)
    assert (found.slips, found.cash, found.money) == (10, 0, 2500)


def test_an_id_counts_once(database: str) -> None:
    with House.open(database) as house:
        slip(house, "open", Order(CageMove.OPEN, "100"))
        first = house.cage.carry_out("x", CAS, deposit("5"))
        again = house.cage.carry_out("x", CAS, deposit("5"))
        assert (again.data, again.again, first.again) == (first.data, True, False)
        assert refused(house, "x", deposit("6")) == "malformed", "another order with the same id"
        assert slip(house, "x", deposit("7"), KIM)["number"] == 3, "ids are each clerk's own"
        assert house.balance("ann") == "12.00"
    assert proven(database).slips == 3


def test_what_is_refused_leaves_no_trace_but_in_the_journal(database: str) -> None:
    with House.open(database) as house:
        assert refused(house, "1", deposit("5")) == "wrong_phase", "the cage is closed"
        assert refused(house, "2", Order(CageMove.COUNT, "5")) == "wrong_phase"
        assert slip(house, "3", deposit("5", tender=Tender.VOUCHER))["cash"] == "0.00"
        slip(house, "4", Order(CageMove.OPEN, "0"))
        assert refused(house, "5", Order(CageMove.OPEN, "1")) == "wrong_phase"
        out = Order(CageMove.WITHDRAWAL, "5", "ann")
        assert refused(house, "6", out) == "insufficient_balance", "no cash"
        assert refused(house, "7", deposit("5", tender=Tender.ADJUSTMENT)) == "malformed"
        blank = deposit("5", tender=Tender.ADJUSTMENT, reason="  ")
        assert refused(house, "8", blank) == "malformed"
        cheque = Order(CageMove.WITHDRAWAL, "6", "ann", Tender.CHEQUE)
        assert refused(house, "9", cheque) == "insufficient_balance", "no money"
        assert refused(house, "10", Order(CageMove.PAY_OUT, name="bob")) == "insufficient_balance"
        assert refused(house, "11", Order(CageMove.PAY_OUT, "6", "ann")) == "bad_amount"
        assert refused(house, "12", deposit("0")) == "bad_amount"
        assert refused(house, "13", deposit("0.001")) == "bad_amount"
        assert refused(house, "14", Order(CageMove.FILL, "5", pieces={"1": 4})) == "bad_amount"
        assert refused(house, "15", Order(CageMove.CHIPS_COUNTED)) == "malformed"
        assert refused(house, "16", Order(CageMove.TIPS, "5")) == "malformed"
        assert refused(house, "17", Order(CageMove.DEPOSIT, "5")) == "malformed", "no name"
        assert refused(house, "18", Order(CageMove.FILL, "5", tender=Tender.CHEQUE)) == "malformed"
        assert house.balance("ann") == "5.00"
        assert len(house.reader.refusals()) == 16
        # The same again is the same answer.
        assert refused(house, "12", deposit("0")) == "bad_amount"
        assert len(house.reader.refusals()) == 16
    found = proven(database)
    assert (found.slips, found.refusals) == (2, 16)


def test_one_denomination_written_two_ways_is_counted_together(database: str) -> None:
    with House.open(database) as house:
        pieces = {"5": 1, "100": 2, "100.00": 3, "25": 4}
        told = slip(house, "open", Order(CageMove.OPEN, "605", pieces=pieces))
        assert list(told["pieces"].items()) == [("100.00", 5), ("25.00", 4), ("5.00", 1)]
    proven(database)


def test_a_payout_is_of_what_was_seen(database: str) -> None:
    """A table may be faster than the cashier: nobody pays, or approves, another sum unseen."""
    with House.open(database) as house:
        slip(house, "open", Order(CageMove.OPEN, "1000"))
        slip(house, "in", deposit("500"))
        assert refused(house, "1", Order(CageMove.PAY_OUT, "499.99", "ann")) == "bad_amount"
        assert house.balance("ann") == "500.00"
        assert slip(house, "2", Order(CageMove.PAY_OUT, "500", "ann"))["amount"] == "500.00"
        assert house.balance("ann") == "0.00"
    assert proven(database).slips == 3


def test_a_second_person_from_an_amount_on(database: str) -> None:
    with House.open(database) as house:
        slip(house, "open", Order(CageMove.OPEN, "1000"), second_person=200000)
        assert refused(house, "big", deposit("1000"), second_person=100000) == "not_allowed"
        slip(house, "small", deposit("999.99"), second_person=100000)
        # The id is not used up: the same order goes through with somebody's approval.
        told = slip(house, "big", deposit("1000"), second_person=100000, approver=BOSS)
        assert told["approver"] == "shift_manager:sam"
        # A payout is of an amount that nobody typed.
        payout = Order(CageMove.PAY_OUT, name="ann")
        assert refused(house, "all", payout, second_person=100000) == "not_allowed"
        # Of a count the difference counts.
        slip(house, "count", Order(CageMove.COUNT, "2999.98"), second_person=100)
        assert refused(house, "off", Order(CageMove.COUNT, "1"), second_person=100) == "not_allowed"
    assert proven(database).slips == 4


def test_many_cashiers_at_once(database: str) -> None:
    """Numbers have no gap and no money is lost, while the patron buys chips too."""
    with House.open(database) as house, ThreadPoolExecutor(8) as pool:
        opened(house)
        slip(house, "open", Order(CageMove.OPEN, "1000"))

        def work(number: int) -> None:
            clerk = Clerk("cashier", f"c{number % 4}")
            if number % 5 == 4:
                body = {"do": "buy_in", "player": "ann", "amount": "1"}
                assert house.command("t1", f"b{number}", DEE, body).ok
            else:
                slip(house, f"d{number}", deposit("2"), clerk)

        list(pool.map(work, range(40)))
        assert house.balance("ann") == "4056.00"
    found = proven(database)
    assert (found.slips, found.cash) == (33, 106400)


@pytest.mark.parametrize(
    ("forgery", "named"),
    [
        ("UPDATE cage_slips SET amount = amount + 1 WHERE number = 2", "slip 2 of the cage"),
        ("UPDATE cage_slips SET reason = 'x' WHERE number = 6", "slip 6 of the cage: its hash"),
        ("UPDATE cage_slips SET approver = 'x:y' WHERE number = 10", "slip 10 of the cage: its"),
        ("DELETE FROM cage_slips WHERE number = 4", "slip 4 of the cage: it is missing"),
        ("DELETE FROM cage_slips WHERE number = 10", "slip 9 of the cage: the slips end here"),
        ("DELETE FROM cage_head", "slip 10 of the cage: the slips end here"),
        ("UPDATE cage_head SET cash = 5", "slip 10 of the cage: the slips end here"),
        ("DELETE FROM cage_slips; DELETE FROM cage_head", "the cage has no slip for it"),
    ],
)
def test_what_is_altered_is_named(database: str, forgery: str, named: str) -> None:
    with House.open(database) as house:
        a_day(house)
    forge(database, *forgery.split("; "))
    with pytest.raises(BadStore) as caught:
        proven(database)
    assert named in str(caught.value)


def forge(database: str, *statements: str) -> None:
    """Change rows past the guards, as somebody with the file in hand can."""
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        else:
            for act in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER cage_slips_keeps_{act}"))
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_slips_are_kept_by_the_database_itself(database: str) -> None:
    with House.open(database) as house:
        a_day(house)
    engine = engine_of(Address.parse(database), write=True)
    with engine.connect() as connection, pytest.raises(Exception, match="append-only"):
        connection.execute(text("DELETE FROM cage_slips"))
    engine.dispose()


def test_a_tail_cut_off_with_its_head_is_named_by_heads_and_counts(sqlite: str) -> None:
    with House.open(sqlite) as house:
        slip(house, "open", Order(CageMove.OPEN, "1000"))
        slip(house, "fill", Order(CageMove.FILL, "5"))
    with moment(sqlite) as connection:
        heads = heads_of(connection)
        assert counted(connection)["slips"] == 2
        first = connection.execute(
            text("SELECT hash FROM cage_slips WHERE number = 1")
        ).scalar_one()
    forge(
        sqlite,
        "DELETE FROM cage_slips WHERE number = 2",
        f"UPDATE cage_head SET number = 1, cash = 100000, head = '{first}'",
    )
    proven(sqlite)
    with moment(sqlite) as connection, pytest.raises(BadStore, match="cage: it is missing"):
        check_heads(connection, heads, "the file")


def test_a_backup_carries_the_cage(
    database: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with House.open(database) as house:
        a_day(house)
    file, copy = folder / "house.backup", str(folder / "copy.db")
    assert main(["backup", database, str(file)]) == 0
    assert main(["restore", str(file), copy]) == 0
    capsys.readouterr()
    assert main(["verify", copy, "--backup", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cage"] == {"slips": 10, "cash": "0.00"}
    with House.open(copy) as house:
        assert slip(house, "next", Order(CageMove.OPEN, "1"))["number"] == 11


def test_a_deposit_without_a_slip_goes_on_as_before(sqlite: str) -> None:
    """Guests' chips, and programs that pay by the older route, need no cashier."""
    with House.open(sqlite) as house:
        assert house.deposit("d", SAM, "ann", "5").ok
        assert house.cage.slips() == []
    assert proven(sqlite).slips == 0


def test_cash_at_tables_counts_to_a_large_day(database: str) -> None:
    """Half at the cage and half at a table is the day of one patron, and as large."""
    with House.open(database) as house:
        opened(house)
        slip(house, "open", Order(CageMove.OPEN, "5000"))
        slip(house, "d", deposit("600", "eve"))
        for number, (name, amount) in enumerate(
            (("eve", "300"), ("eve", "100"), ("*cap", "999.99"), ("bob", "999.99"))
        ):
            body = {"do": "buy_in", "player": name, "amount": amount, "cash": True}
            assert house.command("t1", f"b{number}", DEE, body).ok
        brought = {"do": "buy_in", "player": "bob", "amount": "500", "chips": True}
        assert house.command("t1", "chips", DEE, brought).ok
        found = read_cage_report(house.reader, Span(), 100_000)["large"]
        assert [{key: each[key] for key in each if key != "day"} for each in found] == [
            {"name": "eve", "direction": "in", "amount": "1000.00", "slips": [2], "tables": ["t1"]}
        ]
        more = {"do": "buy_in", "player": "*cap", "amount": "0.01", "cash": True}
        assert house.command("t1", "more", DEE, more).ok
        found = read_cage_report(house.reader, Span(), 100_000)["large"]
        assert [(each["name"], each["slips"], each["tables"]) for each in found] == [
            ("eve", [2], ["t1"]),
            ("*cap", [], ["t1"]),
        ]
    proven(database)
