"""How a coup can end, and the facts of each ending.

Pairs and colours belong to the first two cards of each hand, totals and numbers of cards to the
whole coup; both depend on each other only through the two-card totals. So first cards and endings
are enumerated separately for each pair of two-card totals, and cards are represented by one of each
sort that facts can tell apart. Any card may come, whatever is left in the shoe.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import product

from croupier import tableau
from croupier.cards import POINTS, Rank
from croupier.facts import Fact, Finish, Value, fact, is_deep
from croupier.game import hand_classes
from croupier.hand_traits import BLACK, MIXED, RED, Level, Start

_ANY = Start(pair=None, suited=False, colour=MIXED)
_SUITS = ((True, RED), (True, BLACK), (False, RED), (False, BLACK), (False, MIXED))

Score = tuple[int, int, int, int]
"""Final totals of Player and Banker, and how many cards each of them has."""


@cache
def scores(player: int, banker: int, thirds: tuple[int, ...] = ()) -> frozenset[Score]:
    """Return the scores that can follow two-card totals.

    `thirds` has the points of third cards that are on the table; the others may be any.
    """
    known = iter(thirds)
    found: set[Score] = set()
    player_thirds = _points(known, tableau.player(player, banker).draws)
    rest = tuple(known)
    for third in player_thirds:
        player_end = player if third is None else (player + third) % 10
        player_cards = 2 if third is None else 3
        for last in _points(iter(rest), tableau.banker(player, banker, third).draws):
            banker_end = banker if last is None else (banker + last) % 10
            found.add((player_end, banker_end, player_cards, 2 if last is None else 3))
    return frozenset(found)


@lru_cache(maxsize=8192)
def reduced_scores(
    names: tuple[str, ...], player: int, banker: int, thirds: tuple[int, ...]
) -> frozenset[Score]:
    """Return the scores that can follow two-card totals: one of those that facts cannot tell apart.

    `names` are facts of the end of a coup.
    """
    told = _score_representatives(names)
    return frozenset([told[score] for score in scores(player, banker, thirds)])


@cache
def _score_representatives(names: tuple[str, ...]) -> Mapping[Score, Score]:
    """Return for each score that a coup can end with the first one that these facts see so."""
    facts = [fact(name) for name in names]
    first: dict[tuple[Value, ...], Score] = {}
    ends = sorted(_all_scores())
    return {end: first.setdefault(_values(facts, Finish(*end, _ANY, _ANY)), end) for end in ends}


def _points(known: Iterator[int], draws: bool) -> tuple[int | None, ...]:
    """Return what a hand's third card can count: None alone where it gets none."""
    if not draws:
        return (None,)
    card = next(known, None)
    return tuple(range(10)) if card is None else (card,)


def _starts(total: int, level: Level) -> Iterator[Start]:
    """Yield one of each sort of two cards of this total.

    Two ranks that pair are enough: equal ones in both hands make a twin pair, others do not.
    """
    pairing = [rank for rank in Rank if 2 * POINTS[rank] % 10 == total][:2]
    pairs: tuple[Rank | None, ...] = (None, *pairing) if level >= Level.RANKS else (None,)
    suits = _SUITS if level is Level.SUITS else ((False, MIXED),)
    for pair, (suited, colour) in product(pairs, suits):
        yield Start(pair, suited, colour)


def _endings(names: tuple[str, ...], *, single_deck: bool) -> Iterator[tuple[Value, ...]]:
    """Yield the values of these facts for every way a coup can end; some come repeatedly."""
    facts = [fact(name) for name in names]
    early = [each for each in facts if each.level is not Level.POINTS]
    late = [each for each in facts if each.level is Level.POINTS]
    order = [(early + late).index(each) for each in facts]
    if not early:
        yield from {_values(late, Finish(*score, _ANY, _ANY)) for score in _all_scores()}
        return
    level = max(each.level for each in facts)
    one_deck = single_deck and level is Level.SUITS
    starts = [tuple(_starts(total, level)) for total in range(10)]
    for one, two in product(range(10), repeat=2):
        begun = {
            _values(early, Finish(0, 0, 2, 2, *both))
            for both in product(starts[one], starts[two])
            if not one_deck or _in_one_deck(*both)
        }
        # Without facts of the end, one empty combination stands for all scores.
        ends = scores(one, two) if late else ((0, 0, 2, 2),)
        over = {_values(late, Finish(*score, _ANY, _ANY)) for score in ends}
        for start_values, end_values in product(begun, over):
            both_values = start_values + end_values
            yield tuple([both_values[place] for place in order])


@cache
def _all_scores() -> frozenset[Score]:
    return frozenset().union(*(scores(*totals) for totals in product(range(10), repeat=2)))


def _values(facts: list[Fact], finish: Finish) -> tuple[Value, ...]:
    return tuple([each.of(finish) for each in facts])


def _in_one_deck(one: Start, two: Start) -> bool:
    """Return True if a single deck, with one card of each rank and suit, can start so."""
    if (one.pair and one.suited) or (two.pair and two.suited):
        return False
    twins = one.pair is not None and one.pair is two.pair
    return not twins or {one.colour, two.colour} in ({RED, BLACK}, {MIXED})


@cache
def combinations(
    names: tuple[str, ...], *, single_deck: bool = False
) -> tuple[Mapping[str, Value], ...]:
    """Return every combination of values that these facts can have together.

    Where a fact takes the cards themselves, a single deck is taken for many.
    """
    if is_deep(names):
        found = dict.fromkeys(hand_classes.combinations(names))
    else:
        found = dict.fromkeys(_endings(names, single_deck=single_deck))
    return tuple(dict(zip(names, values, strict=True)) for values in found)


@cache
def third_card_totals() -> frozenset[tuple[int, int]]:
    """Return Player's three-card and Banker's two-card totals where Banker is about to draw."""
    return frozenset(
        ((player + third) % 10, banker)
        for player, banker, third in product(range(10), repeat=3)
        if tableau.player(player, banker).draws and tableau.banker(player, banker, third).draws
    )


@cache
def first_totals() -> frozenset[tuple[int, int]]:
    """Return the two-card totals after which a card is still to come."""
    return frozenset(
        (player, banker)
        for player, banker in product(range(10), repeat=2)
        if tableau.player(player, banker).draws or tableau.banker(player, banker, None).draws
    )
