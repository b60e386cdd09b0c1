"""Closing over the wire: who signs is known by PIN, never by what a client says."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from server.client import Api, Json, fresh_id
from server.people import PIN
from server.running import Running

SUE = {"name": "sue", "pin": PIN}


def close(api: Api, table: str, witness: Any = None, /, **fields: Any) -> httpx.Response:
    """Close a table with a second person, if there is one; return the response."""
    more: Json = {key: fields.pop(key) for key in ("approval", "id") if key in fields}
    body: Json = {"id": fresh_id(), "command": {"do": "close_table", **fields}, **more}
    if witness is not None:
        body["witness"] = witness
    return api.ask("POST", f"/api/tables/{table}/commands", json=body)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_count_takes_two_people(running: Running) -> None:
    table = running.table()
    before = running.hash(table)
    with running.api("max") as boss:
        assert refusal(close(boss, table, count="100000")) == (403, "not_allowed")
        assert refusal(close(boss, table, {"name": "max", "pin": PIN}, count="100000")) == (
            403,
            "not_allowed",
        ), "the same person twice"
        for wrong in ({"name": "sue", "pin": "111112"}, {"name": "dee", "pin": PIN}):
            assert refusal(close(boss, table, wrong, count="100000")) == (403, "forbidden")
        assert running.hash(table) == before
        answer = close(boss, table, SUE, count="100000")
        assert answer.status_code == 200, answer.text
        closed = answer.json()["events"][-1]
        assert (closed["variance"], closed["witness"]) == ("0.00", "sue")


@pytest.mark.parametrize("way", ["http", "socket"])
def test_a_name_that_a_client_claims_counts_for_nothing(running: Running, way: str) -> None:
    table = running.table()
    before = running.hash(table)
    claims: list[tuple[Json, Any]] = [
        ({"count": "100000", "witness": "sue"}, None),
        ({"count": "100000", "witness": "sue"}, SUE),
        ({"witness": None}, SUE),
    ]
    for fields, witness in claims:
        if way == "http":
            with running.api("max") as boss:
                code = refusal(close(boss, table, witness, **fields))
                assert code == (400, "malformed")
        else:
            with running.live("max") as live:
                frame: Json = {"id": fresh_id(), "table": table}
                frame["command"] = {"do": "close_table", **fields}
                live.say(**frame, **({} if witness is None else {"witness": witness}))
                told = live.until(lambda each: "answer" in each)
                assert told["error"]["code"] == "malformed"
    assert running.hash(table) == before
    assert all(PIN not in str(row) for row in running.refusals(table))


def test_a_socket_closes_with_two_people(running: Running) -> None:
    table = running.table()
    with running.live("max") as live:
        command = {"do": "close_table", "count": "99990", "reason": "a chip is gone"}
        live.say(id=fresh_id(), table=table, command=command, witness="sue")
        assert live.until(lambda each: "answer" in each)["ok"] is False
        live.say(id=fresh_id(), table=table, command=command, witness=SUE)
        told = live.until(lambda each: "answer" in each)
        assert told["ok"], told
        assert told["events"][-1]["variance"] == "-10.00"


def test_the_same_id_again_is_answered_again(running: Running) -> None:
    table, id = running.table(), fresh_id()
    with running.api("max") as boss:
        first = close(boss, table, SUE, id=id, count="100000")
        again = close(boss, table, SUE, id=id, count="100000")
        assert (first.status_code, again.json()["again"]) == (200, True)
        assert again.json()["events"] == first.json()["events"]
        other = close(boss, table, {"name": "sam", "pin": PIN}, id=id, count="100000")
        assert other.status_code == 400, "another second person is another command"


def test_nothing_else_is_signed_by_a_second_person(running: Running) -> None:
    table = running.table()
    with running.api("max") as boss, running.api("ann") as ann:
        body = {"id": fresh_id(), "command": {"do": "fill", "amount": "5"}, "witness": SUE}
        answer = boss.ask("POST", f"/api/tables/{table}/commands", json=body)
        assert refusal(answer) == (400, "malformed")
        assert refusal(close(ann, table, SUE, count="5")) == (403, "not_allowed")


def test_at_a_dealers_screen_both_give_their_pins(running: Running) -> None:
    """The manager closes by PIN, a supervisor signs by PIN; the dealer alone can do neither."""
    table = running.table()
    with running.api("dee") as dee, running.api("adm") as adm:
        assert refusal(close(dee, table, SUE, count="100000")) == (403, "not_allowed")
        boss = {"name": "max", "pin": PIN}
        same = close(dee, table, boss, approval=boss, count="100000")
        assert refusal(same) == (403, "not_allowed")
        answer = close(dee, table, SUE, approval=boss, count="100000")
        assert answer.status_code == 200, answer.text
        told = dee.get(f"/api/tables/{table}/events?after=0")["events"][-1]
        assert (told["by"], told["witness"]) == ("pit_manager:max", "sue")
        noted = [
            row for row in adm.get("/api/incidents?latest=true&most=50") if row["table_id"] == table
        ]
        given = [row for row in noted if row["kind"] == "approval_given"]
        assert {row["actor"] for row in given} >= {"sue", "max"}
        signing = {row["actor"] for row in given if row["detail"].get("what") == "signature"}
        assert signing == {"sue"}, "who closes has signed nothing beside it"
        sued = next(row for row in given if row["actor"] == "sue")
        assert sued["detail"]["what"] == "signature"
        assert (sued["detail"]["command"], sued["detail"]["count"]) == ("close_table", "100000")


def test_a_variance_is_told_to_managers_and_hidden_from_patrons(running: Running) -> None:
    table = running.table()
    with running.api("max") as boss, running.api("ann") as ann:
        assert close(boss, table, SUE, count="99000", reason="a bag is gone").status_code == 200
        found = boss.get("/api/incidents?kind=variance&latest=true&most=1")
        assert found[0]["table_id"] == table
        assert found[0]["before"]["tray"] == "100000.00"
        assert found[0]["after"] == {"tray": "99000.00"}
        row = boss.get(f"/api/reports?table={table}")["by_table"][0]
        assert row["counted"]["tray_variance"] == "-1000.00"
        listed = boss.get(f"/api/happenings?table={table}&kind=closing")["items"]
        assert listed[-1]["why"] == "a bag is gone"
        told = ann.get(f"/api/tables/{table}/events?after=0")["events"][-1]
        assert told["type"] == "table_closed"
        assert set(told) == {"n", "at", "type"}


def test_chips_are_moved_before_and_after_closing(running: Running) -> None:
    """What the page does: to the wallet for who has one, in the hand for who has none."""
    table = running.table()
    with running.api("max") as boss, running.api("sam") as sam:
        boss.do(table, "buy_in", player="*cap", amount="50", cash=True)
        had = sam.wallet("ann")
        assert boss.send(table, "cash_out", player="*cap").status_code == 409, "no wallet"
        boss.do(table, "cash_out", player="*cap", chips=True)
        boss.do(table, "cash_out", player="ann")
        assert float(sam.wallet("ann")) == float(had) + 1000
        assert close(boss, table, SUE, count="99950", drop_count="50").status_code == 200
        boss.do(table, "cash_out", player="bob")
        assert set(boss.state(table)["balances"].values()) == {"0.00"}


def test_the_journal_says_what_was_asked_and_that_it_was_refused(running: Running) -> None:
    table = running.table()
    with running.api("dee") as dee, running.api("adm") as adm:
        limits = {"min": "50", "max_differential": "900"}
        wrong = {"name": "max", "pin": "111112"}
        assert dee.send(table, "change_table", limits=limits, approval=wrong).status_code == 403
        right = {"name": "max", "pin": PIN}
        assert dee.send(table, "change_table", limits=limits, approval=right).status_code == 200
        noted = [
            row for row in adm.get("/api/incidents?latest=true&most=50") if row["table_id"] == table
        ]
        kinds = {row["kind"]: row["detail"] for row in noted}
        for kind in ("approval_refused", "approval_given"):
            told = kinds[kind]
            assert (told["command"], told["limits"]) == (
                "change_table",
                "min 50, max differential 900",
            )
        assert kinds["approval_refused"]["reason"] == "wrong"
        huge = {"do": "rule", "text": "€" * 1900, "adjustments": [{"player": "é" * 60}] * 200}
        body = {"id": fresh_id(), "command": huge, "approval": wrong}
        assert dee.ask("POST", f"/api/tables/{table}/commands", json=body).status_code == 403
