"""How coups end, by points, in closed form: a few thousand products instead of every deal.

Plain Python on whole numbers; `batch_formulas` is the same for many shoes, to be compiled.

Hands are counted without dealing them: they are drawn as if each had its own shoe, then ways that
use one card twice are subtracted, and ways that do so with two cards are added again. A table of
ten rows is one list: row i, column j is at `10 * i + j`.
"""

from __future__ import annotations

from functools import lru_cache

from croupier import tableau

Numbers = list[int]

CELLS = 400
"""Ways to end: 200 × (Player drew) + 100 × (Banker drew) + 10 × Player's total + Banker's total."""

UP_TO = tuple(
    max(total for total in range(8) if tableau.banker(0, total, third).draws) for third in range(10)
)
"""For each third card of Player by points: the highest total that Banker draws on.

A test checks that Banker draws on every lower one too.
"""


@lru_cache(maxsize=64)
def totals(points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the weight of every ending, given the cards left by points; the sum is all coups."""
    out, cards = [0] * CELLS, sum(points)
    # Written twice, so that an index below zero needs no remainder.
    counts = [*points, *points]
    pairs, joins, hands = _count_hands(counts)
    _end_on_four(hands, (cards - 4) * (cards - 5), out)
    for third, of_it in enumerate(points):
        if of_it:
            _end_on_five(third, of_it * (cards - 5), pairs, joins, hands, out)
            _take_out(third, counts, pairs, joins)
            ends, held = _count_banker(UP_TO[third], counts, pairs, joins)
            _end_on_six(third, of_it, pairs, joins, ends, held, out)
            _put_back(third, counts, pairs, joins)
    return tuple(out)


def _count_hands(counts: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the counts of first hands: `pairs`, `joins` and `hands`.

    `pairs`: two cards in order, by their total. `joins`, row x, column p: cards that make a total
    of p with a card of x. `hands`, row p, column b: both first hands in order, by their totals.
    """
    pairs, joins, hands = [0] * 10, [0] * 100, [0] * 100
    for card in range(10):
        for total in range(10):
            joins[10 * card + total] = counts[10 + total - card]
        joins[10 * card + 2 * card % 10] -= 1
        for total in range(10):
            pairs[total] += counts[card] * joins[10 * card + total]
    for player in range(10):
        for banker in range(10):
            hands[10 * player + banker] = pairs[player] * pairs[banker]
        hands[11 * player] += 2 * pairs[player]
        for card in range(10):
            shared = 4 * counts[card] * joins[10 * card + player]
            for banker in range(10):
                hands[10 * player + banker] -= shared * joins[10 * card + banker]
    return pairs, joins, hands


def _end_on_four(hands: Numbers, spare: int, out: Numbers) -> None:
    """Write the weights of naturals and of hands that both stand; the last two cards may be any."""
    for player in range(10):
        for banker in range(10):
            if player > 7 or banker > 7 or (player > 5 and banker > 5):
                out[10 * player + banker] = hands[10 * player + banker] * spare


def _end_on_five(
    third: int, orders: int, pairs: Numbers, joins: Numbers, hands: Numbers, out: Numbers
) -> None:
    """Add the weights of coups where only one hand draws, and draws this; the sixth may be any."""
    for player in range(8):
        stands = player > 5
        for banker in range(0 if stands else UP_TO[third] + 1, 6 if stands else 8):
            same = 2 if player == banker else 0
            one, two = 2 * joins[10 * third + player], 2 * joins[10 * third + banker]
            both = 2 * joins[10 * ((player - third) % 10) + banker]
            back = 2 * joins[10 * ((banker - third) % 10) + player]
            ways = (
                hands[10 * player + banker]
                - one * (pairs[banker] - two - both + same)
                - two * (pairs[player] - one - back + same)
            )
            if stands:
                out[100 + 10 * player + (banker + third) % 10] += orders * ways
            else:
                out[200 + 10 * ((player + third) % 10) + banker] += orders * ways


def _take_out(card: int, counts: Numbers, pairs: Numbers, joins: Numbers) -> None:
    """Remove a card from what was counted."""
    for total in range(10):
        pairs[total] -= 2 * joins[10 * card + total]
    for other in range(10):
        joins[10 * other + (other + card) % 10] -= 1
    counts[card] -= 1
    counts[10 + card] -= 1


def _put_back(card: int, counts: Numbers, pairs: Numbers, joins: Numbers) -> None:
    """Undo `_take_out`."""
    counts[card] += 1
    counts[10 + card] += 1
    for other in range(10):
        joins[10 * other + (other + card) % 10] += 1
    for total in range(10):
        pairs[total] += 2 * joins[10 * card + total]


def _count_banker(
    most: int, counts: Numbers, pairs: Numbers, joins: Numbers
) -> tuple[Numbers, Numbers]:
    """Return Banker's hands of three whose first two total at most this: `ends` and `held`.

    `ends`: the three cards in order, by their total. `held`, row v, column B: how many cards of v
    lie in all those that total B.
    """
    ends, held = [0] * 10, [0] * 100
    for card in range(10):
        for banker in range(most + 1):
            within = 2 * counts[card] * joins[10 * card + banker]
            for total in range(10):
                held[10 * card + total] += within * counts[10 + total - banker]
            last = counts[card] * pairs[banker] - within
            total = (banker + card) % 10
            ends[total] += last
            # The third card is not one of the first two.
            held[10 * card + total] += last - within
            held[10 * card + (2 * banker - card) % 10] -= within
    return ends, held


def _end_on_six(
    third: int,
    orders: int,
    pairs: Numbers,
    joins: Numbers,
    ends: Numbers,
    held: Numbers,
    out: Numbers,
) -> None:
    """Add the weights of coups where both hands draw, Player this card, which is not counted."""
    for player in range(6):
        ways = [pairs[player] * end for end in ends]
        for card in range(10):
            total = (player + card) % 10
            ways[total] += 2 * held[10 * card + total]
            join = 2 * joins[10 * card + player]
            for total in range(10):
                ways[total] -= join * held[10 * card + total]
        row = 300 + 10 * ((player + third) % 10)
        for total in range(10):
            out[row + total] += orders * ways[total]
