"""The rows of a report: what a table, a game, a day or a kind of bet brought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.money import Unit
from croupier.reports.expectation import Expectation
from croupier.reports.figures import Figure
from croupier.reports.ledger_check import Check
from croupier.reports.spans import Span


@dataclass(frozen=True, slots=True)
class BetRow:
    """One kind of bet of a game, as last corrected."""

    game: str
    bet: str
    banked: bool
    """Whether a player-dealer stood against it: then none of it is the house's."""
    bets: int
    won: int
    in_action: int
    collected: int
    paid: int
    commission: int
    """What winners of bets that never pay even money got less than that."""
    short_pay: int
    """What winners got less than even money where only some wins pay short."""
    expected: Expectation

    @property
    def win(self) -> int:
        """What the bank won on it."""
        return self.collected - self.paid


@dataclass(frozen=True, slots=True)
class Row:
    """What one table, game or day brought, or all of them; money is in the house's unit."""

    name: str
    rounds: int
    settled: int
    voids: int
    undone: int
    figures: Mapping[Figure, int]
    fees: Mapping[str, int]
    out_of_action: int
    uncollected: int
    """What the house could not take back when paid rounds were put right: patrons owe it."""
    bets: tuple[BetRow, ...]
    expected: Expectation

    @property
    def handle(self) -> int:
        """What was in action against the house."""
        return sum(bet.in_action for bet in self.bets if not bet.banked)

    @property
    def banked(self) -> int:
        """What was in action against player-dealers."""
        return sum(bet.in_action for bet in self.bets if bet.banked)

    @property
    def win(self) -> int:
        """What the house won on bets, corrections counted in; rulings and fees are apart."""
        return sum(bet.win for bet in self.bets if not bet.banked)

    @property
    def commission(self) -> int:
        """What commissions cost the winners."""
        return sum(bet.commission for bet in self.bets)

    @property
    def short_pay(self) -> int:
        """What short pays cost the winners."""
        return sum(bet.short_pay for bet in self.bets)

    @property
    def fee(self) -> int:
        """What the house took in fees and kept."""
        taken, given = Figure.FEES_TAKEN, (Figure.FEES_RETURNED, Figure.FEES_CORRECTED)
        return self.figures[taken] - sum(self.figures[each] for each in given)

    @property
    def rulings(self) -> int:
        """What rulings brought the house, or cost it."""
        return self.figures[Figure.RULED_IN] - self.figures[Figure.RULED_OUT]

    @property
    def corrections(self) -> int:
        """What putting paid rounds right brought the house, or cost it, fees aside."""
        moved = self.figures[Figure.CORRECTED_IN] - self.figures[Figure.CORRECTED_OUT]
        return moved + self.figures[Figure.FEES_CORRECTED]

    @property
    def result(self) -> int:
        """What the house is better off by: bets, rulings and fees, less what it is owed."""
        return self.win + self.rulings + self.fee - self.uncollected


@dataclass(frozen=True, slots=True)
class Tray:
    """What lay in a table's tray before the span's first event, and after its last."""

    table_id: str
    open: int
    close: int


@dataclass(frozen=True, slots=True)
class Debt:
    """What a patron owes at a table after the span's last event.

    A paid round was undone when its winner had cashed out (5.5.3). The house carries it, or the
    other patrons of a player-dealer's game, until a ruling takes it from the patron's chips.
    """

    table_id: str
    patron: str
    amount: int


@dataclass(frozen=True, slots=True)
class Report:
    """Rows by table, game and day, trays and debts, and the ledger beside the events."""

    span: Span
    unit: Unit
    total: Row
    by_table: tuple[Row, ...]
    by_game: tuple[Row, ...]
    by_day: tuple[Row, ...]
    trays: tuple[Tray, ...]
    owed: tuple[Debt, ...]
    checks: tuple[Check, ...]

    @property
    def agrees(self) -> bool:
        """Whether ledger and events say the same, in every figure, to the unit."""
        return not any(check.difference for check in self.checks)
