"""Movements of money, never changed once made; a correction is another transfer."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.ledger.accounts import Account


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
