"""Folding mishaps, decisions, and how rounds end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from croupier.coup import Side
from croupier.settlement.answers import read_coup
from croupier.table import event as e
from croupier.table.face_down import Dealt
from croupier.table.fold.base import Folds, count, going, progress, relaid
from croupier.table.state import Case, Ended, Table, coup_of
from croupier.table.vocabulary import Option, Phase
from croupier.table.wire import signed

E = TypeVar("E", bound=e.Event)

_WAITING = frozenset({"reconstruct", "decide_order", "ruling"})
"""What a report waits for somebody to decide."""


def _paused(fold: Callable[[Table, E], Table]) -> Callable[[Table, E], Table]:
    """Let a decision that is taken during an interruption count where the round goes on."""

    def folded(table: Table, event: E) -> Table:
        if table.phase is not Phase.INTERRUPTED:
            return fold(table, event)
        after = fold(replace(table, phase=table.before, before=Phase.IDLE), event)
        return replace(after, phase=Phase.INTERRUPTED, before=after.phase)

    return folded


def _reported(table: Table, event: e.IrregularityReported) -> Table:
    shoe = table.shoe
    if event.ready:
        assert shoe is not None, "cards that lie ready left a shoe"
        seen = shoe.seen
        for card in event.ready:
            seen = count(seen, card, 1)
        shoe = replace(shoe, out=shoe.out + len(event.ready), seen=seen, used=True)
    between = table.phase is Phase.IDLE
    case, repairing = table.case, table.repairing
    if event.shoe_out and shoe is not None:
        shoe = replace(shoe, fault=event.kind)
        if case is not None and case.does == "void":
            # The House has seen it too: that confirms what a dealer reported.
            case = None
    if event.does in _WAITING or event.waits_for is not None:
        case = Case(event.kind, event.does, event.cards, event.behind, between)
    if event.does == "reconstruct_or_next_round" and not between:
        repairing = event.kind
    seen_early = event.next_known or event.does in ("reconstruct_or_next_round", "decide_order")
    return replace(
        table,
        shoe=shoe,
        ready=(*table.ready, *event.ready),
        case=case,
        repairing=repairing,
        shown=table.shown or (table.phase is Phase.BETTING and bool(seen_early)),
        exposed=table.exposed or bool(event.next_known),
        together=table.together or event.does == "decide_order",
    )


def _dismissed(table: Table, _: e.ReportDismissed) -> Table:
    """Go on as if there had been no report; cards that have left the shoe stay out of it."""
    case = table.case
    together = table.together and not (case is not None and case.does == "decide_order")
    return replace(table, case=None, together=together)


def _as_they_lie(table: Table, event: e.ReconstructionRefused) -> Table:
    """Take the hands as they lie on the felt; a choice that was open ends without one."""
    if table.phase is Phase.OPTIONS:
        table = replace(table, phase=going(table), before=Phase.IDLE, choices={})
    table = replace(table, case=None, repairing=None)
    if event.player is None or event.banker is None:
        return table
    cards = [Dealt(Side.PLAYER, n, card) for n, card in enumerate(event.player, start=1)]
    cards += [Dealt(Side.BANKER, n, card) for n, card in enumerate(event.banker, start=1)]
    return relaid(table, progress(replace(table, cards=tuple(cards), entered=None)))


def _rearranged(table: Table, event: e.CardsReconstructed | e.OrderDecided) -> Table:
    """Lay the cards of the round as decided; what is over lies ready."""
    seen = isinstance(event, e.CardsReconstructed) and bool(event.next_known)
    table = replace(table, case=None, ready=event.ready, exposed=table.exposed or seen)
    if table.phase is Phase.IDLE or event.cards is None:
        return table
    coup, cards = coup_of(()), list[Dealt]()
    for card in event.cards:
        assert coup.next is not None, "no more cards than the coup takes"
        side, coup = coup.next, coup.deal(card)
        hand = coup.player if side is Side.PLAYER else coup.banker
        cards.append(Dealt(side, len(hand.cards), card))
    return relaid(table, progress(replace(table, cards=tuple(cards), entered=None)))


def _options(table: Table, event: e.OptionsOffered) -> Table:
    choices: dict[str, Option | None] = dict.fromkeys(event.players)
    return replace(table, phase=Phase.OPTIONS, before=table.phase, choices=choices)


def _chose(table: Table, event: e.OptionChosen) -> Table:
    choices = {**table.choices, event.player: event.option}
    return replace(table, choices=choices, repairing=None)


def _options_closed(table: Table, event: e.OptionsClosed) -> Table:
    bets = tuple(bet for bet in table.bets if bet.patron not in event.refunded)
    barred = frozenset(event.refunded) if table.before is Phase.BETTING else frozenset()
    lay = table.lay
    if event.returned:
        lay = tuple(
            bet._replace(returned=True) if bet.id in event.returned else bet
            for bet in table.round_bets
        )
    lost = event.squeezes or ()
    return replace(
        table,
        phase=table.before,
        before=Phase.IDLE,
        bets=bets,
        squeezes={hand: who for hand, who in table.squeezes.items() if hand not in lost},
        barred=table.barred | barred,
        lay=lay,
        choices={},
        chosen=None not in table.choices.values(),
    )


def _interrupted(table: Table, event: e.RoundInterrupted) -> Table:
    return replace(table, phase=Phase.INTERRUPTED, before=event.phase)


def _resumed(table: Table, event: e.RoundResumed) -> Table:
    # A choice that was open goes on where it was; its own way back follows from the cards.
    before = going(table) if event.phase is Phase.OPTIONS else Phase.IDLE
    return replace(table, phase=event.phase, before=before)


def _ruled(table: Table, event: e.RulingMade) -> Table:
    """End the report that waited for it; what repays a debt is owed no more."""
    case, owed = table.case, dict(table.owed)
    for each in event.adjustments:
        if each.repays:
            owed[each.player] = owed.get(each.player, 0) + each.amount
    left = {name: amount for name, amount in owed.items() if amount > 0}
    if case is not None and case.does == "ruling":
        case = None
    return replace(table, case=case, owed=left)


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
        lay=(),
        charged=False,
        returned=frozenset(),
        cards=(),
        entered=None,
        asked={},
        squeezes={},
        waived=False,
        forgone=frozenset(),
        withheld=frozenset(),
        together=False,
        replaced=False,
        older=0,
        case=None,
        repairing=None,
        barred=frozenset(),
        shown=False,
        choices={},
        position=position,
        ended=ended,
    )


def _voided(table: Table, event: e.RoundVoided) -> Table:
    shoe = table.shoe
    if event.shoe_out and shoe is not None:
        shoe = replace(shoe, fault=event.kind)
    return replace(_over(table, None, hand=False), shoe=shoe)


def _settled(table: Table, event: e.RoundSettled) -> Table:
    unit, lines = table.rules.unit, event.settlement["bets"]
    ended = Ended(
        number=table.round,
        round=table.as_round(),
        profits={line["id"]: signed(line["profit"], unit) for line in lines},
        net={name: signed(net, unit) for name, net in event.settlement["net"].items()},
        returned=table.returned,
        waived=table.waived,
        insurance=table.rules.insurance,
        forgone=table.forgone,
        withheld=table.withheld,
        position=table.position,
    )
    return replace(_over(table, ended, hand=True), chosen=False)


def _put_right(table: Table, event: e.RoundCorrected) -> Table:
    position, ended = table.position, table.ended
    had = ended.position if ended else None
    same = had and position and (position.seat, position.patron) == (had.seat, had.patron)
    if position and had and same and event.settlement is None:
        # A void round is no hand.
        position = replace(position, hands=had.hands)
    owed = dict(table.owed)
    for name, amount in (event.owed or {}).items():
        owed[name] = owed.get(name, 0) + amount
    ended = None if ended is None else _settled_again(table, ended, event)
    return replace(table, case=None, ended=ended, position=position, owed=owed)


def _settled_again(table: Table, ended: Ended, event: e.RoundCorrected) -> Ended | None:
    """Return the paid round as it is settled now; it can be put right again until the next."""
    if event.settlement is None:
        return None
    unit, lines = table.rules.unit, event.settlement["bets"]
    profits = {line["id"]: signed(line["profit"], unit) for line in lines}
    bets = tuple(bet for bet in ended.round.bets if bet.id in profits)
    return replace(
        ended,
        round=replace(ended.round, coup=read_coup(event.settlement), bets=bets),
        profits=profits,
        net={name: signed(net, unit) for name, net in event.settlement["net"].items()},
    )


FOLDS: Folds = {
    e.IrregularityReported: _reported,
    e.ReportDismissed: _dismissed,
    e.CardsReconstructed: _paused(_rearranged),
    e.ReconstructionRefused: _paused(_as_they_lie),
    e.OrderDecided: _paused(_rearranged),
    e.OptionsOffered: _paused(_options),
    e.OptionChosen: _chose,
    e.OptionsClosed: _options_closed,
    e.RoundInterrupted: _interrupted,
    e.RoundResumed: _resumed,
    e.RulingMade: _ruled,
    e.RoundVoided: _voided,
    e.RoundSettled: _settled,
    e.RoundCorrected: _put_right,
}
