"""How a house writes its money: the name of the currency, its sign, and how many decimals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from croupier.money import Unit


@dataclass(frozen=True, slots=True)
class Currency:
    """The currency of a house; it says nothing where none is set."""

    name: str | None = None
    sign: str | None = None
    decimals: int = 0
    """How many decimals are always shown. What an amount has besides is never left out."""

    def show(self, amount: str) -> str:
        """Return an amount, given as a decimal text, for people: "-₱1,200.50"."""
        minus = "-" if amount.startswith("-") else ""
        whole, _, part = amount.removeprefix("-").partition(".")
        digits = part if part.strip("0") else ""
        digits = digits.ljust(self.decimals, "0")
        sign = self.sign or ""
        # Letters stand apart from digits: HK$100, but MOP 100.
        gap = "\u00a0" if sign[-1:].isalpha() else ""
        return f"{minus}{sign}{gap}{int(whole):,}{'.' if digits else ''}{digits}"

    def check(self, unit: Unit) -> None:
        """Raise ValueError if the decimals are none that amounts of a house can have."""
        smallest = unit.exact(Fraction(1))
        if self.decimals > unit.decimals:
            raise ValueError(f"at most {unit.decimals}: the house's smallest unit is {smallest}")
