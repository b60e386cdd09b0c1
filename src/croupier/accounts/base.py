"""What the parts of `People` share: the database, the journal, the clock, hashing and limits."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, Row, delete, func, insert, select, update

from croupier.accounts.look_alikes import FORM, skeleton
from croupier.accounts.passwords import Hasher, Hashing
from croupier.accounts.person import (
    ALL,
    HOUSE_PREFIX,
    AccountRole,
    PeopleRefused,
    Person,
    Reason,
    Tables,
    key_of,
)
from croupier.accounts.throttle import Paces
from croupier.accounts.totp import Plain, Sealing
from croupier.errors import Code, Refused
from croupier.money import CENT
from croupier.store import schema as s
from croupier.store.address import Address
from croupier.store.clock import Clock, written
from croupier.store.incidents import CLOCK, Incidents, JournalTransaction, Kind, engine_for
from croupier.store.migrate import prepare
from croupier.words import say


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things last and how often they may fail, in seconds."""

    staff_idle: float = 5 * 60
    """Staff who have not acted for so long give their PIN or password before they act again."""
    staff_shift: float = 12 * 60 * 60
    """A session of the staff ends after this time, not sooner: a screen that watches stays live."""
    patron_idle: float = 30 * 60
    longest: float = 12 * 60 * 60
    """A patron's session ends after this time, even if it is in use."""
    touch: float = 5
    """How many seconds pass before the time of the last activity is written again."""
    paces: Paces = field(default_factory=Paces)
    """How fast wrong passwords and codes may be tried."""
    pins: int = 3
    """How many wrong PINs one colleague may give until that colleague is refused."""
    pins_of_all: int = 10
    """How many all colleagues may give until the PIN is held for everybody."""
    pins_within: float = 30 * 60
    pin_hold: float = 30 * 60
    """How long a PIN is held after that many failures."""
    invitation: float = 24 * 60 * 60

    def over(self, role: AccountRole, made: int, seen: int, now: int) -> bool:
        """Return True if a session has ended; times are in milliseconds."""
        if role.staff:
            return now - made > self.staff_shift * 1000
        return now - seen > self.patron_idle * 1000 or now - made > self.longest * 1000

    def idle(self, role: AccountRole, seen: int, now: int) -> bool:
        """Return True if the staff have not acted for long; `seen` is when they last did."""
        return role.staff and now - seen > self.staff_idle * 1000


Record = Row[Any]
"""A row of people with its secrets; it never leaves this package."""

FAR = 24 * 60 * 60
"""How many seconds a stored time may be ahead of the clock and still count."""


class AccountsBase:
    """Opens a database for people, and looks people up."""

    def __init__(
        self,
        engine: Engine,
        *,
        clock: Clock | None = None,
        hasher: Hashing | None = None,
        limits: Limits | None = None,
        draw: Callable[[int], bytes] = secrets.token_bytes,
        second_factor: bool = False,
        sealing: Sealing | None = None,
    ) -> None:
        """Use `People.open`, unless there is an engine of `engine_for` already.

        With `second_factor` the staff signs in with a code too; `sealing` writes its secrets.
        """
        self.second_factor = second_factor
        self._sealing = sealing or Plain()
        self._engine = engine
        self.incidents = Incidents(engine, clock)
        self.limits = limits or Limits()
        self._hasher = hasher or Hasher()
        self._draw = draw
        self._set_clock()
        self._add_skeletons()

    @classmethod
    def open(
        cls,
        database: str,
        *,
        clock: Clock | None = None,
        hasher: Hashing | None = None,
        limits: Limits | None = None,
        draw: Callable[[int], bytes] = secrets.token_bytes,
        second_factor: bool = False,
        sealing: Sealing | None = None,
    ) -> Self:
        """Open a database by path or URL; create it if it does not exist, upgrade an older one.

        A house may have the same database open. Any thread and several processes may use it.
        """
        clock = clock or Clock()
        prepare(Address.parse(database), CENT, clock.text())
        return cls(
            engine_for(database),
            clock=clock,
            hasher=hasher,
            limits=limits,
            draw=draw,
            second_factor=second_factor,
            sealing=sealing,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    def _set_clock(self) -> None:
        """Set the clock no earlier than the latest stored time: what has ended stays ended."""
        clock = self.incidents.clock
        with self.incidents.reading() as connection:
            latest = connection.execute(select(s.journal.c.latest)).scalar_one()
            seen = connection.execute(select(func.max(s.sessions.c.seen))).scalar()
        latest = max(latest, seen or 0)
        if latest / 1000 - clock.now() <= FAR:
            clock.at_least(latest / 1000)
            self.incidents.time()
            return
        # The clock was wrong by days and would stay wrong: start again, with nobody signed in.
        with self.incidents.writing() as journal:
            journal.connection.execute(delete(s.sessions))
            journal.connection.execute(delete(s.invitations))
            journal.connection.execute(delete(s.throttles))
            journal.connection.execute(update(s.people).values(pin_held=None, pin_failed="[]"))
            journal.connection.execute(update(s.journal).values(latest=journal.now))
            journal.note(Kind.CLOCK_BACK, CLOCK, before=written(latest / 1000), after=journal.at)

    def _add_skeletons(self) -> None:
        """Work out what names look like that came from an earlier version or a backup."""
        kept = s.skeletons.c
        with self.incidents.reading() as connection:
            there = select(kept.person).where(kept.skeleton.startswith(FORM, autoescape=True))
            question = select(s.people.c.key).where(s.people.c.key.not_in(there)).limit(1)
            if connection.execute(question).first() is None:
                return
        with self.incidents.changing() as connection:
            connection.execute(delete(s.skeletons))
            names = connection.execute(select(s.people.c.key, s.people.c.name)).all()
            rows = [{"person": key, "skeleton": skeleton(name)} for key, name in names]
            connection.execute(insert(s.skeletons), rows)

    # What the parts of `People` share

    def _record(self, connection: Connection, name: str) -> Record | None:
        question = select(s.people).where(s.people.c.key == key_of(name))
        return connection.execute(question).first()

    def _known(self, journal: JournalTransaction, name: str) -> Record:
        record = None
        if _storable(name):
            record = self._record(journal.connection, name)
        if record is None:
            raise PeopleRefused(Reason.NO_SUCH_PERSON, say("accounts.nobody"))
        return record

    def _peek(self, name: str) -> Record | None:
        """Return a record, read outside a transaction; None if there is none."""
        if not _storable(name):
            return None
        with self.incidents.reading() as connection:
            return self._record(connection, name)

    def _require_manager(self, journal: JournalTransaction, by: str) -> None:
        """Raise `Refused` unless `by` is an administrator or the house itself."""
        if by.startswith(HOUSE_PREFIX):
            return
        record = self._record(journal.connection, by) if _storable(by) else None
        if record is None or record.post != AccountRole.ADMINISTRATOR or record.locked:
            raise Refused(Code.NOT_ALLOWED, say("accounts.administrator_only"))

    def _set(self, journal: JournalTransaction, record: Record, **values: object) -> None:
        journal.connection.execute(
            update(s.people).where(s.people.c.key == record.key).values(**values)
        )

    def _end_links(self, journal: JournalTransaction, record: Record) -> None:
        """Let links for a person's password end: they were made for the account as it was."""
        links = s.account_links
        journal.connection.execute(delete(links).where(links.c.person == record.key))

    def _end_sessions(self, journal: JournalTransaction, record: Record) -> int:
        gone = journal.connection.execute(
            delete(s.sessions).where(s.sessions.c.person == record.key)
        )
        return int(gone.rowcount)


def _storable(name: str) -> bool:
    """Return True if a text can be a stored name."""
    return len(name) <= 1000 and "\0" not in name and name.isprintable()


def tables_of(record: Record) -> Tables:
    """Return the tables that a person is assigned to."""
    return ALL if record.tables is None else tuple(json.loads(record.tables))


def person_of(record: Record) -> Person:
    """Return the public part of a record."""
    return Person(
        record.name,
        AccountRole(record.post),
        tables_of(record),
        bool(record.locked),
        bool(record.guest),
        record.made,
    )
