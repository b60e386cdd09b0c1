"""Folding mishaps, decisions, and how rounds end."""

from __future__ import annotations

from dataclasses import replace

from croupier.coup import Side
from croupier.table import event as e
from croupier.table.fold.base import Folds, count, going, progress
from croupier.table.state import Case, Ended, Table, coup_of
from croupier.table.unseen import Dealt
from croupier.table.wire import signed
from croupier.table.words import Option, Phase

_WAITING = frozenset({"reconstruct", "decide_order", "ruling"})
"""What a report waits for somebody to decide."""


def _reported(table: Table, event: e.IrregularityReported) -> Table:
    shoe = table.shoe
    if event.ready:
        assert shoe is not None, "cards that lie ready left a shoe"
        seen = shoe.seen
        for card in event.ready:
            seen = count(seen, card, 1)
        shoe = replace(shoe, out=shoe.out + len(event.ready), seen=seen, used=True)
    settled = table.phase is Phase.IDLE
    case = table.case
    if event.does in _WAITING:
        case = Case(event.kind, event.does, event.cards, event.behind, settled)
    return replace(
        table,
        shoe=shoe,
        ready=(*table.ready, *event.ready),
        case=case,
        together=table.together or event.does == "decide_order",
    )


def _as_they_lie(table: Table, event: e.ReconstructionRefused) -> Table:
    """Take the hands as they lie on the felt."""
    table = replace(table, case=None)
    if event.player is None or event.banker is None:
        return table
    cards = [Dealt(Side.PLAYER, n, card) for n, card in enumerate(event.player, start=1)]
    cards += [Dealt(Side.BANKER, n, card) for n, card in enumerate(event.banker, start=1)]
    return progress(replace(table, cards=tuple(cards), entered=None))


def _rearranged(table: Table, event: e.CardsReconstructed | e.OrderDecided) -> Table:
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
    return progress(replace(table, cards=tuple(cards), entered=None))


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
        before=Phase.IDLE,
        bets=bets,
        choices={},
        chosen=None not in table.choices.values(),
    )


def _interrupted(table: Table, event: e.RoundInterrupted) -> Table:
    return replace(table, phase=Phase.INTERRUPTED, before=event.phase)


def _resumed(table: Table, event: e.RoundResumed) -> Table:
    # A choice that was open goes on where it was; its own way back follows from the cards.
    before = going(table) if event.phase is Phase.OPTIONS else Phase.IDLE
    return replace(table, phase=event.phase, before=before)


def _ruled(table: Table, _: e.RulingMade) -> Table:
    case = table.case
    return replace(table, case=None) if case is not None and case.does == "ruling" else table


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
        asked={},
        squeezes={},
        waived=False,
        together=False,
        replaced=False,
        older=0,
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
        returned=table.returned,
        waived=table.waived,
    )
    return replace(_over(table, ended, hand=True), chosen=False)


def _put_right(table: Table, event: e.RoundCorrected) -> Table:
    position, ended = table.position, table.ended
    banked = ended.round.player_dealer if ended else None
    if position and banked and event.settlement is None and banked.patron == position.patron:
        # A void round is no hand.
        position = replace(position, hands=max(position.hands - 1, 0))
    return replace(table, case=None, ended=None, position=position)


FOLDS: Folds = {
    e.IrregularityReported: _reported,
    e.CardsReconstructed: _rearranged,
    e.ReconstructionRefused: _as_they_lie,
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
