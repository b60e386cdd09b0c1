"""The processes of `serve --workers`: when one is replaced, when none is, and who stops them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import uvicorn

from croupier.server import processes
from croupier.server.processes import HUNG, LOADING, MOST_FAILURES, SHARED, Workers
from server.edge import until


@dataclass
class Worker:
    """A process that does what a test says."""

    pid: int
    alive: bool = False
    exitcode: int | None = None
    answers: bool = True
    asked: int = 0
    folder: Path = field(default_factory=Path)

    @property
    def process(self) -> Worker:
        return self

    parent_conn = process

    def start(self) -> None:
        self.alive = True

    def serve(self) -> None:
        (self.folder / f"served-{self.pid}").touch()
        (self.folder / f"gauge_livesum_{self.pid}.db").touch()

    def die(self, status: int = -9) -> None:
        self.alive, self.exitcode = False, status

    def is_alive(self) -> bool:
        return self.alive

    def kill(self) -> None:
        if self.alive:
            self.die()

    def join(self) -> None:
        assert not self.alive

    def send(self, _: bytes) -> None:
        self.asked += 1

    def poll(self) -> bool:
        return self.answers

    def recv(self) -> bool:
        self.asked -= 1
        return True


class Supervised:
    """Two workers, the clock of who watches them, and all that were ever started."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.made: list[Worker] = []

        def make(*_: object) -> Worker:
            self.made.append(Worker(5_000_000 + len(self.made), folder=folder))
            return self.made[-1]

        patch.setenv(SHARED, str(folder))
        patch.setattr(processes, "Process", make)
        patch.setattr("uvicorn.supervisors.multiprocess.Process", make)
        patch.setattr(processes, "monotonic", lambda: self.now)
        self.workers = Workers(uvicorn.Config("none", workers=2, log_config=None), [])
        self.workers.init_processes()

    def look(self, seconds: float = 0.5, times: int = 1) -> None:
        for _ in range(times):
            self.now += seconds
            self.workers.keep_subprocess_alive()

    def stopped(self) -> bool:
        return self.workers.should_exit.is_set()


@pytest.fixture
def supervised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervised]:
    """Two workers; the signals of this process are as before in the end."""
    before = {number: signal.getsignal(number) for number in signal.valid_signals()}
    yield Supervised(tmp_path, monkeypatch)
    for number, handler in before.items():
        if handler is not None and number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, handler)


def test_a_first_start_that_fails_ends_the_server(supervised: Supervised) -> None:
    """Before the fix, a worker that died otherwise than by uvicorn's own 3 was started for ever."""
    supervised.look()
    assert not supervised.stopped()
    supervised.made[1].die(1)
    supervised.look()
    assert supervised.stopped()
    assert supervised.workers.failure == "a worker could not start (exit status 1)"
    assert len(supervised.made) == 2, "nothing was started again"


def test_a_worker_that_served_is_replaced_at_once(supervised: Supervised, tmp_path: Path) -> None:
    """Even if it dies before anybody has asked it, and its sockets are counted no more."""
    for worker in supervised.made:
        worker.serve()
    supervised.made[0].die()
    supervised.look()
    assert len(supervised.made) == 3
    assert supervised.made[2].alive
    supervised.look()
    assert not supervised.stopped()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {f"{what}{supervised.made[1].pid}{end}" for what, end in NOTES}


NOTES = (("served-", ""), ("gauge_livesum_", ".db"))


def test_a_replacement_that_cannot_start_is_tried_again(supervised: Supervised) -> None:
    """The database may be away: the other worker goes on, and each pause is longer."""
    for worker in supervised.made:
        worker.serve()
    supervised.made[0].die()
    supervised.look()
    pauses, last = [], supervised.now
    while len(supervised.made) < 12:
        made = len(supervised.made)
        supervised.made[-1].die(3)
        while len(supervised.made) == made:
            supervised.look(0.5)
        pauses.append(supervised.now - last)
        last = supervised.now
    assert pauses[:5] == [1.5, 2.5, 4.5, 8.5, 16.5], "a look comes every half second"
    assert all(30 <= pause <= 32 for pause in pauses[5:])
    assert not supervised.stopped()
    supervised.made[-1].serve()
    supervised.look()
    supervised.made[-1].die()
    supervised.look()
    assert supervised.made[-1].alive, "it served in between: at once"


def test_if_none_can_start_any_more_the_server_ends(supervised: Supervised) -> None:
    for worker in supervised.made:
        worker.serve()
        worker.die()
    supervised.look()
    assert len(supervised.made) == 4
    for _ in range(200):
        for worker in supervised.made:
            if worker.alive:
                worker.die(3)
        supervised.look()
    assert supervised.stopped()
    assert supervised.workers.failure is not None
    assert len(supervised.made) <= 2 + 2 * MOST_FAILURES


def test_a_worker_that_hangs_is_killed_but_not_one_that_loads(supervised: Supervised) -> None:
    first, second = supervised.made
    first.serve()
    for worker in (first, second):
        worker.answers = False
    supervised.look(times=round(HUNG / 0.5))
    assert first.alive, "a busy machine is no reason"
    supervised.look(times=4)
    assert first.exitcode == -9
    assert second.alive, "it loads its modules"
    assert first.asked == 1, "it is not asked again before it answers"
    supervised.made[2].serve()
    supervised.look(times=round((LOADING - HUNG) / 0.5))
    assert second.exitcode == -9
    assert not supervised.stopped()


SCRIPT = """
import multiprocessing, time
child = '''
import os, time
from croupier.server.processes import stop_with_parent
stop_with_parent()
print(os.getpid(), flush=True)
time.sleep(60)
'''
process = multiprocessing.get_context("spawn").Process(target=exec, args=(child,))
process.start()
time.sleep(60)
"""


def test_workers_stop_when_the_process_that_started_them_is_gone() -> None:
    """Otherwise they would keep the port and the database, and nobody could stop them."""
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
        until(lambda: not _runs(child), 10)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_workers_that_cannot_start_are_told_in_one_line(folder: Path) -> None:
    """Exit status 1, soon, and the last line says what happened."""
    fails = "import os, sys\nif 'spawn_main' in ' '.join(sys.orig_argv):\n    os._exit(7)\n"
    (folder / "sitecustomize.py").write_text(fails)
    paths = os.pathsep.join([str(folder), *filter(None, sys.path)])
    began = time.monotonic()
    words = ["--workers", "2", "--port", "0", "--no-demo", "--database", str(folder / "h.db")]
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "serve", *words],
        env={**os.environ, "PYTHONPATH": paths, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("croupier: stopped: a worker could not start (exit status 7)")
    assert "Traceback" not in done.stderr
    assert time.monotonic() - began < 30
    assert not list(folder.glob("croupier-*")), "what the workers shared is removed"
