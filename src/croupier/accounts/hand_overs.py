"""Giving a shift over: who is on duty, and the entry in the journal."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import func, select

from croupier.accounts.approvals import Approvals
from croupier.accounts.person import AccountRole, PeopleRefused, Reason
from croupier.accounts.sessions import Session, Sessions
from croupier.store import schema as s
from croupier.store.incidents import Incident, Kind, clean
from croupier.words import say

MOST_REMARK = 500
_MOST_NAMES = 5_000
"""How long the list of names may be; an entry of the journal has a limit."""


class HandOvers(Sessions, Approvals):
    """Notes who gave a shift to whom; who was on duty no log tells later, so it is noted too."""

    def last_hand_over(self, before: int | None = None) -> Incident | None:
        """Return the last time that a shift was given over, or the last one before an entry."""
        found = self.incidents.before(before, 1, kind=Kind.SHIFT_HANDED_OVER)
        return found[0] if found else None

    def on_duty(self) -> tuple[Session, ...]:
        """Return the latest session of everybody on the staff who is signed in, by role."""
        sessions = [self.sessions(person.name) for person in self.list() if person.role.staff]
        found = [each[-1] for each in sessions if each]
        return tuple(sorted(found, key=lambda each: (each.person.role, each.person.name)))

    def hand_over(
        self, outgoing: str, incoming: str, pin: str, after: int, day: str, remark: str = ""
    ) -> int:
        """Note that a shift manager takes over, by their PIN; return the entry's number.

        `after` is the entry of the hand-over before, 0 if there is none: a shift is given over
        once, however often somebody asks. Raise `PeopleRefused` or `Refused`.
        """
        self._require_last(self.last_hand_over(), after)
        person = self.approve(
            incoming, pin, None, outgoing, "hand_over", role=AccountRole.SHIFT_MANAGER
        )
        duty = (f"{each.person.role.value}:{each.person.name}" for each in self.on_duty())
        told = {"day": day, "remark": clean(remark, MOST_REMARK), "staff": _bounded(duty)}
        with self.incidents.writing() as journal:
            entry = s.incidents.c
            question = select(func.max(entry.number)).where(
                entry.kind == Kind.SHIFT_HANDED_OVER.value
            )
            if (journal.connection.execute(question).scalar() or 0) != after:
                raise _handed_over()
            journal.note(
                Kind.SHIFT_HANDED_OVER,
                outgoing,
                person.name,
                detail={name: value for name, value in told.items() if value},
            )
            return journal.number

    @staticmethod
    def _require_last(last: Incident | None, after: int) -> None:
        if (0 if last is None else last.number) != after:
            raise _handed_over()


def _handed_over() -> PeopleRefused:
    return PeopleRefused(Reason.HANDED_OVER, say("accounts.handed_over"))


def _bounded(names: Iterable[str]) -> list[str]:
    """Return as many names as an entry takes."""
    kept, length = list[str](), 0
    for name in names:
        length += len(json.dumps(name)) + 1
        if length > _MOST_NAMES:
            break
        kept.append(name)
    return kept
