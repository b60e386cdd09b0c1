"""A table as bytes and back, so that a long log need not be played from its first event.

How a value is written follows from its type, as on the wire (`table.codec`), but nothing is left
out and fields have no names: only the same program reads these bytes. `FORMAT` is a hash of every
type that a table is made of. When one of them changes, old snapshots are not read, and the log is
played again instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.game.model import Game
from croupier.table.state import Table
from croupier.table.vocabulary import Json
from croupier.table.wire import Codec, Field, Notation, read_unchanged, write_unchanged

VERSION = 2
"""Raise it when `evolve` returns another table for the same events."""

FindDigest = Callable[[str], Game]
"""Returns a game by the digest of its file."""

_PLAIN: Mapping[object, Codec] = {
    str: Codec(read_unchanged, write_unchanged, "text"),
    int: Codec(read_unchanged, write_unchanged, "whole"),
    bool: Codec(read_unchanged, write_unchanged, "flag"),
    # The game is stored once, by its digest; a snapshot only names it.
    Game: Codec(lambda digest, _, find: find(digest), lambda game, _: game.digest, "game"),
    Card: Codec(lambda text, _, __: Card.parse(text), lambda card, _: card.text, "card"),
    Json: Codec(read_unchanged, write_unchanged, "json"),
}


class _Snapshot(Notation):
    """Records as lists of all their fields; reading takes a `FindDigest`, writing nothing."""

    def mapped(self, key: Codec, value: Codec) -> Codec:
        # Pairs, not an object: keys are accounts and cards too, and their order is kept.
        return Codec(
            lambda pairs, name, find: {
                key.read(k, name, find): value.read(v, name, find) for k, v in pairs
            },
            lambda values, _: [[key.write(k, _), value.write(v, _)] for k, v in values.items()],
            super().mapped(key, value).shape,
        )

    def record(self, kind: Any, parts: tuple[Field, ...]) -> Codec:
        readers = [(each.codec.read, each.name) for each in parts]
        writers = [(each.name, each.codec.write) for each in parts]
        shape = ",".join(f"{each.name}:{each.codec.shape}" for each in parts)
        return Codec(
            lambda values, _, find: kind(
                *[
                    read(value, name, find)
                    for (read, name), value in zip(readers, values, strict=True)
                ]
            ),
            lambda thing, _: [write(getattr(thing, name), _) for name, write in writers],
            f"{kind.__name__}({shape})",
        )


_TABLE = _Snapshot(_PLAIN).codec(Table)

FORMAT = sha256(f"{VERSION} {_TABLE.shape}".encode()).hexdigest()[:16]
"""The format that a snapshot is stored with."""


def write(table: Table) -> bytes:
    """Return a table as bytes; the same state always gives the same bytes."""
    return msgspec.json.encode(_TABLE.write(table, None))


def read(data: bytes, find: FindDigest) -> Table:
    """Return the table that `write` wrote."""
    table: Table = _TABLE.read(msgspec.json.decode(data), "table", find)
    return table


def hash_of(data: bytes, head: str) -> str:
    """Return the hash of a snapshot: it binds the bytes to the chain's head at that event."""
    return sha256(bytes.fromhex(head) + data).hexdigest()


def state_hash(table: Table) -> str:
    """Return a hash of a table's whole state."""
    return sha256(write(table)).hexdigest()
