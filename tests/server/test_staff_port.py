"""A port of its own for the staff, and a second factor: what answers where, with two workers."""

from __future__ import annotations

import re
from base64 import b32decode
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from time import sleep, time

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from croupier.accounts import ALL, CONSOLE, AccountRole, Hasher, People, Person
from croupier.accounts.totp import code_at
from croupier.server.config import BadConfig, Config, read_config
from croupier.server.ports import COOKIE, STAFF_COOKIE, Port, port_of_scope
from croupier.server.problems import Problem
from served import served
from server.client import Api, Live
from server.people import open_tables

WORD = "seven quiet herons"
SETTINGS = {"workers": "2", "staff_port": "0", "second_factor": "true"}


@pytest.mark.parametrize(
    ("staff_port", "port", "door"),
    [(None, 1, Port.ALL), (2, 1, Port.PATRONS), (2, 2, Port.STAFF), (2, None, Port.PATRONS)],
)
def test_the_port_of_the_connection_is_the_door(
    staff_port: int | None, port: int | None, door: Port
) -> None:
    """Without a known port it is the patrons': nothing of the staff's is let in by mistake."""
    scope: dict[str, object] = {
        "server": None if port is None else ("127.0.0.1", port),
        "headers": [],
    }
    assert port_of_scope(scope, Config(port=1, staff_port=staff_port)) is door


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/people", 403),
        ("/api/people/ann", 403),
        ("/api/incidents", 403),
        ("/api/happenings", 403),
        ("/api/reports", 403),
        ("/api/invitation", 403),
        ("/", 0),
        ("/tables/pit", 0),
        ("/api/peoples", 0),
        ("/api/tables", 0),
    ],
)
def test_what_the_patrons_door_answers(path: str, status: int) -> None:
    Port.STAFF.admit_path(path)
    Port.ALL.admit_path(path)
    if not status:
        Port.PATRONS.admit_path(path)
        return
    with pytest.raises(Problem) as caught:
        Port.PATRONS.admit_path(path)
    assert caught.value.status == status


@pytest.mark.parametrize("path", ["pit", "/pit/people", "/dealer/t1", "/first", "/cage"])
def test_the_patrons_door_has_no_page_of_the_staff(path: str) -> None:
    assert Port.STAFF.has_page(path)
    assert Port.ALL.has_page(path)
    assert not Port.PATRONS.has_page(path)
    assert Port.PATRONS.has_page("/tables/pit")


@pytest.mark.parametrize("role", list(AccountRole))
def test_no_session_of_the_staff_at_the_patrons_door(role: AccountRole) -> None:
    person = Person("x", role, ALL, False, False, "")
    Port.STAFF.admit(person)
    if not role.staff:
        Port.PATRONS.admit(person)
        return
    with pytest.raises(Problem, match="staff_port"):
        Port.PATRONS.admit(person)


def test_the_two_ports_differ() -> None:
    with pytest.raises(BadConfig, match="another port"):
        read_config(None, {}, {"port": "8000", "staff_port": "8000"})
    assert read_config(None, {}, {"port": "8000", "staff_port": "8001"}).staff_port == 8001


@dataclass(frozen=True)
class TwoDoors:
    """A server with two workers and two doors."""

    patrons: str
    staff: str
    said: str


@pytest.fixture(scope="module")
def doors() -> Iterator[TwoDoors]:
    with served(_furnished, demo="false", **SETTINGS) as server:
        deadline = time() + 30
        while time() < deadline and not _answers(server.address):
            sleep(0.05)
        said = "".join(server.log)
        found = re.search(r"the staff's door at (\S+)/pit", said)
        assert found is not None
        yield TwoDoors(server.address, found[1], said)
        server.stop()


def _answers(base: str) -> bool:
    try:
        return httpx.get(f"{base}/healthz", trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False


def _furnished(database: str) -> None:
    open_tables(database)
    with People.open(database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        for name, role in (("ann", AccountRole.PLAYER), ("sam", AccountRole.SHIFT_MANAGER)):
            people.add(name, role, CONSOLE, password=WORD, tables=ALL)


def sign_in(base: str, name: str, **more: str) -> httpx.Response:
    body = {"name": name, "password": WORD, **more}
    return httpx.post(f"{base}/api/sign-in", json=body, trust_env=False, timeout=30)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_the_staff_comes_in_at_its_own_door_with_a_second_factor(doors: TwoDoors) -> None:
    assert f"{doors.staff}/first#" in doors.said, "the first administrator comes in there too"
    for _ in range(4):
        # Not even that it is the right password is told, and nobody is made to wait by it.
        assert code_of(sign_in(doors.patrons, "sam"))[1] in ("bad_credentials", "throttled")
    asked = sign_in(doors.staff, "sam")
    assert code_of(asked) == (403, "enrol_second_factor")
    assert asked.json()["enrol"]["uri"].startswith("otpauth://totp/croupier:sam?secret=")
    secret = b32decode(asked.json()["enrol"]["secret"])
    made = sign_in(doors.staff, "sam", code=code_at(secret, int(time() // 30)))
    assert made.status_code == 200
    assert len(made.json()["recovery"]) == 10
    assert made.json()["person"]["second_factor"] is True
    cookie = made.headers["set-cookie"]
    assert cookie.startswith(f"{STAFF_COOKIE}=")
    assert code_of(sign_in(doors.staff, "sam")) == (401, "second_factor")
    _only_at_the_staffs(doors, made.json()["token"])
    recovery = made.json()["recovery"][0]
    again = sign_in(doors.staff, "sam", code=recovery).json()["token"]
    with Api(doors.staff, again) as sam:
        reset = {"password": WORD, "code": made.json()["recovery"][1]}
        assert sam.ask("DELETE", "/api/me/second-factor", json=reset).status_code == 200
        assert sam.ask("GET", "/api/me").status_code == 401
    assert code_of(sign_in(doors.staff, "sam")) == (403, "enrol_second_factor")


def _only_at_the_staffs(doors: TwoDoors, token: str) -> None:
    """Requests, commands and sockets of a session of the staff."""
    with Api(doors.staff, token) as inside, Api(doors.patrons, token) as outside:
        assert inside.get("/api/me")["name"] == "sam"
        assert inside.send("t1", "open_bets").status_code == 200
        for method, path in (("GET", "/api/me"), ("GET", "/api/tables/t1")):
            assert code_of(outside.ask(method, path)) == (403, "staff_port")
        assert code_of(outside.send("t1", "close_bets")) == (403, "staff_port")
        for header in ("x-forwarded-port", "x-forwarded-host", "host"):
            port = doors.staff.rpartition(":")[2]
            value = port if header.endswith("port") else f"127.0.0.1:{port}"
            told = outside.ask("GET", "/api/me", headers={header: value})
            assert code_of(told) == (403, "staff_port"), header
        for path in ("/pit", "/dealer", "/first"):
            assert outside.ask("GET", path).status_code == 404
            assert inside.ask("GET", path).status_code == 200
        assert [api.get("/api/house")["staff"] for api in (outside, inside)] == [False, True]
    live = Live(doors.staff, token)
    live.close()
    with pytest.raises(InvalidStatus) as caught:
        Live(doors.patrons, token)
    assert caught.value.response.status_code == 403


def test_a_person_who_comes_to_a_staff_page_at_the_patrons_sees_a_page(doors: TwoDoors) -> None:
    """The house's own page that says that nothing is there; a program is told in JSON."""
    built = files("croupier.server").joinpath("pages", "app", "index.html").is_file()
    kinds = {
        "text/html,*/*": "text/html" if built else "application/json",
        "*/*": "application/json",
    }
    for accepted, kind in kinds.items():
        for path in ("/pit", "/cage", "/dealer/t1", "/first"):
            asked = httpx.get(
                f"{doors.patrons}{path}", headers={"accept": accepted}, trust_env=False
            )
            assert asked.status_code == 404
            assert asked.headers["content-type"].startswith(kind)


def test_patrons_play_at_theirs(doors: TwoDoors) -> None:
    made = sign_in(doors.patrons, "ann")
    assert made.status_code == 200
    assert made.headers["set-cookie"].startswith(f"{COOKIE}=")
    assert "recovery" not in made.json()
    with Api(doors.patrons, made.json()["token"]) as ann:
        assert ann.get("/api/me")["name"] == "ann"
        assert code_of(ann.ask("GET", "/api/people")) == (403, "staff_port")
        assert code_of(ann.send("t1", "close_bets")) == (403, "not_allowed")
    live = Live(doors.patrons, made.json()["token"])
    live.close()
    asked = httpx.post(f"{doors.patrons}/api/invitation", json={}, trust_env=False)
    assert code_of(asked) == (403, "staff_port")
