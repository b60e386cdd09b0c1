"""Folding what happens around the rounds: people, shoes, the sign, who banks."""

from __future__ import annotations

from dataclasses import replace

from croupier.settlement.read_round import read_fees, read_limits
from croupier.shoe import Entropy
from croupier.table import event as e
from croupier.table.deadlines import Deadline, Place
from croupier.table.fold.base import Folds, same, shoe_of
from croupier.table.state import Position, Setup, ShoeState, Table
from croupier.table.vocabulary import Phase


def _opened(table: Table, event: e.TableOpened) -> Table:
    game, unit = event.game, event.unit
    setup = Setup(
        game=game,
        digest=event.digest,
        decks=event.decks,
        layout=next(layout for layout in game.layouts if layout.key == event.layout),
        unit=unit,
        sign=event.limits,
        limits=read_limits(event.limits, game, unit),
        enforcement=event.enforcement,
        shoe=event.shoe,
        face_down=event.face_down,
        insurance=event.insurance,
        cut=event.cut,
        burn=event.burn,
        schedule=event.fees,
        fees=read_fees(event.fees, game, unit) if event.fees else {},
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


def _closed(table: Table, _: e.TableClosed) -> Table:
    return replace(
        table, open=False, seats={}, shoe=None, ended=None, case=None, offered=None, ready=()
    )


def _changed(table: Table, event: e.TableChanged) -> Table:
    old = table.rules
    setup = replace(
        old,
        sign=event.limits,
        limits=read_limits(event.limits, old.game, old.unit),
        insurance=event.insurance,
        enforcement=event.enforcement,
        schedule=event.fees,
        fees=read_fees(event.fees, old.game, old.unit) if event.fees else {},
    )
    return replace(table, setup=setup)


def _met(table: Table, name: str) -> tuple[str, ...]:
    return table.patrons if name in table.patrons else (*table.patrons, name)


def _bought(table: Table, event: e.ChipsBought) -> Table:
    return replace(table, patrons=_met(table, event.player))


def _sat(table: Table, event: e.SeatTaken) -> Table:
    seats = {**table.seats, event.box: event.player}
    return replace(table, patrons=_met(table, event.player), seats=seats)


def _left(table: Table, event: e.SeatLeft) -> Table:
    seats = {box: who for box, who in table.seats.items() if box != event.box}
    walked_away = event.walked_away
    if walked_away is None:
        here = (event.player, event.box)
        walked_away = any((bet.patron, bet.box) == here for bet in table.bets)
    forgone = table.forgone | {event.player} if walked_away else table.forgone
    lost = event.squeezes or ()
    kept = {hand: who for hand, who in table.squeezes.items() if hand not in lost}
    return replace(table, seats=seats, forgone=forgone, squeezes=kept)


def _shoe_started(table: Table, event: e.ShoeStarted) -> Table:
    shoe = ShoeState(event.shoe, event.cards, event.burned, event.fixed, event.commitment)
    running = table.phase is not Phase.IDLE
    # Cards that lie ready belong to the shoe that is over, unless it was replaced in the round.
    ready = table.ready if running else ()
    case = table.case
    if case is not None and case.does == "void" and not running:
        # A new shoe is what a report of its fault asked for.
        case = None
    return replace(
        table,
        case=case,
        shoe=shoe,
        shoes=event.shoe,
        replaced=running,
        older=len(table.cards),
        entered=None,
        ready=ready,
    )


def _mixed(table: Table, event: e.EntropyAdded) -> Table:
    shoe = shoe_of(table)
    added = (*shoe.entropy, Entropy(event.player, event.text))
    return replace(table, shoe=replace(shoe, entropy=added))


def _shoe_ended(table: Table, _: e.ShoeEnded) -> Table:
    return replace(table, shoe=None)


def _offered(table: Table, event: e.PlayerDealerOffered) -> Table:
    return replace(table, offered=event.seat)


def _declined(table: Table, event: e.PlayerDealerDeclined) -> Table:
    return replace(table, offered=None, declined=(*table.declined, event.seat))


def _missing(table: Table, _: e.PlayerDealerMissing) -> Table:
    return replace(table, offered=None, declined=())


def _accepted(table: Table, event: e.PlayerDealerAccepted) -> Table:
    position = Position(event.seat, event.player, event.wager)
    return replace(table, position=position, offered=None, declined=())


def _wagered(table: Table, event: e.WagerChanged | e.WagerPosted) -> Table:
    assert table.position is not None, "somebody banks"
    return replace(table, position=replace(table.position, wager=event.wager))


def _vacated(table: Table, event: e.PlayerDealerVacated) -> Table:
    ended = table.ended
    had = ended.position if ended is not None else None
    if ended is not None and had is not None and event.given_up and had.patron == event.player:
        # Who gives it up does not get it back if the hand is undone.
        ended = replace(ended, position=None)
    return replace(table, position=None, offered=None, declined=(), ended=ended)


def _restored(table: Table, event: e.PlayerDealerRestored) -> Table:
    position = Position(event.seat, event.player, event.wager, event.hands)
    return replace(table, position=position, offered=None, declined=())


def _assigned(table: Table, event: e.DealerAssigned) -> Table:
    return replace(table, automatic=event.automatic, pace=event.pace)


def _timed(table: Table, event: e.DeadlineSet) -> Table:
    place = Place(event.purpose, table.round, len(table.cards), table.offered)
    return replace(table, deadline=Deadline(place, event.seconds))


FOLDS: Folds = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.TableChanged: _changed,
    e.ChipsBought: _bought,
    e.SeatTaken: _sat,
    e.SeatLeft: _left,
    e.ShoeStarted: _shoe_started,
    e.EntropyAdded: _mixed,
    e.ShoeEnded: _shoe_ended,
    e.PlayerDealerOffered: _offered,
    e.PlayerDealerDeclined: _declined,
    e.PlayerDealerMissing: _missing,
    e.PlayerDealerAccepted: _accepted,
    e.WagerChanged: _wagered,
    e.WagerPosted: _wagered,
    e.PlayerDealerVacated: _vacated,
    e.PlayerDealerRestored: _restored,
    e.DealerAssigned: _assigned,
    e.DeadlineSet: _timed,
    e.FloatFilled: same,
    e.FloatCredited: same,
    e.ChipsCashed: same,
}
