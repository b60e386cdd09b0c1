"""Tokens and sessions: fresh at each sign-in, dead at sign-out with their sockets, in no log."""

from __future__ import annotations

import base64
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from croupier.accounts import ALL, CONSOLE, AccountRole, People
from postgres import Postgres
from server.client import Api, Live
from server.people import add_people, open_tables
from server.process import Served
from server.running import Running

WORD = "seven quiet herons"


@pytest.fixture(params=["sqlite", "postgresql"])
def own(request: pytest.FixtureRequest, folder: Path) -> str:
    """A database with ann in it, whose password the server can check."""
    if request.param == "sqlite":
        database = str(folder / "own.db")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        database = server.new()
    open_tables(database)
    with People.open(database) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=WORD)
    return database


def sign_in(base: str, password: str = WORD, **headers: str) -> httpx.Response:
    return httpx.post(
        f"{base}/api/sign-in",
        json={"name": "ann", "password": password},
        headers=headers,
        trust_env=False,
        timeout=30,
    )


def who(base: str, token: str) -> int:
    with Api(base, token) as api:
        return api.ask("GET", "/api/me").status_code


def test_tokens_from_sign_in_to_sign_out(own: str, folder: Path) -> None:
    """New each time, 256 bits, in a strict cookie; dead at once, with sockets everywhere."""
    with Served(own, folder) as one, Served(own, folder, beside=True) as two:
        planted = {"cookie": "croupier_session=planted", "origin": one.base}
        first, second = sign_in(one.base), sign_in(one.base, **planted)
        tokens = [answer.json()["token"] for answer in (first, second)]
        assert tokens[0] != tokens[1]
        assert "planted" not in tokens, "a token that somebody brings is never taken over"
        assert all(len(base64.urlsafe_b64decode(f"{token}=")) == 32 for token in tokens)
        cookie = first.headers["set-cookie"]
        assert cookie.startswith(f"croupier_session={tokens[0]}")
        for flag in ("HttpOnly", "SameSite=strict", "Path=/"):
            assert flag in cookie
        assert "Domain" not in cookie
        here, there, other = (
            Live(one.base, tokens[0]),
            Live(two.base, tokens[0]),
            Live(two.base, tokens[1]),
        )
        for live in (here, there, other):
            live.watch("t1")
        began = time.monotonic()
        with Api(one.base, tokens[0]) as ann:
            assert ann.ask("POST", "/api/sign-out").status_code == 200
        assert here.ended()[0] == 4401
        assert there.ended()[0] == 4401
        assert time.monotonic() - began < 2, "in another process within two seconds"
        assert [who(served.base, tokens[0]) for served in (one, two)] == [401, 401]
        with pytest.raises(InvalidStatus) as caught:
            Live(two.base, tokens[0])
        assert caught.value.response.status_code == 401
        other.say(ping=1)
        assert other.until(lambda frame: "pong" in frame), "the other session lives"
        for live in (here, there, other):
            live.close()
        assert who(two.base, tokens[1]) == 200
        said = one.said + two.said
        for secret in (*tokens, WORD):
            assert secret not in said, "in no log"
        assert "token" not in re.sub(r"works once.*", "", said)


def test_three_failures_slow_down_and_are_noted(own: str, folder: Path) -> None:
    with Served(own, folder) as served:
        for _ in range(3):
            answer = sign_in(served.base, "wrong wrong wrong")
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_credentials")
        soon = sign_in(served.base)
        assert (soon.status_code, soon.json()["error"]["code"]) == (429, "throttled")
        assert 0 < soon.json()["error"]["said"]["with"]["seconds"] <= 10
        # Who has not got the password is not told that the name is known.
        unknown = httpx.post(
            f"{served.base}/api/sign-in",
            json={"name": "nobody", "password": "wrong wrong wrong"},
            trust_env=False,
        )
        assert unknown.content == answer.content
    with People.open(own) as people:
        kinds = [entry.kind.value for entry in people.incidents.after(0)]
        assert kinds.count("sign_in_failed") == 4
        assert kinds.count("throttled") == 1


def test_idle_sessions_end_with_their_sockets(own: str, folder: Path) -> None:
    """The clock of the server counts, not what sockets say."""
    tokens = add_people(own, "bob")
    with Served(own, folder, PATRON_IDLE="10") as served:
        with Live(served.base, tokens["bob"]) as bob:
            bob.watch("t1")
            # As if ten seconds had gone by since the last sign of life.
            _age(own, 11_000)
            assert bob.ended(5)[0] == 4401
        assert who(served.base, tokens["bob"]) == 401
    with People.open(own) as people:
        assert "session_expired" in [entry.kind.value for entry in people.incidents.after(0)]


def test_staff_who_watch_stay_and_give_a_pin_to_act(own: str, folder: Path) -> None:
    """The screen stays live; neither questions nor a new socket are acts; the PIN is asked once."""
    with People.open(own) as people:
        people.add("max", AccountRole.SHIFT_MANAGER, CONSOLE, password=WORD, tables=ALL)
        people.set_pin("max", "480213", CONSOLE)
    with Served(own, folder, STAFF_IDLE="600") as served:
        body = {"name": "max", "password": WORD}
        signed = httpx.post(f"{served.base}/api/sign-in", json=body, trust_env=False, timeout=30)
        assert signed.json()["person"]["pin"] is True
        token = signed.json()["token"]
        with Api(served.base, token) as api, Live(served.base, token) as live:
            live.watch("t1")
            _age(own, 601_000)
            for _ in range(2):
                assert api.ask("GET", "/api/me").status_code == 200
                with Live(served.base, token) as other:
                    other.watch("t1")
                refused = api.ask("DELETE", "/api/me/sessions/another")
                assert (refused.status_code, refused.json()["error"]["code"]) == (403, "pin_needed")
            assert _fill(live, "a")["error"]["code"] == "pin_needed"
            design = api.ask("POST", "/api/games/check", json={"text": "x"})
            assert design.json().get("error", {}).get("code") != "pin_needed", "it only computes"
            path = "/api/me/resume"
            assert api.ask("POST", path, json={"pin": "000000"}).status_code in (401, 403)
            assert api.ask("POST", path, json={}).status_code == 400
            assert _fill(live, "b")["error"]["code"] == "pin_needed"
            assert api.ask("POST", path, json={"pin": "480213"}).status_code == 200
            assert _fill(live, "a")["ok"], "the same id is done now: a refusal was stored nowhere"
            _age(own, 601_000)
            assert api.ask("POST", "/api/sign-out").status_code == 200, "leaving needs no PIN"
        with Api(served.base, add_people(own, "bob")["bob"]) as bob:
            assert bob.ask("POST", path, json={"password": "x"}).status_code == 403
    with People.open(own) as people:
        kinds = [entry.kind.value for entry in people.incidents.after(0)]
        assert kinds.count("session_resumed") == 1


def _fill(live: Live, id: str) -> dict[str, Any]:
    live.say(id=id, table="t1", command={"do": "fill", "amount": "1"})
    return live.until(lambda frame: frame.get("answer") == id)


def _age(database: str, milliseconds: int) -> None:
    """Make all sessions look older than they are."""
    from sqlalchemy import update

    from croupier.store import schema as s
    from croupier.store.incidents import engine_for

    engine = engine_for(database)
    with engine.begin() as connection:
        connection.execute(update(s.sessions).values(seen=s.sessions.c.seen - milliseconds))
    engine.dispose()


def test_revoked_and_changed_passwords_end_sessions(own: str, folder: Path) -> None:
    with Served(own, folder) as served:
        tokens = [sign_in(served.base).json()["token"] for _ in range(2)]
        with Api(served.base, tokens[0]) as ann, Live(served.base, tokens[1]) as live:
            listed = ann.get("/api/me/sessions")
            assert sorted(each["mine"] for each in listed) == [False, True]
            assert not any(token in str(listed) for token in tokens)
            other = next(each["id"] for each in listed if not each["mine"])
            assert ann.ask("DELETE", f"/api/me/sessions/{other}").status_code == 200
            assert live.ended()[0] == 4401
            assert ann.ask("DELETE", "/api/me/sessions/somebody-elses").status_code == 404
            body = {"old": WORD, "new": "nine loud herons"}
            with Live(served.base, tokens[0]) as again:
                assert ann.ask("POST", "/api/me/password", json=body).status_code == 200
                assert again.ended()[0] == 4401, "its sockets end with it"
        assert [who(served.base, token) for token in tokens] == [401, 401]
        assert sign_in(served.base, "nine loud herons").status_code == 200


def test_cookies_are_secure_where_the_house_is_https(sqlite: str, folder: Path) -> None:
    with People.open(sqlite) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=WORD)
    with Served(sqlite, folder, HTTPS="true", ORIGINS="https://tables.example") as served:
        base = f"http://{served.host}"
        answer = sign_in(base, origin="https://tables.example")
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]


def test_arrivals_and_commands_are_limited(sqlite: str, folder: Path) -> None:
    open_tables(sqlite)
    tokens = add_people(sqlite, "ann", "bob")
    with Served(sqlite, folder, SIGN_INS_PER_MINUTE="3", COMMANDS_PER_SECOND="5") as served:
        stranger = {"name": "zed", "password": "x"}
        with httpx.Client(base_url=served.base, timeout=30, trust_env=False) as client:
            codes = [client.post("/api/sign-in", json=stranger).status_code for _ in range(5)]
        assert codes == [401, 401, 401, 429, 429]
        with Api(served.base, tokens["ann"]) as ann, Api(served.base, tokens["bob"]) as bob:
            codes = [ann.send("t1", "sit", box=3).status_code for _ in range(40)]
            assert 429 in codes
            assert codes[0] == 200
            assert bob.send("t1", "sit", box=4).status_code == 200, "only who asks too much"
            metrics = bob.ask("GET", "/metrics").text
            assert "croupier_commands_total" in metrics


def test_guests_play_for_fun_only(running: Running) -> None:
    answer = httpx.post(f"{running.served.base}/api/guest", json={}, trust_env=False)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")


def test_the_first_administrator_comes_once(sqlite: str, folder: Path) -> None:
    with Served(sqlite, folder) as served:
        found = re.search(r"/first#(\S+)", served.said)
        assert found is not None
        body = {"token": found[1], "name": "ada", "password": "a very long word"}
        path = f"{served.base}/api/invitation"
        wrong = httpx.post(path, json={**body, "token": "x" * 43}, trust_env=False)
        assert wrong.status_code == 403
        made = httpx.post(path, json=body, trust_env=False, timeout=30)
        assert made.status_code == 200
        assert made.json()["person"]["post"] == "administrator"
        again = httpx.post(path, json={**body, "name": "eve"}, trust_env=False)
        assert again.status_code == 403
        # The link is for whoever starts the server: not even the log repeats its token.
        assert served.said.count(found[1]) == 1
