"""Folding an event into a table. An event is a fact: nothing here refuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from croupier.cards import Card
from croupier.coup import Side
from croupier.settlement import Bet
from croupier.settlement.reading import read_fees, read_limits
from croupier.shoe import Entropy
from croupier.table import event as e
from croupier.table.booking import transfers
from croupier.table.state import Case, Dealt, Ended, Position, Setup, ShoeState, Table, coup_of
from croupier.table.wire import signed
from croupier.table.words import Option, Phase


def evolve(table: Table, event: e.Event) -> Table:
    """Fold one fact into the table; money that it moves is booked."""
    book = transfers(table, event)
    folded = _FOLDS[type(event)](table, event)
    return replace(folded, book=table.book.book(*book)) if book else folded


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
    )


def _closed(table: Table, _: e.TableClosed) -> Table:
    return replace(table, open=False, seats={}, shoe=None, ended=None, offered=None, ready=())


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
    return replace(table, seats={box: who for box, who in table.seats.items() if box != event.box})


def _same(table: Table, _: e.Event) -> Table:
    return table


def _shoe_started(table: Table, event: e.ShoeStarted) -> Table:
    shoe = ShoeState(event.shoe, event.cards, event.burned, event.fixed, event.commitment)
    running = table.phase is not Phase.IDLE
    # Cards that lie ready belong to the shoe that is over, unless it was replaced in the round.
    ready = table.ready if running else ()
    return replace(table, shoe=shoe, shoes=event.shoe, replaced=running, ready=ready)


def _shoe(table: Table) -> ShoeState:
    assert table.shoe is not None, "there is a shoe"
    return table.shoe


def _mixed(table: Table, event: e.EntropyAdded) -> Table:
    shoe = _shoe(table)
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


def _vacated(table: Table, _: e.PlayerDealerVacated) -> Table:
    return replace(table, position=None, offered=None, declined=())


def _bets_opened(table: Table, event: e.BetsOpened) -> Table:
    return replace(
        table,
        phase=Phase.BETTING,
        round=event.round,
        shoe=replace(_shoe(table), used=True),
        chosen=False,
        ended=None,
        case=None,
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


def _bets_closed(table: Table, _: e.BetsClosed) -> Table:
    return replace(table, phase=Phase.DEALING, charged=True)


def _progress(table: Table) -> Table:
    """Note whether the coup is complete, now that its cards have changed."""
    coup = table.coup
    done = coup is not None and coup.is_complete
    return replace(table, phase=Phase.COMPLETE if done else Phase.DEALING)


def _count(seen: Mapping[Card, int], card: Card, by: int) -> dict[Card, int]:
    return {**seen, card: seen.get(card, 0) + by}


def _dealt(table: Table, event: e.CardDealt) -> Table:
    shoe, ready = _shoe(table), table.ready
    if event.ready:
        ready = ready[1:]
    else:
        seen = shoe.seen if event.card is None else _count(shoe.seen, event.card, 1)
        shoe = replace(shoe, out=shoe.out + 1, used=True, seen=seen)
    cards = (*table.cards, Dealt(event.hand, event.number, event.card))
    return _progress(
        replace(
            table,
            cards=cards,
            ready=ready,
            shoe=shoe,
            entered=None if event.card is None else len(cards) - 1,
            replaced=False,
            chosen=False,
        )
    )


def place_of(table: Table, hand: Side, number: int) -> int | None:
    """Find where in the order of the round a card of a hand came."""
    for place, dealt in enumerate(table.cards):
        if dealt.hand is hand and dealt.number == number:
            return place
    return None


def _put(table: Table, place: int, card: Card, was: Card | None) -> Table:
    shoe = _shoe(table)
    seen = shoe.seen if was is None else _count(shoe.seen, was, -1)
    cards = list(table.cards)
    cards[place] = cards[place]._replace(card=card)
    shoe = replace(shoe, seen=_count(seen, card, 1))
    return _progress(replace(table, cards=tuple(cards), shoe=shoe, entered=place))


def _turned(table: Table, event: e.CardTurned) -> Table:
    place = place_of(table, event.hand, event.number)
    assert place is not None, "a card that is turned was dealt"
    return _put(table, place, event.card, None)


def _corrected(table: Table, event: e.CardCorrected) -> Table:
    place = place_of(table, event.hand, event.number)
    assert place is not None, "a card that is corrected was dealt"
    return _put(table, place, event.card, event.was)


def _granted(table: Table, event: e.SqueezeGranted) -> Table:
    return replace(table, squeezes={**table.squeezes, event.hand: event.player})


def _waived(table: Table, _: e.InsuranceWaived) -> Table:
    return replace(table, waived=True)


def _given_back(table: Table, event: e.OriginalReturned) -> Table:
    ended = table.ended
    if ended is not None and event.round == ended.number and table.phase is Phase.IDLE:
        return replace(table, ended=replace(ended, returned=ended.returned | {event.bet}))
    return replace(table, returned=table.returned | {event.bet})


_WAITING = frozenset({"reconstruct", "decide_order", "ruling"})
"""What a report waits for somebody to decide."""


def _reported(table: Table, event: e.IrregularityReported) -> Table:
    shoe = table.shoe
    if event.ready:
        assert shoe is not None, "cards that lie ready left a shoe"
        seen = shoe.seen
        for card in event.ready:
            seen = _count(seen, card, 1)
        shoe = replace(shoe, out=shoe.out + len(event.ready), seen=seen, used=True)
    settled = table.phase is Phase.IDLE
    case = table.case
    if event.does in _WAITING:
        case = Case(event.kind, event.cards, event.behind, settled)
    return replace(
        table,
        shoe=shoe,
        ready=(*table.ready, *event.ready),
        case=case,
        together=table.together or event.does == "decide_order",
    )


def _rearranged(
    table: Table, event: e.CardsReconstructed | e.ReconstructionRefused | e.OrderDecided
) -> Table:
    """Lay the cards of the round as decided; what is over lies ready."""
    table = replace(table, case=None, ready=event.ready)
    if table.phase is Phase.IDLE or event.cards is None:
        return table
    coup, cards = coup_of(()), list[Dealt]()
    for card in event.cards:
        assert coup.next is not None, "no more cards than the coup takes"
        side, coup = coup.next, coup.deal(card)
        hand = coup.player if side is Side.PLAYER else coup.banker
        cards.append(Dealt(side, len(hand.cards), card))
    return _progress(replace(table, cards=tuple(cards), entered=None))


def _options(table: Table, event: e.OptionsOffered) -> Table:
    choices: dict[str, Option | None] = dict.fromkeys(event.players)
    return replace(table, phase=Phase.OPTIONS, before=table.phase, choices=choices)


def _chose(table: Table, event: e.OptionChosen) -> Table:
    return replace(table, choices={**table.choices, event.player: event.option})


def _options_closed(table: Table, event: e.OptionsClosed) -> Table:
    bets = tuple(bet for bet in table.bets if bet.patron not in event.refunded)
    return replace(
        table,
        phase=table.before,
        bets=bets,
        choices={},
        chosen=None not in table.choices.values(),
    )


def _interrupted(table: Table, event: e.RoundInterrupted) -> Table:
    # A choice that was open goes on where it was; its own way back is the dealing.
    return replace(table, phase=Phase.INTERRUPTED, before=event.phase)


def _resumed(table: Table, event: e.RoundResumed) -> Table:
    before = Phase.IDLE
    if event.phase is Phase.OPTIONS:
        coup = table.coup
        done = coup is not None and coup.is_complete
        before = Phase.COMPLETE if done else Phase.DEALING
    return replace(table, phase=event.phase, before=before)


def _ruled(table: Table, _: e.RulingMade) -> Table:
    case = table.case
    return replace(table, case=None) if case is not None and case.kind == "other" else table


def _over(table: Table, ended: Ended | None, *, hand: bool) -> Table:
    """Clear the felt."""
    position = table.position
    if position is not None and hand:
        position = replace(position, hands=position.hands + 1)
    return replace(
        table,
        phase=Phase.IDLE,
        before=Phase.IDLE,
        bets=(),
        charged=False,
        returned=frozenset(),
        cards=(),
        entered=None,
        squeezes={},
        waived=False,
        together=False,
        replaced=False,
        case=None,
        choices={},
        position=position,
        ended=ended,
    )


def _voided(table: Table, _: e.RoundVoided) -> Table:
    return _over(table, None, hand=False)


def _settled(table: Table, event: e.RoundSettled) -> Table:
    unit, lines = table.rules.unit, event.settlement["bets"]
    ended = Ended(
        number=table.round,
        round=table.as_round(),
        profits={line["id"]: signed(line["profit"], unit) for line in lines},
        net={name: signed(net, unit) for name, net in event.settlement["net"].items()},
    )
    return replace(_over(table, ended, hand=True), chosen=False)


def _put_right(table: Table, _: e.RoundCorrected) -> Table:
    return replace(table, case=None, ended=None)


_FOLDS: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.FloatFilled: _same,
    e.FloatCredited: _same,
    e.TableChanged: _changed,
    e.ChipsBought: _bought,
    e.ChipsCashed: _same,
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
    e.BetsOpened: _bets_opened,
    e.BetPlaced: _bet_placed,
    e.BetIncreased: _resized,
    e.BetWithdrawn: _resized,
    e.BetReturned: _resized,
    e.BetsClosed: _bets_closed,
    e.CardDealt: _dealt,
    e.CardTurned: _turned,
    e.CardCorrected: _corrected,
    e.SqueezeRequested: _same,
    e.SqueezeGranted: _granted,
    e.InsuranceOffered: _same,
    e.InsuranceClosed: _same,
    e.InsuranceWaived: _waived,
    e.InsurancePlaced: _insured,
    e.OriginalReturned: _given_back,
    e.IrregularityReported: _reported,
    e.CardsReconstructed: _rearranged,
    e.ReconstructionRefused: _rearranged,
    e.OrderDecided: _rearranged,
    e.OptionsOffered: _options,
    e.OptionChosen: _chose,
    e.OptionsClosed: _options_closed,
    e.RoundInterrupted: _interrupted,
    e.RoundResumed: _resumed,
    e.RulingMade: _ruled,
    e.RoundVoided: _voided,
    e.RoundSettled: _settled,
    e.RoundCorrected: _put_right,
}
