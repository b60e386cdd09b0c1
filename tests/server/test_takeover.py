"""One of several processes is killed under load: nobody's bet is lost, and the tables go on."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Protocol

import httpx
import pytest

from croupier.store.house import House
from houses import SAM, proven
from postgres import Postgres
from served import Served as ServedByCommand
from server.edge import until
from server.people import add_people, open_tables
from server.process import USUAL, Served
from server.returning import Patron

TABLES = ("t1", "t2")
PATIENCE = 20.0
"""Seconds after which tables must go on and everybody must have bet again, on a busy machine."""

_DEALS = re.compile(r"this process deals at the automatic tables.*?pid\W+(\d+)")


class Processes(Protocol):
    """Processes that serve one database."""

    def addresses(self) -> list[str]:
        """Return where they can be reached."""

    def pids(self) -> list[int]:
        """Return the processes that serve."""

    def said(self) -> str:
        """Return what they have logged, in order."""

    def kill(self, pid: int) -> None:
        """Kill one of them."""

    def replace(self) -> None:
        """See to it that there are as many as before."""

    def stop(self) -> list[int]:
        """Stop all of them in order, and return their exit statuses."""


def dealing(processes: Processes) -> int:
    """Return which process deals at the automatic tables, once it is known."""

    def holders() -> list[int]:
        living = set(processes.pids())
        return [pid for pid in map(int, _DEALS.findall(processes.said())) if pid in living]

    until(lambda: bool(holders()), PATIENCE)
    return holders()[-1]


class Several:
    """Servers that were started one by one, each at an address of its own."""

    def __init__(self, database: str, folder: Path, stack: ExitStack) -> None:
        self._database, self._folder, self._stack = database, folder, stack
        self._servers: list[Served] = []
        self.replace()
        self.replace()

    def addresses(self) -> list[str]:
        return [server.base for server in self._servers]

    def pids(self) -> list[int]:
        return [server.pid for server in self._servers]

    def said(self) -> str:
        return "".join(server.said for server in self._servers)

    def kill(self, pid: int) -> None:
        gone = next(server for server in self._servers if server.pid == pid)
        self._servers.remove(gone)
        gone.kill()

    def replace(self) -> None:
        self._servers.append(self._stack.enter_context(Served(self._database, self._folder)))

    def stop(self) -> list[int]:
        return [server.stop() for server in self._servers]


class Workers:
    """The workers of one server, all at one address; it replaces them itself."""

    def __init__(self, database: str) -> None:
        settings = {**USUAL, "DEMO": "false", "WORKERS": "2"}
        self._server = ServedByCommand(database, {k.lower(): v for k, v in settings.items()})
        until(lambda: len(self.pids()) == 2 and _answers(self._server.address), 60)

    def addresses(self) -> list[str]:
        return [self._server.address]

    def pids(self) -> list[int]:
        return workers_of(self._server.process.pid)

    def said(self) -> str:
        return "".join(self._server.log)

    def kill(self, pid: int) -> None:
        os.kill(pid, signal.SIGKILL)

    def replace(self) -> None:
        until(lambda: len(self.pids()) == 2, 60)

    def stop(self) -> list[int]:
        return [self._server.stop()]

    def end(self) -> None:
        for pid in self.pids():
            os.kill(pid, signal.SIGKILL)
        self._server.stop(signal.SIGKILL)


def workers_of(parent: int) -> list[int]:
    """Return the processes that serve for a parent, without its other helpers."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        told = [(int(pid), Path(f"/proc/{pid}/cmdline").read_bytes()) for pid in children]
    except OSError:
        return []
    return [pid for pid, words in told if b"spawn_main" in words]


def sockets_of(pid: int) -> int:
    """Return how many connections a process has accepted; one that is not there has none."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    open_ = {f"socket:[{line.split()[9]}]" for line in lines if line.split()[3] == "01"}
    with suppress(OSError):
        return sum(os.readlink(each) in open_ for each in Path(f"/proc/{pid}/fd").iterdir())
    return 0


def _answers(base: str) -> bool:
    try:
        return httpx.get(f"{base}/healthz", trust_env=False, timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


@dataclass(slots=True)
class Killed:
    """What was measured after a kill, in seconds."""

    dealer: bool
    """Whether the process that dealt was killed."""
    dealt: float
    """Until everybody had seen the dealer's next event."""
    bet: float
    """Until everybody had bet again."""
    broken: int
    """How many sockets broke."""


@dataclass(slots=True)
class Evening:
    """Patrons at the tables of some processes, and what became of them."""

    database: str
    processes: Processes
    patrons: list[Patron] = field(default_factory=list)
    kills: list[Killed] = field(default_factory=list)
    rng: Random = field(default_factory=lambda: Random(15))

    def seat(self, tokens: dict[str, str]) -> None:
        """Seat ann and bob at every table, each with a socket of its own."""
        turn = count()

        def address() -> str:
            addresses = self.processes.addresses()
            return addresses[next(turn) % len(addresses)]

        for table in TABLES:
            for box, name in enumerate(("ann", "bob"), start=1):
                self.patrons.append(Patron(name, tokens[name], table, box, address))

    async def play(self, kills: list[bool]) -> None:
        """Play while processes are killed: those that deal where `kills` is True, else others."""
        tasks = [asyncio.create_task(patron.play()) for patron in self.patrons]
        try:
            await self._wait(tasks, lambda: all(patron.bet_after(0) for patron in self.patrons))
            for dealer in kills:
                self.kills.append(await self._kill(tasks, dealer=dealer))
        finally:
            for patron in self.patrons:
                patron.leaving = True
            done, late = await asyncio.wait(tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
        assert not late, "something is never answered"
        for task in done:
            task.result()

    async def _kill(self, tasks: list[asyncio.Task[None]], *, dealer: bool) -> Killed:
        holder = await asyncio.to_thread(dealing, self.processes)
        victim = holder if dealer else next(p for p in self.processes.pids() if p != holder)
        await self._spread(tasks, victim)
        before = sum(patron.breaks for patron in self.patrons)
        # At any moment of a round: bets are under way, or cards lie on the table.
        await asyncio.sleep(self.rng.uniform(0.0, 1.2))
        began = time.monotonic()
        await asyncio.to_thread(self.processes.kill, victim)
        stood = await asyncio.to_thread(self._numbers)

        def dealt() -> list[float | None]:
            return [patron.dealt_after(stood[patron.table]) for patron in self.patrons]

        await self._wait(tasks, lambda: None not in dealt())
        await self._wait(tasks, lambda: all(patron.bet_after(began) for patron in self.patrons))
        bet = time.monotonic() - began
        await asyncio.to_thread(self.processes.replace)
        took = max(at - began for at in dealt() if at is not None)
        broken = sum(patron.breaks for patron in self.patrons) - before
        return Killed(dealer, took, bet, broken)

    async def _spread(self, tasks: list[asyncio.Task[None]], pid: int) -> None:
        """Let patrons come back one by one, until a process has some of them, and all bet."""
        began = time.monotonic()
        for patron in cycle(self.patrons):
            patron.hang_up()
            await asyncio.sleep(0.1)
            if patron is self.patrons[-1] and sockets_of(pid) > 0:
                break
            assert time.monotonic() < began + PATIENCE, "it gets no connections"
        again = time.monotonic()
        await self._wait(tasks, lambda: all(patron.bet_after(again) for patron in self.patrons))

    def _numbers(self) -> dict[str, int]:
        with House.open(self.database) as house:
            return {table: (house.reader.head(table) or (0,))[0] for table in TABLES}

    async def _wait(self, tasks: list[asyncio.Task[None]], done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            for task in tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < deadline, f"it stands: {self.processes.said()[-2000:]}"
            await asyncio.sleep(0.02)

    def check(self) -> None:
        """Check that everything that was answered is stored once, and everything was told once."""
        with House.open(self.database) as house:
            logs = {table: house.events_after(table, 0) for table in TABLES}
            for patron in self.patrons:
                assert patron.first is not None
                numbers = list(range(patron.first + 1, patron.last + 1))
                assert patron.seen == numbers, "an event is missing, or came twice"
                actor = f"player:{patron.name}"
                for id, answer in patron.answers.items():
                    if patron.turned_away(id):
                        continue
                    row = house.reader.result(actor, id)
                    assert row is not None, f"{id} was answered and is lost"
                    assert (row.last if answer["ok"] else row.answer) is not None
                    assert row.last == answer.get("number")
        for patron in self.patrons:
            rows = [row for row in logs[patron.table] if row.actor == f"player:{patron.name}"]
            stored = Counter(id for id, _ in {(json.loads(r.entry)["id"], r.command) for r in rows})
            counted = {id for id, answer in patron.answers.items() if answer["ok"]}
            assert set(stored) == counted, "what counts was answered, and nothing else"
            assert set(stored.values()) == {1}, "something counts twice"
        proven(self.database)


@contextmanager
def evening(database: str, processes: Callable[[], Processes]) -> Iterator[Evening]:
    """Open automatic tables and serve them."""
    open_tables(database, *TABLES)
    pace = dict.fromkeys(("card", "settle", "between"), 40) | {"shoe": 0, "betting": 1000}
    with House.open(database) as house:
        body = {"do": "assign_dealer", "automatic": True, "pace": pace}
        for table in TABLES:
            assert house.command(table, f"auto-{table}", SAM, body).ok
    tokens = add_people(database, "ann", "bob")
    made = Evening(database, processes())
    made.seat(tokens)
    yield made


def several_are_killed(database: str, folder: Path, kills: list[bool]) -> None:
    with ExitStack() as stack, evening(database, lambda: Several(database, folder, stack)) as made:
        asyncio.run(made.play(kills))
        assert made.processes.stop() == [0, 0]
        made.check()
        _report(made)


def workers_are_killed(database: str, kills: list[bool]) -> None:
    servers: list[Workers] = []

    def serve() -> Workers:
        servers.append(Workers(database))
        return servers[0]

    try:
        with evening(database, serve) as made:
            asyncio.run(made.play(kills))
            assert made.processes.stop() == [0]
            made.check()
            _report(made)
    finally:
        for server in servers:
            server.end()


def _report(made: Evening) -> None:
    answers = sum(len(patron.answers) for patron in made.patrons)
    print(f"{answers} commands answered")
    for kill in made.kills:
        print(kill)
    assert all(kill.broken for kill in made.kills), "no socket broke: nothing was tried"


LONG = [True, False] * 10


def test_one_of_two_processes_is_killed(postgres: Postgres, folder: Path) -> None:
    """First the one that deals, then another; their patrons go to the one that is left."""
    several_are_killed(postgres.new(), folder, [True, False])


def test_a_worker_is_killed(sqlite: str) -> None:
    """The same with two workers at one address: the server replaces them itself."""
    workers_are_killed(sqlite, [True, False])


@pytest.mark.soak
def test_one_of_two_processes_is_killed_often(postgres: Postgres, folder: Path) -> None:
    several_are_killed(postgres.new(), folder, LONG)


@pytest.mark.soak
def test_a_worker_is_killed_often(database: str) -> None:
    workers_are_killed(database, LONG)
