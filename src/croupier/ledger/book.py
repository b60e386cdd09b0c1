"""Balances after a list of transfers. Their sum is zero, whatever was booked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from croupier.ledger.transfers import HELD, OVERDRAWN, Account, Hold, Move, Post, Transfer, Void


class Overdrawn(Exception):
    """An account does not have what is to be taken from it."""

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
    """Balances by account, those of nothing left out, and what is held under which name.

    Booking gives a new book. What was held and is settled is gone from it, so a book stays as
    small as the table is, however long it is played at.
    """

    balances: Mapping[Account, int] = field(default_factory=dict)
    holds: Mapping[str, Hold] = field(default_factory=dict)

    def balance(self, account: Account) -> int:
        """Say what an account has."""
        return self.balances.get(account, 0)

    def book(self, *transfers: Transfer) -> Book:
        """Book transfers one after the other: all of them or, if one is refused, none."""
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
        """Book a whole list from nothing."""
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
