"""What one card fewer of a rank does to each bet: the figures that card counters start from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from croupier.cards import Rank
from croupier.facts import FACTS, Level
from croupier.game.model import Game
from croupier.odds.composition import Composition
from croupier.odds.table import odds


def effects_of_removal(game: Game, left: Composition) -> Mapping[str, Mapping[Rank, Fraction]]:
    """Say by how much the expectation of each bet changes when a card of a rank is gone.

    Where a bet asks for suits, the card that is gone may be of any suit that is left of its rank.
    """
    if all(FACTS[name].level is not Level.SUITS for name in game.facts):
        left = Composition.of_ranks(left.ranks)
    before = odds(game, left)
    found: dict[str, dict[Rank, Fraction]] = {key: {} for key in before.bets}
    for place, rank in enumerate(Rank):
        for share, after in _without(left, place):
            for key, bet in odds(game, after).bets.items():
                change = share * (bet.ev - before.bets[key].ev)
                found[key][rank] = found[key].get(rank, Fraction(0)) + change
    return found


def _without(left: Composition, place: int) -> Iterator[tuple[Fraction, Composition]]:
    """Take one card of a rank away, in each suit that it can have, with its chance."""
    count = left.ranks[place]
    ranks = [*left.ranks[:place], count - 1, *left.ranks[place + 1 :]]
    if left.suits is None:
        if count:
            yield Fraction(1), Composition.of_ranks(ranks)
        return
    for suit, of_suit in enumerate(left.suits[place]):
        if of_suit:
            suits = [list(row) for row in left.suits]
            suits[place][suit] -= 1
            yield Fraction(of_suit, count), Composition.of_ranks(ranks, suits)
