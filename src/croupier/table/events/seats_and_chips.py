"""Patrons come and go: chips are bought and cashed, seats are taken and left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from croupier.coup import Side
from croupier.ledger import CAGE, CHIPS, DROP, FLOAT, Move, Transfer
from croupier.ledger import patron as chips_of
from croupier.table.events.base import (
    ANY,
    Audience,
    Event,
    Write,
    box_there,
    check_patron,
    check_positive,
    event,
    need,
    same,
)
from croupier.table.state import Table
from croupier.table.vocabulary import Units
from croupier.words import Message, say


def _with(table: Table, name: str) -> tuple[str, ...]:
    """Return everybody who has come to the table, with one more."""
    return table.patrons if name in table.patrons else (*table.patrons, name)


@event("chips_bought", phases=ANY, seen_by=Audience.PATRON, concerns_one=True)
class ChipsBought(Event):
    """A patron has more chips."""

    player: str
    amount: Units
    cash: bool | None = None
    """Whether cash was paid for it at the table."""
    chips: bool | None = None
    """Whether the patron brought the chips."""

    def check(self, table: Table) -> None:
        check_positive(self.amount)
        need(not (self.cash and self.chips), "chips are paid for in cash or brought, not both")

    def change(self, table: Table) -> Table:
        return replace(table, patrons=_with(table, self.player))

    def transfers(self, table: Table) -> Iterable[Transfer]:
        if self.cash:
            yield Move(FLOAT, chips_of(self.player), self.amount)
            yield Move(CAGE, DROP, self.amount)
        else:
            # Money stays at the table for the chips that leave its tray: its worth is the same.
            yield Move(CHIPS if self.chips else CAGE, chips_of(self.player), self.amount)

    def said(self, write: Write) -> Message:
        how = "bought_in_cash" if self.cash else "brought" if self.chips else "bought"
        return say(f"events.chips_{how}", player=self.player, amount=write(self.amount))


@event("chips_cashed", phases=ANY, at_closed_table=True, seen_by=Audience.PATRON, concerns_one=True)
class ChipsCashed(Event):
    """A patron has handed chips in, or left with them."""

    player: str
    amount: Units
    chips: bool | None = None
    """Whether the patron took them along."""

    def check(self, table: Table) -> None:
        check_patron(table, self.player)
        check_positive(self.amount)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield Move(chips_of(self.player), CHIPS if self.chips else CAGE, self.amount)

    def said(self, write: Write) -> Message:
        how = "taken_along" if self.chips else "cashed"
        return say(f"events.chips_{how}", player=self.player, amount=write(self.amount))


@event("seat_taken", phases=ANY, concerns_one=True)
class SeatTaken(Event):
    """A patron sits at a box."""

    player: str
    box: int

    def check(self, table: Table) -> None:
        box_there(table, self.box)
        need(self.box not in table.seats, f"box {self.box} was taken")

    def change(self, table: Table) -> Table:
        seats = {**table.seats, self.box: self.player}
        return replace(table, patrons=_with(table, self.player), seats=seats)

    def said(self, write: Write) -> Message:
        return say("events.seat_taken", player=self.player, box=self.box)


@event("seat_left", phases=ANY, concerns_one=True)
class SeatLeft(Event):
    """A patron has left a box; bets that lie there stay."""

    player: str
    box: int
    rule: str | None = None
    squeezes: tuple[Side, ...] | None = None
    """Hands whose squeeze was theirs and is lost: the dealer turns what lies face down."""
    walked_away: bool | None = None
    """Whether they have a bet in the round, on any box, and so have forgone insurance. None in logs
    older than this field: there only a bet on the box that was left counted."""

    def check(self, table: Table) -> None:
        same(self.player, table.seats.get(self.box), f"who sat at box {self.box}")
        for hand in self.squeezes or ():
            same(self.player, table.squeezes.get(hand), f"who had the squeeze of {hand}")
        if self.walked_away is not None:
            betting = self.player in table.bettors
            same(self.walked_away, betting, f"that {self.player} walked away from a bet")

    def change(self, table: Table) -> Table:
        seats = {box: who for box, who in table.seats.items() if box != self.box}
        walked_away = self.walked_away
        if walked_away is None:
            here = (self.player, self.box)
            walked_away = any((bet.patron, bet.box) == here for bet in table.bets)
        forgone = table.forgone | {self.player} if walked_away else table.forgone
        lost = self.squeezes or ()
        kept = {hand: who for hand, who in table.squeezes.items() if hand not in lost}
        return replace(table, seats=seats, forgone=forgone, squeezes=kept)

    def said(self, write: Write) -> Message:
        return say("events.seat_left", player=self.player, box=self.box)
