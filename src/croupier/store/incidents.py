"""The journal of incidents (significant events): who, when, and what was before and after.

Entries are never changed and form a hash chain, so `croupier verify` finds what was changed. The
journal never contains a password, a PIN or a token.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Row, case, event, insert, select, update
from sqlalchemy.exc import DBAPIError

from croupier.store import schema as s
from croupier.store.address import Address
from croupier.store.clock import Clock, written
from croupier.store.failures import NotStored, WrongDatabase
from croupier.store.hash_chain import row_hash
from croupier.store.queries import engine_of
from croupier.store.watched_files import WatchedFiles

CLOCK = "house:clock"
MOST_TEXT = 200
MOST_DETAIL = 10_000


class Kind(StrEnum):
    """The kinds of incidents."""

    SIGNED_IN = "signed_in"
    SIGN_IN_FAILED = "sign_in_failed"
    SIGNED_OUT = "signed_out"
    SESSION_EXPIRED = "session_expired"
    SESSION_REVOKED = "session_revoked"
    SESSION_RESUMED = "session_resumed"
    THROTTLED = "throttled"
    LOCKED = "locked"
    UNLOCKED = "unlocked"
    PERSON_ADDED = "person_added"
    ROLE_CHANGED = "post_changed"
    TABLES_CHANGED = "tables_changed"
    PASSWORD_CHANGED = "password_changed"
    PIN_CHANGED = "pin_changed"
    SECOND_FACTOR_CHANGED = "second_factor_changed"
    APPROVAL_GIVEN = "approval_given"
    APPROVAL_REFUSED = "approval_refused"
    INVITATION_MADE = "invitation_made"
    INVITATION_USED = "invitation_used"
    LINK_MADE = "link_made"
    LINK_USED = "link_used"
    ACCOUNT_CLOSED = "account_closed"
    LIMITS_CHANGED = "limits_changed"
    DETAILS_ERASED = "details_erased"
    CLOCK_BACK = "clock_back"
    SERVER_STARTED = "server_started"
    SERVER_STOPPED = "server_stopped"
    OUTAGE_BEGAN = "outage_began"
    OUTAGE_ENDED = "outage_ended"
    LARGE_BET = "large_bet"
    GAME_OFFERED = "game_offered"
    GAME_WITHDRAWN = "game_withdrawn"
    VAULT_KEY_ROTATED = "vault_key_rotated"
    LOSS_ACCEPTED = "loss_accepted"
    VARIANCE = "variance"
    TEMPLATE_SAVED = "template_saved"
    TEMPLATE_DELETED = "template_deleted"
    SHIFT_HANDED_OVER = "shift_handed_over"


@dataclass(frozen=True, slots=True)
class Incident:
    """An entry of the journal; `before`, `after` and `detail` are JSON values."""

    number: int
    at: str
    kind: Kind
    actor: str
    subject: str | None = None
    table_id: str | None = None
    before: Any = None
    after: Any = None
    detail: Any = None


def clean(text: str, most: int = MOST_TEXT) -> str:
    """Return a text from outside as a column takes it: printable, and not too long."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in text[:most])
    return shown.encode(errors="replace").decode()


def _json(value: object) -> str | None:
    if value is None:
        return None
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    if len(text) > MOST_DETAIL:
        raise ValueError(f"an incident tells {MOST_DETAIL:,} characters at most, not {len(text):,}")
    return text


class JournalTransaction:
    """A transaction that writes about people; no other one does so until it is committed."""

    def __init__(self, connection: Connection, now: int, number: int, head: str) -> None:
        """Continue from the head of the chain; `now` is in milliseconds."""
        self.connection = connection
        self.now = now
        self.number = number
        self.head = head

    @property
    def at(self) -> str:
        """The time of this transaction as the database writes it."""
        return written(self.now / 1000)

    def note(
        self,
        kind: Kind,
        actor: str,
        subject: str | None = None,
        *,
        table_id: str | None = None,
        before: object = None,
        after: object = None,
        detail: object = None,
    ) -> None:
        """Write an entry and chain it to the one before."""
        self.number += 1
        row: tuple[str | int | None, ...] = (
            self.number,
            self.at,
            kind.value,
            clean(actor),
            None if subject is None else clean(subject),
            None if table_id is None else clean(table_id),
            _json(before),
            _json(after),
            _json(detail),
        )
        self.head = row_hash(self.head, *row)
        values = dict(zip(s.incidents.c.keys(), (*row, self.head), strict=True))
        self.connection.execute(insert(s.incidents).values(values))


class Incidents:
    """The journal of a database; any thread may read and write it."""

    def __init__(self, engine: Engine, clock: Clock | None = None) -> None:
        """Use an engine of `engine_for`, and the time of a clock."""
        self._engine = engine
        self._files = _FILES.get(engine)
        self.clock = clock or Clock()

    def note(
        self,
        kind: Kind,
        actor: str,
        subject: str | None = None,
        *,
        table_id: str | None = None,
        before: object = None,
        after: object = None,
        detail: object = None,
    ) -> int:
        """Write an entry in a transaction of its own, and return its number."""
        with self.writing() as journal:
            journal.note(
                kind,
                actor,
                subject,
                table_id=table_id,
                before=before,
                after=after,
                detail=detail,
            )
        return journal.number

    def after(
        self, number: int, most: int = 100, *, kind: Kind | None = None, subject: str | None = None
    ) -> tuple[Incident, ...]:
        """Return the entries after a number, in order."""
        entry = s.incidents.c
        question = select(s.incidents).where(entry.number > number).order_by(entry.number)
        if kind is not None:
            question = question.where(entry.kind == kind.value)
        if subject is not None:
            question = question.where(entry.subject == subject)
        with self.reading() as connection:
            return tuple(map(read_incident, connection.execute(question.limit(most))))

    def before(
        self, number: int | None = None, most: int = 100, *, kind: Kind | None = None
    ) -> tuple[Incident, ...]:
        """Return the entries before a number, or the last ones of all; the latest first."""
        entry = s.incidents.c
        question = select(s.incidents).order_by(entry.number.desc())
        if number is not None:
            question = question.where(entry.number < number)
        if kind is not None:
            question = question.where(entry.kind == kind.value)
        with self.reading() as connection:
            return tuple(map(read_incident, connection.execute(question.limit(most))))

    def last(self, *kinds: Kind) -> Incident | None:
        """Return the latest entry of one of these kinds; None if there is none."""
        entry = s.incidents.c
        question = (
            select(s.incidents)
            .where(entry.kind.in_([kind.value for kind in kinds]))
            .order_by(entry.number.desc())
            .limit(1)
        )
        with self.reading() as connection:
            row = connection.execute(question).first()
        return None if row is None else read_incident(row)

    def time(self) -> int:
        """Return the time in milliseconds; a clock that went back becomes an incident first."""
        now = self.clock.now()
        for back in self.clock.take_steps_back():
            before, after = written(back.expected), written(back.shown)
            try:
                with self._writing(int(now * 1000)) as journal:
                    journal.note(Kind.CLOCK_BACK, CLOCK, before=before, after=after)
            except NotStored:
                self.clock.remember(back)
                raise
        return int(now * 1000)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection for reading; raise `NotStored` if the database is gone."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except DBAPIError as wrong:
            raise NotStored(f"the database cannot be read: {wrong.orig}") from wrong

    @contextmanager
    def writing(self) -> Iterator[JournalTransaction]:
        """Yield a transaction; it is committed at the end, or rolled back by an exception."""
        with self._writing(self.time()) as journal:
            yield journal

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        """Yield a transaction that notes no incident; its first statement writes something."""
        with self._committing() as connection:
            yield connection

    @contextmanager
    def _committing(self) -> Iterator[Connection]:
        """Yield a transaction; raise `NotStored` if it fails, or its files are gone."""
        try:
            with self._engine.begin() as connection:
                yield connection
                if self._files is not None:
                    self._files.check()
        except DBAPIError as wrong:
            raise NotStored(f"the database did not take it: {wrong.orig}") from wrong
        if self._files is not None:
            self._files.check_committed()

    @contextmanager
    def _writing(self, now: int) -> Iterator[JournalTransaction]:
        latest = s.journal.c.latest
        # The first statement takes the lock in both databases; all that follows sees what earlier
        # transactions have committed.
        taken = (
            update(s.journal)
            .values(latest=case((latest < now, now), else_=latest))
            .returning(s.journal.c.number, s.journal.c.head)
        )
        with self._committing() as connection:
            number, head = connection.execute(taken).one()
            journal = JournalTransaction(connection, now, number, head)
            yield journal
            if journal.number != number:
                connection.execute(
                    update(s.journal).values(number=journal.number, head=journal.head)
                )


def read_incident(row: Row[Any]) -> Incident:
    """Return an entry as it is stored."""
    number, at, kind, actor, subject, table_id, *told = row[:-1]
    before, after, detail = (None if text is None else json.loads(text) for text in told)
    return Incident(number, at, Kind(kind), actor, subject, table_id, before, after, detail)


def engine_for(database: str) -> Engine:
    """Return an engine that writes about people; a house may have the same database open."""
    address = Address.parse(database)
    if address.path is not None and not address.path.is_file():
        raise WrongDatabase(f"cannot read {address}: no such file")
    engine = engine_of(address, write=True, make=False)
    if address.path is not None:
        files = _FILES[engine] = WatchedFiles(address.path)
        event.listen(engine, "connect", _settings)
        event.listen(engine, "engine_disposed", lambda _: files.close())
    return engine


_FILES: WeakKeyDictionary[Engine, WatchedFiles] = WeakKeyDictionary()
"""The files of SQLite databases, by the engines that write to them."""


def _settings(connection: Any, _: object) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
