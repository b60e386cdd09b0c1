"""Exact money: whole numbers of a table's unit, and odds as ratios. Floats are never used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd

from croupier.errors import Code, InvalidInput, brief
from croupier.words import Amount, Value, say

MOST_UNITS = 10**15
"""The largest amount a bet, a limit, a fee or a wager may have, in units."""

_MOST_CHARACTERS = 40
_MOST_DECIMALS = 12
_MOST_UNIT_DECIMALS = 8


_AN_AMOUNT, _THE_UNIT = say("settlement.an_amount"), say("settlement.the_unit")


def _digits(text: object, what: Value) -> tuple[str, str]:
    """Return the digits before and after the point; raise if it is no plain amount."""
    if not isinstance(text, str):
        raise InvalidInput(
            Code.BAD_AMOUNT, say("settlement.amount_no_text", what=what, got=brief(text))
        )
    if len(text) > _MOST_CHARACTERS:
        count, most = len(text), _MOST_CHARACTERS
        raise InvalidInput(
            Code.BAD_AMOUNT, say("settlement.amount_too_long", what=what, count=count, most=most)
        )
    whole, point, part = text.partition(".")
    # isdigit alone would let full-width and other scripts' digits through.
    if not (text.isascii() and whole.isdigit() and (part.isdigit() or not point)):
        raise InvalidInput(
            Code.BAD_AMOUNT, say("settlement.amount_no_digits", what=what, got=brief(text))
        )
    if len(part) > _MOST_DECIMALS:
        raise _too_many_decimals(what, len(part), _MOST_DECIMALS)
    return whole, part


def _too_many_decimals(what: Value, count: int, most: int) -> InvalidInput:
    said = say("settlement.amount_decimals", what=what, count=count, most=most)
    return InvalidInput(Code.BAD_AMOUNT, said)


# The same amounts come round after round, and reading and writing them is half the work.
@lru_cache(maxsize=4096)
def _units(text: str, coefficient: int, decimals: int) -> int | None:
    """Return the units in an amount; None if it is malformed, no multiple, or too large."""
    try:
        whole, part = _digits(text, "")
    except InvalidInput:
        return None
    units, rest = divmod(int(whole + part[:decimals].ljust(decimals, "0")), coefficient)
    return None if rest or part[decimals:].strip("0") or units > MOST_UNITS else units


@lru_cache(maxsize=4096)
def _written(units: int, coefficient: int, decimals: int) -> str:
    amount = units * coefficient
    if not decimals:
        return str(amount)
    digits = str(abs(amount)).rjust(decimals + 1, "0")
    return f"{'-' if amount < 0 else ''}{digits[:-decimals]}.{digits[-decimals:]}"


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest amount of money at a table: `coefficient` over ten to the `decimals`."""

    coefficient: int
    decimals: int

    @classmethod
    def parse(cls, text: object) -> Unit:
        """Return the unit written as "0.01", "5" or "2.5"; raise `InvalidInput`."""
        whole, part = _digits(text, _THE_UNIT)
        part = part.rstrip("0")
        if int(whole + part) == 0:
            raise InvalidInput(Code.BAD_AMOUNT, say("settlement.amount_nothing", what=_THE_UNIT))
        if len(part) > _MOST_UNIT_DECIMALS:
            raise _too_many_decimals(_THE_UNIT, len(part), _MOST_UNIT_DECIMALS)
        return cls(int(whole + part), len(part))

    def count(self, text: object, what: Value = _AN_AMOUNT) -> int:
        """Return an amount of zero or more as a whole number of units; raise `InvalidInput`."""
        if type(text) is str and len(text) <= _MOST_CHARACTERS:
            known = _units(text, self.coefficient, self.decimals)
            if known is not None:
                return known
        whole, part = _digits(text, what)
        if Fraction(f"{whole}.{part or 0}") > self.exact(Fraction(MOST_UNITS)):
            most = Amount(self.write(MOST_UNITS))
            said = say("settlement.amount_too_much", what=what, amount=str(text), most=most)
        else:
            unit = Amount(self.write(1))
            said = say("settlement.amount_no_multiple", what=what, amount=str(text), unit=unit)
        raise InvalidInput(Code.BAD_AMOUNT, said)

    def stake(self, text: object, what: Value = _AN_AMOUNT) -> int:
        """Return an amount above zero as a whole number of units; raise `InvalidInput`."""
        units = 0
        if type(text) is str and len(text) <= _MOST_CHARACTERS:
            units = _units(text, self.coefficient, self.decimals) or 0
        if not units:
            self.count(text, what)
            raise InvalidInput(Code.BAD_AMOUNT, say("settlement.amount_nothing", what=what))
        return units

    def total(self, pieces: Mapping[str, int]) -> int:
        """Return what pieces are worth: how many there are of each denomination."""
        for many in pieces.values():
            if not 0 <= many <= MOST_UNITS:
                said = say("settlement.pieces_number", most=f"{MOST_UNITS:,}", got=brief(many))
                raise InvalidInput(Code.BAD_AMOUNT, said)
        units = sum(self.stake(worth) * many for worth, many in pieces.items())
        return self.count(self.write(units))

    def write(self, units: int) -> str:
        """Return units as a decimal amount with as many decimals as the unit has."""
        return _written(units, self.coefficient, self.decimals)

    def floor(self, amount: Fraction) -> int:
        """Return how many whole units an amount of money has."""
        return int(amount * 10**self.decimals / self.coefficient)

    def exact(self, units: Fraction) -> Fraction:
        """Return the exact value of a fraction of units."""
        return units * Fraction(self.coefficient, 10**self.decimals)


CENT = Unit(1, 2)
"""The unit of a table that sets none: 0.01."""


_ODDS = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?:([0-9]+)")


@dataclass(frozen=True, slots=True)
class Odds:
    """What a bet pays, profit to stake, in lowest terms.

    0:1 returns the stake; a profit below zero is the part of it that is lost.
    """

    profit: int
    stake: int

    @classmethod
    def parse(cls, text: object) -> Odds:
        """Return odds written as "8:1", "19:20", "0.54:1", or "-1:2" for a part that is lost.

        Raise ValueError with what was expected.
        """
        if not isinstance(text, str):
            raise ValueError(say("settlement.odds_no_text", got=brief(text)))
        found = _ODDS.fullmatch(text)
        if found is None:
            raise ValueError(say("settlement.odds_no_numbers", got=brief(text)))
        sign, profit, part, stake = found[1], found[2], found[3] or "", found[4]
        if len(text) > _MOST_CHARACTERS + 1 or int(stake) == 0:
            raise ValueError(say("settlement.odds_no_stake", got=brief(text)))
        won, staked = int(profit + part), int(stake) * 10 ** len(part)
        divisor = gcd(won, staked)
        return cls(int(f"{sign}{won // divisor}"), staked // divisor)

    def __str__(self) -> str:
        return f"{self.profit}:{self.stake}"

    @property
    def ratio(self) -> Fraction:
        """Profit per unit staked."""
        return Fraction(self.profit, self.stake)

    @property
    def is_push(self) -> bool:
        """Whether these odds return the stake and nothing more."""
        return self.profit == 0

    def pay(self, units: int, *, up: bool = False) -> tuple[int, int]:
        """Return the profit on a stake, rounded to the unit, and what rounding took.

        It is rounded down unless `up`. The second number is in `stake`-ths of a unit; below zero,
        rounding gave it.
        """
        profit, rest = divmod(units * self.profit, self.stake)
        return (profit + 1, rest - self.stake) if up and rest else (profit, rest)

    def stake_for(self, profit: int) -> int:
        """Return the smallest whole stake that earns this profit."""
        return -(-profit * self.stake // self.profit)
