"""What the tests of the floor's work share: any game played by itself in a house."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from croupier.cards import Card
from croupier.game.loading import load
from croupier.game.model import Role
from croupier.store.house import House
from croupier.store.live_table import LiveTable
from croupier.table import Actor, Context, Table, read_event
from houses import SAM
from simulation_casino import NAMES, Casino

DAY = datetime(2026, 3, 1, 20, tzinfo=UTC)


def clock(step: timedelta = timedelta(seconds=20), start: datetime = DAY) -> Callable[[], str]:
    """Give a clock that goes on by so much whenever it is read."""

    def moments() -> Iterator[datetime]:
        now = start
        while True:
            yield now
            now += step

    ticking = moments()
    return lambda: next(ticking).isoformat(timespec="milliseconds")


class HouseTable:
    """Takes the place of a MemoryTable; commands are carried out in a house."""

    def __init__(self, house: House, table_id: str, listen: Callable[..., None]) -> None:
        self._house, self._id, self._listen = house, table_id, listen
        self._count = 0

    @property
    def live(self) -> LiveTable:
        return self._house.live_table(self._id)

    @property
    def table(self) -> Table:
        return self.live.table

    def answer(self, data: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        by = data["by"]
        actor = Actor(Role(by["role"]), by["name"])
        body = {key: value for key, value in data.items() if key != "by"}
        answer = self._house.command(self._id, f"{self._id}-{self._count}", actor, body)
        told: dict[str, Any] = json.loads(answer.data)
        if answer.ok:
            context = Context(self.table.rules.unit, load)
            events = tuple(read_event(each, context) for each in told["events"])
            self._listen(events, actor, self.table)
        return told


class FloorCasino(Casino):
    """A casino whose table is in a house."""

    def __init__(self, house: House, table_id: str, seed: int, game: str) -> None:
        super().__init__(seed, game, whole=False)
        house.create_table(table_id)
        for name in (*NAMES, "hal"):
            assert house.deposit(f"{table_id}-{name}", SAM, name, "10000000").ok
        self._live = house.live_table(table_id)
        self.live = HouseTable(house, table_id, self._listen)

    def peek(self, count: int) -> tuple[Card, ...]:
        # A house shows its vault to nobody; a test of what goes wrong has to know what comes.
        return self._live._loaded.vault.peek(count)


def play_any(house: House, table_id: str, seed: int, game: str) -> FloorCasino:
    """Play ten rounds of a game with everything that can happen at a table."""
    casino = FloorCasino(house, table_id, seed, game)
    casino.play()
    return casino


def rehearsed(database: str, seed: int = 1, **more: Any) -> House:
    """Open a house whose shuffles and clock come from a seed."""
    return House.open(database, rehearsal=True, draw=Random(seed).randbytes, now=clock(), **more)


class Floor:
    """A table in a house, played by hand: the shoe's order is given."""

    def __init__(self, house: House, table_id: str, game: str, cards: str, **setup: Any) -> None:
        self.house, self.id, self._count = house, table_id, 0
        house.create_table(table_id)
        self.do("open_table", "shift_manager", game=game, **setup)
        for box, name in enumerate(("ann", "bob"), start=1):
            assert house.deposit(f"{table_id}-{name}", SAM, name, "5000").ok
            self.do("buy_in", "dealer", player=name, amount="1000")
            self.do("sit", name, box=box)
        self.do("new_shoe", "dealer", cards=cards.split())

    def send(self, command: str, by: str, **fields: Any) -> tuple[bool, dict[str, Any]]:
        """Give a command, by a role or a patron's name."""
        self._count += 1
        role = Role(by) if by in tuple(Role) else Role.PLAYER
        body = {"do": command, **fields}
        answer = self.house.command(self.id, f"{self.id}-{self._count}", Actor(role, by), body)
        return answer.ok, json.loads(answer.data)

    def do(self, command: str, by: str = "dealer", **fields: Any) -> dict[str, Any]:
        """Give a command that is in order."""
        ok, told = self.send(command, by, **fields)
        assert ok, told
        return told

    def round(self, *bets: tuple[str, int, str, str], deal: int = 6) -> None:
        """Open, bet, close, and deal as many cards as the rules want."""
        self.do("open_bets")
        for name, box, bet, amount in bets:
            self.do("place_bet", name, box=box, bet=bet, amount=amount)
        self.do("close_bets")
        for _ in range(deal):
            if self.house.live_table(self.id).table.phase.value == "dealing":
                self.do("deal")

    def settled(self, *bets: tuple[str, int, str, str]) -> None:
        """Play a round to its end."""
        self.round(*bets)
        self.do("settle")
