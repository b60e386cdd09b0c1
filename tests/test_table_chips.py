"""Chips and seats: buying in, cashing out, sitting, leaving, several boxes, who acts for whom."""

from __future__ import annotations

from typing import Any

import pytest

from casino import Coups
from croupier.game.model import Role
from croupier.table import Actor, carry_out, decide
from croupier.table.commands import Sit
from tables import Play, betting_table, error_of, only, open_table, seated_table, types


def _settled(play: Play) -> None:
    play.do("close_bets")
    play.deal(4)
    play.do("settle")


def test_chips_are_bought_and_cashed_at_the_table() -> None:
    play = open_table("tiger")
    bought = only(play.do("buy_in", player="ann", amount="100.50"), "chips_bought")
    assert (bought["player"], bought["amount"]) == ("ann", "100.50")
    play.do("buy_in", player="ann", amount="99.50")
    cashed = only(play.do("cash_out", player="ann", amount="50"), "chips_cashed")
    assert (cashed["amount"], play.balance("ann")) == ("50.00", "150.00")
    assert play.house == "0.00"


def test_only_staff_changes_money() -> None:
    play = seated_table("tiger", players=("ann",))
    for command in ("buy_in", "cash_out"):
        wrong = play.refused(command, by="ann", player="ann", amount="5")
        assert error_of(wrong) == ("not_allowed", None)


@pytest.mark.parametrize("amount", ["0", "-5", "5.001", "1e3", " 5", "", "5,00", "٥"])
def test_an_amount_is_plain_digits(amount: str) -> None:
    play = seated_table("tiger", players=("ann",))
    for command in ("buy_in", "cash_out"):
        assert play.refused(command, player="ann", amount=amount)["code"] == "bad_amount"


def test_chips_on_the_felt_are_not_free() -> None:
    play = betting_table("tiger", ("ann", 1, "player", "400"), cards=Coups.PLAYER_WINS)
    wrong = play.refused("cash_out", player="ann", amount="600.01")
    assert wrong["code"] == "insufficient_balance"
    play.do("cash_out", player="ann", amount="600")
    _settled(play)
    assert play.balance("ann") == "800.00"


def test_nobody_cashes_what_they_have_not() -> None:
    play = seated_table("tiger", players=("ann",))
    wrong = play.refused("cash_out", player="ann", amount="1000.01")
    assert wrong["code"] == "insufficient_balance"
    assert play.refused("cash_out", player="zoe", amount="1")["code"] == "unknown_player"


def test_a_bet_takes_free_chips_only() -> None:
    play = betting_table("tiger", ("ann", 1, "player", "900"), cards=Coups.PLAYER_WINS)
    wrong = play.refused("place_bet", by="ann", box=1, bet="tie", amount="100.01")
    assert wrong["code"] == "insufficient_balance"
    wrong = play.refused("increase_bet", by="ann", bet="b1", amount="100.01")
    assert wrong["code"] == "insufficient_balance"
    play.bet("ann", 1, "tie", "100")
    assert play.balance("ann") == "0.00"


def test_who_was_never_here_is_unknown() -> None:
    play = betting_table("tiger", ("ann", 1, "player", "50"), cards=Coups.PLAYER_WINS)
    for command, fields in (
        ("place_bet", {"box": 1, "bet": "player", "amount": "5", "standing": True}),
        ("leave", {"box": 1}),
    ):
        assert play.refused(command, by="zoe", **fields)["code"] == "unknown_player"
        assert play.refused(command, player="zoe", **fields)["code"] == "unknown_player"


def test_a_seat_alone_makes_somebody_known_and_gives_no_chips() -> None:
    play = open_table("tiger")
    play.do("sit", by="ann", box=1)
    play.do("new_shoe", cards=Coups.PLAYER_WINS)
    play.do("open_bets")
    wrong = play.refused("place_bet", by="ann", box=1, bet="player", amount="1")
    assert wrong["code"] == "insufficient_balance"
    assert play.balance("ann") == "0.00"


def test_a_box_has_one_seat() -> None:
    play = seated_table("tiger", players=("ann",))
    assert error_of(play.refused("sit", by="bob", box=1)) == ("box_taken", "2.1.1")
    assert play.refused("sit", by="ann", box=1)["code"] == "box_taken"
    assert play.state["seats"] == {"1": "ann"}


def test_a_patron_may_sit_at_several_boxes() -> None:
    play = seated_table("tiger", players=("ann", "bob"), cards=Coups.PLAYER_WINS)
    taken = only(play.do("sit", by="ann", box=5), "seat_taken")
    assert (taken["player"], taken["box"]) == ("ann", 5)
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")
    play.bet("ann", 5, "banker", "30")
    _settled(play)
    assert play.balance("ann") == "1070.00"
    play.do("leave", by="ann", box=1)
    assert play.state["seats"] == {"2": "bob", "5": "ann"}


def test_leaving_frees_the_box() -> None:
    play = seated_table("tiger", players=("ann", "bob"))
    left = only(play.do("leave", by="ann", box=1), "seat_left")
    assert (left["player"], left["box"]) == ("ann", 1)
    assert play.refused("leave", by="ann", box=1)["code"] == "not_seated"
    assert play.refused("leave", by="ann", box=2)["code"] == "not_seated"
    play.do("sit", by="bob", box=1)
    assert play.state["seats"] == {"1": "bob", "2": "bob"}


def test_the_bets_of_who_left_keep_the_box() -> None:
    """The bet is settled, and only then does the next one sit there."""
    play = betting_table("tiger", ("ann", 1, "player", "100"), cards=Coups.PLAYER_WINS)
    play.do("leave", by="ann", box=1)
    assert play.refused("sit", by="bob", box=1)["code"] == "box_taken"
    wrong = play.refused("place_bet", by="ann", box=1, bet="tie", amount="10")
    assert wrong["code"] == "not_seated"
    _settled(play)
    assert play.balance("ann") == "1100.00"
    play.do("sit", by="bob", box=1)


def test_a_seated_bet_goes_on_ones_own_box() -> None:
    play = betting_table("tiger", cards=Coups.PLAYER_WINS)
    wrong = play.refused("place_bet", by="ann", box=2, bet="player", amount="10")
    assert error_of(wrong) == ("box_taken", "1.17")
    wrong = play.refused("place_bet", by="ann", box=3, bet="player", amount="10")
    assert wrong["code"] == "not_seated"
    wrong = play.refused("place_bet", by="ann", box=10, bet="player", amount="10")
    assert error_of(wrong) == ("no_box", "2.1.1")


def test_a_player_acts_for_nobody_else() -> None:
    play = betting_table("tiger", ("bob", 2, "player", "50"), cards=Coups.PLAYER_WINS)
    others: tuple[tuple[str, dict[str, Any], str | None], ...] = (
        ("sit", {"box": 7}, None),
        ("leave", {"box": 2}, None),
        ("place_bet", {"box": 2, "bet": "tie", "amount": "5"}, "5.16"),
        ("increase_bet", {"bet": "b1", "amount": "5"}, "5.16"),
        ("withdraw_bet", {"bet": "b1"}, None),
        ("add_entropy", {"text": "mine"}, None),
    )
    for command, fields, rule in others:
        wrong = play.refused(command, by="ann", player="bob", **fields)
        assert error_of(wrong) == ("not_yours", rule), command
    for command, amount, rule in (("increase_bet", "5", "5.16"), ("withdraw_bet", None, None)):
        wrong = play.refused(command, by="ann", bet="b1", amount=amount)
        assert error_of(wrong) == ("not_yours", rule)


@pytest.mark.parametrize("role", ["dealer", "pit_supervisor", "pit_manager", "shift_manager"])
def test_staff_acts_for_the_patron_they_name(role: str) -> None:
    """Sitting, betting, raising and leaving; the chips are the patron's."""
    play = seated_table("tiger", players=("ann",), cards=Coups.PLAYER_WINS)
    play.do("sit", by=role, player="ann", box=4)
    play.do("open_bets", by=role)
    placed = play.do("place_bet", by=role, player="ann", box=4, bet="player", amount="50", id="x")
    assert (only(placed, "bet_placed")["player"], placed[0]["rule"]) == ("ann", "5.16")
    play.do("increase_bet", by=role, player="ann", bet="x", amount="25")
    play.do("withdraw_bet", by=role, bet="x", amount="15")
    play.do("leave", by=role, player="ann", box=4)
    assert play.balance("ann") == "940.00"
    _settled(play)
    assert play.balance("ann") == "1060.00"


def test_staff_says_for_whom() -> None:
    play = betting_table("tiger", cards=Coups.PLAYER_WINS)
    for command, fields in (
        ("place_bet", {"box": 1, "bet": "player", "amount": "5"}),
        ("sit", {"box": 5}),
    ):
        assert play.refused(command, **fields)["code"] == "malformed"


def test_a_patrons_own_bet_cites_nobody() -> None:
    play = betting_table("tiger", cards=Coups.PLAYER_WINS)
    placed = play.do("place_bet", by="ann", player="ann", box=1, bet="player", amount="5")
    assert types(placed) == ["bet_placed"]
    assert placed[0].get("rule") is None


def test_the_smallest_chip_is_cashed_too() -> None:
    play = seated_table("tiger", players=("ann",), chips="0.01")
    assert only(play.do("cash_out", player="ann"), "chips_cashed")["amount"] == "0.01"
    assert play.refused("cash_out", player="ann")["code"] == "insufficient_balance"


def test_all_free_chips_are_cashed_where_no_amount_is_said() -> None:
    play = betting_table("tiger", ("ann", 1, "player", "400"), cards=Coups.PLAYER_WINS)
    cashed = only(play.do("cash_out", player="ann"), "chips_cashed")
    assert (cashed["amount"], play.balance("ann")) == ("600.00", "0.00")
    assert play.refused("cash_out", player="ann")["code"] == "insufficient_balance"


def test_the_box_to_leave_is_said_where_there_are_several() -> None:
    play = seated_table("tiger", players=("ann", "bob"))
    assert only(play.do("leave", by="bob"), "seat_left")["box"] == 2
    play.do("sit", by="ann", box=5)
    assert play.refused("leave", by="ann")["code"] == "malformed"


def test_who_buys_in_and_sits_down_again_is_still_one_patron() -> None:
    play = seated_table("tiger", players=("ann", "bob"))
    play.do("buy_in", player="ann", amount="50")
    play.do("sit", by="ann", box=5)
    assert play.live.table.patrons == ("ann", "bob")


def test_who_changes_anothers_bet_is_told_whose_it_is() -> None:
    play = betting_table("tiger", ("ann", 1, "player", "50"), cards=Coups.PLAYER_WINS)
    for command in ("increase_bet", "withdraw_bet"):
        wrong = play.refused(command, by="bob", bet="b1", amount="5")
        assert (wrong["code"], wrong["message"]) == ("not_yours", "bet b1 is ann's, not bob's")
        wrong = play.refused(command, by="bob", player="ann", bet="b1", amount="5")
        assert (wrong["code"], wrong["message"]) == ("not_yours", "bob cannot act for ann")


def test_nobody_leaves_a_box_that_is_not_theirs() -> None:
    """Neither another's nor an empty one, though they have a seat that could be meant."""
    play = seated_table("tiger", players=("ann", "bob"))
    for box in (2, 3):
        assert play.refused("leave", by="ann", box=box)["code"] == "not_seated"
    assert play.state["seats"] == {"1": "ann", "2": "bob"}


@pytest.mark.rule("tiger", "5.17")
def test_a_ruling_gives_before_it_takes() -> None:
    """Ann is named twice: the 700 that she gets are hers when 1,500 are asked of her."""
    play = seated_table("tiger")
    changes = [
        {"player": "ann", "amount": "-1500"},
        {"player": "bob", "amount": "20"},
        {"player": "ann", "amount": "700"},
    ]
    rule: dict[str, Any] = {"by": "shift_manager", "text": "so be it", "adjustments": changes}
    ruled = only(play.do("rule", **rule), "ruling_made")
    assert [each["amount"] for each in ruled["adjustments"]] == ["700.00", "20.00", "-1500.00"]
    assert (play.balance("ann"), play.balance("bob"), play.house) == ("200.00", "1020.00", "780.00")
    assert play.refused("rule", **rule)["code"] == "insufficient_balance"


@pytest.mark.rule("tiger", "5.17")
def test_who_has_no_chips_may_be_given_some() -> None:
    play = open_table("tiger")
    play.do("sit", by="ann", box=1)
    changes = [{"player": "ann", "amount": "5"}]
    play.do("rule", by="shift_manager", text="for the wait", adjustments=changes)
    assert (play.balance("ann"), play.house) == ("5.00", "-5.00")


def test_a_decision_alone_changes_no_table() -> None:
    """It says what would happen; carrying it out says the same, and gives the table after it."""
    table = seated_table("tiger").live.table
    command, by = Sit(5, "ann"), Actor(Role.DEALER, "dee")
    events, after = carry_out(table, command, by)
    assert decide(table, command, by) == events
    assert (dict(table.seats), dict(after.seats)) == (
        {1: "ann", 2: "bob"},
        {1: "ann", 2: "bob", 5: "ann"},
    )
