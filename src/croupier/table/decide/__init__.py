"""The way in: a table, a command and who gives it; what comes out are events, or a refusal."""

from __future__ import annotations

from croupier.errors import Code, Refused
from croupier.table import commands as c
from croupier.table import roles

# Importing these modules registers the function that decides each command.
from croupier.table.decide import (  # noqa: F401
    betting,
    dealing,
    insurance,
    irregularities,
    opening_and_shoes,
    player_dealer,
    reconstruction,
    seats_and_chips,
)
from croupier.table.decide.draft import DECIDERS, Draft
from croupier.table.decide.endings_and_rulings import after_crash
from croupier.table.events import Change, Event
from croupier.table.state import Table
from croupier.table.vocabulary import Actor, NoSource, Source
from croupier.words import say


def decide_changes(
    table: Table, command: c.Command, by: Actor, source: Source | None = None
) -> tuple[Change, ...]:
    """Return each event of a command with its transfers and the table after it.

    Raise Refused or InvalidInput; the table that was handed in is not changed.
    """
    setup = table.setup
    roles.require(setup.game if setup else None, by, command)
    draft = Draft(table, by, source or NoSource())
    if not isinstance(command, c.OpenTable):
        if setup is None or not (table.open or command.at_closed_table):
            raise Refused(Code.WRONG_PHASE, say("table.not_open"))
        if command.waits and not after_crash(command, by):
            draft.require_no_open_report()
    DECIDERS[type(command)](draft, command)
    return tuple(draft.changes)


def carry_out(
    table: Table, command: c.Command, by: Actor, source: Source | None = None
) -> tuple[tuple[Event, ...], Table]:
    """Return the events of a command and the table after them; the one passed in is unchanged."""
    changes = decide_changes(table, command, by, source)
    return tuple(each.event for each in changes), changes[-1].table if changes else table


def decide(
    table: Table, command: c.Command, by: Actor, source: Source | None = None
) -> tuple[Event, ...]:
    """Return the events of a command; raise Refused or InvalidInput. The table is not changed."""
    return carry_out(table, command, by, source)[0]
