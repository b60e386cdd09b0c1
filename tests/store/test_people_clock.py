"""A clock that is set back an hour revives nothing and locks nobody out."""

from __future__ import annotations

import pytest

from croupier.store.clock import Back
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.store.incidents import Kind
from folk import OTHER, SECRET, Time, noted, people_of, refused, staffed, tampered

HOUR = 3600.0


def test_time_never_goes_back() -> None:
    time = Time(1000.0)
    clock = time.clock()
    time.go(10)
    assert clock.now() == 1010
    time.set(-3)
    assert clock.now() == 1010
    assert clock.take_steps_back() == ()
    time.set(+3)
    time.go(1)
    assert clock.now() == 1011
    time.set(-HOUR)
    time.go(60)
    assert clock.now() == 1011 + 54
    assert clock.take_steps_back() == (Back(1071, 1071 - HOUR),)
    time.go(60)
    assert clock.now() == 1011 + 108
    assert clock.take_steps_back() == ()
    time.set(-20)
    assert clock.now() == 1011 + 108
    assert len(clock.take_steps_back()) == 1
    time.set(HOUR + 20)
    assert clock.now() == 1011 + 120
    time.set(+500)
    assert clock.now() == 1631
    assert clock.shown() == 1631
    assert clock.text() == "1970-01-01T00:27:11.000+00:00"


def test_a_clock_that_was_ahead_by_mistake_is_right_again() -> None:
    time = Time()
    clock = time.clock()
    time.set(+HOUR)
    clock.now()
    time.set(-HOUR)
    for _ in range(10 * 60 + 1):
        before = clock.now()
        time.go(60)
        assert clock.now() > before
    assert clock.now() - time.wall <= 5
    assert len(clock.take_steps_back()) == 1


def test_a_back_that_cannot_be_noted_is_noted_later(sqlite: str) -> None:
    time = Time()
    with people_of(sqlite, time) as people:
        time.set(-HOUR)
        tampered(sqlite, "ALTER TABLE incidents RENAME TO gone")
        for _ in range(2):
            with pytest.raises(NotStored):
                people.sessions("ann")
        tampered(sqlite, "ALTER TABLE gone RENAME TO incidents")
        people.sessions("ann")
        assert [entry.kind for entry in noted(people)] == [Kind.CLOCK_BACK]


def test_a_dead_session_stays_dead_and_a_living_one_lives(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        old = people.sign_in("dealer", SECRET)
        time.go(12 * HOUR + 1)
        new = people.sign_in("player", SECRET)
        time.set(-HOUR)
        assert people.session(old.token) is None
        assert people.alive([old.session.id, new.session.id]) == {new.session.id}
        assert people.session(new.token) is not None
        assert [entry.kind for entry in noted(people)].count(Kind.CLOCK_BACK) == 1
        time.go(34 * 60)
        assert people.session(new.token) is None
        people.sign_in("dealer", SECRET)


def test_a_wait_lasts_as_long_as_it_should(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        for _ in range(3):
            refused(people.sign_in, "dealer", OTHER)
        time.set(-HOUR)
        assert refused(people.sign_in, "dealer", SECRET) == "throttled"
        time.go(12)
        people.sign_in("dealer", SECRET)


def test_a_restart_with_the_clock_set_back(database: str) -> None:
    """What had ended before, though nobody had asked for it, has ended."""
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        old = people.sign_in("dealer", SECRET)
        time.go(12 * HOUR + 1)
        new = people.sign_in("player", SECRET)
        time.go(60)
        gone = people.sign_in("auditor", SECRET)
        people.sign_out(gone.token)
    time.set(-HOUR)
    with people_of(database, time) as people:
        assert [entry.kind for entry in noted(people)].count(Kind.CLOCK_BACK) == 1
        assert people.session(old.token) is None
        assert people.session(new.token) is not None
        entered = people.sign_in("dealer", SECRET)
        time.go(299)
        assert people.session(entered.token) is not None


def test_a_clock_that_was_days_ahead_is_forgotten(database: str) -> None:
    time = Time()
    time.set(400 * 24 * HOUR)
    with people_of(database, time) as people:
        staffed(people)
        token = people.sign_in("dealer", SECRET).token
        for _ in range(3):
            refused(people.sign_in, "player", OTHER)
    time.set(-400 * 24 * HOUR)
    for times in (1, 1):
        with people_of(database, time) as people:
            assert people.session(token) is None
            people.sign_in("player", SECRET)
            backs = people.incidents.after(0, 100, kind=Kind.CLOCK_BACK)
            assert len(backs) == times
            assert backs[0].at.startswith("2027-01-15")
            assert backs[0].before.startswith("2028-02-19")


@pytest.mark.parametrize("seconds", [-4.0, 4.0, 60.0])
def test_small_corrections_are_no_incident(sqlite: str, seconds: float) -> None:
    time = Time()
    with people_of(sqlite, time) as people:
        staffed(people)
        time.set(seconds)
        people.sign_in("dealer", SECRET)
        assert people.incidents.after(0, 100, kind=Kind.CLOCK_BACK) == ()


def test_a_house_can_go_by_the_same_clock(sqlite: str) -> None:
    time = Time()
    clock = time.clock()
    with House.open(sqlite, now=clock.text) as house:
        house.create_table("t1")
        time.set(-HOUR)
        house.create_table("t2")
        assert house.tables() == ("t1", "t2")
