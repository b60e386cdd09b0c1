"""Templates over HTTP: who may keep them, and many tables opened by one in one act."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from croupier.accounts import AccountRole
from server.client import Api
from server.people import POSTS
from server.running import Running

_numbers = count(1)
OPENING = {"game": "tiger", "limits": {"min": "25", "max_differential": "5000"}, "float": "1000"}


def template(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "opening": OPENING, **more}


def names(start: str, many: int) -> list[str]:
    at = next(_numbers)
    return [f"{start}-{at}-{number}" for number in range(1, many + 1)]


def open_by(api: Api, name: str, tables: list[str], id: str) -> list[tuple[str, bool, str | None]]:
    """Open tables and return what became of each: its name, if it is open, why not."""
    answer = api.ask("POST", f"/api/templates/{name}/tables", json={"id": id, "tables": tables})
    assert answer.status_code == 200, answer.text
    return [
        (each["table"], each["ok"], None if each["error"] is None else each["error"]["code"])
        for each in answer.json()["tables"]
    ]


@pytest.mark.parametrize("who", sorted(POSTS))
def test_who_may_do_what_with_templates(running: Running, who: str) -> None:
    role = POSTS[who]
    keeps = role in (AccountRole.PIT_MANAGER, AccountRole.SHIFT_MANAGER)
    reads = keeps or role in (AccountRole.PIT_SUPERVISOR, AccountRole.AUDITOR)
    with running.api("sam") as sam:
        assert sam.ask("POST", "/api/templates", json=template("roles")).status_code == 200
    with running.api(who) as api:
        assert api.ask("GET", "/api/templates").status_code == (200 if reads else 403)
        mine = template(f"of {who}")
        assert api.ask("POST", "/api/templates", json=mine).status_code == (200 if keeps else 403)
        body = {"id": f"roles-{who}", "tables": names("role", 1)}
        opened = api.ask("POST", "/api/templates/roles/tables", json=body)
        assert opened.status_code == (200 if role is AccountRole.SHIFT_MANAGER else 403)
        gone = api.ask("DELETE", f"/api/templates/of {who}")
        assert gone.status_code == (200 if keeps else 403)
    with running.api(None) as nobody:
        assert nobody.ask("GET", "/api/templates").status_code == 401
        assert nobody.ask("POST", "/api/templates", json=template("x")).status_code == 401


def test_ten_tables_in_one_act_and_not_twice(running: Running) -> None:
    dealer = {"automatic": True, "pace": {"betting": 600_000, "between": 600_000}}
    with running.api("sam") as sam:
        assert sam.ask("POST", "/api/templates", json=template("ten", dealer=dealer)).is_success
        tables = names("ten", 10)
        first = open_by(sam, "ten", tables, "open-ten")
        assert first == [(each, True, None) for each in tables]
        for each in tables:
            state = sam.state(each)
            assert (state["open"], state["float"]) == (True, "1000.00")
            assert (state["dealer"]["automatic"], state["enforcement"]) == (True, "automatic")
        events = {each: sam.get(f"/api/tables/{each}")["number"] for each in tables}
        assert open_by(sam, "ten", tables, "open-ten") == first, "the same answers"
        other = open_by(sam, "ten", tables, "open-ten-again")
        assert other == [(each, False, "wrong_phase") for each in tables]
        # The automatic dealer may begin meanwhile; nothing was opened a second time.
        for each in tables:
            told = sam.get(f"/api/tables/{each}/events?after=0")["events"]
            assert [event["type"] for event in told].count("table_opened") == 1
            assert sam.get(f"/api/tables/{each}")["number"] >= events[each]
            sam.do(each, "assign_dealer", automatic=False)


def test_those_that_are_refused_say_why_and_the_others_open(running: Running) -> None:
    with running.api("sam") as sam:
        assert sam.ask("POST", "/api/templates", json=template("some")).is_success
        one, two = names("some", 2)
        assert open_by(sam, "some", [one], "some-1") == [(one, True, None)]
        found = open_by(sam, "some", [one, two, two], "some-2")
        assert found == [(one, False, "wrong_phase"), (two, True, None)]
        path = "/api/templates/none such/tables"
        assert sam.ask("POST", path, json={"id": "x", "tables": [one]}).status_code == 404
        for body in (
            {"id": "x", "tables": []},
            {"id": "x", "tables": ["Not A Name"]},
            {"id": "", "tables": [one]},
            {"id": "x", "tables": [f"t{n}" for n in range(51)]},
        ):
            path = "/api/templates/some/tables"
            assert sam.ask("POST", path, json=body).status_code == 400, body


def test_what_no_table_can_be_opened_by_is_refused_when_it_is_kept(running: Running) -> None:
    with running.api("max") as boss:
        for opening in ({"game": "bridge"}, {**OPENING, "float": "1e9"}, {**OPENING, "do": 1}):
            body = {"name": "wrong", "opening": opening}
            answer = boss.ask("POST", "/api/templates", json=body)
            expected = 200 if "do" in opening else 400
            assert answer.status_code == expected, answer.text
        assert boss.ask("DELETE", "/api/templates/none").status_code == 404
        boss.ask("DELETE", "/api/templates/wrong")


def test_the_journal_tells_a_template_before_and_after(running: Running) -> None:
    with running.api("max") as boss:
        assert boss.ask("POST", "/api/templates", json=template("told")).is_success
        changed = {**OPENING, "float": "2000"}
        body = {"name": "told", "opening": changed}
        assert boss.ask("POST", "/api/templates", json=body).is_success
        noted = boss.get("/api/incidents?kind=template_saved&latest=true&most=1")[0]
        assert (noted["actor"], noted["subject"]) == ("max", "told")
        assert noted["before"]["opening"]["float"] == "1000"
        assert noted["after"]["opening"]["float"] == "2000"
