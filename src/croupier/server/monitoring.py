"""What operators read: the log, for people or for programs, and the figures for Prometheus."""

from __future__ import annotations

import json
import logging
import os
import sys
from datetime import UTC, datetime
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

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
        return json.dumps(line, ensure_ascii=False, default=str)


class _TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        facts = " ".join(f"{key}={value}" for key, value in getattr(record, "facts", {}).items())
        level = "" if record.levelno <= logging.INFO else f"{record.levelname} "
        line = f"{at} {level}{record.getMessage()} {facts}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def start_log(kind: str) -> None:
    """Write the log to standard error, apart from what commands print."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter() if kind == "json" else _TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOGGER.setLevel(logging.INFO)


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
        self.steps = Counter(
            "croupier_steps_total", "Steps of tables told to watchers", registry=made
        )
        self.dropped = Counter(
            "croupier_dropped_total", "Readers dropped as too slow", registry=made
        )
        self.refused = Counter(
            "croupier_refused_total", "Turned away at the door", ["why"], registry=made
        )
        self.well = Gauge(
            "croupier_well", "Whether bets can be taken", multiprocess_mode="min", registry=made
        )

    def text(self) -> bytes:
        """Return the figures as Prometheus reads them."""
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
            return bytes(generate_latest(registry))
        return bytes(generate_latest(self.registry))
