"""Signing in and out, and the sessions of those who are signed in."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from croupier.accounts.base import Record, person_of
from croupier.accounts.passwords import check_password, hash_of, token_of
from croupier.accounts.person import (
    SERVER,
    AccountRole,
    PeopleRefused,
    Person,
    Reason,
    checked_name,
    guest_name,
    key_of,
)
from croupier.accounts.register import Register
from croupier.accounts.second_factor import Passed, SecondFactors
from croupier.accounts.throttle import Source, Throttle, too_soon
from croupier.store import schema as s
from croupier.store.clock import written
from croupier.store.incidents import JournalTransaction, Kind, clean
from croupier.store.patron_limits import LimitKind, read_limits
from croupier.words import say

_MOST_NAMES = 50
_AT_ONCE = 5000
"""How many sessions one query asks for; databases have a limit."""


@dataclass(frozen=True, slots=True)
class Session:
    """A person who is signed in. The id is not a secret; the token is not included."""

    id: str
    person: Person
    where: str
    made: str
    seen: str
    idle: bool = False
    """Whether this is staff who have not acted for long, and say again who they are first."""
    recovery: tuple[str, ...] = ()
    """Recovery codes, if this very sign-in has set up a second factor: they are shown this once."""


SecondFactorCheck = Callable[[JournalTransaction, Record, Throttle], Passed | PeopleRefused]
"""Says whether somebody with the right password may enter."""


class SignedIn(NamedTuple):
    """A new session and its token, which is stored nowhere."""

    token: str
    session: Session


def _session(row: Row[Any]) -> Session:
    begun, seen = written(row.begun / 1000), written(row.seen / 1000)
    return Session(row.session_id, person_of(row), row.place, begun, seen)


def _asked() -> Select[Any]:
    there = s.sessions.c
    return select(
        s.people,
        there.id.label("session_id"),
        there.place,
        there.made.label("begun"),
        there.seen,
        there.ends,
    ).join(s.sessions, there.person == s.people.c.key)


class Sessions(Register, SecondFactors):
    """Begins sessions, each with a new token, and ends them."""

    def sign_in(
        self,
        name: str,
        password: str,
        where: str = "",
        code: str | None = None,
        *,
        staff: bool = True,
    ) -> SignedIn:
        """Return a new session for the right password, and code; raise `PeopleRefused` otherwise.

        Where the house asks for a second factor, a member of the staff who has none yet gets an
        `Enrolment`: the next sign-in, with a code, completes it. With `staff` false the names of
        the staff are those of nobody: their passwords cannot be tried, nor made to wait.
        """
        second = partial(self._second_factor, code)
        return self._sign_in(name, password, where, second, staff=staff)

    def _sign_in(
        self,
        name: str,
        password: str,
        where: str,
        second: SecondFactorCheck,
        *,
        staff: bool = True,
    ) -> SignedIn:
        """Return a new session for the right password, if the second factor is right too.

        An unknown name takes as long as a known one and gets the same answer. That an account is
        locked is reported only after the right password. `where` is the address that wrong
        passwords are counted by.
        """
        while True:
            seen = self._peek(name)
            if seen is not None and not staff and AccountRole(seen.post).staff:
                seen = None
            source = Source.of(name, where, known=seen is not None)
            with self.incidents.reading() as connection:
                self._throttle(connection, self.incidents.time()).require(source)
            right = self._hasher.verify(None if seen is None else seen.password, password)
            stale = right and seen is not None and self._hasher.stale(seen.password)
            fresh = self._hasher.hash(password) if stale else None
            with self.incidents.writing() as journal:
                record = None if seen is None else self._known(journal, name)
                if record is not None and seen is not None and record.password != seen.password:
                    continue  # The password was changed meanwhile.
                answer = self._answer(journal, record, right, where, source, second)
                if fresh is not None and record is not None and isinstance(answer, SignedIn):
                    self._set(journal, record, password=fresh)
            if isinstance(answer, PeopleRefused):
                raise answer
            return answer

    def _answer(
        self,
        journal: JournalTransaction,
        record: Record | None,
        right: bool,
        where: str,
        source: Source,
        second: SecondFactorCheck,
    ) -> SignedIn | PeopleRefused:
        throttle = self._throttle(journal.connection, journal.now)
        # An unknown name is not stored: it may be a password typed into the wrong field.
        name = None if record is None else record.name
        detail = {"where": clean(where)}
        if wrong := self._refuse_password(journal, record, right, where, source, throttle):
            return wrong
        assert record is not None, "nobody's password is right"
        if record.locked:
            journal.note(Kind.SIGN_IN_FAILED, SERVER, name, detail={**detail, "reason": "locked"})
            return PeopleRefused(Reason.LOCKED, say("accounts.locked"))
        passed = second(journal, record, throttle)
        if isinstance(passed, PeopleRefused):
            return passed
        throttle.worked(source)
        made = self._begin(journal, record, where, passed.detail)
        return made._replace(session=replace(made.session, recovery=passed.recovery))

    def _refuse_password(
        self,
        journal: JournalTransaction,
        record: Record | None,
        right: bool,
        where: str,
        source: Source,
        throttle: Throttle,
    ) -> PeopleRefused | None:
        """Return why a password is not taken, and count a wrong one; None if it is right."""
        # Others may have been tried while this one was computed.
        if wait := throttle.wait(source):
            return too_soon(wait)
        if record is not None and right:
            return None
        name, detail = None if record is None else record.name, {"where": clean(where)}
        journal.note(Kind.SIGN_IN_FAILED, SERVER, name, detail=detail)
        if wait := throttle.failed(source):
            until = written(journal.now / 1000 + wait)
            journal.note(Kind.THROTTLED, SERVER, name, after=until, detail=detail)
        return PeopleRefused(Reason.BAD_CREDENTIALS, say("accounts.wrong_password"))

    def _throttle(self, connection: Connection, now: int) -> Throttle:
        return Throttle(connection, now, self.limits.paces)

    def _begin(
        self,
        journal: JournalTransaction,
        record: Record,
        where: str,
        detail: Mapping[str, object] = MappingProxyType({}),
    ) -> SignedIn:
        token, id = token_of(self._draw(32)), token_of(self._draw(12))
        row = {
            "id": id,
            "token": hash_of(token),
            "person": record.key,
            "place": clean(where),
            "made": journal.now,
            "seen": journal.now,
            "ends": self._session_end(journal, record, journal.now),
        }
        journal.connection.execute(insert(s.sessions).values(row))
        told = {"where": clean(where), "session": id, **detail}
        journal.note(Kind.SIGNED_IN, record.name, record.name, detail=told)
        return SignedIn(token, Session(id, person_of(record), clean(where), journal.at, journal.at))

    def _session_end(self, journal: JournalTransaction, record: Record, made: int) -> int | None:
        """Return when a session ends by a patron's limit; None if there is no limit."""
        kept = s.patron_limits.c
        question = select(kept.limits).where(kept.name == record.name)
        text = journal.connection.execute(question).scalar()
        if text is None:
            return None
        limits = read_limits(json.loads(text))
        minutes = limits.at(LimitKind.SESSION_MINUTES, journal.at)
        return None if minutes is None else made + minutes * 60_000

    def guest(self, name: str | None = None, where: str = "") -> SignedIn:
        """Return a session without a password, for a patron whose account lasts one session."""
        with self.incidents.writing() as journal:
            if name is None:
                name = self._free_name(journal)
            name = checked_name(name)
            self._require_no_wallet(journal, name)
            self._add(journal, name, AccountRole.PLAYER, SERVER, guest=True)
            return self._begin(journal, self._known(journal, name), where)

    def _free_name(self, journal: JournalTransaction) -> str:
        for tried in range(_MOST_NAMES):
            name = guest_name(self._draw(8), 2 + tried // 5)
            taken = select(s.wallets.c.name).where(s.wallets.c.name == name)
            if self._record(journal.connection, name) is None and not journal.connection.scalar(
                taken
            ):
                return name
        raise PeopleRefused(Reason.NAME_TAKEN, say("accounts.no_free_name"))

    def session(self, token: str, *, touch: bool = True, acts: bool = True) -> Session | None:
        """Return the session of a token; None if there is none, or it has ended.

        Whatever patrons ask for counts as activity unless `touch` is false; of the staff, only what
        `acts`, and nothing once they are idle.
        """
        now = self.incidents.time()
        with self.incidents.reading() as connection:
            question = _asked().where(s.sessions.c.token == hash_of(token))
            row = connection.execute(question).first()
        if row is None:
            return None
        if self._over(row, now):
            self._expire([row])
            return None
        idle = self.limits.idle(AccountRole(row.post), row.seen, now)
        if touch and not idle and (acts or not AccountRole(row.post).staff):
            self._touch(now, row)
        return replace(_session(row), idle=idle)

    def touch(self, *session_ids: str) -> None:
        """Note activity of sessions, for sockets that checked their tokens earlier."""
        now = self.incidents.time()
        with self.incidents.reading() as connection:
            question = _asked().where(s.sessions.c.id.in_(session_ids))
            rows = connection.execute(question).all()
        self._touch(now, *(row for row in rows if not self._over(row, now)))

    def alive(self, session_ids: Collection[str]) -> set[str]:
        """Return those sessions that have not ended; this does not count as activity."""
        now, there, ids = self.incidents.time(), s.sessions.c, list(session_ids)
        living: set[str] = set()
        with self.incidents.reading() as connection:
            for start in range(0, len(ids), _AT_ONCE):
                question = (
                    select(there.id, there.made.label("begun"), there.seen, there.ends)
                    .add_columns(s.people.c.post, s.people.c.locked)
                    .join(s.people, there.person == s.people.c.key)
                    .where(there.id.in_(ids[start : start + _AT_ONCE]))
                )
                rows = connection.execute(question).all()
                living.update(row.id for row in rows if not self._over(row, now))
        return living

    def sessions(self, name: str) -> tuple[Session, ...]:
        """Return the sessions of a person that have not ended, the oldest first."""
        now = self.incidents.time()
        question = _asked().where(s.people.c.key == key_of(name))
        with self.incidents.reading() as connection:
            rows = connection.execute(question.order_by(s.sessions.c.made)).all()
        return tuple(_session(row) for row in rows if not self._over(row, now))

    def rotate(self, token: str) -> str | None:
        """Replace the token of a session and return the new one; None if the session has ended."""
        found = self.session(token)
        if found is None:
            return None
        fresh = token_of(self._draw(32))
        with self.incidents.writing() as journal:
            changed = journal.connection.execute(
                update(s.sessions)
                .where(s.sessions.c.token == hash_of(token))
                .values(token=hash_of(fresh))
            )
            return fresh if changed.rowcount else None

    def sign_out(self, token: str) -> None:
        """End a session, if it has not ended already."""
        with self.incidents.writing() as journal:
            question = _asked().where(s.sessions.c.token == hash_of(token))
            row = journal.connection.execute(question).first()
            if row is not None:
                self._end(journal, row, Kind.SIGNED_OUT, row.name)

    def revoke(self, session_id: str, by: str) -> None:
        """End a session: people may end their own, administrators any."""
        with self.incidents.writing() as journal:
            question = _asked().where(s.sessions.c.id == session_id)
            row = journal.connection.execute(question).first()
            if row is None or key_of(by) != row.key:
                self._require_manager(journal, by)
            if row is None:
                raise PeopleRefused(Reason.NO_SUCH_SESSION, say("accounts.no_session"))
            self._end(journal, row, Kind.SESSION_REVOKED, by)

    def revoke_all(self, name: str, by: str) -> int:
        """End all sessions of a person, and return how many there were."""
        with self.incidents.writing() as journal:
            if key_of(by) != key_of(name):
                self._require_manager(journal, by)
            self._known(journal, name)
            question = _asked().where(s.people.c.key == key_of(name))
            rows = journal.connection.execute(question).all()
            for row in rows:
                self._end(journal, row, Kind.SESSION_REVOKED, by)
            return len(rows)

    def sweep(self) -> int:
        """End the sessions that have expired without being asked for; return how many."""
        now = self.incidents.time()
        with self.incidents.reading() as connection:
            rows = [row for row in connection.execute(_asked()) if self._over(row, now)]
        return self._expire(rows) if rows else 0

    def change_own_password(self, name: str, old: str, new: str, where: str = "") -> None:
        """Replace a person's password, which needs the old one and ends all their sessions.

        A wrong old password counts as a failure to sign in.
        """
        record = self._peek(name)
        if record is not None:
            check_password(new, record.name, AccountRole(record.post))
        # Who changes it is signed in, and has given a code then.
        person = self._sign_in(name, old, where, lambda *_: Passed()).session.person
        hashed = self._hashed(new, person.name, person.role)
        with self.incidents.writing() as journal:
            self._change_password(journal, self._known(journal, name), hashed, person.name)

    def reset_own_second_factor(self, name: str, password: str, code: str, where: str = "") -> None:
        """Remove one's own second factor, for another device; it needs the password and a code."""
        self.sign_in(name, password, where, code)
        with self.incidents.writing() as journal:
            record = self._known(journal, name)
            self._reset_factor(journal, record, record.name)

    def _over(self, row: Row[Any], now: int) -> bool:
        if row.ends is not None and row.ends <= now:
            return True
        return bool(row.locked) or self.limits.over(AccountRole(row.post), row.begun, row.seen, now)

    def _touch(self, now: int, *rows: Row[Any]) -> None:
        """Store the activity of sessions in one transaction, except of those stored just now."""
        last = now - self.limits.touch * 1000
        stale = [row.session_id for row in rows if row.seen <= last]
        if not stale:
            return
        there = s.sessions.c
        with self.incidents.changing() as connection:
            connection.execute(
                update(s.sessions).where(there.id.in_(stale), there.seen < now).values(seen=now)
            )

    def _expire(self, rows: list[Row[Any]]) -> int:
        """Delete sessions that have expired, so that no clock can revive them."""
        ended = 0
        with self.incidents.writing() as journal:
            for row in rows:
                ended += self._end(journal, row, Kind.SESSION_EXPIRED, SERVER)
        return ended

    def _end(self, journal: JournalTransaction, row: Row[Any], kind: Kind, by: str) -> int:
        gone = journal.connection.execute(
            delete(s.sessions).where(s.sessions.c.id == row.session_id)
        ).rowcount
        if gone:
            journal.note(kind, by, row.name, detail={"session": row.session_id})
        return int(gone)
