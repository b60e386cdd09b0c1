"""One thing asked of the server, and what came back: no transport, no colour."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import token_hex

import msgspec

from croupier.client.results import Refused, SignedOut

UNSETTLED = frozenset({"not_stored", "closing"})
"""Codes after which nobody knows, or another process may do it: sent again under the same id."""

_BETWEEN = frozenset({502, 503, 504})
"""What a proxy says when the server behind it does not answer."""


def new_id() -> str:
    """Make the id of a command, before it is sent the first time."""
    return token_hex(16)


@dataclass(frozen=True, slots=True)
class Call:
    """A request: over HTTP, or as a frame where it has one."""

    method: str
    path: str
    body: bytes | None = field(default=None, repr=False)
    id: str | None = None
    repeatable: bool = True
    """Whether it counts once however often it arrives."""

    @property
    def what(self) -> str:
        """Name it for a person."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing came back."""

    sent: bool
    """Whether it may have arrived."""


class _Error(msgspec.Struct, frozen=True):
    code: str
    message: str = ""
    rule: str | None = None


class _Refusal(msgspec.Struct, frozen=True):
    error: _Error


_read_refusal = msgspec.json.Decoder(_Refusal).decode


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the body, and the HTTP status or None over the socket."""

    ok: bool
    data: bytes
    status: int | None = None

    @property
    def settled(self) -> bool:
        """Whether it is known now what came of it."""
        if self.ok:
            return True
        code = self.refusal.code
        return code not in UNSETTLED and not (code == "unreadable" and self.status in _BETWEEN)

    @property
    def refusal(self) -> Refused:
        """The refusal that it is."""
        try:
            error = _read_refusal(self.data).error
        except msgspec.MsgspecError:
            error = _Error("unreadable", f"the answer has the status {self.status} and no reason")
        return refused(error.code, error.message, error.rule, self.status)


def refused(code: str, message: str, rule: str | None, status: int | None) -> Refused:
    """Make the exception for a code."""
    kind = SignedOut if code == "not_signed_in" else Refused
    return kind(code, message, rule, status)
