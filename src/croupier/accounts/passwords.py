"""Passwords, PINs and tokens: which are good enough, and how they are stored.

Passwords and PINs are stored as argon2id hashes, with the low-memory parameters of RFC 9106
(64 MiB, three passes). A password is normalised by NFKC, so that it is the same from every
keyboard.
"""

from __future__ import annotations

import re
import unicodedata
from base64 import urlsafe_b64encode
from hashlib import sha256
from itertools import pairwise
from threading import BoundedSemaphore
from typing import Final, Protocol

from croupier.accounts.person import AccountRole, PeopleRefused, Reason, key_of
from croupier.words import Message, say

LEAST_STAFF: Final = 12
LEAST_PATRON: Final = 8
MOST_PASSWORD: Final = 1000
LEAST_PIN: Final = 6
MOST_PIN: Final = 12

_FIRST_TRIED = (
    "password passwort passwrd qwerty qwertyuiop qwertz letmein welcome iloveyou abc abcdef "
    "admin administrator dealer baccarat croupier casino changeme secret monkey dragon"
)
_STEMS = frozenset(_FIRST_TRIED.split())
_RUN = "0123456789" * 3


class Hashing(Protocol):
    """Hashes secrets; tests count the calls."""

    def hash(self, secret: str) -> str:
        """Return the hash of a secret, to be stored."""
        ...

    def verify(self, stored: str | None, secret: str) -> bool:
        """Return True if a secret matches the hash; without one, False after the same time."""
        ...

    def stale(self, stored: str) -> bool:
        """Return True if a hash was made with other parameters than today's."""
        ...


class Hasher:
    """Argon2id, only a few at a time, because each needs much memory."""

    def __init__(
        self,
        *,
        time_cost: int = 3,
        memory_kib: int = 65536,
        parallelism: int = 4,
        at_once: int = 4,
    ) -> None:
        """Use parameters; by default those of RFC 9106 for little memory."""
        # Imported here, because `croupier verify` reads people but never hashes.
        from argon2 import PasswordHasher

        self._argon = PasswordHasher(time_cost, memory_kib, parallelism)
        self._places = BoundedSemaphore(at_once)

    def hash(self, secret: str) -> str:
        """Return the hash of a secret, to be stored."""
        with self._places:
            return self._argon.hash(normal(secret))

    def verify(self, stored: str | None, secret: str) -> bool:
        """Return True if a secret matches the hash; without one, False after the same time."""
        from argon2.exceptions import InvalidHashError, VerificationError

        if len(secret) > MOST_PASSWORD or not _encodable(secret):
            stored, secret = None, ""
        if stored is None:
            self.hash(secret)
            return False
        try:
            with self._places:
                return self._argon.verify(stored, normal(secret))
        except (VerificationError, InvalidHashError):
            return False

    def stale(self, stored: str) -> bool:
        """Return True if a hash was made with other parameters than today's."""
        return self._argon.check_needs_rehash(stored)


def normal(secret: str) -> str:
    """Return a secret as it is hashed."""
    return unicodedata.normalize("NFKC", secret)


def _encodable(secret: str) -> bool:
    try:
        secret.encode()
    except UnicodeEncodeError:
        return False
    return True


def _weak(said: Message) -> PeopleRefused:
    return PeopleRefused(Reason.WEAK_PASSWORD, said)


def check_password(password: str, name: str, role: AccountRole) -> None:
    """Raise `PeopleRefused` for a password that is too short, too long or easy to guess."""
    if len(password) > MOST_PASSWORD or not _encodable(password):
        raise _weak(say("accounts.password_too_long", most=f"{MOST_PASSWORD:,}"))
    least = LEAST_STAFF if role.staff else LEAST_PATRON
    kept = normal(password)
    if len(kept) < least:
        raise _weak(say("accounts.password_too_short", least=least))
    folded, own = key_of(kept), key_of(normal(name))
    stem, own_stem = (re.sub(r"[\W\d_]+", "", text) for text in (folded, own))
    if own in (folded, folded[::-1]) or stem in _STEMS or (stem and stem == own_stem):
        raise _weak(say("accounts.password_guessed"))
    if len(set(folded)) < 4 or folded in _RUN:
        raise _weak(say("accounts.password_few"))


def check_pin(pin: str) -> None:
    """Raise `PeopleRefused` for a PIN that is not 6 to 12 digits, or is easy to guess."""
    if not (pin.isascii() and pin.isdigit() and LEAST_PIN <= len(pin) <= MOST_PIN):
        raise PeopleRefused(
            Reason.WEAK_PIN, say("accounts.pin_digits", least=LEAST_PIN, most=MOST_PIN)
        )
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    if len(steps) == 1 and steps <= {0, 1, 9}:
        raise PeopleRefused(Reason.WEAK_PIN, say("accounts.pin_run"))


def token_of(entropy: bytes) -> str:
    """Return random bytes as a token that fits into a cookie or an address."""
    return urlsafe_b64encode(entropy).rstrip(b"=").decode()


def hash_of(token: str) -> str:
    """Return the hash that is stored of a token; a token is too long to be guessed from it."""
    return sha256(token.encode(errors="replace")).hexdigest()
