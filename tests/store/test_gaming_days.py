"""Gaming days: where they begin, over changes of the clocks too, and that reports cut by them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.reports.cage_report import cage_report
from croupier.reports.currency import Currency
from croupier.reports.exports import as_csv, write_report
from croupier.reports.figures import Figure, Span
from croupier.reports.gaming_days import UTC_DAYS, GamingDays, write_moment
from croupier.reports.report import Report, report
from croupier.store.cage import CageMove
from croupier.store.cage_desk import Clerk, Order
from croupier.store.house import House
from floors import Floor, play_any, rehearsed
from table_world import GAMES

BANKER_NINE = "Ks 9d 3c Kh"
NEW_YORK = GamingDays.parse("America/New_York", "06:00")
ZONES = (
    *("UTC", "Asia/Macau", "Asia/Manila", "America/New_York", "Europe/Paris"),
    *("Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia"),
)
STARTS = ("00:00", "02:30", "05:45", "06:00", "23:59")

days = st.builds(GamingDays.parse, st.sampled_from(ZONES), st.sampled_from(STARTS))
moments = st.datetimes(datetime(1990, 1, 1), datetime(2036, 12, 31), timezones=st.just(UTC))


@given(days=days, moment=moments)
def test_every_moment_is_in_one_day_and_days_follow_each_other(
    days: GamingDays, moment: datetime
) -> None:
    at = write_moment(moment)
    day = days.day_of(at)
    assert day.holds(at)
    name = date.fromisoformat(day.name)
    assert day.since == write_moment(days.begins(name))
    assert day.until == write_moment(days.begins(name + timedelta(days=1)))
    assert days.day_of(day.since).name == day.name
    before = write_moment(datetime.fromisoformat(day.since) - timedelta(milliseconds=1))
    assert days.day_of(before).until == day.since


@given(days=days, moment=moments, hours=st.integers(0, 24 * 40), minutes=st.integers(0, 59))
def test_so_many_signs_tell_the_day_of_a_moment(
    days: GamingDays, moment: datetime, hours: int, minutes: int
) -> None:
    """What the database groups by: all moments that begin alike are of one day."""
    last = moment + timedelta(days=40, hours=1)
    length = days.precision(write_moment(moment), write_moment(last))
    at = write_moment(moment + timedelta(hours=hours, minutes=minutes))
    assert days.day_of_group(at[:length]) == days.day_of(at).name


@pytest.mark.parametrize(
    ("zone", "starts", "day", "begins", "hours"),
    [
        ("UTC", "00:00", "2026-03-08", "2026-03-08T00:00", 24),
        ("Asia/Macau", "06:00", "2026-03-08", "2026-03-07T22:00", 24),
        ("America/New_York", "06:00", "2026-03-07", "2026-03-07T11:00", 23),
        ("America/New_York", "00:00", "2026-03-08", "2026-03-08T05:00", 23),
        ("America/New_York", "06:00", "2026-10-31", "2026-10-31T10:00", 25),
        ("America/New_York", "06:00", "2026-11-01", "2026-11-01T11:00", 24),
        # 02:30 does not exist on this day, and 01:30 comes twice on the other: the first counts.
        ("America/New_York", "02:30", "2026-03-08", "2026-03-08T07:30", 23),
        ("America/New_York", "01:30", "2026-11-01", "2026-11-01T05:30", 25),
        ("Australia/Lord_Howe", "06:00", "2026-04-04", "2026-04-03T19:00", 24.5),
    ],
)
def test_when_a_day_begins_and_how_long_it_is(
    zone: str, starts: str, day: str, begins: str, hours: float
) -> None:
    days, name = GamingDays.parse(zone, starts), date.fromisoformat(day)
    assert f"{days.begins(name):%Y-%m-%dT%H:%M}" == begins
    assert days.begins(name + timedelta(days=1)) - days.begins(name) == timedelta(hours=hours)


@pytest.mark.parametrize("zone", ["", "Macau", "Asia/Macauu", "../etc/passwd", "Asia", "/etc/UTC"])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(ValueError, match='the name of a time zone like "Asia/Macau"'):
        GamingDays.parse(zone)


@pytest.mark.parametrize("starts", ["6:00", "24:00", "06:60", "06", "06:00:00", "٠٦:٠٠"])
def test_a_time_that_is_none_is_refused(starts: str) -> None:
    with pytest.raises(ValueError, match='a time of the day like "06:00"'):
        GamingDays.parse("UTC", starts)


def test_the_first_and_the_last_day_there_is() -> None:
    """Nobody plays then, and a report of them is empty, not a mistake."""
    for days in (UTC_DAYS, NEW_YORK):
        for day in (date.min, date.max):
            span = Span.of_days(day, day, days)
            assert len(span.ends) == 2
            assert span.first_day is not None
            assert (span.last_day is None) == (day == date.max)


class Hands:
    """A clock that is set by hand, and goes on by a millisecond at each look."""

    def __init__(self, at: str) -> None:
        self.now = datetime.fromisoformat(at)

    def __call__(self) -> str:
        self.now += timedelta(milliseconds=1)
        return self.now.isoformat(timespec="milliseconds")

    def set(self, at: str) -> None:
        self.now = datetime.fromisoformat(at)


@pytest.fixture
def clock() -> Hands:
    return Hands("2026-03-07T15:00:00+00:00")


@pytest.fixture
def house(database: str, clock: Hands) -> Iterator[House]:
    with House.open(database, rehearsal=True, now=clock) as made:
        yield made


def agreed(house: House, span: Span) -> Report:
    found = report(house.reader, span)
    assert not [check for check in found.checks if check.difference]
    return found


def test_a_bet_just_before_the_day_begins_and_one_just_after(house: House, clock: Hands) -> None:
    """In New York the clocks go on at night: the day of March 7 ends after 23 hours, at 10:00 UTC.

    The first round is paid a second before, the second a second after. By UTC both are of March 8.
    """
    floor = Floor(house, "t1", "classic", f"{BANKER_NINE} {BANKER_NINE}")
    clock.set("2026-03-08T09:59:58+00:00")
    floor.settled(("ann", 1, "player", "100"))
    assert clock.now < datetime(2026, 3, 8, 10, tzinfo=UTC)
    clock.set("2026-03-08T10:00:00+00:00")
    floor.settled(("bob", 2, "player", "40"))
    found = agreed(house, Span(days=NEW_YORK))
    assert [(row.name, row.settled, row.win) for row in found.by_day] == [
        ("2026-03-07", 1, 10000),
        ("2026-03-08", 1, 4000),
    ]
    assert [row.name for row in agreed(house, Span()).by_day] == ["2026-03-07", "2026-03-08"]
    assert agreed(house, Span()).by_day[1].win == 14000
    for row in found.by_day:
        day = date.fromisoformat(row.name)
        alone = agreed(house, Span.of_days(day, day, NEW_YORK))
        assert (alone.total.settled, alone.total.win) == (1, row.win)
        assert (alone.span.first_day, alone.span.last_day) == (row.name, row.name)
        assert [each.name for each in alone.by_day] == [row.name]
        assert alone.total.figures == row.figures
    told = write_report(found, Currency("USD", "$", 2))
    assert (told["time_zone"], told["day_starts"], told["currency"]) == (
        "America/New_York",
        "06:00",
        "USD",
    )
    last = as_csv(found, "day", Currency("USD")).splitlines()[-1]
    assert last.endswith(",USD,America/New_York,06:00")


def test_a_day_of_25_hours(house: House, clock: Hands) -> None:
    floor = Floor(house, "t1", "classic", f"{BANKER_NINE} {BANKER_NINE} {BANKER_NINE}")
    for at in ("2026-10-31T10:00:00", "2026-11-01T10:59:58", "2026-11-01T11:00:00"):
        clock.set(f"{at}+00:00")
        floor.settled(("ann", 1, "player", "100"))
    found = agreed(house, Span(days=NEW_YORK))
    assert [(row.name, row.settled) for row in found.by_day] == [
        ("2026-03-07", 0),
        ("2026-10-31", 2),
        ("2026-11-01", 1),
    ]


@pytest.mark.parametrize("zone", ["Asia/Macau", "Asia/Kathmandu", "America/New_York"])
def test_whatever_the_setting_the_days_add_up_to_the_same(database: str, zone: str) -> None:
    with rehearsed(database) as house:
        for place, game in enumerate(GAMES):
            play_any(house, f"t{place}", 60 + place, game)
        usual = agreed(house, Span())
        found = agreed(house, Span(days=GamingDays.parse(zone, "05:45")))
        for figure in Figure:
            parts = [row.figures[figure] for row in found.by_day]
            assert sum(parts) == found.total.figures[figure] == usual.total.figures[figure]
        assert sum(row.result for row in found.by_day) == usual.total.result
        names = [row.name for row in found.by_day]
        assert names == sorted(names)
        assert all(one < other for one, other in pairwise(names))


def test_what_is_large_is_large_by_the_gaming_day(house: House, clock: Hands) -> None:
    cas = Clerk("cashier", "cas")

    def deposit(at: str, id: str) -> None:
        clock.set(f"{at}+00:00")
        order = Order(CageMove.DEPOSIT, "6000", "ann")
        assert house.cage.carry_out(id, cas, order).ok

    assert house.cage.carry_out("open", cas, Order(CageMove.OPEN, "0")).ok
    deposit("2026-03-08T09:59:00", "before")
    deposit("2026-03-08T10:00:00", "after")

    def large(days: GamingDays) -> list[tuple[str, int]]:
        with house.reader.moment() as connection:
            found = cage_report(connection, Span(days=days), 1_000_000)
        return [(each.day, each.amount) for each in found.large]

    assert large(UTC_DAYS) == [("2026-03-08", 1_200_000)]
    assert large(NEW_YORK) == []
    deposit("2026-03-09T09:59:00", "night")
    assert large(NEW_YORK) == [("2026-03-08", 1_200_000)]


@pytest.mark.parametrize(
    ("currency", "amount", "shown"),
    [
        (Currency(), "1234567.00", "1,234,567"),
        (Currency(), "-0.50", "-0.50"),
        (Currency("PHP", "₱", 2), "1000.00", "₱1,000.00"),
        (Currency("PHP", "₱", 2), "-1000.5", "-₱1,000.50"),
        (Currency("MOP", "MOP"), "12.50", "MOP\u00a012.50"),
        (Currency("HKD", "HK$"), "12.00", "HK$12"),
    ],
)
def test_how_money_is_written(currency: Currency, amount: str, shown: str) -> None:
    assert currency.show(amount) == shown
