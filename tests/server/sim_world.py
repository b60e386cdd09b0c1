"""A whole server from one seed: two processes, patrons, faults, crashes, a virtual clock.

Nothing here has a thread or reads the time. What must hold is checked after every step; a run that
fails names its seed.
"""

from __future__ import annotations

import atexit
import json
import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import simulation
from croupier.accounts import CONSOLE, AccountRole, People
from croupier.store.clock import Clock
from croupier.store.house import House
from houses import SAM, moment, proven
from postgres import scratch
from proving import carried
from server.people import PASSWORD, Plain
from server.sim_client import Client
from server.sim_process import OneLease, Process
from server.sim_store import Faults, Truth

TABLES = ("t1", "t2")
NAMES = ("ann", "bob")
PACE = {"betting": 2000, "squeeze": 1000, "options": 1000, "insurance": 1000, "card": 100}
PACE |= {"settle": 200, "between": 300, "shoe": 500, "player_dealer": 1000}
STEPS = 120
LATE = 20_000
"""Milliseconds that bets may be open longer than they should, if everything fails."""
BEGIN = 1_800_000_000.0
CARRIED = 20
"""One of this many seeds is backed up at the end and restored."""


class Broken(simulation.Broken):
    """A run that failed; its seed repeats it."""

    def __init__(self, seed: int, step: int, wrong: BaseException) -> None:
        AssertionError.__init__(
            self, f"server seed {seed}, step {step}: {type(wrong).__name__}: {wrong}"
        )
        self.seed = seed


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a run."""

    steps: int
    rounds: int
    answers: int
    faults: int
    crashes: int


@cache
def _template() -> Path:
    """Return a prepared house, made once; every run begins with a copy of it."""
    path = Path(scratch()) / "template.db"
    atexit.register(shutil.rmtree, path.parent, ignore_errors=True)
    with House.open(str(path), now=lambda: "2027-01-15T08:00:00.000+00:00") as house:
        for name in NAMES:
            assert house.deposit(f"start-{name}", SAM, name, "2000").ok
        for table_id, game in zip(TABLES, ("tiger", "classic"), strict=True):
            house.create_table(table_id)
            lines: list[dict[str, object]] = [
                {"do": "open_table", "game": game, "face_down": True, "float": "100000"},
                {"do": "assign_dealer", "automatic": True, "pace": PACE},
            ]
            for box, name in enumerate(NAMES, start=1):
                lines.append({"do": "buy_in", "player": name, "amount": "500"})
                lines.append({"do": "sit", "player": name, "box": box})
            for number, body in enumerate(lines):
                answer = house.command(table_id, f"{table_id}-{number}", SAM, body)
                assert answer.ok, answer
    clock = Clock(lambda: BEGIN, lambda: 0.0)
    with People.open(str(path), hasher=Plain(), clock=clock) as people:
        for name in NAMES:
            people.add(name, AccountRole.PLAYER, CONSOLE, password=PASSWORD)
    return path


class World:
    """Everything that one seed decides."""

    def __init__(self, seed: int, path: Path) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.path = path
        self.now = 0
        self.faults = Faults(Random(seed + 1))
        self.lease = OneLease()
        self.truth = Truth(path)
        self.crashes = 0
        self.processes = [self._process(clean=True) for _ in range(2)]
        self.clients = [Client(name, self.rng, self.truth) for name in NAMES]
        for client in self.clients:
            self._sign_in(client)
            client.connect(self.rng.choice(self.processes), TABLES)
        self.opened: dict[str, int] = {}
        self.read = dict.fromkeys(TABLES, 0)
        self.rounds = 0
        self.dealt: dict[str, tuple[str, int]] = {}

    def close(self) -> None:
        """Close everything."""
        for process in self.processes:
            process.end()
        self.truth.close()

    def _process(self, *, clean: bool) -> Process:
        clock = Clock(lambda: BEGIN + self.now / 1000, lambda: self.now / 1000)
        return Process(self.path, self.rng, self.faults, clock, self.lease, clean=clean)

    def _sign_in(self, client: Client) -> None:
        people = self.rng.choice(self.processes).people
        client.token = people.sign_in(client.name, PASSWORD).token

    # Steps

    def step(self) -> None:
        """Do something at random, then check everything."""
        chance, client = self.rng.random(), self.rng.choice(self.clients)
        if chance < 0.34:
            self._command(client)
        elif chance < 0.62:
            self._time()
        elif chance < 0.80:
            self._turns(self.rng.choice(self.processes))
        elif chance < 0.90:
            client.receive()
        elif chance < 0.94:
            client.connect(self.rng.choice(self.processes), TABLES)
        elif chance < 0.96:
            client.forge(self.rng.choice(self.processes))
        elif chance < 0.98:
            self._sign_out(client)
        else:
            self._crash()
        for each in self.clients:
            each.receive()
        self._check()

    def _command(self, client: Client) -> None:
        process = self.rng.choice(self.processes)
        waiting = list(client.pending)
        if waiting and self.rng.random() < 0.6:
            client.send(process, self.rng.choice(waiting))
        elif client.sent and self.rng.random() < 0.15:
            client.send(process, self.rng.choice(list(client.sent)))
        else:
            table_id = self.rng.choice(TABLES)
            body = client.think(table_id)
            if body is not None:
                client.send(process, client.begin(table_id, body))

    def _time(self) -> None:
        self.now += self.rng.choice((20, 100, 300, 700))
        for process in self.processes:
            process.dealer.step(self.now)
        # Wake-ups between processes may be late, and may be lost.
        for process in self.processes:
            if self.rng.random() < 0.7:
                process.house._moved_elsewhere(None)
                self._turns(process)

    def _turns(self, process: Process) -> None:
        for _ in range(self.rng.randrange(1, 12)):
            if not process.turn():
                return

    def _sign_out(self, client: Client) -> None:
        """End a session; both processes must refuse it from then on."""
        here, there = self.rng.sample(self.processes, 2)
        here.people.sign_out(client.token)
        for process in (there, here):
            said = process.command(client.token, "t1", "late", {"do": "sit", "box": 3})
            assert said == "not_signed_in", f"{client.name} acts after signing out"
        self._sign_in(client)

    def _crash(self) -> None:
        place = self.rng.randrange(2)
        self.crashes += 1
        gone = self.processes[place]
        gone.end()
        self.processes[place] = self._process(clean=False)
        for client in self.clients:
            if client.socket is not None and client.socket.process is gone:
                client.connect(self.rng.choice(self.processes), TABLES)

    # What must hold

    def _check(self) -> None:
        truth = self.truth
        assert not truth.one("SELECT count(*) FROM wallets WHERE balance < 0"), "below nothing"
        for kind, way in (("buy_in", "source = 'cage' AND target"), ("cash_out", "source")):
            side = f"{way} LIKE 'patron:%'" + (" AND target = 'cage'" if way == "source" else "")
            chips = truth.one(f"SELECT coalesce(sum(amount), 0) FROM transfers WHERE {side}")
            moves = "SELECT coalesce(sum(amount), 0) FROM wallet_moves WHERE kind = ?"
            assert chips == truth.one(moves, kind), f"{kind}: wallets and chips do not agree"
        held = truth.one("SELECT sum(balance) FROM wallets")
        moved = truth.one(
            "SELECT sum(CASE WHEN kind IN ('deposit', 'cash_out') THEN amount ELSE -amount END)"
            " FROM wallet_moves"
        )
        assert held == moved, "money appeared or vanished"
        for table_id in TABLES:
            self._follow(table_id)

    def _follow(self, table_id: str) -> None:
        """Check new events of the log: bets come only while they are open, and not too long."""
        question = "SELECT number, entry FROM events WHERE table_id = ? AND number > ? ORDER BY 1"
        for number, entry in self.truth.all(question, table_id, self.read[table_id]):
            assert number == self.read[table_id] + 1, "the log has a gap"
            self.read[table_id] = number
            kind = json.loads(entry)["event"]["type"]
            if kind == "bets_opened":
                assert table_id not in self.opened, "opened twice"
                self.opened[table_id] = self.now
            elif kind in ("bets_closed", "round_voided"):
                self.opened.pop(table_id, None)
            elif kind in ("bet_placed", "bet_increased"):
                assert table_id in self.opened, "a bet after the close"
            self.rounds += kind in ("round_settled", "round_voided")
            if kind == "round_voided":
                paid = "SELECT count(*) FROM transfers WHERE table_id = ? AND event = ?"
                by_house = self.truth.one(f"{paid} AND source = 'house'", table_id, number)
                assert not by_house, "a void round costs the house nothing"
            if kind == "card_dealt":
                told = json.loads(entry)
                moment = (told["at"], told["c"])
                before = self.dealt.get(table_id, ("", 0))
                assert before[0] != moment[0] or before[1] == moment[1], "the dealer deals twice"
                self.dealt[table_id] = moment
        since = self.opened.get(table_id)
        if since is not None and not self.crashes and not self.faults.count:
            most = PACE["betting"] + 2500
            assert self.now - since <= most, "the deadline was put off by bets"

    def end(self) -> None:
        """Bring everything up to date, then compare clients and database with the log."""
        with self.faults.off():
            for client in self.clients:
                for id in list(client.pending):
                    for _ in range(50):
                        if id in client.pending:
                            client.send(self.processes[0], id)
                    assert id not in client.pending, f"{id} is never answered"
            for process in self.processes:
                process.house._moved_elsewhere(None)
                while process.turn():
                    pass
            for client in self.clients:
                while client.socket is not None and client.socket.box.frames:
                    client.receive()
            self._check()
            self._check_clients()
        self.close()
        proven(str(self.path))
        if self.seed % CARRIED == 0:
            with moment(str(self.path)) as connection:
                carried(connection, self.path.parent)

    def _check_clients(self) -> None:
        for client in self.clients:
            for table_id in TABLES:
                first, last = client.first[table_id], client.last[table_id]
                assert last == self.read[table_id], f"{client.name} is behind at the end"
                question = "SELECT number, entry FROM events WHERE table_id = ? AND number > ?"
                rows = self.truth.all(f"{question} ORDER BY 1", table_id, first)
                wanted = [number for number, entry in rows if _seen_by(client.name, entry)]
                assert client.seen.get(table_id, []) == wanted, f"{client.name}: gap or repeat"
                feed = self.processes[0].hub.now(table_id)
                assert client.states[table_id] == json.loads(json.dumps(feed.public))


def _seen_by(name: str, entry: bytes) -> bool:
    event = json.loads(entry)["event"]
    return event["type"] not in ("chips_bought", "chips_cashed") or event["player"] == name


def run(seed: int, steps: int = STEPS) -> Tally:
    """Run one server from its seed; a failure names the seed."""
    folder = Path(scratch())
    step = 0
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        path = folder / "house.db"
        shutil.copy(_template(), path)
        world = World(seed, path)
        try:
            world.faults.percent = (0.0, 3.0, 8.0)[seed % 3]
            while step < steps:
                step += 1
                world.step()
            world.end()
        except Exception as wrong:
            world.close()
            raise Broken(seed, step, wrong) from wrong
    answers = sum(len(client.answers) for client in world.clients)
    return Tally(steps, world.rounds, answers, world.faults.count, world.crashes)
