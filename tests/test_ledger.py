"""Double entry: nothing is lost, nothing is made, nobody owes who may not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.ledger import (
    CAGE,
    FEES,
    FLOAT,
    HOUSE,
    OVERDRAWN,
    Book,
    Hold,
    InvalidTransfer,
    Move,
    Overdrawn,
    Post,
    Transfer,
    Void,
    patron,
    stake,
    wager,
)

ANN, PAT = patron("ann"), patron("pat")
OPEN = Book.of([Move(CAGE, FLOAT, 5000), Move(FLOAT, ANN, 1000)])


def test_buying_in_takes_chips_from_the_tray() -> None:
    assert OPEN.balance(ANN) == 1000
    assert OPEN.balance(FLOAT) == 4000
    assert OPEN.balance(CAGE) == -5000
    assert OPEN.total == 0


def test_a_bet_is_held_until_it_is_settled() -> None:
    placed = OPEN.book(Hold("a", ANN, stake("a"), 100))
    assert (placed.balance(ANN), placed.balance(stake("a"))) == (900, 100)
    lost = placed.book(Post("a", HOUSE, 100))
    assert (lost.balance(ANN), lost.balance(HOUSE)) == (900, 100)
    won = placed.book(Void("a"), Move(HOUSE, ANN, 95))
    assert (won.balance(ANN), won.balance(HOUSE)) == (1095, -95)
    partly = placed.book(Post("a", HOUSE, 40))
    assert (partly.balance(ANN), partly.balance(HOUSE)) == (960, 40)
    assert lost.holds == won.holds == partly.holds == {}
    assert stake("a") not in lost.balances


def test_a_void_round_gives_everything_back() -> None:
    placed = OPEN.book(Hold("a", ANN, stake("a"), 100), Move(ANN, FEES, 2))
    assert placed.book(Void("a"), Move(FEES, ANN, 2)) == OPEN


def test_a_player_dealer_pays_and_collects_from_the_wager() -> None:
    table = OPEN.book(Move(FLOAT, PAT, 500), Hold("w", PAT, wager("pat"), 300))
    table = table.book(Hold("a", ANN, stake("a"), 100), Hold("b", ANN, stake("b"), 50))
    table = table.book(Post("a", PAT, 100), Void("b"), Post("w", ANN, 50))
    assert (table.balance(PAT), table.balance(ANN)) == (550, 950)
    assert table.balance(HOUSE) == 0


def test_who_may_not_owe_is_refused_and_nothing_is_booked() -> None:
    with pytest.raises(Overdrawn, match="patron:ann has 1000, not 1001") as wrong:
        OPEN.book(Move(FLOAT, PAT, 5), Hold("a", ANN, stake("a"), 1001))
    assert (wrong.value.account, wrong.value.balance, wrong.value.amount) == (ANN, 1000, 1001)
    assert OPEN.balance(PAT) == 0
    with pytest.raises(Overdrawn, match="fees has 0, not 1"):
        OPEN.book(Move(FEES, ANN, 1))


TEXT: Any = "5"
PART: Any = 1.5
"""What no type checker would let through, and a caller without one might hand in."""


@pytest.mark.parametrize(
    ("transfers", "says"),
    [
        ([Void("x")], 'nothing is held as "x"'),
        ([Post("x", HOUSE, 1)], 'nothing is held as "x"'),
        ([Hold("a", ANN, stake("a"), 1), Hold("a", ANN, stake("a"), 1)], "already"),
        ([Hold("a", ANN, stake("a"), 1), Post("a", HOUSE, 2)], "less than the 2"),
        ([Hold("a", ANN, stake("a"), 1), Void("a"), Void("a")], "nothing is held"),
        ([Move(ANN, HOUSE, -1)], "-1 is no whole amount"),
        ([Hold("a", ANN, stake("a"), 5), Post("a", HOUSE, -1)], "-1 is no whole amount"),
        ([Hold("a", ANN, stake("a"), 5), Move(stake("a"), ANN, 5)], "posted or voided, not moved"),
        ([Hold("a", ANN, HOUSE, 5)], "house cannot hold it"),
        ([Hold("a", ANN, stake("a"), 5), Hold("b", ANN, stake("a"), 5)], "stake:a cannot hold it"),
        ([Hold("a", ANN, stake("a"), 5), Post("a", HOUSE, TEXT)], "'5' is no"),
        ([Move(ANN, HOUSE, True)], "True is no whole amount"),
        ([Move(ANN, HOUSE, PART)], "1.5 is no whole amount"),
    ],
)
def test_what_makes_no_sense_is_a_mistake(transfers: list[Transfer], says: str) -> None:
    with pytest.raises(InvalidTransfer, match=says):
        OPEN.book(*transfers)


ACCOUNTS = st.sampled_from([CAGE, FLOAT, HOUSE, FEES, ANN, PAT])
NAMES = st.sampled_from(["a", "b", "c"])
AMOUNTS = st.integers(0, 500)
TRANSFERS = st.one_of(
    st.builds(Move, ACCOUNTS, ACCOUNTS, AMOUNTS),
    NAMES.flatmap(
        lambda name: st.builds(Hold, st.just(name), ACCOUNTS, st.just(stake(name)), AMOUNTS)
    ),
    st.builds(Post, NAMES, ACCOUNTS, AMOUNTS),
    st.builds(Void, NAMES),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(TRANSFERS, max_size=40))
def test_whatever_is_booked_the_sum_is_nothing(transfers: list[Transfer]) -> None:
    book, booked = Book(), list[Transfer]()
    for transfer in transfers:
        try:
            book = book.book(transfer)
            booked.append(transfer)
        except (Overdrawn, InvalidTransfer):
            continue
        assert book.total == 0
        assert all(
            balance > 0 or account.kind in OVERDRAWN for account, balance in book.balances.items()
        )
        for name, hold in book.holds.items():
            assert book.balance(stake(name)) == hold.amount
    assert Book.of(booked) == book, "the same list gives the same book"
