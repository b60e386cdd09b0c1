"""What has to follow when the cards of a round turn out to be others than they seemed."""

from __future__ import annotations

from croupier.cards import Card
from croupier.game.model import Stage
from croupier.table import event as e
from croupier.table.draft import Draft
from croupier.table.words import Units

_SEEN = {Stage.FOUR_CARDS: 4, Stage.PLAYER_THIRD: 5}


def drop_insurance(draft: Draft, cards: tuple[Card, ...], reason: str) -> None:
    """Hand back insurance that was taken on cards which are not those of the round after all."""
    old = draft.table.known
    for bet in draft.table.bets:
        if bet.stage is None:
            continue
        count = _SEEN[bet.stage]
        if old is None or old[:count] != cards[:count]:
            amount = Units(bet.amount)
            draft.emit(e.BetReturned(bet.id, bet.patron, amount, Units(0), reason))
