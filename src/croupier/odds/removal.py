"""The effects of removal: how the expectation of a bet changes when one card leaves the shoe.

And the tags of a count that follow from them: what each card adds to the count once it is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, sqrt

from croupier.cards import Rank, Suit
from croupier.facts import level_of
from croupier.game.hand_classes import classes
from croupier.game.model import BetKind, Game
from croupier.hand_traits import Level
from croupier.odds.bet_odds import bet_odds, facts_asked, weigh
from croupier.odds.composition import LEAST_CARDS, Composition


def effects_of_removal(game: Game, left: Composition) -> Mapping[str, Mapping[Rank, Fraction]]:
    """Return how much the expectation of each bet changes when a card of a rank is removed.

    Where a bet asks for suits, the removed card may have any suit that is left of its rank.
    """
    left.require(LEAST_CARDS + 1)
    ranks_only = Composition.of_ranks(left.ranks)
    found: dict[str, dict[Rank, Fraction]] = {}
    for key, kind in game.bets.items():
        suited = level_of(kind.facts) is Level.SUITS
        shoe = left if suited else ranks_only
        before = _ev(kind, shoe)
        # Ranks that no fact of the bet tells apart are one, where as many cards of them are left.
        sorts = classes(facts_asked(kind)).ranks
        known: dict[object, Fraction] = {}
        found[key] = {}
        for place, rank in enumerate(Rank):
            gone = _without(shoe, place)
            if not gone:
                continue
            sort = next(ranks for ranks in sorts if rank in ranks)
            row = shoe.ranks[place], None if shoe.suits is None else shoe.suits[place]
            if (sort, row) not in known:
                changes = (share * (_ev(kind, after) - before) for share, after in gone)
                known[sort, row] = sum(changes, Fraction(0))
            found[key][rank] = known[sort, row]
    return found


def _ev(kind: BetKind, left: Composition) -> Fraction:
    return bet_odds(kind, *weigh(kind, left)).ev


def _without(left: Composition, place: int) -> list[tuple[Fraction, Composition]]:
    """Return the compositions without one card of a rank, by its suit, each with its chance."""
    count = left.ranks[place]
    if not count:
        return []
    ranks = [*left.ranks[:place], count - 1, *left.ranks[place + 1 :]]
    if left.suits is None:
        return [(Fraction(1), Composition.of_ranks(ranks))]
    found: list[tuple[Fraction, Composition]] = []
    # With equally many cards of each suit in every rank, the two suits of a colour are alike.
    even = all(len(set(row)) == 1 for row in left.suits)
    weights = {0: 2, 1: 2} if even else dict.fromkeys(range(len(Suit)), 1)
    for suit, times in weights.items():
        of_suit = left.suits[place][suit]
        if of_suit:
            suits = [list(row) for row in left.suits]
            suits[place][suit] -= 1
            share = Fraction(times * of_suit, count)
            found.append((share, Composition.of_ranks(ranks, suits)))
    return found


def write_removal(effects: Mapping[str, Mapping[Rank, Fraction]]) -> dict[str, dict[str, str]]:
    """Return the effects of removal as JSON."""
    return {
        bet: {str(rank): str(change) for rank, change in row.items()}
        for bet, row in effects.items()
    }


CARDS_A_DECK = 52
MOST_TAG = 9
"""The largest tag of a count in whole numbers."""
_ENOUGH = 0.005
"""So much correlation is given away for smaller tags."""
_TENS = 9
"""The place of the tens, with which the ranks that count nothing begin."""
_STEPS = 4
"""Scales are tried in steps of this part of a tag."""
_WIDEST = 4
"""On the widest scale the largest effect is so many times the largest tag, and cut to it."""


def ideal_tags(effects: Sequence[Fraction], cards: int) -> tuple[float, ...]:
    """Return the tags that follow the effects of removal from a shoe of so many cards exactly.

    The true count, the sum of the tags seen for each deck not seen, is then by how many hundredths
    of the stake the expectation has changed, as far as it changes in a straight line.
    """
    scale = Fraction(100 * (cards - 1), CARDS_A_DECK)
    return tuple([float(effect * scale) for effect in effects])


def correlation(tags: Sequence[float], effects: Sequence[float]) -> float:
    """Return the correlation of tags with effects, over cards of which there are equally many."""
    many = len(tags)
    mean, middle = sum(tags) / many, sum(effects) / many
    both = sum((t - mean) * (e - middle) for t, e in zip(tags, effects, strict=True))
    squares = sum((t - mean) ** 2 for t in tags) * sum((e - middle) ** 2 for e in effects)
    return both / sqrt(squares) if squares else 0.0


def whole_tags(effects: Sequence[Fraction], most: int = MOST_TAG) -> tuple[int, ...] | None:
    """Return tags in whole numbers that add up to nothing over a deck; None if no card matters.

    The effects are those of the ranks, ace to king, or of the cards by rank and suit. Of the tags
    up to `most`, these are the smallest whose correlation with the effects is next to the best.
    Tens and court cards of equal effect have equal tags, and so have the suits of a rank.
    """
    largest = float(max(map(abs, effects), default=Fraction(0)))
    if not largest:
        return None
    ranks = [min(place * len(Rank) // len(effects), _TENS) for place in range(len(effects))]
    sorts = list(zip(effects, ranks, strict=True))
    alike = Counter(sorts)
    exact = [float(effect) for effect in effects]
    best: dict[int, tuple[float, tuple[int, ...]]] = {}
    for step in range(_STEPS // 2, _WIDEST * _STEPS * most):
        scale = step / _STEPS / largest
        wanted = [(float(effect) * scale, alike[effect, rank]) for effect, rank in alike]
        found = _rounded(wanted, most)
        if found is None:
            continue
        tag_of = dict(zip(alike, found, strict=True))
        tags = tuple([tag_of[sort] for sort in sorts])
        known = correlation(tags, exact), tags
        level = max(map(abs, tags))
        best[level] = max(known, best.get(level, known), key=lambda each: each[0])
    if not best:
        return None
    enough = max(known for known, _ in best.values()) - _ENOUGH
    level = min(level for level, (known, _) in best.items() if known >= enough)
    tags = best[level][1]
    common = gcd(*tags)
    return tuple([tag // common for tag in tags])


def _rounded(wanted: Sequence[tuple[float, int]], most: int) -> tuple[int, ...] | None:
    """Return the whole numbers nearest to those wanted that add up to nothing; None if all are 0.

    Each counts as many times as it says.
    """
    sums: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for exact, times in wanted:
        after: dict[int, tuple[float, tuple[int, ...]]] = {}
        near = min(max(round(exact), -most), most)
        for tag in range(max(near - 2, -most), min(near + 2, most) + 1):
            cost = times * (exact - tag) ** 2
            for total, (so_far, tags) in sums.items():
                here, worth = total + times * tag, so_far + cost
                if here not in after or worth < after[here][0]:
                    after[here] = worth, (*tags, tag)
        sums = after
    if 0 not in sums or not any(sums[0][1]):
        return None
    return sums[0][1]
