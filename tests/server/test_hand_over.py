"""A shift's hand-over: who reads the sheet, what it says, and that it is given over once."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from croupier.accounts import ALL, CONSOLE, AccountRole, Hasher, People
from server.client import Api
from server.people import PASSWORD, PIN, POSTS
from server.running import Running

READERS = (AccountRole.SHIFT_MANAGER, AccountRole.PIT_MANAGER, AccountRole.AUDITOR)
_numbers = count(1)


@pytest.fixture
def next_manager(running: Running) -> str:
    """A shift manager who comes in."""
    name = f"tia{next(_numbers)}"
    with People.open(running.database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        people.add(name, AccountRole.SHIFT_MANAGER, CONSOLE, password=PASSWORD, tables=ALL)
        people.set_pin(name, PIN, CONSOLE)
    return name


def give(api: Api, name: str, pin: str, after: int, **more: Any) -> tuple[int, Any]:
    body = {"name": name, "pin": pin, "after": after, **more}
    answer = api.ask("POST", "/api/hand-over", json=body)
    told = answer.json()
    return answer.status_code, told.get("entry") or told["error"]["code"]


@pytest.mark.parametrize("name", sorted(POSTS))
def test_who_may_read_and_who_may_give(running: Running, name: str) -> None:
    reads = POSTS[name] in READERS
    with running.api(name) as api:
        for path in ("", "/pdf", "/pdf?lang=zh"):
            answer = api.ask("GET", f"/api/hand-over{path}")
            assert answer.status_code == (200 if reads else 403), path
        status, code = give(api, "nobody", PIN, 10**9)
        expected = (409, "conflict") if POSTS[name] is AccountRole.SHIFT_MANAGER else (403,)
        assert (status, code)[: len(expected)] == expected
    with running.api(None) as api:
        assert api.ask("GET", "/api/hand-over").status_code == 401
        assert give(api, "sam", PIN, 0)[0] == 401


def test_the_sheet_and_giving_it_over(running: Running, next_manager: str) -> None:
    table = running.table()
    with running.api("dee") as dee, running.api("sam") as sam, running.api("cas") as cas:
        dee.do(table, "open_bets")
        dee.do(table, "buy_in", player="*guest", amount="250", cash=True)
        if not cas.get("/api/cage")["open"]:
            opened = {"id": f"shift-{next_manager}", "kind": "open", "amount": "900"}
            assert cas.ask("POST", "/api/cage/slips", json=opened).status_code == 200
        cash = float(cas.get("/api/cage")["cash"])
        counted = {"id": f"count-{next_manager}", "kind": "count", "amount": str(cash - 10)}
        assert cas.ask("POST", "/api/cage/slips", json=counted).status_code == 200
        dee.do(table, "close_bets")
        dee.do(table, "report", kind="not_shuffled")
        sheet = sam.get("/api/hand-over")
        line = next(each for each in sheet["tables"] if each["table"] == table)
        assert (line["open"], line["dealer"], line["automatic"]) == (True, "dee", False)
        assert (line["drop"], line["case"], line["shoe"]["number"]) == ("250.00", "not_shuffled", 1)
        # The chips for the cash came from the tray.
        assert line["float"] == "99750.00"
        assert sheet["cage"]["counts"][-1]["variance"] == "-10.00"
        assert {"role": "dealer", "name": "dee"} in sheet["staff"]
        assert sheet["entry"] is None
        after = sheet["after"]

        assert give(sam, next_manager, "111112", after) == (403, "forbidden"), "a wrong PIN"
        assert give(sam, "sam", PIN, after) == (403, "not_allowed"), "to oneself"
        assert give(sam, "max", PIN, after) == (403, "not_allowed"), "to a pit manager"
        assert give(sam, next_manager, PIN, after + 1) == (409, "conflict"), "another sheet"
        assert sam.get("/api/hand-over")["after"] == after, "nothing of that was noted"
        status, entry = give(sam, next_manager, PIN, after, remark="t1 is slow")
        assert status == 200
        assert give(sam, next_manager, PIN, after) == (409, "conflict"), "only once"

        noted = sam.get("/api/incidents?kind=shift_handed_over&latest=true")[0]
        assert (noted["number"], noted["actor"], noted["subject"]) == (entry, "sam", next_manager)
        given = sam.get(f"/api/hand-over?entry={entry}")
        assert (given["outgoing"], given["incoming"]) == ("sam", next_manager)
        assert (given["remark"], given["since"]) == ("t1 is slow", sheet["since"])
        assert given["until"] == noted["at"]
        again = next(each for each in given["tables"] if each["table"] == table)
        assert again == line
        assert {"role": "dealer", "name": "dee"} in given["staff"]
        assert given["cage"] == sheet["cage"]
        # The next shift begins there, and finds the case that waits.
        new = sam.get("/api/hand-over")
        assert (new["since"], new["after"]) == (noted["at"], entry)
        assert [each["case"] for each in new["tables"] if each["table"] == table] == [
            "not_shuffled"
        ]
        assert sam.ask("GET", f"/api/hand-over?entry={entry + 1}").status_code == 404
        pdf = sam.ask("GET", f"/api/hand-over/pdf?entry={entry}&lang=zh")
        assert pdf.headers["content-type"] == "application/pdf"
        assert pdf.content.startswith(b"%PDF")


def test_locked_accounts_and_exclusions_are_on_the_sheet(
    running: Running, next_manager: str
) -> None:
    with running.api("adm") as adm, running.api("sam") as sam:
        assert (
            adm.ask("PATCH", f"/api/people/{next_manager}", json={"locked": True}).status_code
            == 200
        )
        body = {"exclude_days": 0}
        answer = adm.ask("PATCH", "/api/people/bob/limits", json=body)
        assert answer.status_code == 200, answer.text
        sheet = sam.get("/api/hand-over")
        assert next_manager in sheet["locked"]
        assert "bob" in [each["name"] for each in sheet["excluded"]]
        assert (
            adm.ask("PATCH", f"/api/people/{next_manager}", json={"locked": False}).status_code
            == 200
        )
        assert (
            adm.ask("PATCH", "/api/people/bob/limits", json={"exclude_days": -1}).status_code == 200
        )
        assert next_manager not in sam.get("/api/hand-over")["locked"]
