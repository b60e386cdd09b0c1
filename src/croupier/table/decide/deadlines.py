"""Deadlines that are announced, and who runs the table: a person or the automatic dealer."""

from __future__ import annotations

from dataclasses import asdict

from croupier.errors import Code, InvalidInput, Refused
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.deadlines import MOST_SECONDS, Purpose
from croupier.table.decide.draft import Draft
from croupier.table.open_windows import window_of
from croupier.table.vocabulary import ShoeKind

_TOPICS = {
    Purpose.BETS: "close_bets",
    Purpose.INSURANCE: "forgone",
    Purpose.OPTIONS: "options",
    Purpose.SQUEEZE: "squeeze",
    Purpose.PLAYER_DEALER: "rotation",
}
"""What the paragraph is about that lets a time run out."""


def set_deadline(draft: Draft, command: c.SetDeadline) -> None:
    """Tell patrons how long they have; said again, it counts from then."""
    if not 1 <= command.seconds <= MOST_SECONDS:
        raise InvalidInput(
            Code.MALFORMED,
            f"seconds is a whole number from 1 to {MOST_SECONDS}, not {command.seconds}",
        )
    purpose = window_of(draft.table)
    if purpose is None:
        draft.decided()
        raise Refused(Code.WRONG_PHASE, "nothing is open that could run out")
    draft.emit(e.DeadlineSet(purpose, command.seconds, draft.cite(_TOPICS[purpose])))


def assign_dealer(draft: Draft, command: c.AssignDealer) -> None:
    """Hand the table to the automatic dealer or to a person; a pace left out stays."""
    table = draft.table
    if command.automatic and draft.setup.shoe is ShoeKind.MANUAL:
        raise Refused(
            Code.NOT_ALLOWED,
            "cards of a real shoe are dealt by a person: the automatic dealer needs a digital "
            "shoe or a shuffler",
        )
    pace = table.pace if command.pace is None else command.pace
    pace.check()
    was = {"automatic": table.automatic, "pace": asdict(table.pace)}
    draft.emit(e.DealerAssigned(command.automatic, pace, was))
