"""Which facts can really come together: a pay line that no coup can meet is a mistake.

Pairs and colours belong to the first two cards of each hand, totals and numbers of cards to the
whole coup; both hang together only through the two-card totals. So the combinations that exist
are found from a few representatives for each pair of two-card totals, not from all coups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product

from croupier import tableau
from croupier.cards import POINTS, Rank
from croupier.facts import BLACK, FACTS, MIXED, RED, Fact, Finish, Level, Start, Value

_NO_START = Start(pair=None, suited=False, colour=MIXED)
_SUITS = ((True, RED), (True, BLACK), (False, RED), (False, BLACK), (False, MIXED))


@cache
def scores(player: int, banker: int) -> frozenset[tuple[int, int, int, int]]:
    """Final totals and numbers of cards that can follow from two-card totals."""
    found: set[tuple[int, int, int, int]] = set()
    thirds = range(10) if tableau.player(player, banker).draws else (None,)
    for third in thirds:
        player_end = (player + third) % 10 if third is not None else player
        player_cards = 2 if third is None else 3
        draws = tableau.banker(player, banker, third).draws
        for last in range(10) if draws else (None,):
            banker_end = (banker + last) % 10 if last is not None else banker
            found.add((player_end, banker_end, player_cards, 2 if last is None else 3))
    return frozenset(found)


def _starts(total: int, level: Level) -> Iterator[Start]:
    """First two cards of this total, one of each sort that facts of this level can tell apart.

    Two ranks a total are enough: equal ones make a twin pair, different ones do not.
    """
    pairing = [rank for rank in Rank if 2 * POINTS[rank] % 10 == total][:2]
    pairs: tuple[Rank | None, ...] = (None, *pairing) if level >= Level.RANKS else (None,)
    suits = _SUITS if level is Level.SUITS else ((False, MIXED),)
    for pair, (suited, colour) in product(pairs, suits):
        yield Start(pair, suited, colour)


@cache
def _all_scores() -> frozenset[tuple[int, int, int, int]]:
    return frozenset().union(*(scores(*totals) for totals in product(range(10), repeat=2)))


@cache
def combinations(
    names: tuple[str, ...], *, single_deck: bool = False
) -> tuple[Mapping[str, Value], ...]:
    """Every combination of values that these facts can have together."""
    facts = [FACTS[name] for name in names]
    ends = [fact for fact in facts if fact.level is Level.POINTS]
    starts = [fact for fact in facts if fact.level is not Level.POINTS]
    if starts:
        seen = {
            end + start
            for player, banker in product(range(10), repeat=2)
            for end, start in product(
                # Without facts of the end, one empty combination stands for all scores.
                _end_values(ends, scores(player, banker)) if ends else [()],
                _start_values(starts, player, banker, single_deck),
            )
        }
    else:
        seen = _end_values(ends, _all_scores())
    order = [fact.name for fact in ends + starts]
    return tuple(dict(zip(order, values, strict=True)) for values in seen)


def _end_values(
    facts: list[Fact], ends: Iterable[tuple[int, int, int, int]]
) -> set[tuple[Value, ...]]:
    return {_values(facts, Finish(*score, _NO_START, _NO_START)) for score in ends}


def _start_values(
    facts: list[Fact], player: int, banker: int, single_deck: bool
) -> set[tuple[Value, ...]]:
    level = max(fact.level for fact in facts)
    return {
        _values(facts, Finish(0, 0, 2, 2, one, two))
        for one in _starts(player, level)
        for two in _starts(banker, level)
        if not single_deck or level is not Level.SUITS or _in_one_deck(one, two)
    }


def _in_one_deck(one: Start, two: Start) -> bool:
    """Say whether a single deck, with one card of each rank and suit, can start so."""
    if (one.pair and one.suited) or (two.pair and two.suited):
        return False
    twins = one.pair is not None and one.pair is two.pair
    return not twins or {one.colour, two.colour} in ({RED, BLACK}, {MIXED})


def _values(facts: list[Fact], finish: Finish) -> tuple[Value, ...]:
    return tuple(fact.of(finish) for fact in facts)


@cache
def third_card_totals() -> frozenset[tuple[int, int]]:
    """Player's three-card and Banker's two-card total where Banker is about to draw."""
    return frozenset(
        ((player + third) % 10, banker)
        for player, banker, third in product(range(10), repeat=3)
        if tableau.player(player, banker).draws and tableau.banker(player, banker, third).draws
    )


@cache
def first_totals() -> frozenset[tuple[int, int]]:
    """Two-card totals after which a card is still to come."""
    return frozenset(
        (player, banker)
        for player, banker in product(range(10), repeat=2)
        if tableau.player(player, banker).draws or tableau.banker(player, banker, None).draws
    )
