"""A house with automatic tables under a virtual clock, and patrons who do as they like."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import table_commands as commands
from croupier.game.model import Role
from croupier.server.auto_dealer.dealer import AutoDealer
from croupier.server.auto_dealer.next_command import DEALER
from croupier.store.house import House
from croupier.store.lease import Lease, lease_of
from croupier.table import Actor, Phase, Table
from croupier.table.events.insurance import offers
from croupier.table.squeeze import highest
from houses import DEE, SAM
from postgres import scratch

SUPERVISOR = Actor(Role.PIT_SUPERVISOR, "sue")
NAMES = ("ann", "bob", "cho", "dan")
QUICK = {"betting": 5000, "card": 100, "between": 1000, "shoe": 3000, "settle": 500}
NEVER = 10**12
"""A poll that never comes: in one process, wake-ups are enough."""


@pytest.fixture
def database() -> Iterator[str]:
    """Where a new SQLite database goes, in memory if there is such a place."""
    folder = Path(scratch())
    yield str(folder / "house.db")
    shutil.rmtree(folder, ignore_errors=True)


def dealt_by(house: House, table_id: str = "t1") -> list[str]:
    """Return the codes of the automatic dealer's refused commands."""
    rows = house.reader.refusals(table_id)
    return [row[6] for row in rows if row[3] == f"dealer:{DEALER.name}"]


def automatic(
    house: House, game: str = "tiger", table_id: str = "t1", pace: Any = None, **setup: Any
) -> None:
    """Open an automatic table with four patrons seated."""
    house.create_table(table_id)
    lines: list[tuple[Actor, dict[str, Any]]] = [
        (SAM, {"do": "open_table", "game": game, "float": "100000", **setup}),
        (SUPERVISOR, {"do": "assign_dealer", "automatic": True, "pace": pace or QUICK}),
    ]
    for box, name in enumerate(NAMES, start=1):
        assert house.deposit(f"{table_id}-{name}", SAM, name, "100000").ok
        lines.append((DEE, {"do": "buy_in", "player": name, "amount": "50000"}))
        lines.append((Actor(Role.PLAYER, name), {"do": "sit", "box": box}))
    for number, (actor, body) in enumerate(lines):
        answer = house.command(table_id, f"{table_id}-open-{number}", actor, body)
        assert answer.ok, answer


class World:
    """One process: a house, its automatic dealer, a clock that is set, and chance from one seed."""

    def __init__(
        self, database: str, seed: int = 1, lease: Lease | None = None, **how: Any
    ) -> None:
        self.database = database
        self.rng = Random(seed)
        self.pick = self.rng.choice
        self.now = 0
        self.failures: list[str] = []
        self.house = House.open(
            database, now=lambda: f"{self.now:012}", draw=self.rng.randbytes, rehearsal=True
        )
        how.setdefault("poll", NEVER)
        self.lease = lease or lease_of(database)
        self.dealer = AutoDealer(self.house, self.lease, on_failure=self._failed, **how)
        self.said = 0
        self.prefix = f"w{seed}"

    def _failed(self, table_id: str, why: str) -> None:
        self.failures.append(f"{self.now} {table_id}: {why}")

    def table(self, table_id: str = "t1") -> Table:
        return self.house.live_table(table_id).table

    def say(self, by: Actor | str, do: str, /, table_id: str = "t1", **fields: Any) -> bool:
        """Give a command; return True if it was carried out."""
        self.said += 1
        actor = by if isinstance(by, Actor) else Actor(Role.PLAYER, by)
        body = {"do": do, **fields}
        return self.house.command(table_id, f"{self.prefix}-{self.said}", actor, body).ok

    def step(self) -> int:
        """Do what is due, and return when the next thing is due."""
        while True:
            due = self.dealer.step(self.now)
            assert due is not None
            assert due >= self.now
            if due > self.now:
                return due

    def until(
        self,
        done: Callable[[Table], bool],
        between: Callable[[Table], None] = lambda _: None,
        most: int = 20_000,
        table_id: str = "t1",
    ) -> None:
        """Let time pass from one due moment to the next, patrons acting in between."""
        quiet = 0
        for _ in range(most):
            due = self.step()
            if done(self.table(table_id)):
                return
            # While the dealer waits for others, nothing is due: a minute passes, and people act.
            due = min(due, self.now + 60_000)
            quiet = quiet + 1 if self.dealer.waits_for(table_id) else 0
            assert quiet < 100, f"stuck: {self.dealer.waits_for(table_id)}, {self.failures}"
            if due - self.now > 1:
                self.now += self.rng.randrange(1, due - self.now)
                between(self.table(table_id))
                due = min(self.step(), self.now + 60_000)
                if done(self.table(table_id)):
                    return
            self.now = due
        raise AssertionError(f"it never came to that: {self.failures[-3:]}")

    def patrons(self, table: Table) -> None:
        """Let patrons do something that fits, or not."""
        rng, phase = self.rng, table.phase
        if table.case is not None and phase is not Phase.INTERRUPTED:
            self.say(SAM, "rule", text="play goes on")
            self.say(SUPERVISOR, "cannot_reconstruct")
        elif phase is Phase.IDLE:
            if table.offered is not None and rng.random() < 0.6:
                name = table.seats[table.offered]
                self.say(name, "accept_player_dealer", seat=table.offered, wager="500")
            elif table.shoe is not None and not table.shoe.used and rng.random() < 0.5:
                self.say(self.pick(NAMES), "add_entropy", text="rosebud")
        elif phase is Phase.BETTING:
            for fields in commands.bets(table, self.pick):
                self.say(fields["player"], "place_bet", **fields)
            first = highest(self.table())
            if first is not None and table.rules.face_down and rng.random() < 0.7:
                hand = self.pick(commands.HANDS)
                self.say(first, "request_squeeze", hand=hand)
        elif phase is Phase.OPTIONS and rng.random() < 0.6:
            name = self.pick(tuple(table.choices))
            self.say(name, "choose", option=self.pick(("continue", "continue", "refund")))
        elif table.hidden and rng.random() < 0.6:
            dealt = table.cards[self.pick(table.hidden)]
            name = table.squeezes.get(dealt.hand, "ann")
            self.say(name, "turn", hand=dealt.hand.value, number=dealt.number)
        elif offers(table):
            fields = commands.insurance(table, self.pick)
            self.say(fields["player"], "place_insurance", **fields)
        elif rng.random() < 0.02:
            self.say(DEE, "report", kind=self.pick(("dealt_face_up", "other")))

    def events(self, after: int = 0, table_id: str = "t1") -> list[dict[str, Any]]:
        """Return the events after a number, as they are stored."""
        rows = self.house.events_after(table_id, after)
        return [json.loads(row.entry)["event"] for row in rows]

    def crash(self) -> None:
        """Crash: nothing is finished, and the system releases the lease."""
        self.lease.release()

    def close(self) -> None:
        self.house.close()
        self.lease.release()
