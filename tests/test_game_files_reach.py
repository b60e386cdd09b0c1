"""Which facts come together is worked out, not dealt; dealing must not contradict it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

import pytest

from croupier.cards import DECK, POINTS, Card, Rank, Suit
from croupier.coup import Coup, Side
from croupier.facts import FACTS, Value, finish
from croupier.game.coup_endings import combinations, first_totals, third_card_totals
from croupier.hand_traits import Level

POINT_FACTS = tuple(name for name, fact in FACTS.items() if fact.level is Level.POINTS)
SHALLOW = [name for name, fact in FACTS.items() if not fact.deep]
"""The facts that need no more of the cards than totals and how the hands start."""
Facts = dict[str, Value]


def facts_of(coup: Coup) -> Facts:
    end = finish(coup)
    return {name: fact.of(end) for name, fact in FACTS.items()}


def deal(cards: Sequence[Card]) -> Coup:
    coup = Coup()
    for card in cards:
        if coup.is_complete:
            break
        coup = coup.deal(card)
    return coup


@cache
def dealt() -> tuple[Facts, ...]:
    """Random coups from eight decks, and from shoes of few ranks, where pairs abound."""
    random = Random(20190916)
    shoes = [list(DECK) * 8] * 6
    for _ in range(6):
        ranks = random.sample(list(Rank), 3)
        shoes.append([card for card in DECK * 8 if card.rank in ranks])
    return tuple(facts_of(deal(random.sample(shoe, 6))) for shoe in shoes for _ in range(400))


def by_points() -> Iterator[Coup]:
    """One coup for each pair of two-card totals and each third card of either hand."""
    of_points = {POINTS[rank]: Card(rank, Suit.SPADES) for rank in Rank}
    for one, two, last, very_last in product(range(10), repeat=4):
        cards = (one, two, 0, 0, last, very_last)
        yield deal([of_points[points] for points in cards])


def rows(facts: Sequence[Facts], names: Sequence[str]) -> set[tuple[Value, ...]]:
    return {tuple(each[name] for name in names) for each in facts}


def reachable(names: tuple[str, ...]) -> set[tuple[Value, ...]]:
    return {tuple(each[name] for name in names) for each in combinations(names)}


@pytest.mark.parametrize("seed", range(60))
def test_what_is_dealt_is_among_the_combinations(seed: int) -> None:
    random = Random(seed)
    names = tuple(random.sample(SHALLOW, random.randint(1, 7)))
    assert rows(dealt(), names) <= reachable(names)


def test_what_is_dealt_is_among_the_combinations_of_all_facts() -> None:
    names = tuple(SHALLOW)
    assert rows(dealt(), names) <= reachable(names)


def test_facts_on_points_come_together_exactly_as_dealt() -> None:
    """Every two-card total and every third card was dealt, so nothing may be left over."""
    coups = [facts_of(coup) for coup in by_points()]
    assert reachable(POINT_FACTS) == rows(coups, POINT_FACTS)


@pytest.mark.parametrize(
    "names",
    [
        ("pairs", "twin_pair"),
        ("player_pair", "banker_pair", "winner"),
        ("player_perfect_pair", "player_colour"),
        ("perfect_pairs", "pairs"),
        ("player_suited", "player_colour", "banker_pair"),
        ("player_colour", "banker_colour", "colour"),
        ("player_pair", "player_natural", "player_total"),
        ("natural", "cards", "banker_pair"),
    ],
    ids="-".join,
)
def test_no_combination_is_made_up(names: tuple[str, ...]) -> None:
    """Each one that is said to occur does occur among a few thousand coups."""
    assert reachable(names) == rows(dealt(), names)


@pytest.mark.parametrize("name", FACTS)
def test_every_value_of_a_fact_occurs(name: str) -> None:
    assert reachable((name,)) == {(value,) for value in FACTS[name].values}


def test_no_facts_have_one_combination() -> None:
    assert combinations(()) == ({},)


def test_insurance_can_be_offered_where_a_card_is_to_come() -> None:
    four = [Coup(coup.cards[:4]) for coup in by_points()]
    open_ = {(coup.player.total, coup.banker.total) for coup in four if not coup.is_complete}
    assert first_totals() == open_
    five = [Coup(coup.cards[:5]) for coup in by_points() if coup.player.third]
    open_ = {(c.player.total, c.banker.total) for c in five if c.next is Side.BANKER}
    assert third_card_totals() == open_
