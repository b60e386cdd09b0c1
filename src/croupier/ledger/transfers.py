"""Accounts at a table and transfers between them; a transfer is never changed, only followed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What an account is for."""

    CAGE = "cage"
    """The world outside: where the chips of a table come from and go to."""
    FLOAT = "float"
    """The chips in the table's tray."""
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


OVERDRAWN = frozenset({Kind.CAGE, Kind.FLOAT, Kind.HOUSE})
"""May be negative: the outside world, a tray waiting for a fill, and a house that loses."""


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
HOUSE = Account(Kind.HOUSE)
FEES = Account(Kind.FEES)


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
