"""The door: signing in and out, and knowing who it is by a token."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Row, Select, delete, insert, select, update

from croupier.accounts.base import Record, person_of
from croupier.accounts.passwords import check_password
from croupier.accounts.person import DOOR, Post, checked_name, key_of
from croupier.accounts.refusals import PeopleRefused, Reason
from croupier.accounts.register import Accounts
from croupier.accounts.sessions import Session, SignedIn, hash_of, token_of
from croupier.store import schema as s
from croupier.store.clock import written
from croupier.store.incidents import Kind, Pen, clean

_MOST_NAMES = 50
_AT_ONCE = 5000
"""How many sessions are asked about in one question: databases have a limit."""


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
    ).join(s.sessions, there.person == s.people.c.key)


class Door(Accounts):
    """Lets people in, each time with a fresh token, and knows who has ended."""

    def sign_in(self, name: str, password: str, where: str = "") -> SignedIn:
        """Let a person in by their password, or raise `PeopleRefused`.

        An unknown name takes as long as a known one and is answered alike. That an account is
        locked is told only to who has the right password.
        """
        while True:
            seen = self._peek(name)
            right = self._hasher.verify(None if seen is None else seen.password, password)
            stale = right and seen is not None and self._hasher.stale(seen.password)
            fresh = self._hasher.hash(password) if stale else None
            with self.incidents.writing() as pen:
                record = None if seen is None else self._known(pen, name)
                if record is not None and seen is not None and record.password != seen.password:
                    continue  # changed while it was looked at
                answer = self._answer(pen, record, right, where)
                if fresh is not None and record is not None and isinstance(answer, SignedIn):
                    self._set(pen, record, password=fresh)
            if isinstance(answer, PeopleRefused):
                raise answer
            return answer

    def _answer(
        self, pen: Pen, record: Record | None, right: bool, where: str
    ) -> SignedIn | PeopleRefused:
        # What was typed as an unknown name is not noted: it may be somebody's password.
        name = None if record is None else record.name
        detail = {"where": clean(where)}
        wrong = PeopleRefused(Reason.BAD_CREDENTIALS, "the name or the password is wrong")
        if record is None or not right:
            pen.note(Kind.SIGN_IN_FAILED, DOOR, name, detail=detail)
            if record is not None and self._count_failure(pen, record):
                until = written(pen.now / 1000 + self.limits.lock)
                pen.note(Kind.LOCKED, DOOR, name, after=until, detail={"what": "password"})
            return wrong
        if record.locked or (record.held is not None and record.held > pen.now):
            pen.note(Kind.SIGN_IN_FAILED, DOOR, name, detail={**detail, "reason": "locked"})
            return PeopleRefused(Reason.LOCKED, "this account is locked")
        self._set(pen, record, failed="[]", held=None)
        return self._begin(pen, self._known(pen, record.name), where)

    def _begin(self, pen: Pen, record: Record, where: str) -> SignedIn:
        token, id = token_of(self._draw(32)), token_of(self._draw(12))
        row = {
            "id": id,
            "token": hash_of(token),
            "person": record.key,
            "place": clean(where),
            "made": pen.now,
            "seen": pen.now,
        }
        pen.connection.execute(insert(s.sessions).values(row))
        pen.note(
            Kind.SIGNED_IN, record.name, record.name, detail={"where": clean(where), "session": id}
        )
        return SignedIn(token, Session(id, person_of(record), clean(where), pen.at, pen.at))

    def guest(self, name: str | None = None, where: str = "") -> SignedIn:
        """Let somebody in without a password, as a patron whose account lasts one session."""
        with self.incidents.writing() as pen:
            if name is None:
                name = self._free_name(pen)
            name = checked_name(name)
            self._require_no_wallet(pen, name)
            self._add(pen, name, Post.PLAYER, DOOR, guest=True)
            return self._begin(pen, self._known(pen, name), where)

    def _free_name(self, pen: Pen) -> str:
        for tried in range(_MOST_NAMES):
            name = friendly(self._draw(8), 2 + tried // 5)
            taken = select(s.wallets.c.name).where(s.wallets.c.name == name)
            if self._record(pen.connection, name) is None and not pen.connection.scalar(taken):
                return name
        raise PeopleRefused(Reason.NAME_TAKEN, "no free name was found: try again")

    def session(self, token: str, *, touch: bool = True) -> Session | None:
        """Give the session of a token; None if there is none, or it has ended.

        It counts as a sign of life unless `touch` is false.
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
        if touch:
            self._touch(now, row)
        return _session(row)

    def touch(self, *session_ids: str) -> None:
        """Take signs of life from sockets that have checked their tokens long ago, all at once."""
        now = self.incidents.time()
        with self.incidents.reading() as connection:
            question = _asked().where(s.sessions.c.id.in_(session_ids))
            rows = connection.execute(question).all()
        self._touch(now, *(row for row in rows if not self._over(row, now)))

    def alive(self, session_ids: Collection[str]) -> set[str]:
        """Say which sessions have not ended; it is no sign of life."""
        now, there, ids = self.incidents.time(), s.sessions.c, list(session_ids)
        living: set[str] = set()
        with self.incidents.reading() as connection:
            for start in range(0, len(ids), _AT_ONCE):
                question = (
                    select(there.id, there.made.label("begun"), there.seen)
                    .add_columns(s.people.c.post, s.people.c.locked)
                    .join(s.people, there.person == s.people.c.key)
                    .where(there.id.in_(ids[start : start + _AT_ONCE]))
                )
                rows = connection.execute(question).all()
                living.update(row.id for row in rows if not self._over(row, now))
        return living

    def sessions(self, name: str) -> tuple[Session, ...]:
        """Give the sessions of a person that have not ended, the oldest first."""
        now = self.incidents.time()
        question = _asked().where(s.people.c.key == key_of(name))
        with self.incidents.reading() as connection:
            rows = connection.execute(question.order_by(s.sessions.c.made)).all()
        return tuple(_session(row) for row in rows if not self._over(row, now))

    def rotate(self, token: str) -> str | None:
        """Replace the token of a session that lasts; None if it has ended."""
        found = self.session(token)
        if found is None:
            return None
        fresh = token_of(self._draw(32))
        with self.incidents.writing() as pen:
            changed = pen.connection.execute(
                update(s.sessions)
                .where(s.sessions.c.token == hash_of(token))
                .values(token=hash_of(fresh))
            )
            return fresh if changed.rowcount else None

    def sign_out(self, token: str) -> None:
        """End a session; one that has ended already is no mistake."""
        with self.incidents.writing() as pen:
            question = _asked().where(s.sessions.c.token == hash_of(token))
            row = pen.connection.execute(question).first()
            if row is not None:
                self._end(pen, row, Kind.SIGNED_OUT, row.name)

    def revoke(self, session_id: str, by: str) -> None:
        """End somebody's session: one's own, or any by an administrator."""
        with self.incidents.writing() as pen:
            question = _asked().where(s.sessions.c.id == session_id)
            row = pen.connection.execute(question).first()
            if row is None or key_of(by) != row.key:
                self._require_manager(pen, by)
            if row is None:
                raise PeopleRefused(Reason.NO_SUCH_SESSION, "there is no such session")
            self._end(pen, row, Kind.SESSION_REVOKED, by)

    def revoke_all(self, name: str, by: str) -> int:
        """End all sessions of a person; give how many there were."""
        with self.incidents.writing() as pen:
            if key_of(by) != key_of(name):
                self._require_manager(pen, by)
            self._known(pen, name)
            question = _asked().where(s.people.c.key == key_of(name))
            rows = pen.connection.execute(question).all()
            for row in rows:
                self._end(pen, row, Kind.SESSION_REVOKED, by)
            return len(rows)

    def sweep(self) -> int:
        """End the sessions that nobody has asked about since their time was over."""
        now = self.incidents.time()
        with self.incidents.reading() as connection:
            rows = [row for row in connection.execute(_asked()) if self._over(row, now)]
        return self._expire(rows) if rows else 0

    def change_own_password(self, name: str, old: str, new: str, where: str = "") -> None:
        """Let a person choose a new password by the old one; all their sessions end.

        A wrong old one counts as a failure to sign in.
        """
        record = self._peek(name)
        if record is not None:
            check_password(new, record.name, Post(record.post))
        person = self.sign_in(name, old, where).session.person
        hashed = self._hashed(new, person.name, person.post)
        with self.incidents.writing() as pen:
            self._change_password(pen, self._known(pen, name), hashed, person.name)

    def _over(self, row: Row[Any], now: int) -> bool:
        return bool(row.locked) or self.limits.over(Post(row.post), row.begun, row.seen, now)

    def _touch(self, now: int, *rows: Row[Any]) -> None:
        """Note that sessions were seen, in one transaction; those seen just now are left alone."""
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
        """Remove sessions for good, so that no clock can revive them."""
        ended = 0
        with self.incidents.writing() as pen:
            for row in rows:
                ended += self._end(pen, row, Kind.SESSION_EXPIRED, DOOR)
        return ended

    def _end(self, pen: Pen, row: Row[Any], kind: Kind, by: str) -> int:
        gone = pen.connection.execute(
            delete(s.sessions).where(s.sessions.c.id == row.session_id)
        ).rowcount
        if gone:
            pen.note(kind, by, row.name, detail={"session": row.session_id})
        return int(gone)


_ADJECTIVES: Final = (
    "amber bold brave bright calm clever coral cosmic crimson dapper eager early gentle golden "
    "happy humble ivory jade jolly keen kind lively lucky mellow merry misty noble opal patient "
    "plucky polite proud quick quiet rapid ruby silent silver smart snowy spry steady sunny swift "
    "tidy velvet warm witty zesty"
)
_ANIMALS: Final = (
    "badger bear beaver bison crane dolphin eagle egret falcon finch fox gecko hare hawk hedgehog "
    "heron ibis jaguar kestrel koala lark lemur lion lynx magpie marten mole moose otter owl panda "
    "parrot pelican penguin puffin quail raven robin seal sparrow stoat stork swallow swan tiger "
    "toucan turtle walrus wren yak"
)
_HOW, _WHO = _ADJECTIVES.split(), _ANIMALS.split()


def friendly(entropy: bytes, digits: int = 2) -> str:
    """Make a name like "lucky heron 42" from eight random bytes."""
    drawn = int.from_bytes(entropy, "big")
    drawn, how = divmod(drawn, len(_HOW))
    drawn, who = divmod(drawn, len(_WHO))
    number = drawn % 10**digits
    return f"{_HOW[how]} {_WHO[who]} {number:0{digits}}"
