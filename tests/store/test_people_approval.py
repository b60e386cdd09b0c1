"""PINs at a dealer's screen, and how the first administrator comes in."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Thread

import pytest

from croupier.accounts import ALL, CONSOLE, AccountRole, PeopleRefused
from croupier.errors import Code, Refused
from croupier.store.incidents import Kind
from folk import OTHER, PIN, SECRET, Time, everything, last, noted, people_of, refused, staffed

APPROVE = [role for role in AccountRole if role.approves]


def test_approvals_begin_at_the_pit_supervisor() -> None:
    assert APPROVE == [
        AccountRole.PIT_SUPERVISOR,
        AccountRole.PIT_MANAGER,
        AccountRole.SHIFT_MANAGER,
    ]


@pytest.mark.parametrize("role", list(AccountRole))
def test_who_approves_where(database: str, role: AccountRole) -> None:
    with people_of(database) as people:
        staffed(people)
        if role not in APPROVE:
            with pytest.raises(Refused):
                people.set_pin(role.value, PIN, CONSOLE)
            assert refused(people.approve, role.value, PIN, "t1", "dealer") == "bad_credentials"
            return
        people.set_pin(role.value, PIN, "administrator")
        person = people.approve(role.value, PIN, "t1", "dealer")
        assert (person.name, person.role) == (role.value, role)
        told = last(people)
        assert (told.kind, told.actor, told.table_id) == (Kind.APPROVAL_GIVEN, role.value, "t1")
        assert told.detail == {"asked_by": "dealer", "post": role.value}
        with pytest.raises(Refused) as caught:
            people.approve(role.value, PIN, "t2", "dealer")
        assert caught.value.code is Code.NOT_ALLOWED
        assert (last(people).kind, last(people).table_id) == (Kind.APPROVAL_REFUSED, "t2")
        people.assign(role.value, ALL, "administrator")
        people.approve(role.value, PIN, "t2")
        people.lock(role.value, "administrator")
        assert refused(people.approve, role.value, PIN, "t1") == "locked"


def test_three_wrong_pins_hold_the_pin_for_that_colleague(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        people.set_pin("pit_manager", PIN, "pit_manager")
        tried = partial(people.approve, "pit_manager", table_id="t1", asked_by="dealer")
        for _ in range(3):
            assert refused(tried, pin="999998") == "bad_credentials"
        kinds = [entry.kind for entry in noted(people)[-4:]]
        assert kinds == [*[Kind.APPROVAL_REFUSED] * 3, Kind.LOCKED]
        assert last(people).detail == {"what": "pin", "asked_by": "dealer"}
        # Right or wrong is not told meanwhile: it would be a way to go on guessing.
        assert refused(tried, pin="999998") == "pin_locked"
        assert refused(tried, pin=PIN) == "pin_locked"
        people.approve("pit_manager", PIN, "t1", "pit_supervisor")
        people.sign_in("pit_manager", SECRET)
        time.go(1801)
        tried(pin=PIN)
        for _ in range(3):
            refused(tried, pin="999998")
        people.unlock("pit_manager", "administrator")
        tried(pin=PIN)


def test_wrong_pins_of_many_colleagues_hold_it_for_all(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        people.set_pin("pit_manager", PIN, "pit_manager")
        told = [
            refused(people.approve, "pit_manager", "999998", "t1", f"dealer {number // 2}")
            for number in range(11)
        ]
        assert told == [*["bad_credentials"] * 10, "pin_locked"]
        assert refused(people.approve, "pit_manager", PIN, "t1", "another") == "pin_locked"
        time.go(1801)
        people.approve("pit_manager", PIN, "t1", "another")


def test_wrong_passwords_of_a_stranger_do_not_stop_approvals(sqlite: str) -> None:
    with people_of(sqlite) as people:
        staffed(people)
        people.set_pin("pit_manager", PIN, "pit_manager")
        for _ in range(3):
            refused(people.sign_in, "pit_manager", OTHER)
        people.approve("pit_manager", PIN, "t1")


@pytest.mark.parametrize(
    "pin", ["12345", "123456", "876543", "000000", "12a456", "１２３４８６", ""]
)
def test_weak_pins_are_refused(sqlite: str, pin: str) -> None:
    with people_of(sqlite) as people:
        staffed(people)
        assert refused(people.set_pin, "pit_manager", pin, CONSOLE) == "weak_pin"


def test_a_pin_goes_with_a_role_that_has_none(sqlite: str) -> None:
    with people_of(sqlite) as people:
        staffed(people)
        people.set_pin("pit_manager", PIN, CONSOLE)
        people.appoint("pit_manager", AccountRole.DEALER, CONSOLE)
        assert last(people).kind is Kind.PIN_CHANGED
        people.appoint("pit_manager", AccountRole.PIT_MANAGER, CONSOLE)
        assert refused(people.approve, "pit_manager", PIN, "t1") == "bad_credentials"


def test_an_unknown_name_is_refused_as_a_wrong_pin_is(sqlite: str) -> None:
    with people_of(sqlite) as people:
        assert refused(people.approve, PIN, PIN, "t1") == "bad_credentials"
        assert last(people).subject is None
    assert PIN not in everything(sqlite)


def test_the_first_administrator_is_invited(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        old, token = people.invitation(), people.invitation()
        assert old is not None
        assert token is not None
        accept = people.accept_invitation
        assert refused(accept, old, "boss", SECRET) == "bad_invitation"
        assert refused(accept, "", "boss", SECRET) == "bad_invitation"
        assert refused(accept, token, "boss", "short") == "weak_password"
        boss = accept(token, "boss", SECRET)
        assert boss.role is AccountRole.ADMINISTRATOR
        assert [entry.kind for entry in noted(people)] == [
            *[Kind.INVITATION_MADE] * 2,
            Kind.PERSON_ADDED,
            Kind.INVITATION_USED,
        ]
        assert refused(accept, token, "other", SECRET) == "bad_invitation"
        assert people.invitation() is None
        people.sign_in("boss", SECRET)


def test_an_invitation_ends_after_a_day_or_with_another_administrator(database: str) -> None:
    time = Time()
    with people_of(database, time) as people:
        token = people.invitation()
        assert token is not None
        time.go(24 * 3600 + 1)
        assert refused(people.accept_invitation, token, "boss", SECRET) == "bad_invitation"
        token = people.invitation()
        assert token is not None
        people.add("console", AccountRole.ADMINISTRATOR, CONSOLE)
        assert refused(people.accept_invitation, token, "boss", SECRET) == "bad_invitation"


def test_two_accept_the_same_invitation_and_one_wins(database: str) -> None:
    with people_of(database) as people:
        token = people.invitation()
        assert token is not None
        barrier, outcomes = Barrier(4), list[str]()

        def accept(name: str) -> None:
            barrier.wait()
            try:
                outcomes.append(people.accept_invitation(token, name, SECRET).name)
            except PeopleRefused as wrong:
                outcomes.append(str(wrong.reason))

        threads = [Thread(target=accept, args=(f"boss{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert outcomes.count("bad_invitation") == 3
        assert [person.name in outcomes for person in people.list()] == [True]


def test_the_journal_says_what_was_approved_and_what_was_refused(database: str) -> None:
    about = {"command": "fill", "amount": "5000"}
    with people_of(database) as people:
        staffed(people)
        people.set_pin("pit_manager", "480213", CONSOLE)
        refused(people.approve, "pit_manager", "111111", "t1", "dealer", about=about)
        told = last(people)
        assert (told.kind, told.detail) == (Kind.APPROVAL_REFUSED, {**about, "reason": "wrong"})
        people.approve("pit_manager", "480213", "t1", "dealer", about=about)
        told = last(people)
        assert told.kind is Kind.APPROVAL_GIVEN
        assert told.detail == {**about, "asked_by": "dealer", "post": "pit_manager"}
