"""The register of people: their roles, tables, locks and passwords. Each change is an incident."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import delete, func, insert, select, update

from croupier.accounts.base import AccountsBase, Record, person_of, tables_of
from croupier.accounts.look_alikes import skeleton
from croupier.accounts.passwords import check_password
from croupier.accounts.person import (
    SERVER,
    AccountRole,
    Every,
    PeopleRefused,
    Person,
    Reason,
    Tables,
    checked_name,
    checked_tables,
    key_of,
    tables_as_json,
)
from croupier.accounts.throttle import forget_person, waiting
from croupier.store import schema as s
from croupier.store.incidents import JournalTransaction, Kind
from croupier.words import say


def _stored(tables: Tables) -> str | None:
    return None if isinstance(tables, Every) else json.dumps(list(tables))


class Register(AccountsBase):
    """Adds people and changes their role, tables, lock and password."""

    def add(
        self,
        name: str,
        role: AccountRole,
        by: str,
        *,
        password: str | None = None,
        tables: Iterable[str] | Every = (),
    ) -> Person:
        """Add a person; without a password they cannot sign in until one is set.

        `by` is the name of an administrator, or one of the house's own, such as `CONSOLE`.
        """
        name, tables = checked_name(name), checked_tables(tables)
        hashed = self._hashed(password, name, role)
        with self.incidents.writing() as journal:
            self._require_manager(journal, by)
            return self._add(journal, name, role, by, tables=tables, password=hashed)

    def register(self, name: str, password: str) -> Person:
        """Add a patron's own account; a name that has a wallet belongs to somebody already."""
        name = checked_name(name)
        hashed = self._hashed(password, name, AccountRole.PLAYER)
        with self.incidents.writing() as journal:
            self._require_no_wallet(journal, name)
            return self._add(journal, name, AccountRole.PLAYER, SERVER, password=hashed)

    def find(self, name: str) -> Person | None:
        """Return a person by name, in any case; None if there is none."""
        record = self._peek(name)
        return None if record is None else person_of(record)

    def list(self) -> tuple[Person, ...]:
        """Return everybody, sorted by name."""
        with self.incidents.reading() as connection:
            rows = connection.execute(select(s.people).order_by(s.people.c.key)).all()
        return tuple(person_of(row) for row in rows)

    def appoint(self, name: str, role: AccountRole, by: str) -> Person:
        """Give a person another role, which ends their sessions.

        A PIN is removed if the new role has none. A patron who joins the staff loses the password,
        which may be too short for staff; a new one has to be set.
        """
        with self.incidents.writing() as journal:
            self._require_manager(journal, by)
            record = self._known(journal, name)
            before = AccountRole(record.post)
            if before is role:
                return person_of(record)
            if record.guest:
                raise PeopleRefused(Reason.GUEST, say("accounts.guest_stays", name=record.name))
            if before is AccountRole.ADMINISTRATOR:
                self._require_another_administrator(journal, record)
            self._set(journal, record, post=role.value)
            self._end_links(journal, record)
            ended = {"sessions_ended": self._end_sessions(journal, record)}
            journal.note(
                Kind.ROLE_CHANGED,
                by,
                record.name,
                before=before.value,
                after=role.value,
                detail=ended,
            )
            if record.pin is not None and not role.approves:
                self._set(journal, record, pin=None)
                journal.note(Kind.PIN_CHANGED, by, record.name, before="set", after="none")
            if record.password is not None and role.staff and not before.staff:
                self._set(journal, record, password=None)
                journal.note(Kind.PASSWORD_CHANGED, by, record.name, before="set", after="none")
            if role is AccountRole.ADMINISTRATOR:
                journal.connection.execute(delete(s.invitations))
            return person_of(self._known(journal, name))

    def assign(self, name: str, tables: Iterable[str] | Every, by: str) -> Person:
        """Assign a person to these tables and no others."""
        tables = checked_tables(tables)
        with self.incidents.writing() as journal:
            self._require_manager(journal, by)
            record = self._known(journal, name)
            before = tables_of(record)
            if before != tables:
                self._set(journal, record, tables=_stored(tables))
                journal.note(
                    Kind.TABLES_CHANGED,
                    by,
                    record.name,
                    before=tables_as_json(before),
                    after=tables_as_json(tables),
                )
            return person_of(self._known(journal, name))

    def lock(self, name: str, by: str) -> Person:
        """Lock a person until they are unlocked; their sessions end now."""
        with self.incidents.writing() as journal:
            self._require_manager(journal, by)
            record = self._known(journal, name)
            if not record.locked:
                if record.post == AccountRole.ADMINISTRATOR:
                    self._require_another_administrator(journal, record)
                self._set(journal, record, locked=1)
                self._end_links(journal, record)
                ended = {"sessions_ended": self._end_sessions(journal, record)}
                journal.note(Kind.LOCKED, by, record.name, before=False, after=True, detail=ended)
            return person_of(self._known(journal, name))

    def unlock(self, name: str, by: str) -> Person:
        """Unlock a person, and let wrong passwords and PINs be forgotten."""
        with self.incidents.writing() as journal:
            self._require_manager(journal, by)
            record = self._known(journal, name)
            key, now = record.key, journal.now
            slowed = waiting(journal.connection, key, now)
            held = record.pin_held is not None and record.pin_held > now
            if record.locked or slowed or held:
                journal.note(
                    Kind.UNLOCKED,
                    by,
                    record.name,
                    before=bool(record.locked),
                    after=False,
                    detail={"password": slowed, "pin": held},
                )
            forget_person(journal.connection, key)
            self._set(journal, record, locked=0, pin_held=None, pin_failed="[]")
            # It is closed no more: its personal data is kept, and a later lock closes nothing.
            details = s.patron_details
            journal.connection.execute(
                update(details).where(details.c.person == key).values(closed=None)
            )
            return person_of(self._known(journal, name))

    def set_password(self, name: str, password: str, by: str) -> None:
        """Set a person's password, which ends their sessions."""
        record = self._peek(name)
        role = AccountRole.ADMINISTRATOR if record is None else AccountRole(record.post)
        hashed = self._hashed(password, name if record is None else record.name, role)
        with self.incidents.writing() as journal:
            self._require_manager(journal, by)
            record = self._known(journal, name)
            if AccountRole(record.post).staff and not role.staff:
                check_password(password, record.name, AccountRole(record.post))
            self._change_password(journal, record, hashed, by)

    def _change_password(
        self, journal: JournalTransaction, record: Record, hashed: str | None, by: str
    ) -> None:
        if record.guest:
            raise PeopleRefused(Reason.GUEST, say("accounts.guest_password", name=record.name))
        before = "none" if record.password is None else "set"
        self._set(journal, record, password=hashed)
        self._end_links(journal, record)
        ended = {"sessions_ended": self._end_sessions(journal, record)}
        journal.note(
            Kind.PASSWORD_CHANGED, by, record.name, before=before, after="set anew", detail=ended
        )

    def _hashed(self, password: str | None, name: str, role: AccountRole) -> str | None:
        """Return the hash of a good password; call it outside a transaction, as it is slow."""
        if password is None:
            return None
        check_password(password, name, role)
        return self._hasher.hash(password)

    def _add(
        self,
        journal: JournalTransaction,
        name: str,
        role: AccountRole,
        by: str,
        *,
        tables: Tables = (),
        password: str | None = None,
        guest: bool = False,
    ) -> Person:
        key = key_of(name)
        if self._record(journal.connection, name) is not None:
            raise PeopleRefused(Reason.NAME_TAKEN, say("accounts.name_exists", name=name))
        self._require_no_look_alike(journal, name)
        row = {
            "key": key,
            "name": name,
            "post": role.value,
            "tables": _stored(tables),
            "locked": 0,
            "guest": int(guest),
            "password": password,
            "failed": "[]",
            "pin_failed": "[]",
            "made": journal.at,
        }
        journal.connection.execute(insert(s.people).values(row))
        kept = {"person": key, "skeleton": skeleton(name)}
        journal.connection.execute(insert(s.skeletons).values(kept))
        if role is AccountRole.ADMINISTRATOR:
            journal.connection.execute(delete(s.invitations))
        after = {"post": role.value, "tables": tables_as_json(tables), "guest": guest}
        journal.note(Kind.PERSON_ADDED, by, name, after=after)
        return Person(name, role, tables, False, guest, journal.at)

    def _require_no_look_alike(self, journal: JournalTransaction, name: str) -> None:
        question = (
            select(s.people.c.name)
            .join(s.skeletons, s.skeletons.c.person == s.people.c.key)
            .where(s.skeletons.c.skeleton == skeleton(name))
            .limit(1)
        )
        other = journal.connection.execute(question).scalar()
        if other is not None:
            said = say("accounts.name_looks_like", name=name, other=other)
            raise PeopleRefused(Reason.LOOK_ALIKE, said)

    def _require_no_wallet(self, journal: JournalTransaction, name: str) -> None:
        wallets = s.wallets.c
        question = select(func.count()).where(
            (wallets.name == name) | (func.lower(wallets.name) == key_of(name))
        )
        if journal.connection.execute(question).scalar_one():
            raise PeopleRefused(Reason.NAME_TAKEN, say("accounts.name_belongs", name=name))

    def _require_another_administrator(self, journal: JournalTransaction, record: Record) -> None:
        people = s.people.c
        question = select(func.count()).where(
            people.post == AccountRole.ADMINISTRATOR.value,
            people.locked == 0,
            people.key != record.key,
        )
        if not journal.connection.execute(question).scalar_one():
            raise PeopleRefused(
                Reason.LAST_ADMINISTRATOR, say("accounts.last_administrator", name=record.name)
            )
