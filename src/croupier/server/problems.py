"""What the server itself refuses, before a table or a wallet is asked: a closed list of codes."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from croupier.errors import Code
from croupier.words import Message, as_json, say


class ProblemCode(StrEnum):
    """Why the server refused a request, as clients read it."""

    NOT_SIGNED_IN = "not_signed_in"
    BAD_CREDENTIALS = "bad_credentials"
    LOCKED = "locked"
    FORBIDDEN = "forbidden"
    PIN_NEEDED = "pin_needed"
    STAFF_PORT = "staff_port"
    FOREIGN_ORIGIN = "foreign_origin"
    NOT_FOUND = "not_found"
    NOT_READABLE = "not_readable"
    CONFLICT = "conflict"
    TOO_MANY = "too_many"
    BUSY = "busy"
    NOT_STORED = "not_stored"
    CLOSING = "closing"


OUR_MISTAKE = "our_mistake"
"""The code for a bug of the server."""

STATUS = {
    ProblemCode.NOT_SIGNED_IN: 401,
    ProblemCode.BAD_CREDENTIALS: 401,
    ProblemCode.LOCKED: 403,
    ProblemCode.FORBIDDEN: 403,
    ProblemCode.PIN_NEEDED: 403,
    ProblemCode.STAFF_PORT: 403,
    ProblemCode.FOREIGN_ORIGIN: 403,
    ProblemCode.NOT_FOUND: 404,
    ProblemCode.NOT_READABLE: 400,
    ProblemCode.CONFLICT: 409,
    ProblemCode.TOO_MANY: 429,
    ProblemCode.BUSY: 503,
    ProblemCode.NOT_STORED: 503,
    ProblemCode.CLOSING: 503,
}
"""The HTTP status of each code."""

UNREADABLE = {
    Code.MALFORMED,
    Code.BAD_AMOUNT,
    Code.BAD_CARD,
    Code.UNKNOWN_BET,
    Code.UNKNOWN_COMMAND,
    Code.UNKNOWN_GAME,
}
FORBIDDEN = {Code.NOT_ALLOWED, Code.NOT_YOURS}


def refusal_status(code: str) -> int:
    """Return the HTTP status of a table's refusal: unreadable, forbidden, or not now."""
    if code in UNREADABLE:
        return 400
    return 403 if code in FORBIDDEN else 409


class Problem(Exception):
    """The server refuses a request: the code, and a sentence for a person."""

    def __init__(self, code: ProblemCode, said: Message) -> None:
        super().__init__(code, said)
        self.code = code
        self.said = said

    @property
    def message(self) -> str:
        """The sentence in English."""
        return str(self.said)

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return STATUS[self.code]

    @property
    def retry_after(self) -> int | None:
        """The seconds after which to come again, for the header; None if that would not help."""
        return 1 if self.code in (ProblemCode.TOO_MANY, ProblemCode.BUSY) else None


def write_problem(code: str, said: Message, rule: str | None = None) -> dict[str, Any]:
    """Return a refusal as the JSON object that every answer uses."""
    error = {"code": code, "message": str(said), "rule": rule, "said": as_json(said)}
    return {"ok": False, "error": error}


def write_our_mistake() -> dict[str, Any]:
    """Return the answer to a request that a bug of the server has spoilt."""
    return write_problem(OUR_MISTAKE, say("server.our_mistake"))
