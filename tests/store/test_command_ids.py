"""Ids of commands: nobody meets somebody else's answer, and a resend finds its first one."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.accounts import ALL, AccountRole, Person
from croupier.game.model import Role
from croupier.server.caller import actor_command
from croupier.store.command_ids import asked_id, former_id, given_id, own_id
from croupier.store.house import House
from croupier.store.requests import MOST_ID, SECOND, written
from croupier.table import Actor, Table
from houses import DEE, MAX, SAM, code, opened, proven

STAFF = (AccountRole.DEALER, AccountRole.PIT_SUPERVISOR, AccountRole.SHIFT_MANAGER)
TEXTS = st.text(alphabet='ux/:=",[]\\ 1', min_size=1, max_size=6)
NAMES = st.one_of(TEXTS, st.sampled_from(["u", "u/x", "for=", "own=", "dealer:u"]))
IDS = st.one_of(
    TEXTS,
    st.sampled_from(["1", "x/1", "u/1", "own=1", "for=1", 'for=["dealer","u","1"]']),
    st.builds(asked_id, st.sampled_from([Role.PLAYER, Role.DEALER]), NAMES, TEXTS),
)


@dataclass(frozen=True)
class Sent:
    """Who sends which id, and who approves it."""

    role: AccountRole
    name: str
    id: str
    approver: tuple[AccountRole, str] | None

    def key(self) -> tuple[str, str]:
        """Under which actor and id the answer is stored."""
        person = Person(self.name, self.role, ALL, False, False, "")
        above = self.approver and Person(self.approver[1], self.approver[0], ALL, False, False, "")
        body = {"do": "buy_in" if self.role is AccountRole.PLAYER else "close_bets"}
        table = cast(Table, SimpleNamespace(automatic=True))
        made = actor_command(person, "t1", table, self.id, body, above or None)
        return written(made.actor), made.id


SENT = st.builds(
    Sent,
    st.sampled_from([AccountRole.PLAYER, *STAFF]),
    NAMES,
    IDS,
    st.one_of(st.none(), st.tuples(st.sampled_from(STAFF), NAMES)),
)


@given(SENT, SENT)
def test_two_commands_never_share_a_key(one: Sent, other: Sent) -> None:
    """Whatever the names and ids look like: only the same person's same id is the same."""
    assert (one.key() == other.key()) == (one == other)


def test_the_collision_that_was_found_is_gone() -> None:
    player, boss = AccountRole.PLAYER, (AccountRole.SHIFT_MANAGER, "boss")
    assert Sent(player, "u", "x/1", None).key() != Sent(player, "u/x", "1", None).key()
    dealers = [
        Sent(AccountRole.DEALER, name, id, boss) for name, id in (("u", "x/1"), ("u/x", "1"))
    ]
    own = Sent(AccountRole.SHIFT_MANAGER, "boss", dealers[0].key()[1], None)
    assert len({each.key() for each in (*dealers, own)}) == 3


@given(NAMES, IDS)
def test_what_is_stored_gives_the_id_back(name: str, id: str) -> None:
    assert given_id(asked_id(Role.DEALER, name, id)) == id
    assert given_id(own_id(id)) == id
    former = former_id(asked_id(Role.DEALER, name, id))
    assert former == (None if "/" in name + id else f"{name}/{id}")


def test_an_id_may_be_as_long_for_a_patron_whose_chips_the_dealer_sells(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        buy = {"do": "buy_in", "player": "ann", "amount": "5"}
        for length, right in ((MOST_ID, True), (MOST_ID + 1, False)):
            id = asked_id(Role.PLAYER, "ann " + "x" * 60, "é" * length)
            assert house.command("t1", id, DEE, buy).ok is right
    proven(database)


def stored_before(
    house: House, monkeypatch: pytest.MonkeyPatch, id: str, by: Actor, **body: Any
) -> None:
    """Store a command as the version before did."""
    with monkeypatch.context() as patched:
        patched.setattr("croupier.store.requests.SECOND", "")
        assert house.command("t1", id, by, body).ok


def test_a_resend_across_the_upgrade_finds_its_first_answer(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    buy = {"do": "buy_in", "player": "ann", "amount": "500"}
    with House.open(database) as house:
        opened(house)
        stored_before(house, monkeypatch, "ann/1", DEE, **buy)
        stored_before(house, monkeypatch, "plain", DEE, **buy)
        new = asked_id(Role.PLAYER, "ann", "1")
        assert house.command("t1", new, DEE, buy).again
        assert house.command("t1", "plain", DEE, buy).again
        assert code(house.command("t1", new, DEE, {**buy, "amount": "7"})) == "malformed"
        assert house.balance("ann") == "3000.00"
        # Whose it was cannot be told where there are two slashes: it is taken as new.
        stored_before(house, monkeypatch, "ann/x/2", DEE, **buy)
        answer = house.command("t1", asked_id(Role.PLAYER, "ann", "x/2"), DEE, buy)
        assert answer.ok
        assert not answer.again
    proven(database)


def test_an_answer_stored_today_is_never_taken_for_a_former_one(database: str) -> None:
    """The manager's own id reads like what an earlier version stored for the dealer."""
    body = {"do": "open_bets"}
    with House.open(database) as house:
        opened(house)
        assert house.command("t1", "dee/1", MAX, body).ok
        later = house.command("t1", asked_id(Role.DEALER, "dee", "1"), MAX, body)
        assert not later.again
        assert code(later) == "wrong_phase"
        row = house.reader.result(written(MAX), "dee/1")
        assert row is not None
        assert row.digest.startswith(SECOND)
        assert house.deposit(own_id("for=1"), SAM, "ann", "1").ok
        assert house.deposit(own_id("for=1"), SAM, "ann", "1").again
    proven(database)
