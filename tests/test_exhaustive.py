"""All coups there are, by value, through the real `Coup`, and each fact on coups made by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from math import perm

import pytest

from croupier import FACTS, Card, Code, Coup, Refused, Winner
from croupier.cards import POINTS, Rank
from croupier.facts import Finish, Value, finish
from croupier.game.coup_endings import combinations
from croupier.hand_traits import Level

# Long runs through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

DECKS = 8
CARDS = [Card.parse(f"{rank}s") for rank in "TA23456789"]
"""One card for each value from 0 to 9."""
IN_SHOE = [sum(4 * DECKS for rank in Rank if POINTS[rank] == value) for value in range(10)]

# How many of the orders in which six cards can leave eight decks end with each result.
ORDERS = {
    Winner.BANKER: 2_292_252_566_437_888,
    Winner.PLAYER: 2_230_518_282_592_256,
    Winner.TIE: 475_627_426_473_216,
}


def one_more(coup: Coup) -> Code | None:
    """Deal one card more, and give the code of the refusal, if it is refused."""
    try:
        coup.deal(CARDS[0])
    except Refused as wrong:
        return wrong.code
    return None


@dataclass
class Census:
    """What turned up when every coup was dealt."""

    coups: int = 0
    orders: Counter[Winner] = field(default_factory=Counter)
    lengths: set[int] = field(default_factory=set)
    ends: set[Finish] = field(default_factory=set)

    def deal(self, coup: Coup, left: list[int], weight: int) -> None:
        """Go on from a coup in every way; `weight` counts the orders that led here."""
        if coup.next is not None:
            assert len(coup.cards) < 6
            assert not coup.is_complete
            for value, card in enumerate(CARDS):
                copies = left[value]
                left[value] -= 1
                self.deal(coup.deal(card), left, weight * copies)
                left[value] += 1
            return
        assert coup.is_complete
        assert coup.player_decision.draws is (coup.player.third is not None)
        assert coup.banker_decision.draws is (coup.banker.third is not None)
        dealt = len(coup.cards)
        self.coups += 1
        self.lengths.add(dealt)
        # A coup of four or five cards leaves the rest of the six to come in any order.
        self.orders[coup.winner] += weight * perm(52 * DECKS - dealt, 6 - dealt)
        self.ends.add(finish(coup))
        assert one_more(coup) is Code.WRONG_CARDS


@cache
def census() -> Census:
    """Deal every coup once."""
    found = Census()
    found.deal(Coup(), list(IN_SHOE), 1)
    return found


def test_every_result_is_as_frequent_as_it_should_be() -> None:
    """Eight decks: 128 cards that count nothing, 32 of each other value."""
    assert IN_SHOE == [128] + [32] * 9
    assert dict(census().orders) == ORDERS
    assert sum(ORDERS.values()) == perm(416, 6)


def test_coups_have_four_to_six_cards() -> None:
    assert census().lengths == {4, 5, 6}


def test_facts_have_the_values_that_they_declare() -> None:
    """No coup has a fact outside its values; of those by points, every value turns up."""
    for fact in FACTS.values():
        seen = {fact.of(end) for end in census().ends}
        assert seen <= set(fact.values), fact.name
        assert {type(value) for value in seen} <= {type(value) for value in fact.values}
        if fact.level is Level.POINTS:
            assert seen == set(fact.values), fact.name


def test_what_can_come_together_is_what_comes_together() -> None:
    """The combinations that reading a game reckons with are those of real coups, just these."""
    names = tuple(fact.name for fact in FACTS.values() if fact.level is Level.POINTS)

    def values(facts: dict[str, Value]) -> tuple[Value, ...]:
        return tuple(facts[name] for name in names)

    found = {values({name: FACTS[name].of(end) for name in names}) for end in census().ends}
    assert {values(dict(known)) for known in combinations(names)} == found


# Coups for the facts, made by hand. In order: Player, Banker, Player, Banker, third cards.
PLAIN = "Ks Qd 7c 6h"  # Player wins 7 to 6; black against red, no suits, no pairs
SUITED = "9d 4s Kd 3s"  # Player's natural 9 beats 7; diamonds against spades
BLACK = "2s 9c 3s Tc"  # Banker's natural 9 beats 5; spades against clubs
RED = "6h 2d Kd Qh 5s"  # Player stands on 6, Banker draws to 7 and wins
DRAWN = "5s 6d Kc Qh Td"  # Player draws a ten to 5, Banker stands on 6 and wins
NATURALS = "9s 8d Kh Kc"  # Player's natural 9 beats Banker's natural 8; mixed colours
SINGLE = "7s 7d 7c 2h"  # sevens, both black, against Banker's natural 9
DOUBLE = "8s 9d 8c 9d"  # eights in two suits, nines in one; Banker's natural 8 beats 6
PERFECT = "8s 8h 8s 8h"  # both eights of spades, both eights of hearts: tie at 6
TWINS = "Ks Kd Kh Kc 9s 9d"  # kings all round, no suits: both draw nines, tie at 9
TENS = "Ts Kd Kc Th Js Qd"  # tens and courts, no two of a rank in a hand: tie at 0
FAR = "9s Kd Kh Qc"  # a natural 9 against nothing
THREES = "Ks 2h Kd 3h Kc"  # three kings; Banker stands on 5 against a ten
ACES = "6s Ah Kd Ad Ac"  # Player stands on 6, Banker draws to two aces and gets the third
REDS = "6h Ah Kd Ad Ah"  # all red
HEARTS = "6h Ah Kh 2h 3h"  # all hearts: tie at 6
BLACKS = "9s 4c Kc 3s"  # all black

EXAMPLES: dict[str, dict[str, Value]] = {
    "winner": {PLAIN: "player", BLACK: "banker", TENS: "tie"},
    "player_total": {PLAIN: 7, SUITED: 9, DRAWN: 5, PERFECT: 6, TENS: 0},
    "banker_total": {PLAIN: 6, BLACK: 9, RED: 7, TWINS: 9, FAR: 0},
    "sum": {PLAIN: 13, SUITED: 16, PERFECT: 12, TWINS: 18, TENS: 0, FAR: 9},
    "margin": {PLAIN: 1, SUITED: 2, BLACK: 4, RED: 1, PERFECT: 0, TENS: 0, FAR: 9},
    "player_cards": {PLAIN: 2, RED: 2, DRAWN: 3, TWINS: 3},
    "banker_cards": {PLAIN: 2, RED: 3, DRAWN: 2, TWINS: 3},
    "cards": {PLAIN: 4, RED: 5, DRAWN: 5, TWINS: 6},
    "player_natural": {SUITED: True, NATURALS: True, BLACK: False, PLAIN: False, TWINS: False},
    "banker_natural": {SUITED: False, NATURALS: True, BLACK: True, PLAIN: False, TWINS: False},
    "natural": {SUITED: True, NATURALS: True, BLACK: True, PLAIN: False, TWINS: False},
    "player_pair": {SINGLE: True, DOUBLE: True, PERFECT: True, PLAIN: False, TENS: False},
    "banker_pair": {SINGLE: False, DOUBLE: True, PERFECT: True, PLAIN: False, TENS: False},
    "pairs": {PLAIN: 0, TENS: 0, SINGLE: 1, DOUBLE: 2, PERFECT: 2, TWINS: 2},
    "twin_pair": {TWINS: True, PERFECT: True, DOUBLE: False, SINGLE: False, TENS: False},
    "player_perfect_pair": {PERFECT: True, DOUBLE: False, TWINS: False, SUITED: False},
    "banker_perfect_pair": {PERFECT: True, DOUBLE: True, TWINS: False, SUITED: False},
    "perfect_pairs": {PERFECT: 2, DOUBLE: 1, TWINS: 0, SUITED: 0},
    "player_suited": {SUITED: True, BLACK: True, PERFECT: True, PLAIN: False, DOUBLE: False},
    "banker_suited": {SUITED: True, BLACK: True, DOUBLE: True, PLAIN: False, RED: False},
    "player_colour": {SUITED: "red", RED: "red", BLACK: "black", PLAIN: "black", TWINS: "mixed"},
    "banker_colour": {SUITED: "black", PLAIN: "red", BLACK: "black", TWINS: "mixed", FAR: "mixed"},
    "colour": {RED: "red", BLACK: "black", PLAIN: "mixed", SUITED: "mixed", TWINS: "mixed"},
    "player_first_total": {THREES: 0, ACES: 6, DRAWN: 5, FAR: 9},
    "banker_first_total": {THREES: 5, ACES: 2, DRAWN: 6, FAR: 0},
    "player_third": {DRAWN: 0, TWINS: 9, THREES: 0, ACES: "none", PLAIN: "none"},
    "banker_third": {ACES: 1, TWINS: 9, HEARTS: 3, DRAWN: "none", PLAIN: "none"},
    "player_third_rank": {DRAWN: "10", TWINS: "9", THREES: "K", ACES: "none"},
    "banker_third_rank": {ACES: "A", TWINS: "9", TENS: "Q", DRAWN: "none"},
    "player_three_of_a_kind": {THREES: True, ACES: False, TWINS: False, PERFECT: False},
    "banker_three_of_a_kind": {ACES: True, REDS: True, THREES: False, TWINS: False},
    "highest_rank": {DRAWN: "K", PERFECT: "8", DOUBLE: "9", TENS: "K", SINGLE: "7"},
    "lowest_rank": {ACES: "A", PERFECT: "8", TENS: "10", DRAWN: "5", SINGLE: "2"},
    "player_all_colour": {REDS: "red", BLACKS: "black", THREES: "mixed", SUITED: "red"},
    "banker_all_colour": {REDS: "red", BLACKS: "black", ACES: "mixed", DRAWN: "red"},
    "all_colour": {REDS: "red", HEARTS: "red", BLACKS: "black", ACES: "mixed", RED: "mixed"},
    "player_all_suited": {HEARTS: True, PERFECT: True, REDS: False, THREES: False},
    "banker_all_suited": {HEARTS: True, PERFECT: True, REDS: False, ACES: False},
    "all_suited": {HEARTS: True, PERFECT: False, REDS: False, BLACKS: False},
}


@pytest.mark.parametrize(
    ("name", "cards", "value"),
    [(name, cards, value) for name, known in EXAMPLES.items() for cards, value in known.items()],
)
def test_fact(name: str, cards: str, value: Value) -> None:
    """Each fact of a coup made by hand; one and true are not the same here."""
    found = FACTS[name].of(finish(Coup.of(cards)))
    assert (type(found), found) == (type(value), value)


def test_every_fact_has_examples() -> None:
    """All facts, and all the values of those that have few."""
    assert list(EXAMPLES) == list(FACTS)
    for name, known in EXAMPLES.items():
        values = FACTS[name].values
        assert set(known.values()) <= set(values)
        assert len(values) > 3 or set(known.values()) == set(values), name
