"""What strangers do to the log: no forged line, no traceback, no line for each hang-up."""

from __future__ import annotations

import json
import logging
import socket
import struct
import time

import pytest

from croupier.server.monitoring import MOST_FACT, Health, log_error, log_info, start_log
from server.running import Running

_WS = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def _sent(running: Running, *parts: str | bytes, reset: bool) -> None:
    """Send parts over a connection of its own, then hang up."""
    host, _, port = running.served.host.partition(":")
    with socket.create_connection((host, int(port)), 10) as wire:
        for number, part in enumerate(parts):
            if number:
                wire.recv(4000)
            wire.sendall(part.encode("latin-1") if isinstance(part, str) else part)
        if reset:
            time.sleep(0.05)
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            wire.settimeout(5)
            wire.recv(4000)


def test_hang_ups_and_refused_sockets_leave_no_traceback(running: Running) -> None:
    host = f"Host: {running.served.host}\r\n"
    own = f"GET /api/live HTTP/1.1\r\n{host}Origin: {running.served.base}\r\n{_WS}\r\n"
    foreign = own.replace(f"Origin: {running.served.base}", "Origin: http://evil.example")
    body = "content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"
    before = len(running.served.said)
    _sent(running, f"POST /api/sign-in HTTP/1.1\r\n{host}{body}", reset=True)
    _sent(running, foreign, reset=False)
    _sent(running, foreign, reset=True)
    _sent(running, own.replace("Origin", "Authorization: Bearer wrong\r\nOrigin"), reset=False)
    _sent(running, own, b"\x81\x82\0\0\0\0\xff\xfe", reset=False)
    _sent(running, own, b"\xff\xff\xff\xff\xff", reset=False)
    _sent(running, own, reset=True)
    _sent(running, f"GET /%0aforged%20status=200 HTTP/1.1\r\n{host}\r\n", reset=False)
    time.sleep(0.2)
    said = running.served.said[before:].splitlines()
    assert [line for line in said if not line.startswith("{")] == [], "only lines of the log"
    # The question whether it is well was the start's.
    told = [json.loads(line) for line in said if '"/healthz"' not in line]
    assert [each for each in told if each["level"] != "info" or "trace" in each] == []
    assert len(told) == 2, "a request that was broken off, and one for a page that is not there"
    assert told[0]["status"] == 400
    assert told[1]["path"] == "/\nforged status=200"


@pytest.fixture
def text_log(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The log as people read it, on a standard error that the test captures."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(logging.getLogger("croupier.server"), "level", logging.INFO)
    return monkeypatch


FORGED = [
    "/\n07:00:00 request path=/ status=200",
    "/\r\n07:00:00 forged",
    "/\x85\u2028\u2029next",
    "/\x1b[2K\x1b[31mred",
    "/\u202egnp.exe",
    "/ status=200",
    '/" status=200',
    "/\\",
    "\ud800",
]


@pytest.mark.parametrize("path", FORGED)
@pytest.mark.parametrize("kind", ["text", "json"])
def test_no_path_forges_a_line_or_a_fact(
    kind: str,
    path: str,
    text_log: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    start_log(kind)
    log_info("request", path=path, status=404)
    said = capsys.readouterr().err
    assert said.endswith("\n")
    line = said[:-1]
    assert line.isprintable(), "one line, and nothing that acts on a terminal"
    if kind == "json":
        assert json.loads(line)["path"] == path
    else:
        assert line.count(" status=404") == 1
        assert line.endswith('" status=404'), "the path is quoted"
        quoted = line.partition("path=")[2].removesuffix(" status=404")
        assert json.loads(quoted) == path, "nothing of it is lost"


def test_a_plain_fact_stays_plain_and_a_long_one_is_cut(
    text_log: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start_log("text")
    log_info("request", path="/api/tables/t1", name="安娜", long="x" * 5000)
    said = capsys.readouterr().err
    assert " path=/api/tables/t1 name=安娜 " in said
    assert said.rstrip().endswith("long=" + "x" * MOST_FACT)


def test_a_traceback_forges_no_line(
    text_log: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start_log("text")
    try:
        raise ValueError("wrong\n07:00:00 request path=/ status=200")
    except ValueError as wrong:
        log_error("a mistake of our own", wrong)
    first, *rest = capsys.readouterr().err[:-1].split("\n")
    assert "a mistake of our own" in first
    assert rest
    assert all(line.startswith(" ") for line in rest)


def test_what_health_says_is_one_line() -> None:
    health = Health()
    health.failed("disk full\nat /var/lib/house.db")
    assert health.failure == "disk full at /var/lib/house.db"
