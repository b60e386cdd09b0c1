"""Opening a table, changing its sign, its tray, closing it and opening it again."""

from __future__ import annotations

from typing import Any

import pytest

from casino import Coups
from croupier.game.loading import keys
from mishaps import banked_table
from tables import Play, betting_table, error_of, only, open_table, seated_table, types


def _opened(game: str, **fields: Any) -> dict[str, Any]:
    return only(open_table(game, **fields).events, "table_opened")


@pytest.mark.parametrize("game", keys())
def test_what_is_left_out_is_as_the_game_has_it(game: str) -> None:
    opened = _opened(game)
    assert (opened["game"], opened["decks"], opened["unit"]) == (game, 8, "0.01")
    assert (opened["limits"], opened["fees"]) == ({}, {})
    assert (opened["enforcement"], opened["shoe"]) == ("automatic", "digital")
    assert (opened["face_down"], opened["insurance"]) == (False, game == "insurance")


@pytest.mark.parametrize(
    ("game", "boxes"),
    [
        ("tournament", 12),
        ("classic", 14),
        ("no-commission", 14),
        ("tiger", 9),
        ("player-dealer", 8),
        ("insurance", 9),
    ],
)
def test_the_usual_layout_is_the_largest_or_eight_seats(game: str, boxes: int) -> None:
    play = open_table(game)
    play.do("sit", by="ann", box=boxes)
    assert play.refused("sit", by="ann", box=boxes + 1)["code"] == "no_box"
    assert play.refused("sit", by="ann", box=0)["code"] == "no_box"


@pytest.mark.parametrize(
    ("game", "layout", "boxes", "rule"),
    [
        ("tournament", "bean-7", 7, "2.1.2"),
        ("tiger", "seven", 7, "2.1.1"),
        ("insurance", "mini-5", 5, "2.1.1"),
        ("player-dealer", "baccarat", 14, "table-seats"),
    ],
)
def test_a_layout_has_its_own_boxes(game: str, layout: str, boxes: int, rule: str) -> None:
    play = open_table(game, layout=layout)
    play.do("sit", by="ann", box=boxes)
    assert error_of(play.refused("sit", by="ann", box=boxes + 1)) == ("no_box", rule)


def test_a_state_shows_what_scripts_rely_on() -> None:
    """Before anything is opened, and after."""
    empty = Play().state
    assert empty == {
        "phase": "idle",
        "open": False,
        "round": 0,
        "bets": [],
        "balances": {},
        "house": "0.00",
        "fees": "0.00",
        "owed": {},
    }
    state = open_table("tiger", limits={"min": "25"}).state
    assert (state["phase"], state["round"], state["bets"]) == ("idle", 0, [])
    assert (state["balances"], state["house"], state["fees"]) == ({}, "0.00", "0.00")
    assert state["limits"] == {"min": "25"}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "roulette"}, "unknown_game"),
        ({"game": 7}, "malformed"),
        ({"decks": "8"}, "malformed"),
        ({"decks": True}, "malformed"),
        ({"decks": 3}, "decks_out_of_range"),
        ({"decks": 11}, "decks_out_of_range"),
        ({"layout": "round"}, "malformed"),
        ({"layout": 7}, "malformed"),
        ({"unit": "0"}, "bad_amount"),
        ({"unit": 0.01}, "bad_amount"),
        ({"enforcement": "lenient"}, "malformed"),
        ({"shoe": "hat"}, "malformed"),
        ({"face_down": "yes"}, "malformed"),
        ({"insurance": True}, "malformed"),
        ({"insurance": 1}, "malformed"),
        ({"cut": -1}, "malformed"),
        ({"cut": "14"}, "malformed"),
        ({"burn": -1}, "malformed"),
        ({"fees": {"main": "1"}}, "malformed"),
        ({"limits": ["25"]}, "malformed"),
        ({"limits": {"minimum": "25"}}, "malformed"),
        ({"limits": {"max": "100"}}, "malformed"),
        ({"limits": {"scope": "room"}}, "malformed"),
        ({"limits": {"min": 25}}, "bad_amount"),
        ({"limits": {"min": "-25"}}, "bad_amount"),
        ({"limits": {"min": "25.001"}}, "bad_amount"),
        ({"limits": {"by_bet": {"super_six_plus": {"min": "5"}}}}, "malformed"),
        ({"limits": {"by_bet": {"player": {"max": "100"}}}}, "malformed"),
        ({"limits": {"by_bet": {"tie": {"most": "100"}}}}, "malformed"),
        ({"limits": {"by_box": {"10": {"min": "5"}}}}, "malformed"),
        ({"limits": {"by_box": {"1": {"max": "100"}}}}, "malformed"),
        ({"limits": {"by_box": ["1"]}}, "malformed"),
        ({"colour": "green"}, "malformed"),
    ],
)
def test_a_field_that_makes_no_sense_opens_no_table(fields: dict[str, Any], code: str) -> None:
    play = Play()
    wrong = play.refused("open_table", by="shift_manager", **{"game": "tiger"} | fields)
    assert wrong["code"] == code
    assert play.refused("open_bets")["code"] == "wrong_phase"


@pytest.mark.parametrize(
    ("game", "limits"),
    [
        ("tournament", {"max_differential": "100"}),
        ("classic", {"by_box": {"1": {"max_differential": "100"}}}),
        ("no-commission", {"max_differential": "0"}),
        ("player-dealer", {"max_differential": "100"}),
        ("tiger", {"max": "0"}),
        ("insurance", {"by_bet": {"banker": {"max": "100"}}}),
    ],
)
def test_a_game_has_a_maximum_or_a_differential(game: str, limits: dict[str, Any]) -> None:
    play = Play()
    wrong = play.refused("open_table", by="shift_manager", game=game, limits=limits)
    assert wrong["code"] == "malformed"


@pytest.mark.parametrize(
    ("game", "limits"),
    [
        ("tiger", {"min": "25", "max": None, "max_differential": "500", "side_max": "50"}),
        ("insurance", {"scope": "table", "max_differential": "500", "side_min": "5"}),
        ("classic", {"min": "5", "max": "100", "max_differential": None}),
        ("player-dealer", {"by_bet": {"tie": {"max": "10"}}, "by_box": {"8": {"min": "5"}}}),
    ],
)
def test_limits_that_a_game_knows(game: str, limits: dict[str, Any]) -> None:
    assert _opened(game, limits=limits)["limits"] == limits


@pytest.mark.parametrize(
    ("fees", "code"),
    [
        ({"banker": "1"}, "malformed"),
        ({"main": 1}, "bad_amount"),
        ({"main": "5%"}, "bad_amount"),
        ("1", "malformed"),
    ],
)
def test_fees_are_flat_amounts_of_the_schedule(fees: object, code: str) -> None:
    play = Play()
    wrong = play.refused("open_table", by="shift_manager", game="player-dealer", fees=fees)
    assert wrong["code"] == code


def test_a_box_has_limits_where_the_layout_has_it() -> None:
    """Nine boxes at most in this game, seven on this layout; when opening and when changing."""
    limits = {"by_box": {"8": {"min": "5"}}}
    opening: dict[str, Any] = {"by": "shift_manager", "game": "tiger", "layout": "seven"}
    wrong = Play().refused("open_table", limits=limits, **opening)
    assert (wrong["code"], wrong["message"]) == (
        "malformed",
        "limits by_box name box 8; seven has 7",
    )
    play = open_table("tiger", layout="seven", limits={"by_box": {"7": {"min": "5"}}})
    assert play.refused("change_table", by="pit_manager", limits=limits)["code"] == "malformed"


def test_decks_name_their_paragraph() -> None:
    wrong = Play().refused("open_table", by="shift_manager", game="insurance", decks=9)
    assert error_of(wrong) == ("decks_out_of_range", "2.2.1")


@pytest.mark.parametrize("role", ["ann", "dealer", "pit_supervisor", "pit_manager"])
def test_a_table_is_the_shift_managers_to_open(role: str) -> None:
    assert Play().refused("open_table", by=role, game="tiger")["code"] == "not_allowed"


def test_a_table_is_opened_once() -> None:
    play = open_table("tiger")
    wrong = play.refused("open_table", by="shift_manager", game="insurance")
    assert wrong["code"] == "wrong_phase"


def test_a_borrowed_procedure_is_on_the_notice() -> None:
    assert _opened("tiger")["notices"] == []
    for game in ("tournament", "classic", "no-commission", "player-dealer"):
        assert any("tiger" in notice for notice in _opened(game)["notices"]), game


def test_the_sign_changes_between_rounds() -> None:
    """The event says what it was and what it is; the new limits hold from the next bet on."""
    play = seated_table("tiger", cards=Coups.PLAYER_WINS, limits={"min": "25"})
    limits = {"min": "50", "max_differential": "200"}
    changed = only(play.do("change_table", by="pit_manager", limits=limits), "table_changed")
    assert (changed["limits"], changed["was"]["limits"]) == (limits, {"min": "25"})
    assert play.state["limits"] == limits
    play.do("open_bets")
    wrong = play.refused("place_bet", by="ann", box=1, bet="player", amount="49.99")
    assert wrong["code"] == "below_minimum"
    for phase in ("betting", "dealing", "complete"):
        assert play.phase == phase
        assert play.refused("change_table", by="pit_manager", limits={})["code"] == "wrong_phase"
        if phase == "betting":
            play.do("close_bets")
        else:
            play.deal(4 if phase == "dealing" else 0)
    play.do("settle")
    play.do("change_table", by="shift_manager", limits={})
    assert play.state["limits"] == {}


def test_a_sign_that_the_game_does_not_know_is_not_put_up() -> None:
    play = open_table("tiger")
    wrong = play.refused("change_table", by="pit_manager", limits={"max": "5"})
    assert wrong["code"] == "malformed"
    assert play.refused("change_table", limits={"min": "5"})["code"] == "not_allowed"


def test_what_a_change_does_not_name_stays_as_it_was() -> None:
    """Limits, fees, who enforces them, insurance: each is changed alone."""
    sign: dict[str, Any] = {"limits": {"min": "25"}, "fees": {"main": "1"}}
    play = open_table("player-dealer", **sign)
    as_opened = {**sign, "insurance": False, "enforcement": "automatic"}
    for part, value in (
        ("enforcement", "dealer"),
        ("fees", {"main": "2"}),
        ("limits", {"min": "50"}),
    ):
        happened = play.do("change_table", by="pit_manager", **{part: value})
        changed = only(happened, "table_changed")
        assert changed["was"] == as_opened
        as_opened[part] = value
        assert {key: changed[key] for key in as_opened} == as_opened
        assert changed.get("rule") is None


@pytest.mark.rule("insurance", "4.2.2")
def test_only_a_sign_that_changes_insurance_cites_its_paragraph() -> None:
    play = open_table("insurance")
    for fields, insured, rule in (
        ({"limits": {"min": "25"}}, True, None),
        ({"insurance": False}, False, "4.2.2"),
        ({"enforcement": "dealer"}, False, None),
        ({"insurance": True}, True, "4.2.2"),
    ):
        changed = only(play.do("change_table", by="pit_manager", **fields), "table_changed")
        assert (changed["insurance"], changed.get("rule")) == (insured, rule)


def test_fees_do_not_rise_above_what_a_player_dealer_kept() -> None:
    play = seated_table("player-dealer", cards=Coups.PLAYER_WINS, chips="100")
    play.do("offer_player_dealer", seat=1)
    play.do("accept_player_dealer", by="ann", seat=1, wager="95")
    fees = {"player_dealer": "6"}
    wrong = play.refused("change_table", by="pit_manager", fees=fees)
    assert wrong["code"] == "insufficient_balance"
    play.do("change_table", by="pit_manager", fees={"player_dealer": "5"})
    play.do("open_bets")
    play.do("close_bets")
    assert (play.balance("ann"), play.fees) == ("0.00", "5.00")


def test_chips_come_and_go_with_fills_and_credits() -> None:
    play = open_table("tiger")
    filled = only(play.do("fill", by="pit_manager", amount="5000"), "float_filled")
    assert filled["amount"] == "5000.00"
    play.do("credit", by="pit_manager", amount="1200")
    assert (play.state["float"], play.house) == ("3800.00", "0.00")
    for command in ("fill", "credit"):
        assert play.refused(command, by="pit_supervisor", amount="1")["code"] == "not_allowed"
        assert play.refused(command, by="pit_manager", amount="0")["code"] == "bad_amount"
    wrong = play.refused("credit", by="pit_manager", amount="3800.01")
    assert wrong["code"] == "insufficient_balance"


def test_a_table_opens_with_chips_in_its_tray() -> None:
    play = open_table("tiger", float="5000")
    assert only(play.events, "table_opened")["float"] == "5000.00"
    assert play.state["float"] == "5000.00"


def test_a_credit_takes_all_that_the_tray_holds_and_no_more() -> None:
    """The float with what the house has won; and fees, where these are all it has."""
    play = betting_table("tiger", ("ann", 1, "banker", "50"), cards=Coups.PLAYER_WINS, float="200")
    banked = banked_table(Coups.PLAYER_WINS)
    banked.do("open_bets")
    banked.bet("ann", 1, "player", "100")
    for table, tray, above in ((play, "250.00", "250.01"), (banked, "3.00", "3.01")):
        table.do("close_bets")
        table.deal(4)
        table.do("settle")
        wrong = table.refused("credit", by="pit_manager", amount=above)
        assert wrong["code"] == "insufficient_balance"
        assert f"the tray has {tray}" in wrong["message"]
        table.do("credit", by="pit_manager", amount=tray)
        assert table.state["float"] == "0.00"


def test_a_table_closes_between_rounds_only() -> None:
    play = betting_table("tiger", ("ann", 1, "player", "50"), cards=Coups.PLAYER_WINS)
    assert play.refused("close_table", by="pit_manager")["code"] == "wrong_phase"
    play.do("close_bets")
    play.deal(4)
    assert play.refused("close_table", by="pit_manager")["code"] == "wrong_phase"
    play.do("settle")
    assert play.refused("close_table", by="pit_supervisor")["code"] == "not_allowed"
    closed = play.do("close_table", by="pit_manager")
    assert types(closed)[-1] == "table_closed"
    assert closed[-1]["house"] == "-50.00"


def test_at_a_closed_table_chips_are_still_cashed() -> None:
    play = seated_table("tiger", cards=Coups.PLAYER_WINS)
    play.do("close_table", by="pit_manager")
    assert play.state["open"] is False
    for command, fields in (
        ("open_bets", {}),
        ("new_shoe", {}),
        ("buy_in", {"player": "ann", "amount": "5"}),
        ("sit", {"player": "ann", "box": 4}),
    ):
        assert play.refused(command, **fields)["code"] == "wrong_phase"
    play.do("cash_out", player="ann", amount="1000")
    assert play.balance("ann") == "0.00"


def test_at_a_table_that_never_opened_nothing_is_cashed_or_ruled() -> None:
    """There are no chips yet, and nobody to have them."""
    everybody = {"cash_out": {"player": "ann", "amount": "5"}, "rule": {"text": "as it was"}}
    for command, fields in everybody.items():
        wrong = Play().refused(command, by="shift_manager", **fields)
        assert (wrong["code"], wrong["message"]) == ("wrong_phase", "the table is not open")


def test_a_table_opens_again_as_another_game() -> None:
    """Chips stay their owners', seats and shoe are gone, and the house counts from nothing."""
    play = betting_table("tiger", ("ann", 1, "player", "50"), cards=Coups.PLAYER_WINS)
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    play.do("close_table", by="pit_manager")
    play.do("open_table", by="shift_manager", game="insurance", limits={"min": "25"})
    assert (play.balance("ann"), play.balance("bob")) == ("1050.00", "1000.00")
    assert (play.house, play.state["seats"], play.state["shoe"]) == ("0.00", {}, None)
    assert play.refused("open_bets")["code"] == "no_shoe"
    play.do("sit", by="ann", box=9)
    play.do("new_shoe", cards=Coups.PLAYER_WINS)
    play.do("open_bets")
    assert play.state["round"] == 2
    play.bet("ann", 9, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    assert (play.balance("ann"), play.house) == ("950.00", "100.00")


def test_chips_of_one_unit_are_not_played_in_another() -> None:
    """Whoever of them holds some: bob has cashed out and ann has not."""
    play = seated_table("tiger", cards=Coups.PLAYER_WINS)
    play.do("cash_out", player="bob", amount="1000")
    play.do("close_table", by="pit_manager")
    wrong = play.refused("open_table", by="shift_manager", game="tiger", unit="1")
    assert wrong["code"] == "wrong_phase"
    play.do("cash_out", player="ann", amount="1000")
    play.do("open_table", by="shift_manager", game="tiger", unit="1")
    assert play.refused("buy_in", player="ann", amount="0.50")["code"] == "bad_amount"
    play.do("buy_in", player="ann", amount="7")
    assert play.balance("ann") == "7"


def test_a_table_opens_again_with_the_tray_that_it_is_given() -> None:
    """What was won, taken in fees and left in the tray belongs to the table as it was before."""
    play = seated_table("classic", cards=Coups.PLAYER_WINS, float="500")
    play.do("open_bets")
    play.bet("ann", 1, "banker", "0.01")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    assert (play.house, play.state["float"]) == ("0.01", "500.01")
    closed = only(play.do("close_table", by="pit_manager"), "table_closed")
    assert (closed["float"], closed["house"]) == ("500.01", "0.01")
    again = {"game": "player-dealer", "fees": {"player_dealer": "2"}, "float": "200"}
    play.do("open_table", by="shift_manager", **again)
    assert (play.house, play.fees, play.state["float"]) == ("0.00", "0.00", "200.00")
    play.do("sit", by="ann", box=1)
    play.do("new_shoe", cards=Coups.PLAYER_WINS)
    play.do("offer_player_dealer", seat=1)
    play.do("accept_player_dealer", by="ann", seat=1, wager="100")
    play.do("open_bets")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    assert (play.fees, play.state["float"]) == ("2.00", "202.00")
    play.do("close_table", by="pit_manager")
    play.do("open_table", by="shift_manager", game="classic")
    assert (play.house, play.fees, play.state["float"]) == ("0.00", "0.00", "0.00")
