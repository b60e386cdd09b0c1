"""The cards left in a shoe: how many of each rank, or of each rank and suit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.cards import POINTS, Card, Rank, Suit
from croupier.errors import Code, InvalidInput, Refused
from croupier.words import say

LEAST_CARDS = 6
MOST_CARDS = 1448
"""Weights of six cards from more than these would not fit 64-bit integers everywhere."""


_RANKS, _SUITS = tuple(Rank), tuple(Suit)


@dataclass(frozen=True, slots=True)
class Composition:
    """Counts of the cards left, by rank and, where they are known, by suit."""

    ranks: tuple[int, ...]
    suits: tuple[tuple[int, ...], ...] | None = None
    """For each rank the counts of its four suits; None where only ranks were counted."""

    @classmethod
    def of_decks(cls, decks: int) -> Composition:
        """Return the composition of whole decks."""
        return cls.of_ranks([4 * decks] * len(Rank), [[decks] * len(Suit)] * len(Rank))

    @classmethod
    def of_ranks(
        cls, counts: Sequence[int], suits: Sequence[Sequence[int]] | None = None
    ) -> Composition:
        """Return the composition of thirteen counts, ace to king, with suits if they are known."""
        known = None if suits is None else tuple(tuple(row) for row in suits)
        return cls(tuple(counts), known)

    def __post_init__(self) -> None:
        counts, suits = self.ranks, self.suits
        if len(counts) != len(Rank) or not all(type(count) is int for count in counts):
            raise InvalidInput(Code.MALFORMED, say("settlement.thirteen_counts"))
        if min(counts) < 0:
            raise InvalidInput(Code.MALFORMED, say("settlement.negative_count", count=min(counts)))
        if sum(counts) > MOST_CARDS:
            most, count = f"{MOST_CARDS:,}", f"{sum(counts):,}"
            raise InvalidInput(
                Code.MALFORMED, say("settlement.too_many_cards", most=most, count=count)
            )
        if suits is not None and [
            sum(row) for row in suits if len(row) == len(Suit) and min(row) >= 0
        ] != list(counts):
            raise InvalidInput(Code.MALFORMED, say("settlement.suit_counts"))

    def require(self, cards: int) -> None:
        """Raise `InvalidInput` if the shoe has fewer cards than are needed."""
        if self.cards < cards:
            raise InvalidInput(
                Code.MALFORMED, say("settlement.too_few_cards", least=cards, count=self.cards)
            )

    def without(self, cards: Iterable[Card]) -> Composition:
        """Return the composition without these cards; raise `Refused` if it lacks one."""
        ranks, suits = list(self.ranks), [list(row) for row in self.suits or ()]
        for card in cards:
            place, suit = _RANKS.index(card.rank), _SUITS.index(card.suit)
            ranks[place] -= 1
            if suits:
                suits[place][suit] -= 1
            if ranks[place] < 0 or (suits and suits[place][suit] < 0):
                raise Refused(Code.FOREIGN_CARD, say("settlement.not_in_the_shoe", card=card.text))
        return Composition.of_ranks(ranks, suits or None)

    @property
    def cards(self) -> int:
        """How many cards are left."""
        return sum(self.ranks)

    @property
    def points(self) -> tuple[int, ...]:
        """How many cards of each point value are left, from 0 to 9."""
        counts = [0] * 10
        for rank, count in zip(Rank, self.ranks, strict=True):
            counts[POINTS[rank]] += count
        return tuple(counts)

    @property
    def coups(self) -> int:
        """In how many orders six cards can leave the shoe: the sum of all weights."""
        product = 1
        for drawn in range(6):
            product *= self.cards - drawn
        return product
