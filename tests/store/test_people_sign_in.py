"""Signing in: alike for strangers, slower after three failures, over when it is over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from croupier.accounts import CONSOLE, SERVER, AccountRole, Limits, People, PeopleRefused
from croupier.accounts.throttle import Pace, Paces
from croupier.store.incidents import Kind
from folk import (
    OTHER,
    SECRET,
    Quick,
    Time,
    everything,
    last,
    noted,
    people_of,
    refused,
    staffed,
)


def test_a_token_is_fresh_each_time_and_stored_nowhere(database: str, folder: Path) -> None:
    with people_of(database) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=SECRET)
        first, second = (people.sign_in("ANN", SECRET, "1.2.3.4") for _ in range(2))
        assert first.token != second.token
        assert first.session.id != second.session.id
        assert len(first.token) >= 43
        for token, session in (first, second):
            assert people.session(token) == session
        assert people.sessions("ann") == (first.session, second.session)
        assert first.session.where == "1.2.3.4"
        invited = people.invitation()
        assert invited is not None
    kept = everything(database).encode()
    for path in folder.iterdir():
        kept += path.read_bytes()
    for secret in (first.token, second.token, invited, SECRET):
        assert secret.encode() not in kept
    assert first.session.id.encode() in kept


def test_strangers_and_acquaintances_are_answered_alike(database: str) -> None:
    """The same refusal, the same number of hashes, and an entry in the journal both times."""
    hasher = Quick()
    with People.open(database, clock=Time().clock(), hasher=hasher) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=SECRET)
        people.add("eve", AccountRole.PLAYER, CONSOLE)
        told, computed = set(), set()
        attempts = [("ann", OTHER), ("nobody", OTHER), ("eve", OTHER), ("", ""), ("a\0b", OTHER)]
        attempts += [("x" * 5000, OTHER), ("nobody", "y" * 5000), ("ann", "\ud800")]
        for name, password in attempts:
            before, count = hasher.computed, len(noted(people))
            with pytest.raises(PeopleRefused) as caught:
                people.sign_in(name, password)
            told.add(str(caught.value))
            computed.add(hasher.computed - before)
            assert len(noted(people)) == count + 1
        assert told == {"bad_credentials: the name or the password is wrong"}
        assert computed == {1}


def test_a_name_that_nobody_has_is_not_noted(sqlite: str) -> None:
    """It may be a password in the wrong field."""
    with people_of(sqlite) as people:
        refused(people.sign_in, SECRET, "ann")
        assert (last(people).kind, last(people).subject) == (Kind.SIGN_IN_FAILED, None)
    assert SECRET not in everything(sqlite)


def test_three_failures_make_one_wait_and_longer_each_time(database: str) -> None:
    """The right password has to wait too: otherwise guessing could go on meanwhile."""
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        for _ in range(3):
            assert refused(people.sign_in, "dealer", OTHER) == "bad_credentials"
        kinds = [entry.kind for entry in noted(people)[-2:]]
        assert kinds == [Kind.SIGN_IN_FAILED, Kind.THROTTLED]
        assert (last(people).actor, last(people).subject) == (SERVER, "dealer")
        count = len(noted(people))
        for wait in (10, 20, 40, 80, 160, 320, 640, 900, 900):
            time.go(wait - 1)
            for password in (OTHER, SECRET):
                assert refused(people.sign_in, "dealer", password) == "throttled"
            time.go(1)
            assert refused(people.sign_in, "dealer", OTHER) == "bad_credentials"
        assert len(noted(people)) == count + 18, "what comes too soon is not even noted"
        found = people.find("dealer")
        assert found is not None
        assert not found.locked
        time.go(900)
        people.sign_in("dealer", SECRET)
        refused(people.sign_in, "dealer", OTHER)
        people.sign_in("dealer", SECRET)


def test_a_stranger_who_hammers_keeps_nobody_out(database: str) -> None:
    """The owner comes from another address, even one that was never seen before."""
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        inside = people.sign_in("dealer", SECRET, "10.0.0.1").token
        for number in range(200):
            time.go(1)
            refused(people.sign_in, "dealer", OTHER, "203.0.113.9")
            if number % 50 == 0:
                people.sign_in("dealer", SECRET, "10.0.0.1")
                people.sign_in("dealer", SECRET, f"10.0.1.{number}")
        assert people.session(inside) is not None
        assert refused(people.sign_in, "dealer", SECRET, "203.0.113.9") == "throttled"


def test_a_guess_from_many_addresses_is_bounded_for_an_account(database: str) -> None:
    """Not for an address from which its owner has signed in before."""
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        people.sign_in("dealer", SECRET, "10.0.0.1")
        tried = 0
        for number in range(1500):
            time.go(1)
            where = f"203.0.{number // 250}.{number % 250}"
            tried += refused(people.sign_in, "dealer", OTHER, where) == "bad_credentials"
        assert 50 <= tried <= 50 + 1500 / 20, "fifty at once, then fewer and fewer"
        assert refused(people.sign_in, "dealer", SECRET, "198.51.100.1") == "throttled"
        people.sign_in("dealer", SECRET, "10.0.0.1")
        people.sign_in("player", SECRET, "198.51.100.1")


def test_an_address_that_tries_many_names_has_to_wait(sqlite: str) -> None:
    """Names that nobody has count like others, and are stored nowhere."""
    with people_of(sqlite) as people:
        staffed(people)
        people.sign_in("player", SECRET, "2001:db8:1:2::9")
        told = [
            refused(people.sign_in, f"nobody {number}", OTHER, f"2001:db8:1:2::{number}")
            for number in range(21)
        ]
        assert told == [*["bad_credentials"] * 20, "throttled"]
        assert refused(people.sign_in, "dealer", SECRET, "2001:db8:1:2::1") == "throttled"
        people.sign_in("dealer", SECRET, "2001:db8:1:3::1")
        people.sign_in("player", SECRET, "2001:db8:1:2::1")
    assert "nobody" not in everything(sqlite)


def test_names_that_nobody_has_wait_as_others_do(sqlite: str) -> None:
    with people_of(sqlite) as people:
        staffed(people)
        for name in ("dealer", "nobody"):
            told = [refused(people.sign_in, name, OTHER, name) for _ in range(5)]
            assert told == [*["bad_credentials"] * 3, *["throttled"] * 2]


def test_guesses_at_once_are_counted_one_by_one(database: str) -> None:
    """All of them pass the first look; what was stored meanwhile counts."""
    with people_of(database) as people:
        staffed(people)
        with ThreadPoolExecutor(8) as pool:
            told = list(pool.map(lambda _: refused(people.sign_in, "dealer", OTHER), range(24)))
        assert sorted(told) == [*["bad_credentials"] * 3, *["throttled"] * 21]


def test_an_administrator_ends_a_wait(database: str) -> None:
    with people_of(database) as people:
        staffed(people)
        for _ in range(3):
            refused(people.sign_in, "dealer", OTHER)
        assert not people.unlock("dealer", "administrator").locked
        assert last(people).kind is Kind.UNLOCKED
        people.sign_in("dealer", SECRET)


def test_failures_far_apart_or_made_good_do_not_count(sqlite: str) -> None:
    time = Time()
    with people_of(sqlite, time) as people:
        staffed(people)
        for _ in range(6):
            refused(people.sign_in, "dealer", OTHER)
            time.go(31 * 60)
        for _ in range(3):
            refused(people.sign_in, "player", OTHER)
            refused(people.sign_in, "player", OTHER)
            people.sign_in("player", SECRET)


def test_locked_by_somebody_is_locked_until_unlocked(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        token, session = people.sign_in("dealer", SECRET)
        people.lock("dealer", "administrator")
        assert people.session(token) is None
        assert people.alive([session.id]) == set()
        time.go(365 * 24 * 3600)
        assert refused(people.sign_in, "dealer", SECRET) == "locked"
        assert refused(people.sign_in, "dealer", OTHER) == "bad_credentials"
        people.unlock("dealer", "administrator")
        people.sign_in("dealer", SECRET)
        assert people.session(token) is None


@pytest.mark.parametrize("what", ["password", "own password", "post", "lock", "revoke", "out"])
def test_what_ends_sessions(database: str, what: str) -> None:
    with people_of(database) as people:
        staffed(people)
        entered = [people.sign_in("dealer", SECRET) for _ in range(2)]
        other = people.sign_in("player", SECRET)
        match what:
            case "password":
                people.set_password("dealer", OTHER, "administrator")
            case "own password":
                people.change_own_password("dealer", SECRET, OTHER)
                assert last(people).actor == "dealer"
            case "post":
                people.appoint("dealer", AccountRole.PIT_SUPERVISOR, "administrator")
            case "lock":
                people.lock("dealer", "administrator")
            case "revoke":
                assert people.revoke_all("dealer", "administrator") == 2
                assert last(people).kind is Kind.SESSION_REVOKED
            case _:
                for token, _ in entered:
                    people.sign_out(token)
                    people.sign_out(token)
                assert last(people).kind is Kind.SIGNED_OUT
        assert [people.session(token) for token, _ in entered] == [None, None]
        ids = [session.id for _, session in (*entered, other)]
        assert people.alive(ids) == {other.session.id}
        assert people.sessions("dealer") == ()
        assert people.session(other.token) is not None


def test_one_session_is_revoked_by_its_owner_or_an_administrator(database: str) -> None:
    with people_of(database) as people:
        staffed(people)
        first, second, third = (people.sign_in("player", SECRET).session.id for _ in range(3))
        people.revoke(first, "player")
        people.revoke(second, "administrator")
        assert people.alive([first, second, third]) == {third}
        assert (last(people).actor, last(people).subject) == ("administrator", "player")


def test_patrons_sessions_end_when_idle(database: str) -> None:
    time, name, idle = Time(), "player", 1800
    with people_of(database, time) as people:
        staffed(people)
        token, session = people.sign_in(name, SECRET)
        time.go(idle - 1)
        assert people.alive([session.id]) == {session.id}
        assert people.session(token) is not None
        time.go(idle - 1)
        assert people.session(token, touch=False) is not None
        time.go(2)
        assert people.alive([session.id]) == set()
        assert people.session(token) is None
        assert last(people).kind is Kind.SESSION_EXPIRED
        time.set(-600)
        assert people.session(token) is None


@pytest.mark.parametrize("name", ["dealer", "auditor", "pit_manager"])
def test_idle_staff_stay_and_resume(database: str, name: str) -> None:
    """What they ask for is no act; what they do is; a wrong word wakes nobody."""
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        token, session = people.sign_in(name, SECRET)
        time.go(299)
        assert people.session(token, acts=False) is not None
        time.go(2)
        assert people.idle(session.id), "a question is no act"
        found = people.session(token)
        assert found is not None
        assert found.idle
        assert people.idle(session.id), "nor is an act that is refused"
        assert people.alive([session.id]) == {session.id}
        assert refused(people.resume_by_password, session, OTHER) == "bad_credentials"
        assert people.idle(session.id)
        people.resume_by_password(session, SECRET)
        assert not people.idle(session.id)
        assert (last(people).kind, last(people).subject) == (Kind.SESSION_RESUMED, name)
        time.go(200)
        assert people.session(token) is not None
        time.go(200)
        assert not people.idle(session.id), "who acts all the time is never asked"
        time.go(12 * 3600)
        assert people.session(token) is None
        assert not people.idle(session.id)


def test_staff_resume_by_pin_until_it_is_held(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        people.set_pin("pit_manager", "480213", CONSOLE)
        assert people.has_pin("pit_manager")
        assert not people.has_pin("dealer")
        session = people.sign_in("pit_manager", SECRET).session
        other = people.sign_in("dealer", SECRET).session
        time.go(301)
        assert refused(people.resume_by_pin, other, "480213") == "bad_credentials"
        people.resume_by_pin(session, "480213")
        assert not people.idle(session.id)
        time.go(301)
        for _ in range(3):
            assert refused(people.resume_by_pin, session, "111111") == "bad_credentials"
        assert refused(people.resume_by_pin, session, "480213") == "pin_locked"
        assert people.idle(session.id)
        people.resume_by_password(session, SECRET)
        assert not people.idle(session.id)


def test_sessions_end_after_twelve_hours_however_busy(sqlite: str) -> None:
    time = Time()
    with people_of(sqlite, time) as people:
        staffed(people)
        token, session = people.sign_in("dealer", SECRET)
        for _ in range(12 * 20):
            time.go(179)
            people.touch(session.id)
        assert people.session(token) is not None
        time.go(260)
        assert people.session(token) is None


def test_a_sign_of_life_is_written_now_and_then(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        token, begun = people.sign_in("dealer", SECRET)
        time.go(4)
        people.session(token)
        assert people.sessions("dealer") == (begun,)
        time.go(2)
        people.session(token)
        assert people.sessions("dealer")[0].seen > begun.seen
        time.go(100)
        people.touch(begun.id)
        people.touch("nothing")
        time.go(299)
        assert people.session(token) is not None


def test_sessions_that_nobody_asks_for_are_swept(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        people.sign_in("dealer", SECRET)
        people.sign_in("player", SECRET)
        time.go(1801)
        assert people.sweep() == 1
        assert people.sweep() == 0
        assert (last(people).kind, last(people).subject) == (Kind.SESSION_EXPIRED, "player")


def test_limits_can_be_set(sqlite: str) -> None:
    time = Time()
    limits = Limits(staff_idle=10, staff_shift=20, paces=Paces(pair=Pace(1, 20, 20)))
    with people_of(sqlite, time, limits) as people:
        staffed(people)
        token = people.sign_in("dealer", SECRET).token
        time.go(11)
        found = people.session(token)
        assert found is not None
        assert found.idle
        time.go(10)
        assert people.session(token) is None
        refused(people.sign_in, "dealer", OTHER)
        assert refused(people.sign_in, "dealer", SECRET) == "throttled"
        time.go(21)
        people.sign_in("dealer", SECRET)


def test_a_token_is_rotated(database: str) -> None:
    with people_of(database) as people:
        staffed(people)
        token, session = people.sign_in("dealer", SECRET)
        fresh = people.rotate(token)
        assert fresh is not None
        assert fresh != token
        assert people.session(token) is None
        assert people.session(fresh) == session
        assert people.rotate(token) is None


def test_a_hash_is_renewed_when_the_parameters_change(database: str) -> None:
    clock = Time().clock()
    with People.open(database, clock=clock, hasher=Quick()) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=SECRET)
    dearer = Quick(time_cost=2)
    with People.open(database, clock=clock, hasher=dearer) as people:
        assert "t=1" in everything(database)
        people.sign_in("ann", SECRET)
        assert "t=2" in everything(database)
        count = dearer.computed
        people.sign_in("ann", SECRET)
        assert dearer.computed == count + 1


def test_a_password_is_the_same_from_every_keyboard(sqlite: str) -> None:
    with people_of(sqlite) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password="café au lait ①")
        people.sign_in("ann", "cafe\u0301 au lait 1")
        refused(people.sign_in, "ann", "CAFÉ AU LAIT 1")


def test_the_usual_hash_is_argon2id_with_64_mib(sqlite: str) -> None:
    with People.open(sqlite) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=SECRET)
        people.sign_in("ann", SECRET)
    assert "$argon2id$v=19$m=65536,t=3,p=4$" in everything(sqlite)


def test_one_changes_a_password_only_by_the_old_one(sqlite: str) -> None:
    with people_of(sqlite) as people:
        staffed(people)
        assert refused(people.change_own_password, "dealer", OTHER, OTHER) == "bad_credentials"
        assert refused(people.change_own_password, "dealer", SECRET, "short") == "weak_password"
        people.change_own_password("dealer", SECRET, OTHER)
        people.sign_in("dealer", OTHER)
        assert refused(people.sign_in, "dealer", SECRET) == "bad_credentials"
