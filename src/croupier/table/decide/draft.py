"""A command being carried out: the table as it would be, and the events so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from croupier.errors import Code, InvalidInput, Refused
from croupier.game.model import Role
from croupier.table.events import Change, Event, change, check_event
from croupier.table.events.base import report
from croupier.table.roles import Command
from croupier.table.state import Setup, Table
from croupier.table.vocabulary import Actor, Phase, Source
from croupier.words import Amount, Message, Name, say


def _phase(phase: Phase) -> Name:
    return Name("phase", phase.value)


class Draft:
    """Collects events; each changes the table at once, so that the next step sees it."""

    __slots__ = ("by", "changes", "source", "table")

    def __init__(self, table: Table, by: Actor, source: Source) -> None:
        """Start from a table, for somebody, with a source of cards."""
        self.table = table
        self.by = by
        self.source = source
        self.changes: list[Change] = []

    def emit(self, event: Event) -> None:
        """Add an event and change the table; raise `Impossible` if `verify` would refuse it."""
        check_event(self.table, event)
        made = change(self.table, event)
        self.table = made.table
        self.changes.append(made)

    @property
    def events(self) -> list[Event]:
        """The events so far."""
        return [made.event for made in self.changes]

    @property
    def setup(self) -> Setup:
        """The set-up of the table."""
        return self.table.rules

    def cite(self, topic: str) -> str | None:
        """Return the paragraph of a topic; None if the game has none."""
        return self.table.game.cite(topic)

    def money(self, units: int) -> Amount:
        """Return an amount for a sentence."""
        return Amount(self.setup.unit.write(units))

    def bet_name(self, key: str) -> Name:
        """Return the name of a bet for a sentence."""
        return self.table.game.bet_name(key)

    def patron(self, named: str | None, rule: str | None = None) -> str:
        """Return whom a command is for: a player acts for itself, staff for whom they name.

        `rule` is the paragraph that keeps the act to its patron, where one does.
        """
        if self.by.role is Role.PLAYER:
            if named is not None and named != self.by.name:
                raise Refused(
                    Code.NOT_YOURS,
                    say("table.cannot_act_for", player=self.by.name, other=named),
                    rule,
                )
            return self.by.name
        if named is None:
            raise InvalidInput(Code.MALFORMED, say("table.for_whom"))
        return named

    def known(self, named: str | None, rule: str | None = None) -> str:
        """Return whom a command is for, who must have come to this table."""
        name = self.patron(named, rule)
        if name not in self.table.patrons:
            raise Refused(Code.UNKNOWN_PLAYER, say("table.unknown_player", player=name))
        return name

    def in_phase(self, *phases: Phase, rule: str | None = None) -> None:
        """Raise Refused unless the table is in one of these phases."""
        phase = self.table.phase
        if phase in phases:
            return
        if phase is Phase.OPTIONS:
            raise Refused(
                Code.OPTIONS_PENDING,
                say("table.still_choosing"),
                self.cite("options"),
            )
        wanted: Name | Message = _phase(phases[0])
        for other in phases[1:]:
            wanted = say("table.either", one=wanted, other=_phase(other))
        said = say("table.wrong_phase", wanted=wanted, phase=_phase(phase))
        raise Refused(Code.WRONG_PHASE, said, rule)

    def require_due(self, round_: int | None, place: int | None = None) -> None:
        """Raise Refused for what is meant for another round, or for another place in it.

        A card that was typed while the line was down must not count where it does not belong.
        """
        due = len(self.table.cards) + 1
        if round_ in (None, self.table.round) and place in (None, due):
            return
        raise Refused(Code.TOO_LATE, say("table.card_not_due", round=self.table.round, place=due))

    def require_no_open_report(self) -> None:
        """Raise Refused while a report waits for a decision."""
        case = self.table.case
        if case is not None:
            procedure = self.table.game.procedures.get(case.kind)
            who = procedure.decides if procedure else Role.SHIFT_MANAGER
            if case.does == "void" and who is Role.DEALER:
                who = Role.PIT_SUPERVISOR
            raise Refused(
                Code.WRONG_PHASE,
                say("table.report_waits", kind=report(case.kind), role=Name("role", who.value)),
                self.table.game.cite_report(case.kind),
            )

    def afford(self, name: str, amount: int, had: int = 0) -> None:
        """Raise Refused if a patron cannot spend an amount, with what is handed back for it."""
        available = self.table.available(name) + had
        if available < amount:
            raise Refused(
                Code.INSUFFICIENT_BALANCE,
                say(
                    "table.cannot_afford",
                    player=name,
                    has=self.money(max(available, 0)),
                    amount=self.money(amount),
                ),
            )


C = TypeVar("C", bound=Command)

DECIDERS: dict[type[Command], Callable[[Draft, Any], None]] = {}
"""The function that carries out each command, or refuses it."""


def decides(kind: type[C]) -> Callable[[Callable[[Draft, C], None]], Callable[[Draft, C], None]]:
    """Return a decorator that makes a function the one that carries out a command."""

    def registered(decider: Callable[[Draft, C], None]) -> Callable[[Draft, C], None]:
        assert kind not in DECIDERS, f"{kind.wire_name} is decided twice"
        DECIDERS[kind] = decider
        return decider

    return registered
