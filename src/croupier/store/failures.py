"""What can go wrong with a database, and what it means for the caller."""

from __future__ import annotations


class WrongDatabase(Exception):
    """The database cannot be used: it is missing, is not croupier's, or has another schema."""


class NotStored(Exception):
    """The database did not confirm the command, so it must not be acknowledged.

    It may have been stored all the same, if the confirmation was lost. Sending the same command
    with the same id finds out, and does nothing twice.
    """


class FilesLost(NotStored):
    """A file of the database was removed, replaced or cut while it was in use."""


class Busy(Exception):
    """Other processes kept changing the table; nothing was stored."""


class Conflict(Exception):
    """The table has changed since the command was decided."""


class LimitsChanged(Conflict):
    """The limits of a patron have changed since the command was decided."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Repeated(Exception):
    """The same actor used the id before; the answer is in the table `results`."""


class InsufficientFunds(Exception):
    """A wallet has less than is to be taken from it."""

    def __init__(self, name: str, balance: int, amount: int) -> None:
        super().__init__(name, balance, amount)
        self.name = name
        self.balance = balance
        self.amount = amount


class WalletFull(Exception):
    """A wallet would hold more than `MOST_MONEY`."""


class BadStore(Exception):
    """A check of a database failed: where, and why."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(where, reason)
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"
