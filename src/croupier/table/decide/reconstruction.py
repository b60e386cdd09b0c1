"""Cards put into their proper order; what cannot be put right is played as it lies.

A paid round that is found wrong is settled again or undone; who owes what is missing is noted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from croupier.cards import Card
from croupier.coup import Coup, Hand
from croupier.errors import Code, CroupierError, Refused
from croupier.game.model import Procedure
from croupier.settlement.player_dealer import order_of_action
from croupier.settlement.settle_json import write_settlement
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import insurance
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.endings_and_rulings import settled_again, void
from croupier.table.decide.insurance import drop_insurance, insured_otherwise
from croupier.table.decide.irregularities import (
    check_several,
    locate,
    newly_drawn,
    offer_options,
    procedure,
)
from croupier.table.decide.player_dealer import release, restore
from croupier.table.round_cards import arrange, split
from croupier.table.state import NOTHING, Ended
from croupier.table.vocabulary import Json, Signed, Units
from croupier.words import say


def _case(draft: Draft, *does: str) -> Procedure:
    """Return the procedure of the report that a decision is about."""
    case = draft.table.case
    known = procedure(draft.setup.game, case.kind) if case is not None else None
    if known is None or known.does not in does:
        raise Refused(Code.WRONG_PHASE, say("table.no_report_waits"))
    return known


@decides(c.Reconstruct)
def reconstruct(draft: Draft, command: c.Reconstruct) -> None:
    """Put the cards into their proper order; what is left over comes in the next round."""
    known = _case(draft, "reconstruct")
    table = draft.table
    assert table.case is not None, "there is a case"
    rule = draft.setup.game.cite_mending(known)
    if table.case.settled:
        resettle(draft, command.cards, rule, command.reason)
        return
    felt = table.known
    # Once put right, it counts as a card drawn in excess: a card that nobody named comes next.
    unnamed = True if insurance.exposes(known) and not table.case.cards else None
    decided = e.CardsReconstructed(table.ready, None, rule, command.reason, unnamed)
    if command.cards is None:
        draft.emit(decided)
    else:
        if felt is None:
            raise Refused(
                Code.CANNOT_RECONSTRUCT,
                say("table.card_down_in_report"),
                rule,
            )
        _name(draft, felt, command.cards)
        _lay(draft, felt, command.cards, decided)
    offer_options(draft, known, reconstructed=True)
    insurance.announce(draft)


def _name(draft: Draft, felt: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """Take cards out of the shoe that only the decision names, not the report."""
    case = draft.table.case
    assert case is not None, "there is a case"
    rest = Counter(cards) - Counter(felt) - Counter(draft.table.ready)
    new = newly_drawn(draft, cards, rest)
    if rest and new:
        rule = draft.setup.game.cite_report(case.kind)
        number = draft.table.round
        draft.emit(e.IrregularityReported(case.kind, number, case.does, new, new, rule=rule))


def _lay(
    draft: Draft, felt: tuple[Card, ...], cards: tuple[Card, ...], decided: e.CardsReconstructed
) -> None:
    """Lay the cards in the order decided; all cards on the felt must be among them."""
    # No decision deals a card: as many lie on the felt as before, unless the coup takes fewer.
    arranged = arrange(felt, draft.table.ready, cards, len(felt))
    if arranged is None:
        raise Refused(
            Code.CANNOT_RECONSTRUCT,
            say("table.name_each_card_once"),
            decided.rule,
        )
    laid, ready = arranged
    drop_insurance(draft, laid, "the cards were put right")
    draft.emit(replace(decided, ready=ready, cards=laid))


@decides(c.CannotReconstruct)
def cannot_reconstruct(draft: Draft, command: c.CannotReconstruct) -> None:
    """Decide that the cards cannot be put right: void, or played as they lie.

    A card exposed or drawn in excess needs no decision; it may be declared beyond repair until
    the first choice or card.
    """
    table = draft.table
    if table.case is None and table.repairing is not None:
        known = procedure(draft.setup.game, table.repairing)
    else:
        known = _case(draft, "reconstruct")
    rule = draft.setup.game.cite_procedure(known.kind)
    if table.case is not None and table.case.settled:
        undo(draft, rule, command.reason)
        return
    if known.otherwise == "void":
        void(draft, command.reason or known.kind, rule, known.kind)
        return
    player, banker = command.player_cards, command.banker_cards
    if player is not None or banker is not None:
        player, banker = player or (), banker or ()
        order = _as_they_lie(draft, player, banker, rule)
        drop_insurance(draft, order, "the cards are played as they lie")
    draft.emit(e.ReconstructionRefused(player, banker, rule, command.reason))
    offer_options(draft, known, reconstructed=False)
    insurance.announce(draft)


def _as_they_lie(
    draft: Draft, player: tuple[Card, ...], banker: tuple[Card, ...], rule: str | None
) -> tuple[Card, ...]:
    """Return the cards of two hands in the order of a coup; raise Refused if it cannot go on.

    Before the third cards one hand may have more cards than the other: the next ones make up
    for it.
    """
    felt = draft.table.known
    if felt is None or Counter(felt) != Counter((*player, *banker)):
        raise Refused(
            Code.CANNOT_RECONSTRUCT,
            say("table.hands_hold_others"),
            rule,
        )
    order = [hand[n] for n in range(2) for hand in (player, banker) if n < len(hand)]
    order += [*player[2:], *banker[2:]]
    if len(player) <= 2 and len(banker) <= 2:
        return tuple(order)
    try:
        coup = Coup(tuple(order))
    except CroupierError:
        coup = Coup()
    if coup.player != Hand(player) or coup.banker != Hand(banker):
        raise Refused(
            Code.CANNOT_RECONSTRUCT,
            say("table.coup_cannot_go_on"),
            rule,
        )
    return tuple(order)


@decides(c.DecideOrder)
def decide_order(draft: Draft, command: c.DecideOrder) -> None:
    """Decide in which order cards came that were drawn together."""
    known = _case(draft, "decide_order")
    table = draft.table
    case = table.case
    assert case is not None, "there is a case"
    rule = draft.setup.game.cite_procedure(known.kind)
    if not case.cards:
        check_several(command.cards, rule)
        # The report named no cards: the decision does, and they leave the shoe now.
        ready, behind = locate(draft, command.cards, known)
        draft.emit(
            e.IrregularityReported(
                case.kind, table.round, known.does, command.cards, ready, behind, rule=rule
            )
        )
        table = draft.table
        case = replace(case, cards=command.cards, behind=behind)
    if Counter(command.cards) != Counter(case.cards):
        raise Refused(
            Code.WRONG_CARDS,
            say("table.decide_on_all", cards=" ".join(card.text for card in case.cards)),
            rule,
        )
    felt, behind = table.known, case.behind
    fresh = len(case.cards) - behind
    waiting = table.ready[: len(table.ready) - fresh]
    laid: tuple[Card, ...] | None = None
    over: tuple[Card, ...] = ()
    if behind and felt is not None:
        laid, over = split((*felt[: len(felt) - behind], *command.cards[:behind]))
        drop_insurance(draft, laid, "the order of the cards was decided")
    ready = (*over, *command.cards[behind:], *waiting)
    draft.emit(e.OrderDecided(ready, laid, rule, command.reason))
    offer_options(draft, known, reconstructed=True)
    insurance.announce(draft)


def _ended(draft: Draft) -> Ended:
    ended = draft.table.ended
    assert ended is not None, "the case is about a round that was paid"
    return ended


def resettle(
    draft: Draft, cards: tuple[Card, ...] | None, rule: str | None, text: str | None
) -> None:
    """Settle a paid round again by the cards in their proper order; as dealt, it stands."""
    ended = _ended(draft)
    old = ended.round.coup.cards
    if cards is None or cards == old:
        draft.emit(e.CardsReconstructed(draft.table.ready, None, rule, text))
        return
    arranged = arrange(old, draft.table.ready, cards, len(cards))
    try:
        if arranged is None:
            raise Refused(Code.WRONG_CARDS, say("table.name_all_cards"))
        laid, ready = arranged
        kept = [bet for bet in ended.round.bets if not bet.returned]
        back = [bet.id for bet in insured_otherwise(kept, old, laid)]
        settlement = settled_again(ended, Coup(laid), back)
    except CroupierError as wrong:
        raise Refused(
            Code.CANNOT_RECONSTRUCT, say("table.cannot_settle_so", why=wrong.said), rule
        ) from None
    changes = {name: net - ended.net[name] for name, net in settlement.net.items()}
    for bet in ended.round.bets:
        if bet.id in ended.returned:
            # What was lost on it has been given back already.
            changes[bet.patron] += min(ended.profits[bet.id], 0)
    if ready != draft.table.ready:
        draft.emit(e.CardsReconstructed(ready, laid, rule, text))
    answer = write_settlement(settlement, ended.number)
    _correct(draft, "reconstructed", changes, answer, rule, text, handed_back=back)


def undo(draft: Draft, rule: str | None, text: str | None) -> None:
    """Void a round that was paid: everybody gets back what it cost, or gives back what it won."""
    ended = _ended(draft)
    changes = dict.fromkeys(ended.net, 0)
    dealer = ended.round.player_dealer
    for bet in ended.round.bets:
        profit = ended.profits[bet.id]
        if bet.id in ended.returned:
            # What was lost on it has been given back already.
            profit = max(profit, 0)
        changes[bet.patron] -= profit
        if dealer is not None:
            changes[dealer.patron] += profit
    fees = {}
    if dealer is not None:
        fees = {name: -net - changes[name] for name, net in ended.net.items()}
    _correct(draft, "void", changes, None, rule, text, fees)
    restore(draft, ended.position)


def _correct(
    draft: Draft,
    reason: str,
    changes: Mapping[str, int],
    settlement: Json | None,
    rule: str | None,
    text: str | None,
    fees: Mapping[str, int] = NOTHING,
    handed_back: Collection[str] = (),
) -> None:
    """Book what changes for each patron; what cannot be taken back is owed."""
    release(draft, _all(changes, fees))
    given, owed = _taken_back(draft, changes, fees)
    signed = {name: Signed(amount) for name, amount in given.items() if amount}
    debts = {name: Units(amount) for name, amount in owed.items()} or None
    number = _ended(draft).number
    back = tuple(handed_back) or None
    draft.emit(e.RoundCorrected(number, reason, signed, settlement, rule, debts, text, back))


def _all(changes: Mapping[str, int], fees: Mapping[str, int]) -> dict[str, int]:
    """Return what each patron gets or gives, fees included."""
    return {name: changes.get(name, 0) + fees.get(name, 0) for name in {**changes, **fees}}


def _taken_back(
    draft: Draft, changes: Mapping[str, int], fees: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return what each patron gets or gives, and what those owe who have cashed out.

    The house pays for what they owe, but not where a player-dealer banked: there no more is paid
    than was taken back, in the order of action, to the player-dealer last. Fees come first: the
    house gives them back from its own money.
    """
    given, owed, due, pool = dict(fees), dict[str, int](), dict[str, int](), 0
    for name, amount in changes.items():
        if amount >= 0:
            due[name] = amount
            continue
        there = max(draft.table.free(name), 0) + given.get(name, 0)
        missing = max(-amount - there, 0)
        given[name] = given.get(name, 0) + amount + missing
        pool -= amount + missing
        if missing:
            owed[name] = missing
    for name in _in_turn(draft, due):
        share = min(due[name], pool) if draft.setup.banked_by_player else due[name]
        pool -= share
        given[name] = given.get(name, 0) + share
    return given, owed


def _in_turn(draft: Draft, due: Mapping[str, int]) -> list[str]:
    """Return who is due something in the order in which their bets were settled, the bank last."""
    round_ = _ended(draft).round
    dealer = round_.player_dealer
    if dealer is None:
        return list(due)
    bettors = dict.fromkeys(bet.patron for bet in order_of_action(round_, dealer))
    return [name for name in (*bettors, dealer.patron) if name in due]
