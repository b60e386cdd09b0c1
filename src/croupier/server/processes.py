"""The processes of a server: how they are stopped, and what is done when one of them dies.

The first signal stops them in order, the next at once. At once means killed: what was
acknowledged is stored, as after every crash.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection, parent_process
from pathlib import Path
from time import monotonic
from types import FrameType

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from croupier.server.monitoring import log_warning

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the path of a folder that all processes of a server share."""

HUNG = 30.0
"""Seconds after which a worker that served and answers no more is killed."""
LOADING = 120.0
"""The same for one that has not served yet: on a busy machine, loading its modules takes long."""
FIRST_PAUSE, LAST_PAUSE = 1.0, 30.0
"""Seconds until a worker that could not start is tried again; doubled each time."""
MOST_FAILURES = 5
"""How many starts in a row may fail while no worker serves."""


class Server(uvicorn.Server):
    """A uvicorn server whose process ends with 0 after one SIGINT or SIGTERM."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGINT and SIGTERM without raising the signal again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order; if that is under way already, end the process by this signal."""
        if self.should_exit:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        super().handle_exit(sig, frame)


class Workers(Multiprocess):
    """Several processes that serve; one that dies is replaced.

    Each is told to stop, and killed at a second signal. A worker that dies before it has served
    could not start. At the first start that ends the server: it would not help to try again.
    Later the database may be away for a while: the others go on serving, and it is tried again
    after longer and longer pauses.
    """

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        """Prepare to start the workers; signals are handled from now on."""
        super().__init__(config, sockets)
        self.failure: str | None = None
        """Why the server ended without being told to."""
        self._ever_served = False
        self._known: set[int] = set()
        """The processes that are counted in the figures."""
        self._asked: dict[int, float] = {}
        """When each process was asked whether it lives, until it answers."""
        self._failures: dict[int, int] = {}
        """How often the worker at each place could not start, in a row."""
        self._due: dict[int, float] = {}
        """When the worker at each place is tried again."""

    def keep_subprocess_alive(self) -> None:
        """Replace the workers that have died; set `failure` and stop if none can serve."""
        now = monotonic()
        self._forget_the_gone()
        for place, worker in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if worker.process.is_alive() and not self._hangs(worker, now):
                if _has_served(worker):
                    self._ever_served = True
                    self._failures.pop(place, None)
            elif place not in self._due:
                self._replace(place, worker, now)
            elif now >= self._due[place]:
                self._start(place)

    def _hangs(self, worker: Process, now: float) -> bool:
        """Ask a worker whether it lives, without waiting; True if it has not answered for long."""
        pid = _pid(worker)
        try:
            if pid in self._asked and worker.parent_conn.poll():
                del self._asked[pid]
                worker.parent_conn.recv()
            if pid not in self._asked:
                self._asked[pid] = now
                worker.parent_conn.send(b"ping")
        except (OSError, EOFError):
            return False  # It is about to end: the next look finds it dead.
        return now > self._asked[pid] + (HUNG if _has_served(worker) else LOADING)

    def _replace(self, place: int, worker: Process, now: float) -> None:
        """Replace a worker that served; one that could not start is tried again later, or never."""
        worker.kill()
        worker.process.join()
        pid, status = _pid(worker), worker.exitcode
        if _has_served(worker):
            self._ever_served = True
            log_warning("a worker died and is replaced", pid=pid, status=status)
            self._start(place)
            return
        failures = self._failures[place] = self._failures.get(place, 0) + 1
        serving = any(each.process.is_alive() and _has_served(each) for each in self.processes)
        if not self._ever_served or (not serving and failures >= MOST_FAILURES):
            self.failure = f"a worker could not start (exit status {status})"
            self.should_exit.set()
            return
        pause = min(FIRST_PAUSE * 2 ** (failures - 1), LAST_PAUSE)
        log_warning("a worker could not start and is tried again", status=status, seconds=pause)
        self._due[place] = now + pause

    def _start(self, place: int) -> None:
        self._due.pop(place, None)
        self.processes[place] = Process(self.config, self.sockets)
        self.processes[place].start()

    def _forget_the_gone(self) -> None:
        """Count no more what processes had open that are gone."""
        here = {_pid(worker) for worker in self.processes}
        for pid in self._known - here:
            mark_process_dead(pid, os.environ[SHARED])
            _note(pid).unlink(missing_ok=True)
            self._asked.pop(pid, None)
        self._known = here

    def join_all(self) -> None:
        """Wait for the end of all processes."""
        self.signal_queue.clear()
        for worker in self.processes:
            while worker.process.is_alive():
                worker.process.join(0.1)
                if self.signal_queue:
                    worker.process.kill()


def note_served() -> None:
    """Note that this process serves now, for the one that started it."""
    if SHARED in os.environ:
        _note(os.getpid()).touch()


def _has_served(worker: Process) -> bool:
    return _note(_pid(worker)).exists()


def _note(pid: int) -> Path:
    return Path(os.environ[SHARED]) / f"served-{pid}"


def _pid(worker: Process) -> int:
    assert worker.pid is not None, "it was started"
    return worker.pid


def stop_with_parent() -> None:
    """Let this process stop in order when the one that started it is gone.

    Nobody would stop it otherwise, and it would keep the port and the database.
    """
    parent = parent_process()
    if parent is not None:
        watched = (parent.sentinel,)
        threading.Thread(target=_stop_after, args=watched, name="parent", daemon=True).start()


def _stop_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
