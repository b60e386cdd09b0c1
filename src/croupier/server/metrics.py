"""Figures for Prometheus: what was asked, how long it took, who watches."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """One set of figures a process; several processes of one server are added up."""

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
        self.frames = Counter(
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
        """Write them as Prometheus reads them."""
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
            return bytes(generate_latest(registry))
        return bytes(generate_latest(self.registry))
