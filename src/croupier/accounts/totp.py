"""Codes of a second factor by the time (TOTP, RFC 6238), and recovery codes that work once."""

from __future__ import annotations

import hmac
from base64 import b32encode
from hashlib import sha256
from typing import Final, Protocol
from urllib.parse import quote

from croupier.store.sealing import Place, Purpose, Sealer

STEP: Final = 30
"""Seconds that a code is shown."""
DIGITS: Final = 6
AROUND: Final = 1
"""How many steps a clock may be ahead or behind."""
SECRET_BYTES: Final = 20
RECOVERY_CODES: Final = 10
_RECOVERY_BYTES = 10


_PLACE = Place(Purpose.SECOND_FACTOR, "", 0)


class Sealing(Protocol):
    """Writes the secret of a second factor for the database, and reads it again."""

    def seal(self, secret: bytes) -> str:
        """Return a secret as it is stored."""

    def open(self, stored: str) -> bytes:
        """Return the secret."""


class Plain:
    """Stores the secret as it is, in hexadecimal digits; a house with a vault key seals it."""

    def seal(self, secret: bytes) -> str:
        """Return a secret as it is stored."""
        return f"plain:{secret.hex()}"

    def open(self, stored: str) -> bytes:
        """Return the secret."""
        return bytes.fromhex(stored.removeprefix("plain:"))


class Sealed:
    """Seals the secret as the vault does, and opens those from before that are stored plain."""

    def __init__(self, sealer: Sealer) -> None:
        """Use the data keys of a database."""
        self._sealer = sealer

    def seal(self, secret: bytes) -> str:
        """Return a secret as it is stored."""
        return f"sealed:{self._sealer.seal(_PLACE, secret).hex()}"

    def open(self, stored: str) -> bytes:
        """Return the secret; raise `BadSeal` if it was sealed with another key."""
        kind, _, data = stored.partition(":")
        return (
            Plain().open(stored)
            if kind == "plain"
            else self._sealer.open(_PLACE, bytes.fromhex(data))
        )


def code_at(secret: bytes, step: int, digits: int = DIGITS, hash: str = "sha1") -> str:
    """Return the code of a time step."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), hash)
    offset = digest[-1] & 15
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: bytes, code: str, now: float, last: int) -> int | None:
    """Return the time step of a code; None if it is wrong, or was used: each works once."""
    middle = int(now // STEP)
    found = None
    for step in range(middle - AROUND, middle + AROUND + 1):
        right = hmac.compare_digest(code_at(secret, step).encode(), code.encode(errors="replace"))
        if right and step > last:
            found = step
    return found


def typed(code: str) -> str:
    """Return a code as it was meant: without spaces and hyphens, in small letters."""
    return "".join(code.split()).replace("-", "").lower()


def uri_of(secret: bytes, name: str, house: str = "croupier") -> str:
    """Return the address that an authenticator app takes the secret from."""
    label = f"{quote(house, safe='')}:{quote(name, safe='')}"
    period = f"algorithm=SHA1&digits={DIGITS}&period={STEP}"
    return f"otpauth://totp/{label}?secret={base32(secret)}&issuer={quote(house, safe='')}&{period}"


def base32(secret: bytes) -> str:
    """Return a secret as people type it into an app."""
    return b32encode(secret).decode().rstrip("=")


def recovery_codes(entropy: bytes) -> tuple[str, ...]:
    """Return recovery codes made from random bytes, each of 80 bits, in groups of four."""
    made = []
    for start in range(0, RECOVERY_CODES * _RECOVERY_BYTES, _RECOVERY_BYTES):
        text = b32encode(entropy[start : start + _RECOVERY_BYTES]).decode().lower()
        made.append("-".join(text[at : at + 4] for at in range(0, len(text), 4)))
    return tuple(made)


RECOVERY_ENTROPY: Final = RECOVERY_CODES * _RECOVERY_BYTES


def recovery_hash(code: str) -> str:
    """Return what is stored of a recovery code; 80 random bits cannot be guessed from it."""
    return sha256(b"croupier.recovery.1\0" + typed(code).encode(errors="replace")).hexdigest()
