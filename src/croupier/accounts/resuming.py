"""Acting again in a session of the staff that was only watching: by the PIN, or by the password."""

from __future__ import annotations

from sqlalchemy import select, update

from croupier.accounts.approvals import Approvals
from croupier.accounts.base import Record
from croupier.accounts.person import AccountRole, PeopleRefused, Reason
from croupier.accounts.sessions import Session, Sessions
from croupier.accounts.throttle import Source
from croupier.store import schema as s
from croupier.store.incidents import JournalTransaction, Kind, clean
from croupier.words import say


class Resuming(Sessions, Approvals):
    """Says who has not acted for long, and lets them act again."""

    def idle(self, session_id: str) -> bool:
        """Return True if a member of the staff has to say again who they are before they act."""
        now, there = self.incidents.time(), s.sessions.c
        question = (
            select(there.seen, s.people.c.post)
            .join(s.people, there.person == s.people.c.key)
            .where(there.id == session_id)
        )
        with self.incidents.reading() as connection:
            row = connection.execute(question).first()
        return row is not None and self.limits.idle(AccountRole(row.post), row.seen, now)

    def has_pin(self, name: str) -> bool:
        """Return True if a person has a PIN."""
        record = self._peek(name)
        return record is not None and record.pin is not None

    def resume_by_pin(self, session: Session, pin: str) -> None:
        """Let the person of a session act again; raise `PeopleRefused` if the PIN is wrong.

        Wrong ones count as at any approval: after some, only the password helps.
        """
        name = session.person.name
        while True:
            seen = self._peek(name)
            held = seen is not None and self._pin_held(seen, self.incidents.time(), name)
            right = not held and self._hasher.verify(None if seen is None else seen.pin, pin)
            with self.incidents.writing() as journal:
                record = self._known(journal, name)
                if seen is not None and record.pin != seen.pin:
                    continue  # The PIN was changed meanwhile.
                refused = self._refuse_pin(journal, record, right, session.where)
                if refused is None:
                    self._set(journal, record, pin_failed="[]", pin_held=None)
                    self._resume(journal, session, "pin")
            if refused is not None:
                raise refused
            return

    def _refuse_pin(
        self, journal: JournalTransaction, record: Record, right: bool, where: str
    ) -> PeopleRefused | None:
        detail = {"where": clean(where), "reason": "pin"}
        if self._pin_held(record, journal.now, record.name):
            journal.note(
                Kind.SIGN_IN_FAILED, record.name, record.name, detail={**detail, "held": True}
            )
            return PeopleRefused(Reason.PIN_LOCKED, say("accounts.pin_locked"))
        if right:
            return None
        journal.note(Kind.SIGN_IN_FAILED, record.name, record.name, detail=detail)
        if record.pin is not None:
            self._count_wrong_pin(journal, record, record.name)
        return PeopleRefused(Reason.BAD_CREDENTIALS, say("accounts.wrong_pin"))

    def resume_by_password(self, session: Session, password: str, where: str = "") -> None:
        """Let the person of a session act again; a wrong password counts as a failed sign-in."""
        name = session.person.name
        source = Source.of(name, where, known=True)
        while True:
            seen = self._peek(name)
            with self.incidents.reading() as connection:
                self._throttle(connection, self.incidents.time()).require(source)
            right = self._hasher.verify(None if seen is None else seen.password, password)
            with self.incidents.writing() as journal:
                record = self._known(journal, name)
                if seen is not None and record.password != seen.password:
                    continue  # The password was changed meanwhile.
                throttle = self._throttle(journal.connection, journal.now)
                refused = self._refuse_password(journal, record, right, where, source, throttle)
                if refused is None:
                    throttle.worked(source)
                    self._resume(journal, session, "password")
            if refused is not None:
                raise refused
            return

    def _resume(self, journal: JournalTransaction, session: Session, by: str) -> None:
        there, name = s.sessions.c, session.person.name
        journal.connection.execute(
            update(s.sessions).where(there.id == session.id).values(seen=journal.now)
        )
        detail = {"session": session.id, "by": by}
        journal.note(Kind.SESSION_RESUMED, name, name, detail=detail)
