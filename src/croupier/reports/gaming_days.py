"""Gaming days: when a house's day begins, in its own time zone, and which day a moment belongs to.

A day is named by the date on which it begins there. It lasts until the next one begins: 23 or 25
hours where the clocks are changed meanwhile. The database has all moments in UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from croupier.errors import did_you_mean
from croupier.store.limit_checks import Since

_DAY = timedelta(days=1)
_FIRST, _LAST = date(2, 1, 1), date(9998, 12, 31)
"""Days beyond these cannot be reckoned with: in some zones they lie outside of the calendar."""
_MIDNIGHT = "T00:00:00"


class GamingDay(NamedTuple):
    """A gaming day: its name, when it begins, and when the next one does, as events write it."""

    name: str
    since: str
    until: str

    def holds(self, at: str) -> bool:
        """Return True if a moment, as events write it, is in this day."""
        return self.since <= at < self.until


@dataclass(frozen=True, slots=True)
class GamingDays:
    """The days of a house: its time zone, and the time at which a day begins there."""

    zone: tzinfo = UTC
    starts: time = time()

    @classmethod
    def parse(cls, zone: str = "UTC", starts: str = "00:00") -> GamingDays:
        """Return the days for settings that were checked before; raise ValueError for others."""
        return cls(parse_zone(zone), parse_start(starts))

    @property
    def zone_name(self) -> str:
        """The name of the time zone, as the setting has it."""
        return self.zone.key if isinstance(self.zone, ZoneInfo) else "UTC"

    @property
    def start_text(self) -> str:
        """The time at which a day begins, as the setting has it."""
        return self.starts.strftime("%H:%M")

    def begins(self, day: date) -> datetime:
        """Return when a gaming day begins, in UTC.

        A time that the clocks leave out counts as if they had not been changed yet; of one that
        comes twice the first counts.
        """
        bounded = min(max(day, _FIRST), _LAST)
        return datetime.combine(bounded, self.starts, self.zone).astimezone(UTC)

    def day_of(self, at: str) -> GamingDay:
        """Return the gaming day of a moment, as events write it."""
        moment = _read(at)
        local = moment.astimezone(self.zone).replace(tzinfo=None)
        since_midnight = timedelta(hours=self.starts.hour, minutes=self.starts.minute)
        day = (local - since_midnight).date()
        # Near a change of the clocks that is one day off, either way.
        while day > _FIRST and moment < self.begins(day):
            day -= _DAY
        while day < _LAST and moment >= self.begins(day + _DAY):
            day += _DAY
        return GamingDay(day.isoformat(), *map(write_moment, (self.begins(day), self._end(day))))

    def since(self, at: str) -> Since:
        """Return when the gaming day of a moment began, and its week: the last Monday's day."""
        day = self.day_of(at)
        found = date.fromisoformat(day.name)
        monday = self.begins(found - timedelta(days=found.weekday()))
        return Since(day.since, write_moment(monday))

    def _end(self, day: date) -> datetime:
        return self.begins(day + _DAY)

    def precision(self, first: str, last: str) -> int:
        """Return how many signs of a moment tell its day, for moments from the first to the last.

        10 where all days begin at midnight in UTC, 13 where they begin at a full hour there: so
        many groups a database makes, and `day_of_group` gives the day of each.
        """
        begins = [write_moment(each)[:19] for each in self._between(first, last)]
        for length in (10, 13, 16):
            if all(each[length:] == _MIDNIGHT[length - 10 :] for each in begins):
                return length
        return 19

    def day_of_group(self, group: str) -> str:
        """Return the name of the day that all moments which begin with these signs belong to."""
        return self.day_of(group + _MIDNIGHT[len(group) - 10 :]).name

    def _between(self, first: str, last: str) -> Iterator[datetime]:
        day, end = (date.fromisoformat(self.day_of(at).name) for at in (first, last))
        while day <= end:
            yield self.begins(day)
            day += _DAY


UTC_DAYS = GamingDays()
"""The days of a house that has set nothing."""


def _read(at: str) -> datetime:
    found = datetime.fromisoformat(at)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def write_moment(moment: datetime) -> str:
    """Return a moment as events write it, without a zone: all events are in UTC."""
    utc = moment if moment.tzinfo is None else moment.astimezone(UTC)
    return utc.replace(tzinfo=None).isoformat(timespec="milliseconds")


def parse_zone(name: str) -> tzinfo:
    """Return the time zone of a name; raise ValueError with what was expected."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        # The folder has folders too, and a name may be none of a file at all.
        pass
    known = available_timezones()
    if not known:
        missing = (
            "this machine has no time zones: install its package tzdata, or pip install tzdata"
        )
        raise ValueError(f'UTC or the name of a time zone like "Asia/Macau" ({missing})')
    near = did_you_mean(name, sorted(known)).removeprefix("; ")
    raise ValueError(f'the name of a time zone like "Asia/Macau"{near and f" ({near})"}')


def parse_start(text: str) -> time:
    """Return the time at which days begin; raise ValueError with what was expected."""
    if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", text, re.ASCII):
        raise ValueError('a time of the day like "06:00"')
    return time.fromisoformat(text)
