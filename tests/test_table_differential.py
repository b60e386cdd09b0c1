"""The maximum differential while bets are open: who makes room, what is rejected, what is left."""

from __future__ import annotations

from typing import Any

import pytest

from casino import Coups
from tables import Happened, Play, betting_table, error_of, only, types

LIMITS = {"min": "10", "max_differential": "100"}
PATRONS = ("ann", "bob", "cy", "di")


def _table(enforcement: str = "automatic", **limits: Any) -> Play:
    """Boxes 1 to 4 are ann's, bob's, cy's and di's; bets are open."""
    return betting_table(
        "tiger",
        cards=Coups.PLAYER_WINS,
        players=PATRONS,
        limits=LIMITS | limits,
        enforcement=enforcement,
    )


def _stand(play: Play, who: str, box: int, bet: str, amount: str) -> None:
    play.bet(who, box, bet, amount, standing=True, id=who)


def _full_box(enforcement: str = "automatic", **limits: Any) -> Play:
    """Box 1 is full with ann's 20, bob's 40 and cy's 40 on banker."""
    play = _table(enforcement, **limits)
    play.bet("ann", 1, "banker", "20", id="ann")
    _stand(play, "bob", 1, "banker", "40")
    _stand(play, "cy", 1, "banker", "40")
    return play


def _returned(happened: Happened) -> list[tuple[str, str, str]]:
    """What was handed back, and what is left of it."""
    return [
        (event["bet"], event["amount"], event["total"])
        for event in happened
        if event["type"] == "bet_returned"
    ]


def _amounts(play: Play) -> dict[str, str]:
    return {bet["id"]: bet["amount"] for bet in play.state["bets"]}


def test_only_as_much_is_pushed_back_as_is_needed() -> None:
    play = _full_box()
    raised = play.do("increase_bet", by="ann", bet="ann", amount="15")
    assert _returned(raised) == [("cy", "15.00", "25.00")]
    assert _amounts(play) == {"ann": "35.00", "bob": "40.00", "cy": "25.00"}
    assert [play.balance(name) for name in PATRONS[:3]] == ["965.00", "960.00", "975.00"]


def test_what_would_be_left_below_the_minimum_goes_back_whole() -> None:
    play = _full_box()
    raised = play.do("increase_bet", by="ann", bet="ann", amount="30.01")
    assert _returned(raised) == [("cy", "40.00", "0.00")]
    play = _full_box()
    raised = play.do("increase_bet", by="ann", bet="ann", amount="30")
    assert _returned(raised) == [("cy", "30.00", "10.00")]


def test_the_latest_makes_room_first() -> None:
    """Fifty are needed: all of cy's 40, and of bob's just ten."""
    play = _full_box()
    raised = play.do("increase_bet", by="ann", bet="ann", amount="50")
    assert _returned(raised) == [("cy", "40.00", "0.00"), ("bob", "10.00", "30.00")]


def test_a_new_bet_pushes_back_as_well() -> None:
    """Ann sat there with a tie bet alone; now she backs the hand that bob has filled."""
    play = _table()
    play.bet("ann", 1, "tie", "5")
    _stand(play, "bob", 1, "banker", "100")
    placed = play.do("place_bet", by="ann", box=1, bet="banker", amount="60", id="ann")
    assert types(placed) == ["bet_placed", "bet_returned"]
    assert _returned(placed) == [("bob", "60.00", "40.00")]


def test_a_bet_that_is_refused_pushes_nobody_back() -> None:
    """There is room for eighty at most: 80.01 are refused, and everybody keeps their chips."""
    play = _full_box()
    wrong = play.refused("increase_bet", by="ann", bet="ann", amount="80.01")
    assert error_of(wrong) == ("above_differential", "5.1")
    play.do("cash_out", player="ann", amount="975")
    wrong = play.refused("increase_bet", by="ann", bet="ann", amount="30")
    assert wrong["code"] == "insufficient_balance"
    assert _amounts(play) == {"ann": "20.00", "bob": "40.00", "cy": "40.00"}


def test_what_cannot_be_made_room_for_is_flagged_by_a_dealer() -> None:
    play = _full_box("dealer")
    raised = play.do("increase_bet", by="ann", bet="ann", amount="90")
    warnings = only(raised, "bet_increased")["warnings"]
    assert [(warning["code"], warning["rule"]) for warning in warnings] == [
        ("above_differential", "5.1")
    ]
    assert _returned(raised) == [("cy", "40.00", "0.00"), ("bob", "40.00", "0.00")]
    assert _amounts(play) == {"ann": "110.00"}


def test_who_stands_pushes_nobody_back() -> None:
    play = _full_box()
    wrong = play.refused("increase_bet", by="bob", bet="bob", amount="0.01")
    assert wrong["code"] == "above_differential"
    wrong = play.refused("place_bet", by="di", box=1, bet="banker", amount="10", standing=True)
    assert wrong["code"] == "above_differential"


def test_only_the_heavier_hand_makes_room() -> None:
    play = _full_box()
    _stand(play, "di", 1, "player", "50")
    play.do("increase_bet", by="ann", bet="ann", amount="50")
    raised = play.do("increase_bet", by="ann", bet="ann", amount="5")
    assert _returned(raised) == [("cy", "5.00", "35.00")]
    assert _amounts(play)["di"] == "50.00"


def test_a_bet_on_the_lighter_hand_needs_no_room() -> None:
    play = _full_box()
    assert types(play.do("place_bet", by="ann", box=1, bet="player", amount="200")) == [
        "bet_placed"
    ]


def test_side_bets_do_not_count() -> None:
    play = _full_box()
    play.bet("ann", 1, "tie", "500")
    _stand(play, "di", 1, "tiger", "500")


def test_a_box_makes_room_for_its_own_patron_only() -> None:
    play = _full_box()
    play.bet("di", 4, "banker", "100", id="di")
    wrong = play.refused("increase_bet", by="di", bet="di", amount="1")
    assert wrong["code"] == "above_differential"


def test_a_box_may_have_its_own_differential() -> None:
    play = _table(by_box={"2": {"max_differential": "30"}})
    wrong = play.refused("place_bet", by="bob", box=2, bet="banker", amount="30.01")
    assert wrong["code"] == "above_differential"
    play.bet("bob", 2, "banker", "30")
    play.bet("ann", 1, "banker", "100")


def test_a_bets_own_minimum_decides_what_goes_back_whole() -> None:
    play = _full_box(by_bet={"banker": {"min": "20"}})
    raised = play.do("increase_bet", by="ann", bet="ann", amount="21")
    assert _returned(raised) == [("cy", "40.00", "0.00")]


def test_over_the_whole_table_everybody_who_stands_makes_room() -> None:
    """Ann sits at box 1, cy stands at box 2: one differential for all of them."""
    play = _table(scope="table")
    play.bet("ann", 1, "banker", "60", id="ann")
    play.bet("bob", 2, "banker", "20", id="bob")
    _stand(play, "cy", 2, "banker", "20")
    wrong = play.refused("place_bet", by="di", box=2, bet="banker", amount="10", standing=True)
    assert error_of(wrong) == ("above_differential", "5.1")
    raised = play.do("increase_bet", by="ann", bet="ann", amount="10")
    assert _returned(raised) == [("cy", "10.00", "10.00")]
    placed = play.do("place_bet", by="di", box=4, bet="banker", amount="10", id="di")
    assert _returned(placed) == [("cy", "10.00", "0.00")]
    wrong = play.refused("increase_bet", by="di", bet="di", amount="1")
    assert wrong["code"] == "above_differential"
    play.bet("bob", 2, "player", "10")
    play.do("increase_bet", by="di", bet="di", amount="10")


def test_rejecting_takes_from_who_stands_and_then_from_who_sits() -> None:
    """220 on banker where 100 may be: di and cy, who stand, lose all, bob thirty, ann nothing."""
    play = _table("dealer", scope="table")
    play.bet("ann", 1, "banker", "60", id="ann")
    play.bet("bob", 2, "banker", "70", id="bob")
    _stand(play, "cy", 1, "banker", "50")
    _stand(play, "di", 2, "banker", "40")
    rejected = play.do("reject_excess")
    assert _returned(rejected) == [
        ("di", "40.00", "0.00"),
        ("cy", "50.00", "0.00"),
        ("bob", "30.00", "40.00"),
    ]
    assert {event["rule"] for event in rejected} == {"5.1"}
    assert play.refused("reject_excess")["code"] == "nothing_to_reject"


def test_rejecting_looks_at_each_box_alone() -> None:
    play = _table("dealer")
    play.bet("ann", 1, "banker", "130", id="ann")
    play.bet("bob", 2, "player", "120", id="bob")
    play.bet("cy", 3, "player", "100", id="cy")
    assert _returned(play.do("reject_excess")) == [
        ("ann", "30.00", "100.00"),
        ("bob", "20.00", "100.00"),
    ]


def test_rejecting_leaves_nothing_below_the_minimum() -> None:
    """Five over leave bob fifteen; fifteen over would leave him five, and go back as twenty."""
    for seated, returned in (
        ("85", ("bob", "5.00", "15.00")),
        ("95", ("bob", "20.00", "0.00")),
    ):
        play = _table("dealer")
        play.bet("ann", 1, "banker", seated, id="ann")
        _stand(play, "bob", 1, "banker", "20")
        assert _returned(play.do("reject_excess")) == [returned]
        assert play.refused("reject_excess")["code"] == "nothing_to_reject"


def test_there_may_be_nothing_to_reject() -> None:
    for play in (_table(), _table("dealer"), _full_box()):
        assert play.refused("reject_excess")["code"] == "nothing_to_reject"


@pytest.mark.parametrize("game", ["tournament", "classic", "no-commission"])
def test_where_there_is_a_maximum_what_lies_above_it_is_rejected(game: str) -> None:
    limits = {"max": "100", "side_max": "10"}
    play = betting_table(game, cards=Coups.PLAYER_WINS, limits=limits, enforcement="dealer")
    play.bet("ann", 1, "player", "130", id="main")
    play.bet("ann", 1, "tie", "25", id="side")
    play.bet("bob", 2, "banker", "100")
    assert _returned(play.do("reject_excess")) == [
        ("main", "30.00", "100.00"),
        ("side", "15.00", "10.00"),
    ]
    assert play.balance("ann") == "890.00"
    assert play.refused("reject_excess")["code"] == "nothing_to_reject"


@pytest.mark.parametrize("enforcement", ["automatic", "dealer"])
def test_a_withdrawal_may_lift_the_differential(enforcement: str) -> None:
    """Ann takes back what balanced her 150: a hundred of them are in action, fifty go back."""
    play = _table(enforcement)
    light = play.bet("ann", 1, "player", "50")
    heavy = play.bet("ann", 1, "banker", "150")
    taken = only(play.do("withdraw_bet", by="ann", bet=light), "bet_withdrawn")
    assert [warning["code"] for warning in taken["warnings"]] == ["above_differential"]
    closed = only(play.do("close_bets"), "bets_closed")
    assert closed["pro_rata"] == [{"bet": heavy, "in_action": "100.00"}]
    play.deal(4)
    line = only(play.do("settle"), "round_settled")["bets"][0]
    assert (line["outcome"], line["in_action"], line["back"]) == ("lose", "100.00", "50.00")
    assert (play.balance("ann"), play.house) == ("900.00", "100.00")


def test_what_a_withdrawal_lifted_can_still_be_rejected() -> None:
    play = _table()
    light = play.bet("ann", 1, "player", "50")
    play.bet("ann", 1, "banker", "150", id="heavy")
    play.do("withdraw_bet", by="ann", bet=light, amount="30")
    assert _returned(play.do("reject_excess")) == [("heavy", "30.00", "120.00")]


def test_excess_that_nobody_rejected_is_shared() -> None:
    """Two hundred where a hundred may be: ann has 75 in action, bob 25."""
    play = _table("dealer")
    play.bet("ann", 1, "banker", "150", id="ann")
    _stand(play, "bob", 1, "banker", "50")
    closed = only(play.do("close_bets"), "bets_closed")
    assert closed["pro_rata"] == [
        {"bet": "ann", "in_action": "75.00"},
        {"bet": "bob", "in_action": "25.00"},
    ]
    play.deal(4)
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "-75.00", "bob": "-25.00"}
    assert (play.balance("ann"), play.balance("bob")) == ("925.00", "975.00")


def test_a_single_unit_is_made_room_for_too() -> None:
    play = _full_box()
    raised = play.do("increase_bet", by="ann", bet="ann", amount="0.01")
    assert _returned(raised) == [("cy", "0.01", "39.99")]


def test_who_stood_earlier_makes_up_for_what_the_latest_could_not() -> None:
    """Sixty are needed, and cy has but ten: all the rest is bob's to give."""
    play = _table()
    play.bet("ann", 1, "banker", "20", id="ann")
    _stand(play, "bob", 1, "banker", "70")
    _stand(play, "cy", 1, "banker", "10")
    raised = play.do("increase_bet", by="ann", bet="ann", amount="60")
    assert _returned(raised) == [("cy", "10.00", "0.00"), ("bob", "50.00", "20.00")]


def test_the_latest_bet_is_rejected_first_whatever_it_is_called() -> None:
    play = _table("dealer")
    play.bet("ann", 1, "banker", "60", id="z")
    for name, bet_id in (("bob", "y"), ("cy", "x")):
        play.bet(name, 1, "banker", "30", id=bet_id, standing=True)
    assert _returned(play.do("reject_excess")) == [("x", "20.00", "10.00")]


def test_rejecting_takes_nothing_from_the_other_hand_or_a_side_bet() -> None:
    """250 to 120 where 100 may be: ann, who came first, loses thirty; who stands keeps it all."""
    play = _table("dealer")
    play.bet("ann", 1, "banker", "250", id="ann")
    _stand(play, "bob", 1, "player", "120")
    _stand(play, "cy", 1, "tie", "50")
    assert _returned(play.do("reject_excess")) == [("ann", "30.00", "220.00")]
    assert _amounts(play) == {"ann": "220.00", "bob": "120.00", "cy": "50.00"}
