"""What every event has: a wire name, its phases, who sees it, what it changes, its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, TypeVar, dataclass_transform

from croupier.cards import Card
from croupier.coup import Side
from croupier.ledger import Transfer
from croupier.settlement import Bet
from croupier.table.state import ShoeState, Table
from croupier.table.vocabulary import Phase

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


Write = Callable[[int], str]
"""Writes an amount in the table's unit."""


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

    def tell(self, write: Write) -> str:
        """Return the event as a sentence, as a person at the table would tell it."""
        raise NotImplementedError


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


def names(people: Iterable[str]) -> str:
    """Return names in a row, or "nobody"."""
    return ", ".join(people) or "nobody"


def amounts(money: Mapping[str, int], write: Write) -> str:
    """Return names with their amounts in a row."""
    return ", ".join(f"{name} {write(amount)}" for name, amount in money.items())


def title(side: Side) -> str:
    """Return the name of a hand in a sentence."""
    return side.value.capitalize()


def because(reason: str | None) -> str:
    """Return a reason in brackets; an empty text if none was given."""
    return f" ({reason})" if reason else ""
