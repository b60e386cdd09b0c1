"""Mistakes on purpose in accounts and the audit journal: the test named here finds each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from croupier.accounts import AccountRole, PeopleRefused
from croupier.accounts.person import key_of
from croupier.accounts.throttle import Count, Source, Throttle
from croupier.accounts.totp import code_at
from croupier.server.ports import Port
from croupier.store.hash_chain import refusal_genesis
from server import test_staff_port
from store import (
    test_command_ids,
    test_look_alikes,
    test_people_approval,
    test_people_sign_in,
    test_refusals,
    test_second_factor,
)

Found = Callable[[str], None]


def joined(_: object, name: str, id: str) -> str:
    return f"{name}/{id}"


def lenient(secret: bytes, code: str, now: float, _: int) -> int | None:
    step = int(now // 30)
    return step if code_at(secret, step) == code else None


def anywhere(name: str, _: str, *, known: bool) -> Source:
    return Source(key_of(name) if known else "?", "")


_left = Throttle._left


def by_address(throttle: Throttle, source: Source, count: Count) -> int:
    return 0 if count is Count.ACCOUNT else _left(throttle, source, count)


def edited(database: str) -> None:
    test_refusals.test_what_is_edited_deleted_swapped_or_cut_off_is_named(
        test_refusals.refusals_in(database),
        "UPDATE refusals SET at = 'later' WHERE table_id = 't1' AND entry = 2",
        "refusal 2 of table t1",
    )


PLANTED: dict[str, tuple[str, Any, Found]] = {
    "the name and the id are joined by a slash": (
        "croupier.server.caller.asked_id",
        joined,
        lambda _: test_command_ids.test_the_collision_that_was_found_is_gone(),
    ),
    "the hash of a refusal is that of its table": (
        "croupier.store.refusals.row_hash",
        lambda *_: refusal_genesis("t1"),
        edited,
    ),
    "wrong passwords count for an account, wherever they come from": (
        "croupier.accounts.throttle.Source.of",
        anywhere,
        test_people_sign_in.test_a_stranger_who_hammers_keeps_nobody_out,
    ),
    "wrong passwords count for the address only": (
        "croupier.accounts.throttle.Throttle._left",
        by_address,
        test_people_sign_in.test_a_guess_from_many_addresses_is_bounded_for_an_account,
    ),
    "what was stored meanwhile does not count": (
        "croupier.accounts.throttle.Throttle.wait",
        lambda *_: 0,
        test_people_sign_in.test_guesses_at_once_are_counted_one_by_one,
    ),
    "a PIN is checked while it is held": (
        "croupier.accounts.approvals.Approvals._pin_held",
        lambda *_: False,
        test_people_approval.test_three_wrong_pins_hold_the_pin_for_that_colleague,
    ),
    "names look alike only if they are the same": (
        "croupier.accounts.register.skeleton",
        key_of,
        test_look_alikes.test_a_second_person_who_looks_like_the_first_is_refused,
    ),
    "a code works as often as it is given": (
        "croupier.accounts.second_factor.step_of",
        lenient,
        test_second_factor.test_enrolment_and_signing_in,
    ),
    "the staff comes in at every door": (
        "croupier.server.ports.Port.admit",
        lambda *_: None,
        lambda _: test_staff_port.test_no_session_of_the_staff_at_the_patrons_door(
            AccountRole.DEALER
        ),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_it_is_found(name: str, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target, mistake, test = PLANTED[name]
    monkeypatch.setattr(target, mistake)
    with pytest.raises((AssertionError, pytest.fail.Exception, PeopleRefused)):
        test(sqlite)


def test_without_a_mistake_they_pass(sqlite: str) -> None:
    """Else they would find anything."""
    assert Port.PATRONS.cookie != Port.STAFF.cookie
    edited(sqlite)
