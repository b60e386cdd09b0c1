"""Folding bets, cards and insurance."""

from __future__ import annotations

from dataclasses import replace

from croupier.cards import Card
from croupier.settlement import Bet
from croupier.table import event as e
from croupier.table.face_down import Dealt
from croupier.table.fold.base import Folds, count, progress, relaid, same, shoe_of
from croupier.table.insurance_offers import stage_of
from croupier.table.squeeze import highest_of
from croupier.table.state import Table
from croupier.table.vocabulary import Phase


def _bets_opened(table: Table, event: e.BetsOpened) -> Table:
    return replace(
        table,
        phase=Phase.BETTING,
        round=event.round,
        shoe=replace(shoe_of(table), used=True),
        chosen=False,
        ended=None,
        case=None,
        barred=frozenset(),
        shown=False,
    )


def _bet_placed(table: Table, event: e.BetPlaced) -> Table:
    bet = Bet(event.id, event.player, event.box, event.bet, event.amount, event.standing)
    return replace(table, bets=(*table.bets, bet), placed=table.placed + 1)


def _insured(table: Table, event: e.InsurancePlaced) -> Table:
    bet = Bet(
        event.id, event.player, event.box, event.bet, event.amount, event.standing, event.stage
    )
    return replace(table, bets=(*table.bets, bet), placed=table.placed + 1)


def _resized(table: Table, event: e.BetIncreased | e.BetWithdrawn | e.BetReturned) -> Table:
    bets = tuple(
        bet._replace(amount=int(event.total)) if bet.id == event.bet else bet for bet in table.bets
    )
    return replace(table, bets=tuple(bet for bet in bets if bet.amount))


def _withdrawn(table: Table, event: e.BetWithdrawn) -> Table:
    barred = table.barred
    if table.shown:
        # A card is seen: who takes chips back because of it does not bet again in this round.
        barred |= {event.player}
    return replace(_resized(table, event), barred=barred)


def _bets_closed(table: Table, event: e.BetsClosed) -> Table:
    if event.squeezes is None:
        # Nobody had a squeeze, or the log is older than the field: then who had left counted too.
        highest = highest_of(table.game, table.bets)
        name = highest.patron if highest else None
        hands = tuple(hand for hand, who in table.squeezes.items() if who == name)
    else:
        hands = event.squeezes
    kept = {hand: who for hand, who in table.squeezes.items() if hand in hands}
    return replace(table, phase=Phase.DEALING, charged=True, squeezes=kept)


def _dealt(table: Table, event: e.CardDealt) -> Table:
    shoe, ready = shoe_of(table), table.ready
    if event.ready:
        ready = ready[1:]
    else:
        seen = shoe.seen if event.card is None else count(shoe.seen, event.card, 1)
        shoe = replace(shoe, out=shoe.out + 1, used=True, seen=seen)
    cards = (*table.cards, Dealt(event.hand, event.number, event.card))
    return _reached(
        replace(
            table,
            cards=cards,
            ready=ready,
            exposed=False,
            shoe=shoe,
            entered=None if event.ready or event.card is None else len(cards) - 1,
            replaced=False,
            chosen=False,
            repairing=None,
        )
    )


def _put(table: Table, place: int, card: Card, was: Card | None) -> Table:
    shoe = shoe_of(table)
    cards = list(table.cards)
    cards[place] = cards[place]._replace(card=card)
    if place >= table.older:
        seen = shoe.seen if was is None else count(shoe.seen, was, -1)
        shoe = replace(shoe, seen=count(seen, card, 1))
    return _reached(replace(table, cards=tuple(cards), shoe=shoe, entered=place))


def _reached(table: Table) -> Table:
    """Note what the cards have come to: their end, or a stage that is not to be insured at."""
    coup = table.coup if table.next_known else None
    stage = None if coup is None else stage_of(coup)
    withheld = table.withheld if stage is None else table.withheld | {stage}
    return progress(replace(table, withheld=withheld))


def _turned(table: Table, event: e.CardTurned) -> Table:
    place = table.place_of(event.hand, event.number)
    assert place is not None, "a card that is turned was dealt"
    return _put(table, place, event.card, None)


def _corrected(table: Table, event: e.CardCorrected) -> Table:
    place = table.place_of(event.hand, event.number)
    assert place is not None, "a card that is corrected was dealt"
    return relaid(table, _put(table, place, event.card, event.was))


def _asked(table: Table, event: e.SqueezeRequested) -> Table:
    return replace(table, asked={**table.asked, event.hand: event.player})


def _granted(table: Table, event: e.SqueezeGranted) -> Table:
    return replace(table, squeezes={**table.squeezes, event.hand: event.player})


def _waived(table: Table, _: e.InsuranceWaived) -> Table:
    return replace(table, waived=True)


def _given_back(table: Table, event: e.OriginalReturned) -> Table:
    ended = table.ended
    if ended is not None and event.round == ended.number and table.phase is Phase.IDLE:
        return replace(table, ended=replace(ended, returned=ended.returned | {event.bet}))
    return replace(table, returned=table.returned | {event.bet})


FOLDS: Folds = {
    e.BetsOpened: _bets_opened,
    e.BetPlaced: _bet_placed,
    e.BetIncreased: _resized,
    e.BetWithdrawn: _withdrawn,
    e.BetReturned: _resized,
    e.BetsClosed: _bets_closed,
    e.CardDealt: _dealt,
    e.CardTurned: _turned,
    e.CardCorrected: _corrected,
    e.SqueezeGranted: _granted,
    e.InsuranceWaived: _waived,
    e.InsurancePlaced: _insured,
    e.OriginalReturned: _given_back,
    e.SqueezeRequested: _asked,
    e.InsuranceOffered: same,
    e.InsuranceClosed: same,
}
