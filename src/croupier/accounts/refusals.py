"""Why people are turned away: a closed list of reasons."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Every way in which a person is turned away."""

    BAD_CREDENTIALS = "bad_credentials"
    """Name or secret is wrong; which of them is never said."""
    LOCKED = "locked"
    """The password was right, and the account is locked."""
    PIN_LOCKED = "pin_locked"
    """The PIN was right, and is locked after wrong ones."""
    NAME_TAKEN = "name_taken"
    NO_SUCH_PERSON = "no_such_person"
    NO_SUCH_SESSION = "no_such_session"
    WEAK_PASSWORD = "weak_password"
    WEAK_PIN = "weak_pin"
    BAD_INVITATION = "bad_invitation"
    """It is not the open one, it was used, or its time is over."""
    LAST_ADMINISTRATOR = "last_administrator"
    """Nobody could let people in any more."""
    GUEST = "guest"
    """A guest has no password and no other post."""


class PeopleRefused(Exception):
    """A person who is turned away: the reason, and a sentence for them."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message

    def __str__(self) -> str:
        return f"{self.reason}: {self.message}"
