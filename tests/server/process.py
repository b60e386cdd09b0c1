"""The real server in processes of its own: started, told to stop, killed.

A process that has loaded everything once forks each of them, so that a start takes a moment. What
runs is `croupier serve` with its words and its environment; its standard error goes to a file.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import TracebackType

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["croupier.cli", "croupier.server.app", "server.planted"])

PLANTED = "CROUPIER_TEST_PLANTED"
"""Which mistake is planted into servers that are started from now on."""

_PATIENCE = 30.0
_ADDRESS = re.compile(r"tables at (\S+)/ ")

USUAL = {
    "COMMANDS_PER_SECOND": "1000000",
    "SIGN_INS_PER_MINUTE": "1000000",
    "CONNECTIONS_PER_ADDRESS": "1000000",
    "LOG": "json",
}


def _serve(words: list[str], environment: dict[str, str], log: str, planted: str | None) -> None:
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(file, 1)
    os.dup2(file, 2)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    os.environ.update(environment)
    from croupier.cli import main
    from server.planted import plant

    sys.stderr = sys.__stderr__
    if planted is not None:
        plant(planted)
    sys.exit(main(["serve", *words]))


class Served:
    """A server at a port of its own choice, until it is stopped."""

    def __init__(
        self, database: str, folder: Path, *words: str, planted: str | None = None, **settings: str
    ) -> None:
        """Start the server and wait until it answers."""
        self.database = database
        Served._made += 1
        self.log = folder / f"server-{Served._made}.log"
        environment = {f"CROUPIER_{key}": text for key, text in {**USUAL, **settings}.items()}
        given = ["--port", "0", "--database", database, "--no-demo", *words]
        planted = "+".join(filter(None, (planted, os.environ.get(PLANTED)))) or None
        self.process: ForkServerProcess = _FORKS.Process(
            target=_serve, args=(given, environment, str(self.log), planted), daemon=True
        )
        self.process.start()
        try:
            self.base = self._address()
        except BaseException:
            self.kill()
            raise

    _made = 0

    @property
    def said(self) -> str:
        """Everything that the server has written to standard error."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    @property
    def host(self) -> str:
        """Its address without the scheme."""
        return self.base.partition("//")[2]

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self.process.pid is not None
        return self.process.pid

    def _address(self) -> str:
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            found = _ADDRESS.search(self.said)
            if found is not None and self._answers(found[1]):
                return found[1]
            if not self.process.is_alive():
                break
            time.sleep(0.01)
        raise AssertionError(f"the server did not start: {self.said[-2000:]}")

    def _answers(self, base: str) -> bool:
        """Return True if the server answers, even if it cannot store anything."""
        import httpx

        try:
            plain = base.replace("https:", "http:")
            answer = httpx.get(f"{plain}/healthz", timeout=5, trust_env=False)
            return answer.status_code in (200, 503)
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """Kill the server: nothing is stopped in order."""
        self.process.kill()
        self.join()

    def stop(self) -> int:
        """Ask the server to stop, and return its exit status."""
        self.process.terminate()
        return self.join()

    def join(self) -> int:
        """Wait for the end of the process, and return its exit status."""
        self.process.join(_PATIENCE)
        assert self.process.exitcode is not None, f"it does not end: {self.said[-2000:]}"
        return self.process.exitcode

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        if self.process.exitcode is None:
            self.kill()


def memory(pid: int) -> int:
    """Return how many bytes a process has in memory."""
    text = Path(f"/proc/{pid}/statm").read_text()
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")


Settings = Mapping[str, str]
