"""What the server itself turns away, before a table or a wallet is asked: a closed list."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from croupier.errors import Code


class Door(StrEnum):
    """Why somebody does not get through the door."""

    NOT_SIGNED_IN = "not_signed_in"
    BAD_CREDENTIALS = "bad_credentials"
    LOCKED = "locked"
    FORBIDDEN = "forbidden"
    FOREIGN_ORIGIN = "foreign_origin"
    NOT_FOUND = "not_found"
    NOT_READABLE = "not_readable"
    CONFLICT = "conflict"
    TOO_MANY = "too_many"
    NOT_STORED = "not_stored"
    CLOSING = "closing"


OURS = "our_mistake"
"""The code of what is nobody's fault but the server's."""

OUR_MISTAKE = "something went wrong here; it is noted"

STATUS = {
    Door.NOT_SIGNED_IN: 401,
    Door.BAD_CREDENTIALS: 401,
    Door.LOCKED: 403,
    Door.FORBIDDEN: 403,
    Door.FOREIGN_ORIGIN: 403,
    Door.NOT_FOUND: 404,
    Door.NOT_READABLE: 400,
    Door.CONFLICT: 409,
    Door.TOO_MANY: 429,
    Door.NOT_STORED: 503,
    Door.CLOSING: 503,
}
"""The HTTP status of each."""

UNREADABLE = {
    Code.MALFORMED,
    Code.BAD_AMOUNT,
    Code.BAD_CARD,
    Code.UNKNOWN_BET,
    Code.UNKNOWN_COMMAND,
    Code.UNKNOWN_GAME,
}
FORBIDDEN = {Code.NOT_ALLOWED, Code.NOT_YOURS}


def status_of(code: str) -> int:
    """Give the HTTP status of a refusal at a table: unreadable, forbidden, or not now."""
    if code in UNREADABLE:
        return 400
    return 403 if code in FORBIDDEN else 409


class Problem(Exception):
    """Somebody is turned away: why, and a sentence for a person."""

    def __init__(self, door: Door, message: str) -> None:
        super().__init__(door, message)
        self.door = door
        self.message = message

    @property
    def status(self) -> int:
        """The HTTP status that says so."""
        return STATUS[self.door]


def write_problem(code: str, message: str, rule: str | None = None) -> dict[str, Any]:
    """Write a refusal as everybody writes one."""
    return {"ok": False, "error": {"code": code, "message": message, "rule": rule}}
