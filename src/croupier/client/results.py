"""What the client returns and raises: answers, tables, steps, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from croupier.client.state import Command, Dealer, Json, Own, State


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a table. Its own fields are read as `event["amount"]`."""

    type: str
    number: int | None
    """Its number in the table's log; None in the answer to a command."""
    at: str | None
    data: Mapping[str, Json] = field(repr=False)
    """All its fields, as they were sent."""

    def __getitem__(self, key: str) -> Json:
        return self.data[key]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command. Its events are stored."""

    id: str
    """The id of the command."""
    number: int | None
    """The number of the last event; None if there was none."""
    again: bool
    """Whether the server had answered this id before: an earlier answer was lost."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A person with an account, and what their wallet holds."""

    name: str
    post: str
    tables: list[str] | Literal["all"]
    locked: bool
    guest: bool
    made: str
    wallet: str


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as the lobby shows it."""

    id: str
    number: int
    open: bool
    phase: str
    round: int
    game: str | None
    title: str | None
    boxes: int
    taken: int
    limits: dict[str, Json] | None
    unit: str | None
    dealer: Dealer | None
    big_road: list[list[str]]
    counts: dict[str, int]
    digest: str | None = None
    """Of the game that the table was opened with."""


@dataclass(frozen=True, slots=True)
class View:
    """A table as I see it after an event."""

    table: str
    number: int
    state: State
    me: Own | None


@dataclass(frozen=True, slots=True)
class Events:
    """A page of a table's events, in order."""

    table: str
    number: int
    """Ask for what comes after this one next."""
    events: tuple[Event, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Wallet:
    """What a wallet holds."""

    name: str
    balance: str


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a watched table, with the whole state after it."""

    table: str
    number: int
    """The number of its last event; missing numbers are events that I may not see."""
    events: tuple[Event, ...]
    changed: frozenset[str]
    """The keys of the state that changed."""
    state: State
    """The whole state; while `behind`, the state before the connection was lost."""
    me: Own | None
    behind: bool = False
    """Whether these are missed events, sent later: the new state comes after the last of them."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to everybody: `standing_still` or `going_on`."""

    notice: str
    message: str


class ClientError(Exception):
    """The base of all exceptions that this client raises by itself."""


class Refused(ClientError):
    """The server or the rules refused it; nothing has changed."""

    def __init__(
        self, code: str, message: str, rule: str | None = None, status: int | None = None
    ) -> None:
        super().__init__(code, message, rule, status)
        self.code = code
        self.message = message
        self.rule = rule
        """The paragraph of the game's document, where there is one."""
        self.status = status
        """The HTTP status; None over the socket."""

    def __str__(self) -> str:
        cited = f" (rule {self.rule})" if self.rule else ""
        return f"{self.code}: {self.message}{cited}"


class SignedOut(Refused):
    """The session is over, or there was none: sign in again."""


class Unanswered(ClientError):
    """No answer came, however often it was sent: it may have happened or not.

    The same `command` sent again under the same `id` counts once.
    """

    def __init__(self, what: str, id: str | None = None, command: Command | None = None) -> None:
        super().__init__(what, id)
        self.what = what
        self.id = id
        self.command = command
        """What was sent, with the round that it is meant for; None if it was no command."""

    def __str__(self) -> str:
        under = f"; send it again under the id {self.id}" if self.id else ""
        return f"no answer to {self.what}{under}"
