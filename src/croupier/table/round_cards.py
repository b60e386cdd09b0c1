"""The cards of a round on their places, some face down, and in a new order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from croupier import tableau
from croupier.cards import DECK, Card
from croupier.coup import Coup, Side
from croupier.facts import FACTS, Level
from croupier.game.model import Game
from croupier.settlement.established import is_established, statuses_of


class Dealt(NamedTuple):
    """A card of the round on its place; one that lies face down is not known."""

    hand: Side
    number: int
    card: Card | None


@lru_cache(maxsize=4096)
def coup_of(cards: tuple[Card, ...]) -> Coup:
    """Give the coup of these cards; the same few are asked for again and again."""
    return Coup(cards)


def by_place(dealt: Dealt) -> tuple[int, bool]:
    """Return what cards are sorted by: number by number, Player before Banker."""
    return dealt.number, dealt.hand is Side.BANKER


def points_of(card: Card | None) -> tuple[int, ...]:
    """What a card can count: anything while it lies face down."""
    return tuple(range(10)) if card is None else (card.points,)


@lru_cache(maxsize=4096)
def is_done(
    players: tuple[int, ...], bankers: tuple[int, ...], thirds: tuple[int, ...] | None
) -> bool:
    """Return True if no card is to come by any of these totals, and of Player's third cards."""
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
    return all(_established(game, *hands) for hands in _possible(game, cards))


def _possible(
    game: Game, cards: tuple[Dealt, ...]
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], tuple[int, ...]]]:
    """Yield the first cards of both hands and the points of third ones, for all not seen."""
    suits = any(FACTS[name].level is Level.SUITS for name in game.facts)
    any_card = DECK if suits else tuple(card for card in DECK if card.suit is DECK[0].suit)
    order = sorted(cards, key=by_place)
    options = [any_card if dealt.card is None else (dealt.card,) for dealt in order]
    for chosen in product(*options):
        there = tuple(zip(order, chosen, strict=True))
        player, banker = (
            tuple([card for dealt, card in there if dealt.hand is side and dealt.number < 3])
            for side in Side
        )
        yield player, banker, tuple([card.points for dealt, card in there if dealt.number == 3])


@lru_cache(maxsize=16384)
def _established(
    game: Game, player: tuple[Card, ...], banker: tuple[Card, ...], thirds: tuple[int, ...]
) -> bool:
    return is_established(statuses_of(game, player, banker, thirds))


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
