"""Connections are bounded: in size, in time, by address, in all, and by the files left open."""

from __future__ import annotations

import logging
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from croupier.server import protocols
from croupier.server.config import Config
from croupier.server.connections import (
    MOST_HEAD,
    PERIOD,
    Connections,
    Refusal,
    RefusalLog,
    address_key,
    make_limits,
)
from croupier.server.monitoring import Metrics
from server.edge import LIMITS, Edge, edge, head, rest, until

UPGRADE = (
    b"GET /live HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n%s\r\n"
)


@pytest.fixture(scope="module")
def served() -> Iterator[Edge]:
    """One server for the tests that need no other limits."""
    with edge() as found:
        yield found


def test_headers_have_32_kb_at_most(served: Edge) -> None:
    with served.dial() as client:
        client.sendall(head(MOST_HEAD - 100))
        assert client.recv(1000).startswith(b"HTTP/1.1 200")
        client.sendall(head(MOST_HEAD))
        assert rest(client).startswith(b"HTTP/1.1 431")
    with served.dial() as client:
        # Never ended, so that no header is ever complete.
        client.sendall(b"GET / HTTP/1.1\r\nx: " + b"y" * (MOST_HEAD + 100_000))
        assert rest(client).startswith(b"HTTP/1.1 431")
    with served.dial() as client:
        client.sendall(b"GET /" + b"y" * (MOST_HEAD + 1) + b" HTTP/1.1\r\n\r\n")
        assert rest(client).startswith(b"HTTP/1.1 431")


def test_fifty_megabytes_of_headers_are_not_read(served: Edge) -> None:
    before, part, sent = served.refused("head_too_long"), b"a: " + b"b" * 9995 + b"\r\n", 0
    with served.dial() as client:
        client.sendall(b"GET / HTTP/1.1\r\nhost: a\r\n")
        try:
            while sent < 50_000_000:
                client.sendall(part)
                sent += len(part)
        except OSError:
            pass
    assert sent < 50_000_000
    assert served.refused("head_too_long") == before + 1


def test_trailers_count_as_headers(served: Edge) -> None:
    chunked = b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
    with served.dial() as client:
        client.sendall(chunked + b"".join(b"t%d: %s\r\n" % (n, b"y" * 990) for n in range(40)))
        assert rest(client).startswith(b"HTTP/1.1 431")


def test_half_a_head_is_held_for_its_seconds_only(served: Edge) -> None:
    with served.dial() as client, served.dial() as silent, served.dial() as dripping:
        began = time.monotonic()
        client.sendall(b"GET / HTTP/1.1\r\nhost: a\r\n")
        for _ in range(4):
            dripping.sendall(b"G" if _ == 0 else b"E")
            time.sleep(0.05)
        assert rest(client).startswith(b"HTTP/1.1 408")
        assert rest(silent) == b"", "who has sent nothing is told nothing"
        assert rest(dripping).startswith((b"HTTP/1.1 408", b"HTTP/1.1 400"))
        assert time.monotonic() - began < 5
    until(lambda: served.open() == 0)


def test_a_slow_next_request_ends_too(served: Edge) -> None:
    for second in (b"GET / HT", b"\r\n", b""):
        with served.dial() as client:
            client.sendall(head(10))
            assert client.recv(1000).startswith(b"HTTP/1.1 200")
            deadline = time.monotonic() + 4
            try:
                while time.monotonic() < deadline and second == b"\r\n":
                    client.sendall(second)
                    time.sleep(0.1)
                client.sendall(second)
            except OSError:
                continue
            assert time.monotonic() < deadline, "empty lines keep no connection open"
            answer = rest(client)
            assert answer.startswith(b"HTTP/1.1 408") if second else answer == b""


def test_a_body_has_its_seconds_and_its_bytes(served: Edge) -> None:
    start = b"POST %s HTTP/1.1\r\nhost: a\r\ncontent-length: 90000000\r\n\r\n"
    with served.dial() as client:
        client.sendall(start % b"/" + b"x" * 10)
        assert rest(client).startswith(b"HTTP/1.1 408")
    with served.dial() as client:
        client.sendall(start % b"/early" + b"x" * 10)
        assert rest(client).startswith(b"HTTP/1.1 200"), "answered before its end"
    for path in (b"/", b"/early"):
        sent = 0
        with served.dial() as client:
            client.sendall(start % path)
            try:
                while sent < 90_000_000:
                    client.sendall(b"x" * 10_000)
                    sent += 10_000
            except OSError:
                pass
        assert sent < 90_000_000
    with served.dial() as client:
        client.sendall(b"POST /early HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nab")
        assert client.recv(1000).startswith(b"HTTP/1.1 200")
        client.sendall(b"c" + head(10))
        assert client.recv(1000).startswith(b"HTTP/1.1 200"), "the connection goes on"
    until(lambda: served.open() == 0)


def test_what_is_no_http_is_answered_and_not_logged_each_time(
    served: Edge, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(20):
        with served.dial() as client:
            client.sendall(b"\x16\x03\x01 hello\r\n\r\n")
            assert rest(client).startswith(b"HTTP/1.1 400")
    with served.dial() as client:
        client.sendall(b"GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: tea\r\n\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 200")
    assert len([line for line in caplog.records if line.levelno >= logging.WARNING]) <= 1


def test_who_does_not_read_an_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "STALLED", 0.3)
    with edge() as served:
        for close in (b"", b"connection: close\r\n"):
            with served.dial() as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.sendall(b"GET /big HTTP/1.1\r\nhost: a\r\n%s\r\n" % close)
                until(lambda: served.open() == 1)
                until(lambda: served.open() == 0)
        assert served.refused("not_reading") == 2
        with served.dial() as client:
            client.sendall(b"GET /big HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
            read = 0
            while part := client.recv(1 << 20):
                read += len(part)
                time.sleep(0.005)
            assert read > 30_000_000, "a slow reader gets everything"


def test_connections_are_bounded_by_address_and_in_all() -> None:
    limits = replace(LIMITS, of_address=3, most=5, header_seconds=30.0)
    with edge(limits) as served, ExitStack() as stack:
        held = [stack.enter_context(served.dial()) for _ in range(3)]
        until(lambda: served.open() == 3)
        with served.dial() as fourth:
            answer = rest(fourth)
        assert answer.startswith(b"HTTP/1.1 429")
        assert b"retry-after" in answer
        until(lambda: served.open() == 3)
        held += [stack.enter_context(served.dial("127.0.0.2")) for _ in range(2)]
        until(lambda: served.open() == 5)
        with served.dial("127.0.0.3") as sixth:
            assert rest(sixth).startswith(b"HTTP/1.1 503")
        held.pop(0).close()
        until(lambda: served.open() == 4)
        with served.dial() as again:
            again.sendall(head(10))
            assert again.recv(1000).startswith(b"HTTP/1.1 200")
        for client in held:
            client.close()
        until(lambda: served.open() == 0)
        assert served.refused("connections_of_address") == 1
        assert served.refused("connections") == 1


def test_a_trusted_proxy_is_not_limited_but_its_patrons_are() -> None:
    limits = replace(LIMITS, of_address=2, header_seconds=30.0)
    with edge(limits, ("127.0.0.0/29",)) as served, ExitStack() as stack:
        clients = [stack.enter_context(served.dial()) for _ in range(8)]

        def upgraded(forwarded: bytes) -> bytes:
            client = clients.pop()
            client.sendall(UPGRADE % (b"x-forwarded-for: " + forwarded + b"\r\n"))
            clients.insert(0, client)
            return client.recv(1000)[:12]

        for patron in (b"10.0.0.1", b"10.0.0.2, 127.0.0.3"):
            assert [upgraded(patron) for _ in range(3)] == [b"HTTP/1.1 101"] * 2 + [b"HTTP/1.1 429"]
        for client in clients:
            client.close()
        until(lambda: served.open() == 0)
        clients = [stack.enter_context(served.dial())]
        assert upgraded(b"10.0.0.1") == b"HTTP/1.1 101", "those who left are not counted"
        clients.pop().close()
        with served.dial("127.0.0.9") as one, served.dial("127.0.0.9") as two:
            with served.dial("127.0.0.9") as three:
                three.sendall(head(10))
                assert rest(three).startswith(b"HTTP/1.1 429"), "not trusted: counted itself"
            assert one
            assert two


def test_a_socket_stays_counted_and_open_after_the_head(served: Edge) -> None:
    with served.dial() as client:
        client.sendall(UPGRADE % b"")
        assert client.recv(1000).startswith(b"HTTP/1.1 101")
        time.sleep(2 * LIMITS.header_seconds)
        assert served.open() == 1
        client.sendall(b"\x81\x80aaaa")
    until(lambda: served.open() == 0)


def test_high_descriptors_are_kept_for_the_house() -> None:
    found = Connections(replace(LIMITS, descriptors=50), (), Metrics(), log=_quiet())
    assert found.admit("a", "10.0.0.1", 49) is None
    assert found.admit("b", "10.0.0.1", 50) is Refusal.NO_DESCRIPTOR
    assert found.refuse(Refusal.NO_DESCRIPTOR, "10.0.0.1").startswith(b"HTTP/1.1 503")


@pytest.mark.parametrize(
    ("soft", "hard", "raised", "room"),
    [
        (1024, 1_000_000, 20_256, 20_000),
        (1024, resource.RLIM_INFINITY, 20_256, 20_000),
        (1024, 1024, 1024, 1024 - 256),
        (300, 300, 300, 150),
        (1_000_000, 1_000_000, None, 1_000_000 - 256),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, 20_000),
    ],
)
def test_open_files_are_shared_with_the_house(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: int | None, room: int
) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: given.append(limits))
    found = make_limits(Config())
    assert given == ([] if raised is None else [(raised, hard)])
    assert (found.most, found.descriptors) == (min(room, 20_000), room)


def test_a_burst_of_refusals_is_a_line_and_a_count(caplog: pytest.LogCaptureFixture) -> None:
    later: list[tuple[float, Callable[[], None]]] = []
    log = RefusalLog(lambda seconds, work: later.append((seconds, work)))
    for number in range(1000):
        log.add(Refusal.NO_DESCRIPTOR, f"10.0.0.{number % 9}")
    assert [record.message for record in caplog.records] == ["connections are refused"]
    assert [seconds for seconds, _ in later] == [PERIOD]
    later.pop()[1]()
    facts = caplog.records[-1].__dict__["facts"]
    assert facts == {"count": 1000, "descriptors": 1000}
    later.pop()[1]()
    assert later == [], "a quiet time ends the burst"
    assert len(caplog.records) == 2
    log.add(Refusal.TOO_MANY, "10.0.0.1")
    assert len(caplog.records) == 3


def test_addresses_of_one_line_are_one() -> None:
    assert address_key("192.0.2.7") == address_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1%eth0") == "2001:db8::/64"
    assert address_key("2001:db8:0:1::1") != address_key("2001:db8::1")
    assert address_key("-") == "-"


def _quiet() -> RefusalLog:
    return RefusalLog(lambda seconds, work: None)
