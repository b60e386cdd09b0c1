"""Alerts in tests: a sender whose time the test sets, and the receiver of `examples/`."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

from croupier.accounts import People
from croupier.server.alert_sender import AlertSender
from croupier.store.alert_box import AlertBox, AlertRow
from croupier.store.clock import Clock
from croupier.store.house import House
from croupier.words import Message, plain
from server.people import Plain

RECEIVER = Path(__file__).parents[2] / "examples" / "alert_receiver.py"
START = 1_900_000_000.0


def receiver_module() -> Any:
    """Load the receiver of the examples, which is no part of any package."""
    spec = importlib.util.spec_from_file_location("alert_receiver", RECEIVER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class World:
    """A house, its people and a sender; time passes when the test says so."""

    def __init__(self, database: str, *, case_seconds: int = 0, after: float = 0) -> None:
        self.time = START + after
        clock = Clock(lambda: self.time, lambda: self.time)
        self.people = People.open(database, hasher=Plain(), clock=clock)
        self.house = House.open(database, now=clock.text)
        self.case_seconds = case_seconds
        self.sends, self.outage = True, ""
        self.refuses: Callable[[AlertRow], str | None] = lambda _: None
        self.tried: list[tuple[float, str]] = []
        self.heard: list[dict[str, Any]] = []
        self.waiting = 0
        self.start()

    def start(self) -> None:
        """Begin as a process does that knows nothing yet."""
        self.sender = AlertSender(
            self.house,
            AlertBox(self.people.incidents),
            self._deliver,
            case_seconds=self.case_seconds,
            sends=lambda: self.sends,
            outage=lambda: self.outage or None,
            on_count=self._count,
            clock=lambda: self.time,
        )

    def _count(self, waiting: int) -> None:
        self.waiting = waiting

    def _deliver(self, alert: AlertRow) -> Message | None:
        self.tried.append((self.time - START, alert.id))
        why = self.refuses(alert)
        if why is None:
            self.heard.append(json.loads(alert.body))
        return None if why is None else plain(why)

    def step(self, seconds: float = 0) -> list[str]:
        """Let time pass, step, and return the kinds of all alerts that were taken."""
        self.time += seconds
        self.sender.step()
        return [each["kind"] for each in self.heard]

    def close(self) -> None:
        self.people.close()
        self.house.close()

    def __enter__(self) -> World:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()


class Receiver:
    """The receiver of the examples in a process of its own."""

    def __init__(self, secret: Path, port: int = 0) -> None:
        words = [sys.executable, str(RECEIVER), "--secret", str(secret), "--port", str(port)]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        self.url = self.process.stderr.readline().split(" at ")[1].strip()
        self.heard: list[dict[str, Any]] = []
        self.said: list[str] = []
        self._threads = [Thread(target=each, daemon=True) for each in (self._hear, self._read)]
        for each in self._threads:
            each.start()

    def _hear(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard.append(json.loads(line))

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)

    @property
    def port(self) -> int:
        return int(self.url.rstrip("/").rpartition(":")[2])

    def until(self, *kinds: str, seconds: float = 20) -> list[dict[str, Any]]:
        """Wait for alerts of these kinds, and return all that were heard."""
        wait_for(lambda: set(kinds) <= {each["kind"] for each in self.heard}, seconds)
        return self.heard

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for each in self._threads:
            each.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Receiver:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()


def wait_for(done: Callable[[], object], seconds: float = 20) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)
