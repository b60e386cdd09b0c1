"""Sealing what the vault keeps: AES-256-GCM, each row bound to its place and its purpose.

A sealed row is

    version (1 byte) ‖ data key (4 bytes) ‖ nonce (12) ‖ ciphertext and tag ‖ checksum (16)

The associated data names the purpose, the table and the number of the row, and repeats the first
five bytes, so a row that is moved elsewhere does not open. The checksum needs no key: it is the
start of a SHA-256 over the associated data and everything before it, so `croupier verify` notices
a row that was damaged or swapped. Only the tag, checked with the key, shows a careful forgery.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
_TAG = b"croupier.vault.1\0"
_VERSION = b"\x01"
"""The first byte of a sealed row. Rows of earlier schemas are JSON and begin with a brace."""
_HEADER, _NONCE, _CHECKSUM = 5, 12, 16


class BadSeal(ValueError):
    """Raised for bytes that cannot be opened here: damaged, moved, or sealed with another key."""


class Purpose(StrEnum):
    """What a sealed row is for; a row of one purpose does not open for another."""

    SHOE = "shoe"
    """A row of `vault`: the seed or the order of a shoe, and the salt of its seals."""
    MARK = "mark"
    """A row of `vault_snapshots`: how far a shoe is dealt, and its cards that lie face down."""
    SECOND_FACTOR = "second_factor"
    """The secret that a member of staff has in an authenticator app."""


class Place(NamedTuple):
    """Where a sealed row belongs: its purpose, its table, and the number of its shoe or event."""

    purpose: Purpose
    table_id: str
    number: int

    def bound(self, header: bytes) -> bytes:
        """Return the associated data of a row at this place."""
        name = self.table_id.encode()
        length, number = len(name).to_bytes(4, "big"), self.number.to_bytes(8, "big")
        return _TAG + self.purpose.encode() + b"\0" + length + name + number + header


def _checksum(bound: bytes, sealed: bytes) -> bytes:
    return sha256(bound + sealed).digest()[:_CHECKSUM]


def check_sealed(place: Place, sealed: bytes) -> int:
    """Return the number of the data key that a row is sealed with; raise `BadSeal`.

    No key is needed: the row is whole and in its place, unless somebody forged the checksum too.
    """
    if sealed[:1] == b"{":
        raise BadSeal("it is not encrypted")
    body, said = sealed[:-_CHECKSUM], sealed[-_CHECKSUM:]
    if body[:1] != _VERSION or len(body) < _HEADER + _NONCE + 16:
        raise BadSeal("it is no sealed row")
    if _checksum(place.bound(body[:_HEADER]), body) != said:
        raise BadSeal("it was changed, or belongs elsewhere")
    return int.from_bytes(body[1:_HEADER], "big")


class Sealer:
    """Seals rows with the newest data key, and opens rows of any data key that it has."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        """Use data keys by their numbers."""
        assert keys, "there is a data key to seal with"
        self._keys = dict(keys)

    @classmethod
    def random(cls) -> Sealer:
        """Return a sealer with a key that nobody else has, for a house in memory."""
        return cls({1: secrets.token_bytes(KEY_BYTES)})

    def seal(self, place: Place, data: bytes) -> bytes:
        """Return data as it is stored at a place."""
        number = max(self._keys)
        header = _VERSION + number.to_bytes(4, "big")
        # Random, not a counter: several processes seal with one key, and a counter would repeat
        # after a restored backup. Random nonces of 96 bits are safe for 2**32 rows of one key (a
        # chance of 2**-32 that any two are the same); a house of 1,000 tables seals far fewer in a
        # century, one row a shoe and one in 500 events.
        nonce = secrets.token_bytes(_NONCE)
        bound = place.bound(header)
        body = header + nonce + AESGCM(self._keys[number]).encrypt(nonce, data, bound)
        return body + _checksum(bound, body)

    def open(self, place: Place, sealed: bytes) -> bytes:
        """Return what was sealed at a place; raise `BadSeal`."""
        number = check_sealed(place, sealed)
        key = self._keys.get(number)
        if key is None:
            raise BadSeal(f"it is sealed with data key {number}, which is not known here")
        body = sealed[:-_CHECKSUM]
        nonce, secret = body[_HEADER : _HEADER + _NONCE], body[_HEADER + _NONCE :]
        try:
            return AESGCM(key).decrypt(nonce, secret, place.bound(body[:_HEADER]))
        except InvalidTag:
            raise BadSeal("its seal does not hold: it was forged") from None
