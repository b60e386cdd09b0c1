"""What follows from the cards of a round of which some lie face down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from croupier import tableau
from croupier.cards import DECK, Card
from croupier.coup import Side
from croupier.facts import FACTS, Level
from croupier.game.model import Game
from croupier.settlement.established import is_established, statuses_of


class Dealt(NamedTuple):
    """A card of the round on its place; one that lies face down is not known."""

    hand: Side
    number: int
    card: Card | None


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
