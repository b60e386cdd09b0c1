"""The small types of a table: phases, amounts, who acts, its pace, where its cards come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, NewType, NoReturn, Protocol

from croupier.cards import Card
from croupier.errors import Code, InvalidInput
from croupier.game.model import Role
from croupier.money import Unit
from croupier.settlement.json_types import FEES, Settled, TableLimits
from croupier.words import say

Stake = NewType("Stake", int)
"""An amount in units, greater than zero."""


Units = NewType("Units", int)
"""An amount in units, zero or more."""


Signed = NewType("Signed", int)
"""An amount in units that may be owed."""


Json = Mapping[str, Any]
"""An object that is kept as it was written: limits, fees, a settlement."""


Sign = Annotated[Json, TableLimits]
"""The limits on a table's sign, as they were written."""


Schedule = Annotated[Json, FEES]
"""Fees as they were written."""


Paid = Annotated[Json, Settled]
"""A settlement, as `croupier settle` writes it."""


class Phase(StrEnum):
    """Where a table is in its round."""

    IDLE = "idle"
    BETTING = "betting"
    DEALING = "dealing"
    OPTIONS = "options"
    INTERRUPTED = "interrupted"
    COMPLETE = "complete"


class Enforcement(StrEnum):
    """Who sees to the limits: the system at once, or the dealer until bets are closed."""

    AUTOMATIC = "automatic"
    DEALER = "dealer"


class ShoeKind(StrEnum):
    """Where the cards come from."""

    DIGITAL = "digital"
    MANUAL = "manual"
    """A real shoe: the dealer enters each card."""
    SHUFFLER = "shuffler"
    """Continuous: the cards go back after each round, and there is no cut card."""


class Option(StrEnum):
    """What a patron may choose after a dealing error."""

    CONTINUE = "continue"
    REFUND = "refund"


SHOE_FAULTS = frozenset({"foreign_card", "card_shortage", "card_excess", "not_shuffled"})
"""Reports after which the shoe is out of play: its cards are not those that they should be."""


SERVER_RESTART = "house:restart"
"""The name of the server in the log where it resolves what a crash has left."""


AUTOMATIC_DEALER = "house:dealer"
"""The name of the automatic dealer in the log; no person can have it."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who gives a command, and in which role."""

    role: Role
    name: str


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What a ruling gives a patron, or takes where it is negative."""

    player: str
    amount: Signed
    repays: bool | None = None
    """Whether what is taken repays what the patron owes."""


def signed(text: object, unit: Unit, what: str = "an amount") -> int:
    """Return an amount that may be owed: "-47.50"."""
    if isinstance(text, str) and text.startswith("-"):
        return -unit.count(text[1:], what)
    return unit.count(text, what)


class Purpose(StrEnum):
    """What patrons are given time for."""

    BETS = "bets"
    INSURANCE = "insurance"
    OPTIONS = "options"
    SQUEEZE = "squeeze"
    PLAYER_DEALER = "player_dealer"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table waits for patrons; bets and choices that come in do not change it."""

    purpose: Purpose
    round: int
    cards: int
    offered: int | None


@dataclass(frozen=True, slots=True)
class Deadline:
    """How long patrons were told they have, and the place that it counts at."""

    place: Place
    seconds: int


SECOND = 1000


MOST_SECONDS = 3600
"""The longest time that patrons can be given for anything."""


MOST_PAUSE = 600 * SECOND
"""The longest pause between two steps."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Windows that patrons act in, in whole seconds, and pauses so that they can follow.

    Milliseconds as whole numbers: the pace stands in the log, and no float does.
    """

    betting: int = 20 * SECOND
    insurance: int = 10 * SECOND
    options: int = 20 * SECOND
    squeeze: int = 15 * SECOND
    player_dealer: int = 15 * SECOND
    card: int = 1 * SECOND
    """Between two cards."""
    settle: int = 3 * SECOND
    """From the last card to paying."""
    between: int = 5 * SECOND
    """From one round to the next."""
    shoe: int = 15 * SECOND
    """From a shoe's commitment to its first bets, for patrons' own entropy."""

    def check(self) -> None:
        """Raise InvalidInput for a pace that nobody could play at."""
        for name in WINDOWS:
            value: int = getattr(self, name)
            if value % SECOND or not SECOND <= value <= MOST_SECONDS * SECOND:
                raise InvalidInput(
                    Code.MALFORMED,
                    say(
                        "table.window",
                        name=name,
                        least=SECOND,
                        most=MOST_SECONDS * SECOND,
                        value=value,
                    ),
                )
        for name in PAUSES:
            value = getattr(self, name)
            if not 0 <= value <= MOST_PAUSE:
                raise InvalidInput(
                    Code.MALFORMED,
                    say("table.pause", name=name, most=MOST_PAUSE, value=value),
                )


WINDOWS = ("betting", "insurance", "options", "squeeze", "player_dealer")


PAUSES = ("card", "settle", "between", "shoe")


class Opened(NamedTuple):
    """A card that lay face down, and the salt that opens its seal."""

    card: Card
    salt: str


class Fresh(NamedTuple):
    """A shoe that is ready to be started."""

    cards: int
    fixed: bool
    commitment: str | None


class Source(Protocol):
    """The keeper of a digital shoe: only it knows the cards, and `decide` asks it for them."""

    def peek(self, count: int) -> tuple[Card, ...]:
        """Return the next cards; fewer if the shoe has fewer."""

    def seal(self) -> str:
        """Return the seal of the next card, which is to lie face down."""

    def open(self, place: int) -> Opened:
        """Return a card of the round that lies face down, with its salt."""

    def seed(self) -> str | None:
        """Return the seed of the shoe that ends; None if its order was given."""

    def fresh(self) -> Fresh:
        """Return the shoe that is to start."""


class NoSource:
    """The source of a table whose cards are entered by hand: it is never asked."""

    def _none(self, *_: object) -> NoReturn:
        raise AssertionError("a manual table has no source of cards")

    peek = seal = open = fresh = _none

    def seed(self) -> None:
        """Return None: a real shoe has no seed."""
        return
