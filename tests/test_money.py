"""Exact money: units, amounts as they may and may not be written, odds, rounding down."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Code, InvalidInput, Odds, Unit
from croupier.money import CENT, MOST_UNITS

HOSTILE: list[object] = [
    "NaN",
    "Infinity",
    "1e400",
    "1e2",
    "-0",
    "-5",
    "+5",
    " 5",
    "5 ",
    "5\n",
    "",
    ".",
    "5.",
    ".5",
    "1.2.3",
    "1,000",
    "1_000",
    "0x10",
    "１００",
    "١٠٠",
    "²",
    "1.00000000000000001",
    "10.00000000000000000",
    "9" * 5000,
    str(2**63),
    "10000000000000.01",
    "1.005",
    True,
    False,
    100,
    1.5,
    -0.0,
    None,
    [],
    {},
]


@pytest.mark.parametrize("amount", HOSTILE, ids=lambda amount: repr(amount)[:24])
def test_hostile_amounts_are_refused(amount: object) -> None:
    with pytest.raises(InvalidInput) as wrong:
        CENT.stake(amount, "a bet")
    assert wrong.value.code is Code.BAD_AMOUNT
    assert wrong.value.message.startswith("a bet")
    assert len(wrong.value.message) < 6000


def test_an_amount_of_nothing_is_a_limit_but_no_stake() -> None:
    assert CENT.count("0.00") == 0
    with pytest.raises(InvalidInput, match="more than nothing"):
        CENT.stake("0.00", "a bet")


def test_the_largest_amount_is_ten_to_the_fifteenth_units() -> None:
    assert CENT.stake("10000000000000.00") == MOST_UNITS == 10**15
    assert Unit.parse("5").stake("5000000000000000") == 10**15


@pytest.mark.parametrize(
    ("unit", "amount", "units"),
    [
        ("0.01", "47.5", 4750),
        ("0.01", "0047.500", 4750),
        ("1", "100.00", 100),
        ("5", "45", 9),
        ("0.25", "1.75", 7),
        ("2.50", "7.5", 3),
        ("0.00000001", "0.00000003", 3),
    ],
)
def test_amounts_are_whole_numbers_of_the_unit(unit: str, amount: str, units: int) -> None:
    assert Unit.parse(unit).count(amount) == units


@pytest.mark.parametrize(("unit", "amount"), [("1", "1.5"), ("5", "12"), ("0.25", "0.30")])
def test_other_amounts_name_the_unit(unit: str, amount: str) -> None:
    with pytest.raises(InvalidInput, match=f"not a multiple of the unit, {unit}"):
        Unit.parse(unit).count(amount)


@pytest.mark.parametrize("unit", ["0", "0.00", "-1", "x", 1, None, "0.000000001"])
def test_bad_units_are_refused(unit: object) -> None:
    with pytest.raises(InvalidInput) as wrong:
        Unit.parse(unit)
    assert wrong.value.code is Code.BAD_AMOUNT


@given(
    st.integers(-(10**16), 10**16),
    st.sampled_from(["0.01", "1", "5", "0.25", "2.5", "0.00000001"]),
)
def test_what_is_written_is_worth_what_it_says(units: int, text: str) -> None:
    unit = Unit.parse(text)
    assert Fraction(unit.write(units)) == units * Fraction(text)
    if 0 <= units <= MOST_UNITS:
        assert unit.count(unit.write(units)) == units


def test_odds_are_read_in_lowest_terms() -> None:
    assert str(Odds.parse("95:100")) == "19:20"
    assert Odds.parse("3:2").ratio == Fraction(3, 2)
    assert Odds.parse("0:1").is_push


@pytest.mark.parametrize(
    "odds", ["8", "8:", ":1", "1:0", "--1:1", "1.:1", ".5:1", "1:2.5", "８:1", "8:1:1", 8, None]
)
def test_other_odds_are_not(odds: object) -> None:
    with pytest.raises(ValueError, match="like"):
        Odds.parse(odds)


@given(st.integers(0, 10**15), st.integers(1, 200), st.integers(1, 200))
def test_a_payout_is_rounded_down_and_the_rest_is_known(stake: int, a: int, b: int) -> None:
    odds = Odds.parse(f"{a}:{b}")
    profit, rest = odds.pay(stake)
    assert profit + Fraction(rest, odds.stake) == stake * Fraction(a, b)
    assert 0 <= rest < odds.stake


@given(st.integers(1, 10**9), st.integers(1, 200), st.integers(1, 200))
def test_the_smallest_stake_that_earns_a_profit(profit: int, a: int, b: int) -> None:
    odds = Odds.parse(f"{a}:{b}")
    stake = odds.stake_for(profit)
    assert odds.pay(stake)[0] >= profit > odds.pay(stake - 1)[0]
