"""Double entry: accounts, immutable transfers, a book of balances. Knows nothing of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, assert_never


class Kind(StrEnum):
    """What an account is for."""

    CAGE = "cage"
    """The world outside: where the chips of a table come from and go to."""
    FLOAT = "float"
    """The chips in the table's tray."""
    DROP = "drop"
    """The cash in the box under the table, paid for chips from the tray."""
    CHIPS = "chips"
    """Chips that people carry: taken from the table in the hand, or brought to it."""
    HOUSE = "house"
    """What the house has won or lost on bets."""
    FEES = "fees"
    """What the house has taken in fees."""
    PATRON = "patron"
    """A patron's free chips."""
    STAKE = "stake"
    """Chips held for one bet."""
    WAGER = "wager"
    """Chips that a player-dealer wagers."""


OVERDRAWN = frozenset({Kind.CAGE, Kind.FLOAT, Kind.CHIPS, Kind.HOUSE})
"""May be negative: the outside world, a tray waiting for a fill, chips that came from elsewhere,
and a house that loses."""


HELD = frozenset({Kind.STAKE, Kind.WAGER})
"""Hold money for a time: it comes by a `Hold`, and goes by a `Post` or a `Void`."""


class Account(NamedTuple):
    """A place for money: a kind and, where there are several of that kind, a name."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else str(self.kind)


CAGE = Account(Kind.CAGE)
FLOAT = Account(Kind.FLOAT)
DROP = Account(Kind.DROP)
CHIPS = Account(Kind.CHIPS)
HOUSE = Account(Kind.HOUSE)
FEES = Account(Kind.FEES)


BOUGHT_FROM = (CAGE, CHIPS, FLOAT)
"""Where a patron's chips come from and go to that are bought, brought, cashed or taken along: what
moves there is neither won nor lost."""


def patron(name: str) -> Account:
    """Return a patron's account."""
    return Account(Kind.PATRON, name)


def stake(bet: str) -> Account:
    """Return the account that holds the chips of a bet."""
    return Account(Kind.STAKE, bet)


def wager(name: str) -> Account:
    """Return the account that holds the wager of a player-dealer."""
    return Account(Kind.WAGER, name)


@dataclass(frozen=True, slots=True)
class Move:
    """Money goes from one account to another at once."""

    source: Account
    target: Account
    amount: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Money is set aside under a name until it is posted or voided: a bet that was placed."""

    id: str
    source: Account
    held: Account
    amount: int


@dataclass(frozen=True, slots=True)
class Post:
    """Of what was held, so much goes to an account, and the rest back to where it came from."""

    id: str
    target: Account
    amount: int


@dataclass(frozen=True, slots=True)
class Void:
    """What was held goes back to where it came from."""

    id: str


Transfer = Move | Hold | Post | Void


class Overdrawn(Exception):
    """An account has less than the amount to be taken from it."""

    def __init__(self, account: Account, balance: int, amount: int) -> None:
        super().__init__(account, balance, amount)
        self.account = account
        self.balance = balance
        self.amount = amount

    def __str__(self) -> str:
        return f"{self.account} has {self.balance}, not {self.amount}"


class InvalidTransfer(Exception):
    """A transfer that makes no sense: a name used twice or not at all, or no whole amount."""


@dataclass(frozen=True, slots=True)
class Book:
    """Balances by account, zero balances left out, and amounts held by name.

    Booking returns a new book. Settled holds are removed, so a book does not grow with the number
    of rounds played.
    """

    balances: Mapping[Account, int] = field(default_factory=dict)
    holds: Mapping[str, Hold] = field(default_factory=dict)

    def balance(self, account: Account) -> int:
        """Return the balance of an account."""
        return self.balances.get(account, 0)

    def book(self, *transfers: Transfer) -> Book:
        """Return the book after these transfers; raise if one is refused, and book none."""
        balances, holds = dict(self.balances), dict(self.holds)
        for transfer in transfers:
            _apply(balances, holds, transfer)
        return Book(balances, holds)

    @property
    def total(self) -> int:
        """The sum of all accounts: zero."""
        return sum(self.balances.values())

    @classmethod
    def of(cls, transfers: Iterable[Transfer]) -> Book:
        """Return the book of a list of transfers."""
        return cls().book(*transfers)


def _apply(balances: dict[Account, int], holds: dict[str, Hold], transfer: Transfer) -> None:
    match transfer:
        case Move(source, target, amount):
            if source.kind in HELD:
                raise InvalidTransfer(f"what {source} holds is posted or voided, not moved")
            _move(balances, source, target, amount)
        case Hold(name, source, held, amount):
            if name in holds:
                raise InvalidTransfer(f'something is held as "{name}" already')
            if held.kind not in HELD or balances.get(held):
                raise InvalidTransfer(f"{held} cannot hold it")
            _move(balances, source, held, amount)
            holds[name] = transfer
        case Post(name, target, amount):
            hold = _take(holds, name)
            _check(amount)
            if amount > hold.amount:
                raise InvalidTransfer(
                    f'"{name}" holds {hold.amount}, less than the {amount} to be posted'
                )
            _move(balances, hold.held, target, amount)
            _move(balances, hold.held, hold.source, hold.amount - amount)
        case Void(name):
            hold = _take(holds, name)
            _move(balances, hold.held, hold.source, hold.amount)
        case _:
            assert_never(transfer)


def _take(holds: dict[str, Hold], name: str) -> Hold:
    if name not in holds:
        raise InvalidTransfer(f'nothing is held as "{name}"')
    return holds.pop(name)


def _move(balances: dict[Account, int], source: Account, target: Account, amount: int) -> None:
    _check(amount)
    left = balances.get(source, 0) - amount
    if left < 0 and source.kind not in OVERDRAWN:
        raise Overdrawn(source, balances.get(source, 0), amount)
    _put(balances, source, left)
    _put(balances, target, balances.get(target, 0) + amount)


def _check(amount: object) -> None:
    # type, not isinstance: true is no amount.
    if type(amount) is not int or amount < 0:
        raise InvalidTransfer(f"{amount!r} is no whole amount")


def _put(balances: dict[Account, int], account: Account, balance: int) -> None:
    if balance:
        balances[account] = balance
    else:
        balances.pop(account, None)
