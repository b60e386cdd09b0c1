"""Heads that are published by themselves: when, by whom, where to, and never in the way."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.server.heads_publisher import GATHER, RETRY, HeadsPublisher, PublisherThread
from croupier.server.monitoring import Metrics
from croupier.server.webhook import Webhook
from croupier.store.house import House
from croupier.store.signing import SigningKey, make_signing_key
from croupier.store.statement_file import StatementFile, file_lines
from croupier.store.statements import read_line
from houses import DEE, opened, play

KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
SHOE = {"do": "new_shoe"}


class World:
    """A publisher whose time the test sets."""

    def __init__(self, house: House, path: Path) -> None:
        self.now, self.publishes = 1000.0, True
        self.path = path
        self.failures: list[str] = []
        self.publisher = HeadsPublisher(
            house,
            StatementFile(path, KEY),
            seconds=600,
            publishes=lambda: self.publishes,
            failed=self.failures.append,
            clock=lambda: self.now,
        )

    def step(self, seconds: float = 0) -> list[str]:
        """Let time pass, step, and return why each statement so far was made."""
        self.now += seconds
        self.publisher.step()
        if not self.path.exists():
            return []
        return [read_line(line, "f").statement.why.value for line in file_lines(self.path)]


def test_when_a_statement_is_due(database: str, folder: Path) -> None:
    with House.open(database) as house:
        opened(house)
        world = World(house, folder / "heads.jsonl")
        world.publishes = False
        assert world.step() == [], "another process publishes"
        world.publishes = True
        assert world.step(1) == ["start"]
        assert world.step(599) == ["start"]
        assert world.step(1) == ["start", "time"]
        play(house, "t1", 10, Random(1))
        assert world.step(GATHER) == ["start", "time"], "bets alone are no reason"
        while house.live_table("t1").table.phase.value != "idle":
            play(house, "t1", 1, Random(2), f"p{house.live_table('t1').version}-")
        assert house.command("t1", "shoe", DEE, SHOE).ok
        assert world.step(GATHER) == ["start", "time", "shoe"]
        assert world.step(GATHER) == ["start", "time", "shoe"], "once"
        assert world.step(600) == ["start", "time", "shoe", "time"]
        world.publisher.stop()
        assert world.step() == ["start", "time", "shoe", "time", "stop"]


def test_shoes_that_end_together_share_a_statement(sqlite: str, folder: Path) -> None:
    with House.open(sqlite) as house:
        opened(house, "t1")
        opened(house, "t2")
        world = World(house, folder / "heads.jsonl")
        world.step()
        assert house.command("t1", "s1", DEE, SHOE).ok
        assert world.step() == ["start"], "not at once after another one"
        assert house.command("t2", "s2", DEE, SHOE).ok
        assert world.step(GATHER) == ["start", "shoe"]
        assert world.step(GATHER) == ["start", "shoe"]
        last = read_line(file_lines(world.path)[-1], "f")
        assert {chain.name for chain in last.chains if chain.kind == "table"} == {"t1", "t2"}


def test_a_process_that_takes_over_goes_on(sqlite: str, folder: Path) -> None:
    """The statements of two processes form one chain; the first of each names everything."""
    path = folder / "heads.jsonl"
    with House.open(sqlite) as house:
        opened(house)
        one, two = World(house, path), World(house, path)
        one.step()
        one.step(600)
        one.publishes = False
        two.step()
        one.step(600)
        read = [read_line(line, "f") for line in file_lines(path)]
        assert [each.statement.number for each in read] == [1, 2, 3]
        assert [each.statement.complete for each in read] == [True, False, True]
        assert read[2].statement.before == read[1].hash


def test_a_file_that_cannot_be_written_is_tried_again(sqlite: str, folder: Path) -> None:
    with House.open(sqlite) as house:
        opened(house)
        blocked = folder / "blocked"
        blocked.write_text("")
        world = World(house, blocked / "heads.jsonl")
        world.publisher.step()
        world.publisher.step()
        assert len(world.failures) == 1, "not at every step"
        blocked.unlink()
        assert world.step(RETRY) == ["start"]


@contextmanager
def witness(
    statuses: list[int], hold: threading.Event | None = None, to: str = "/"
) -> Iterator[Any]:
    """Run a server that takes statements, and answers with these statuses, then 204.

    Every answer names another address, which a redirect leads to.
    """
    taken: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if hold is not None:
                hold.wait(10)
            status = statuses.pop(0) if statuses else 204
            if status == 204:
                taken.append(body)
            self.send_response(status)
            self.send_header("content-length", "0")
            self.send_header("location", to)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/heads", taken
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_webhook_is_tried_again_and_given_up() -> None:
    said: list[str | None] = []
    with witness([500, 503]) as (url, taken):
        hook = Webhook(url, said.append, pause=0.001)
        hook.send(b"one")
        until(lambda: len(said) == 1)
        assert (taken, said) == ([b"one"], [None])
        hook.close()
    with witness([500] * 5) as (url, taken):
        hook = Webhook(url, said.append, pause=0.001)
        hook.send(b"two")
        hook.send(b"three")
        until(lambda: len(said) == 3)
        assert taken == [b"three"], "the next one is still tried"
        assert said[1:] == ["it answered 500", None]
        hook.close()


def until(done: Any) -> None:
    """Wait until something is so, for ten seconds at most."""
    deadline = time.monotonic() + 10
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_webhook_that_hangs_holds_nobody_up(sqlite: str, folder: Path) -> None:
    """Hundreds of statements: the caller never waits, and only so many are kept."""
    hold = threading.Event()
    said: list[str | None] = []
    with witness([], hold) as (url, taken):
        hook = Webhook(url, said.append, pause=0.001)
        began = time.process_time()
        for number in range(300):
            hook.send(b"%d" % number)
        assert time.process_time() - began < 1
        assert said.count("too many are waiting") >= 199
        hold.set()
        until(lambda: b"299" in taken)
        hook.close()
    assert len(taken) <= 101


def test_the_thread_publishes_to_file_and_webhook(sqlite: str, folder: Path) -> None:
    key, path = folder / "signing.pem", folder / "heads.jsonl"
    make_signing_key(key)
    metrics = Metrics()
    with House.open(sqlite) as house, witness([]) as (url, taken):
        opened(house)
        publisher = PublisherThread(
            house,
            metrics,
            key=key,
            file=path,
            seconds=600,
            webhook=url,
            publishes=lambda: True,
        )
        until(lambda: taken)
        publisher.close(last=True)
        lines = file_lines(path)
        assert [line.strip() for line in lines] == taken, "the same bytes"
        whys = [json.loads(line)["statement"]["why"] for line in taken]
        assert (whys[0], whys[-1]) == ("start", "stop")
        assert {read_line(line, "f").key for line in lines} == {publisher.public_key}
    text = metrics.text().decode()
    assert 'croupier_heads_total{answer="done",to="webhook"} 2.0' in text


@pytest.mark.parametrize("last", [True, False])
def test_a_thread_that_does_not_publish_writes_nothing(
    sqlite: str, folder: Path, last: bool
) -> None:
    key, path = folder / "signing.pem", folder / "heads.jsonl"
    make_signing_key(key)
    with House.open(sqlite) as house:
        PublisherThread(
            house,
            Metrics(),
            key=key,
            file=path,
            seconds=600,
            webhook=None,
            publishes=lambda: False,
        ).close(last=last)
    assert path.exists() == last
