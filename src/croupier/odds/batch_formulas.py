"""The closed form of `croupier.odds.formulas`, for 32 shoes at a time.

Each table has 32 numbers for each of its cells, one for each shoe, and the innermost loop is over
the shoes: that is what a processor's vector units can do. It is plain Python, and slow by itself;
`croupier.odds.batch` compiles it, for 32 shoes and for one. With 64-bit integers it is exact
up to 1,448 cards, with floating point up to 456: every number stays below N^6.

Banker's hands of three cards are not counted again for each third card of Player: `drawn` is summed
up once, and `CORRECTIONS` has the changes for the card that is gone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.odds.formulas import CELLS, UP_TO

STEP = 32
WIDTH = np.uint64(STEP)
Table = NDArray[Any]

WORK_CELLS = (20, 10, 100, 100, 100, 10, 10, 100, 60, 1, CELLS)
"""The numbers of cells of the tables that `weigh_shoes` works with."""


def work_arrays(width: int, kind: type = np.int64) -> tuple[Table, ...]:
    """Return the tables to work with, for so many shoes at a time."""
    return tuple(np.empty(cells * width, kind) for cells in WORK_CELLS)


ORDER = tuple(sorted(range(10), key=lambda third: UP_TO[third]))
"""Third cards of Player: first those after which Banker draws on the fewest totals."""
_LEAST = UP_TO[ORDER[0]]


def _correct(third: int, card: int, total: int) -> tuple[int, ...]:
    """Return what is added to `drawn` in a cell of Banker's hands without Player's third card."""
    most = UP_TO[third]
    drew, came = (third + card) % 10 <= most, (total - third) % 10 <= most
    constant = came * ((2 * card + third - total) % 10 == 0)
    constant += drew * ((2 * third + card - total) % 10 == 0)
    # First hands of Banker from which this card, as third card, makes the total ...
    last = (total - card) % 10
    is_last = last <= most
    gone = is_last * ((last - card - third) % 10 == 0)
    # ... and those where the third card is like the first or the second.
    like = (total + card) // 2 % 5
    even = (total + card) % 2 == 0
    low, high = even and like <= most, even and like + 5 <= most
    constant += 2 * gone
    constant += low * ((like - card - third) % 10 == 0)
    constant += high * ((like + 5 - card - third) % 10 == 0)
    place = 10 + (total - third - card) % 10
    row = (2 * (drew + came), place, 2 * constant, is_last, last, 2 * gone, low, high, like)
    return tuple(int(number) for number in row)


CORRECTIONS = np.array(
    [[[_correct(t, v, b) for b in range(10)] for v in range(10)] for t in range(10)]
)


def weigh_shoes(shoes: Table, out: Table, work: tuple[Table, ...], corrections: Table) -> None:
    """Write the weights of each shoe, a row of ten counts by points, into a row of `out`."""
    found = work[10]
    for first in range(0, len(shoes), STEP):
        many = min(STEP, len(shoes) - first)
        weigh_block(shoes, first, many, work, corrections)
        # By eight cells, so that neighbours in memory are used together on both sides.
        for block in range(0, CELLS, 8):
            for lane in range(many):
                for cell in range(block, block + 8):
                    out[first + lane, cell] = found[np.uint64(STEP * cell + lane)]


def weigh_lines(
    shoes: Table, lines: Table, out: Table, sums: Table, work: tuple[Table, ...], corrections: Table
) -> None:
    """Write the weights of pay lines for each shoe, a row of ten counts, into a row of `out`.

    A row of `lines` is a bet: for each cell the column of its line. `sums` has a cell a column.
    """
    found = work[10]
    for first in range(0, len(shoes), STEP):
        many = min(STEP, len(shoes) - first)
        weigh_block(shoes, first, many, work, corrections)
        sums[:] = 0
        for bet in range(len(lines)):
            for cell in range(CELLS):
                line = at(lines[bet, cell])
                for k in range(WIDTH):
                    sums[line + k] += found[at(cell) + k]
        for lane in range(many):
            for column in range(out.shape[1]):
                out[first + lane, column] = sums[at(column) + np.uint64(lane)]


def weigh_block(
    shoes: Table, first: int, many: int, work: tuple[Table, ...], corrections: Table
) -> None:
    """Write the weights of so many shoes into the last table of `work`."""
    counts, pairs, joins, hands, drawn, rest, ends, held, ways, cards, found = work
    for lane in range(STEP):
        # A last block that is not full is filled with its first shoe.
        shoe = first + (lane if lane < many else 0)
        total = shoes[shoe, 0] - shoes[shoe, 0]
        for point in range(10):
            counts[STEP * point + lane] = shoes[shoe, point]
            counts[STEP * (10 + point) + lane] = shoes[shoe, point]
            total += shoes[shoe, point]
        cards[lane] = total
    found[:] = 0
    count_hands(counts, pairs, joins, hands, ways)
    end_on_four(hands, cards, found)
    summed = start_drawn(counts, joins, drawn)
    for third in ORDER:
        while summed < UP_TO[third]:
            summed += 1
            add_drawn(summed, counts, joins, drawn)
        end_on_five(third, counts, cards, pairs, joins, hands, found)
        without(third, pairs, joins, rest)
        count_banker(third, corrections[third], counts, joins, drawn, rest, ends, held)
        end_on_six(third, counts, rest, ends, held, ways, found)


def at(cell: int) -> np.uint64:
    """Return where the 32 numbers of a cell begin; unsigned, because such an index never wraps."""
    return np.uint64(STEP * cell)


def count_hands(counts: Table, pairs: Table, joins: Table, hands: Table, ways: Table) -> None:
    """Write the counts of first hands, as `formulas._count_hands` returns them."""
    pairs[:] = 0
    for card in range(10):
        for total in range(10):
            for k in range(WIDTH):
                joins[at(10 * card + total) + k] = counts[at(10 + total - card) + k]
        for k in range(WIDTH):
            joins[at(10 * card + 2 * card % 10) + k] -= 1
        for total in range(10):
            for k in range(WIDTH):
                pairs[at(total) + k] += counts[at(card) + k] * joins[at(10 * card + total) + k]
    for player in range(10):
        for card in range(10):
            for k in range(WIDTH):
                ways[at(card) + k] = 4 * counts[at(card) + k] * joins[at(10 * card + player) + k]
        for banker in range(10):
            same = 2 if player == banker else 0
            for k in range(WIDTH):
                hands[at(10 * player + banker) + k] = (
                    pairs[at(player) + k] * (pairs[at(banker) + k] + same)
                    - ways[at(0) + k] * joins[at(banker) + k]
                    - ways[at(1) + k] * joins[at(10 + banker) + k]
                    - ways[at(2) + k] * joins[at(20 + banker) + k]
                    - ways[at(3) + k] * joins[at(30 + banker) + k]
                    - ways[at(4) + k] * joins[at(40 + banker) + k]
                    - ways[at(5) + k] * joins[at(50 + banker) + k]
                    - ways[at(6) + k] * joins[at(60 + banker) + k]
                    - ways[at(7) + k] * joins[at(70 + banker) + k]
                    - ways[at(8) + k] * joins[at(80 + banker) + k]
                    - ways[at(9) + k] * joins[at(90 + banker) + k]
                )


def end_on_four(hands: Table, cards: Table, found: Table) -> None:
    """Write the weights of naturals and of hands that both stand; the last two cards may be any."""
    for player in range(10):
        for banker in range(10):
            if player > 7 or banker > 7 or (player > 5 and banker > 5):
                cell = at(10 * player + banker)
                for k in range(WIDTH):
                    found[cell + k] = hands[cell + k] * ((cards[k] - 4) * (cards[k] - 5))


def end_on_five(
    third: int,
    counts: Table,
    cards: Table,
    pairs: Table,
    joins: Table,
    hands: Table,
    found: Table,
) -> None:
    """Add the weights of coups where only one hand draws, and draws this; the sixth may be any."""
    for player in range(8):
        stands = player > 5
        for banker in range(0 if stands else UP_TO[third] + 1, 6 if stands else 8):
            same = 2 if player == banker else 0
            if stands:
                cell = 100 + 10 * player + (banker + third) % 10
            else:
                cell = 200 + 10 * ((player + third) % 10) + banker
            both, back = (
                10 * ((player - third) % 10) + banker,
                10 * ((banker - third) % 10) + player,
            )
            for k in range(WIDTH):
                one, two = (
                    2 * joins[at(10 * third + player) + k],
                    2 * joins[at(10 * third + banker) + k],
                )
                found[at(cell) + k] += (
                    counts[at(third) + k]
                    * (cards[k] - 5)
                    * (
                        hands[at(10 * player + banker) + k]
                        - one * (pairs[at(banker) + k] - two - 2 * joins[at(both) + k] + same)
                        - two * (pairs[at(player) + k] - one - 2 * joins[at(back) + k] + same)
                    )
                )


def start_drawn(counts: Table, joins: Table, drawn: Table) -> int:
    """Write `drawn` for the lowest totals that Banker draws on; return the highest of these.

    Row v, column B: Banker's hands of three that total B and begin with a card of v, that one not
    counted, as if the third card came from another shoe.
    """
    for card in range(10):
        for total in range(10):
            for k in range(WIDTH):
                drawn[at(10 * card + total) + k] = (
                    joins[at(10 * card) + k] * counts[at(10 + total) + k]
                )
    for banker in range(1, _LEAST + 1):
        add_drawn(banker, counts, joins, drawn)
    return _LEAST


def add_drawn(banker: int, counts: Table, joins: Table, drawn: Table) -> None:
    """Add to `drawn` the hands whose first two cards have this total."""
    for card in range(10):
        for total in range(10):
            for k in range(WIDTH):
                drawn[at(10 * card + total) + k] += (
                    joins[at(10 * card + banker) + k] * counts[at(10 + total - banker) + k]
                )


def without(third: int, pairs: Table, joins: Table, rest: Table) -> None:
    """Write into `rest` the two cards in order, by their total, with one card gone."""
    for total in range(10):
        for k in range(WIDTH):
            rest[at(total) + k] = pairs[at(total) + k] - 2 * joins[at(10 * third + total) + k]


def count_banker(
    third: int,
    corrections: Table,
    counts: Table,
    joins: Table,
    drawn: Table,
    rest: Table,
    ends: Table,
    held: Table,
) -> None:
    """Write Banker's hands of three as `formulas` does; `held` is times twice the third cards."""
    ends[:] = 0
    for card in range(10):
        gone = 1 if card == third else 0
        for total in range(10):
            cell = 10 * card + total
            twice, place, constant, is_last, last, more, low, high, like = (
                corrections[card, total, 0],
                corrections[card, total, 1],
                corrections[card, total, 2],
                corrections[card, total, 3],
                corrections[card, total, 4],
                corrections[card, total, 5],
                corrections[card, total, 6],
                corrections[card, total, 7],
                corrections[card, total, 8],
            )
            if is_last:
                for k in range(WIDTH):
                    join, pair = 2 * joins[at(10 * card + last) + k], rest[at(last) + k]
                    of_it = counts[at(card) + k] - gone
                    ends[at(total) + k] += of_it * (pair - join + more)
                    held[at(cell) + k] = (2 * counts[at(third) + k] * of_it) * (
                        2 * drawn[at(cell) + k]
                        - twice * counts[at(place) + k]
                        + constant
                        + pair
                        - 2 * join
                    )
            else:
                for k in range(WIDTH):
                    held[at(cell) + k] = (
                        2 * counts[at(third) + k] * (counts[at(card) + k] - gone)
                    ) * (2 * drawn[at(cell) + k] - twice * counts[at(place) + k] + constant)
            for other in range(like, like + 5 * (low + high), 5):
                for k in range(WIDTH):
                    held[at(cell) + k] -= (
                        4 * counts[at(third) + k] * (counts[at(card) + k] - gone)
                    ) * joins[at(10 * card + other) + k]


def end_on_six(
    third: int, counts: Table, rest: Table, ends: Table, held: Table, ways: Table, found: Table
) -> None:
    """Add the weights of coups where both hands draw, Player this card."""
    for k in range(WIDTH):
        counts[at(third) + k] -= 1
        counts[at(10 + third) + k] -= 1
    for total in range(10):
        for k in range(WIDTH):
            orders = (counts[at(third) + k] + 1) * ends[at(total) + k]
            h0, h1 = held[at(total) + k], held[at(10 + total) + k]
            h2, h3 = held[at(20 + total) + k], held[at(30 + total) + k]
            h4, h5 = held[at(40 + total) + k], held[at(50 + total) + k]
            h6, h7 = held[at(60 + total) + k], held[at(70 + total) + k]
            h8, h9 = held[at(80 + total) + k], held[at(90 + total) + k]
            c1, c2, c3 = counts[at(1) + k], counts[at(2) + k], counts[at(3) + k]
            c4, c5, c6 = counts[at(4) + k], counts[at(5) + k], counts[at(6) + k]
            c7, c8, c9 = counts[at(7) + k], counts[at(8) + k], counts[at(9) + k]
            c10, c11, c12 = counts[at(10) + k], counts[at(11) + k], counts[at(12) + k]
            c13, c14, c15 = counts[at(13) + k], counts[at(14) + k], counts[at(15) + k]
            # fmt: off
            ways[at(total) + k] = rest[at(0) + k] * orders + h0 + h5 - (
                c10 * h0 + c9 * h1 + c8 * h2 + c7 * h3 + c6 * h4
                + c5 * h5 + c4 * h6 + c3 * h7 + c2 * h8 + c1 * h9)
            ways[at(10 + total) + k] = rest[at(1) + k] * orders - (
                c11 * h0 + c10 * h1 + c9 * h2 + c8 * h3 + c7 * h4
                + c6 * h5 + c5 * h6 + c4 * h7 + c3 * h8 + c2 * h9)
            ways[at(20 + total) + k] = rest[at(2) + k] * orders + h1 + h6 - (
                c12 * h0 + c11 * h1 + c10 * h2 + c9 * h3 + c8 * h4
                + c7 * h5 + c6 * h6 + c5 * h7 + c4 * h8 + c3 * h9)
            ways[at(30 + total) + k] = rest[at(3) + k] * orders - (
                c13 * h0 + c12 * h1 + c11 * h2 + c10 * h3 + c9 * h4
                + c8 * h5 + c7 * h6 + c6 * h7 + c5 * h8 + c4 * h9)
            ways[at(40 + total) + k] = rest[at(4) + k] * orders + h2 + h7 - (
                c14 * h0 + c13 * h1 + c12 * h2 + c11 * h3 + c10 * h4
                + c9 * h5 + c8 * h6 + c7 * h7 + c6 * h8 + c5 * h9)
            ways[at(50 + total) + k] = rest[at(5) + k] * orders - (
                c15 * h0 + c14 * h1 + c13 * h2 + c12 * h3 + c11 * h4
                + c10 * h5 + c9 * h6 + c8 * h7 + c7 * h8 + c6 * h9)
            # fmt: on
    for player in range(6):
        row = 300 + 10 * ((player + third) % 10)
        for total in range(10):
            shared = at(10 * ((total - player) % 10) + total)
            for k in range(WIDTH):
                found[at(row + total) + k] += ways[at(10 * player + total) + k] + held[shared + k]
    for k in range(WIDTH):
        counts[at(third) + k] += 1
        counts[at(10 + third) + k] += 1
