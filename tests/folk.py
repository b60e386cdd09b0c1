"""What the tests of people share: a clock to turn, quick hashing that is counted, a full house."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, text

from croupier.accounts import CONSOLE, AccountRole, Hasher, Limits, People, PeopleRefused
from croupier.store.address import Address
from croupier.store.clock import Clock
from croupier.store.incidents import Incident
from croupier.store.queries import engine_of
from croupier.store.schema import metadata

SECRET = "correct horse battery"
OTHER = "staple in the haystack"
PIN = "480213"


class Time:
    """A machine's two clocks: one can be set, the other only goes on."""

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        self.wall = start
        self.steady = 50.0

    def go(self, seconds: float) -> None:
        """Let time pass."""
        self.wall += seconds
        self.steady += seconds

    def set(self, seconds: float) -> None:
        """Set the clock on, or back."""
        self.wall += seconds

    def clock(self) -> Clock:
        """Give what a process starts with."""
        return Clock(lambda: self.wall, lambda: self.steady)


class Counted(PasswordHasher):
    """Argon2id with next to no cost; counts how often it is computed."""

    computed = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        """Count a hash."""
        self.computed += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        """Count a verification."""
        self.computed += 1
        return super().verify(hash, password)


class Quick(Hasher):
    """What passwords are hashed by in tests."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__()
        self._counted = Counted(time_cost, 8, 1)
        self._argon = self._counted

    @property
    def computed(self) -> int:
        """How often argon2id was computed."""
        return self._counted.computed


@contextmanager
def people_of(
    database: str, time: Time | None = None, limits: Limits | None = None
) -> Iterator[People]:
    """Open the people of a database."""
    clock = (time or Time()).clock()
    with People.open(database, clock=clock, hasher=Quick(), limits=limits) as people:
        yield people


def staffed(people: People) -> None:
    """Add one of each post: the name is the post's."""
    for post in AccountRole:
        people.add(post.value, post, CONSOLE, password=SECRET, tables=["t1"])


def refused(act: Callable[..., object], *words: Any, **named: Any) -> str:
    """Give the reason that something is refused for."""
    with pytest.raises(PeopleRefused) as caught:
        act(*words, **named)
    return str(caught.value.reason)


def noted(people: People, after: int = 0) -> list[Incident]:
    """Give the incidents after a number."""
    return list(people.incidents.after(after, 10_000))


def last(people: People) -> Incident:
    """Give the last incident."""
    return noted(people)[-1]


def everything(database: str) -> str:
    """Give all rows of all tables as one text."""
    engine = engine_of(Address.parse(database))
    with engine.connect() as connection:
        rows = [repr(row) for table in metadata.sorted_tables for row in rows_of(connection, table)]
    engine.dispose()
    return "\n".join(rows)


def rows_of(connection: Any, table: Any) -> Any:
    """Give the rows of a table."""
    return connection.execute(select(table)).all()


def tampered(database: str, *statements: str) -> None:
    """Change rows as the owner of a database can: the guards are taken away first."""
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            for act in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER IF EXISTS incidents_keeps_{act}"))
        else:
            connection.execute(text("SET session_replication_role = replica"))
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()
