"""PINs, with which a supervisor approves at a dealer's screen, and invitations that work once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from sqlalchemy import delete, func, insert, select

from croupier.accounts.base import AccountsBase, Record, person_of
from croupier.accounts.passwords import check_pin, hash_of, token_of
from croupier.accounts.person import (
    CONSOLE,
    SERVER,
    AccountRole,
    PeopleRefused,
    Person,
    Reason,
    checked_name,
    may_act,
)
from croupier.accounts.register import Register
from croupier.errors import Code, Refused
from croupier.store import schema as s
from croupier.store.clock import written
from croupier.store.incidents import JournalTransaction, Kind, clean
from croupier.words import Name, say


class Approvals(AccountsBase):
    """Sets and checks PINs; each use and each failure is an incident."""

    def set_pin(self, name: str, pin: str | None, by: str) -> None:
        """Set or remove the PIN of a person; people may choose their own."""
        if pin is not None:
            check_pin(pin)
        hashed = None if pin is None else self._hasher.hash(pin)
        with self.incidents.writing() as journal:
            record = self._known(journal, name)
            if by != record.name:
                self._require_manager(journal, by)
            if pin is not None and not AccountRole(record.post).approves:
                raise Refused(
                    Code.NOT_ALLOWED,
                    say("accounts.no_pin", role=Name("role", record.post)),
                )
            self._set(journal, record, pin=hashed, pin_failed="[]", pin_held=None)
            journal.note(
                Kind.PIN_CHANGED,
                by,
                record.name,
                before="none" if record.pin is None else "set",
                after="none" if hashed is None else "set anew",
            )

    def approve(
        self,
        name: str,
        pin: str,
        table_id: str | None,
        asked_by: str = SERVER,
        what: str | None = None,
        about: Mapping[str, str] = MappingProxyType({}),
        *,
        role: AccountRole | None = None,
    ) -> Person:
        """Return the person who approves at a table; raise `PeopleRefused` or `Refused`.

        Without a table it is the cage, where a second person approves `what` somebody else does;
        with a `role`, somebody else who has just that role.
        `asked_by` is whose screen it is, `about` what the journal is told of the command. A missing
        right is reported only after the right PIN, and while a PIN is held none is checked:
        otherwise guessing could go on meanwhile.
        """
        about = {key: clean(text) for key, text in about.items()}
        if what is not None:
            about["what"] = what
        while True:
            seen = self._peek(name)
            if seen is not None and self._pin_held(seen, self.incidents.time(), asked_by):
                with self.incidents.writing() as journal:
                    held = self._refuse_held(journal, seen.name, table_id, asked_by, about)
                raise held
            right = self._hasher.verify(None if seen is None else seen.pin, pin)
            with self.incidents.writing() as journal:
                record = None if seen is None else self._known(journal, name)
                if record is not None and seen is not None and record.pin != seen.pin:
                    continue  # The PIN was changed meanwhile.
                answer = self._approved(journal, record, right, table_id, asked_by, about, role)
            if isinstance(answer, Exception):
                raise answer
            return answer

    def _approved(
        self,
        journal: JournalTransaction,
        record: Record | None,
        right: bool,
        table_id: str | None,
        asked_by: str,
        about: Mapping[str, str],
        only: AccountRole | None,
    ) -> Person | PeopleRefused | Refused:
        name = None if record is None else record.name

        def refuse(why: str) -> None:
            detail = {**about, "reason": why}
            journal.note(Kind.APPROVAL_REFUSED, asked_by, name, table_id=table_id, detail=detail)

        if record is not None and self._pin_held(record, journal.now, asked_by):
            return self._refuse_held(journal, record.name, table_id, asked_by, about)
        if record is None or not right:
            refuse("wrong")
            if record is not None:
                self._count_wrong_pin(journal, record, asked_by)
            return PeopleRefused(Reason.BAD_CREDENTIALS, say("accounts.wrong_pin"))
        person = person_of(record)
        if person.locked:
            refuse("locked")
            return PeopleRefused(Reason.LOCKED, say("accounts.locked"))
        if only is not None and (person.role is not only or person.name == asked_by):
            refuse("not_second")
            other = say("accounts.not_other", name=record.name, role=Name("role", only.value))
            return Refused(Code.NOT_ALLOWED, other)
        if table_id is None and (not person.role.approves or person.name == asked_by):
            refuse("not_second")
            return Refused(Code.NOT_ALLOWED, say("accounts.not_second", name=record.name))
        if table_id is not None and not (person.role.approves and may_act(person, table_id)):
            refuse("not_assigned")
            return Refused(Code.NOT_ALLOWED, say("accounts.not_assigned", name=record.name))
        self._set(journal, record, pin_failed="[]", pin_held=None)
        journal.note(
            Kind.APPROVAL_GIVEN,
            record.name,
            record.name,
            table_id=table_id,
            detail={**about, "asked_by": asked_by, "post": person.role.value},
        )
        return person

    def _refuse_held(
        self,
        journal: JournalTransaction,
        name: str,
        table_id: str | None,
        asked_by: str,
        about: Mapping[str, str],
    ) -> PeopleRefused:
        detail = {**about, "reason": "pin_locked"}
        journal.note(Kind.APPROVAL_REFUSED, asked_by, name, table_id=table_id, detail=detail)
        return PeopleRefused(Reason.PIN_LOCKED, say("accounts.pin_locked"))

    def _wrong_pins(self, record: Record, now: int) -> list[tuple[int, str]]:
        """Return when a PIN was wrong lately, and at whose screen."""
        since = now - self.limits.pins_within * 1000
        # Earlier versions stored only the times.
        kept = (
            each if isinstance(each, list) else [each, ""] for each in json.loads(record.pin_failed)
        )
        return [(at, by) for at, by in kept if at > since]

    def _pin_held(self, record: Record, now: int, asked_by: str) -> bool:
        """Return True if a PIN is held: for everybody, or for the colleague whose screen it is.

        Only a colleague who is signed in can cause it, and one alone only for their own screen.
        """
        if record.pin_held is not None and record.pin_held > now:
            return True
        mine = [at for at, by in self._wrong_pins(record, now) if by == asked_by]
        return len(mine) >= self.limits.pins

    def _count_wrong_pin(self, journal: JournalTransaction, record: Record, asked_by: str) -> None:
        wrong = [*self._wrong_pins(record, journal.now), (journal.now, asked_by)]
        until = journal.now + int(self.limits.pin_hold * 1000)
        of_all = len(wrong) >= self.limits.pins_of_all
        mine = sum(by == asked_by for _, by in wrong) >= self.limits.pins
        self._set(
            journal,
            record,
            pin_failed="[]" if of_all else json.dumps(wrong),
            pin_held=until if of_all else None,
        )
        if of_all or mine:
            detail = {"what": "pin"} if of_all else {"what": "pin", "asked_by": asked_by}
            end = written(until / 1000)
            journal.note(Kind.LOCKED, SERVER, record.name, after=end, detail=detail)


class Invitations(Register):
    """Invites the first administrator."""

    def invitation(self) -> str | None:
        """Return a new invitation, replacing an older one; None if there is an administrator."""
        with self.incidents.writing() as journal:
            if _administrators(journal):
                return None
            token = token_of(self._draw(32))
            ends = journal.now + int(self.limits.invitation * 1000)
            journal.connection.execute(delete(s.invitations))
            journal.connection.execute(
                insert(s.invitations).values(id=1, token=hash_of(token), ends=ends)
            )
            journal.note(Kind.INVITATION_MADE, CONSOLE)
            return token

    def accept_invitation(self, token: str, name: str, password: str) -> Person:
        """Add the first administrator, and close the invitation."""
        name = checked_name(name)
        # Checked before hashing too, so that nobody without an invitation can cause that work.
        with self.incidents.writing() as journal:
            self._require_invitation(journal, token)
        hashed = self._hashed(password, name, AccountRole.ADMINISTRATOR)
        with self.incidents.writing() as journal:
            self._require_invitation(journal, token)
            person = self._add(journal, name, AccountRole.ADMINISTRATOR, name, password=hashed)
            journal.note(Kind.INVITATION_USED, name, name)
            return person

    def _require_invitation(self, journal: JournalTransaction, token: str) -> None:
        row = journal.connection.execute(select(s.invitations)).first()
        good = row is not None and row.token == hash_of(token) and row.ends > journal.now
        if not good or _administrators(journal):
            raise PeopleRefused(
                Reason.BAD_INVITATION,
                say("accounts.invitation"),
            )


def _administrators(journal: JournalTransaction) -> int:
    question = select(func.count()).where(s.people.c.post == AccountRole.ADMINISTRATOR.value)
    return int(journal.connection.execute(question).scalar_one())
