"""Bands of the hold are those of the exact distribution, and awards do what they do by counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import prod, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import load
from croupier.odds import BetOdds, Composition, Outcome, odds
from croupier.par.hold import LEVELS, ROUNDS, VOLATILITY, Sums, bands, top_award
from naive.hold import Line, band, binomial, one_by_one

CLOSE = 1e-12
"""The chance by which the distribution may be wrong, wherever it is asked for."""

Ends = list[tuple[Fraction, Fraction]]


def bet_of(ends: Ends) -> BetOdds:
    return BetOdds(tuple(Outcome("", pays, chance) for pays, chance in ends))


def ends_of(bet: BetOdds) -> Ends:
    return [(end.pays, end.probability) for end in bet.outcomes]


def parts(*ends: tuple[str, str]) -> Ends:
    return [(Fraction(pays), Fraction(chance)) for pays, chance in ends]


COMMISSION = parts(("19/20", "2/5"), ("0", "1/10"), ("-1", "1/2"))
RARE = parts(("200", "1/402"), ("-1", "401/402"))
MIXED = parts(("100", "1/2600"), ("20", "1/190"), ("4", "1/7"))
MIXED.append((Fraction(-1), 1 - sum((chance for _, chance in MIXED), Fraction(0))))
PARTLY = parts(("27/50", "1/3"), ("-1/2", "1/3"), ("-1", "1/3"))


def agrees(ends: Ends, rounds: int, naive: dict[Fraction, float]) -> None:
    """Hold every chance and every band to those of a distribution that was found otherwise."""
    found = Sums(dict(ends), rounds)
    below = 0.0
    for total, chance in sorted(naive.items()):
        below += float(chance)
        assert found.at_most(total) == pytest.approx(below, abs=CLOSE), total
    for each in bands(bet_of(ends), rounds):
        assert (each.low, each.high) == band(naive, rounds, each.level), each


@pytest.mark.parametrize("ends", [COMMISSION, RARE, MIXED, PARTLY])
@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_few_rounds_are_as_counted_one_by_one(ends: Ends, rounds: int) -> None:
    exact = one_by_one(ends, rounds)
    assert sum(exact.values()) == 1
    agrees(ends, rounds, {total: float(chance) for total, chance in exact.items()})


CHANCES = st.lists(
    st.tuples(st.integers(-2, 40), st.integers(1, 30)),
    min_size=2,
    max_size=4,
    unique_by=lambda x: x[0],
)


@settings(max_examples=60, deadline=None)
@given(CHANCES, st.sampled_from([1, 2, 3, 20]), st.integers(1, 7))
def test_any_bet_is_as_counted_one_by_one(
    rows: list[tuple[int, int]], scale: int, rounds: int
) -> None:
    whole = sum(weight for _, weight in rows)
    ends = [(Fraction(pays, scale), Fraction(weight, whole)) for pays, weight in rows]
    exact = one_by_one(ends, rounds)
    found = Sums(dict(ends), rounds)
    below = Fraction(0)
    for total, chance in sorted(exact.items()):
        below += chance
        assert found.at_most(total) == pytest.approx(float(below), abs=CLOSE)
    for each in bands(bet_of(ends), rounds):
        # The definition itself: where a chance is just that of the tail, floats may go either way.
        half = Fraction(100 - each.level, 200) + Fraction(1, 10**12)
        low, high = -each.low * rounds, -each.high * rounds
        assert sum(p for total, p in exact.items() if total > low) <= half
        assert sum(p for total, p in exact.items() if total < high) <= half


@pytest.mark.parametrize("key", ["tiger", "insurance"])
def test_a_thousand_rounds_of_real_bets_are_as_added_up(key: str) -> None:
    for bet in odds(load(key), Composition.of_decks(8)).bets.values():
        agrees(ends_of(bet), 1_000, Line.of(ends_of(bet)).times(1_000).sums())


@pytest.mark.parametrize("ends", [RARE, MIXED])
def test_rare_awards_are_as_added_up_where_a_normal_curve_is_far_off(ends: Ends) -> None:
    agrees(ends, 1_000, Line.of(ends).times(1_000).sums())
    bet = bet_of(ends)
    (ninety, *_) = bands(bet, 1_000)
    normal = float(bet.house_edge) - VOLATILITY * bet.sd / sqrt(1_000)
    assert abs(float(ninety.low) - normal) > 0.01


@pytest.mark.parametrize(
    ("ends", "rounds"),
    [
        (COMMISSION, 2_000),
        (RARE, 10_000),
        (MIXED, 10_000),
        pytest.param(COMMISSION, 20_000, marks=pytest.mark.soak),
        pytest.param(MIXED, 100_000, marks=pytest.mark.soak),
    ],
)
def test_many_rounds_are_as_doubled(ends: Ends, rounds: int) -> None:
    line = Line.of(ends).times(rounds)
    found = Sums(dict(ends), rounds)
    below = np.cumsum(line.chances)
    for at in np.unique(np.linspace(0, len(below) - 1, 300).astype(int)):
        assert found.at_most(line.start + int(at) * line.step) == pytest.approx(
            below[at], abs=CLOSE
        )
    for each in bands(bet_of(ends), rounds):
        assert (each.low, each.high) == band(line.sums(), rounds, each.level)


@pytest.mark.parametrize("chance", [Fraction(1, 10), Fraction(1, 250_000)])
def test_a_million_rounds_of_two_ends_are_binomial(chance: Fraction) -> None:
    rounds, ends = 1_000_000, [(Fraction(8), chance), (Fraction(-1), 1 - chance)]
    below = np.cumsum(binomial(rounds, float(chance)))
    found = Sums(dict(ends), rounds)
    middle, spread = rounds * float(chance), sqrt(rounds * float(chance))
    for hits in range(
        max(0, int(middle - 7 * spread)), int(middle + 7 * spread), 1 + int(spread / 9)
    ):
        chance_below = found.at_most(Fraction(9 * hits - rounds))
        assert chance_below == pytest.approx(below[hits], abs=1e-10)
    for each in bands(bet_of(ends), rounds):
        tail = (100 - each.level) / 200
        most, least = (int((rounds - end * rounds) / 9) for end in (each.low, each.high))
        assert 1 - below[most] <= tail < 1 - below[most - 1]
        assert (below[least - 1] if least else 0.0) <= tail < below[least]


def test_bands_hold_each_other_and_the_mean_and_shrink() -> None:
    for bet in odds(load("tiger"), Composition.of_decks(8)).bets.values():
        before = 10.0
        for rounds in ROUNDS:
            found = bands(bet, rounds)
            assert [each.level for each in found] == list(LEVELS)
            for inner, outer in pairwise(found):
                assert outer.low <= inner.low <= bet.house_edge <= inner.high <= outer.high
            wide = float(found[-1].high - found[-1].low)
            assert wide < before / 2
            before = wide


def test_a_bet_that_always_ends_alike_has_no_band() -> None:
    sure = bet_of([(Fraction(1, 2), Fraction(1))])
    assert {(each.low, each.high) for each in bands(sure, 1_000)} == {
        (Fraction(-1, 2), Fraction(-1, 2))
    }
    award = top_award(sure)
    assert award is not None
    assert (award.others, award.none_in(10), award.hold(10, 10)) == (None, 0.0, Fraction(-1, 2))


def test_a_bet_that_never_wins_has_no_award() -> None:
    assert top_award(bet_of(parts(("0", "1/2"), ("-1", "1/2")))) is None


def test_lines_that_pay_the_same_are_one_award_and_lines_that_never_come_are_none() -> None:
    award = top_award(bet_of(parts(("50", "0"), ("8", "1/10"), ("8", "1/20"), ("-1", "17/20"))))
    assert award is not None
    assert (award.pays, award.probability) == (Fraction(8), Fraction(3, 20))


@pytest.mark.parametrize("ends", [COMMISSION, RARE, MIXED])
def test_one_award_does_what_it_does_in_all_ways_three_rounds_can_end(ends: Ends) -> None:
    award = top_award(bet_of(ends))
    assert award is not None
    top = max(pays for pays, _ in ends)
    runs = [
        (sum(pays == top for pays, _ in run), sum(pays for pays, _ in run), prod(p for _, p in run))
        for run in product(ends, repeat=3)
    ]
    for awards in range(4):
        chance = sum(p for many, _, p in runs if many == awards)
        mean = sum(total * p for many, total, p in runs if many == awards) / chance
        assert award.hold(awards, 3) == -mean / 3
        if awards == 0:
            assert award.none_in(3) == pytest.approx(float(chance))
