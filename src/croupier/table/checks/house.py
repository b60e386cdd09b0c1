"""What events about the table itself, its people, its shoes and its bank are held to."""

from __future__ import annotations

from dataclasses import asdict

from croupier.ledger import FEES, FLOAT, HOUSE
from croupier.table import event as e
from croupier.table.checks.base import Checks, box_there, met, need, same, something
from croupier.table.deadlines import Purpose
from croupier.table.state import Table
from croupier.table.vocabulary import Phase, ShoeKind

_WINDOWS = {
    Purpose.BETS: (Phase.BETTING,),
    Purpose.INSURANCE: (Phase.DEALING,),
    Purpose.OPTIONS: (Phase.OPTIONS,),
    Purpose.SQUEEZE: (Phase.DEALING, Phase.COMPLETE),
    Purpose.PLAYER_DEALER: (Phase.IDLE,),
}
"""When time can run for something."""


def _opened(table: Table, event: e.TableOpened) -> None:
    need(not table.open, "the table was open already")
    known = event.digest == event.game.digest
    need(known, f"it was played by another version of the file of {event.game.key}")


def _closed(table: Table, event: e.TableClosed) -> None:
    book = table.book
    won, fees = book.balance(HOUSE), book.balance(FEES)
    same(event.house, won, "what the house won")
    same(event.fees, fees, "what was taken in fees")
    same(event.float, book.balance(FLOAT) + won + fees, "what is in the tray")


def _changed(table: Table, event: e.TableChanged) -> None:
    setup = table.rules
    was = {
        "limits": setup.sign,
        "insurance": setup.insurance,
        "enforcement": setup.enforcement.value,
        "fees": setup.schedule,
    }
    same(dict(event.was), was, "what the sign said before")


def _moved(_: Table, event: e.FloatFilled | e.FloatCredited | e.ChipsBought) -> None:
    something(event.amount)


def _cashed(table: Table, event: e.ChipsCashed) -> None:
    met(table, event.player)
    something(event.amount)


def _sat(table: Table, event: e.SeatTaken) -> None:
    box_there(table, event.box)
    need(event.box not in table.seats, f"box {event.box} was taken")


def _left(table: Table, event: e.SeatLeft) -> None:
    same(event.player, table.seats.get(event.box), f"who sat at box {event.box}")
    for hand in event.squeezes or ():
        same(event.player, table.squeezes.get(hand), f"who had the squeeze of {hand}")
    if event.walked_away is not None:
        betting = event.player in table.bettors
        same(event.walked_away, betting, f"that {event.player} walked away from a bet")


def _shoe_started(table: Table, event: e.ShoeStarted) -> None:
    setup = table.rules
    need(table.shoe is None, "there was a shoe already")
    same(event.shoe, table.shoes + 1, "the number of the shoe")
    whole = setup.decks * 52
    if event.fixed:
        need(event.cards <= whole, f"{setup.decks} decks do not hold {event.cards} cards")
    else:
        same(event.cards, whole, "how many cards the shoe holds")
    same(event.burned, 0 if event.fixed else setup.burn, "how many cards were burned")
    shuffled = not event.fixed and setup.shoe is not ShoeKind.MANUAL
    same(event.commitment is not None, shuffled, "whether the shuffle was committed to")


def _mixed(table: Table, event: e.EntropyAdded) -> None:
    met(table, event.player)
    shoe = table.shoe
    fresh = shoe is not None and shoe.commitment is not None and not shoe.used
    need(fresh, "there was no shuffle that anything could be added to")


def _shoe_ended(table: Table, event: e.ShoeEnded) -> None:
    shoe = table.shoe
    there = (shoe.number, shoe.out) if shoe is not None else None
    same((event.shoe, event.dealt), there, "the shoe, and how many cards had left it,")


def _offered(table: Table, event: e.PlayerDealerOffered) -> None:
    need(table.rules.banked_by_player, "the house banks this game")
    need(table.position is None, "somebody had the position")
    same(event.player, table.seats.get(event.seat), f"who sat at seat {event.seat}")


def _declined(table: Table, event: e.PlayerDealerDeclined) -> None:
    # Who left the seat that was asked has declined, and sits there no more.
    same(event.seat, table.offered, "the seat that was asked")
    name = table.seats.get(event.seat)
    need(name in (None, event.player), f"seat {event.seat} was {name}'s")


def _missing(table: Table, _: e.PlayerDealerMissing) -> None:
    need(table.rules.banked_by_player, "the house banks this game")
    need(table.position is None and table.offered is None, "somebody banked, or was being asked")


def _accepted(table: Table, event: e.PlayerDealerAccepted) -> None:
    same(event.seat, table.offered, "the seat that was asked")
    same(event.player, table.seats.get(event.seat), f"who sat at seat {event.seat}")
    something(event.wager)


def _restored(table: Table, event: e.PlayerDealerRestored) -> None:
    need(table.rules.banked_by_player, "the house banks this game")
    need(table.position is None, "somebody had the position")
    same(event.player, table.seats.get(event.seat), f"who sat at seat {event.seat}")
    something(event.wager)
    need(event.hands >= 0, "nobody has banked for less than no hands")


def _banks(table: Table, event: e.WagerChanged | e.WagerPosted | e.PlayerDealerVacated) -> None:
    position = table.position
    holder = None if position is None else (position.seat, position.patron)
    same((event.seat, event.player), holder, "who banked")


def _rewagered(table: Table, event: e.WagerChanged) -> None:
    _banks(table, event)
    something(event.wager)


def _posted(table: Table, event: e.WagerPosted) -> None:
    _banks(table, event)
    position = table.position
    same(event.wager, position and position.wager, "the wager")


def _assigned(table: Table, event: e.DealerAssigned) -> None:
    same(event.was["automatic"], table.automatic, "who dealt before")
    pace = asdict(table.pace)
    then = {name: pace.get(name) for name in event.was["pace"]}
    same(dict(event.was["pace"]), then, "the pace before")


def _timed(table: Table, event: e.DeadlineSet) -> None:
    need(event.seconds > 0, "it gives no time")
    fits = table.phase in _WINDOWS[event.purpose]
    need(fits, f"no time runs for {event.purpose} in phase {table.phase}")


CHECKS: Checks = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.TableChanged: _changed,
    e.FloatFilled: _moved,
    e.FloatCredited: _moved,
    e.ChipsBought: _moved,
    e.ChipsCashed: _cashed,
    e.SeatTaken: _sat,
    e.SeatLeft: _left,
    e.ShoeStarted: _shoe_started,
    e.EntropyAdded: _mixed,
    e.ShoeEnded: _shoe_ended,
    e.PlayerDealerOffered: _offered,
    e.PlayerDealerDeclined: _declined,
    e.PlayerDealerMissing: _missing,
    e.PlayerDealerAccepted: _accepted,
    e.PlayerDealerVacated: _banks,
    e.PlayerDealerRestored: _restored,
    e.WagerChanged: _rewagered,
    e.WagerPosted: _posted,
    e.DealerAssigned: _assigned,
    e.DeadlineSet: _timed,
}
