"""Rank, Suit, Card; reading and writing "9s"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from croupier.errors import Code, InvalidInput, brief
from croupier.words import say


class Rank(StrEnum):
    """The thirteen ranks, as they are written on cards."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(StrEnum):
    """The four suits."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
RED_SUITS = frozenset({Suit.DIAMONDS, Suit.HEARTS})


POINTS: dict[Rank, int] = {
    rank: number if number < 10 else 0 for number, rank in enumerate(Rank, start=1)
}
"""What each rank counts: an ace one, two to nine their face, tens and court cards nothing."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card; two of the same rank and suit from different decks are equal."""

    rank: Rank
    suit: Suit
    points: int = field(init=False, compare=False, repr=False)
    is_red: bool = field(init=False, compare=False, repr=False)
    text: str = field(init=False, compare=False, repr=False)
    face: str = field(init=False, compare=False, repr=False)
    """As people read it: "10♦"."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "points", POINTS[self.rank])
        put(self, "is_red", self.suit in RED_SUITS)
        put(self, "text", f"{self.rank}{self.suit}")
        put(self, "face", f"{'10' if self.rank is Rank.TEN else self.rank}{SIGNS[self.suit]}")

    @classmethod
    def parse(cls, text: object) -> Card:
        """Return the card of "9s", "Td" or "10h", in either case; raise `InvalidInput`."""
        card = _BY_TEXT.get(text) if isinstance(text, str) else None
        if card is None:
            raise InvalidInput(Code.BAD_CARD, say("settlement.bad_card", got=brief(text)))
        return card

    def __str__(self) -> str:
        return self.text


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards of one deck."""


def _spellings(card: Card) -> Iterable[str]:
    ranks = ("T", "10") if card.rank is Rank.TEN else (str(card.rank),)
    for rank in ranks:
        for written in {rank, rank.lower()}:
            yield written + card.suit
            yield written + card.suit.upper()


_BY_TEXT: dict[object, Card] = {text: card for card in DECK for text in _spellings(card)}


def parse_cards(text: str | Iterable[object]) -> tuple[Card, ...]:
    """Return the cards of "2s 6d 3c", or of a list of such strings; raise `InvalidInput`."""
    words: Sequence[object] = text.split() if isinstance(text, str) else tuple(text)
    try:
        return tuple([_BY_TEXT[word] for word in words])
    except (KeyError, TypeError):
        # Read them one by one: the error says which one is no card.
        return tuple([Card.parse(word) for word in words])
