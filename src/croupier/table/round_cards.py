"""The cards of a round in their places: some face down, or laid in a new order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from croupier import tableau
from croupier.cards import Card
from croupier.coup import Coup, Side
from croupier.game.model import Game
from croupier.settlement.established import is_established_face_down


class Dealt(NamedTuple):
    """A card of the round in its place; its card is None while it lies face down."""

    hand: Side
    number: int
    card: Card | None


@lru_cache(maxsize=4096)
def coup_of(cards: tuple[Card, ...]) -> Coup:
    """Return the coup of these cards; cached, because the same coups are needed often."""
    return Coup(cards)


def by_place(dealt: Dealt) -> tuple[int, bool]:
    """Return the sort key of a card: its number in the hand, then Player before Banker."""
    return dealt.number, dealt.hand is Side.BANKER


def points_of(card: Card | None) -> tuple[int, ...]:
    """Return the points that a card can have: all of them while it lies face down."""
    return tuple(range(10)) if card is None else (card.points,)


@lru_cache(maxsize=4096)
def is_done(
    players: tuple[int, ...], bankers: tuple[int, ...], thirds: tuple[int, ...] | None
) -> bool:
    """Return True if no card is to come, whichever of these totals and third cards it is."""
    for player, banker in product(players, bankers):
        draws = tableau.player(player, banker).draws
        if thirds is None and draws:
            return False
        if draws is (thirds is None):
            continue
        if any(tableau.banker(player, banker, third).draws for third in thirds or (None,)):
            return False
    return True


def established_by(game: Game, cards: tuple[Dealt, ...]) -> bool:
    """Return True if some bet on offer is certainly won or lost, whatever lies face down."""
    order = sorted(cards, key=by_place)
    player, banker = (
        tuple(dealt.card for dealt in order if dealt.hand is side and dealt.number < 3)
        for side in Side
    )
    thirds = tuple(dealt.card for dealt in order if dealt.number == 3)
    return is_established_face_down(game, player, banker, thirds)


def split(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards that a coup takes, and the rest, which is for the next round."""
    coup = coup_of(())
    for place, card in enumerate(cards):
        if coup.next is None:
            return cards[:place], cards[place:]
        coup = coup.deal(card)
    return cards, ()


def take_last(order: Iterable[Card], rest: Iterable[Card]) -> tuple[Card, ...]:
    """Return as many of each card as the rest holds, the last ones of them, in their order."""
    left, kept = Counter(rest), list[Card]()
    for card in reversed(tuple(order)):
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return tuple(kept[::-1])


def arrange(
    felt: tuple[Card, ...], ready: tuple[Card, ...], cards: tuple[Card, ...], most: int
) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Return cards in a new order, as laid on the felt (`most` at most) and as they lie ready.

    None unless all cards of the felt are named, and no others except those that lie ready.
    """
    given = Counter(cards)
    used = given - Counter(felt)
    if Counter(felt) - given or used - Counter(ready):
        return None
    laid, over = split(cards[:most])
    return laid, (*over, *cards[most:], *take_last(ready, (Counter(ready) - used).elements()))
