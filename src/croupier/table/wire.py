"""Commands and events as JSON objects: one way for scripts, log, network and snapshots.

How a field is written follows from its type: amounts are decimal texts in the table's unit, cards
are "9s", and what is None is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

from croupier.cards import Card
from croupier.errors import Code, CroupierError, InvalidInput, brief
from croupier.game.model import Game
from croupier.money import Unit
from croupier.table.commands import COMMANDS, Command
from croupier.table.events import EVENTS, Event, RoundSettled
from croupier.table.vocabulary import Actor, Json, Signed, Stake, Units, signed
from croupier.words import Message, as_json, say, series

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


MOST_TEXT = 2000
"""The longest text that is accepted: a name, a reason, a ruling."""

MOST_ITEMS = 2000
"""The longest list that is accepted; a whole shoe has at most 520 cards in the six games."""


class Context(NamedTuple):
    """What reading depends on: the table's unit, and a function that returns a game by key."""

    unit: Unit
    find: Callable[[str], Game]


def malformed(said: Message) -> InvalidInput:
    """Return the error for a command that does not have the shape of one."""
    return InvalidInput(Code.MALFORMED, said)


def _text(value: object, name: str, _: Context) -> str:
    if not isinstance(value, str) or not value.strip():
        raise malformed(say("table.not_text", name=name, value=brief(value)))
    if len(value) > MOST_TEXT:
        raise malformed(say("table.too_long", name=name, count=len(value), most=MOST_TEXT))
    try:
        value.encode()
    except UnicodeEncodeError:
        raise malformed(say("table.not_utf8", name=name)) from None
    return value


def _whole(value: object, name: str, _: Context) -> int:
    # type, not isinstance: true is no number here.
    if type(value) is not int:
        raise malformed(say("table.not_whole", name=name, value=brief(value)))
    return value


def _flag(value: object, name: str, _: Context) -> bool:
    if not isinstance(value, bool):
        raise malformed(say("table.not_flag", name=name, value=brief(value)))
    return value


def _object(value: object, name: str, _: Context) -> Json:
    if not isinstance(value, dict):
        raise malformed(say("table.not_object", name=name, value=brief(value)))
    return value


def _game(value: object, name: str, context: Context) -> Game:
    return context.find(_text(value, name, context))


def _amount(value: int, unit: Unit) -> str:
    return unit.write(value)


_PLAIN: Mapping[object, Codec] = {
    str: Codec(_text, write_unchanged),
    int: Codec(_whole, write_unchanged),
    bool: Codec(_flag, write_unchanged),
    Stake: Codec(lambda value, name, context: context.unit.stake(value, name), _amount),
    Units: Codec(lambda value, name, context: context.unit.count(value, name), _amount),
    Signed: Codec(lambda value, name, context: signed(value, context.unit, name), _amount),
    Card: Codec(lambda value, _, __: Card.parse(value), lambda card, _: card.text),
    Game: Codec(_game, lambda game, _: game.key),
    Unit: Codec(lambda value, _, __: Unit.parse(value), lambda unit, _: unit.write(1)),
    Json: Codec(_object, write_unchanged),
}


class _Wire(Notation):
    """Records as objects without what is None; everything that is read is checked.

    Reading takes a `Context`, writing the unit of amounts.
    """

    def optional(self, inner: Codec) -> Codec:
        # What is None is left out of the record.
        return inner

    def listed(self, kind: type, item: Codec) -> Codec:
        codec = super().listed(kind, item)

        def read(value: object, name: str, context: Context) -> Any:
            if not isinstance(value, list | tuple):
                raise malformed(say("table.not_list", name=name, value=brief(value)))
            if len(value) > MOST_ITEMS:
                raise malformed(say("table.too_many", name=name, count=len(value), most=MOST_ITEMS))
            return codec.read(value, name, context)

        return codec._replace(read=read)

    def mapped(self, key: Codec, value: Codec) -> Codec:
        codec = super().mapped(key, value)
        return codec._replace(
            read=lambda given, name, context: codec.read(
                _object(given, name, context), name, context
            )
        )

    def chosen(self, kind: type[Enum]) -> Codec:
        def read(value: object, name: str, _: Context) -> Enum:
            if not isinstance(value, str) or value not in kind._value2member_map_:
                known = series(each.value for each in kind)
                raise malformed(say("table.not_one_of", name=name, known=known, value=brief(value)))
            return kind(value)

        return super().chosen(kind)._replace(read=read)

    def record(self, kind: Any, parts: tuple[Field, ...]) -> Codec:
        names = {name for name, _, _ in parts}

        def read(data: object, what: str, context: Context) -> Any:
            given = _object(data, what, context)
            if not given.keys() <= names:
                stranger = min(str(key) for key in given if key not in names)
                has = series(sorted(names)) if names else say("table.no_fields")
                raise malformed(say("table.no_field", what=what, field=stranger[:40], has=has))
            values: dict[str, Any] = {}
            for name, codec, required in parts:
                value = given.get(name)
                if value is not None:
                    values[name] = codec.read(value, name, context)
                elif required:
                    raise malformed(say("table.needs_field", what=what, name=name))
            return kind(**values)

        def write(thing: Any, unit: Unit) -> dict[str, Any]:
            written: dict[str, Any] = {}
            for name, codec, _ in parts:
                value = getattr(thing, name)
                if value is not None:
                    written[name] = codec.write(value, unit)
            return written

        return Codec(read, write)


_WIRE = _Wire(_PLAIN)


def read_command(data: object, context: Context) -> tuple[Command, Actor]:
    """Return the command and the actor of `{"do": …, "by": …, …}`; raise `InvalidInput`."""
    if not isinstance(data, dict):
        raise malformed(say("table.command_shape"))
    rest = dict(data)
    name, by = rest.pop("do", None), rest.pop("by", None)
    if not isinstance(name, str):
        raise malformed(say("table.command_name", value=brief(name)))
    kind = COMMANDS.get(name)
    if kind is None:
        raise InvalidInput(
            Code.UNKNOWN_COMMAND,
            say("table.unknown_command", name=brief(name), known=series(COMMANDS)),
        )
    actor = read_actor(by, context)
    return _WIRE.codec(kind).read(rest, name, context), actor


def read_actor(data: object, context: Context) -> Actor:
    """Return the actor of `{"role": …, "name": …}`; raise `InvalidInput`."""
    if not isinstance(data, dict):
        raise malformed(say("table.actor_shape"))
    actor: Actor = _WIRE.codec(Actor).read(data, "by", context)
    return actor


def write_event(event: Event, unit: Unit) -> dict[str, Any]:
    """Return an event as the object that scripts and the log have."""
    name = _NAMES[type(event)]
    if type(event) is RoundSettled:
        # The same object that `croupier settle` prints, under the event's own name.
        return {"type": name, **event.settlement}
    return {"type": name, **_WIRE.codec(type(event)).write(event, unit)}


_NAMES = {kind: name for name, kind in EVENTS.items()}


def read_event(data: Json, context: Context) -> Event:
    """Return the event that an object of the log holds; raise `InvalidInput`."""
    rest = dict(data)
    name = rest.pop("type", None)
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise malformed(say("table.unknown_event", name=brief(name)))
    if kind is RoundSettled:
        return RoundSettled(rest)
    event: Event = _WIRE.codec(kind).read(rest, str(name), context)
    return event


def write_refusal(wrong: CroupierError, *, said: bool = False) -> dict[str, Any]:
    """Return the answer to a command that was refused; with `said`, the message for any language.

    Scripts and logs are answered in English only.
    """
    error: dict[str, Any] = {"code": wrong.code.value, "message": wrong.message, "rule": wrong.rule}
    if said:
        error["said"] = as_json(wrong.said)
    return {"ok": False, "error": error}
