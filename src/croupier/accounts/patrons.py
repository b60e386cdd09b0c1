"""Patrons' own accounts: joining, links that work once, closing, personal data, presence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, text, update

from croupier.accounts.base import Record
from croupier.accounts.passwords import hash_of, token_of
from croupier.accounts.person import (
    HOUSE_PREFIX,
    SERVER,
    AccountRole,
    PeopleRefused,
    Person,
    Reason,
    checked_name,
    key_of,
)
from croupier.accounts.sessions import Sessions
from croupier.errors import Code, Refused
from croupier.store import schema as s
from croupier.store.incidents import JournalTransaction, Kind, clean
from croupier.words import say

LINK_LASTS = 7 * 24 * 60 * 60
"""Seconds that a link works."""

_SEEN = text(
    "INSERT INTO presences (person, seen) VALUES (:person, :seen)"
    " ON CONFLICT (person) DO UPDATE SET seen = excluded.seen"
)


@dataclass(frozen=True, slots=True)
class Details:
    """What a patron told of themselves; it is in no chain and can be erased."""

    real_name: str | None = None
    contact: str | None = None
    of_age: str | None = None
    """When they said that they are of age."""


class Patrons(Sessions):
    """Lets patrons in by themselves, as far as the house allows it."""

    def require_desk(self, journal: JournalTransaction, by: str) -> None:
        """Raise `Refused` unless `by` is an administrator, a cashier, or the house itself."""
        if by.startswith(HOUSE_PREFIX):
            return
        record = self._record(journal.connection, by)
        desk = (AccountRole.ADMINISTRATOR, AccountRole.CASHIER)
        if record is None or record.post not in desk or record.locked:
            raise Refused(Code.NOT_ALLOWED, say("accounts.desk_only"))

    def join(
        self, name: str, password: str, details: Details, invitation: str | None = None
    ) -> Person:
        """Add a patron who comes by themselves; an invitation, if one is given, is used up."""
        name = checked_name(name)
        if details.of_age is None:
            raise PeopleRefused(Reason.NOT_OF_AGE, say("accounts.not_of_age"))
        if invitation is not None:
            # Checked before hashing too, so that nobody without a link can cause that work.
            with self.incidents.writing() as journal:
                self._take_link(journal, invitation, "join", use=False)
        hashed = self._hashed(password, name, AccountRole.PLAYER)
        with self.incidents.writing() as journal:
            if invitation is not None:
                self._take_link(journal, invitation, "join")
                journal.note(Kind.LINK_USED, SERVER, name, detail={"what": "join"})
            self._require_no_wallet(journal, name)
            person = self._add(journal, name, AccountRole.PLAYER, SERVER, password=hashed)
            self._keep(journal, key_of(name), details)
            return person

    def enrol(self, name: str, details: Details, by: str) -> tuple[Person, str]:
        """Add a patron at the desk; return the token of a link by which they set a password."""
        name = checked_name(name)
        if details.of_age is None:
            raise PeopleRefused(Reason.NOT_OF_AGE, say("accounts.not_of_age"))
        with self.incidents.writing() as journal:
            self.require_desk(journal, by)
            self._require_no_wallet(journal, name)
            person = self._add(journal, name, AccountRole.PLAYER, by)
            self._keep(journal, key_of(name), details)
            return person, self._make_link(journal, "reset", self._known(journal, name), by)

    # Links

    def invite(self, by: str) -> str:
        """Return the token of a link by which one patron may join."""
        with self.incidents.writing() as journal:
            self.require_desk(journal, by)
            return self._make_link(journal, "join", None, by)

    def reset_link(self, name: str, by: str) -> str:
        """Return the token of a link by which a person sets a new password; older ones end."""
        with self.incidents.writing() as journal:
            self.require_desk(journal, by)
            record = self._known(journal, name)
            if record.guest:
                raise PeopleRefused(Reason.GUEST, say("accounts.guest_password", name=record.name))
            if AccountRole(record.post).staff:
                self._require_manager(journal, by)
            self._end_links(journal, record)
            return self._make_link(journal, "reset", record, by)

    def use_reset_link(self, token: str, password: str) -> Person:
        """Set a new password by a link; all sessions end, and waits after wrong ones too."""
        with self.incidents.writing() as journal:
            key = self._take_link(journal, token, "reset", use=False)
        seen = self._peek(str(key))
        if seen is None:
            raise _bad_link()
        hashed = self._hashed(password, seen.name, AccountRole(seen.post))
        with self.incidents.writing() as journal:
            self._take_link(journal, token, "reset")
            record = self._known(journal, str(key))
            if AccountRole(record.post) is not AccountRole(seen.post):
                raise _bad_link()
            self._change_password(journal, record, hashed, record.name)
            journal.note(Kind.LINK_USED, record.name, record.name, detail={"what": "reset"})
        return self._found(str(key))

    def _found(self, name: str) -> Person:
        person = self.find(name)
        assert person is not None, "people are never removed"
        return person

    def _make_link(
        self, journal: JournalTransaction, kind: str, record: Record | None, by: str
    ) -> str:
        token = token_of(self._draw(32))
        row = {
            "token": hash_of(token),
            "kind": kind,
            "person": None if record is None else record.key,
            "actor": clean(by),
            "ends": journal.now + LINK_LASTS * 1000,
        }
        links = s.account_links
        journal.connection.execute(delete(links).where(links.c.ends < journal.now))
        journal.connection.execute(insert(links).values(row))
        subject = None if record is None else record.name
        journal.note(Kind.LINK_MADE, by, subject, detail={"what": kind})
        return token

    def _take_link(
        self, journal: JournalTransaction, token: str, kind: str, *, use: bool = True
    ) -> str | None:
        """Return whom a link is for, and remove it if it is used; raise if it does not work."""
        links = s.account_links.c
        found = journal.connection.execute(
            select(s.account_links).where(
                links.token == hash_of(token), links.kind == kind, links.ends > journal.now
            )
        ).first()
        if found is None:
            raise _bad_link()
        if use:
            journal.connection.execute(delete(s.account_links).where(links.token == hash_of(token)))
        return None if found.person is None else str(found.person)

    # Closing, and personal data

    def close_account(self, name: str, by: str) -> Person:
        """Close a patron's account: their sessions end, and nobody signs in with it any more.

        The caller has made sure that wallet and chips are settled. An administrator may unlock it.
        """
        with self.incidents.writing() as journal:
            record = self._known(journal, name)
            if key_of(by) != record.key:
                self.require_desk(journal, by)
            if record.post != AccountRole.PLAYER:
                raise Refused(Code.NOT_ALLOWED, say("accounts.patrons_only"))
            if not (record.locked and self._is_closed(journal, record)):
                self._set(journal, record, locked=1)
                self._end_links(journal, record)
                ended = {"sessions_ended": self._end_sessions(journal, record)}
                was = bool(record.locked)
                note = journal.note
                note(Kind.ACCOUNT_CLOSED, by, record.name, before=was, after=True, detail=ended)
                details = s.patron_details
                journal.connection.execute(
                    update(details).where(details.c.person == record.key).values(closed=journal.now)
                )
        return self._found(name)

    def _is_closed(self, journal: JournalTransaction, record: Record) -> bool:
        kept = s.patron_details.c
        question = select(kept.closed).where(kept.person == record.key)
        return journal.connection.execute(question).scalar() is not None

    def details(self, name: str) -> Details:
        """Return what a patron told of themselves, if anything is kept."""
        kept = s.patron_details.c
        question = select(kept.real_name, kept.contact, kept.of_age)
        with self.incidents.reading() as connection:
            row = connection.execute(question.where(kept.person == key_of(name))).first()
        return Details() if row is None else Details(*row)

    def keep_details(self, name: str, real_name: str | None, contact: str | None) -> None:
        """Replace what a patron told of themselves; that they are of age stays."""
        with self.incidents.writing() as journal:
            record = self._known(journal, name)
            kept = s.patron_details.c
            of_age = journal.connection.execute(
                select(kept.of_age).where(kept.person == record.key)
            ).scalar()
            self._keep(journal, record.key, Details(real_name, contact, of_age))

    def _keep(self, journal: JournalTransaction, key: str, details: Details) -> None:
        table = s.patron_details
        journal.connection.execute(delete(table).where(table.c.person == key))
        row = {
            "person": key,
            "real_name": details.real_name,
            "contact": details.contact,
            "of_age": details.of_age,
        }
        journal.connection.execute(insert(table).values(row))

    def erase_details(self, name: str, by: str) -> bool:
        """Erase the personal data of a patron; return False if there was none."""
        with self.incidents.writing() as journal:
            record = self._known(journal, name)
            if key_of(by) != record.key:
                self.require_desk(journal, by)
            return self._erase(journal, record, by)

    def _erase(self, journal: JournalTransaction, record: Record, by: str) -> bool:
        table = s.patron_details
        gone = journal.connection.execute(delete(table).where(table.c.person == record.key))
        if gone.rowcount:
            # That it was erased is in the chain; what it was never is.
            journal.note(Kind.DETAILS_ERASED, by, record.name)
        return bool(gone.rowcount)

    def erase_old_details(self, days: int) -> int:
        """Erase the personal data of accounts that were closed so many days ago; return how many.

        An account that was unlocked since is not closed.
        """
        kept, before = s.patron_details.c, self.incidents.time() - days * 86_400_000
        question = (
            select(s.people.c.name)
            .join(s.patron_details, kept.person == s.people.c.key)
            .where(kept.closed < before, s.people.c.locked == 1)
        )
        with self.incidents.reading() as connection:
            names = [str(name) for (name,) in connection.execute(question)]
        return sum(self.erase_details(name, SERVER) for name in names)

    # Presence

    def note_present(self, names: Collection[str]) -> None:
        """Note that sockets of these patrons are open."""
        if not names:
            return
        now = self.incidents.time()
        # In order, so that two processes that note the same patrons never wait for each other.
        rows = [{"person": key, "seen": now} for key in sorted({key_of(name) for name in names})]
        with self.incidents.changing() as connection:
            connection.execute(_SEEN, rows)

    def present(self, names: Collection[str], within: float) -> set[str]:
        """Return those who had an open socket, or asked for anything, in the last seconds."""
        if not names:
            return set()
        keys = {key_of(name): name for name in names}
        since = self.incidents.time() - int(within * 1000)
        with self.incidents.reading() as connection:
            found = {
                str(key)
                for table in (s.presences, s.sessions)
                for (key,) in connection.execute(
                    select(table.c.person).where(table.c.person.in_(keys), table.c.seen >= since)
                )
            }
        return {keys[key] for key in found}


def _bad_link() -> PeopleRefused:
    return PeopleRefused(Reason.BAD_INVITATION, say("accounts.bad_link"))
