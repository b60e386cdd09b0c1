"""What operators read: whether bets can be taken, the log, the figures for Prometheus."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from croupier.store.clock import Clock
from croupier.store.failures import NotStored
from croupier.store.incidents import Incidents, Kind

SERVER = "house:steward"
"""The actor that the journal names for the server itself."""


class Health:
    """Whether the last commit worked, and whether the server is closing; used by all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._failure: str | None = None
        self._listeners: list[Callable[[str | None], None]] = []
        self.closing = False

    @property
    def failure(self) -> str | None:
        """Why nothing can be stored; None while everything can."""
        return self._failure

    @property
    def takes_bets(self) -> bool:
        """Whether bets can be taken."""
        return self._failure is None and not self.closing

    def listen(self, on_change: Callable[[str | None], None]) -> None:
        """Call a function when the database is lost (with the reason) and when it is back (None).

        Each change is told once, from any thread.
        """
        self._listeners.append(on_change)

    def failed(self, why: object) -> None:
        """Record that something could not be stored or read."""
        self._set(" ".join(str(why).split())[:300])

    def worked(self) -> None:
        """Record that something was stored."""
        if self._failure is not None:
            self._set(None)

    def _set(self, failure: str | None) -> None:
        with self._lock:
            changed = (self._failure is None) != (failure is None)
            self._failure = failure
        if changed:
            for on_change in self._listeners:
                on_change(failure)


class OutageJournal:
    """Notes when the database was lost, and why, once it can be written again."""

    def __init__(self, journal: Incidents, clock: Clock, loop: asyncio.AbstractEventLoop) -> None:
        """Write to a journal, in threads of a loop."""
        self._journal = journal
        self._clock = clock
        self._loop = loop
        self._began: dict[str, str] = {}
        self.since: str | None = None
        """When the outage began that goes on; None while everything can be stored."""

    def health_changed(self, failure: str | None) -> None:
        """Remember the start of an outage, or write both entries at its end; from any thread."""
        if failure is not None:
            self.since = self._clock.text()
            self._began = {"at": self.since, "why": failure}
            return
        self.since = None
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.run_in_executor, None, self._write)

    def _write(self) -> None:
        with suppress(NotStored):
            self._journal.note(Kind.OUTAGE_BEGAN, SERVER, detail=self._began)
            self._journal.note(Kind.OUTAGE_ENDED, SERVER)


LOGGER = logging.getLogger("croupier.server")


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _escaped(json.dumps(line, ensure_ascii=False, default=str))


class _TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        given = getattr(record, "facts", {})
        facts = " ".join(f"{key}={_fact(value)}" for key, value in given.items())
        level = "" if record.levelno <= logging.INFO else f"{record.levelname} "
        line = f"{at} {level}{_escaped(record.getMessage())} {facts}".rstrip()
        if not record.exc_info:
            return line
        # Every line of a traceback begins with a space: none can be taken for an entry.
        trace = self.formatException(record.exc_info).split("\n")
        return "\n".join([line, *(f" {_escaped(each)}" for each in trace)])


MOST_FACT = 500
"""So many characters of a fact are logged."""


def _fact(value: object) -> str:
    """Return a fact as one word; what could be taken for another fact or line is quoted."""
    text = str(value)[:MOST_FACT]
    if text and text.isprintable() and not set(text) & {" ", "=", '"', "\\"}:
        return text
    return '"' + _escaped(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def _escaped(text: str) -> str:
    """Return a text with everything that is no visible character or space escaped."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else _escape(each) for each in text)


def _escape(each: str) -> str:
    number = ord(each)
    if number > 0xFFFF:
        number -= 0x10000
        return f"\\u{0xD800 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"
    return f"\\u{number:04x}"


def start_log(kind: str, *, quiet: bool = False) -> None:
    """Write the log to standard error, apart from what commands print.

    On a person's screen a quiet log has only what should not happen: the address and the link for
    the first administrator would be gone in seconds.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter() if kind == "json" else _TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    on_screen = kind == "text" and sys.stderr.isatty()
    LOGGER.setLevel(logging.WARNING if quiet and on_screen else logging.INFO)


def log_info(message: str, **facts: object) -> None:
    """Log something that happened."""
    LOGGER.info(message, extra={"facts": facts})


def log_warning(message: str, **facts: object) -> None:
    """Log something that should not have happened."""
    LOGGER.warning(message, extra={"facts": facts})


def log_error(message: str, wrong: BaseException, **facts: object) -> None:
    """Log a bug of the server, with its traceback."""
    LOGGER.error(message, exc_info=wrong, extra={"facts": facts})


_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The figures of one process; those of several processes of one server are added up."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        made = self.registry
        self.commands = Counter(
            "croupier_commands_total", "Commands by their answer", ["do", "answer"], registry=made
        )
        self.seconds = Histogram(
            "croupier_command_seconds",
            "From the command to its answer, the commit included",
            buckets=_SECONDS,
            registry=made,
        )
        self.requests = Counter(
            "croupier_requests_total", "HTTP requests", ["method", "status"], registry=made
        )
        self.sockets = Gauge(
            "croupier_sockets", "Open sockets", multiprocess_mode="livesum", registry=made
        )
        self.connections = Gauge(
            "croupier_connections",
            "Open connections, sockets included",
            multiprocess_mode="livesum",
            registry=made,
        )
        self.dropped = Counter(
            "croupier_dropped_total", "Readers dropped as too slow", registry=made
        )
        self.refused = Counter(
            "croupier_refused_total", "Turned away at the door", ["why"], registry=made
        )
        self.shed = Counter(
            "croupier_shed_total",
            "Load that was shed: what, and whose limit was reached",
            ["what", "why"],
            registry=made,
        )
        self.reads_waiting = Gauge(
            "croupier_reads_waiting",
            "Reads that wait for their turn",
            multiprocess_mode="livesum",
            registry=made,
        )
        self.queued_bytes = Gauge(
            "croupier_queued_bytes",
            "Bytes that wait to be sent to sockets",
            multiprocess_mode="livesum",
            registry=made,
        )
        self.heads = Counter(
            "croupier_heads_total", "Statements of heads", ["to", "answer"], registry=made
        )
        self.alerts = Counter(
            "croupier_alerts_total", "Alerts sent, or tried", ["kind", "answer"], registry=made
        )
        self.alerts_waiting = Gauge(
            "croupier_alerts_waiting",
            "Alerts that the webhook has not taken",
            multiprocess_mode="livesum",
            registry=made,
        )
        self.well = Gauge(
            "croupier_well", "Whether bets can be taken", multiprocess_mode="livemin", registry=made
        )
        # A worker that is about to start is no reason to say that its server takes no bets.
        self.well.set(1)

    def text(self) -> bytes:
        """Return the figures as Prometheus reads them."""
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
            return bytes(generate_latest(registry))
        return bytes(generate_latest(self.registry))
