"""Bets on the cards themselves, for many shoes at once: choices of cards, counted once for a bet.

A pay line holds for some choices of cards, each in a number of orders that does not depend on the
shoe. They are listed once for a bet, over sorts of cards that no fact tells apart. A shoe then says
in how many orders each choice leaves it: a product of counts, and neighbours in the list share the
beginning of it. Needs numpy; `croupier.odds.batch` compiles `weigh_choices` where numba is there.

Floating point is exact up to `EXACT_CARDS` cards: every number stays below N^6 and 2^53.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier import tableau
from croupier.cards import Rank, Suit
from croupier.conditions import Condition
from croupier.coup import Side
from croupier.game.hand_classes import HandClasses, HandTable, classes, points_of_sorts
from croupier.game.model import BetKind
from croupier.odds.bet_odds import facts_asked, line_of

Table = NDArray[Any]

LANES = 32
"""The shoes that compiled code works on at a time."""
EXACT_CARDS = 456
MOST_DEALS = 60_000_000
"""The most ways to deal sorts of cards that are gone through for one bet."""
MOST_CHOICES = 2_000_000
_BITS = 6
"""A sort of card is numbered from 1 to 52."""


class TooManyDeals(Exception):
    """A bet tells so many sorts of cards apart that its choices of cards cannot be listed."""

    def __init__(self, deals: int) -> None:
        super().__init__(f"it tells {deals:,} deals apart, more than {MOST_DEALS:,}")


class Choices(NamedTuple):
    """Choices of equally many cards for which one pay line holds, in order."""

    line: int
    sorts: Table
    """A row a choice: the sorts of its cards."""
    before: Table
    """How many cards of the same sort stand before each in its row."""
    shared: Table
    """How many cards at the beginning of each row are those of the row before."""
    orders: Table
    """In how many orders the cards of each row make the line hold."""


class Terms(NamedTuple):
    """All choices of cards for which the pay lines of a bet hold."""

    columns: Table
    """The sort of each rank, ace to king; or of each card, by rank and suit, if suits decide."""
    suited: bool
    choices: tuple[Choices, ...]


def terms(kind: BetKind) -> Terms:
    """Return the choices of cards of a bet; raise `TooManyDeals` if there are too many."""
    key = tuple([line.when for line in kind.pays])
    known = _KNOWN.get(key)
    if known is None:
        known = _list_choices(kind)
        while len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.pop(next(iter(_KNOWN)))
        _KNOWN[key] = known
    return known


_KNOWN: dict[tuple[Condition, ...], Terms] = {}
_MOST_KNOWN = 64


def _list_choices(kind: BetKind) -> Terms:
    found = classes(facts_asked(kind))
    suited = len(found.suits) > 1
    sort_of = {rank: place for place, ranks in enumerate(found.ranks) for rank in ranks}
    if suited:
        of_suit = {suit: place for place, suits in enumerate(found.suits) for suit in suits}
        columns = [
            sort_of[rank] * len(found.suits) + of_suit[suit] for rank in Rank for suit in Suit
        ]
    else:
        columns = [sort_of[rank] for rank in Rank]
    dealt = [_grouped(cards) for cards in _deals(kind, found)]
    if not dealt:
        return Terms(np.array(columns), suited, ())
    keys = np.concatenate([each[0] for each in dealt])
    orders = np.concatenate([each[1] for each in dealt])
    keys, orders = _grouped((keys, orders))
    if len(keys) > MOST_CHOICES:
        raise TooManyDeals(len(keys))
    return Terms(np.array(columns), suited, tuple(_split(keys, orders)))


def _grouped(dealt: tuple[Table, Table]) -> tuple[Table, Table]:
    """Return each key once, with its orders added up."""
    keys, places = np.unique(dealt[0], return_inverse=True)
    return keys, np.bincount(places, weights=dealt[1], minlength=len(keys)).astype(np.int64)


def _split(keys: Table, orders: Table) -> Iterator[Choices]:
    """Yield the choices by line and by how many cards they have."""
    sorts = np.stack([(keys >> (_BITS * place)) & 63 for place in range(5, -1, -1)], axis=1) - 1
    lines, used = keys >> (6 * _BITS), (sorts >= 0).sum(axis=1)
    for line in range(int(lines.max()) + 1):
        for cards in range(7):
            # Keys are sorted, and so are these rows: the cards that are there stand first.
            here = (lines == line) & (used == cards)
            if here.any():
                rows = sorts[here, :cards]
                like = rows[:, :, None] == rows[:, None, :]
                before = np.tril(like, -1).sum(axis=2)
                same = np.cumprod(rows[1:] == rows[:-1], axis=1).sum(axis=1)
                shared = np.concatenate([[0], same])
                yield Choices(
                    line,
                    *(rows.astype(np.int64), before.astype(np.int64), shared.astype(np.int64)),
                    orders[here],
                )


class _Hand:
    """The first two cards of a hand by sorts, as arrays, and its class with each third card."""

    def __init__(self, table: HandTable, *, counts: bool) -> None:
        pairs = list(table.starts) if counts else [(-1, -1)]
        starts = list(table.starts.values()) if counts else [next(iter(table.starts.values()))]
        self.one, self.two = np.array(pairs).T + 1
        self.orders = np.where(self.one == self.two, 1, 2) if counts else np.ones(1, np.int64)
        self.total = np.array([start.total for start in starts])
        self.stands = np.array([start.stands for start in starts])
        self.draws = np.array([start.draws for start in starts])


def _deals(kind: BetKind, found: HandClasses) -> Iterator[tuple[Table, Table]]:
    """Yield the keys of cards for which a line holds, and the orders of each; a key is not unique.

    A key has the line and up to six sorts. Where no third card matters, first cards are dealt
    alone, and of a hand that nothing is asked about none.
    """
    traits = {
        side: (*found.traits(side, suits=False), *found.traits(side, suits=True)) for side in Side
    }
    late = any(trait.thirds for side in Side for trait in traits[side])
    tables = found.whole
    player, banker = (
        _Hand(table, counts=late or bool(traits[side]))
        for side, table in zip(Side, tables, strict=True)
    )
    thirds = len(found.cards()) + 1 if late else 1
    deals = len(player.one) * len(banker.one) * thirds * thirds
    if deals > MOST_DEALS:
        raise TooManyDeals(deals)
    lines = _Lines(kind, found)
    points = np.array(points_of_sorts(found))
    for at in range(len(player.one)):
        rows = _End(player, at, banker)
        if not late:
            yield lines.held(rows.ends(None, None, None))
            continue
        drawn, alone, after = _draws(int(player.total[at]))
        stand = ~drawn[banker.total]
        yield lines.held(rows.ends(stand & ~alone[banker.total], None, None))
        lasts = np.arange(len(points))
        yield lines.held(rows.ends(stand & alone[banker.total], None, lasts))
        for third in range(len(points)):
            then = after[points[third]][banker.total]
            yield lines.held(rows.ends(~stand & ~then, third, None))
            yield lines.held(rows.ends(~stand & then, third, lasts))


@lru_cache(maxsize=10)
def _draws(player: int) -> tuple[Table, Table, Table]:
    """Return by Banker's total whether Player draws, and whether Banker does: alone, after each."""
    totals = range(10)
    return (
        np.array([tableau.player(player, banker).draws for banker in totals]),
        np.array([tableau.banker(player, banker, None).draws for banker in totals]),
        np.array(
            [[tableau.banker(player, banker, card).draws for banker in totals] for card in totals]
        ),
    )


class _Rows(NamedTuple):
    """Deals that end with these classes of hands."""

    player: Table
    banker: Table
    cards: list[Table]
    orders: Table


class _End:
    """The ends of coups in which Player's first cards are known."""

    def __init__(self, player: _Hand, at: int, banker: _Hand) -> None:
        self._player, self._at, self._banker = player, at, banker

    def ends(self, which: Table | None, third: int | None, lasts: Table | None) -> _Rows:
        """Return the deals with some of Banker's first cards, Player's third, Banker's thirds."""
        player, at, banker = self._player, self._at, self._banker
        (here,) = (np.ones(len(banker.one), bool) if which is None else which).nonzero()
        became = player.stands[at] if third is None else player.draws[at, third]
        end = banker.stands[here]
        if lasts is not None:
            end = banker.draws[here].ravel()
            here = np.repeat(here, len(lasts))
        many = len(here)
        cards = [np.full(many, player.one[at]), np.full(many, player.two[at])]
        cards += [banker.one[here], banker.two[here]]
        if third is not None:
            cards.append(np.full(many, third + 1))
        if lasts is not None:
            cards.append(np.tile(lasts + 1, many // len(lasts)))
        orders = player.orders[at] * banker.orders[here]
        return _Rows(np.full(many, became), end, cards, orders)


class _Lines:
    """The pay line that decides, by the classes of both hands; looked up once for each pair."""

    def __init__(self, kind: BetKind, found: HandClasses) -> None:
        self._kind, self._found, self._names = kind, found, facts_asked(kind)
        player, banker = found.whole
        self._lines = np.full((len(player.examples), len(banker.examples)), -1)

    def held(self, rows: _Rows) -> tuple[Table, Table]:
        """Return keys and orders of the deals that do not lose."""
        met = np.unique(rows.player * self._lines.shape[1] + rows.banker)
        for one, two in zip(*np.divmod(met, self._lines.shape[1]), strict=True):
            if self._lines[one, two] < 0:
                self._lines[one, two] = self._line(int(one), int(two))
        lines = self._lines[rows.player, rows.banker]
        (kept,) = (lines < len(self._kind.pays)).nonzero()
        cards = np.zeros((len(kept), 6), np.int64)
        for place, column in enumerate(rows.cards):
            cards[:, place] = column[kept]
        # The largest sorts first, so that places without a card stand at the end.
        cards = -np.sort(-cards, axis=1)
        keys = lines[kept]
        for place in range(6):
            keys = (keys << _BITS) | cards[:, place]
        return keys, rows.orders[kept]

    def _line(self, player: int, banker: int) -> int:
        one, two = (
            table.examples[number]
            for table, number in zip(self._found.whole, (player, banker), strict=True)
        )
        values = self._found.values(one, two)
        return line_of(self._kind, dict(zip(self._names, values, strict=True)))


def weigh_choices(
    counts: Table,
    cards: Table,
    sorts: Table,
    before: Table,
    shared: Table,
    orders: Table,
    work: Table,
    out: Table,
) -> None:
    """Add the weights of choices of cards to `out`, for as many shoes as `work` has columns.

    `counts` has a row a sort of cards and a column a shoe.
    """
    used, many = sorts.shape[1], work.shape[1]
    for lane in range(many):
        work[0, lane] = 1
        work[7, lane] = 0
    for row in range(len(orders)):
        for place in range(shared[row], used):
            sort, gone = sorts[row, place], before[row, place]
            for lane in range(many):
                work[place + 1, lane] = work[place, lane] * (counts[sort, lane] - gone)
        times = orders[row]
        for lane in range(many):
            work[7, lane] += times * work[used, lane]
    # Cards that are not drawn may be any.
    for rest in range(used, 6):
        for lane in range(many):
            work[7, lane] *= cards[lane] - rest
    for lane in range(many):
        out[lane] += work[7, lane]


def weigh_shoes(found: Terms, shoes: Table, out: Table, compiled: Any) -> None:
    """Add the weights of the pay lines of a bet: a row a shoe, a column a line.

    The shoes have thirteen counts, or 52 if suits decide; `compiled` is `weigh_choices`.
    """
    wide = int(found.columns.max()) + 1
    kind = np.float64 if shoes.sum(axis=1).max(initial=0) <= EXACT_CARDS else np.int64
    counts = np.zeros((wide, len(shoes)), kind)
    for column, sort in enumerate(found.columns):
        counts[sort] += shoes[:, column]
    work = np.zeros((8, LANES), kind)
    sums, cards = np.zeros(LANES, kind), np.zeros(LANES, kind)
    block = np.zeros((wide, LANES), kind)
    for first in range(0, len(shoes), LANES):
        many = min(LANES, len(shoes) - first)
        block[:, :many] = counts[:, first : first + many]
        cards[:many] = shoes[first : first + many].sum(axis=1)
        for each in found.choices:
            sums[:] = 0
            compiled(
                *(block, cards, each.sorts, each.before, each.shared),
                *(each.orders.astype(kind), work, sums),
            )
            out[first : first + many, each.line] += sums[:many].astype(np.int64)
