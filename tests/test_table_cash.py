"""Cash at the table goes to the drop; chips are brought to it and taken along."""

from __future__ import annotations

from casino import Coups
from tables import Play, betting_table, only, open_table


def _tray(play: Play) -> tuple[str, str]:
    return play.state["float"], play.state["drop"]


def test_cash_goes_to_the_drop_and_chips_leave_the_tray() -> None:
    play = open_table("tiger", float="5000")
    bought = only(play.do("buy_in", player="*cap", amount="300", cash=True), "chips_bought")
    assert bought["cash"] is True
    assert "chips" not in bought
    assert (play.balance("*cap"), *_tray(play)) == ("300.00", "4700.00", "300.00")


def test_chips_that_are_brought_come_from_no_tray() -> None:
    play = open_table("tiger", float="5000")
    play.do("buy_in", player="*cap", amount="300", chips=True)
    assert (play.balance("*cap"), *_tray(play)) == ("300.00", "5000.00", "0.00")
    taken = only(play.do("cash_out", player="*cap", chips=True), "chips_cashed")
    assert (taken["amount"], taken["chips"]) == ("300.00", True)
    assert (play.balance("*cap"), *_tray(play)) == ("0.00", "5000.00", "0.00")


def test_cash_and_chips_are_not_given_together() -> None:
    play = open_table("tiger")
    wrong = play.refused("buy_in", player="ann", amount="5", cash=True, chips=True)
    assert wrong["code"] == "malformed"
    assert play.refused("buy_in", player="ann", amount="5", cash="yes")["code"] == "malformed"
    play.do("buy_in", player="ann", amount="5")
    assert play.refused("cash_out", player="ann", chips=1)["code"] == "malformed"


def test_what_is_false_is_as_if_it_was_left_out() -> None:
    play = open_table("tiger")
    bought = only(play.do("buy_in", player="ann", amount="5", cash=False), "chips_bought")
    assert "cash" not in bought
    cashed = only(play.do("cash_out", player="ann", chips=False), "chips_cashed")
    assert "chips" not in cashed


def test_chips_on_the_felt_are_not_taken_along() -> None:
    play = betting_table("tiger", ("ann", 1, "player", "400"), cards=Coups.PLAYER_WINS)
    wrong = play.refused("cash_out", player="ann", amount="600.01", chips=True)
    assert wrong["code"] == "insufficient_balance"
    play.do("cash_out", player="ann", amount="600", chips=True)
    assert play.balance("ann") == "0.00"


def test_closing_names_the_drop_and_the_next_opening_begins_without_it() -> None:
    play = open_table("tiger", float="5000")
    play.do("buy_in", player="*cap", amount="300", cash=True)
    closed = only(play.do("close_table", by="pit_manager"), "table_closed")
    assert (closed["float"], closed["drop"]) == ("4700.00", "300.00")
    play.do("open_table", by="shift_manager", game="tiger", float="5000")
    assert _tray(play) == ("5000.00", "0.00")
    assert "drop" not in only(play.do("close_table", by="pit_manager"), "table_closed")
