"""Where requests come from: foreign pages get nothing, with a cookie or without."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from server.client import Live
from server.running import Running

FOREIGN: list[str | None] = [
    "https://evil.example",
    "null",
    None,
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "https://localhost:443",
    "file://",
    "http://evil.example:80",
    "chrome-extension://abcdef",
    "http://[::1",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_socket_from_elsewhere_is_refused(running: Running, origin: str | None) -> None:
    """Foreign, null and missing: 403 before anything is sent."""
    for token in (None, running.tokens["ann"]):
        with pytest.raises(InvalidStatus) as caught:
            Live(running.served.base, token, origin)
        assert caught.value.response.status_code == 403
        assert b"foreign_origin" in (caught.value.response.body or b"")


def test_a_name_that_leads_here_is_no_origin(running: Running) -> None:
    """A stranger's name may lead to this address: that it equals the Host says nothing."""
    host = "tables.evil.example"
    answer = httpx.post(
        f"{running.served.base}/api/sign-out",
        headers={
            "host": host,
            "origin": f"http://{host}",
            "cookie": f"croupier_session={running.tokens['ann']}",
        },
        trust_env=False,
    )
    assert answer.status_code == 403
    with running.api("ann") as ann:
        assert ann.get("/api/me")["name"] == "ann"


CHANGES: list[tuple[str, str, Any]] = [
    ("POST", "/api/sign-out", None),
    ("POST", "/api/me/password", {"old": "a", "new": "b"}),
    ("POST", "/api/tables", {"id": "forged"}),
    ("POST", "/api/tables/t1/commands", {"id": "x", "command": {"do": "open_bets"}}),
    ("POST", "/api/wallets/ann/deposits", {"id": "x", "amount": "100"}),
    ("POST", "/api/wallets/ann/withdrawals", {"id": "x", "amount": "100"}),
    ("POST", "/api/people", {"name": "eve", "post": "administrator", "password": "x" * 12}),
    ("PATCH", "/api/people/ann", {"locked": True}),
    ("DELETE", "/api/me/sessions/abc", None),
    ("DELETE", "/api/people/ann/sessions/abc", None),
    ("POST", "/api/sign-in", {"name": "ann", "password": "x"}),
    ("POST", "/api/guest", {}),
    ("POST", "/api/invitation", {"token": "x", "name": "eve", "password": "x" * 12}),
]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
def test_a_forged_request_with_a_cookie_is_refused(running: Running, origin: str | None) -> None:
    """The browser sends the cookie by itself; the page's origin gives it away."""
    headers = {"cookie": f"croupier_session={running.tokens['sam']}"}
    if origin is not None:
        headers["origin"] = origin
    with httpx.Client(base_url=running.served.base, headers=headers, trust_env=False) as client:
        for method, path, body in CHANGES:
            answer = client.request(method, path, json=body)
            assert answer.status_code == 403, (method, path, answer.text)
            assert answer.json()["error"]["code"] == "foreign_origin", path
        # What only reads is answered; no other page can read the answer.
        assert client.get("/api/me").status_code == 200
        assert "access-control-allow-origin" not in client.get("/api/me").headers
    with running.api("sam") as sam:
        assert sam.get("/api/me")["name"] == "sam", "still signed in"
        assert sam.ask("GET", "/api/tables/forged").status_code == 404


def test_the_house_own_pages_may(running: Running) -> None:
    headers = {
        "cookie": f"croupier_session={running.tokens['bob']}",
        "origin": running.served.base,
    }
    table = running.table()
    with httpx.Client(base_url=running.served.base, headers=headers, trust_env=False) as client:
        body = {"id": "own-page", "command": {"do": "leave", "box": 2}}
        assert client.post(f"/api/tables/{table}/commands", json=body).status_code == 200


def test_every_answer_has_its_headers(running: Running) -> None:
    """Security headers on every route, whatever it answers; nothing of the API is cached.

    But for odds, which are the same for everybody.
    """
    with running.api("adm") as adm:
        paths = adm.get("/openapi.json")["paths"]
        asked = [
            (method.upper(), path.replace("{", "").replace("}", ""))
            for path, methods in paths.items()
            for method in methods
        ]
        asked += [("GET", path) for path in ("/", "/first", "/metrics", "/nowhere", "/pages/x")]
        asked += [("PUT", "/api/me"), ("TRACE", "/api/me")]
        for method, path in asked:
            # Without a session: what changes something must not do so here.
            answer = httpx.request(
                method, f"{running.served.base}{path}", trust_env=False, timeout=30
            )
            headers = answer.headers
            assert answer.status_code < 500, (method, path, answer.text)
            assert "default-src 'self'" in headers["content-security-policy"], (method, path)
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["cross-origin-opener-policy"] == "same-origin"
            assert "server" not in headers
            if path.startswith("/api") and not path.startswith("/api/odds"):
                assert headers["cache-control"] == "no-store", path
