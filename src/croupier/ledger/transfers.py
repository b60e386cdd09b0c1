"""Who can hold money at a table, and how it moves: a transfer is never changed, only followed."""

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
    """Chips that a player-dealer has put up."""


OVERDRAWN = frozenset({Kind.CAGE, Kind.FLOAT, Kind.HOUSE})
"""What may owe: the outside world, a tray that a fill is on its way to, and a house that loses."""


HELD = frozenset({Kind.STAKE, Kind.WAGER})
"""What holds money for a while: it comes by a hold, and goes when that is posted or voided."""


class Account(NamedTuple):
    """A place for money: a kind and, where there are many of it, a name."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else str(self.kind)


CAGE = Account(Kind.CAGE)
FLOAT = Account(Kind.FLOAT)
HOUSE = Account(Kind.HOUSE)
FEES = Account(Kind.FEES)


def patron(name: str) -> Account:
    """Give a patron's account."""
    return Account(Kind.PATRON, name)


def stake(bet: str) -> Account:
    """Give the account that holds the chips of a bet."""
    return Account(Kind.STAKE, bet)


def wager(name: str) -> Account:
    """Give the account that holds what a player-dealer has put up."""
    return Account(Kind.WAGER, name)


@dataclass(frozen=True, slots=True)
class Move:
    """Money goes from one account to another, for good."""

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
