"""A table that is watched while it is run: every answer is held to what always holds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from croupier.game.loading import load
from croupier.store.memory_table import MemoryTable
from croupier.table import Actor, Event, Option, Phase, Table
from croupier.table.commands import Command
from proving import Draws, Log, verify_stored, write_command
from table_world import (
    MOST_STEPS,
    GlassVault,
    check,
    check_events,
    check_steps,
    due,
    name_of,
)

STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")

Listener = Callable[[tuple[Event, ...], Actor, Table], None]


class Run:
    """One table, its vault made of glass and its shuffles drawn from a seed."""

    def __init__(self, seed: int, listen: Listener | None = None) -> None:
        self.draws = Draws(Random(seed).randbytes)
        self.vault = GlassVault(self.draws)
        self.live = MemoryTable(load, self.vault, self._listen)
        self.log = Log()
        self.given: list[dict[str, Any]] = []
        """Every command, as scripts write them."""
        self.refused = 0
        self._also = listen
        self._last: tuple[Event, ...] = ()

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.live.table

    def _listen(self, events: tuple[Event, ...], by: Actor, table: Table) -> None:
        self._last = events
        self.log.journal.write(events, by, table)
        if self._also is not None:
            self._also(events, by, table)

    def say(self, do: str, by: str, /, **fields: Any) -> dict[str, Any]:
        """Give a command, by a role or a patron's name; hold the answer to what always holds."""
        role = by if by in STAFF else "player"
        return self.send({"do": do, "by": {"role": role, "name": by}, **fields})

    def send(self, data: dict[str, Any]) -> dict[str, Any]:
        """Give a command as scripts write it."""
        before = self.table
        self.given.append(data)
        answer = self.live.answer(data)
        after = self.table
        if answer["ok"]:
            check(after)
            check_steps(before, self._last, after)
        else:
            self.refused += 1
            assert after is before, "a refusal changes nothing"
        check_events(before, data, answer, after)
        return answer

    def carry_out(self, command: Command, by: Actor) -> tuple[Event, ...]:
        """Give a command that must be carried out."""
        self.given.append(write_command(command, by, self.live.unit))
        events = self.live.do(command, by)
        check(self.table)
        return events

    def to_the_end(self, option: Option | None = None) -> None:
        """Do what the guide calls due until the round is over."""
        for step in range(MOST_STEPS):
            if self.table.phase is Phase.IDLE:
                return
            command, by = due(self.table, step * 7, option)
            try:
                self.carry_out(command, by)
            except Exception as wrong:
                raise AssertionError(f"{name_of(command)} is due, and fails: {wrong}") from wrong
        raise AssertionError(f"the round does not end: it is in phase {self.table.phase}")

    def proved(self, *, stored: bool = False, carry: bool = False) -> None:
        """Verify the log of what happened: it gives the same table; in a database too, if asked."""
        assert self.log.verify().table == self.table, "a replay gives the same table"
        if stored or carry:
            verify_stored(self.given, self.draws, self.table, carry=carry)
