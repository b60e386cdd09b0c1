"""A round that was paid and is found misdealt before the next one begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.cards import Card
from croupier.coup import Coup
from croupier.errors import Code, CroupierError, Refused
from croupier.settlement import Bet, Settlement, settle
from croupier.settlement.differential import apportion
from croupier.settlement.writing import write_settlement
from croupier.table import event as e
from croupier.table.draft import Draft
from croupier.table.mending import arrange
from croupier.table.offering import SEEN
from croupier.table.state import NOTHING, Ended
from croupier.table.words import Json, Signed, Units


def _ended(draft: Draft) -> Ended:
    ended = draft.table.ended
    assert ended is not None, "the case is about a round that was paid"
    return ended


def _correct(
    draft: Draft,
    reason: str,
    changes: Mapping[str, int],
    settlement: Json | None,
    rule: str | None,
    text: str | None,
    fees: Mapping[str, int] = NOTHING,
) -> None:
    """Give and take what changes for each patron; what cannot be taken back is owed."""
    given, owed = _taken_back(draft, changes, fees)
    signed = {name: Signed(amount) for name, amount in given.items() if amount}
    debts = {name: Units(amount) for name, amount in owed.items()} or None
    number = _ended(draft).number
    draft.emit(e.RoundCorrected(number, reason, signed, settlement, rule, debts, text))


def _taken_back(
    draft: Draft, changes: Mapping[str, int], fees: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return what each patron gets or gives, and what those owe who have cashed out.

    The house makes up for what they owe. Where a player-dealer banked it has no part in that:
    nothing more is paid than was taken back, shared in proportion to what each is due. Fees are
    the house's own to give back, and come first.
    """
    given, owed, due = dict(fees), dict[str, int](), dict[str, int]()
    for name, amount in changes.items():
        if amount >= 0:
            due[name] = amount
            continue
        there = max(draft.table.free(name), 0) + given.get(name, 0)
        missing = max(-amount - there, 0)
        given[name] = given.get(name, 0) + amount + missing
        if missing:
            owed[name] = missing
    shares = list(due.values())
    if owed and draft.setup.banked_by_player:
        shares = apportion([(share, 0) for share in shares], sum(shares) - sum(owed.values()))
    for name, share in zip(due, shares, strict=True):
        given[name] = given.get(name, 0) + share
    return given, owed


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


def settled_again(ended: Ended, coup: Coup) -> Settlement:
    """Return the settlement of a paid round by another coup; `verify` works it out by this too."""
    bets = tuple(bet for bet in ended.round.bets if not _lapsed(bet, ended.round.coup, coup))
    return settle(replace(ended.round, coup=coup, bets=bets))


def _lapsed(bet: Bet, old: Coup, new: Coup) -> bool:
    """Return True for insurance that was taken back on cards which are others now."""
    if bet.stage is None or not bet.returned:
        return False
    count = SEEN[bet.stage]
    return old.cards[:count] != new.cards[:count]


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
        if arranged is None or ended.returned:
            raise Refused(Code.WRONG_CARDS, "name all the cards of the round, and no others")
        laid, ready = arranged
        settlement = settled_again(ended, Coup(laid))
    except CroupierError as wrong:
        raise Refused(
            Code.CANNOT_RECONSTRUCT, f"the round cannot be settled so: {wrong.message}", rule
        ) from None
    changes = {name: net - ended.net[name] for name, net in settlement.net.items()}
    if ready != draft.table.ready:
        draft.emit(e.CardsReconstructed(ready, laid, rule, text))
    answer = write_settlement(settlement, ended.number)
    _correct(draft, "reconstructed", changes, answer, rule, text)
