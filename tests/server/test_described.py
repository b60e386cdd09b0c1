"""Every door is described: what goes through it is what the server's own documents say."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from croupier.game.loading import keys, load
from croupier.server.http.openapi import WITHOUT_SESSION
from croupier.server.live.asyncapi import frame_schemas
from croupier.server.live.frame_types import SENT_BY_CLIENTS, SENT_BY_THE_SERVER, Close
from croupier.server.ports import COOKIE, STAFF_COOKIE
from postgres import scratch
from schema_checks import references
from server.client import Api, Json, Live, fresh_id
from server.described import Documents, held
from server.people import PASSWORD, PIN
from server.process import Served
from server.running import Running, people_of

METASCHEMA = Path(__file__).parents[2] / "web/node_modules/@asyncapi/specs/schemas/3.0.0.json"


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Running, Documents]]:
    """A server with guests, and heads that are signed, whose traffic is held to its documents."""
    folder = Path(scratch())
    database = str(folder / "described.db")
    tokens = people_of(database)
    words = ("--heads-file", str(folder / "heads.jsonl"), "--signing-key", str(folder / "key.pem"))
    settings = {"STAFF_IDLE": "3600", "REGISTRATION": "open"}
    with (
        Served(database, folder, *words, **settings) as served,
        held(served.base) as documents,
    ):
        yield Running(served, database, tokens), documents
    shutil.rmtree(folder, ignore_errors=True)


def operations(document: Json) -> dict[str, tuple[str, str, Json]]:
    """Return the operations of the document by their ids, with method and path."""
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, several in document["paths"].items()
        for method, operation in several.items()
    }


# The socket


def played(running: Running, game: str) -> None:
    """Play a round of a game by socket, watched by the staff, a patron and a stranger."""
    rules = load(game)
    banked = rules.bank.by.value == "player-dealer"
    table = running.table(game)
    with running.live("dee") as dee, running.live("ann") as ann, running.live() as nobody:
        for live in (dee, ann, nobody):
            live.watch(table)
        with running.api("sam") as sam:
            if banked:
                sam.do(table, "offer_player_dealer", seat=2)
                sam.do(table, "accept_player_dealer", seat=2, wager="500", player="bob")
        assert dee.command(table, "new_shoe")["ok"]
        assert dee.command(table, "open_bets")["ok"]
        bet = ann.command(table, "place_bet", box=1, bet="banker", amount="50", round=1)
        assert bet["ok"], bet
        assert bet["state"]["bets"]
        assert not ann.command(table, "place_bet", box=99, bet="banker", amount="50")["ok"]
        assert not ann.command(table, "nonsense")["ok"]
        assert dee.command(table, "close_bets")["ok"]
        while dee.command(table, "deal")["ok"]:
            pass
        assert dee.command(table, "settle")["ok"]
        for live in (dee, ann, nobody):
            told_of(live, "round_settled")
        # Who comes back is told all that was missed.
        for live in (dee, ann, nobody):
            live.watch(table, after=1)
            live.say(unwatch=table)
        ann.say(ping=7)
        ann.until(lambda frame: frame.get("pong") == 7)
        ann.say(watch="no-such-table")
        ann.until(lambda frame: "error" in frame and frame.get("table") == "no-such-table")
        ann.say(nonsense=1)
        ann.until(lambda frame: "error" in frame and "table" not in frame)


def told_of(live: Live, kind: str) -> None:
    """Wait until a step with an event of a kind has come."""

    def found(frame: Json) -> bool:
        return any(event["type"] == kind for event in frame.get("events", ()) if "state" in frame)

    if not any(map(found, live.frames)):
        live.until(found)


def test_a_round_of_each_game_is_told_as_the_document_says(
    house: tuple[Running, Documents],
) -> None:
    """Every frame of the server is held to it as it comes; see `described`."""
    running, documents = house
    for game in keys():
        played(running, game)
    missing = {kind.__name__ for kind in SENT_BY_THE_SERVER} - set(documents.frames)
    assert missing == {"Notice"}, "nothing was lost, so nothing was said of it"


def test_what_clients_send_is_in_the_document(house: tuple[Running, Documents]) -> None:
    _, documents = house
    command = {"do": "place_bet", "box": 1, "bet": "banker", "amount": "50"}
    good: list[Json] = [
        {"watch": "t1"},
        {"watch": "t1", "after": 57},
        {"unwatch": "t1"},
        {"ping": 1},
        {"command": command, "table": "t1", "id": "a"},
        {"command": command, "table": "t1", "id": "a", "approval": {"name": "sue", "pin": "1"}},
    ]
    for frame in good:
        documents.given(frame)
    assert {*documents.frames} >= {kind.__name__ for kind in SENT_BY_CLIENTS}
    bad: list[Json] = [
        {"watch": 1},
        {"watch": "t1", "after": "57"},
        {"command": {**command, "by": {"role": "dealer", "name": "dee"}}, "table": "t", "id": "a"},
        {"command": {**command, "amount": "-1"}, "table": "t", "id": "a"},
        {"command": {"do": "dance"}, "table": "t", "id": "a"},
    ]
    for frame in bad:
        with pytest.raises(Exception, match=r"(?s).+"):
            documents.given(frame)


def test_the_socket_document_is_one(house: tuple[Running, Documents]) -> None:
    """By AsyncAPI's own schema, and every reference in it leads somewhere."""
    document = house[1].asyncapi
    for reference in references(document):
        place = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
    for schema in frame_schemas().values():
        Draft202012Validator.check_schema(schema)
    assert all(str(code.value) in document["info"]["description"] for code in Close)
    if not METASCHEMA.is_file() and not os.environ.get("CROUPIER_CI"):
        pytest.skip("AsyncAPI's own schema is not installed: ./run types")
    Draft7Validator(json.loads(METASCHEMA.read_text())).validate(document)


# HTTP


def test_every_operation_is_answered_as_the_document_says(
    house: tuple[Running, Documents],
) -> None:
    """All that is answered by JSON is asked for once, and held to the document as it comes."""
    running, documents = house
    table = running.table("classic")
    with (
        running.api() as nobody,
        running.api("ann") as ann,
        running.api("dee") as dee,
        running.api("max") as max_,
        running.api("sam") as sam,
        running.api("cas") as cas,
        running.api("adm") as adm,
    ):
        of_the_house(nobody, running)
        of_tables(ann, dee, max_, sam, table)
        of_the_cage(cas, max_)
        of_the_floor(sam, max_, table)
        of_people(nobody, adm, running)
        of_patrons(nobody, ann, cas, running.served.base)
        of_games(nobody, adm)
    told = operations(documents.openapi)
    expected = {
        name
        for name, (_, _, operation) in told.items()
        if "application/json" in operation["responses"]["200"].get("content", {})
    }
    never = {"comeAsGuest", "acceptInvitation", "resetMySecondFactor"}
    assert expected - set(documents.operations) == never, "asked for in other tests"


def done(answer: Any) -> Any:
    """Return what is answered to what must be done."""
    assert answer.status_code == 200, (answer.request.url, answer.text)
    return answer.json()


def of_the_house(nobody: Api, running: Running) -> None:
    for path in ("/healthz", "/api/house", "/api/roles", "/api/keys"):
        nobody.get(path)
    deadline = time.monotonic() + 20
    while not nobody.get("/api/heads")["statements"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def of_tables(ann: Api, dee: Api, max_: Api, sam: Api, table: str) -> None:
    ann.get("/api/tables")
    dee.do(table, "new_shoe")
    dee.do(table, "open_bets")
    ann.do(table, "place_bet", box=1, bet="banker", amount="50", round=1)
    dee.do(table, "close_bets")
    while dee.send(table, "deal").status_code == 200:
        pass
    dee.do(table, "settle")
    for api in (ann, dee):
        api.get(f"/api/tables/{table}")
        api.get(f"/api/tables/{table}/events")
        api.get(f"/api/tables/{table}/rounds")
        api.get(f"/api/tables/{table}/rounds/1")
    ann.get(f"/api/tables/{table}/shoes/1")
    opening = {"game": "tiger", "limits": {"min": "25", "max_differential": "5000"}}
    kept = {"name": "night", "opening": opening, "dealer": {"automatic": False}}
    done(max_.ask("POST", "/api/templates", json=kept))
    max_.get("/api/templates")
    body = {"id": fresh_id(), "tables": [f"kept-{time.time_ns()}"]}
    done(sam.ask("POST", "/api/templates/night/tables", json=body))
    done(max_.ask("DELETE", "/api/templates/night"))


def of_the_cage(cas: Api, max_: Api) -> None:
    def slip(kind: str, **fields: Any) -> None:
        done(cas.ask("POST", "/api/cage/slips", json={"id": fresh_id(), "kind": kind, **fields}))

    slip("open", amount="5000", pieces={"100": 50})
    slip("deposit", amount="300", name="ann", tender="cash")
    slip("chips_counted", pieces={"25": 12})
    slip("count", amount="5290")
    for path in ("", "/patrons?find=an", "/slips", "/slips/1", "/report"):
        cas.get(f"/api/cage{path}")
    cas.get("/api/wallets/ann")
    for way in ("deposits", "withdrawals"):
        body = {"id": fresh_id(), "amount": "10"}
        done(max_.ask("POST", f"/api/wallets/ann/{way}", json=body))


def of_the_floor(sam: Api, max_: Api, table: str) -> None:
    max_.get("/api/reports")
    for path in ("happenings", "incidents", "alerts", "hand-over"):
        sam.get(f"/api/{path}")
    max_.get(f"/api/happenings?table={table}&latest=true")


def signed_in(nobody: Api, password: str) -> str:
    """Sign eve in and return her token; the cookie is forgotten again."""
    body = {"name": "eve", "password": password}
    token = str(done(nobody.ask("POST", "/api/sign-in", json=body))["token"])
    nobody.http.cookies.clear()
    return token


def of_people(nobody: Api, adm: Api, running: Running) -> None:
    new = {"name": "eve", "post": "shift_manager", "password": PASSWORD, "tables": "all"}
    done(adm.ask("POST", "/api/people", json=new))
    done(adm.ask("PATCH", "/api/people/eve", json={"pin": PIN}))
    with Api(running.served.base, signed_in(nobody, PASSWORD)) as eve, running.api("sam") as sam:
        for path in ("", "/eve", "/eve/sessions"):
            adm.get(f"/api/people{path}")
        eve.get("/api/me")
        done(eve.ask("POST", "/api/me/resume", json={"pin": PIN}))
        given = {"name": "eve", "pin": PIN, "after": sam.get("/api/hand-over")["after"]}
        done(sam.ask("POST", "/api/hand-over", json=given))
        sam.get("/api/hand-over")
        done(eve.ask("POST", "/api/me/password", json={"old": PASSWORD, "new": PASSWORD * 2}))
    tokens = [signed_in(nobody, PASSWORD * 2) for _ in range(3)]
    with Api(running.served.base, tokens[-1]) as eve:
        mine = [each["id"] for each in eve.get("/api/me/sessions") if not each["mine"]]
        done(eve.ask("DELETE", f"/api/me/sessions/{mine[0]}"))
        done(adm.ask("DELETE", f"/api/people/eve/sessions/{mine[1]}"))
        done(eve.ask("POST", "/api/sign-out"))


def of_patrons(nobody: Api, ann: Api, cas: Api, base: str) -> None:
    for path in ("limits", "details", "history"):
        ann.get(f"/api/me/{path}")
    done(ann.ask("PATCH", "/api/me/limits", json={"loss_day": "500", "session_minutes": 60}))
    done(ann.ask("PATCH", "/api/me/details", json={"contact": "at the harbour"}))
    done(ann.ask("DELETE", "/api/me/details"))
    done(cas.ask("POST", "/api/patrons", json={"name": "kim", "of_age": True}))
    done(cas.ask("POST", "/api/invitations"))
    link = done(cas.ask("POST", "/api/people/kim/reset-link"))
    reset = {"token": link["token"], "password": PASSWORD}
    done(nobody.ask("POST", "/api/reset", json=reset))
    for path in ("limits", "details"):
        cas.get(f"/api/people/kim/{path}")
    done(cas.ask("PATCH", "/api/people/kim/limits", json={"deposit_day": "100"}))
    done(cas.ask("DELETE", "/api/people/kim/details"))
    done(cas.ask("POST", "/api/people/kim/close"))
    new = {"name": "lee", "password": PASSWORD, "of_age": True}
    token = done(nobody.ask("POST", "/api/register", json=new))["token"]
    nobody.http.cookies.clear()
    with Api(base, token) as lee:
        done(lee.ask("POST", "/api/me/close", json={"password": PASSWORD}))


def of_games(nobody: Api, adm: Api) -> None:
    listed = nobody.get("/api/games")
    for game in listed:
        nobody.get(f"/api/games/{game['key']}")
    nobody.get("/api/odds/insurance?removal=true")
    nobody.get("/api/odds/tiger?decks=6")
    nobody.get("/api/odds/facts")
    nobody.get("/api/side-bets")
    line = {"when": {"winner": "banker", "banker_total": 6}, "odds": "12:1"}
    for pays in ([line], [{**line, "when": {"no_fact": 1}}]):
        bet = {"key": "six", "name": "Six", "pays": pays}
        done(nobody.ask("POST", "/api/odds/design", json=bet))
    mix = {"game": "classic", "bets": ["dragon-bonus-player"], "key": "mixed"}
    toml = done(nobody.ask("POST", "/api/side-bets/mix", json=mix))["toml"]
    for text in (toml, "key = 1"):
        done(adm.ask("POST", "/api/games/check", json={"toml": text}))
    done(adm.ask("POST", "/api/games", json={"toml": toml}))
    adm.get("/api/games/mixed")
    done(adm.ask("DELETE", "/api/games/mixed"))


def test_each_operation_has_a_name_a_tag_and_its_security(
    house: tuple[Running, Documents],
) -> None:
    document = house[1].openapi
    told = operations(document)
    assert len(told) == sum(map(len, document["paths"].values())), "no name is given twice"
    tags = {each["name"] for each in document["tags"]}
    for name, (_, _, operation) in told.items():
        assert name.isidentifier()
        assert name[0].islower()
        assert set(operation["tags"]) <= tags
        assert operation["summary"]
        assert operation["description"].endswith("."), name
        assert "422" not in operation["responses"], "what cannot be read is answered 400"
    schemes = document["components"]["securitySchemes"]
    assert {name: each.get("name", each.get("scheme")) for name, each in schemes.items()} == {
        "token": "bearer",
        "cookie": COOKIE,
        "staffCookie": STAFF_COOKIE,
    }
    assert document["paths"]["/api/house"]["get"]["security"] == []
    assert document["paths"]["/api/me"]["get"]["security"] == [{name: []} for name in schemes]
    for reference in references(document):
        assert reference.rpartition("/")[2] in document["components"]["schemas"]
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_who_has_no_session_gets_in_where_the_document_says(
    house: tuple[Running, Documents],
) -> None:
    """A stranger is told to sign in by every operation that has security, and by no other."""
    running, documents = house
    table = running.table("classic")
    names = {"table": table, "round": "1", "shoe": "1", "key": "classic", "game": "classic"}
    bodies = {"designBet": {"key": "six", "name": "Six", "pays": []}}
    told = operations(documents.openapi)
    assert told.keys() >= WITHOUT_SESSION
    with running.api() as nobody:
        for name, (method, path, operation) in told.items():
            if method != "GET" and name not in bodies:
                # A body that cannot be read is refused before it is asked who sends it.
                continue
            for key in ("name", "number", "session_id", *names):
                path = path.replace(f"{{{key}}}", names.get(key, "1"))
            query = "?find=a" if name == "findPatrons" else ""
            answer = nobody.ask(method, path + query, json=bodies.get(name))
            security = operation["security"]
            closed = bool(security) and {} not in security
            assert (answer.status_code == 401) == closed, (name, answer.status_code)


def test_both_documents_are_those_that_the_command_prints(
    house: tuple[Running, Documents], capsys: pytest.CaptureFixture[str]
) -> None:
    from croupier.cli import main

    for what, document in (("http", house[1].openapi), ("socket", house[1].asyncapi)):
        assert main(["schema", what]) == 0
        assert json.loads(capsys.readouterr().out) == document
