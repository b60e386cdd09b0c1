"""A table in memory: its state, its vault, and a listener. Nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.errors import CroupierError
from croupier.game.model import Game
from croupier.money import CENT, Unit
from croupier.store.vault import Vault
from croupier.table import (
    Actor,
    Command,
    Context,
    Event,
    ShoeKind,
    Table,
    carry_out,
    read_command,
    write_event,
    write_refusal,
)
from croupier.table.commands import NewShoe, ReplaceShoe

Listener = Callable[[tuple[Event, ...], Actor, Table], None]


class MemoryTable:
    """Carries out commands, one after the other; a refusal changes nothing."""

    def __init__(
        self,
        find: Callable[[str], Game],
        vault: Vault | None = None,
        listen: Listener | None = None,
    ) -> None:
        """Start with a table that is not open; `find` returns a game by its name."""
        self.table = Table()
        self._find = find
        self._vault = vault or Vault()
        self._listen = listen

    @property
    def unit(self) -> Unit:
        """The unit that amounts are written in."""
        return self.table.setup.unit if self.table.setup else CENT

    def do(self, command: Command, by: Actor) -> tuple[Event, ...]:
        """Carry out a command and return its events; the listener gets them first."""
        setup = self.table.setup
        digital = setup is not None and setup.shoe is not ShoeKind.MANUAL
        if digital and isinstance(command, NewShoe | ReplaceShoe):
            self._vault.prepare(command.cards, command.seed)
        try:
            events, table = carry_out(self.table, command, by, self._vault if digital else None)
        except CroupierError:
            # A shoe from a refused command must not become the next one.
            self._vault.forget()
            raise
        if self._listen is not None:
            self._listen(events, by, table)
        self.table = table
        if table.setup is not None and table.setup.shoe is not ShoeKind.MANUAL:
            for event in events:
                self._vault.observe(event)
        return events

    def answer(self, data: object) -> dict[str, Any]:
        """Carry out a command written as JSON, and return the answer."""
        try:
            command, by = read_command(data, Context(self.unit, self._find))
            events = self.do(command, by)
        except CroupierError as wrong:
            return write_refusal(wrong)
        return {"ok": True, "events": [write_event(event, self.unit) for event in events]}
