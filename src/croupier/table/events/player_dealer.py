"""Who banks: the position is offered, taken, passed on, and its wager is put up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from croupier.ledger import Hold, Transfer, Void
from croupier.ledger import patron as chips_of
from croupier.ledger import wager as wager_of
from croupier.table.events.base import (
    IDLE,
    Event,
    Write,
    check_positive,
    event,
    need,
    reason_of,
    same,
)
from croupier.table.state import Position, Table
from croupier.table.vocabulary import Units
from croupier.words import Message, say

WAGER = "the player-dealer's wager"
"""The name that the wager is held under; bets are held under their own ids, with a mark."""


def _hold(player: str, wager: int) -> Hold:
    return Hold(WAGER, chips_of(player), wager_of(player), wager)


def _sits(table: Table, seat: int, player: str) -> None:
    """Raise `Impossible` if somebody else sits at a seat, or nobody does."""
    same(player, table.seats.get(seat), f"who sat at seat {seat}")


def _free(table: Table) -> None:
    """Raise `Impossible` if the position is not free, or the game has none."""
    need(table.rules.banked_by_player, "the house banks this game")
    need(table.position is None, "somebody had the position")


def _banks(table: Table, seat: int, player: str) -> None:
    """Raise `Impossible` if it is somebody else who banks."""
    position = table.position
    holder = None if position is None else (position.seat, position.patron)
    same((seat, player), holder, "who banked")


def _with_wager(table: Table, wager: int) -> Table:
    assert table.position is not None, "somebody banks"
    return replace(table, position=replace(table.position, wager=wager))


@event("player_dealer_offered", phases=IDLE)
class PlayerDealerOffered(Event):
    """A seat is asked whether it banks."""

    seat: int
    player: str
    rule: str | None = None

    def check(self, table: Table) -> None:
        _free(table)
        _sits(table, self.seat, self.player)

    def change(self, table: Table) -> Table:
        return replace(table, offered=self.seat)

    def said(self, write: Write) -> Message:
        return say("events.player_dealer_offered", player=self.player, seat=self.seat)


@event("player_dealer_declined", phases=IDLE)
class PlayerDealerDeclined(Event):
    """A seat has passed."""

    seat: int
    player: str

    def check(self, table: Table) -> None:
        # A patron who leaves the seat that was asked has declined, and sits there no more.
        same(self.seat, table.offered, "the seat that was asked")
        name = table.seats.get(self.seat)
        need(name in (None, self.player), f"seat {self.seat} was {name}'s")

    def change(self, table: Table) -> Table:
        return replace(table, offered=None, declined=(*table.declined, self.seat))

    def said(self, write: Write) -> Message:
        return say("events.player_dealer_declined", player=self.player, seat=self.seat)


@event("player_dealer_missing", phases=IDLE)
class PlayerDealerMissing(Event):
    """Every seat was asked and nobody banks."""

    rule: str | None = None

    def check(self, table: Table) -> None:
        need(table.rules.banked_by_player, "the house banks this game")
        nobody = table.position is None and table.offered is None
        need(nobody, "somebody banked, or was being asked")

    def change(self, table: Table) -> Table:
        return replace(table, offered=None, declined=())

    def said(self, write: Write) -> Message:
        return say("events.player_dealer_missing")


@event("player_dealer_accepted", phases=IDLE)
class PlayerDealerAccepted(Event):
    """A seat banks and has put up its wager."""

    seat: int
    player: str
    wager: Units

    def check(self, table: Table) -> None:
        same(self.seat, table.offered, "the seat that was asked")
        _sits(table, self.seat, self.player)
        check_positive(self.wager)

    def change(self, table: Table) -> Table:
        position = Position(self.seat, self.player, self.wager)
        return replace(table, position=position, offered=None, declined=())

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield _hold(self.player, self.wager)

    def said(self, write: Write) -> Message:
        return say(
            "events.player_dealer_accepted",
            player=self.player,
            seat=self.seat,
            wager=write(self.wager),
        )


@event("wager_changed", phases=IDLE)
class WagerChanged(Event):
    """The player-dealer has put up another wager."""

    seat: int
    player: str
    wager: Units

    def check(self, table: Table) -> None:
        _banks(table, self.seat, self.player)
        check_positive(self.wager)

    def change(self, table: Table) -> Table:
        return _with_wager(table, self.wager)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield Void(WAGER)
        yield _hold(self.player, self.wager)

    def said(self, write: Write) -> Message:
        return say("events.wager_changed", player=self.player, wager=write(self.wager))


@event("wager_posted", phases=IDLE)
class WagerPosted(Event):
    """The wager is up again for the next hand."""

    seat: int
    player: str
    wager: Units

    def check(self, table: Table) -> None:
        _banks(table, self.seat, self.player)
        position = table.position
        same(self.wager, position and position.wager, "the wager")

    def change(self, table: Table) -> Table:
        return _with_wager(table, self.wager)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield _hold(self.player, self.wager)

    def said(self, write: Write) -> Message:
        return say("events.wager_posted", player=self.player, wager=write(self.wager))


@event("player_dealer_vacated", phases=IDLE)
class PlayerDealerVacated(Event):
    """The position is free."""

    seat: int
    player: str
    reason: str
    rule: str | None = None
    given_up: bool | None = None
    """Whether they wanted it so, or left: a hand that is undone does not bring it back."""

    def check(self, table: Table) -> None:
        _banks(table, self.seat, self.player)

    def change(self, table: Table) -> Table:
        ended = table.ended
        had = ended.position if ended is not None else None
        if ended is not None and had is not None and self.given_up and had.patron == self.player:
            # A patron who gives it up does not get it back if the hand is undone.
            ended = replace(ended, position=None)
        return replace(table, position=None, offered=None, declined=(), ended=ended)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        if WAGER in table.book.holds:
            yield Void(WAGER)

    def said(self, write: Write) -> Message:
        reason = reason_of(self.reason)
        return say("events.player_dealer_vacated", player=self.player, reason=reason)


@event("player_dealer_restored", phases=IDLE)
class PlayerDealerRestored(Event):
    """A hand was undone: whoever banked before it has the position and the wager again."""

    seat: int
    player: str
    wager: Units
    hands: int
    rule: str | None = None

    def check(self, table: Table) -> None:
        _free(table)
        _sits(table, self.seat, self.player)
        check_positive(self.wager)
        need(self.hands >= 0, "nobody has banked for less than no hands")

    def change(self, table: Table) -> Table:
        position = Position(self.seat, self.player, self.wager, self.hands)
        return replace(table, position=position, offered=None, declined=())

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield _hold(self.player, self.wager)

    def said(self, write: Write) -> Message:
        return say(
            "events.player_dealer_restored",
            player=self.player,
            seat=self.seat,
            wager=write(self.wager),
        )
