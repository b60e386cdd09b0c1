"""What has to follow when the cards of a round turn out to be others than they seemed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from croupier.cards import Card
from croupier.settlement import Bet
from croupier.table import events as e
from croupier.table.decide.draft import Draft
from croupier.table.insurance_offers import SEEN
from croupier.table.state import coup_of
from croupier.table.vocabulary import Units


def drop_insurance(draft: Draft, cards: tuple[Card, ...], reason: str) -> None:
    """Hand back insurance that was taken on cards which are not those of the round after all."""
    for bet in insured_otherwise(draft.table.bets, draft.table.known, cards):
        amount = Units(bet.amount)
        draft.emit(e.BetReturned(bet.id, bet.patron, amount, Units(0), reason))


def insured_otherwise(
    bets: Iterable[Bet], old: tuple[Card, ...] | None, cards: tuple[Card, ...]
) -> list[Bet]:
    """Return the insurance that was taken on other cards than these."""
    found: list[Bet] = []
    for bet in bets:
        if bet.stage is not None:
            count = SEEN[bet.stage]
            if old is None or old[:count] != cards[:count]:
                found.append(bet)
    return found


def split(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Deal cards as far as a coup takes them; the rest is for the next round."""
    coup = coup_of(())
    for place, card in enumerate(cards):
        if coup.next is None:
            return cards[:place], cards[place:]
        coup = coup.deal(card)
    return cards, ()


def only(order: Iterable[Card], rest: Iterable[Card]) -> tuple[Card, ...]:
    """Keep as many of each card as there are in the rest, the last ones, in their order."""
    left, kept = Counter(rest), list[Card]()
    for card in reversed(tuple(order)):
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return tuple(kept[::-1])


def arrange(
    felt: tuple[Card, ...], ready: tuple[Card, ...], cards: tuple[Card, ...], most: int
) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Lay cards in a new order, so many at most: those on the felt then, and those that lie ready.

    All cards of the felt must be named, and no others than those that lie ready; else None.
    """
    given = Counter(cards)
    used = given - Counter(felt)
    if Counter(felt) - given or used - Counter(ready):
        return None
    laid, over = split(cards[:most])
    return laid, (*over, *cards[most:], *only(ready, (Counter(ready) - used).elements()))
