"""Shuffled shoes look shuffled, and shuffles with a planted fault are caught by the same checks.

Uniformity is shown exactly in test_shuffle.py; here whole shoes are looked at from outside. Every
check gives a p-value, multiplied by the number of places, cards or pairs it looks at (Bonferroni).
A sample is caught when a check falls below `LEVEL`, which shares 1% among all checks: an honest
shuffle passes them all jointly in 99 samples of 100. The samples are fixed by their numbers, so a
pass is a pass for good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256, shake_256
from itertools import pairwise, permutations
from math import erfc, exp, fsum, lgamma, log, sqrt
from operator import mul, ne
from struct import unpack

import pytest

from croupier.cards import DECK
from croupier.shoe import Entropy, Shuffle, fisher_yates, words

# What is shuffled here is covered by test_shuffle.py, line by line.
pytestmark = pytest.mark.no_cover

ONE_DECK = tuple(range(52))
RED = range(13, 39)
HIGH = range(26, 52)
JOINT = 0.01
"""How often an honest shuffle may be called faulty, over all checks of a sample together."""

Dealer = Callable[[int], Sequence[int]]
"""Deals the shoe of a number: its cards, as their places in a new deck."""


# The yardsticks.


def chi_square_tail(x: float, freedom: int) -> float:
    """Give the chance that chi-square exceeds x: the upper incomplete gamma function.

    Summed up from below where x is small, by Lentz's continued fraction where it is large.
    """
    a, x = freedom / 2, x / 2
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-15:
            step += 1
            term *= x / step
            total += term
        return 1 - front * total
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 100_000):
        numerator = -i * (i - a)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def two_sided(tail: float) -> float:
    """Too even is as suspicious as too uneven."""
    return 2 * min(tail, 1 - tail)


def normal(z: float) -> float:
    """Give the chance that a normal number is as far from zero as this, on either side."""
    return erfc(abs(z) / sqrt(2))


def worst(chances: Sequence[float]) -> float:
    """Give the smallest of several p-values, corrected for having looked at so many."""
    return min(1.0, len(chances) * min(chances))


@dataclass(frozen=True, slots=True)
class Sample:
    """Many shoes of the same cards, seen place by place: what lay there in each shoe."""

    cards: tuple[int, ...]
    shoes: int
    places: tuple[tuple[int, ...], ...]
    copies: Counter[int]
    counts: tuple[Counter[int], ...]
    """For each place, how often each card lay there."""

    @classmethod
    def of(cls, cards: tuple[int, ...], shoes: Sequence[Sequence[int]]) -> Sample:
        whole = sorted(cards)
        assert all(sorted(shoe) == whole for shoe in shoes)
        places = tuple(zip(*shoes, strict=True))
        return cls(cards, len(shoes), places, Counter(cards), tuple(map(Counter, places)))


def table_statistic(sample: Sample) -> tuple[float, int]:
    """Give chi-square of place by card, and its degrees of freedom.

    In a shoe every place has one card and every card as many places as it has copies. This makes
    the plain sum too large by the factor M / (M - 1) for M places.
    """
    places = len(sample.cards)
    plain = 0.0
    for card, copies in sample.copies.items():
        expected = sample.shoes * copies / places
        plain += sum((counts[card] - expected) ** 2 for counts in sample.counts) / expected
    return plain * (places - 1) / places, (places - 1) * (len(sample.copies) - 1)


def card_statistic(sample: Sample, card: int) -> tuple[float, int]:
    """Give chi-square of one card over the places; its copies lie in different places."""
    places, copies = len(sample.cards), sample.copies[card]
    expected = sample.shoes * copies / places
    spread = sample.shoes * copies * (places - copies) / (places * (places - 1))
    return sum((place[card] - expected) ** 2 for place in sample.counts) / spread, places - 1


def drift_moments(places: int, copies: int) -> tuple[float, float]:
    """Give mean and variance of the sum of the places where a card's copies lie in one shoe."""
    mean = copies * (places - 1) / 2
    return mean, copies * (places - copies) / (places - 1) * (places**2 - 1) / 12


def colour_moments(red: int, black: int) -> tuple[float, float]:
    """Give mean and variance of the changes of colour in one shoe (Wald and Wolfowitz)."""
    places, twice = red + black, 2 * red * black
    return twice / places, twice * (twice - places) / (places**2 * (places - 1))


def neighbour_moments(
    values: Sequence[float],
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Give mean and variance of the product of two neighbours, and of the sum over a shoe.

    The values sum up to zero. Sums over distinct cards are written by power sums.
    """
    m = len(values)
    p2, p4 = sum(v**2 for v in values), sum(v**4 for v in values)
    mean = -p2 / (m * (m - 1))
    square = (p2**2 - p4) / (m * (m - 1))
    sharing = (2 * p4 - p2**2) / (m * (m - 1) * (m - 2))
    apart = (3 * p2**2 - 6 * p4) / (m * (m - 1) * (m - 2) * (m - 3))
    whole = (m - 1) * square + 2 * (m - 2) * sharing + (m - 2) * (m - 3) * apart
    whole_mean = (m - 1) * mean
    return (mean, square - mean**2), (whole_mean, whole - whole_mean**2)


def z_score(total: float, moments: tuple[float, float], shoes: int) -> float:
    mean, variance = moments
    return (total - shoes * mean) / sqrt(shoes * variance)


# The checks.


def table(sample: Sample) -> float:
    """Every place by every card, in one sum."""
    return two_sided(chi_square_tail(*table_statistic(sample)))


def place_by_place(sample: Sample) -> float:
    """Each place by itself: do all cards come there equally often?"""
    places = len(sample.cards)
    expected = {card: sample.shoes * n / places for card, n in sample.copies.items()}
    sums = [
        sum((counts[card] - mean) ** 2 / mean for card, mean in expected.items())
        for counts in sample.counts
    ]
    return worst([two_sided(chi_square_tail(x, len(expected) - 1)) for x in sums])


def card_by_card(sample: Sample) -> float:
    """Each card by itself: does it come to all places equally often?"""
    sums = [card_statistic(sample, card) for card in sample.copies]
    return worst([two_sided(chi_square_tail(x, freedom)) for x, freedom in sums])


def drift(sample: Sample) -> float:
    """Each card's mean place: is one drawn to the front or to the back?"""
    scores = []
    for card, copies in sample.copies.items():
        total = sum(place * counts[card] for place, counts in enumerate(sample.counts))
        scores.append(z_score(total, drift_moments(len(sample.cards), copies), sample.shoes))
    return worst([normal(z) for z in scores])


def runs_of_colour(sample: Sample) -> float:
    """How often red and black take turns within a shoe."""
    colours = [tuple(card in RED for card in place) for place in sample.places]
    changes = sum(sum(map(ne, one, other)) for one, other in pairwise(colours))
    red = sum(card in RED for card in sample.cards)
    moments = colour_moments(red, len(sample.cards) - red)
    return normal(z_score(changes, moments, sample.shoes))


def runs_over_shoes(sample: Sample) -> float:
    """How often low and high cards take turns in one place, from each shoe to the next.

    Half of all cards are high, so the turns of independent shoes are throws of a fair coin.
    """
    turns = []
    for place in sample.places:
        high = [card in HIGH for card in place]
        turns.append(sum(map(ne, high, high[1:])))
    return worst([normal(z_score(n, (0.5, 0.25), sample.shoes - 1)) for n in turns])


def neighbours(sample: Sample) -> float:
    """Correlation of every two neighbouring places, and of all of them together."""
    middle = sum(sample.cards) / len(sample.cards)
    one_pair, whole_shoe = neighbour_moments([card - middle for card in sample.cards])
    sums = [sum(place) for place in sample.places]
    products = [
        sum(map(mul, sample.places[i], sample.places[i + 1]))
        - middle * (sums[i] + sums[i + 1])
        + sample.shoes * middle**2
        for i in range(len(sums) - 1)
    ]
    scores = [z_score(total, one_pair, sample.shoes) for total in products]
    return worst([normal(z) for z in (*scores, z_score(sum(products), whole_shoe, sample.shoes))])


CHECKS: dict[str, Callable[[Sample], float]] = {
    "table": table,
    "place by place": place_by_place,
    "card by card": card_by_card,
    "drift": drift,
    "runs of colour": runs_of_colour,
    "runs over shoes": runs_over_shoes,
    "neighbours": neighbours,
}
LEVEL = JOINT / len(CHECKS)


def p_values(dealer: Dealer, shoes: int, cards: tuple[int, ...] = ONE_DECK) -> dict[str, float]:
    sample = Sample.of(cards, [dealer(number) for number in range(shoes)])
    return {name: checked(sample) for name, checked in CHECKS.items()}


# The true shuffle.

PLACE_IN_DECK = {card.text: place for place, card in enumerate(DECK)}


def proven(number: int, decks: int = 1, entropy: tuple[Entropy, ...] = ()) -> list[int]:
    seed = sha256(b"statistics %d" % number).digest()
    return [PLACE_IN_DECK[card.text] for card in Shuffle(decks, seed, entropy).order()]


def same_seed_new_entropy(number: int) -> list[int]:
    """A house that keeps its seed: what a patron adds must shuffle as well as a fresh one."""
    entropy = Entropy("ann", str(number))
    return [PLACE_IN_DECK[card.text] for card in Shuffle(1, bytes(32), (entropy,)).order()]


def proven_copies(number: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The same with cards that are all different, drawn as `Shuffle.order` draws them."""
    seed = sha256(b"statistics %d" % number).digest()
    return fisher_yates(cards, words(Shuffle(8, seed).key))


# Shuffles with a fault. They draw from honest bytes of their own, and most deal one deck.


@dataclass(slots=True)
class Chance:
    """Honest numbers for a faulty shuffle: 32 bits each, far too many for a bias to show."""

    numbers: Iterator[int]

    @classmethod
    def of(cls, label: str) -> Chance:
        return cls(iter(unpack(">450I", shake_256(label.encode()).digest(1800))))

    def below(self, n: int) -> int:
        return next(self.numbers) * n >> 32

    def byte(self) -> int:
        return next(self.numbers) & 255

    def happens(self, probability: float) -> bool:
        return next(self.numbers) < probability * 2**32


def swapped(cards: tuple[int, ...], picks: Iterable[tuple[int, int]]) -> list[int]:
    order = list(cards)
    for place, pick in picks:
        order[place], order[pick] = order[pick], order[place]
    return order


def fair(chance: Chance, cards: tuple[int, ...] = ONE_DECK) -> list[int]:
    return swapped(cards, ((i, chance.below(i + 1)) for i in range(len(cards) - 1, 0, -1)))


def one_byte_modulo(number: int, cards: tuple[int, ...] = ONE_DECK) -> list[int]:
    """Fisher–Yates with a byte modulo n: 256 is no multiple of 52, and too small for 416."""
    chance = Chance.of(f"modulo {number}")
    return swapped(cards, ((i, chance.byte() % (i + 1)) for i in range(len(cards) - 1, 0, -1)))


def swap_with_any(number: int, cards: tuple[int, ...] = ONE_DECK) -> list[int]:
    """Every place swapped with any place: 52**52 ways, no multiple of the number of orders."""
    chance = Chance.of(f"any {number}")
    return swapped(cards, ((i, chance.below(len(cards))) for i in range(len(cards))))


def sattolo(number: int) -> list[int]:
    """Off by one: a place is never swapped with itself, so no card stays where it was."""
    chance = Chance.of(f"sattolo {number}")
    return swapped(ONE_DECK, ((i, chance.below(i)) for i in range(51, 0, -1)))


def stops_early(number: int) -> list[int]:
    """Off by one: the loop ends before the second place is drawn."""
    chance = Chance.of(f"early {number}")
    return swapped(ONE_DECK, ((i, chance.below(i + 1)) for i in range(51, 1, -1)))


def heavy_card(number: int) -> list[int]:
    """One card is 5% likelier than any other to be the next, until it is drawn."""
    chance = Chance.of(f"heavy {number}")
    order = fair(chance, (*range(20), *range(21, 52)))
    place = next((i for i in range(51) if chance.happens(1.05 / (1.05 + 51 - i))), 51)
    return [*order[:place], 20, *order[place:]]


def one_ace_on_top(number: int) -> list[int]:
    """In 5% of the shoes the first ace is put on top; the others are honest."""
    chance = Chance.of(f"ace {number}")
    order = fair(chance)
    if chance.happens(0.05):
        order.remove(0)
        order.insert(0, 0)
    return order


def cut_only(number: int) -> list[int]:
    """Every card comes to every place equally often; they only stay in each other's company."""
    cut = Chance.of(f"cut {number}").below(52)
    return [*ONE_DECK[cut:], *ONE_DECK[:cut]]


def cut_by_turns(number: int) -> list[int]:
    """Each shoe is cut one card further: more even than chance could ever be."""
    cut = number % 52
    return [*ONE_DECK[cut:], *ONE_DECK[:cut]]


def seed_used_twice(number: int) -> list[int]:
    """Each shoe is dealt a second time; taken by itself, every shoe is honest."""
    return fair(Chance.of(f"twice {number // 2}"))


def parts_two_of_a_colour(number: int) -> list[int]:
    """If the first two cards have one colour, the next of the other one comes between."""
    order = fair(Chance.of(f"parted {number}"))
    start = order[0] in RED
    other = next(place for place in range(1, 52) if (order[place] in RED) != start)
    return [order[0], order[other], *order[1:other], *order[other + 1 :]]


EIGHT_DECKS = ONE_DECK * 8
FEW, MANY, SHOES = 4_000, 25_000, 1_000
"""Single decks for faults that show soon, for the heavy card, and shoes of eight decks.

A card 5% heavier lies 0.62 places further in front than 25.5, with a spread of 15 places a shoe:
in 25,000 shoes that is 6.5 standard errors, where the check asks for 4.2.
"""

TABLE_AND_PARTS = {"table", "place by place", "card by card"}
FAULTS: dict[str, tuple[Dealer, int, set[str]]] = {
    "one byte modulo n": (one_byte_modulo, FEW, {"table"}),
    "swap with any": (swap_with_any, FEW, {*TABLE_AND_PARTS, "drift"}),
    "Sattolo": (sattolo, FEW, TABLE_AND_PARTS),
    "stops early": (stops_early, FEW, {"place by place", "card by card"}),
    "one card 5% heavier": (heavy_card, MANY, {"drift"}),
    "ace on top in 5%": (one_ace_on_top, FEW, TABLE_AND_PARTS),
    "cut only": (cut_only, FEW, {"runs of colour", "neighbours"}),
    "cut by turns": (cut_by_turns, FEW, TABLE_AND_PARTS),
    "seed used twice": (seed_used_twice, FEW, {"runs over shoes"}),
    "parts two of a colour": (parts_two_of_a_colour, FEW, {"runs of colour"}),
}
"""Each fault, how many shoes of it, and the checks that catch it in any such sample."""


@pytest.mark.parametrize("shoes", [FEW, MANY])
def test_the_true_shuffle_passes(shoes: int) -> None:
    found = p_values(proven, shoes)
    assert min(found.values()) > LEVEL, found


def test_the_true_shuffle_of_eight_decks_passes() -> None:
    """All 416 places by 52 cards."""
    found = p_values(partial(proven, decks=8), SHOES, EIGHT_DECKS)
    assert min(found.values()) > LEVEL, found


def test_entropy_alone_shuffles_as_well_as_a_fresh_seed() -> None:
    found = p_values(same_seed_new_entropy, FEW)
    assert min(found.values()) > LEVEL, found


def test_without_its_fault_a_faulty_dealer_would_pass() -> None:
    """What catches the others is their fault, not the bytes that they draw from."""
    found = p_values(lambda number: fair(Chance.of(f"fair {number}")), FEW)
    assert min(found.values()) > LEVEL, found


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name: str) -> None:
    dealer, shoes, by = FAULTS[name]
    found = p_values(dealer, shoes)
    caught = {check for check, p in found.items() if p < LEVEL}
    assert by <= caught, found


def every_copy_apart(dealer: Callable[[int, tuple[int, ...]], Sequence[int]]) -> float:
    cards = tuple(range(416))
    return table(Sample.of(cards, [dealer(number, cards) for number in range(SHOES)]))


def test_eight_decks_with_every_copy_told_apart() -> None:
    """All 416 places by 416 cards, as nobody at a table could see them.

    Seen by their faces, eight copies each, a swap with any card differs by at most 4.5% in a place
    and would take some 9,000 shoes to be noticed.
    """
    assert every_copy_apart(proven_copies) > LEVEL
    assert every_copy_apart(one_byte_modulo) < LEVEL
    assert every_copy_apart(swap_with_any) < LEVEL


def test_every_check_has_a_fault_that_it_must_catch() -> None:
    assert set().union(*(by for _, _, by in FAULTS.values())) == set(CHECKS)


def test_honest_samples_spread_over_all_p_values() -> None:
    """The checks are neither lax nor harsh: half of 80 small honest samples lie below one half.

    For each of the two checks that are a single number, 26 to 54 of 80 have a chance of 99.89%.
    """
    below_half: Counter[str] = Counter()
    for group in range(80):
        start = 1_000_000 + 100 * group
        sample = Sample.of(ONE_DECK, [proven(start + number) for number in range(100)])
        for name in ("table", "runs of colour"):
            below_half[name] += CHECKS[name](sample) < 0.5
    assert all(26 <= count <= 54 for count in below_half.values()), below_half


# The yardsticks themselves, against tables and by going through every order of a few cards.


@pytest.mark.parametrize(
    ("x", "freedom", "tail"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (18.307038, 10, 0.05),
        (2.155856, 10, 0.995),
        (68.669294, 51, 0.05),
        (124.342113, 100, 0.05),
        (0.0, 5, 1.0),
        (8.0, 2, exp(-4)),
        (100.0, 2, exp(-50)),
        (2.0, 4, 2 * exp(-1)),
    ],
)
def test_chi_square_agrees_with_the_tables(x: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(x, freedom) == pytest.approx(tail, rel=1e-5)


@pytest.mark.parametrize("freedom", [10, 2600, 415 * 50])
@pytest.mark.parametrize("z", [-5.0, -1.0, 0.0, 1.0, 5.0, 10.0])
def test_chi_square_agrees_with_the_poisson_sum(freedom: int, z: float) -> None:
    """For an even number of degrees the tail is a finite sum."""
    x = max(0.1, freedom + z * sqrt(2 * freedom)) / 2
    tail = fsum(exp(k * log(x) - x - lgamma(k + 1)) for k in range(freedom // 2))
    assert chi_square_tail(2 * x, freedom) == pytest.approx(tail, rel=1e-8)


def moments(numbers: Sequence[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    return mean, sum((number - mean) ** 2 for number in numbers) / len(numbers)


@pytest.mark.parametrize("cards", [(0, 1, 2, 13, 14), (0, 1, 13, 0, 1, 13), (0, 0, 0, 13, 14, 50)])
def test_means_and_variances_are_those_of_all_orders(cards: tuple[int, ...]) -> None:
    orders = list(permutations(cards))
    red = sum(card in RED for card in cards)
    changes = [sum((a in RED) != (b in RED) for a, b in pairwise(order)) for order in orders]
    assert moments(changes) == pytest.approx(colour_moments(red, len(cards) - red))
    sums = [sum(place for place, card in enumerate(order) if card == 0) for order in orders]
    assert moments(sums) == pytest.approx(drift_moments(len(cards), cards.count(0)))
    middle = sum(cards) / len(cards)
    products = [[(a - middle) * (b - middle) for a, b in pairwise(order)] for order in orders]
    one_pair, whole_shoe = neighbour_moments([card - middle for card in cards])
    assert moments([row[1] for row in products]) == pytest.approx(one_pair)
    assert moments([sum(row) for row in products]) == pytest.approx(whole_shoe)


@pytest.mark.parametrize("cards", [(0, 1, 2, 3), (0, 1, 2, 0, 1, 2)])
def test_the_mean_of_each_chi_square_is_its_degrees_of_freedom(cards: tuple[int, ...]) -> None:
    samples = [Sample.of(cards, [order]) for order in permutations(cards)]
    sums, freedoms = zip(*(table_statistic(sample) for sample in samples), strict=True)
    assert moments(sums)[0] == pytest.approx(freedoms[0])
    ones = [card_statistic(sample, 0) for sample in samples]
    assert moments([x for x, _ in ones])[0] == pytest.approx(ones[0][1])
