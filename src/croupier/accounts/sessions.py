"""Somebody who is signed in: for how long, and by which token."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from croupier.accounts.person import Person, Post


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things last and how often they may fail, in seconds."""

    staff_idle: float = 5 * 60
    patron_idle: float = 30 * 60
    longest: float = 12 * 60 * 60
    """After this a session ends, however busy it is."""
    touch: float = 5
    """How old the time of the last sign of life may be before it is written again."""
    failures: int = 3
    failures_within: float = 30 * 60
    lock: float = 30 * 60
    """How long nobody is let in after so many failures."""
    invitation: float = 24 * 60 * 60

    def over(self, post: Post, made: int, seen: int, now: int) -> bool:
        """Say whether a session has ended; times are in milliseconds."""
        idle = self.staff_idle if post.staff else self.patron_idle
        return now - seen > idle * 1000 or now - made > self.longest * 1000


@dataclass(frozen=True, slots=True)
class Session:
    """A person who is signed in. Its id is no secret; its token is not in it."""

    id: str
    person: Person
    where: str
    made: str
    seen: str


class SignedIn(NamedTuple):
    """A new session with the token that proves it; the token is stored nowhere."""

    token: str
    session: Session


def token_of(entropy: bytes) -> str:
    """Write entropy as a token that fits into a cookie or an address."""
    return urlsafe_b64encode(entropy).rstrip(b"=").decode()


def hash_of(token: str) -> str:
    """Give what is stored of a token: it has too much entropy to be guessed from this."""
    return sha256(token.encode(errors="replace")).hexdigest()
