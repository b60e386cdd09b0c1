"""The effects of removal: how the expectation of a bet changes when one card leaves the shoe."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier.cards import Rank, Suit
from croupier.facts import level_of
from croupier.game.model import BetKind, Game
from croupier.hand_traits import Level
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.odds.composition import LEAST_CARDS, Composition


def effects_of_removal(game: Game, left: Composition) -> Mapping[str, Mapping[Rank, Fraction]]:
    """Return how much the expectation of each bet changes when a card of a rank is removed.

    Where a bet asks for suits, the removed card may have any suit that is left of its rank.
    """
    left.require(LEAST_CARDS + 1)
    ranks_only = Composition.of_ranks(left.ranks)
    found: dict[str, dict[Rank, Fraction]] = {}
    for key, kind in game.bets.items():
        suited = level_of(kind.facts) is Level.SUITS
        shoe = left if suited else ranks_only
        before = _ev(kind, shoe)
        found[key] = {
            rank: sum((share * (_ev(kind, after) - before) for share, after in gone), Fraction(0))
            for rank, gone in ((rank, _without(shoe, place)) for place, rank in enumerate(Rank))
            if gone
        }
    return found


def _ev(kind: BetKind, left: Composition) -> Fraction:
    return bet_odds(kind, *weigh(kind, left)).ev


def _without(left: Composition, place: int) -> list[tuple[Fraction, Composition]]:
    """Return the compositions without one card of a rank, by its suit, each with its chance."""
    count = left.ranks[place]
    if not count:
        return []
    ranks = [*left.ranks[:place], count - 1, *left.ranks[place + 1 :]]
    if left.suits is None:
        return [(Fraction(1), Composition.of_ranks(ranks))]
    found: list[tuple[Fraction, Composition]] = []
    # With equally many cards of each suit in every rank, the two suits of a colour are alike.
    even = all(len(set(row)) == 1 for row in left.suits)
    weights = {0: 2, 1: 2} if even else dict.fromkeys(range(len(Suit)), 1)
    for suit, times in weights.items():
        of_suit = left.suits[place][suit]
        if of_suit:
            suits = [list(row) for row in left.suits]
            suits[place][suit] -= 1
            share = Fraction(times * of_suit, count)
            found.append((share, Composition.of_ranks(ranks, suits)))
    return found


def write_removal(effects: Mapping[str, Mapping[Rank, Fraction]]) -> dict[str, dict[str, str]]:
    """Return the effects of removal as JSON."""
    return {
        bet: {str(rank): str(change) for rank, change in row.items()}
        for bet, row in effects.items()
    }
