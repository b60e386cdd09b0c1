"""Limits of patrons as they are set: by themselves or by the house; each change is an incident."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import insert, select, update

from croupier.accounts.patrons import Patrons
from croupier.accounts.person import AccountRole, PeopleRefused, Reason, key_of
from croupier.errors import Code, InvalidInput, Refused, brief
from croupier.store import schema as s
from croupier.store.clock import written
from croupier.store.incidents import JournalTransaction, Kind
from croupier.store.patron_limits import (
    FOREVER,
    Limit,
    LimitKind,
    LimitSet,
    PatronLimits,
    read_limits,
    write_limits,
)
from croupier.words import Moment, say

LEAST_EXCLUSION = 180
"""Days that an exclusion lasts at least; what is shorter is a break."""
MOST_BREAK = 42
MOST_DAYS = 36_500


class OwnLimits(Patrons):
    """Sets and tells the limits of patrons."""

    def limits_of(self, name: str) -> PatronLimits:
        """Return the limits of a patron."""
        kept = s.patron_limits.c
        with self.incidents.reading() as connection:
            text = connection.execute(select(kept.limits).where(kept.name == name)).scalar()
        return PatronLimits() if text is None else read_limits(json.loads(text))

    def set_limits(
        self,
        name: str,
        by: str,
        *,
        values: Mapping[LimitKind, int | None] | None = None,
        break_days: int | None = None,
        exclude_days: int | None = None,
        cooling_hours: int = 24,
    ) -> PatronLimits:
        """Change limits of a patron and return all: one's own, or for the desk those of the house.

        With `exclude_days` 0 there is no end; from the house, days below zero lift what the house
        itself has set.
        """
        with self.incidents.writing() as journal:
            record = self._known(journal, name)
            own = key_of(by) == record.key
            if not own:
                self.require_desk(journal, by)
            if record.post != AccountRole.PLAYER or record.guest:
                raise Refused(Code.NOT_ALLOWED, say("accounts.patrons_only"))
            before = self._stored(journal, record.name)
            now = journal.at
            cooled = written(journal.now / 1000 + cooling_hours * 3600) if own else now
            side = before.own if own else before.house
            for kind, value in sorted((values or {}).items()):
                limit = side.limits.get(kind, Limit())
                # What the house sets counts at once, either way.
                wanted = limit.changed(value, now, cooled) if own else Limit(value)
                side = side.with_limit(kind, wanted)
            side = self._paused(side, journal, break_days, exclude_days, own=own)
            after = replace(before, own=side) if own else replace(before, house=side)
            if after != before:
                self._store(journal, record.name, before, after, by)
                there = s.sessions.c
                for id, made in journal.connection.execute(
                    select(there.id, there.made).where(there.person == record.key)
                ).all():
                    ends = self._session_end(journal, record, made)
                    journal.connection.execute(
                        update(s.sessions).where(there.id == id).values(ends=ends)
                    )
            return after

    def _paused(
        self,
        side: LimitSet,
        journal: JournalTransaction,
        break_days: int | None,
        exclude_days: int | None,
        *,
        own: bool,
    ) -> LimitSet:
        if break_days is not None:
            until = _until(journal, break_days, 1, MOST_BREAK, own=own)
            side = replace(side, break_until=_later(side.break_until, until, own=own))
        if exclude_days is not None:
            least = 0 if exclude_days == 0 else LEAST_EXCLUSION
            until = _until(journal, exclude_days, least, MOST_DAYS, own=own)
            side = replace(side, excluded_until=_later(side.excluded_until, until, own=own))
        return side

    def _stored(self, journal: JournalTransaction, name: str) -> PatronLimits:
        kept = s.patron_limits.c
        question = select(kept.limits).where(kept.name == name)
        text = journal.connection.execute(question).scalar()
        return PatronLimits() if text is None else read_limits(json.loads(text))

    def _store(
        self,
        journal: JournalTransaction,
        name: str,
        before: PatronLimits,
        after: PatronLimits,
        by: str,
    ) -> None:
        kept, told = s.patron_limits, write_limits(after)
        text = json.dumps(told, sort_keys=True)
        changed = journal.connection.execute(
            update(kept).where(kept.c.name == name).values(limits=text, version=kept.c.version + 1)
        )
        if not changed.rowcount:
            row = {"name": name, "version": 1, "limits": text}
            journal.connection.execute(insert(kept).values(row))
        journal.note(Kind.LIMITS_CHANGED, by, name, before=write_limits(before), after=told)


def _until(
    journal: JournalTransaction, days: int, least: int, most: int, *, own: bool
) -> str | None:
    """Return when a pause of so many days ends; None to lift what the house has set."""
    if days < 0 and not own:
        return None
    if not least <= days <= most:
        said = say("accounts.pause_days", least=least, most=most, given=brief(days))
        raise InvalidInput(Code.MALFORMED, said)
    return FOREVER if days == 0 else written(journal.now / 1000 + days * 86400)


def _later(before: str | None, until: str | None, *, own: bool) -> str | None:
    """Return the end of a pause; raise `PeopleRefused` if one's own would end earlier."""
    if own and before is not None and (until is None or until < before):
        said = say("accounts.cannot_lift", until=Moment(before))
        if before == FOREVER:
            said = say("accounts.cannot_lift_forever")
        raise PeopleRefused(Reason.CANNOT_LIFT, said)
    return until
