"""How a typed value is written, derived from its type: one mechanism for every notation.

`Notation.codec` takes a type apart and builds its codec. A notation says how each sort of type is
written. There are two: `wire` (JSON objects with names, for scripts, the log and the network) and
`store.snapshots` (lists without names, for the same program only).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

Reader = Callable[[Any, str, Any], Any]
"""Takes what was written, the name of its field (for messages), and a context."""

Writer = Callable[[Any, Any], Any]
"""Takes a value and a context."""


class Codec(NamedTuple):
    """How values of one type are read and written.

    `shape` describes the type with all its parts: it changes when what is written changes.
    """

    read: Reader
    write: Writer
    shape: str = ""


class Field(NamedTuple):
    """A field of a record: its name, its codec, and whether it has no default."""

    name: str
    codec: Codec
    required: bool


def write_unchanged(value: Any, _: object) -> Any:
    """Return a value that is written as it is."""
    return value


def read_unchanged(value: Any, _: str, __: object) -> Any:
    """Return a value that is read as it is."""
    return value


class Notation:
    """One way of writing typed values.

    Lists are written as lists, mappings as objects and choices by their value; what is read is
    trusted. A subclass overrides what it writes differently, and always how it writes a record.
    """

    def __init__(self, plain: Mapping[object, Codec]) -> None:
        """Start with the types that are not taken apart any further."""
        self._codecs: dict[object, Codec] = dict(plain)

    def codec(self, kind: Any) -> Codec:
        """Return the codec of a type; it is built once."""
        found = self._codecs.get(kind)
        if found is None:
            found = self._codecs[kind] = self._build(kind)
        return found

    def _build(self, kind: Any) -> Codec:
        if isinstance(kind, NewType):
            return self.codec(kind.__supertype__)
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            (inner,) = (each for each in arguments if each is not NoneType)
            return self.optional(self.codec(inner))
        if origin in (tuple, frozenset):
            return self.listed(origin, self.codec(arguments[0]))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self.mapped(self.codec(arguments[0]), self.codec(arguments[1]))
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self.chosen(kind)
        return self.record(kind, self._fields(kind))

    def _fields(self, kind: Any) -> tuple[Field, ...]:
        """Return the fields that a dataclass or a named tuple is made from, in their order."""
        hints = get_type_hints(kind)
        if is_dataclass(kind):
            required = {each.name: each.default is MISSING for each in fields(kind) if each.init}
        else:
            required = {name: name not in kind._field_defaults for name in kind._fields}
        return tuple(
            Field(name, self.codec(hints[name]), needed) for name, needed in required.items()
        )

    def optional(self, inner: Codec) -> Codec:
        """Return the codec of a value that may be None."""
        return Codec(
            lambda value, name, context: (
                None if value is None else inner.read(value, name, context)
            ),
            lambda value, context: None if value is None else inner.write(value, context),
            f"{inner.shape}?",
        )

    def listed(self, kind: type, item: Codec) -> Codec:
        """Return the codec of a tuple or a frozenset; a set is sorted, so that it has one form."""
        read_item, write_item = item.read, item.write

        def write(values: Any, context: object) -> list[Any]:
            written = [write_item(each, context) for each in values]
            return sorted(written) if kind is frozenset else written

        return Codec(
            lambda values, name, context: kind([read_item(each, name, context) for each in values]),
            write,
            f"{kind.__name__}[{item.shape}]",
        )

    def mapped(self, key: Codec, value: Codec) -> Codec:
        """Return the codec of a mapping whose keys are texts."""
        return Codec(
            lambda values, name, context: {
                each: value.read(inner, name, context) for each, inner in values.items()
            },
            lambda values, context: {
                each: value.write(inner, context) for each, inner in values.items()
            },
            f"{{{key.shape}:{value.shape}}}",
        )

    def chosen(self, kind: type[Enum]) -> Codec:
        """Return the codec of an enumeration."""
        return Codec(
            lambda value, _, __: kind(value),
            lambda value, _: value.value,
            f"{kind.__name__}({','.join(str(each.value) for each in kind)})",
        )

    def record(self, kind: Any, parts: tuple[Field, ...]) -> Codec:
        """Return the codec of a dataclass or a named tuple."""
        raise NotImplementedError
