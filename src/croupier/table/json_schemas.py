"""The JSON Schemas of a table's lines: commands and answers, events, and the state.

Each is made from the classes themselves: `commands`, `events` and `state_view`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from croupier.cards import Card
from croupier.errors import Code
from croupier.game.model import Game
from croupier.json_schema import Member, Schema, Schemas, Shape, document, one_of, spaced
from croupier.money import Unit
from croupier.settlement.json_types import (
    AMOUNT,
    CARD,
    CARD_READ,
    SIGNED,
    STAKE,
    Rule,
    Settled,
)
from croupier.table.commands import COMMANDS
from croupier.table.events import EVENTS, RoundSettled
from croupier.table.state_view import NotOpen, State
from croupier.table.vocabulary import Actor, Json, Signed, Stake, Units
from croupier.table.wire import MOST_TEXT

TEXT = Shape(None, {"type": "string", "minLength": 1, "maxLength": MOST_TEXT, "pattern": r"\S"})
GAME = Shape("GameKey", {"description": "The key of a game.", "type": "string", "pattern": r"\S"})
UNIT = Shape(
    "Unit",
    {
        "description": "The smallest amount of money at a table.",
        "type": "string",
        "pattern": STAKE.schema["pattern"],
        "examples": ["0.01"],
    },
)
_OBJECT = Shape(None, {"type": "object"})

READ: Mapping[object, Shape] = {
    str: TEXT,
    Stake: STAKE,
    Units: AMOUNT,
    Signed: SIGNED,
    Card: CARD_READ,
    Game: GAME,
    Unit: UNIT,
    Json: _OBJECT,
}
"""What commands have in place of the types of Python."""

WRITTEN: Mapping[object, Shape] = {
    Stake: AMOUNT,
    Units: AMOUNT,
    Signed: SIGNED,
    Card: CARD,
    Game: GAME,
    Unit: UNIT,
    Json: _OBJECT,
}
"""What events have in place of them."""


class CommandError(TypedDict):
    """Why a command was refused."""

    code: Code
    message: str
    """A sentence for a person, in English."""
    rule: Rule | None
    """The paragraph that forbids it, if one does."""


class CommandRefused(TypedDict):
    """A command that was refused: nothing has changed."""

    ok: Literal[False]
    error: CommandError


def add_commands(made: Schemas, *, by: bool) -> Schema:
    """Add the commands to some schemas, with the actor or without; return what names them all."""
    named = {}
    for name, kind in COMMANDS.items():
        before = {"do": Member({"const": name}, required=True)}
        if by:
            before["by"] = Member(made.of(Actor), required=True)
        schema = made.record(kind, before, title=spaced(name))
        schema["x-role"] = kind.least.value
        named[name] = made.add(f"{kind.__name__}Command", schema)
    return one_of(named, "do")


def add_events(made: Schemas, *, stored: bool) -> Schema:
    """Add the events to some schemas; return what names them all.

    With `stored` as a server shows them: numbered, and without what only the staff see. The answer
    to a command has them as they follow from it, without a number.
    """
    named = {}
    for name, kind in EVENTS.items():
        before = {"type": Member({"const": name}, required=True)}
        if stored:
            before |= _STORED
        # The settlement is not in a field of its own, but all there is beside the name.
        fields = Settled if kind is RoundSettled else kind
        hidden = frozenset(kind.staff_fields) if stored else None
        schema = made.record(fields, before, maybe=hidden, title=spaced(name))
        if fields is Settled:
            schema["description"] = made.record(kind)["description"]
        schema["x-seen-by"] = kind.seen_by.value
        named[name] = made.add(f"{kind.__name__}Event", schema)
    return one_of(named, "type")


_STORED = {
    "n": Member({"type": "integer", "description": "Its number in the log."}, required=False),
    "at": Member({"type": "string", "description": "When it was stored."}, required=False),
    "by": Member(
        {"type": "string", "description": "Who brought it about, by role and name; for the staff."},
        required=False,
    ),
}


def add_state(made: Schemas) -> Schema:
    """Add the state of a table to some schemas; return what names it."""
    return {"anyOf": [made.of(State), made.of(NotOpen)]}


def commands() -> Schema:
    """Return the JSON Schema of a line that `croupier table` reads."""
    made = Schemas(READ, reads=True)
    about = "A line that `croupier table` reads; `x-role` is the lowest role that may give it."
    return document("Command", about, add_commands(made, by=True), made.defs)


def events() -> Schema:
    """Return the JSON Schema of an event, as `croupier table` prints and logs keep them."""
    made = Schemas(WRITTEN)
    about = "Something that has happened at a table; `x-seen-by` says who of a house sees it."
    return document("Event", about, add_events(made, stored=False), made.defs)


def state() -> Schema:
    """Return the JSON Schema of the state that `croupier table --state` prints."""
    made = Schemas(WRITTEN)
    about = "The `state` in the last line of `croupier table --state`."
    return document("State", about, add_state(made), made.defs)


def replies() -> Schema:
    """Return the JSON Schema of a line that `croupier table` prints."""
    made = Schemas(WRITTEN)
    event = add_events(made, stored=False)
    done = made.object_of(
        {
            "ok": Member({"const": True}, required=True),
            "events": Member({"type": "array", "items": event}, required=True),
        },
        about="A command that was carried out, and what followed from it.",
        title="Command done",
    )
    final = made.object_of(
        {"state": Member(add_state(made), required=True)},
        about="The last line, with --state.",
        title="Final state",
    )
    parts = [made.add("CommandDone", done), made.of(CommandRefused), made.add("FinalState", final)]
    about = "A line that `croupier table` prints."
    return document("Reply", about, {"oneOf": parts}, made.defs)
