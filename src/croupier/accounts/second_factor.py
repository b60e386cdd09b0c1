"""The second factor of the staff, if the house asks for one: enrolment, codes, recovery."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select, update

from croupier.accounts.base import AccountsBase, Record
from croupier.accounts.person import AccountRole, PeopleRefused, Reason
from croupier.accounts.throttle import Source, Throttle, too_soon
from croupier.accounts.totp import (
    RECOVERY_ENTROPY,
    SECRET_BYTES,
    base32,
    recovery_codes,
    recovery_hash,
    step_of,
    typed,
    uri_of,
)
from croupier.store import schema as s
from croupier.store.incidents import JournalTransaction, Kind
from croupier.words import say


class Enrolment(PeopleRefused):
    """The password was right, and a second factor has to be set up: a secret, shown this once."""

    def __init__(self, secret: bytes, name: str) -> None:
        super().__init__(Reason.ENROL, say("accounts.enrol"))
        self.secret = base32(secret)
        self.uri = uri_of(secret, name)


class Passed(NamedTuple):
    """The second factor was right; an enrolment that this has completed gives recovery codes."""

    recovery: tuple[str, ...] = ()
    detail: dict[str, Any] = {}  # noqa: RUF012 it is never changed


def _factor(connection: Connection, record: Record) -> Row[Any] | None:
    factor = s.second_factors
    return connection.execute(select(factor).where(factor.c.person == record.key)).first()


class SecondFactors(AccountsBase):
    """Asks members of the staff for a code; any part of it is inside the sign-in's transaction."""

    def _second_factor(
        self, code: str | None, journal: JournalTransaction, record: Record, throttle: Throttle
    ) -> Passed | PeopleRefused:
        """Return that somebody with the right password may enter, or why not."""
        if not self.second_factor or not AccountRole(record.post).staff:
            return Passed()
        factor = _factor(journal.connection, record)
        if code is None:
            if factor is not None and factor.confirmed:
                return PeopleRefused(Reason.SECOND_FACTOR, say("accounts.give_code"))
            return self._enrol(journal, record)
        if factor is None:
            return self._enrol(journal, record)
        source = Source(record.key, "")
        if wait := throttle.wait_for_code(source):
            return too_soon(wait)
        passed = self._check_code(journal, record, factor, typed(code))
        if passed is None:
            detail = {"reason": "second_factor"}
            throttle.code_failed(source)
            journal.note(Kind.SIGN_IN_FAILED, record.name, record.name, detail=detail)
            return PeopleRefused(Reason.SECOND_FACTOR, say("accounts.wrong_code"))
        throttle.code_worked(source)
        return passed

    def _enrol(self, journal: JournalTransaction, record: Record) -> Enrolment:
        """Make a secret that a code has to confirm; one that was not confirmed is replaced."""
        secret = self._draw(SECRET_BYTES)
        self._remove_factor(journal, record)
        row = {
            "person": record.key,
            "secret": self._sealing.seal(secret),
            "confirmed": 0,
            "step": 0,
            "recovery": "[]",
        }
        journal.connection.execute(insert(s.second_factors).values(row))
        return Enrolment(secret, record.name)

    def _check_code(
        self, journal: JournalTransaction, record: Record, factor: Row[Any], code: str
    ) -> Passed | None:
        secret = self._sealing.open(factor.secret)
        step = step_of(secret, code, journal.now / 1000, factor.step)
        if step is not None and not factor.confirmed:
            made = recovery_codes(self._draw(RECOVERY_ENTROPY))
            hashes = json.dumps([recovery_hash(each) for each in made])
            self._set_factor(journal, record, confirmed=1, step=step, recovery=hashes)
            journal.note(
                Kind.SECOND_FACTOR_CHANGED, record.name, record.name, before="none", after="set"
            )
            return Passed(made)
        if step is not None:
            self._set_factor(journal, record, step=step)
            return Passed()
        left: list[str] = json.loads(factor.recovery)
        used = recovery_hash(code)
        if not factor.confirmed or used not in left:
            return None
        left.remove(used)
        self._set_factor(journal, record, recovery=json.dumps(left))
        return Passed(detail={"recovery_codes_left": len(left)})

    def _set_factor(self, journal: JournalTransaction, record: Record, **values: object) -> None:
        factor = s.second_factors
        journal.connection.execute(
            update(factor).where(factor.c.person == record.key).values(**values)
        )

    def _remove_factor(self, journal: JournalTransaction, record: Record) -> bool:
        factor = s.second_factors
        there = _factor(journal.connection, record)
        journal.connection.execute(delete(factor).where(factor.c.person == record.key))
        return there is not None and bool(there.confirmed)

    def reset_second_factor(self, name: str, by: str) -> bool:
        """Remove somebody's second factor and end their sessions; return False if there was none.

        Administrators do, and the console. The next sign-in sets up another.
        """
        with self.incidents.writing() as journal:
            self._require_manager(journal, by)
            return self._reset_factor(journal, self._known(journal, name), by)

    def _reset_factor(self, journal: JournalTransaction, record: Record, by: str) -> bool:
        had = self._remove_factor(journal, record)
        if had:
            ended = {"sessions_ended": self._end_sessions(journal, record)}
            journal.note(
                Kind.SECOND_FACTOR_CHANGED,
                by,
                record.name,
                before="set",
                after="none",
                detail=ended,
            )
        return had

    def with_second_factor(self) -> frozenset[str]:
        """Return the names of those who have set up a second factor."""
        people, factor = s.people, s.second_factors
        question = (
            select(people.c.name)
            .join(factor, factor.c.person == people.c.key)
            .where(factor.c.confirmed == 1)
        )
        with self.incidents.reading() as connection:
            return frozenset(connection.execute(question).scalars())
