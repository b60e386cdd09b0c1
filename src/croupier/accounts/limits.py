"""How long sessions, locks and invitations last, and how many wrong passwords lock an account."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.accounts.person import AccountRole


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things last and how often they may fail, in seconds."""

    staff_idle: float = 5 * 60
    patron_idle: float = 30 * 60
    longest: float = 12 * 60 * 60
    """A session ends after this time, even if it is in use."""
    touch: float = 5
    """How many seconds pass before the time of the last activity is written again."""
    failures: int = 3
    failures_within: float = 30 * 60
    lock: float = 30 * 60
    """How long an account or a PIN is locked after that many failures."""
    invitation: float = 24 * 60 * 60

    def over(self, role: AccountRole, made: int, seen: int, now: int) -> bool:
        """Return True if a session has ended; times are in milliseconds."""
        idle = self.staff_idle if role.staff else self.patron_idle
        return now - seen > idle * 1000 or now - made > self.longest * 1000
