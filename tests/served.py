"""A real server in a process of its own, for as long as a test needs it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import IO

from croupier.store.house import House
from croupier.table import Actor
from houses import DEE, SAM
from postgres import scratch


def address_told(stream: IO[str], log: list[str] | None = None) -> str:
    """Read what a server says until it tells its address; keep the lines in `log`."""
    lines = [] if log is None else log
    for line in stream:
        lines.append(line)
        found = re.search(r"tables at (\S+)/ ", line)
        if found:
            return found[1]
    raise RuntimeError(f"the server did not start: {''.join(lines)[-2000:]}")


class Served:
    """A server that was started, its address and its database."""

    def __init__(self, database: str, settings: Mapping[str, str], port: int = 0) -> None:
        """Start it; `settings` are those of the configuration."""
        self.database = database
        self.settings = dict(settings)
        self.log: list[str] = []
        environment = {
            **os.environ,
            "CROUPIER_DATABASE": database,
            "CROUPIER_PORT": str(port),
            **{f"CROUPIER_{name.upper()}": value for name, value in settings.items()},
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve"],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None, "it is a pipe"
        self.address = address_told(self.process.stderr, self.log)
        self._drain = Thread(target=self._read, args=(self.process.stderr,), daemon=True)
        self._drain.start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self.log.append(line)
        stream.close()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it and wait for its end."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(40)
        self._drain.join(5)
        return status

    def again(self) -> Served:
        """Stop it in order and start another at the same place."""
        port = self.port
        self.stop()
        return Served(self.database, self.settings, port)


EASY = {
    "commands_per_second": "100000",
    "sign_ins_per_minute": "100000",
    "frames_per_second_per_socket": "100000",
    "frames_per_second_per_address": "1000000",
    "frames_per_second": "1000000",
    "connections_per_address": "100000",
}
"""Nobody is turned away for being fast, or for coming from the same machine."""


@contextmanager
def served(prepare: Callable[[str], None] | None = None, **settings: str) -> Iterator[Served]:
    """Serve a new house; stopped, and its files removed, at the end."""
    folder = Path(scratch())
    database = str(folder / "house.db")
    if prepare is not None:
        prepare(database)
    server = Served(database, {**EASY, **settings})
    try:
        yield server
    finally:
        server.stop(signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)


def furnish(database: str, name: str = "t1", game: str = "tiger") -> None:
    """Make a table with bets open that nobody closes: a person deals there."""
    steps: tuple[tuple[Actor, dict[str, object]], ...] = (
        (SAM, {"do": "open_table", "game": game}),
        (DEE, {"do": "new_shoe"}),
        (DEE, {"do": "open_bets"}),
    )
    with House.open(database) as house:
        house.create_table(name)
        for step, (actor, body) in enumerate(steps):
            answer = house.command(name, f"{name}-{step}", actor, body)
            assert answer.ok, answer.data
