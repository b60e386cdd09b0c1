"""The span of a report, its sums of money, and which transfers each of them adds up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, true

from croupier.ledger import Kind
from croupier.reports.gaming_days import UTC_DAYS, GamingDays, write_moment


@dataclass(frozen=True, slots=True)
class Span:
    """From one moment on, and before another, with the gaming days that it is cut into."""

    since: datetime | None = None
    until: datetime | None = None
    days: GamingDays = UTC_DAYS

    @classmethod
    def of_days(cls, first: date | None, last: date | None, days: GamingDays = UTC_DAYS) -> Span:
        """Return the span of whole gaming days, the last one included."""
        return cls(
            None if first is None else days.begins(first),
            None if last is None or last == date.max else days.begins(last + timedelta(days=1)),
            days,
        )

    @property
    def first_day(self) -> str | None:
        """The gaming day in which it begins; None if it has no beginning."""
        since, _ = self.ends
        return None if since is None else self.days.day_of(since).name

    @property
    def last_day(self) -> str | None:
        """The gaming day in which it ends; None if it has no end."""
        if self.until is None:
            return None
        return self.days.day_of(write_moment(self.until - timedelta(milliseconds=1))).name

    def holds(self, at: str) -> bool:
        """Return True if a moment, as events write it, is in the span."""
        since, until = self.ends
        return (since is None or at >= since) and (until is None or at < until)

    @property
    def ends(self) -> tuple[str | None, str | None]:
        """Both ends as events write moments, without a zone: all events are in UTC."""
        return _written(self.since), _written(self.until)

    def where(self, column: Any) -> ColumnElement[bool]:
        """Return the SQL condition that a column's moment is in the span."""
        since, until = self.ends
        conditions = [] if since is None else [column >= since]
        conditions += [] if until is None else [column < until]
        return and_(true(), *conditions)


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else write_moment(moment)


TRAY = (Kind.FLOAT, Kind.HOUSE, Kind.FEES)
"""The accounts that together are what lies in a table's tray."""

MOVE, HOLD, POST, RELEASE = TRANSFER_KINDS = ("move", "hold", "post", "release")
"""How the store's ledger names transfers."""


class Figure(StrEnum):
    """A sum of money that one kind of act at a table moves, in one direction."""

    BUY_INS = "buy_ins"
    CASH_OUTS = "cash_outs"
    CASH_BUY_INS = "cash_buy_ins"
    """Chips from the tray for cash; the cash went to the drop."""
    DROPPED = "dropped"
    CHIPS_BROUGHT = "chips_brought"
    CHIPS_TAKEN = "chips_taken"
    """Taken along by patrons, to be redeemed at the cage or brought to a table."""
    DROP_CARRIED = "drop_carried"
    """What was in the drop before the table was opened again."""
    FLOAT_OPENED = "float_opened"
    """Put into the tray when the table opened, less what was left in it."""
    HOUSE_CARRIED = "house_carried"
    """What the table had won before it was opened again: it goes to the cage then."""
    FEES_CARRIED = "fees_carried"
    FILLS = "fills"
    CREDITS = "credits"
    PLACED = "placed"
    """Bets and insurance placed, and what was added to them."""
    WITHDRAWN = "withdrawn"
    HANDED_BACK = "handed_back"
    """Pushed back, rejected, or returned for want of a ground, before the round was settled."""
    REFUNDED = "refunded"
    """Taken back by patrons who were given the choice."""
    VOIDED = "voided"
    """Stakes of void rounds."""
    UNINSURED = "uninsured"
    """Original bets returned for neglected insurance before the round was paid."""
    GIVEN_BACK = "given_back"
    """The same after it was paid: the house gives back what was lost."""
    COLLECTED = "collected"
    """Lost to the house."""
    PAID = "paid"
    """Won from the house."""
    STAKES_BACK = "stakes_back"
    """Stakes that went back at settlement: of winners, of pushes, and what was not in action."""
    DEALER_COLLECTED = "player_dealer_collected"
    DEALER_PAID = "player_dealer_paid"
    WAGERS = "wagers"
    """Put up by player-dealers, less what they took down."""
    FEES_TAKEN = "fees_taken"
    FEES_RETURNED = "fees_returned"
    FEES_CORRECTED = "fees_corrected"
    """Fees that went back because a paid round was undone."""
    RULED_OUT = "ruled_to_patrons"
    RULED_IN = "ruled_to_house"
    CORRECTED_OUT = "corrected_to_patrons"
    CORRECTED_IN = "corrected_to_house"


class Counted(StrEnum):
    """What was counted when tables closed, and by how much it differs from the book.

    It moves no money: the book stays as it is, and the difference is told.
    """

    TRAY = "tray_count"
    TRAY_VARIANCE = "tray_variance"
    DROP = "drop_count"
    DROP_VARIANCE = "drop_variance"


class Path(NamedTuple):
    """Which transfers belong to a figure: from one kind of account to another."""

    source: Kind
    target: Kind
    transfers: tuple[str, ...] = TRANSFER_KINDS


PATHS: dict[Figure, Path] = {
    Figure.BUY_INS: Path(Kind.CAGE, Kind.PATRON),
    Figure.CASH_OUTS: Path(Kind.PATRON, Kind.CAGE),
    Figure.CASH_BUY_INS: Path(Kind.FLOAT, Kind.PATRON),
    Figure.DROPPED: Path(Kind.CAGE, Kind.DROP),
    Figure.CHIPS_BROUGHT: Path(Kind.CHIPS, Kind.PATRON),
    Figure.CHIPS_TAKEN: Path(Kind.PATRON, Kind.CHIPS),
    Figure.DROP_CARRIED: Path(Kind.DROP, Kind.CAGE),
    Figure.FLOAT_OPENED: Path(Kind.CAGE, Kind.FLOAT),
    Figure.HOUSE_CARRIED: Path(Kind.HOUSE, Kind.CAGE),
    Figure.FEES_CARRIED: Path(Kind.FEES, Kind.CAGE),
    Figure.FILLS: Path(Kind.CAGE, Kind.FLOAT),
    Figure.CREDITS: Path(Kind.FLOAT, Kind.CAGE),
    Figure.PLACED: Path(Kind.PATRON, Kind.STAKE),
    Figure.WITHDRAWN: Path(Kind.STAKE, Kind.PATRON),
    Figure.HANDED_BACK: Path(Kind.STAKE, Kind.PATRON),
    Figure.REFUNDED: Path(Kind.STAKE, Kind.PATRON),
    Figure.VOIDED: Path(Kind.STAKE, Kind.PATRON),
    Figure.UNINSURED: Path(Kind.STAKE, Kind.PATRON),
    Figure.GIVEN_BACK: Path(Kind.HOUSE, Kind.PATRON),
    Figure.COLLECTED: Path(Kind.STAKE, Kind.HOUSE),
    Figure.PAID: Path(Kind.HOUSE, Kind.PATRON),
    Figure.STAKES_BACK: Path(Kind.STAKE, Kind.PATRON, (RELEASE,)),
    Figure.DEALER_COLLECTED: Path(Kind.STAKE, Kind.PATRON, (POST,)),
    Figure.DEALER_PAID: Path(Kind.PATRON, Kind.PATRON),
    Figure.WAGERS: Path(Kind.PATRON, Kind.WAGER),
    Figure.FEES_TAKEN: Path(Kind.PATRON, Kind.FEES),
    Figure.FEES_RETURNED: Path(Kind.FEES, Kind.PATRON),
    Figure.FEES_CORRECTED: Path(Kind.FEES, Kind.HOUSE),
    Figure.RULED_OUT: Path(Kind.HOUSE, Kind.PATRON),
    Figure.RULED_IN: Path(Kind.PATRON, Kind.HOUSE),
    Figure.CORRECTED_OUT: Path(Kind.HOUSE, Kind.PATRON),
    Figure.CORRECTED_IN: Path(Kind.PATRON, Kind.HOUSE),
}
"""Which events move the money of a figure stands in `croupier.reports.events`."""


def fees_kept(figures: Mapping[Figure, int]) -> int:
    """Return the fees that the house took and did not give back."""
    returned = figures[Figure.FEES_RETURNED] + figures[Figure.FEES_CORRECTED]
    return figures[Figure.FEES_TAKEN] - returned


def effect(figure: Figure, account: Kind) -> int:
    """Return what a unit of a figure adds to an account: 1, -1 or 0."""
    path = PATHS[figure]
    return (path.target == account) - (path.source == account)
