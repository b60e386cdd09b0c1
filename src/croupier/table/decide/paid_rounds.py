"""A paid round that is found wrong: settled again or undone, and who owes what is missing."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from croupier.cards import Card
from croupier.coup import Coup
from croupier.errors import Code, CroupierError, Refused
from croupier.settlement.player_dealer import order_of_action
from croupier.settlement.settle_json import write_settlement
from croupier.table import events as e
from croupier.table.decide.draft import Draft
from croupier.table.decide.insurance import insured_otherwise
from croupier.table.decide.player_dealer import release, restore
from croupier.table.decide.round_endings import settled_again
from croupier.table.round_cards import arrange
from croupier.table.state import NOTHING, Ended
from croupier.table.vocabulary import Json, Signed, Units
from croupier.words import say


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
