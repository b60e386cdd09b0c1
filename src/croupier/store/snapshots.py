"""A table as bytes and back, so that a long log need not be played from its first event.

How a value is written follows from its type, as on the wire; but nothing is left out and nothing
is told by name, for these bytes are read by the same program only. `FORMAT` sums up every type
that a table is made of: where one of them has changed, old snapshots are not read, and the log is
played again instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from croupier.cards import Card
from croupier.game.model import Game
from croupier.table.state import Table
from croupier.table.vocabulary import Json

VERSION = 2
"""To be raised when `evolve` gives another table for the same events."""

FindDigest = Callable[[str], Game]


class _Codec(NamedTuple):
    write: Callable[[Any], Any]
    read: Callable[[Any, FindDigest], Any]
    shape: str


def _as_it_is(value: Any) -> Any:
    return value


def _read_as_it_is(value: Any, _: FindDigest) -> Any:
    return value


_PLAIN = {str: "text", int: "whole", bool: "flag"}
_SPECIAL: Mapping[object, _Codec] = {
    # The game is stored once, by its digest; a snapshot only says which it is.
    Game: _Codec(lambda game: game.digest, lambda digest, find: find(digest), "game"),
    Card: _Codec(lambda card: card.text, lambda text, _: Card.parse(text), "card"),
    Json: _Codec(_as_it_is, _read_as_it_is, "json"),
}


@cache
def _codec(kind: Any) -> _Codec:
    """Find out how a type is written."""
    if kind in _SPECIAL:
        return _SPECIAL[kind]
    if kind in _PLAIN:
        return _Codec(_as_it_is, _read_as_it_is, _PLAIN[kind])
    if isinstance(kind, NewType):
        return _codec(kind.__supertype__)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _optional(_codec(*(each for each in arguments if each is not NoneType)))
    if origin in (tuple, frozenset):
        return _listed(origin, _codec(arguments[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapped(_codec(arguments[0]), _codec(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        shape = f"{kind.__name__}({','.join(str(each.value) for each in kind)})"
        return _Codec(lambda each: each.value, lambda value, _: kind(value), shape)
    return _record(kind)


def _optional(inner: _Codec) -> _Codec:
    return _Codec(
        lambda value: None if value is None else inner.write(value),
        lambda value, find: None if value is None else inner.read(value, find),
        f"{inner.shape}?",
    )


def _listed(kind: type, item: _Codec) -> _Codec:
    def write(values: Any) -> list[Any]:
        written = [item.write(each) for each in values]
        return sorted(written) if kind is frozenset else written

    return _Codec(
        write,
        lambda values, find: kind([item.read(each, find) for each in values]),
        f"{kind.__name__}[{item.shape}]",
    )


def _mapped(key: _Codec, value: _Codec) -> _Codec:
    # Pairs, not an object: keys are accounts and cards too, and their order is kept.
    return _Codec(
        lambda values: [[key.write(k), value.write(v)] for k, v in values.items()],
        lambda pairs, find: {key.read(k, find): value.read(v, find) for k, v in pairs},
        f"{{{key.shape}:{value.shape}}}",
    )


def _record(kind: Any) -> _Codec:
    """Write the fields of a dataclass or a named tuple that it is made from, in their order."""
    hints = get_type_hints(kind)
    if is_dataclass(kind):
        names = [each.name for each in fields(kind) if each.init]
    else:
        names = list(kind._fields)
    parts = [(name, _codec(hints[name])) for name in names]
    codecs = [codec for _, codec in parts]
    shape = ",".join(f"{name}:{codec.shape}" for name, codec in parts)
    return _Codec(
        lambda thing: [codec.write(getattr(thing, name)) for name, codec in parts],
        lambda values, find: kind(
            *[codec.read(value, find) for codec, value in zip(codecs, values, strict=True)]
        ),
        f"{kind.__name__}({shape})",
    )


FORMAT = sha256(f"{VERSION} {_codec(Table).shape}".encode()).hexdigest()[:16]
"""What snapshots are marked with."""


def write(table: Table) -> bytes:
    """Write a table; the same state gives the same bytes."""
    return msgspec.json.encode(_codec(Table).write(table))


def read(data: bytes, find: FindDigest) -> Table:
    """Read a table back; `find` gives a game by its digest."""
    table: Table = _codec(Table).read(msgspec.json.decode(data), find)
    return table


def hash_of(data: bytes, head: str) -> str:
    """Give the hash that a snapshot is stored with: it binds the bytes to a place in the chain."""
    return sha256(bytes.fromhex(head) + data).hexdigest()


def state_hash(table: Table) -> str:
    """Sum up a table: two that play alike from here on have the same."""
    return sha256(write(table)).hexdigest()
