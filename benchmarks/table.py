"""A busy table: commands a second, the replay of a shoe, and whether long play makes it slower."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

import msgspec

from croupier.game.loading import load
from croupier.game.model import Role
from croupier.money import CENT
from croupier.store.vault import Vault
from croupier.table import (
    Actor,
    Command,
    Context,
    Event,
    Phase,
    Table,
    carry_out,
    evolve,
    read_event,
    write_event,
)
from croupier.table import commands as c
from croupier.table.vocabulary import Stake

GAME = "tiger"
PATRONS = ("ann", "bob", "cho", "dan", "eve", "fay", "gus")
KINDS = ("banker", "tie", "tiger", "tiger_pair")
DEALER, BOSS = Actor(Role.DEALER, "dealer"), Actor(Role.SHIFT_MANAGER, "boss")
SHOE_ROUNDS, MANY_ROUNDS = 80, 2000


class Played(NamedTuple):
    """What a run came to: commands, seconds inside the table, by round, and all events."""

    commands: int
    seconds: list[float]
    events: list[Event]
    table: Table


class Busy:
    """Seven patrons with several bets each; the clock runs only while the table works.

    It counts what this process computes: other programs on the machine do not show.
    """

    def __init__(self, seed: int = 2026) -> None:
        self.rng = Random(seed)
        self.vault = Vault(self.rng.randbytes)
        self.table = Table()
        self.commands = 0
        self.spent = 0.0
        self.events: list[Event] = []

    def do(self, command: Command, by: Actor = DEALER) -> None:
        if isinstance(command, c.NewShoe):
            self.vault.prepare()
        start = process_time()
        events, self.table = carry_out(self.table, command, by, self.vault)
        self.spent += process_time() - start
        self.commands += 1
        for event in events:
            self.vault.observe(event)
        self.events += events

    def open(self) -> None:
        sign = {"min": "5", "max_differential": "5000"}
        self.do(c.OpenTable(load(GAME), limits=sign), BOSS)
        for box, name in enumerate(PATRONS, start=1):
            self.do(c.BuyIn(name, Stake(10**12)))
            self.do(c.Sit(box), Actor(Role.PLAYER, name))
        self.do(c.NewShoe())

    def round(self) -> None:
        shoe = self.table.shoe
        if shoe is None or shoe.left <= self.table.rules.cut:
            self.do(c.NewShoe())
            # The order is made with the first card: shuffling is not the table's work.
            self.vault.peek(1)
        self.do(c.OpenBets())
        for command, by in self._bets():
            self.do(command, by)
        self.do(c.CloseBets())
        while self.table.phase is Phase.DEALING:
            self.do(c.Deal())
        self.do(c.Settle())

    def _bets(self) -> Iterator[tuple[Command, Actor]]:
        for box, name in enumerate(PATRONS, start=1):
            by = Actor(Role.PLAYER, name)
            hand = self.rng.choice(("player", "banker"))
            for kind in (hand, *KINDS[1:]):
                amount = Stake(100 * self.rng.choice((5, 10, 25, 50, 100)))
                yield c.PlaceBet(box, kind, amount, id=f"{name}-{kind}"), by
            yield c.IncreaseBet(f"{name}-{hand}", Stake(500)), by
            if box > 1:
                yield c.PlaceBet(box - 1, hand, Stake(500), None, True, f"{name}-behind"), by


def play(rounds: int) -> Played:
    """Play some rounds and say how long each took inside the table."""
    busy = Busy()
    busy.open()
    seconds: list[float] = []
    for _ in range(rounds):
        before = busy.spent
        busy.round()
        seconds.append(busy.spent - before)
    return Played(busy.commands, seconds, busy.events, busy.table)


def replay(lines: list[bytes]) -> Table:
    """Fold a log from nothing: JSON, event, table."""
    table, context = Table(), Context(CENT, load)
    for line in lines:
        data: dict[str, Any] = msgspec.json.decode(line)
        table = evolve(table, read_event(data, context))
    return table


class Figures(NamedTuple):
    """What is promised, measured."""

    commands_a_second: float
    replay_seconds: float
    replay_events: int
    growth: float
    """How much longer the last tenth of the rounds took than the first."""


def measure(shoe_rounds: int = SHOE_ROUNDS, many_rounds: int = MANY_ROUNDS) -> Figures:
    """Measure all of it in this process."""
    shoe = play(shoe_rounds)
    lines = [msgspec.json.encode(write_event(event, CENT)) for event in shoe.events]
    start = process_time()
    table = replay(lines)
    replayed = process_time() - start
    assert table == shoe.table, "a replay gives the same table"
    many = play(many_rounds)
    tenth = max(many_rounds // 10, 1)
    first, last = sorted(many.seconds[:tenth]), sorted(many.seconds[-tenth:])
    # Medians: a round in which the machine did something else counts as one round.
    growth = last[len(last) // 2] / first[len(first) // 2]
    return Figures(many.commands / sum(many.seconds), replayed, len(lines), growth)
