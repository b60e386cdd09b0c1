"""A shoe as a value: its decks, the order of its cards, how far it is dealt, what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from croupier.cards import DECK, Card, Rank
from croupier.errors import Code, Refused


def foreign_card(cards: Iterable[Card], decks: int) -> Card | None:
    """Give a card that turns up more often than the decks hold it, if there is one."""
    seen = tuple(cards)
    if len(seen) <= decks:
        return None
    return next((card for card, copies in Counter(seen).items() if copies > decks), None)


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards in the order they will come; drawing gives a new shoe."""

    decks: int
    cards: tuple[Card, ...]
    position: int = 0

    @classmethod
    def of(cls, decks: int, cards: Iterable[Card]) -> Shoe:
        """Fill a shoe with cards in this order; they may be fewer than the decks hold, not more."""
        filled = tuple(cards)
        stranger = foreign_card(filled, decks)
        if stranger is not None:
            raise Refused(
                Code.FOREIGN_CARD, f"{stranger} is there more often than {decks} decks hold it"
            )
        return cls(decks, filled)

    @classmethod
    def sorted(cls, decks: int) -> Shoe:
        """Give whole decks in the order they come from the box; nothing is shuffled."""
        return cls(decks, DECK * decks)

    def draw(self) -> tuple[Card, Shoe]:
        """Draw the next card."""
        if self.left == 0:
            raise Refused(Code.WRONG_CARDS, "the shoe is empty")
        return self.cards[self.position], Shoe(self.decks, self.cards, self.position + 1)

    @property
    def left(self) -> int:
        """How many cards are left."""
        return len(self.cards) - self.position

    @property
    def left_by_rank(self) -> Mapping[Rank, int]:
        """How many cards of each rank are left, thirteen counts from ace to king."""
        counts = Counter(card.rank for card in self.cards[self.position :])
        return {rank: counts[rank] for rank in Rank}
