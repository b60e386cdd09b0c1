"""The house that the load tool plays in: tables whose bets stay open, patrons with chips."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from benchmarks.load_crowd import PATIENCE, Patron
from croupier.accounts import Limits, People
from croupier.store.house import House
from houses import DEE, SAM
from served import EASY, Served, furnish

SHOW = "show"
"""The table that everybody watches."""


def prepare(database: str, tables: int, patrons: int) -> list[Patron]:
    """Open tables with bets open, and seat patrons who are signed in; the first is at `SHOW`."""
    furnish(database, SHOW)
    made = [_seat(database, SHOW, [1])]
    for number in range(tables):
        furnish(database, f"t{number}")
        made.append(_seat(database, f"t{number}", list(range(1, patrons + 1))))
    return [patron for seated in made for patron in seated]


def _seat(database: str, table: str, boxes: list[int]) -> list[Patron]:
    limits = Limits(patron_idle=86400)
    with People.open(database, limits=limits) as people, House.open(database) as house:
        seated: list[Patron] = []
        for box in boxes:
            guest = people.guest()
            name = guest.session.person.name
            house.deposit(f"d-{name}", SAM, name, "1000")
            for step, (actor, body) in enumerate(_arrival(name, box)):
                answer = house.command(table, f"{name}-{step}", actor, body)
                assert answer.ok, answer.data
            seated.append(Patron(guest.token, table, box))
        return seated


def _arrival(name: str, box: int) -> list[tuple[Any, Mapping[str, object]]]:
    return [
        (DEE, {"do": "buy_in", "player": name, "amount": "1000"}),
        (SAM, {"do": "sit", "player": name, "box": box}),
    ]


@contextmanager
def serving(database: str, workers: int) -> Iterator[Served]:
    """Serve it in processes of its own, with nobody turned away for being fast."""
    more_files()
    settings = {**EASY, "demo": "false", "patron_idle": "86400", "workers": str(workers)}
    server = Served(database, settings)
    try:
        yield server
    finally:
        server.stop()


def more_files() -> None:
    """Allow as many open files as the machine does: every socket is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def place_of(server: Served) -> tuple[str, int]:
    """Say where a server listens."""
    found = urlsplit(server.address)
    return str(found.hostname), int(found.port or 0)


class Crowd:
    """Processes that do the same, each told through a pipe."""

    def __init__(self, what: Callable[..., None], shares: list[tuple[Any, ...]]) -> None:
        """Start them, and wait until everybody is there."""
        spawn = get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for share in shares:
            mine, theirs = spawn.Pipe()
            process = spawn.Process(target=what, args=(theirs, *share), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(mine)
            self._processes.append(process)
        self.heard()

    def __len__(self) -> int:
        return len(self._pipes)

    def tell(self, what: object) -> None:
        """Tell everybody something."""
        for pipe in self._pipes:
            pipe.send(what)

    def heard(self) -> list[Any]:
        """Wait for what each of them says."""
        found = []
        for pipe in self._pipes:
            if not pipe.poll(PATIENCE):
                raise TimeoutError("a process of the crowd says nothing")
            found.append(pipe.recv())
        return found

    def end(self) -> None:
        """Send everybody home."""
        self.tell("end")
        for process, pipe in zip(self._processes, self._pipes, strict=True):
            process.join(10)
            if process.is_alive():
                process.terminate()
            pipe.close()
