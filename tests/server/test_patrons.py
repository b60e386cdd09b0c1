"""Patrons' own accounts over HTTP: who may come in, what the house tells, who may do what."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from time import time as clock
from typing import Any

import pytest

from croupier.accounts import AccountRole, Details
from croupier.server.away import AwayPatrons
from croupier.store.house import House
from folk import Time, people_of
from houses import DEE, SAM, opened, proven
from server.client import Api
from server.process import Served
from server.running import Running
from server.running import people_of as full_house

JOIN = {"name": "may", "password": "a quiet evening", "of_age": True}


@contextmanager
def serving(folder: Path, registration: str) -> Iterator[Running]:
    database = str(folder / "house.db")
    tokens = full_house(database)
    with Served(
        database, folder, REGISTRATION=registration, DEMO="false", AGE_LIMIT="21"
    ) as served:
        yield Running(served, database, tokens)


def ask(api: Api, method: str, path: str, **body: Any) -> tuple[int, Any]:
    answer = api.ask(method, path, json=body)
    return answer.status_code, answer.json()


def error(told: tuple[int, Any]) -> str:
    assert told[0] >= 400, told
    return str(told[1]["error"]["code"])


def test_an_open_house_lets_patrons_in_with_a_tick(tmp_path: Path) -> None:
    with serving(tmp_path, "open") as running, running.api() as api:
        house = api.ask("GET", "/api/house").json()
        assert (house["guests"], house["registration"], house["age_limit"]) == (False, "open", 21)
        assert error(ask(api, "POST", "/api/guest")) == "forbidden"
        status, told = ask(api, "POST", "/api/register", **{**JOIN, "of_age": False})
        assert (status, told["error"]["code"]) == (403, "not_of_age")
        assert "21" in told["error"]["message"]
        status, told = ask(api, "POST", "/api/register", **JOIN, real_name="May of the Mill")
        assert status == 200
        with Api(running.served.base, told["token"]) as may:
            assert may.ask("GET", "/api/me/details").json()["real_name"] == "May of the Mill"
            assert ask(may, "DELETE", "/api/me/details")[0] == 200
            assert may.ask("GET", "/api/me/details").json()["real_name"] is None
            status, told = ask(may, "PATCH", "/api/me/limits", loss_day="50", session_minutes=90)
            assert status == 200
            now = {each["kind"]: each["now"] for each in told["limits"]}
            assert (now["loss_day"], now["session_minutes"]) == ("50.00", "90")
            assert error(ask(may, "PATCH", "/api/me/limits", exclude_days=5)) == "malformed"
            assert error(ask(may, "POST", "/api/me/close", password="another")) == "bad_credentials"
            assert ask(may, "POST", "/api/me/close", password=JOIN["password"])[0] == 200
            assert may.ask("GET", "/api/me").status_code == 401
    proven(running.database)


def test_invitations_are_the_desks_and_work_once(tmp_path: Path) -> None:
    with serving(tmp_path, "invitation") as running, running.api() as api:
        assert error(ask(api, "POST", "/api/register", **JOIN)) == "forbidden"
        for name in ("ann", "dee", "sam"):
            with running.api(name) as other:
                assert error(ask(other, "POST", "/api/invitations")) == "forbidden"
                assert error(ask(other, "POST", "/api/people/ann/reset-link")) == "forbidden"
        with running.api("adm") as ada:
            status, link = ask(ada, "POST", "/api/invitations")
            assert status == 200
            assert link["path"] == f"/register#{link['token']}"
            assert ask(api, "POST", "/api/register", **JOIN, invitation=link["token"])[0] == 200
            # The first client has a session now, and its cookie takes an Origin.
            api.http.cookies.clear()
            again = {**JOIN, "name": "joe", "invitation": link["token"]}
            assert error(ask(api, "POST", "/api/register", **again)) == "bad_invitation"
            link = ask(ada, "POST", "/api/people/ann/reset-link")[1]
            new = {"token": link["token"], "password": "another quiet evening"}
            assert ask(api, "POST", "/api/reset", **new)[0] == 200
            assert error(ask(api, "POST", "/api/reset", **new)) == "bad_invitation"
        signed = {"name": "ann", "password": "another quiet evening"}
        assert ask(api, "POST", "/api/sign-in", **signed)[0] == 200
    proven(running.database)


def test_by_the_cage_only_means_that_the_cage_opens_accounts(tmp_path: Path) -> None:
    with serving(tmp_path, "cage") as running, running.api() as api:
        assert error(ask(api, "POST", "/api/register", **JOIN)) == "forbidden"
        new = {"name": "may", "of_age": True, "real_name": "May of the Mill"}
        assert error(ask(api, "POST", "/api/patrons", **new)) == "not_signed_in"
        for name in ("ann", "dee", "sue", "max", "sam", "aud"):
            with running.api(name) as other:
                assert error(ask(other, "POST", "/api/patrons", **new)) == "forbidden"
        with running.api("cas") as cas:
            status, told = ask(cas, "POST", "/api/patrons", **{**new, "of_age": False})
            assert (status, told["error"]["code"]) == (403, "not_of_age")
            assert "21" in told["error"]["message"]
            status, told = ask(cas, "POST", "/api/patrons", **new)
            assert (status, told["name"]) == (200, "may")
            assert told["path"] == f"/reset#{told['token']}"
            assert error(ask(cas, "POST", "/api/patrons", **new)) == "name_taken"
            assert error(ask(cas, "POST", "/api/patrons", **{**new, "name": "ma\u0443"})) in (
                "malformed",
                "look_alike",
            )
        word = {"token": told["token"], "password": JOIN["password"]}
        assert ask(api, "POST", "/api/reset", **word)[0] == 200
        signed = {"name": "may", "password": JOIN["password"]}
        assert ask(api, "POST", "/api/sign-in", **signed)[0] == 200
    proven(running.database)


def test_an_account_with_money_is_not_closed_and_says_what_is_left(running: Running) -> None:
    table = running.table()
    with running.api("bob") as bob, running.api("sam") as sam, running.api("adm") as adm:
        # What is left is said before a password is asked for, to the patron and at the desk.
        assert error(ask(bob, "POST", "/api/me/close", password="another one")) == "not_settled"
        assert error(ask(adm, "POST", "/api/people/bob/close")) == "not_settled"
        assert error(ask(sam, "POST", "/api/people/bob/close")) == "forbidden"
        lines = bob.ask("GET", "/api/me/history").json()
        bought = [line for line in lines if line["table"] == table]
        assert [(line["kind"], line["amount"]) for line in bought] == [("buy_in", "-1000.00")]
        rows = list(csv.DictReader(StringIO(bob.ask("GET", "/api/me/history.csv").text)))
        assert [row["amount"] for row in rows] == [line["amount"] for line in lines]
        assert bob.ask("GET", "/api/people/ann/history.csv").status_code == 403
        assert sam.ask("GET", "/api/me/history").status_code == 403


def test_personal_data_is_kept_as_long_as_the_house_says(database: str, tmp_path: Path) -> None:
    """Who closed an account forty days ago is told apart from who closed it today."""
    for name, days in (("may", 40), ("joe", 0)):
        with people_of(database, time=Time(clock() - days * 86_400)) as people:
            people.join(name, "a quiet evening", Details("A Patron", None, "2026-01-01"))
            people.close_account(name, name)
    tokens = full_house(database)
    settings = {"RETENTION_DAYS": "30", "REQUESTS": "100000", "REQUESTS_PER_ADDRESS": "100000"}
    with Served(database, tmp_path, **settings) as served, Api(served.base, tokens["adm"]) as adm:
        patience = clock() + 60
        while adm.get("/api/people/may/details")["real_name"] is not None:
            assert clock() < patience, "it is looked for as soon as the server has started"
        assert adm.get("/api/people/may/details")["of_age"] is None
        assert adm.get("/api/people/joe/details")["real_name"] == "A Patron"
        erased = [row for row in adm.get("/api/incidents") if row["kind"] == "details_erased"]
        assert [row["subject"] for row in erased] == ["may"]
    proven(database)


def seats(house: House) -> set[str]:
    return set(house.live_table("t1").table.seats.values())


def a_round(house: House, number: int) -> None:
    names = ("open_bets", "close_bets", *["deal"] * 6, "settle")
    for at, do in enumerate(names):
        house.command("t1", f"r{number}-{at}", DEE, {"do": do})


@pytest.mark.parametrize("rounds", [0, 2])
def test_a_guest_who_is_gone_stands_up_with_the_chips_in_the_wallet(
    database: str, rounds: int
) -> None:
    time = Time()
    with House.open(database) as house, people_of(database, time=time) as people:
        gus = people.guest("gus").session.person.name
        people.add("ann", AccountRole.PLAYER, "house:console")
        opened(house)
        assert house.deposit("g", SAM, gus, "500").ok
        bodies: list[dict[str, Any]] = [
            {"do": "buy_in", "player": gus, "amount": "300"},
            {"do": "sit", "player": gus, "box": 2},
        ]
        for at, body in enumerate(bodies):
            assert house.command("t1", f"g{at}", DEE, body).ok
        away = AwayPatrons(house, people, rounds)
        away.check()
        a_round(house, 1)
        a_round(house, 2)
        away.check()
        # The guest's session was seen just now.
        assert gus in seats(house)
        time.go(60)
        away.check()
        a_round(house, 3)
        away.check()
        assert gus in seats(house)
        a_round(house, 4)
        away.check()
        away.check()
        # Ann has an account, and sits at a table with a dealer: she may have no screen.
        assert seats(house) == ({"ann"} if rounds else {"ann", gus})
        assert house.balance(gus) == ("500.00" if rounds else "200.00")
    proven(database)


def test_a_socket_or_a_bet_keeps_the_seat(database: str) -> None:
    time = Time()
    with House.open(database) as house, people_of(database, time=time) as people:
        opened(house)
        gus = people.guest("gus").session.person.name
        assert house.deposit("g", SAM, gus, "500").ok
        bodies: list[dict[str, Any]] = [
            {"do": "buy_in", "player": gus, "amount": "300"},
            {"do": "sit", "player": gus, "box": 2},
            {"do": "open_bets"},
            {"do": "place_bet", "player": gus, "box": 2, "bet": "banker", "amount": "10"},
        ]
        for at, body in enumerate(bodies):
            assert house.command("t1", f"g{at}", DEE, body).ok
        away = AwayPatrons(house, people, 1)
        time.go(60)
        away.check()
        away.check()
        assert gus in seats(house)
        for number in range(5):
            a_round(house, number)
            people.note_present([gus])
            away.check()
            time.go(10)
        assert gus in seats(house)


def test_a_zero_character_is_refused_and_is_no_outage(running: Running) -> None:
    """PostgreSQL takes none: a stranger who sends one must not stop the house."""
    zero = "May\0"
    asked: tuple[tuple[str | None, str, str, dict[str, Any] | None], ...] = (
        (None, "POST", "/api/register", {**JOIN, "real_name": zero}),
        (None, "POST", "/api/sign-in", {"name": zero, "password": "x"}),
        ("ann", "PATCH", "/api/me/details", {"contact": zero}),
        ("cas", "POST", "/api/patrons", {"name": "zed", "of_age": True, "contact": zero}),
        ("cas", "GET", "/api/cage/slips?name=a%00", None),
        ("cas", "GET", "/api/people/a%00/limits", None),
        ("max", "DELETE", "/api/templates/a%00", None),
        ("max", "POST", "/api/templates", {"name": "t", "opening": {"a": [{"b\0": 1}]}}),
    )
    for name, method, path, body in asked:
        with running.api(name) as api:
            answer = api.ask(method, path, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed"), path
    with running.api("adm") as api:
        assert api.ask("GET", "/api/incidents?kind=outage_began").json() == []
