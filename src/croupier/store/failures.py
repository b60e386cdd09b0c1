"""What can go wrong with a database, and what that means for whoever waits for an answer."""

from __future__ import annotations


class WrongDatabase(Exception):
    """It cannot be worked with: not there, not croupier's, or of another schema."""


class NotStored(Exception):
    """The database did not confirm the command: nothing of it may be acknowledged.

    It may have been stored all the same, if the confirmation was lost on its way. Sending the
    same command with the same id finds that out and does nothing twice.
    """


class Busy(Exception):
    """Others were always faster at this table; nothing was stored."""


class Conflict(Exception):
    """The table has moved on since the command was decided."""


class Repeated(Exception):
    """The id was used before by the same actor; how it was answered is in the results."""


class InsufficientFunds(Exception):
    """A wallet does not have what is to be taken from it."""

    def __init__(self, name: str, balance: int, amount: int) -> None:
        super().__init__(name, balance, amount)
        self.name = name
        self.balance = balance
        self.amount = amount


class WalletFull(Exception):
    """A wallet would hold more than a row takes."""


class BadStore(Exception):
    """A database that does not hold: where, and why."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(where, reason)
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"
