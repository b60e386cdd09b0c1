"""Commands and events as JSON objects: one way of writing for scripts, the log and the network.

How a field is written follows from its type: amounts are decimal texts in the table's unit, cards
are "9s", and what is None is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from croupier.cards import Card
from croupier.errors import Code, CroupierError, InvalidInput, brief
from croupier.game.model import Game
from croupier.money import Unit
from croupier.table.commands import COMMANDS, Command
from croupier.table.events import EVENTS, Event, RoundSettled
from croupier.table.vocabulary import Actor, Json, Signed, Stake, Units, signed

MOST_TEXT = 2000
"""The longest text that is taken: a name, a reason, a ruling."""

MOST_ITEMS = 2000
"""The longest list that is taken: a whole shoe has 520 cards at most in the six games."""


class Context(NamedTuple):
    """What reading depends on: the table's unit, and where games are found."""

    unit: Unit
    find: Callable[[str], Game]


Reader = Callable[[object, str, Context], Any]
Writer = Callable[[Any, Unit], Any]


class Codec(NamedTuple):
    """How values of one type are read and written."""

    read: Reader
    write: Writer


def malformed(message: str) -> InvalidInput:
    """Say that a command does not have the shape of one."""
    return InvalidInput(Code.MALFORMED, message)


def _text(value: object, name: str, _: Context) -> str:
    if not isinstance(value, str) or not value.strip():
        raise malformed(f"{name} is a text, not {brief(value)}")
    if len(value) > MOST_TEXT:
        raise malformed(f"{name} has {len(value)} characters; {MOST_TEXT} are the most")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise malformed(f"{name} cannot be written in UTF-8") from None
    return value


def _whole(value: object, name: str, _: Context) -> int:
    # type, not isinstance: true is no number here.
    if type(value) is not int:
        raise malformed(f"{name} is a whole number, not {brief(value)}")
    return value


def _flag(value: object, name: str, _: Context) -> bool:
    if not isinstance(value, bool):
        raise malformed(f"{name} is true or false, not {brief(value)}")
    return value


def _object(value: object, name: str, _: Context) -> Json:
    if not isinstance(value, dict):
        raise malformed(f"{name} is an object, not {brief(value)}")
    return value


def _same(value: Any, _: Unit) -> Any:
    return value


def _game(value: object, name: str, context: Context) -> Game:
    return context.find(_text(value, name, context))


def _amount(value: int, unit: Unit) -> str:
    return unit.write(value)


_CODECS: Mapping[object, Codec] = {
    str: Codec(_text, _same),
    int: Codec(_whole, _same),
    bool: Codec(_flag, _same),
    Stake: Codec(lambda value, name, context: context.unit.stake(value, name), _amount),
    Units: Codec(lambda value, name, context: context.unit.count(value, name), _amount),
    Signed: Codec(lambda value, name, context: signed(value, context.unit, name), _amount),
    Card: Codec(lambda value, _, __: Card.parse(value), lambda card, _: card.text),
    Game: Codec(_game, lambda game, _: game.key),
    Unit: Codec(lambda value, _, __: Unit.parse(value), lambda unit, _: unit.write(1)),
    Json: Codec(_object, _same),
}


def _codec(kind: Any) -> Codec:
    """Find out how a type is written."""
    if kind in _CODECS:
        return _CODECS[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        (inner,) = (each for each in arguments if each is not NoneType)
        return _codec(inner)
    if origin is tuple:
        return _listed(_codec(arguments[0]))
    if origin in (Mapping, dict) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _mapped(_codec(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _chosen(kind)
    assert is_dataclass(kind), f"{kind} cannot be written"
    return Codec(
        lambda value, name, context: _read(kind, _object(value, name, context), name, context),
        _write_fields,
    )


def _listed(item: Codec) -> Codec:
    def read(value: object, name: str, context: Context) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise malformed(f"{name} is a list, not {brief(value)}")
        if len(value) > MOST_ITEMS:
            raise malformed(f"{name} has {len(value)} entries; {MOST_ITEMS} are the most")
        return tuple([item.read(each, name, context) for each in value])

    return Codec(read, lambda values, unit: [item.write(each, unit) for each in values])


def _mapped(item: Codec) -> Codec:
    def read(value: object, name: str, context: Context) -> dict[str, Any]:
        table = _object(value, name, context)
        return {key: item.read(each, name, context) for key, each in table.items()}

    return Codec(
        read, lambda values, unit: {key: item.write(each, unit) for key, each in values.items()}
    )


def _chosen(kind: type[StrEnum]) -> Codec:
    def read(value: object, name: str, _: Context) -> StrEnum:
        if not isinstance(value, str) or value not in kind._value2member_map_:
            raise malformed(f"{name} is one of {', '.join(kind)}, not {brief(value)}")
        return kind(value)

    return Codec(read, lambda value, _: value.value)


class Field(NamedTuple):
    """A field of a command or an event."""

    name: str
    codec: Codec
    required: bool


@cache
def fields_of(kind: Any) -> tuple[Field, ...]:
    """Give the fields of a command, an event or a part of one."""
    hints = get_type_hints(kind)
    return tuple(
        Field(each.name, _codec(hints[each.name]), each.default is MISSING) for each in fields(kind)
    )


def _read(kind: Any, data: Json, what: str, context: Context) -> Any:
    known = fields_of(kind)
    names = {each.name for each in known}
    if not data.keys() <= names:
        stranger = min(str(key) for key in data if key not in names)
        has = ", ".join(sorted(names)) or "no fields"
        raise malformed(f'{what} has no "{stranger[:40]}"; it has {has}')
    values: dict[str, Any] = {}
    for name, codec, required in known:
        given = data.get(name)
        if given is not None:
            values[name] = codec.read(given, name, context)
        elif required:
            raise malformed(f"{what} needs {name}")
    return kind(**values)


def _write_fields(thing: Any, unit: Unit) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for name, codec, _ in fields_of(thing.__class__):
        value = getattr(thing, name)
        if value is not None:
            written[name] = codec.write(value, unit)
    return written


def read_command(data: object, context: Context) -> tuple[Command, Actor]:
    """Read a command and who gives it from `{"do": …, "by": …, …}`."""
    if not isinstance(data, dict):
        raise malformed("a command is a JSON object")
    rest = dict(data)
    name, by = rest.pop("do", None), rest.pop("by", None)
    if not isinstance(name, str):
        raise malformed(f"do is the name of a command, not {brief(name)}")
    kind = COMMANDS.get(name)
    if kind is None:
        raise InvalidInput(
            Code.UNKNOWN_COMMAND,
            f"there is no command {brief(name)}; known are {', '.join(COMMANDS)}",
        )
    actor = read_actor(by, context)
    return _read(kind, rest, name, context), actor


def read_actor(data: object, context: Context) -> Actor:
    """Read who acts: a role and a name."""
    if not isinstance(data, dict):
        raise malformed('by says who acts: {"role": …, "name": …}')
    actor: Actor = _read(Actor, data, "by", context)
    return actor


def write_event(event: Event, unit: Unit) -> dict[str, Any]:
    """Write an event as scripts and the log have it."""
    name = _NAMES[type(event)]
    if type(event) is RoundSettled:
        # The same object that `croupier settle` prints, under the event's own name.
        return {"type": name, **event.settlement}
    return {"type": name, **_write_fields(event, unit)}


_NAMES = {kind: name for name, kind in EVENTS.items()}


def read_event(data: Json, context: Context) -> Event:
    """Read an event from the log."""
    rest = dict(data)
    name = rest.pop("type", None)
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise malformed(f"there is no event {brief(name)}")
    if kind is RoundSettled:
        return RoundSettled(rest)
    event: Event = _read(kind, rest, str(name), context)
    return event


def write_refusal(wrong: CroupierError) -> dict[str, Any]:
    """Write why a command was not carried out."""
    error = {"code": wrong.code.value, "message": wrong.message, "rule": wrong.rule}
    return {"ok": False, "error": error}
