"""Hands that a choice of facts cannot tell apart, as one class; and which of them can meet.

Each fact names the traits of either hand that decide it. Cards that no trait tells apart are one
sort, hands with the same traits are one class, and facts are asked about one pair of hands for
each pair of classes. So a bet on a king among Player's cards has four classes of that hand, one
that asks only for totals has ten, and no fact is known here by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple, TypeVar

from croupier import tableau
from croupier.cards import POINTS, Card, Rank, Suit
from croupier.coup import Hand, Side
from croupier.facts import Fact, Value, fact, finish_of_hands
from croupier.hand_traits import NUMBER, Cards, Level, Trait

Pair = tuple[int, int]
"""Two sorts of cards, the smaller first."""


class Start(NamedTuple):
    """What the first two cards of a hand are, and what the hand becomes."""

    total: int
    stands: int
    """Its class with two cards."""
    draws: tuple[int, ...]
    """Its class with a third card, by the sort of that card."""


class HandTable:
    """The classes of one hand, over sorts of cards."""

    def __init__(self, traits: Sequence[Trait], cards: Cards) -> None:
        """Work out the class of every hand of these cards, one card of each sort."""
        self._traits = tuple(traits)
        self._classes: dict[object, int] = {}
        self.examples: list[tuple[Card, ...]] = []
        """A hand of each class."""
        self.starts: dict[Pair, Start] = {}
        """By the sorts of the first two cards."""
        for one, two in combinations_with_replacement(range(len(cards)), 2):
            hand = cards[one], cards[two]
            total = (hand[0].points + hand[1].points) % 10
            draws = tuple([self._class((*hand, card)) for card in cards])
            self.starts[one, two] = Start(total, self._class(hand), draws)

    def _class(self, hand: tuple[Card, ...]) -> int:
        seen = tuple([trait.of(hand) for trait in self._traits])
        number = self._classes.setdefault(seen, len(self.examples))
        if number == len(self.examples):
            self.examples.append(hand)
        return number


class HandClasses:
    """The classes of both hands for some facts, and the facts of each pair of classes."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.facts: tuple[Fact, ...] = tuple([fact(name) for name in names])
        self._traits = {
            Side.PLAYER: _distinct(trait for each in self.facts for trait in each.player),
            Side.BANKER: _distinct(trait for each in self.facts for trait in each.banker),
        }
        seeing = [trait for traits in self._traits.values() for trait in traits]
        self.ranks = _sorted_apart(
            [(rank, Card(rank, Suit.CLUBS)) for rank in Rank],
            [trait for trait in seeing if trait.level is Level.RANKS],
        )
        """The ranks by sort: ranks of one sort count the same, and no trait tells them apart."""
        self.suits = _sorted_apart(
            [(suit, Card(Rank.ACE, suit)) for suit in Suit],
            [trait for trait in seeing if trait.level is Level.SUITS],
        )
        """The suits by sort."""

    def traits(self, side: Side, *, suits: bool) -> tuple[Trait, ...]:
        """Return the traits of a hand that look at suits, or those that do not."""
        chosen = self._traits[side]
        return tuple([trait for trait in chosen if (trait.level is Level.SUITS) is suits])

    def cards(self) -> tuple[Card, ...]:
        """Return one card of each sort: sorts of ranks in order, in each the sorts of suits."""
        return tuple([Card(ranks[0], suits[0]) for ranks in self.ranks for suits in self.suits])

    @cached_property
    def sort_of(self) -> dict[Card, int]:
        """The sort of every card, its place in `cards()`."""
        rows = [
            (Card(rank, suit), row * len(self.suits) + column)
            for row, ranks in enumerate(self.ranks)
            for column, suits in enumerate(self.suits)
            for rank in ranks
            for suit in suits
        ]
        return dict(rows)

    @cached_property
    def whole(self) -> tuple[HandTable, HandTable]:
        """The classes of Player's and of Banker's hand by all traits, over the sorts of cards."""
        player, banker = (HandTable(self._traits[side], self.cards()) for side in Side)
        return player, banker

    @cached_property
    def by_rank(self) -> tuple[HandTable, HandTable]:
        """The same over the sorts of ranks, by the traits that do not look at suits."""
        cards = tuple([Card(ranks[0], Suit.CLUBS) for ranks in self.ranks])
        player, banker = (HandTable(self._ranked(side), cards) for side in Side)
        return player, banker

    def _ranked(self, side: Side) -> tuple[Trait, ...]:
        """Return the traits that do not look at suits; the number of cards, if suits need it."""
        ranked = self.traits(side, suits=False)
        if any(trait.thirds for trait in self.traits(side, suits=True)):
            return _distinct((*ranked, NUMBER))
        return ranked

    def values(self, player: tuple[Card, ...], banker: tuple[Card, ...]) -> tuple[Value, ...]:
        """Return the values of the facts, given both hands."""
        end = finish_of_hands(Hand(player), Hand(banker))
        return tuple([each.of(end) for each in self.facts])


def _distinct(traits: Iterable[Trait]) -> tuple[Trait, ...]:
    return tuple({trait.name: trait for trait in traits}.values())


T = TypeVar("T")


def _sorted_apart(
    cards: Sequence[tuple[T, Card]], traits: Sequence[Trait]
) -> tuple[tuple[T, ...], ...]:
    """Return ranks or suits by sort: those of one sort count the same and are seen as the same."""
    sorts: dict[object, list[T]] = {}
    for name, card in cards:
        key = (card.points, *(trait.sees(card) for trait in traits))
        sorts.setdefault(key, []).append(name)
    return tuple([tuple(names) for names in sorts.values()])


@lru_cache(maxsize=64)
def classes(names: tuple[str, ...]) -> HandClasses:
    """Return the classes of hands for some facts."""
    return HandClasses(names)


def points_of_sorts(found: HandClasses) -> tuple[int, ...]:
    """Return what a card of each sort counts."""
    return tuple([POINTS[ranks[0]] for ranks in found.ranks for _ in found.suits])


Third = int | None
"""The sort of a third card that is on the table; None for one that may be any."""


class Opening:
    """What a hand can become after any of some starts."""

    def __init__(self, starts: Iterable[Start], points: Sequence[int]) -> None:
        """Take the starts; `points` is what each sort of card counts."""
        self._points = points
        self._starts: dict[int, set[Start]] = {}
        for start in starts:
            self._starts.setdefault(start.total, set()).add(start)
        self.totals = tuple(sorted(self._starts))
        self._drawn: dict[tuple[int, Third, int | None], frozenset[int]] = {}

    def stands(self, total: int) -> frozenset[int]:
        """Return the classes of the hand with two cards of this total."""
        return frozenset([start.stands for start in self._starts[total]])

    def drawn(self, total: int, third: Third, points: int | None) -> frozenset[int]:
        """Return the classes of the hand with a third card, of any sort or one of these points."""
        key = total, third, points
        if key not in self._drawn:
            sorts = range(len(self._points)) if third is None else (third,)
            fitting = [sort for sort in sorts if points is None or self._points[sort] == points]
            starts = self._starts[total]
            found = frozenset([start.draws[sort] for start in starts for sort in fitting])
            self._drawn[key] = found
        return self._drawn[key]


def endings(player: Opening, banker: Opening, thirds: Sequence[Third] = ()) -> set[tuple[int, int]]:
    """Return the classes of both hands at every end that can follow these openings.

    `thirds` has the third cards that were dealt, Player's first. Any card may come, whatever is
    left in the shoe, so what the hands are and become depends on each other only through points.
    """
    found: set[tuple[int, int]] = set()
    for one, two in product(player.totals, banker.totals):
        known = iter(thirds)
        if tableau.player(one, two).draws:
            first = next(known, None)
            rest = tuple(known)
            for third in range(10):
                became = player.drawn(one, first, third)
                if became:
                    found.update(product(became, _banker(banker, one, two, third, rest)))
        else:
            found.update(product(player.stands(one), _banker(banker, one, two, None, tuple(known))))
    return found


def _banker(
    banker: Opening, one: int, two: int, third: int | None, known: tuple[Third, ...]
) -> frozenset[int]:
    if not tableau.banker(one, two, third).draws:
        return banker.stands(two)
    return banker.drawn(two, next(iter(known), None), None)


MOST_MEETINGS = 1 << 19
"""The most pairs of classes of hands that one bet may tell apart: each is looked at by itself."""


def tells_too_much(names: tuple[str, ...]) -> bool:
    """Return True if these facts, all in one bet, tell too many hands apart to look at each."""
    player, banker = classes(names).whole
    return len(player.examples) * len(banker.examples) > MOST_MEETINGS


def combinations(names: tuple[str, ...]) -> set[tuple[Value, ...]]:
    """Return every combination of values that these facts can have together."""
    found = classes(names)
    points, (player, banker) = points_of_sorts(found), found.whole
    met = endings(Opening(player.starts.values(), points), Opening(banker.starts.values(), points))
    return {found.values(player.examples[one], banker.examples[two]) for one, two in met}
