"""What travels on the socket, both ways, and why the server ends it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, Literal, TypedDict

from croupier.json_schema import Shape
from croupier.server.live.state_types import OwnChips, ServedState
from croupier.settlement.json_types import Rule
from croupier.table.state_view import SAID


class Close(IntEnum):
    """Why the server ends a socket, as the client reads it."""

    GOING_AWAY = 1001
    TOO_SLOW = 4008
    SIGNED_OUT = 4401
    TOO_MANY = 4429


COMMAND = Shape("Command", {})
"""Stands for any command, as `croupier table` reads it without `by`; its schema is added."""
EVENT = Shape("Event", {})
"""Stands for any event as a server shows it; its schema is added."""

Command = Annotated[Mapping[str, Any], COMMAND]
Event = Annotated[Mapping[str, Any], EVENT]
Said = Annotated[Mapping[str, Any], SAID]
TableId = str
Number = int


# What a client sends


class Signature(TypedDict):
    """Somebody else's name and PIN."""

    name: str
    pin: str


class _Watch(TypedDict):
    watch: TableId


class Watch(_Watch, total=False):
    """Follow a table: from now on, or from after an event."""

    after: Number | None
    """The number of the last event that is known."""


class Unwatch(TypedDict):
    """Follow a table no more."""

    unwatch: TableId


class Ping(TypedDict):
    """Ask whether anybody is there, and for the house's clock."""

    ping: str | int


class _Give(TypedDict):
    command: Command
    table: TableId
    id: str
    """Made by the client: the same id with the same body is answered once and for all."""


class Give(_Give, total=False):
    """Give a command at a table."""

    approval: Signature | None
    """The supervisor in whose name it is given."""
    witness: Signature | None
    """Who signs the count of `close_table` too."""


# What the server sends


class _Snapshot(TypedDict):
    table: TableId
    number: Number
    """The number of the last event that is in it."""
    whole: Literal[True]
    state: ServedState


class _Own(TypedDict, total=False):
    me: OwnChips
    """For a patron who came to the table."""


class Snapshot(_Snapshot, _Own):
    """The whole state of a table, when it begins to be watched."""


class Changes(TypedDict):
    """Stands for a state of which only what has changed is there."""


class _Step(TypedDict):
    table: TableId
    number: Number
    events: list[Event]
    """Without those that are not for this client."""
    state: Changes
    """The keys that have changed: they replace those one has."""


class Step(_Step, _Own):
    """What has happened at a table that is watched."""


class Past(TypedDict):
    """Events that were missed, some at a time; the whole state comes after the last."""

    table: TableId
    number: Number
    events: list[Event]


class FrameError(TypedDict):
    """Why something was refused."""

    code: str
    """A code of a table, of the server or of accounts, as the documents list them."""
    message: str
    """A sentence for a person, in English."""
    rule: Rule | None
    """The paragraph that forbids it, if one does."""


class FrameErrorSaid(FrameError, total=False):
    """Why something was refused, for any language too."""

    said: Said


class _Done(TypedDict):
    answer: str | int | None
    """The id of the command."""
    table: str | int | None
    ok: Literal[True]
    number: Number | None
    """The number of the last event; null where none came."""
    again: bool
    """Whether this id had been answered before."""
    events: list[Event]


class Done(_Done, _Own, total=False):
    """A command that was carried out; its events are stored."""

    state: Changes
    """While bets are open, the bets: the step that tells everybody may come later."""


class _NotDone(TypedDict):
    answer: str | int | None
    table: str | int | None
    ok: Literal[False]
    error: FrameErrorSaid


class NotDone(_NotDone, total=False):
    """A command that was refused: nothing has changed."""

    number: None
    again: bool


class _Unread(TypedDict):
    ok: Literal[False]
    error: FrameErrorSaid


class Unread(_Unread, total=False):
    """A frame that could not be read, or a table that cannot be watched."""

    table: TableId


class Pong(TypedDict):
    """The answer to a ping."""

    pong: str | int
    at: str
    """The house's clock."""


class Notice(TypedDict):
    """What everybody is told: the database is lost, or back."""

    notice: Literal["standing_still", "going_on"]
    message: str
    said: Said


SENT_BY_CLIENTS = (Watch, Unwatch, Ping, Give)
SENT_BY_THE_SERVER = (Snapshot, Step, Past, Done, NotDone, Unread, Pong, Notice)
