"""What a proof ends with where a database does not hold."""

from __future__ import annotations


class BadStore(Exception):
    """A database that does not hold: where, and why."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(where, reason)
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"
