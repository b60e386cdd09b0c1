"""The limits of a patron: what they set for themselves, what the house set, and when each counts.

Lowering a limit counts at once; raising or removing one's own only after a cooling-off time. A
break or an exclusion of one's own never ends early.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

FOREVER: Final = "9999-12-31T00:00:00.000+00:00"
"""When an exclusion without an end ends."""


class LimitKind(StrEnum):
    """What is limited: money in the house's unit, or minutes."""

    DEPOSIT_DAY = "deposit_day"
    DEPOSIT_WEEK = "deposit_week"
    LOSS_DAY = "loss_day"
    LOSS_WEEK = "loss_week"
    SESSION_MINUTES = "session_minutes"
    REMINDER_MINUTES = "reminder_minutes"

    @property
    def money(self) -> bool:
        """Whether this limits money, not time."""
        return self not in (LimitKind.SESSION_MINUTES, LimitKind.REMINDER_MINUTES)


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that counts now, and another that counts later; None is no limit."""

    value: int | None = None
    later: int | None = None
    since: str | None = None
    """When `later` begins to count; None if nothing is to change."""

    def at(self, now: str) -> int | None:
        """Return what counts at a time."""
        return self.later if self.since is not None and self.since <= now else self.value

    def changed(self, value: int | None, now: str, cooled: str) -> Limit:
        """Return the limit after a wish: lower at once, higher when it has cooled off."""
        here = self.at(now)
        if here is None or (value is not None and value <= here):
            return Limit(value)
        return Limit(here, value, cooled)


@dataclass(frozen=True, slots=True)
class LimitSet:
    """The limits that one side has set: the patron, or the house."""

    limits: Mapping[LimitKind, Limit] = field(default_factory=lambda: MappingProxyType({}))
    break_until: str | None = None
    excluded_until: str | None = None

    def with_limit(self, kind: LimitKind, limit: Limit) -> LimitSet:
        """Return the set with one limit replaced."""
        return replace(self, limits=MappingProxyType({**self.limits, kind: limit}))


@dataclass(frozen=True, slots=True)
class PatronLimits:
    """All limits of a patron."""

    own: LimitSet = field(default_factory=LimitSet)
    house: LimitSet = field(default_factory=LimitSet)

    def at(self, kind: LimitKind, now: str) -> int | None:
        """Return the limit that counts at a time: the lower one; None if there is none."""
        known = (
            side.limits[kind].at(now) for side in (self.own, self.house) if kind in side.limits
        )
        return min((each for each in known if each is not None), default=None)

    def excluded_until(self, now: str) -> str | None:
        """Return until when the patron is excluded; None if they are not."""
        return _latest(now, self.own.excluded_until, self.house.excluded_until)

    def break_until(self, now: str) -> str | None:
        """Return until when the patron takes a break; None if they do not."""
        return _latest(now, self.own.break_until, self.house.break_until)


def _latest(now: str, *ends: str | None) -> str | None:
    return max((each for each in ends if each is not None and each > now), default=None)


def week_start(day: str) -> str:
    """Return the Monday of the week of a day, as the first ten signs of a time have it."""
    found = date.fromisoformat(day)
    return (found - timedelta(days=found.weekday())).isoformat()


def write_limits(limits: PatronLimits) -> dict[str, Any]:
    """Return limits as a JSON object; an incident and the database have the same."""
    return {"own": _write(limits.own), "house": _write(limits.house)}


def _write(side: LimitSet) -> dict[str, Any]:
    told: dict[str, Any] = {
        kind.value: [limit.value, limit.later, limit.since]
        for kind, limit in sorted(side.limits.items())
    }
    if side.break_until is not None:
        told["break_until"] = side.break_until
    if side.excluded_until is not None:
        told["excluded_until"] = side.excluded_until
    return told


def read_limits(told: Mapping[str, Any]) -> PatronLimits:
    """Return limits from the JSON object that `write_limits` returns."""
    return PatronLimits(_read(told["own"]), _read(told["house"]))


def _read(told: Mapping[str, Any]) -> LimitSet:
    limits = {kind: Limit(*told[kind.value]) for kind in LimitKind if kind.value in told}
    return LimitSet(MappingProxyType(limits), told.get("break_until"), told.get("excluded_until"))
