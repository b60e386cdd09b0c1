"""The cage over HTTP: who may, a second person, slips once for each id, and the report."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from croupier.accounts import AccountRole
from server.client import Api
from server.people import PIN, POSTS
from server.running import Running

_ids = count(1)


def ask(api: Api, kind: str, **fields: Any) -> tuple[int, Any]:
    """Return the status and the slip, or the code of a refusal."""
    body = {"id": f"cage-{next(_ids)}", "kind": kind, **fields}
    answer = api.ask("POST", "/api/cage/slips", json=body)
    told = answer.json()
    return answer.status_code, told["slip"] if told.get("ok") else told["error"]["code"]


@pytest.fixture
def cage(running: Running) -> Running:
    """A server whose cage is open."""
    with running.api("cas") as cas:
        if not cas.get("/api/cage")["open"]:
            assert ask(cas, "open", amount="5000")[0] == 200
    return running


@pytest.mark.parametrize("name", sorted(POSTS))
def test_who_may_do_what_at_the_cage(cage: Running, name: str) -> None:
    role = POSTS[name]
    acts = role in (AccountRole.CASHIER, AccountRole.SHIFT_MANAGER)
    reads = acts or role in (AccountRole.PIT_MANAGER, AccountRole.AUDITOR)
    with cage.api(name) as api:
        status, _ = ask(api, "fill", amount="1")
        assert status == (200 if acts else 403)
        for path in ("", "/slips", "/slips/1", "/patrons?find=a"):
            answer = api.ask("GET", f"/api/cage{path}")
            assert answer.status_code == (200 if reads else 403), path
        allowed = reads or role is AccountRole.ADMINISTRATOR
        assert api.ask("GET", "/api/cage/report").status_code == (200 if allowed else 403)
        assert api.ask("GET", "/api/cage/slips/999999").status_code == (404 if reads else 403)


def test_nobody_without_a_session(cage: Running) -> None:
    with cage.api(None) as api:
        assert ask(api, "fill", amount="1")[0] == 401
        assert api.ask("GET", "/api/cage").status_code == 401


def test_money_in_and_out(cage: Running) -> None:
    with cage.api("cas") as cas:
        had = cas.wallet("bob")
        status, slip = ask(cas, "deposit", name="bob", amount="250", tender="cash")
        assert (status, slip["kind"], slip["by"], slip["amount"]) == (
            200,
            "deposit",
            "cashier:cas",
            "250.00",
        )
        assert float(cas.wallet("bob")) == float(had) + 250
        assert ask(cas, "withdrawal", name="bob", amount="250")[0] == 200
        assert cas.wallet("bob") == had
        assert cas.get("/api/cage/slips?most=1")[0]["number"] == slip["number"] + 1
        assert cas.get(f"/api/cage/slips/{slip['number']}") == slip
        found = cas.get("/api/cage/patrons?find=BO")
        assert [(each["name"], each["balance"]) for each in found] == [("bob", had)]
        assert ask(cas, "deposit", name="nobody", amount="5") == (404, "not_found")
        assert ask(cas, "deposit", name="dee", amount="5") == (404, "not_found"), "no patron"
        assert ask(cas, "deposit", name="bob", amount="5", tender="adjustment") == (
            400,
            "malformed",
        )


def test_a_second_person_by_pin(cage: Running) -> None:
    with cage.api("cas") as cas, cage.api("adm") as adm:
        big: dict[str, Any] = {"name": "bob", "amount": "10000", "tender": "cheque"}
        assert ask(cas, "deposit", **big) == (403, "not_allowed")
        wrong = {"name": "max", "pin": "111112"}
        assert ask(cas, "deposit", **big, approval=wrong) == (403, "forbidden")
        dealer = {"name": "dee", "pin": PIN}
        assert ask(cas, "deposit", **big, approval=dealer)[0] == 403
        status, slip = ask(cas, "deposit", **big, approval={"name": "max", "pin": PIN})
        assert (status, slip["approver"]) == (200, "pit_manager:max")
        noted = [
            row["detail"]
            for row in adm.get("/api/incidents?most=500")
            if row["kind"] == "approval_given" and (row["detail"] or {}).get("asked_by") == "cas"
        ]
        # What was approved: for whom, how much, in what.
        told = {"what": "deposit", "player": "bob", "amount": "10000", "tender": "cheque"}
        assert {**told, "post": "pit_manager"}.items() <= noted[-1].items()
        refused = [
            row["detail"]
            for row in adm.get("/api/incidents?most=500")
            if row["kind"] == "approval_refused" and (row["detail"] or {}).get("what") == "deposit"
        ]
        assert {**told, "reason": "wrong"} in refused
    with cage.api("sam") as sam:
        own = {"name": "sam", "pin": PIN}
        assert ask(sam, "deposit", **big, approval=own) == (403, "not_allowed"), "the same person"
        report = sam.get("/api/cage/report")
        assert {"name": "bob", "direction": "in"}.items() <= report["large"][0].items()
        assert sam.get("/api/reports")["cage"]["sums"] == report["sums"]


def test_a_locked_account_is_paid_out_and_not_in(cage: Running) -> None:
    with cage.api("cas") as cas, cage.api("adm") as adm:
        body = {"name": "gone", "of_age": True}
        assert cas.ask("POST", "/api/patrons", json=body).status_code == 200
        assert ask(cas, "deposit", name="gone", amount="70")[0] == 200
        assert adm.ask("PATCH", "/api/people/gone", json={"locked": True}).status_code == 200
        assert ask(cas, "deposit", name="gone", amount="5") == (409, "conflict")
        assert ask(cas, "chips_sold", name="Gone", amount="5") == (409, "conflict")
        assert ask(cas, "chips_redeemed", name="gone", amount="5")[0] == 200, "their chips are paid"
        right = {"tender": "adjustment", "reason": "keyed wrongly"}
        assert ask(cas, "deposit", name="gone", amount="5", **right)[0] == 200
        assert ask(cas, "pay_out", name="gone", amount="70") == (400, "bad_amount")
        assert ask(cas, "pay_out", name="gone", amount="75")[1]["amount"] == "75.00"


def test_chips_are_sold_to_a_patron_however_the_name_is_written(cage: Running) -> None:
    """Else a limit, or an exclusion, ends at a capital letter."""
    with cage.api("cas") as cas:
        assert cas.ask("POST", "/api/patrons", json={"name": "eva", "of_age": True}).is_success
        limits = {"deposit_day": "50"}
        assert cas.ask("PATCH", "/api/people/eva/limits", json=limits).is_success
        assert ask(cas, "chips_sold", name="eva", amount="30")[0] == 200
        assert ask(cas, "chips_sold", name="EVA", amount="30") == (409, "limit_reached")
        status, slip = ask(cas, "chips_redeemed", name="Eva", amount="30")
        assert (status, slip["name"]) == (200, "eva")
        # Somebody without an account is called as they are.
        assert ask(cas, "chips_sold", name="Mr Smith", amount="30")[1]["name"] == "Mr Smith"


def test_the_same_id_is_the_same_slip(cage: Running) -> None:
    with cage.api("cas") as cas:
        body = {"id": "once", "kind": "fill", "amount": "7"}
        first = cas.ask("POST", "/api/cage/slips", json=body).json()
        again = cas.ask("POST", "/api/cage/slips", json=body).json()
        assert first == again
        other = cas.ask("POST", "/api/cage/slips", json={**body, "amount": "8"})
        assert other.status_code == 400
