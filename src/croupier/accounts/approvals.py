"""PINs: a supervisor approves at a dealer's screen, without signing in there."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from croupier.accounts.base import Desk, Record, person_of
from croupier.accounts.passwords import check_pin
from croupier.accounts.person import CONSOLE, DOOR, Person, Post, checked_name, may_act
from croupier.accounts.refusals import PeopleRefused, Reason
from croupier.accounts.register import Accounts
from croupier.accounts.sessions import hash_of, token_of
from croupier.errors import Code, Refused
from croupier.store import schema as s
from croupier.store.clock import written
from croupier.store.incidents import Kind, Pen


class Approvals(Desk):
    """Sets PINs and takes them; each use and each failure is an incident."""

    def set_pin(self, name: str, pin: str | None, by: str) -> None:
        """Give a person a PIN, or take it away; a person may choose their own."""
        if pin is not None:
            check_pin(pin)
        hashed = None if pin is None else self._hasher.hash(pin)
        with self.incidents.writing() as pen:
            record = self._known(pen, name)
            if by != record.name:
                self._require_manager(pen, by)
            if pin is not None and not Post(record.post).approves:
                raise Refused(
                    Code.NOT_ALLOWED, f"a {Post(record.post)} approves nothing and has no PIN"
                )
            self._set(pen, record, pin=hashed, pin_failed="[]", pin_held=None)
            pen.note(
                Kind.PIN_CHANGED,
                by,
                record.name,
                before="none" if record.pin is None else "set",
                after="none" if hashed is None else "set anew",
            )

    def approve(self, name: str, pin: str, table_id: str, asked_by: str = DOOR) -> Person:
        """Give who approves at a table, or raise: `PeopleRefused`, or `Refused` for no right to.

        `asked_by` is whose screen it is. Right and post are told only to who has the PIN.
        """
        while True:
            seen = self._peek(name)
            right = self._hasher.verify(None if seen is None else seen.pin, pin)
            with self.incidents.writing() as pen:
                record = None if seen is None else self._known(pen, name)
                if record is not None and seen is not None and record.pin != seen.pin:
                    continue  # changed while it was looked at
                answer = self._approved(pen, record, right, table_id, asked_by)
            if isinstance(answer, Exception):
                raise answer
            return answer

    def _approved(
        self, pen: Pen, record: Record | None, right: bool, table_id: str, asked_by: str
    ) -> Person | PeopleRefused | Refused:
        name = None if record is None else record.name

        def refuse(why: str) -> None:
            pen.note(
                Kind.APPROVAL_REFUSED, asked_by, name, table_id=table_id, detail={"reason": why}
            )

        if record is None or not right:
            refuse("wrong")
            if record is not None and self._count_failure(pen, record, "pin_"):
                until = written(pen.now / 1000 + self.limits.lock)
                pen.note(Kind.LOCKED, DOOR, name, after=until, detail={"what": "pin"})
            return PeopleRefused(Reason.BAD_CREDENTIALS, "the name or the PIN is wrong")
        if record.pin_held is not None and record.pin_held > pen.now:
            refuse("pin_locked")
            return PeopleRefused(Reason.PIN_LOCKED, "this PIN is locked after wrong ones")
        # Wrong passwords of a stranger at the door do not keep a table waiting.
        person = person_of(record)
        if person.locked:
            refuse("locked")
            return PeopleRefused(Reason.LOCKED, "this account is locked")
        if not person.post.approves or not may_act(person, table_id):
            refuse("not_assigned")
            return Refused(Code.NOT_ALLOWED, f"{record.name} is not assigned to this table")
        self._set(pen, record, pin_failed="[]", pin_held=None)
        pen.note(
            Kind.APPROVAL_GIVEN,
            record.name,
            record.name,
            table_id=table_id,
            detail={"asked_by": asked_by, "post": person.post.value},
        )
        return person


class Invitations(Accounts):
    """Invites whoever starts the server, as long as there is no administrator."""

    def invitation(self) -> str | None:
        """Make an invitation, replacing an older one; None if there is an administrator."""
        with self.incidents.writing() as pen:
            if _administrators(pen):
                return None
            token = token_of(self._draw(32))
            ends = pen.now + int(self.limits.invitation * 1000)
            pen.connection.execute(delete(s.invitations))
            pen.connection.execute(
                insert(s.invitations).values(id=1, token=hash_of(token), ends=ends)
            )
            pen.note(Kind.INVITATION_MADE, CONSOLE)
            return token

    def accept_invitation(self, token: str, name: str, password: str) -> Person:
        """Make the first administrator, and close the invitation."""
        name = checked_name(name)
        # Before the hashing, which somebody without an invitation could keep us busy with.
        with self.incidents.writing() as pen:
            self._require_invitation(pen, token)
        hashed = self._hashed(password, name, Post.ADMINISTRATOR)
        with self.incidents.writing() as pen:
            self._require_invitation(pen, token)
            person = self._add(pen, name, Post.ADMINISTRATOR, name, password=hashed)
            pen.note(Kind.INVITATION_USED, name, name)
            return person

    def _require_invitation(self, pen: Pen, token: str) -> None:
        row = pen.connection.execute(select(s.invitations)).first()
        good = row is not None and row.token == hash_of(token) and row.ends > pen.now
        if not good or _administrators(pen):
            raise PeopleRefused(
                Reason.BAD_INVITATION,
                "this invitation is not open: start the server again for another",
            )


def _administrators(pen: Pen) -> int:
    question = select(func.count()).where(s.people.c.post == Post.ADMINISTRATOR.value)
    return int(pen.connection.execute(question).scalar_one())
