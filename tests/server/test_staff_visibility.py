"""What the staff see of a table and nobody else does: excess, who asked to squeeze, the case."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.game.loading import load
from croupier.server.live import visibility
from croupier.server.live.visibility import covered, write_table
from croupier.store.memory_table import MemoryTable
from croupier.table import EVENTS

SAM = {"role": "shift_manager", "name": "sam"}
STAFF_ONLY = ("excess", "asked", "case")


def _table(*lines: dict[str, Any], **setup: object) -> MemoryTable:
    live = MemoryTable(load)
    limits = {"min": "25", "max_differential": "500"}
    opening: dict[str, Any] = {"do": "open_table", "game": "insurance", "limits": limits}
    for line in (
        {**opening, "enforcement": "dealer", **setup},
        {"do": "buy_in", "player": "ann", "amount": "5000"},
        {"do": "sit", "player": "ann", "box": 1},
        {"do": "new_shoe"},
        {"do": "open_bets"},
        *lines,
    ):
        answer = live.answer({"by": SAM, **line})
        assert answer["ok"], answer
    return live


def _bet(amount: str) -> dict[str, Any]:
    return {"do": "place_bet", "player": "ann", "box": 1, "bet": "banker", "amount": amount}


@pytest.mark.rule("insurance", "5.1")
def test_the_amount_above_the_differential_is_written() -> None:
    state = write_table(_table(_bet("800")).table)
    (over,) = state["excess"]
    assert over["amount"] == "300.00"
    assert (over["player"], over["box"], over["kind"]) == ("ann", 1, "banker")


def test_who_asked_to_squeeze_is_written() -> None:
    asks = {"do": "request_squeeze", "player": "ann", "hand": "banker"}
    state = write_table(_table(_bet("100"), asks, face_down=True).table)
    assert state["asked"] == {"banker": "ann"}


@pytest.mark.rule("insurance", "3.9", "1.19")
def test_nothing_is_shown_to_be_granted_that_would_be_refused() -> None:
    """Who may ask, for which hands, and whose wish could be granted; nobody who has left."""
    asks = {"do": "request_squeeze", "player": "ann", "hand": "banker"}
    live = _table(_bet("100"), asks, face_down=True)
    state = write_table(live.table)
    assert (state["highest"], state["may_squeeze"]) == ("ann", ["player", "banker"])
    assert covered(state)["may_squeeze"] == ["player", "banker"]
    live.answer({"by": SAM, "do": "grant_squeeze", "player": "ann", "hand": "banker"})
    state = write_table(live.table)
    assert (state["asked"], state["may_squeeze"]) == ({}, ["player"])
    live.answer({"by": SAM, "do": "leave", "player": "ann", "box": 1})
    state = write_table(live.table)
    assert (state["asked"], state["highest"], state["may_squeeze"]) == ({}, None, [])
    assert state["squeezes"] == {}


def test_at_a_face_up_table_there_is_nothing_to_ask_for() -> None:
    state = write_table(_table(_bet("100")).table)
    assert (state["highest"], state["may_squeeze"]) == ("ann", [])


def test_the_case_has_the_cards_that_are_to_be_ordered() -> None:
    live = _table(
        _bet("100"),
        {"do": "close_bets"},
        {"do": "deal", "card": "2s"},
        {"do": "deal", "card": "6d"},
        {"do": "report", "kind": "wrong_hand"},
        shoe="manual",
    )
    case = write_table(live.table)["case"]
    assert case["kind"] == "wrong_hand"
    assert case["does"] == "reconstruct"
    assert case["felt"] == ["2s", "6d"]


def test_nobody_else_sees_any_of_it() -> None:
    shown = covered(write_table(_table(_bet("800")).table))
    assert not set(STAFF_ONLY) & set(shown)


def test_who_sees_which_event_is_as_it_always_was() -> None:
    """The attributes of the events, written out: a slip of one of them would show others' money."""
    assert {"chips_bought", "chips_cashed"} == visibility.PRIVATE
    assert {"float_filled", "float_credited"} == visibility.STAFF_ONLY
    assert {
        "bet_increased",
        "bet_placed",
        "bet_withdrawn",
        "chips_bought",
        "chips_cashed",
        "deadline_set",
        "entropy_added",
        "insurance_placed",
        "seat_left",
        "seat_taken",
        "squeeze_requested",
    } == visibility.OF_ONE
    assert {name: kind.staff_fields for name, kind in EVENTS.items() if kind.staff_fields} == {
        "table_opened": ("float",),
        "table_closed": ("float", "house", "fees"),
        "round_corrected": ("owed",),
    }
