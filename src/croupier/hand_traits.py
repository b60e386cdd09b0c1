"""What facts depend on: the traits of one hand, each worked out from its two or three cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple

from croupier.cards import Card, Rank, Suit

Cards = Sequence[Card]


class Start(NamedTuple):
    """The first two cards of a hand: the rank they pair in, one suit or not, their colours."""

    pair: Rank | None
    suited: bool
    colour: str


class Level(IntEnum):
    """Which part of the cards a fact depends on, the cheapest first."""

    POINTS = 0
    RANKS = 1
    SUITS = 2


RED, BLACK, MIXED = "red", "black", "mixed"
NONE = "none"
"""The value of a fact about a third card that was not drawn."""


class Trait(NamedTuple):
    """Something about the cards of one hand that facts depend on."""

    name: str
    level: Level
    of: Callable[[Cards], object]
    """The trait of a hand of two or three cards."""
    sees: Callable[[Card], object]
    """What of each card it looks at: its points, its rank or less, its suit or colour."""
    deep: bool = True
    """Whether it takes more than the totals, the numbers of cards and how the hands start."""
    thirds: bool = True
    """Whether a third card can change it."""


RANK_NAMES: tuple[str, ...] = tuple("10" if rank is Rank.TEN else str(rank) for rank in Rank)
"""The ranks as game files and people write them, ace the lowest."""
PLACE = {rank: place for place, rank in enumerate(Rank)}


def points_of(cards: Cards) -> int:
    """Return what cards count together, without the tens."""
    return sum(card.points for card in cards) % 10


def colour_of(cards: Cards) -> str:
    """Return the colour of cards, or that they are mixed."""
    reds = sum(card.is_red for card in cards)
    return RED if reds == len(cards) else MIXED if reds else BLACK


def suit_of(cards: Cards) -> Suit | None:
    """Return the suit that all these cards have; None if they differ."""
    return cards[0].suit if all(card.suit is cards[0].suit for card in cards) else None


def is_suited(cards: Cards) -> bool:
    """Return True if all these cards have one suit."""
    return suit_of(cards) is not None


def pair_of(cards: Cards) -> Rank | None:
    """Return the rank that the first two cards share, if they do."""
    return cards[0].rank if cards[0].rank is cards[1].rank else None


def third(cards: Cards) -> int | str:
    """Return what the third card counts."""
    return cards[2].points if len(cards) == 3 else NONE


def third_rank(cards: Cards) -> str:
    """Return the rank of the third card."""
    return RANK_NAMES[PLACE[cards[2].rank]] if len(cards) == 3 else NONE


def has_trips(cards: Cards) -> bool:
    """Return True if three cards have one rank."""
    return len(cards) == 3 and cards[0].rank is cards[1].rank is cards[2].rank


def highest(cards: Cards) -> int:
    """Return the place of the highest rank, ace low."""
    return max(PLACE[card.rank] for card in cards)


def lowest(cards: Cards) -> int:
    """Return the place of the lowest rank, ace low."""
    return min(PLACE[card.rank] for card in cards)


_P, _R, _S = Level.POINTS, Level.RANKS, Level.SUITS


def _point(card: Card) -> object:
    return card.points


def _rank(card: Card) -> object:
    return card.rank


def _suit(card: Card) -> object:
    return card.suit


def _red(card: Card) -> object:
    return card.is_red


def _is_paired(cards: Cards) -> bool:
    return pair_of(cards) is not None


def _starts_suited(cards: Cards) -> bool:
    return suit_of(cards[:2]) is not None


def _starts_in(cards: Cards) -> str:
    return colour_of(cards[:2])


def _first_points(cards: Cards) -> int:
    return points_of(cards[:2])


TOTAL = Trait("total", _P, points_of, _point, deep=False)
NUMBER = Trait("cards", _P, len, _point, deep=False)
PAIRED = Trait("pair", _R, _is_paired, _rank, deep=False, thirds=False)
PAIR = Trait("pair_rank", _R, pair_of, _rank, deep=False, thirds=False)
SUITED = Trait("suited", _S, _starts_suited, _suit, deep=False, thirds=False)
COLOUR = Trait("colour", _S, _starts_in, _red, deep=False, thirds=False)
FIRST_TOTAL = Trait("first_total", _P, _first_points, _point, thirds=False)
THIRD = Trait("third", _P, third, _point)
THIRD_RANK = Trait("third_rank", _R, third_rank, _rank)
TRIPS = Trait("three_of_a_kind", _R, has_trips, _rank)
HIGHEST = Trait("highest", _R, highest, _rank)
LOWEST = Trait("lowest", _R, lowest, _rank)
ALL_COLOUR = Trait("all_colour", _S, colour_of, _red)
ONE_SUIT = Trait("one_suit", _S, suit_of, _suit)


def count(name: str, level: Level, fits: Callable[[Card], bool], *, first: bool) -> Trait:
    """Return the trait of how many cards of a sort a hand has, or its first two cards."""
    last = 2 if first else 3

    def many(cards: Cards) -> int:
        return sum(map(fits, cards[:last]))

    return Trait(("first_" if first else "") + name, level, many, fits, thirds=not first)
