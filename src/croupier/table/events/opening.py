"""The table itself: opened, changed, closed, its tray, who deals, what patrons have time for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Annotated, TypedDict

from croupier.game.model import Game
from croupier.ledger import CAGE, DROP, FEES, FLOAT, HOUSE, Move, Transfer
from croupier.money import Unit
from croupier.settlement.json_types import AMOUNT
from croupier.settlement.settle_json import read_fees, read_limits
from croupier.table.events.base import (
    ANY,
    IDLE,
    INTERRUPTED,
    Audience,
    Event,
    Write,
    also,
    because,
    check_positive,
    event,
    need,
    same,
)
from croupier.table.events.insurance import offers
from croupier.table.squeeze import only_dealer_turns
from croupier.table.state import Setup, Table
from croupier.table.vocabulary import (
    Deadline,
    Enforcement,
    Json,
    Pace,
    Phase,
    Place,
    Purpose,
    Schedule,
    ShoeKind,
    Sign,
    Signed,
    Units,
)
from croupier.words import Amount, Message, Name, Value, say


def window_of(table: Table) -> Purpose | None:
    """Return what patrons have time for now; None if the table waits for nobody.

    No time runs while a report waits for a decision: patrons cannot act then.
    """
    if not table.open or table.case is not None:
        return None
    match table.phase:
        case Phase.BETTING:
            return Purpose.BETS
        case Phase.OPTIONS:
            return Purpose.OPTIONS
        case Phase.IDLE:
            return None if table.offered is None else Purpose.PLAYER_DEALER
        case Phase.DEALING | Phase.COMPLETE:
            if len(only_dealer_turns(table)) < len(table.hidden):
                return Purpose.SQUEEZE
            return Purpose.INSURANCE if offers(table) else None
        case _:
            return None


def place_of(table: Table) -> Place | None:
    """Return the place where the table waits for patrons; None if it waits for nobody."""
    purpose = window_of(table)
    if purpose is None:
        return None
    return Place(purpose, table.round, len(table.cards), table.offered)


def notices(game: Game, *, insurance: bool) -> tuple[Message, ...]:
    """Return the notices that must be shown at the table, without their full stops."""
    found: list[Message] = []
    if game.insurance is not None and not insurance:
        told = say("events.no_insurance")
        found.append(because(told, game.cite("no_insurance")))
    if game.borrows:
        found.append(say("events.borrowed", game=Name("game", game.borrows)))
    return tuple(found)


def _shown(stored: Iterable[str], game: Game | None, *, insurance: bool) -> list[Value]:
    """Return notices as they were stored, in any language if they are those of the game."""
    known = {} if game is None else {str(each): each for each in notices(game, insurance=insurance)}
    shown = (text.rstrip(". ") for text in stored)
    return [known.get(text, text) for text in shown]


def _in_turn(told: Message, more: Iterable[Value]) -> Message:
    """Return sentences one after the other, the last one without its full stop."""
    for each in more:
        told = say("events.sentences", told=told, more=each)
    return told


@event("table_opened", phases=IDLE, at_closed_table=True, staff_fields=("float",))
class TableOpened(Event):
    """The table is open; this pins the game file that it is played by."""

    game: Game
    digest: str
    decks: int
    layout: str
    unit: Unit
    limits: Sign
    enforcement: Enforcement
    shoe: ShoeKind
    face_down: bool
    insurance: bool
    cut: int
    burn: int
    fees: Schedule
    float: Annotated[str, AMOUNT]
    notices: tuple[str, ...]

    def check(self, table: Table) -> None:
        need(not table.open, "the table was open already")
        known = self.digest == self.game.digest
        need(known, f"it was played by another version of the file of {self.game.key}")

    def change(self, table: Table) -> Table:
        game, unit = self.game, self.unit
        setup = Setup(
            game=game,
            digest=self.digest,
            decks=self.decks,
            layout=next(layout for layout in game.layouts if layout.key == self.layout),
            unit=unit,
            sign=self.limits,
            limits=read_limits(self.limits, game, unit),
            enforcement=self.enforcement,
            shoe=self.shoe,
            face_down=self.face_down,
            insurance=self.insurance,
            cut=self.cut,
            burn=self.burn,
            schedule=self.fees,
            fees=read_fees(self.fees, game, unit) if self.fees else {},
        )
        return Table(
            setup=setup,
            open=True,
            round=table.round,
            patrons=table.patrons,
            book=table.book,
            placed=table.placed,
            shoes=table.shoes,
            owed=table.owed,
        )

    def transfers(self, table: Table) -> Iterable[Transfer]:
        # What was won before belongs to the table as it was: these accounts start from zero.
        for account in (HOUSE, FEES, FLOAT):
            balance = table.book.balance(account)
            yield Move(account, CAGE, balance) if balance > 0 else Move(CAGE, account, -balance)
        yield Move(DROP, CAGE, table.book.balance(DROP))
        yield Move(CAGE, FLOAT, self.unit.count(self.float))

    def said(self, write: Write) -> Message:
        told = say(
            "events.table_opened",
            game=Name("game", self.game.key, self.game.texts),
            decks=self.decks,
            shoe=say(f"events.shoe_{self.shoe.value}"),
        )
        shown = _shown(self.notices, self.game, insurance=self.insurance)
        return say("events.sentence", told=_in_turn(told, shown))


_OF_CLOSING = (
    *("float", "house", "fees", "drop", "count", "pieces", "drop_count"),
    *("variance", "drop_variance", "reason", "witness"),
)


@event("table_closed", phases=IDLE, staff_fields=_OF_CLOSING)
class TableClosed(Event):
    """The table is closed, with this much at the table and won since it opened."""

    float: Signed
    house: Signed
    fees: Signed
    drop: Units | None = None
    """The cash in the drop; None where there is none."""
    count: Units | None = None
    """What was counted in the tray; None where nobody counted."""
    pieces: Mapping[str, int] | None = None
    """How many chips of each denomination were counted."""
    drop_count: Units | None = None
    variance: Signed | None = None
    """What was counted in the tray, less what should be there."""
    drop_variance: Signed | None = None
    reason: str | None = None
    """Why a count differs, or why nothing was counted."""
    witness: str | None = None
    """Who signed the count beside the manager."""

    def check(self, table: Table) -> None:
        book = table.book
        won, fees, drop = (book.balance(account) for account in (HOUSE, FEES, DROP))
        same(self.house, won, "what the house won")
        same(self.fees, fees, "what was taken in fees")
        same(self.float, book.balance(FLOAT) + won + fees, "what is in the tray")
        same(self.drop or 0, drop, "what is in the drop")
        same(self.variance, _less(self.count, self.float), "the variance of the tray")
        same(self.drop_variance, _less(self.drop_count, drop), "the variance of the drop")
        if self.pieces is not None:
            sums = table.rules.unit.total(self.pieces)
            same(self.count, sums, "the count of the tray")

    def change(self, table: Table) -> Table:
        return replace(
            table, open=False, seats={}, shoe=None, ended=None, case=None, offered=None, ready=()
        )

    def said(self, write: Write) -> Message:
        told = say("events.table_closed", float=write(self.float))
        if self.count is not None:
            found, amounts = _found(self.count, self.variance or 0, write)
            told = also(told, say(f"events.tray_counted_{found}", **amounts))
        if self.drop_count is not None:
            found, amounts = _found(self.drop_count, self.drop_variance or 0, write)
            told = also(told, say(f"events.drop_counted_{found}", **amounts))
        if self.witness is not None:
            told = also(told, say("events.signed_too", name=self.witness))
        return because(told, self.reason)


def _less(count: int | None, book: int) -> int | None:
    return None if count is None else count - book


def _found(count: int, variance: int, write: Write) -> tuple[str, dict[str, Amount]]:
    """Return in a word how a count compares with the book, and the amounts to tell."""
    word = "right" if not variance else "over" if variance > 0 else "short"
    return word, {"count": write(count), "variance": write(abs(variance))}


@event("float_filled", phases=ANY, seen_by=Audience.STAFF)
class FloatFilled(Event):
    """Chips came from the cage."""

    amount: Units

    def check(self, table: Table) -> None:
        check_positive(self.amount)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield Move(CAGE, FLOAT, self.amount)

    def said(self, write: Write) -> Message:
        return say("events.float_filled", amount=write(self.amount))


@event("float_credited", phases=ANY, seen_by=Audience.STAFF)
class FloatCredited(Event):
    """Chips went to the cage."""

    amount: Units

    def check(self, table: Table) -> None:
        check_positive(self.amount)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield Move(FLOAT, CAGE, self.amount)

    def said(self, write: Write) -> Message:
        return say("events.float_credited", amount=write(self.amount))


class SignBefore(TypedDict):
    """What the sign said before."""

    limits: Sign
    insurance: bool
    enforcement: Enforcement
    fees: Schedule


@event("table_changed", phases=IDLE)
class TableChanged(Event):
    """The sign says something else from the next round on."""

    limits: Sign
    insurance: bool
    enforcement: Enforcement
    fees: Schedule
    was: Annotated[Json, SignBefore]
    notices: tuple[str, ...]
    rule: str | None = None

    def check(self, table: Table) -> None:
        setup = table.rules
        was = {
            "limits": setup.sign,
            "insurance": setup.insurance,
            "enforcement": setup.enforcement.value,
            "fees": setup.schedule,
        }
        same(dict(self.was), was, "what the sign said before")

    def change(self, table: Table) -> Table:
        old = table.rules
        setup = replace(
            old,
            sign=self.limits,
            limits=read_limits(self.limits, old.game, old.unit),
            insurance=self.insurance,
            enforcement=self.enforcement,
            schedule=self.fees,
            fees=read_fees(self.fees, old.game, old.unit) if self.fees else {},
        )
        return replace(table, setup=setup)

    def said(self, write: Write) -> Message:
        shown = _shown(self.notices, write.game, insurance=self.insurance)
        return _in_turn(say("events.table_changed"), shown)


class DealerBefore(TypedDict):
    """Who dealt before, and at which pace."""

    automatic: bool
    pace: Mapping[str, int]


@event("dealer_assigned", phases=ANY)
class DealerAssigned(Event):
    """The table is run by the automatic dealer, or by a person."""

    automatic: bool
    pace: Pace
    was: Annotated[Json, DealerBefore]

    def check(self, table: Table) -> None:
        same(self.was["automatic"], table.automatic, "who dealt before")
        pace = asdict(table.pace)
        then = {name: pace.get(name) for name in self.was["pace"]}
        same(dict(self.was["pace"]), then, "the pace before")

    def change(self, table: Table) -> Table:
        return replace(table, automatic=self.automatic, pace=self.pace)

    def said(self, write: Write) -> Message:
        return say("events.run_by_machine" if self.automatic else "events.run_by_person")


_WINDOWS = {
    Purpose.BETS: (Phase.BETTING,),
    Purpose.INSURANCE: (Phase.DEALING,),
    Purpose.OPTIONS: (Phase.OPTIONS,),
    Purpose.SQUEEZE: (Phase.DEALING, Phase.COMPLETE),
    Purpose.PLAYER_DEALER: (Phase.IDLE,),
}
"""The phases in which time can run for something."""


@event("deadline_set", phases=ANY - INTERRUPTED, concerns_one=True)
class DeadlineSet(Event):
    """Patrons were told how long they have; it decides nothing."""

    purpose: Purpose
    seconds: int
    rule: str | None = None

    def check(self, table: Table) -> None:
        need(self.seconds > 0, "it gives no time")
        fits = table.phase in _WINDOWS[self.purpose]
        need(fits, f"no time runs for {self.purpose} in phase {table.phase}")

    def change(self, table: Table) -> Table:
        place = Place(self.purpose, table.round, len(table.cards), table.offered)
        return replace(table, deadline=Deadline(place, self.seconds))

    def said(self, write: Write) -> Message:
        to = say(f"events.time_to_{self.purpose.value}")
        return say("events.deadline_set", seconds=self.seconds, to=to)
