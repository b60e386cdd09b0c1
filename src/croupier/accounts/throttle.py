"""Wrong passwords and codes make one wait, longer each time; they never lock anybody out.

Three counts are kept: of an account from one address, of an address over all accounts, and of an
account over all addresses. The last one bounds a guess that comes from many addresses; an address
from which the account was signed in before waits only for the first, so a stranger elsewhere cannot
keep the owner out. What comes too soon is refused before anything is computed, and does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from croupier.accounts.person import PeopleRefused, Reason, key_of
from croupier.store import schema as s
from croupier.store.incidents import clean
from croupier.words import say

MOST_PLACES = 20
"""How many addresses are remembered from which a person has signed in."""

_UNKNOWN_NAMES = 1 << 16


@dataclass(frozen=True, slots=True)
class Pace:
    """How many failures are free, and the first and the longest wait after them, in seconds."""

    free: int
    first: float
    longest: float
    leak: float = 0
    """Seconds after which one failure is forgiven; 0 if they are only forgotten together."""

    def wait(self, failures: int) -> float:
        """Return how long to wait after so many failures in a row: twice as long each time."""
        beyond = failures - self.free
        if beyond < 0:
            return 0
        return min(self.longest, self.first * 2.0 ** min(beyond, 60))


def too_soon(wait: int) -> PeopleRefused:
    """Return the refusal of what comes so many seconds too soon."""
    return PeopleRefused(Reason.THROTTLED, say("accounts.too_soon", seconds=wait))


class Count(StrEnum):
    """What failures are counted of."""

    PAIR = "pair"
    ADDRESS = "address"
    ACCOUNT = "account"
    CODE = "code"
    """Codes of the second factor, after the right password."""
    KNOWN = "known"
    """No failure: an address from which the person has signed in."""


@dataclass(frozen=True, slots=True)
class Paces:
    """How fast wrong passwords and codes may be tried."""

    pair: Pace = Pace(3, 10, 15 * 60)
    # Many patrons may share an address: one failure a minute is nothing there.
    address: Pace = Pace(20, 10, 5 * 60, leak=60)
    account: Pace = Pace(50, 10, 60, leak=60)
    code: Pace = Pace(3, 10, 15 * 60)
    forget: float = 30 * 60
    """Failures are forgotten after so many seconds without one."""

    def of(self, count: Count) -> Pace:
        """Return the pace of a count."""
        match count:
            case Count.PAIR:
                return self.pair
            case Count.ADDRESS:
                return self.address
            case Count.ACCOUNT:
                return self.account
            case _:
                return self.code


class Source(NamedTuple):
    """Whose password is tried, and from where."""

    person: str
    place: str

    @classmethod
    def of(cls, name: str, where: str, *, known: bool) -> Source:
        """Return the source of a sign-in.

        A name that nobody has may be a password in the wrong field: only 16 bits of its hash are
        kept, so that strangers are answered alike and nothing can be read off them.
        """
        if known:
            return cls(key_of(name), _place(where))
        digest = sha256(key_of(name[:1000]).encode(errors="replace")).digest()
        return cls(f"?{int.from_bytes(digest[:4]) % _UNKNOWN_NAMES}", _place(where))

    def row(self, count: Count) -> tuple[str, str, str]:
        """Return the key of the row that has a count."""
        person = "" if count is Count.ADDRESS else self.person
        place = "" if count in (Count.ACCOUNT, Count.CODE) else self.place
        return count.value, person, place


def _place(where: str) -> str:
    """Return what is counted as one address: with IPv6 a whole network, as one house has."""
    try:
        found = ip_address(where.partition("%")[0])
    except ValueError:
        return clean(where)
    if not isinstance(found, IPv6Address):
        return str(found)
    mapped = found.ipv4_mapped
    return str(mapped) if mapped is not None else f"{found.exploded[:19]}::/64"


_PASSWORD = (Count.PAIR, Count.ADDRESS, Count.ACCOUNT)


class Throttle:
    """The counts of failures, inside a transaction; times are in milliseconds."""

    def __init__(self, connection: Connection, now: int, paces: Paces) -> None:
        """Use a connection; `now` is the time of the transaction."""
        self._connection = connection
        self._now = now
        self._paces = paces

    def wait(self, source: Source) -> int:
        """Return how many seconds to wait until the next password; 0 if it may be tried now."""
        counts: tuple[Count, ...] = _PASSWORD
        if self._get(source.row(Count.KNOWN)) is not None:
            counts = (Count.PAIR,)
        return max(self._left(source, count) for count in counts)

    def require(self, source: Source) -> None:
        """Raise `PeopleRefused` if the next password comes too soon."""
        if wait := self.wait(source):
            raise too_soon(wait)

    def wait_for_code(self, source: Source) -> int:
        """Return how many seconds to wait until the next code."""
        return self._left(source, Count.CODE)

    def _left(self, source: Source, count: Count) -> int:
        found = self._get(source.row(count))
        return 0 if found is None else max(0, -(-(found[1] - self._now) // 1000))

    def failed(self, source: Source) -> int:
        """Count a wrong password; return how many seconds to wait after it."""
        self._sweep()
        return max(self._fail(source, count) for count in _PASSWORD)

    def code_failed(self, source: Source) -> int:
        """Count a wrong code; return how many seconds to wait after it."""
        return self._fail(source, Count.CODE)

    def worked(self, source: Source) -> None:
        """Forget the failures of this pair, and remember the address.

        Those of the address stay: who has an account must not be able to clear them.
        """
        self._forget(source.row(Count.PAIR))
        self._forget(source.row(Count.KNOWN))
        self._put(source.row(Count.KNOWN), 1, self._now)
        row = s.throttles.c
        mine = select(row.place).where(row.kind == Count.KNOWN.value, row.person == source.person)
        old = self._connection.execute(
            mine.order_by(row.last.desc(), row.place).offset(MOST_PLACES)
        ).scalars()
        for place in old.all():
            self._forget((Count.KNOWN.value, source.person, place))

    def code_worked(self, source: Source) -> None:
        """Forget wrong codes."""
        self._forget(source.row(Count.CODE))

    def _get(self, key: tuple[str, str, str]) -> tuple[int, int] | None:
        """Return how many failures a row has and until when to wait; None if there is no row."""
        row = s.throttles.c
        found = self._connection.execute(
            select(row.failures, row.until, row.last).where(
                row.kind == key[0], row.person == key[1], row.place == key[2]
            )
        ).first()
        if found is None:
            return None
        quiet = self._now - max(found.last, found.until) > self._paces.forget * 1000
        if quiet and key[0] != Count.KNOWN:
            return None
        leak = self._paces.of(Count(key[0])).leak * 1000
        forgiven = int((self._now - found.last) / leak) if leak else 0
        return max(0, found.failures - forgiven), found.until

    def _fail(self, source: Source, count: Count) -> int:
        key = source.row(count)
        before = self._get(key)
        failures = 1 if before is None else before[0] + 1
        wait = self._paces.of(count).wait(failures)
        self._forget(key)
        self._put(key, failures, self._now + int(wait * 1000))
        return int(wait)

    def _put(self, key: tuple[str, str, str], failures: int, until: int) -> None:
        kind, person, place = key
        self._connection.execute(
            insert(s.throttles).values(
                kind=kind,
                person=person,
                place=place,
                failures=failures,
                last=self._now,
                until=until,
            )
        )

    def _forget(self, key: tuple[str, str, str]) -> None:
        row = s.throttles.c
        self._connection.execute(
            delete(s.throttles).where(row.kind == key[0], row.person == key[1], row.place == key[2])
        )

    def _sweep(self) -> None:
        """Delete counts that are forgotten, so that strangers cannot fill the database."""
        row = s.throttles.c
        before = self._now - int(self._paces.forget * 1000)
        self._connection.execute(
            delete(s.throttles).where(
                row.kind != Count.KNOWN.value, row.last < before, row.until < before
            )
        )


def forget_person(connection: Connection, key: str) -> None:
    """Forget every failure with a person's account."""
    row = s.throttles.c
    connection.execute(delete(s.throttles).where(row.person == key, row.kind != Count.KNOWN.value))


def waiting(connection: Connection, key: str, now: int) -> bool:
    """Return True if somebody has to wait for the next password of a person."""
    row = s.throttles.c
    found = select(func.count()).where(row.person == key, row.until > now)
    return bool(connection.execute(found).scalar_one())
