"""A span of time: whole days in UTC, or any two moments; either end may be open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, true


@dataclass(frozen=True, slots=True)
class Span:
    """From one moment on, and before another."""

    since: datetime | None = None
    until: datetime | None = None

    @classmethod
    def of_days(cls, first: date | None, last: date | None) -> Span:
        """Return the span of whole days, the last one included."""
        return cls(
            None if first is None else _midnight(first),
            None if last is None else _midnight(last + timedelta(days=1)),
        )

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


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _written(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    utc = moment if moment.tzinfo is None else moment.astimezone(UTC)
    return utc.replace(tzinfo=None).isoformat(timespec="milliseconds")
