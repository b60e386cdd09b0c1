"""Cash and chips in the hand at a table: for whom a dealer takes them, and how much alone."""

from __future__ import annotations

from typing import Any

import pytest

from server.people import PIN
from server.running import Running

SOLD: dict[str, Any] = {"amount": "100", "cash": True}


def test_a_name_given_at_the_table_is_nobody_elses(running: Running) -> None:
    table = running.table(shoe="manual", enforcement="dealer")
    with running.api("dee") as dee:
        dee.do(table, "buy_in", player="*cap", **SOLD)
        dee.do(table, "buy_in", player="*cap", **SOLD)
        for name, code in {
            "*ann": "not_allowed",  # an account
            "*Ann": "not_allowed",
            "*Cap": "not_allowed",  # somebody else here
            "*c\u0430p": "malformed",  # a Cyrillic letter
            "* cap": "malformed",
            "**cap": "malformed",
            "*": "malformed",
            "cap": "unknown_player",  # no account, and no star
            "Ann": "unknown_player",
            "dee": "unknown_player",  # no patron
        }.items():
            answer = dee.send(table, "buy_in", player=name, **SOLD)
            assert (name, answer.json()["error"]["code"]) == (name, code)
        # No wallet, and so neither bought from one nor cashed into one.
        for do in ("buy_in", "cash_out"):
            answer = dee.send(table, do, player="*cap", amount="5")
            assert answer.json()["error"]["code"] == "insufficient_balance"
        dee.do(table, "cash_out", player="*cap", amount="50", chips=True)
        state = dee.get(f"/api/tables/{table}")["state"]
        assert (state["balances"]["*cap"], state["drop"]) == ("150.00", "200.00")


@pytest.mark.parametrize("how", ["cash", "chips"])
def test_from_an_amount_on_a_supervisor_takes_part(running: Running, how: str) -> None:
    table = running.table(shoe="manual", enforcement="dealer")
    with running.api("dee") as dee, running.api("sue") as sue:
        body: dict[str, Any] = {"player": "*cap", "amount": "10000", how: True}
        assert dee.send(table, "buy_in", **body).json()["error"]["code"] == "not_allowed"
        approval = {"name": "sue", "pin": PIN}
        assert dee.send(table, "buy_in", **body, approval=approval).status_code == 200
        dee.do(table, "buy_in", player="*cap", **{**SOLD, "amount": "9999.99"})
        # Everything, however much it is.
        answer = dee.send(table, "cash_out", player="*cap", chips=True)
        assert answer.json()["error"]["code"] == "not_allowed"
        sue.do(table, "cash_out", player="*cap", chips=True)


def test_no_patron_takes_cash_from_the_automatic_dealer(running: Running) -> None:
    table = running.table()
    with running.api("sam") as sam, running.api("ann") as ann:
        sam.do(table, "assign_dealer", automatic=True)
        for do, how in (("buy_in", "cash"), ("buy_in", "chips"), ("cash_out", "chips")):
            fields: dict[str, Any] = {"amount": "5", how: True}
            answer = ann.send(table, do, **fields)
            assert (do, answer.status_code) == (do, 403)


def test_nobody_buys_chips_for_an_account_that_is_closed(running: Running) -> None:
    """Nobody could sign in to them, and closing said that nothing is left."""
    table = running.table(shoe="manual", enforcement="dealer")
    with running.api("dee") as dee, running.api("cas") as cas, running.api("sue") as sue:
        body = {"name": "leaver", "of_age": True}
        assert cas.ask("POST", "/api/patrons", json=body).status_code == 200
        slip = {"id": "leaver-1", "kind": "deposit", "name": "leaver", "amount": "100"}
        if not cas.get("/api/cage")["open"]:
            opened = {"id": "leaver-0", "kind": "open", "amount": "5000"}
            assert cas.ask("POST", "/api/cage/slips", json=opened).status_code == 200
        assert cas.ask("POST", "/api/cage/slips", json=slip).status_code == 200
        dee.do(table, "buy_in", player="leaver", amount="10")
        assert cas.ask("POST", "/api/people/leaver/close", json={}).status_code == 409
        with running.api("adm") as adm:
            assert adm.ask("PATCH", "/api/people/leaver", json={"locked": True}).status_code == 200
        ways: tuple[dict[str, Any], ...] = ({}, {"cash": True}, {"chips": True})
        for how in ways:
            answer = dee.send(table, "buy_in", player="leaver", amount="5", **how)
            assert (how, answer.json()["error"]["code"]) == (how, "not_allowed")
        cash = {"id": "leaver-2", "amount": "5"}
        answer = sue.ask("POST", "/api/wallets/leaver/deposits", json=cash)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
        # What is there goes out, and then the account can be closed.
        dee.do(table, "cash_out", player="leaver")
        paid = {"id": "leaver-3", "kind": "pay_out", "name": "leaver"}
        assert cas.ask("POST", "/api/cage/slips", json=paid).json()["slip"]["amount"] == "100.00"
        assert cas.ask("POST", "/api/people/leaver/close", json={}).status_code == 200
