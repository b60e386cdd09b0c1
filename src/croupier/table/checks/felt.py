"""What events about bets, cards and insurance are held to."""

from __future__ import annotations

from croupier.game.model import Offer, Stage
from croupier.settlement.differential import shares
from croupier.table import event as e
from croupier.table.booking import all_fees
from croupier.table.checks.base import (
    Checks,
    Impossible,
    bet_of,
    box_there,
    met,
    need,
    same,
    something,
)
from croupier.table.insurance_offers import stage_of
from croupier.table.state import Table
from croupier.table.vocabulary import Phase, ShoeKind


def _bets_opened(table: Table, event: e.BetsOpened) -> None:
    same(event.round, table.round + 1, "the round")
    need(table.shoe is not None, "there was no shoe to deal from")


def _new_bet(table: Table, event: e.BetPlaced | e.InsurancePlaced) -> None:
    met(table, event.player)
    box_there(table, event.box)
    something(event.amount)
    need(table.bet(event.id) is None, f"a bet of the round is called {event.id} already")


def _bet_placed(table: Table, event: e.BetPlaced) -> None:
    _new_bet(table, event)
    need(event.bet in table.game.bets, f"this game has no bet {event.bet}")


def _increased(table: Table, event: e.BetIncreased) -> None:
    bet = bet_of(table, event.bet, event.player)
    something(event.amount)
    same(event.total, bet.amount + event.amount, "the bet")
    wanted = Phase.BETTING if bet.stage is None else Phase.DEALING
    same(table.phase, wanted, "the phase that the bet was raised in")


def _reduced(table: Table, event: e.BetWithdrawn | e.BetReturned) -> None:
    bet = bet_of(table, event.bet, event.player)
    something(event.amount)
    same(event.total, bet.amount - event.amount, "what is left of the bet")


def _bets_closed(table: Table, event: e.BetsClosed) -> None:
    same(event.round, table.round, "the round")
    same(dict(event.fees), all_fees(table), "the fees")
    cut = {
        table.bets[number].id: share.in_action
        for number, share in shares(table.as_round()).items()
        if share.in_action < table.bets[number].amount
    }
    same({each.bet: each.in_action for each in event.pro_rata}, cut, "what is in action")
    for hand in event.squeezes or ():
        need(hand in table.squeezes, f"nobody was granted to squeeze {hand}")


def _dealt(table: Table, event: e.CardDealt) -> None:
    same(event.hand, table.next_hand, "the hand that the card went to")
    number = 1 + sum(dealt.hand is event.hand for dealt in table.cards)
    same(event.number, number, "the place of the card")
    same(event.ready, bool(table.ready), "whether the card lay ready")
    if event.ready:
        same(event.card, table.ready[0], "the card that lay ready")
        return
    shoe = table.shoe
    need(shoe is not None and shoe.left > 0, "there was no card in the shoe")
    down = event.card is None
    need(not down or event.hand in table.squeezes, f"nobody was granted to squeeze {event.hand}")
    sealed = down and table.rules.shoe is not ShoeKind.MANUAL
    same(event.seal is not None, sealed, "whether the card was sealed")


def _turned(table: Table, event: e.CardTurned) -> None:
    place = table.place_of(event.hand, event.number)
    down = place is not None and table.cards[place].card is None
    need(down, f"card {event.number} of {event.hand} did not lie face down")


def _corrected(table: Table, event: e.CardCorrected) -> None:
    need(table.rules.shoe is ShoeKind.MANUAL, "a digital shoe deals its own cards")
    place = table.place_of(event.hand, event.number)
    same(event.was, None if place is None else table.cards[place].card, "the card before")
    need(event.card != event.was, "it corrects nothing")


def _squeezed(table: Table, event: e.SqueezeRequested | e.SqueezeGranted) -> None:
    met(table, event.player)
    need(table.rules.face_down, "cards are dealt face up at this table")


def _offer(table: Table, key: str, stage: Stage) -> Offer | None:
    """Return what the cards on the felt pay for an insurance at a stage; None for nothing.

    By the cards alone: when an offer is open and when it is shut was read otherwise once.
    """
    insurance, coup = table.game.insurance, table.coup
    if insurance is None or coup is None or stage_of(coup) is not stage:
        return None
    kind = insurance.kinds.get(key)
    return kind.offers.get((stage, coup.player.total, coup.banker.total)) if kind else None


def _odds(table: Table, key: str, stage: Stage, odds: str) -> None:
    offer = _offer(table, key, stage)
    same(odds, str(offer.odds) if offer else None, "the odds of insurance")


def _lammers(table: Table, event: e.InsuranceOffered) -> None:
    need(event.offers, "nothing was offered")
    for lammer in event.offers:
        _odds(table, lammer.bet, event.stage, lammer.odds)
        insurance = table.game.insurance
        same(lammer.hand, insurance and insurance.kinds[lammer.bet].insures, "the hand insured")


def _insurance_closed(table: Table, event: e.InsuranceClosed) -> None:
    coup = table.coup
    same(event.stage, stage_of(coup) if coup is not None else None, "the stage of insurance")


def _waived(table: Table, event: e.InsuranceWaived) -> None:
    met(table, event.player)
    need(table.game.insurance is not None, "this game has no insurance")


def _insured(table: Table, event: e.InsurancePlaced) -> None:
    _new_bet(table, event)
    _odds(table, event.bet, event.stage, event.odds)
    insurance = table.game.insurance
    original = insurance and insurance.kinds[event.bet].original
    there = any(
        (bet.kind, bet.patron, bet.box) == (original, event.player, event.box) for bet in table.bets
    )
    need(there, f"{event.player} had no bet on {original} at box {event.box} to insure")


def _given_back(table: Table, event: e.OriginalReturned) -> None:
    if table.phase is Phase.COMPLETE:
        same(event.round, table.round, "the round")
        bet = bet_of(table, event.bet, event.player)
        amount, given = bet.amount, table.returned
    else:
        ended = table.ended
        if ended is None:
            raise Impossible("no round was paid that a bet could be given back of")
        same(event.round, ended.number, "the round")
        owners = {bet.id: bet.patron for bet in ended.round.bets}
        same(event.player, owners.get(event.bet), "whose bet it is")
        amount, given = max(-ended.profits[event.bet], 0), ended.returned
    same(event.amount, amount, "what is given back")
    need(event.bet not in given, f"bet {event.bet} was given back before")


CHECKS: Checks = {
    e.BetsOpened: _bets_opened,
    e.BetPlaced: _bet_placed,
    e.BetIncreased: _increased,
    e.BetWithdrawn: _reduced,
    e.BetReturned: _reduced,
    e.BetsClosed: _bets_closed,
    e.CardDealt: _dealt,
    e.CardTurned: _turned,
    e.CardCorrected: _corrected,
    e.SqueezeRequested: _squeezed,
    e.SqueezeGranted: _squeezed,
    e.InsuranceOffered: _lammers,
    e.InsuranceClosed: _insurance_closed,
    e.InsuranceWaived: _waived,
    e.InsurancePlaced: _insured,
    e.OriginalReturned: _given_back,
}
