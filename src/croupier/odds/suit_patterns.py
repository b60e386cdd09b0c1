"""The suits of the cards of a coup, given which of them are of one sort: exact, for any shoe.

Cards leave the shoe in any order, so the suits of those that matter are as if they came first.
They depend on each other only within a sort, and sorts with the same counts of suits are alike: a
fresh shoe has a few hundred patterns, whatever the facts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.cards import Card, Rank, Suit
from croupier.coup import Side
from croupier.game.hand_classes import HandClasses
from croupier.hand_traits import Trait

Seen = tuple[int, ...]
"""The sorts of the cards whose suits matter, in the order of both hands."""
Known = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""The cards on the table: Player's first two, Banker's first two, third cards."""
Suits = tuple[Suit, ...]
"""The suits of a hand of three; those that do not matter are any."""
Pattern = tuple[tuple[int, int], ...]
"""For each card that is seen its sort, numbered as they come, and the number of its counts."""

NOTHING: Known = ((), (), ())


class Looking(NamedTuple):
    """Whose suits matter: those of a hand's first two cards, and that of its third."""

    first: bool
    third: bool


def looking(found: HandClasses, side: Side) -> Looking:
    """Return whose suits matter in a hand."""
    traits = found.traits(side, suits=True)
    return Looking(bool(traits), any(trait.thirds for trait in traits))


def falling(count: int, many: int) -> int:
    """Return in how many orders so many cards can be taken out of a number of them."""
    orders = 1
    for taken in range(many):
        orders *= count - taken
    return orders


def lying(known: Known, hand: int, drawn: Sequence[Suit]) -> Suits:
    """Return the suits of a hand: cards on the table, then drawn ones, then any."""
    thirds = known[2]
    suits = [*(card.suit for card in known[hand]), *drawn]
    if thirds and len(suits) == 2:
        # Player's third card lies first, where Player drew.
        suits.append(thirds[min(hand, len(thirds) - 1)].suit)
    return (*suits, *((Suit.CLUBS,) * (3 - len(suits))))


class Patterns:
    """What the suits of hands show, for one shoe; worked out once for each pattern."""

    def __init__(self, found: HandClasses, counts: Sequence[tuple[int, ...]], known: Known) -> None:
        """Take the cards left of each sort of ranks, by sort of suits."""
        self._suits = tuple([suits[0] for suits in found.suits])
        self._known = known
        self._sides = tuple(
            [(looking(found, side), found.traits(side, suits=True)) for side in Side]
        )
        rows: dict[tuple[int, ...], int] = {}
        self._row = [rows.setdefault(row, len(rows)) for row in counts]
        self._counts = list(rows)
        self._patterns: dict[Seen, Pattern] = {}
        self._shown: dict[
            tuple[Pattern, int, int], tuple[int, Mapping[tuple[Suits, Suits], int]]
        ] = {}
        self._hands: dict[object, Mapping[tuple[Suits, tuple[tuple[int, ...], ...]], int]] = {}
        self._alike: dict[tuple[int, Suits, int], Suits] = {}

    def of(self, seen: Seen) -> Pattern:
        """Return the pattern of cards of these sorts."""
        pattern = self._patterns.get(seen)
        if pattern is None:
            numbers: dict[int, int] = {}
            pattern = tuple(
                [(numbers.setdefault(sort, len(numbers)), self._row[sort]) for sort in seen]
            )
            self._patterns[seen] = pattern
        return pattern

    def shown(
        self, pattern: Pattern, player: int, banker: int
    ) -> tuple[int, Mapping[tuple[Suits, Suits], int]]:
        """Return in how many orders the seen cards can come, and with which suits.

        The hands have so many cards. Suits that no trait tells apart are one.
        """
        key = pattern, player, banker
        if key not in self._shown:
            self._shown[key] = self._work_out(pattern, (player, banker))
        return self._shown[key]

    def _work_out(
        self, pattern: Pattern, cards: tuple[int, int]
    ) -> tuple[int, Mapping[tuple[Suits, Suits], int]]:
        many: defaultdict[int, int] = defaultdict(int)
        orders = 1
        for number, row in pattern:
            orders *= sum(self._counts[row]) - many[number]
            many[number] += 1
        split = self._of_player(cards[0])
        left = {number: self._counts[row] for number, row in pattern}
        of_player = [number for number, _ in pattern[:split]]
        of_banker = [number for number, _ in pattern[split:]]
        places = {number: place for place, number in enumerate(dict.fromkeys(of_banker))}
        renumbered = [places[number] for number in of_banker]
        found: defaultdict[tuple[Suits, Suits], int] = defaultdict(int)
        for (one, rest), weight in self._dealt(0, of_player, left, of_banker, cards[0]).items():
            # Banker's cards depend on Player's only where they are of one sort.
            then = dict(enumerate(rest))
            for (two, _), part in self._dealt(1, renumbered, then, [], cards[1]).items():
                found[one, two] += weight * part
        return orders, found

    def _dealt(
        self,
        hand: int,
        numbers: Sequence[int],
        left: Mapping[int, tuple[int, ...]],
        later: Sequence[int],
        cards: int,
    ) -> Mapping[tuple[Suits, tuple[tuple[int, ...], ...]], int]:
        """Return the suits of a hand with what is left of the sorts that come later."""
        kept = tuple(dict.fromkeys(later))
        key = hand, tuple(numbers), tuple(left.items()), kept, cards
        if key in self._hands:
            return self._hands[key]
        counts = {number: list(row) for number, row in left.items()}
        found: defaultdict[tuple[Suits, tuple[tuple[int, ...], ...]], int] = defaultdict(int)
        drawn: list[Suit] = []

        def deal(weight: int) -> None:
            if len(drawn) == len(numbers):
                rest = tuple([tuple(counts[number]) for number in kept])
                found[self._reduced(hand, drawn, cards), rest] += weight
                return
            row = counts[numbers[len(drawn)]]
            for sort, suit in enumerate(self._suits):
                if row[sort]:
                    row[sort] -= 1
                    drawn.append(suit)
                    deal(weight * (row[sort] + 1))
                    drawn.pop()
                    row[sort] += 1

        deal(1)
        self._hands[key] = found
        return found

    def _of_player(self, cards: int) -> int:
        """Return how many of the seen cards are Player's."""
        looks, first = self._sides[0][0], 2 - len(self._known[0])
        third = cards == 3 and looks.third and not self._known[2]
        return first * looks.first + third

    def _reduced(self, hand: int, drawn: Sequence[Suit], cards: int) -> Suits:
        """Return suits of a hand that no trait tells apart from these."""
        suits = lying(self._known, hand, drawn)
        key = hand, suits, cards
        if key not in self._alike:
            traits: tuple[Trait, ...] = self._sides[hand][1]
            shows = _show(traits, suits[:cards])
            alike = [
                other
                for place, other, number in self._alike
                if place == hand and number == cards and _show(traits, other[:cards]) == shows
            ]
            self._alike[key] = self._alike[hand, alike[0], cards] if alike else suits
        return self._alike[key]


def _show(traits: tuple[Trait, ...], suits: Sequence[Suit]) -> tuple[object, ...]:
    cards = tuple([Card(Rank.ACE, suit) for suit in suits])
    return tuple([trait.of(cards) for trait in traits])
