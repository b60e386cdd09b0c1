"""Looks for the secrets of a shoe in bytes, however they are written there."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.cards import Card
from croupier.shoe import Shuffle
from croupier.store.house import House
from croupier.store.vault import Vault
from houses import secret_of

_HEX = re.compile(rb"[0-9a-fA-F]{48,}")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]{40,}")
_IN_A_ROW = 4
"""So many cards of the order one after the other do not lie together by chance."""


def spelt(secret: bytes) -> set[bytes]:
    """Return a secret in every way that a program writes bytes."""
    web = urlsafe_b64encode(secret).rstrip(b"=")
    return {
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        b64encode(secret).rstrip(b"="),
        web,
        str(int.from_bytes(secret, "big")).encode(),
    }


def in_a_row(cards: Iterable[Card]) -> set[bytes]:
    """Return the next cards as lists are written."""
    texts = [card.text for card in cards][:_IN_A_ROW]
    assert len(texts) == _IN_A_ROW
    marks = ("", " ", ",", ", ", '","', '", "', "','", "', '", "\n", "\0")
    return {mark.join(texts).encode() for mark in marks}


def secrets_of(house: House, table_id: str) -> set[bytes]:
    """Return everything of a shoe in play that must be found nowhere but in the memory."""
    live = house.live_table(table_id)
    vault, shoe = live._loaded.vault, live.table.shoe
    assert isinstance(vault, Vault)
    assert shoe is not None
    kept = secret_of(house, table_id, shoe.number)
    seed, salt = b64decode(kept["seed"]), b64decode(kept["salt"])
    own = vault._here()
    shuffle: Shuffle = own.shuffle
    found = spelt(salt) | in_a_row(vault.peek(_IN_A_ROW))
    if not own.fixed:
        found |= spelt(seed) | spelt(shuffle.key)
    for opened in vault._down.values():
        found |= spelt(bytes.fromhex(opened.salt))
    return found


def layers(data: bytes) -> Iterator[bytes]:
    """Yield bytes, and what stands in them in hexadecimal or base64, as dumps and backups do."""
    yield data
    # What stands before a run may look like a part of it, so it is read from each place.
    for run in _HEX.findall(data):
        for start in range(2):
            yield bytes.fromhex(run[start : start + (len(run) - start) // 2 * 2].decode())
    for run in _BASE64.findall(data):
        for start in range(4):
            yield b64decode(run[start : start + (len(run) - start) // 4 * 4])


def leaks(secrets: Iterable[bytes], files: Iterable[Path]) -> list[str]:
    """Return the names of files that hold a secret."""
    wanted = sorted(secrets)
    found = []
    for path in files:
        try:
            stored = path.read_bytes()
        except FileNotFoundError:
            # PostgreSQL removes files of its own (a cache of its catalogue) while it runs.
            continue
        data = b"\xff\0\xff".join(layers(stored))
        if any(secret in data for secret in wanted):
            found.append(path.name)
    return found
