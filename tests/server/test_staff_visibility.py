"""What the staff see of a table and nobody else does: excess, who asked to squeeze, the case."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.game.loading import load
from croupier.server.live import visibility
from croupier.server.live.visibility import (
    StoredEvent,
    Viewer,
    covered,
    write_table,
    write_visible,
)
from croupier.store.memory_table import MemoryTable
from croupier.table import EVENTS

SAM = {"role": "shift_manager", "name": "sam"}
STAFF_ONLY = ("excess", "below", "asked", "case", "payable")


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


def _reported(kind: str, *cards: str, then: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    live = _table(
        _bet("100"),
        {"do": "close_bets"},
        *({"do": "deal", "card": card} for card in cards),
        *then,
        {"do": "report", "kind": kind},
        shoe="manual",
    )
    case: dict[str, Any] = write_table(live.table)["case"]
    return case


def test_the_case_has_the_facts_for_whoever_decides() -> None:
    """Bets, whose chips would move, whether an outcome is established, who would choose."""
    case = _reported("wrong_hand", "2s", "6d")
    assert (case["round"], case["established"]) == (1, False)
    assert [(bet["player"], bet["amount"]) for bet in case["bets"]] == [("ann", "100.00")]
    assert case["if_void"] == {"ann": "100.00"}
    assert case["choose"] == {"mended": ["ann"], "as_it_lies": ["ann"]}
    count = case["count"]
    assert (count["out"], count["left"]) == (2, count["cards"] - count["burned"] - 2)
    assert not case["shoe_out"]


def test_an_established_outcome_leaves_no_choice_once_the_cards_are_put_right() -> None:
    case = _reported("wrong_hand", "2s", "6d", "2c", "Kd")
    assert case["established"]
    assert case["choose"] == {"mended": [], "as_it_lies": ["ann"]}


def test_of_a_paid_round_the_case_has_what_it_paid() -> None:
    """Undone, a loser gets back and a winner gives back what the round moved; nobody chooses."""
    case = _reported("wrong_number_of_cards", "9s", "2d", "Kc", "3h", then=({"do": "settle"},))
    assert (case["settled"], case["established"], case["round"]) == (True, None, 1)
    profit = case["bets"][0]["profit"]
    assert profit != "0.00"
    back = profit.removeprefix("-") if profit.startswith("-") else f"-{profit}"
    assert case["if_void"] == {"ann": back}
    assert case["choose"] == {"mended": [], "as_it_lies": []}


@pytest.mark.parametrize("kind", ["foreign_card", "card_shortage", "card_excess", "not_shuffled"])
def test_after_each_fault_of_the_shoe_a_new_one_is_due(kind: str) -> None:
    found = {"by": {"role": "dealer", "name": "dee"}, "do": "report", "kind": kind}
    live = _table(_bet("100"), {"do": "close_bets"}, found, shoe="manual")
    assert write_table(live.table)["case"]["shoe_out"]
    live.answer({"by": SAM, "do": "void_round"})
    state = write_table(live.table)
    assert (state["phase"], state["next"][0]["do"]) == ("idle", "new_shoe")
    assert not live.answer({"by": SAM, "do": "open_bets"})["ok"]
    live.answer({"by": SAM, "do": "new_shoe"})
    assert write_table(live.table)["next"][0]["do"] == "open_bets"


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
        "irregularity_reported": ("text",),
        "table_closed": (
            *("float", "house", "fees", "drop", "count", "pieces", "drop_count"),
            *("variance", "drop_variance", "reason", "witness"),
        ),
        "round_corrected": ("owed",),
    }


def test_the_dealers_words_are_for_whoever_decides() -> None:
    """They may be about a patron: nobody at the table reads them, nor a stranger on the network."""
    words = "bob pulled his bet back"
    report = {"do": "report", "kind": "other", "text": words}
    live = _table(_bet("100"), {"do": "close_bets"}, {"do": "deal"})
    (told,) = live.answer({"by": SAM, **report})["events"]
    stored = StoredEvent(7, "", "dealer:dee", told)
    assert words in str(write_visible(stored, Viewer(staff=True)))
    for viewer in (Viewer(), Viewer("ann")):
        seen = write_visible(stored, viewer)
        assert seen is not None
        assert seen["kind"] == "other"
        assert words not in str(seen)


@pytest.mark.rule("insurance", "5.8")
def test_totals_are_those_of_the_hands_as_they_lie() -> None:
    """The only card lies at Banker, and is played so: Banker has its points, and Player none."""
    live = _table(_bet("100"), {"do": "close_bets"}, {"do": "deal", "card": "7s"}, shoe="manual")
    assert write_table(live.table)["totals"] == {"player": 7, "banker": 0}
    lie = {"do": "cannot_reconstruct", "player_cards": [], "banker_cards": ["7s"]}
    for line in ({"do": "report", "kind": "wrong_hand"}, lie):
        assert live.answer({"by": SAM, **line})["ok"]
    state = write_table(live.table)
    assert state["cards"] == {"player": [], "banker": ["7s"]}
    assert state["totals"] == {"player": 0, "banker": 7}


@pytest.mark.rule("insurance", "5.2")
def test_what_a_bet_lacks_to_the_minimum_is_written_while_bets_are_open() -> None:
    live = _table(_bet("10"))
    (under,) = write_table(live.table)["below"]
    assert (under["kind"], under["box"], under["amount"]) == ("banker", 1, "15.00")
    live.answer({"by": SAM, "do": "close_bets"})
    assert write_table(live.table)["below"] == []


def test_the_settlement_is_written_before_it_is_paid_and_is_the_one_that_is_paid() -> None:
    live = _table(_bet("100"), {"do": "close_bets"}, shoe="manual")
    for card in ("9s", "2d", "Kc", "3h"):
        assert write_table(live.table)["payable"] is None
        live.answer({"by": SAM, "do": "deal", "card": card})
    payable = write_table(live.table)["payable"]
    assert payable["result"] == "player"
    (settled,) = (
        event
        for event in live.answer({"by": SAM, "do": "settle"})["events"]
        if event["type"] == "round_settled"
    )
    assert payable.items() <= settled.items()
    assert write_table(live.table)["payable"] is None


def test_a_card_counts_only_in_the_round_and_at_the_place_that_it_was_typed_for() -> None:
    """Typed while the line was down: somebody else may have dealt on meanwhile."""
    live = _table({"do": "close_bets"}, shoe="manual")
    deal = {"by": SAM, "do": "deal", "card": "9s"}
    for late in ({"round": 2, "place": 1}, {"round": 1, "place": 2}, {"place": 3}, {"round": 0}):
        answer = live.answer({**deal, **late})
        assert answer["error"]["code"] == "too_late", late
    assert live.answer({**deal, "round": 1, "place": 1})["ok"]
    assert live.answer({**deal, "round": 1, "place": 1})["error"]["code"] == "too_late"
    assert live.answer({**deal, "card": "2d"})["ok"], "as before, without either"
