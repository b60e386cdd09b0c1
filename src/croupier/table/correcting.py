"""A round that was paid and is found misdealt before the next one begins."""

from __future__ import annotations

from dataclasses import replace

from croupier.cards import Card
from croupier.coup import Coup
from croupier.errors import Code, CroupierError, Refused
from croupier.settlement import settle
from croupier.settlement.writing import write_settlement
from croupier.table import event as e
from croupier.table.draft import Draft
from croupier.table.mending import arrange
from croupier.table.state import Ended
from croupier.table.words import Json, Signed


def _ended(draft: Draft) -> Ended:
    ended = draft.table.ended
    assert ended is not None, "the case is about a round that was paid"
    return ended


def _correct(
    draft: Draft, reason: str, changes: dict[str, int], settlement: Json | None, rule: str | None
) -> None:
    for name, amount in changes.items():
        draft.afford(name, max(-amount, 0))
    signed = {name: Signed(amount) for name, amount in changes.items() if amount}
    number = _ended(draft).number
    draft.emit(e.RoundCorrected(number, reason, signed, settlement, rule))


def undo(draft: Draft, rule: str | None) -> None:
    """Void a round that was paid: everybody gets back what it cost, or gives back what it won."""
    ended = _ended(draft)
    given = {bet: ended.profits[bet] for bet in ended.returned}
    changes = {name: -net for name, net in ended.net.items()}
    for bet in ended.round.bets:
        changes[bet.patron] += min(given.get(bet.id, 0), 0)
    _correct(draft, "void", changes, None, rule)


def resettle(draft: Draft, cards: tuple[Card, ...] | None, rule: str | None) -> None:
    """Settle a paid round again by the cards in their proper order; as dealt, it stands."""
    ended = _ended(draft)
    old = ended.round.coup.cards
    if cards is None or cards == old:
        draft.emit(e.CardsReconstructed(draft.table.ready, None, rule))
        return
    arranged = arrange(old, draft.table.ready, cards, len(cards))
    try:
        if arranged is None or ended.returned:
            raise Refused(Code.WRONG_CARDS, "name all the cards of the round, and no others")
        laid, ready = arranged
        settlement = settle(replace(ended.round, coup=Coup(laid)))
    except CroupierError as wrong:
        raise Refused(
            Code.CANNOT_RECONSTRUCT, f"the round cannot be settled so: {wrong.message}", rule
        ) from None
    changes = {name: net - ended.net[name] for name, net in settlement.net.items()}
    if ready != draft.table.ready:
        draft.emit(e.CardsReconstructed(ready, laid, rule))
    _correct(draft, "reconstructed", changes, write_settlement(settlement, ended.number), rule)
