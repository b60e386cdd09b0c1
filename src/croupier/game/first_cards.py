"""What the first two cards of a hand can still be, reduced to what facts can tell apart.

Each fact declares the level of the cards that it depends on, and is asked about every two hands of
that level: starts of a hand that it never tells apart are one. So a game that asks for a pair has
two starts of a hand, one that asks for twin pairs has fourteen, and no fact is known here by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from croupier.cards import DECK, Card, Rank
from croupier.coup import Hand, Side
from croupier.facts import Finish, Value, fact, start
from croupier.hand_traits import BLACK, MIXED, RED, Level, Start

Known = tuple[Card | None, ...]
"""The first cards that a hand was dealt, at most two; None lies face down."""

Opening = tuple[tuple[int, frozenset[int]], ...]
"""By total, the starts that the first two cards of a hand can be: their places in `STARTS`."""

_PAIRS: tuple[Rank | None, ...] = (None, *Rank)
_SUITS = ((False, MIXED), (True, RED), (True, BLACK), (False, RED), (False, BLACK))

STARTS = tuple(Start(pair, *shown) for pair, shown in product(_PAIRS, _SUITS))
"""Every start of a hand that facts can tell apart."""
_PLACES = {begun: place for place, begun in enumerate(STARTS)}
_COARSE = {
    Level.POINTS: (0,) * len(STARTS),
    Level.RANKS: tuple(place - place % len(_SUITS) for place in range(len(STARTS))),
    Level.SUITS: tuple(range(len(STARTS))),
}
"""For each start the first one that facts of a level cannot tell apart from it."""
_NO_SCORE = (0, 0, 2, 2)


def of_first_cards(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those facts that depend on more of the first cards than their total."""
    return tuple(name for name in names if fact(name).level is not Level.POINTS)


@lru_cache(maxsize=16384)
def openings(names: tuple[str, ...], side: Side, known: Known) -> frozenset[Opening]:
    """Return what a hand can start with: an opening for each way that face-down cards can be.

    An opening allows for every card that is still to come. Any card may come or lie there, whatever
    is left in the shoe. `names` are facts of the first cards.
    """
    deck = _deck(max((fact(name).level for name in names), default=Level.POINTS))
    told = representatives(names, side)
    found: set[Opening] = set()
    for dealt in product(*(deck if card is None else (card,) for card in known)):
        by_total: dict[int, set[int]] = {}
        for one, two in _completed(dealt, deck):
            total, place = _first_two(one, two)
            by_total.setdefault(total, set()).add(told[place])
        found.add(tuple([(total, frozenset(by_total[total])) for total in sorted(by_total)]))
    return frozenset(found)


def reduced(opening: Opening, names: tuple[str, ...], side: Side) -> Opening:
    """Return an opening with no more than these facts tell apart."""
    told = representatives(names, side)
    return tuple([(total, frozenset([told[each] for each in some])) for total, some in opening])


@cache
def shown(names: tuple[str, ...], player: int, banker: int) -> tuple[Value, ...]:
    """Return the values of facts of the first cards, given the starts of both hands."""
    end = Finish(*_NO_SCORE, STARTS[player], STARTS[banker])
    return tuple([fact(name).of(end) for name in names])


def _completed(dealt: tuple[Card, ...], deck: tuple[Card, ...]) -> Iterator[tuple[Card, Card]]:
    """Yield the two cards of a hand, in every way that the missing ones can come."""
    if len(dealt) == 2:
        yield dealt[0], dealt[1]
    elif dealt:
        yield from ((dealt[0], card) for card in deck)
    else:
        yield from combinations_with_replacement(deck, 2)


@cache
def _deck(level: Level) -> tuple[Card, ...]:
    """Return one card of each sort that facts of this level can tell apart."""
    if level is Level.SUITS:
        return DECK
    ranks = tuple(card for card in DECK if card.suit is DECK[0].suit)
    return ranks if level is Level.RANKS else tuple({card.points: card for card in ranks}.values())


@cache
def _first_two(one: Card, two: Card) -> tuple[int, int]:
    """Return the total of two cards and the place of their start."""
    hand = Hand((one, two))
    return hand.total, _PLACES[start(hand)]


@cache
def representatives(names: tuple[str, ...], side: Side) -> tuple[int, ...]:
    """Return for each start of a hand the first one that none of these facts tells apart from it.

    When both hands are replaced so, all these facts keep their values.
    """
    first: dict[tuple[int, ...], int] = {}
    apart = [_told_apart(name, side) for name in names]
    seen_as = [tuple([numbers[place] for numbers in apart]) for place in range(len(STARTS))]
    return tuple([first.setdefault(seen, place) for place, seen in enumerate(seen_as)])


@cache
def _told_apart(name: str, side: Side) -> tuple[int, ...]:
    """Return for each start of a hand the first one with which the fact never differs."""
    told = fact(name)
    coarse = _COARSE[told.level]
    own = tuple(dict.fromkeys(coarse))
    first: dict[tuple[Value, ...], int] = {}
    found: dict[int, int] = {}
    values = [told.of(end) for end in _meetings(own)]
    for row, place in enumerate(own):
        # A row of the table is a start of Player's hand, a column one of Banker's.
        cells = slice(row * len(own), (row + 1) * len(own))
        seen = values[cells] if side is Side.PLAYER else values[row :: len(own)]
        found[place] = first.setdefault(tuple(seen), place)
    return tuple([found[place] for place in coarse])


@cache
def _meetings(places: tuple[int, ...]) -> tuple[Finish, ...]:
    """Return a coup for every two of these starts, Player's first."""
    starts = [STARTS[place] for place in places]
    return tuple([Finish(*_NO_SCORE, one, two) for one, two in product(starts, repeat=2)])
