"""The register of people: names, roles, tables, passwords, and an incident for each change."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

import pytest

from croupier.accounts import ALL, CONSOLE, SERVER, AccountRole, People, Person, may_act
from croupier.errors import Code, CroupierError, InvalidInput, Refused
from croupier.game.model import Role
from croupier.store.house import House
from croupier.store.incidents import Kind
from folk import OTHER, PIN, SECRET, Time, last, noted, people_of, refused, staffed
from houses import SAM


def test_a_person_is_added_found_and_listed(database: str) -> None:
    with people_of(database) as people:
        added = people.add("Ann", AccountRole.PLAYER, CONSOLE, password=SECRET)
        assert added == Person("Ann", AccountRole.PLAYER, (), False, False, added.made)
        dee = people.add("Dee", AccountRole.DEALER, CONSOLE, tables=["t2", "t1", "t1"])
        assert dee.tables == ("t1", "t2")
        assert people.find("aNN") == added
        assert people.find("nobody") is None
        assert people.find("a\0b") is None
        assert people.list() == (added, dee)


@pytest.mark.parametrize("again", ["ann", "ANN", "Änn", "A\u0308nn", "straße", "STRASSE"])
def test_names_are_unique_whatever_their_case(database: str, again: str) -> None:
    with people_of(database) as people:
        for name in ("Ann", "änn", "Strasse"):
            people.add(name, AccountRole.PLAYER, CONSOLE)
        assert refused(people.add, again, AccountRole.PLAYER, CONSOLE) == "name_taken"
        assert len(people.list()) == 3


@pytest.mark.parametrize(
    "name",
    [
        *("", " ann", "ann ", "a\nb", "a\0b", "a\u202eb", "a\u200bb", "a\ud800b", "x" * 65),
        *("house:console", "HOUSE:x", "a\u00a0b", 5, None),
    ],
)
def test_what_is_no_name_is_refused(sqlite: str, name: Any) -> None:
    with people_of(sqlite) as people:
        with pytest.raises(InvalidInput):
            people.add(name, AccountRole.PLAYER, CONSOLE)
        assert people.list() == ()


def test_a_name_is_kept_in_one_form(sqlite: str) -> None:
    with people_of(sqlite) as people:
        assert people.add("e\u0301" * 40, AccountRole.PLAYER, CONSOLE).name == "é" * 40
        assert people.find(unicodedata.normalize("NFD", "é" * 40)) is not None
        assert people.add("x" * 64, AccountRole.PLAYER, CONSOLE).name == "x" * 64


@pytest.mark.parametrize("table", ["T1", "", "a b", "-x", "x" * 65])
def test_what_is_no_table_is_not_assigned(sqlite: str, table: str) -> None:
    with people_of(sqlite) as people, pytest.raises(InvalidInput):
        people.add("dee", AccountRole.DEALER, CONSOLE, tables=[table])


@pytest.mark.parametrize("role", list(AccountRole))
def test_who_may_act_where(sqlite: str, role: AccountRole) -> None:
    """Patrons anywhere, the staff where it is assigned, cashiers, auditors and others nowhere."""
    with people_of(sqlite) as people:
        people.add("boss", AccountRole.ADMINISTRATOR, CONSOLE)
        here = people.add("x", role, CONSOLE, tables=["t1", "t3"])
        where = {table: people.may_act(here, table) for table in ("t1", "t2", "t3")}
        staff = role.at_table is not None and role.staff
        assert where == {
            "t1": role is AccountRole.PLAYER or staff,
            "t2": role is AccountRole.PLAYER,
            "t3": role is AccountRole.PLAYER or staff,
        }
        everywhere = people.assign("x", ALL, CONSOLE)
        assert may_act(everywhere, "t2") == (role.at_table is not None)
        nowhere = people.assign("x", (), CONSOLE)
        assert may_act(nowhere, "t1") == (role is AccountRole.PLAYER)
        assert not may_act(people.lock("x", CONSOLE), "t1")


def test_account_roles_are_the_roles_of_a_table_and_three_more() -> None:
    assert [role.at_table for role in AccountRole if role.at_table] == list(Role)
    assert [role for role in AccountRole if role.at_table is None] == [
        AccountRole.CASHIER,
        AccountRole.AUDITOR,
        AccountRole.ADMINISTRATOR,
    ]


BOSS = "administrator"
CHANGES: list[tuple[Callable[[People], object], Kind, object, object]] = [
    (
        lambda p: p.appoint("dealer", AccountRole.AUDITOR, BOSS),
        Kind.ROLE_CHANGED,
        "dealer",
        "auditor",
    ),
    (lambda p: p.assign("dealer", ["t2"], BOSS), Kind.TABLES_CHANGED, ["t1"], ["t2"]),
    (lambda p: p.assign("dealer", ALL, BOSS), Kind.TABLES_CHANGED, ["t1"], "all"),
    (lambda p: p.set_password("dealer", OTHER, BOSS), Kind.PASSWORD_CHANGED, "set", "set anew"),
    (lambda p: p.lock("dealer", BOSS), Kind.LOCKED, False, True),
]


@pytest.mark.parametrize(("change", "kind", "before", "after"), CHANGES)
def test_a_change_says_who_when_before_and_after(
    database: str, change: Callable[[People], object], kind: Kind, before: object, after: object
) -> None:
    time = Time()
    with people_of(database, time) as people:
        staffed(people)
        time.go(3600)
        change(people)
        told = last(people)
        assert (told.kind, told.actor, told.subject) == (kind, "administrator", "dealer")
        assert (told.before, told.after) == (before, after)
        assert told.at == "2027-01-15T09:00:00.000+00:00"


def test_unlocking_and_pins_are_noted(database: str) -> None:
    with people_of(database) as people:
        staffed(people)
        people.lock("dealer", CONSOLE)
        assert not people.unlock("dealer", "administrator").locked
        assert (last(people).kind, last(people).before, last(people).after) == (
            Kind.UNLOCKED,
            True,
            False,
        )
        people.set_pin("pit_manager", PIN, "pit_manager")
        assert (last(people).kind, last(people).before, last(people).after) == (
            Kind.PIN_CHANGED,
            "none",
            "set anew",
        )
        people.set_pin("pit_manager", None, "administrator")
        assert (last(people).before, last(people).after) == ("set", "none")


def test_what_changes_nothing_is_not_noted(sqlite: str) -> None:
    with people_of(sqlite) as people:
        staffed(people)
        count = len(noted(people))
        people.appoint("dealer", AccountRole.DEALER, CONSOLE)
        people.assign("dealer", ["t1"], CONSOLE)
        people.unlock("dealer", CONSOLE)
        assert len(noted(people)) == count


@pytest.mark.parametrize(
    "role", [role for role in AccountRole if role is not AccountRole.ADMINISTRATOR]
)
def test_only_administrators_manage_people(sqlite: str, role: AccountRole) -> None:
    with people_of(sqlite) as people:
        staffed(people)
        people.add("x", AccountRole.DEALER, CONSOLE, password=SECRET)
        entered = people.sign_in("x", SECRET).session.id
        count = len(noted(people))
        by = role.value
        for act in (
            lambda: people.add("y", AccountRole.PLAYER, by),
            lambda: people.appoint("x", AccountRole.PIT_MANAGER, by),
            lambda: people.assign("x", ALL, by),
            lambda: people.lock("x", by),
            lambda: people.unlock("x", by),
            lambda: people.set_password("x", OTHER, by),
            lambda: people.set_pin("x", PIN, by),
            lambda: people.revoke(entered, by),
            lambda: people.revoke_all("x", by),
        ):
            with pytest.raises(Refused) as caught:
                act()
            assert caught.value.code is Code.NOT_ALLOWED
        assert len(noted(people)) == count


def test_a_locked_administrator_manages_nobody(sqlite: str) -> None:
    with people_of(sqlite) as people:
        staffed(people)
        people.add("second", AccountRole.ADMINISTRATOR, CONSOLE)
        people.lock("second", "administrator")
        with pytest.raises(Refused):
            people.add("y", AccountRole.PLAYER, "second")
        assert refused(people.lock, "administrator", CONSOLE) == "last_administrator"
        assert refused(people.appoint, "administrator", AccountRole.AUDITOR, CONSOLE) == (
            "last_administrator"
        )
        people.unlock("second", CONSOLE)
        people.appoint("administrator", AccountRole.AUDITOR, "second")


def test_nobody_of_a_name_is_told_as_such(sqlite: str) -> None:
    with people_of(sqlite) as people:
        for act in (people.lock, people.unlock, people.revoke_all):
            assert refused(act, "nobody", CONSOLE) == "no_such_person"
        assert refused(people.set_password, "nobody", SECRET, CONSOLE) == "no_such_person"
        assert refused(people.revoke, "nothing", CONSOLE) == "no_such_session"


@pytest.mark.parametrize(
    ("password", "role"),
    [
        ("short", AccountRole.PLAYER),
        ("elevenchars", AccountRole.DEALER),
        ("x" * 1001, AccountRole.PLAYER),
        ("Password1234!", AccountRole.DEALER),
        ("123456789012", AccountRole.DEALER),
        ("aaaaaaaaaaaa", AccountRole.DEALER),
        ("long-name-of-ann", AccountRole.DEALER),
        ("LONG-NAME-OF-ANN1", AccountRole.DEALER),
        ("ｐａｓｓｗｏｒｄ1234", AccountRole.DEALER),
        ("surrogate \ud800 here", AccountRole.DEALER),
    ],
)
def test_weak_passwords_are_refused(sqlite: str, password: str, role: AccountRole) -> None:
    with people_of(sqlite) as people:
        act = people.add
        assert refused(act, "long-name-of-ann", role, CONSOLE, password=password) == "weak_password"
        assert people.list() == ()


def test_a_patron_who_joins_the_staff_needs_another_password(database: str) -> None:
    with people_of(database) as people:
        people.register("ann", "eightsig")
        people.appoint("ann", AccountRole.DEALER, CONSOLE)
        assert [entry.kind for entry in noted(people)[-2:]] == [
            Kind.ROLE_CHANGED,
            Kind.PASSWORD_CHANGED,
        ]
        assert refused(people.sign_in, "ann", "eightsig") == "bad_credentials"
        assert refused(people.set_password, "ann", "eightsig", CONSOLE) == "weak_password"
        people.set_password("ann", SECRET, CONSOLE)
        people.sign_in("ann", SECRET)


def test_a_name_with_a_wallet_is_not_up_for_grabs(database: str) -> None:
    with House.open(database) as house, people_of(database) as people:
        assert house.deposit("1", SAM, "ann", "10").ok
        for name in ("ann", "ANN"):
            assert refused(people.register, name, SECRET) == "name_taken"
            assert refused(people.guest, name) == "name_taken"
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=SECRET)


def test_guests_come_in_with_nothing(database: str) -> None:
    with people_of(database) as people:
        entered = [people.guest(where="here") for _ in range(30)]
        names = {each.session.person.name for each in entered}
        assert len(names) == 30
        for token, session in entered:
            assert session.person.guest
            assert session.person.role is AccountRole.PLAYER
            assert people.session(token) == session
        own = people.guest("Lucky Luke").session.person
        assert own.name == "Lucky Luke"
        assert refused(people.guest, "lucky luke") == "name_taken"
        assert refused(people.sign_in, own.name, "") == "bad_credentials"
        assert refused(people.appoint, own.name, AccountRole.DEALER, CONSOLE) == "guest"
        assert refused(people.set_password, own.name, SECRET, CONSOLE) == "guest"
        with pytest.raises(CroupierError):
            people.guest("house:door")
        added = people.incidents.after(0, kind=Kind.PERSON_ADDED, subject="Lucky Luke")
        assert [(each.actor, each.after["guest"]) for each in added] == [(SERVER, True)]
