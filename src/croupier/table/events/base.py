"""What every event has: a wire name, its phases, who sees it, what it changes, its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, TypeVar, dataclass_transform

from croupier.cards import Card
from croupier.coup import Side
from croupier.game.model import Game
from croupier.ledger import Transfer
from croupier.money import Unit
from croupier.settlement import Bet
from croupier.table.state import ShoeState, Table
from croupier.table.vocabulary import Phase
from croupier.words import (
    ENGLISH,
    Amount,
    Message,
    Name,
    Series,
    Show,
    Value,
    catalogue,
    render,
    say,
    series,
)

ANY = frozenset(Phase)
IDLE = frozenset({Phase.IDLE})
BETTING = frozenset({Phase.BETTING})
DEALING = frozenset({Phase.DEALING})
OPTIONS = frozenset({Phase.OPTIONS})
COMPLETE = frozenset({Phase.COMPLETE})
INTERRUPTED = frozenset({Phase.INTERRUPTED})
CARDS = DEALING | COMPLETE
"""The phases in which cards lie on the table."""
PLAYED = BETTING | CARDS
"""The phases of a round that nothing holds up."""
ROUND = ANY - IDLE


class Audience(Enum):
    """Who sees an event."""

    EVERYBODY = "everybody"
    PATRON = "patron"
    """The patron whom it names, and the staff."""
    STAFF = "staff"


class Impossible(AssertionError):
    """An event that cannot happen at the table as it stands: a bug here, a forgery in a log."""


@dataclass(frozen=True, slots=True)
class Write:
    """Writes what a sentence needs of its table: amounts in its unit, and its game's bets.

    Without a game a bet is called by its key.
    """

    unit: Unit
    game: Game | None = None

    def __call__(self, units: int) -> Amount:
        """Return an amount in the table's unit."""
        return Amount(self.unit.write(units))

    def bet(self, key: str) -> Name:
        """Return the name of a bet."""
        return Name("bet", key) if self.game is None else self.game.bet_name(key)


class Event:
    """Something that has happened at a table: a fact, never refused.

    A subclass is the whole description of one kind of event. `event` sets the attributes.
    """

    __slots__ = ()

    wire_name: ClassVar[str]
    """Its name in the log and on the network; it never changes."""
    phases: ClassVar[frozenset[Phase]]
    """The phases in which it can happen."""
    at_closed_table: ClassVar[bool]
    """Whether it can happen at a closed table, where patrons keep their chips and their rights."""
    seen_by: ClassVar[Audience]
    staff_fields: ClassVar[tuple[str, ...]]
    """Fields that only the staff see: the house's money, or a patron's debt."""
    concerns_one: ClassVar[bool]
    """Whether it changes nobody's chips except those of the patron whom it names, if any."""

    def check(self, table: Table) -> None:
        """Raise `Impossible` if the event disagrees with the table before it.

        Only with what follows from the table as it stands: numbers, sums, people, cards. Whether
        the rules allowed an act is decided once, by `decide`. Older logs were played by older
        readings of the rules, and they must still pass.
        """

    def change(self, table: Table) -> Table:
        """Return the table after the event, its money apart."""
        return table

    def transfers(self, table: Table) -> Iterable[Transfer]:
        """Return the money that the event moves, from the table before it."""
        return ()

    def said(self, write: Write) -> Message:
        """Return the event as a message, as a person at the table would tell it."""
        raise NotImplementedError

    def tell(self, write: Write, language: str = ENGLISH, show: Show | None = None) -> str:
        """Return the event as a sentence in a language; `show` writes amounts for people."""
        return render(self.said(write), language, show)


E = TypeVar("E", bound=Event)

EVENTS: dict[str, type[Event]] = {}
"""Every kind of event by its wire name."""


@dataclass_transform(frozen_default=True)
def event(
    name: str,
    *,
    phases: frozenset[Phase],
    at_closed_table: bool = False,
    seen_by: Audience = Audience.EVERYBODY,
    staff_fields: tuple[str, ...] = (),
    concerns_one: bool = False,
) -> Callable[[type[E]], type[E]]:
    """Return a decorator that makes a class a kind of event, known by its wire name."""

    def described(cls: type[E]) -> type[E]:
        assert name not in EVENTS, f"two kinds of event are called {name}"
        made = dataclass(frozen=True, slots=True)(cls)
        made.wire_name, made.phases, made.at_closed_table = name, phases, at_closed_table
        made.seen_by, made.staff_fields, made.concerns_one = seen_by, staff_fields, concerns_one
        EVENTS[name] = made
        return made

    return described


def need(fits: object, reason: str) -> None:
    """Raise `Impossible` with a reason if something does not fit."""
    if not fits:
        raise Impossible(reason)


def same(said: object, found: object, what: str) -> None:
    """Raise `Impossible` if an event says something else than follows from the table."""
    if said != found:
        raise Impossible(f"{what} was {_brief(said)}, and it works out as {_brief(found)}")


def _brief(value: object) -> str:
    text = str(value)
    return text if len(text) <= 120 else f"{text[:116]} ..."


def check_patron(table: Table, name: str) -> None:
    """Raise `Impossible` for somebody who never came to the table."""
    need(name in table.patrons, f"nobody called {name} was at the table")


def box_there(table: Table, box: int) -> None:
    """Raise `Impossible` for a box that the layout does not have."""
    boxes = table.rules.layout.boxes
    need(1 <= box <= boxes, f"there is no box {box}: they run from 1 to {boxes}")


def check_positive(amount: int) -> None:
    """Raise `Impossible` for an amount of zero or less."""
    need(amount > 0, "it is about no money")


def bet_of(table: Table, bet_id: str, player: str) -> Bet:
    """Return a bet of the round; raise `Impossible` if it is not there, or somebody else's."""
    bet = table.bet(bet_id)
    if bet is None:
        raise Impossible(f"no bet of the round is called {bet_id}")
    same(player, bet.patron, "whose bet it is")
    return bet


def shoe_of(table: Table) -> ShoeState:
    """Return the shoe of a table that has one."""
    assert table.shoe is not None, "there is a shoe"
    return table.shoe


def faces(cards: Iterable[Card] | None) -> str:
    """Return cards as people read them; an empty text if there are none."""
    return " ".join(card.face for card in cards or ())


def names(people: Iterable[str]) -> Value:
    """Return names in a row, or "nobody"."""
    found = series(people)
    return found if found.items else say("events.nobody")


def amounts(money: Mapping[str, int], write: Write) -> Series:
    """Return names with their amounts in a row."""
    return series(
        say("events.money_of", name=name, amount=write(amount)) for name, amount in money.items()
    )


def title(side: Side) -> Name:
    """Return the name of a hand in a sentence."""
    return Name("hand", side.value)


def report(kind: str) -> Name:
    """Return what a kind of report is called in a sentence."""
    return Name("report", kind)


def reason_of(text: str, *, kinds: bool = False) -> Value:
    """Return a reason: by its name if the table itself gave it, else as a person wrote it.

    With `kinds` it may be what was reported, by its key.
    """
    known = catalogue(ENGLISH, "names")
    key = re.sub(r"[^a-z]+", "_", text.replace("'", ""))
    if known.get(f"reason.{key}") == text:
        return Name("reason", key)
    if not kinds:
        return text
    return report(text) if f"report.{text}" in known else text.replace("_", " ")


def because(told: Message, reason: Value | None) -> Message:
    """Return what is told with a reason in brackets, if one was given."""
    return say("events.because", told=told, reason=reason) if reason else told


def also(told: Message, more: Value) -> Message:
    """Return what is told, and what is said beside it."""
    return say("events.also", told=told, more=more)
