"""A paid round that is put right: bets given back before, who is paid first, who banks on."""

import pytest

from casino import Coups
from mishaps import banked_table, both, money
from tables import only, open_table, types


@pytest.mark.rule("insurance", "5.13", "5.5.3", "5.7")
def test_a_bet_that_was_given_back_is_not_paid_once_more() -> None:
    """Bob had his 100 back for insurance nobody offered; by the right cards Banker has won.

    He neither wins nor loses by them: the bet was out of the round.
    """
    play = both("insurance", "2s 6d 3c Kh 6c 4d", 6)
    play.do("settle")  # Player wins, 1 to 0
    lost = {"stage": "four_cards", "hand": "banker", "amount": "30"}
    play.do("return_uninsured", by="pit_manager", player="bob", **lost)
    assert money(play) == ("1100.00", "1000.00", "-100.00")
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("reconstruct", by="pit_supervisor", cards="Kh 6d 3c 2s 6c 4d")
    corrected = only(happened, "round_corrected")  # 3 to 8, a natural
    assert corrected["changes"] == {"ann": "-200.00"}
    _, bob = corrected["settlement"]["bets"]
    assert (bob["outcome"], bob["in_action"], bob["rules"]) == ("returned", "0.00", ("5.13",))
    assert money(play) == ("900.00", "1000.00", "100.00")


@pytest.mark.rule("insurance", "5.12.3", "5.5.3")
def test_insurance_that_was_taken_back_by_choice_is_not_handed_back_again() -> None:
    """Bob took the refund, insurance and all; then the order of the cards was another one."""
    play = both("insurance", "2s 6d 3c Kh 6c 4d", 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.do("report", kind="simultaneous_cards", cards="6c 4d")
    play.do("decide_order", by="pit_supervisor", cards="6c 4d")
    play.do("choose", by="bob", option="refund")
    play.do("close_options")
    play.deal(2)
    play.do("settle")
    assert money(play) == ("1100.00", "1000.00", "-100.00")
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("reconstruct", by="pit_supervisor", cards="Kh 6d 3c 2s 6c 4d")
    assert "handed_back" not in only(happened, "round_corrected")
    assert money(play) == ("900.00", "1000.00", "100.00")


@pytest.mark.rule("tiger", "5.5.3", "5.15")
@pytest.mark.parametrize("first", ["ann", "bob"])
def test_what_is_taken_back_is_given_in_the_order_of_action(first: str) -> None:
    """Cat won and has 60 left to give back; ann sits next to the bank and is made whole first.

    Whoever had bet first.
    """
    play = open_table("player-dealer", layout="blackjack")
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cat"), (8, "pat")):
        play.do("buy_in", player=name, amount="1000")
        play.do("sit", by=name, box=seat)
    play.do("new_shoe", cards=Coups.PLAYER_WINS)
    play.do("offer_player_dealer", seat=8)
    play.do("accept_player_dealer", by="pat", seat=8, wager="500")
    play.do("open_bets")
    for name in (first, "bob" if first == "ann" else "ann"):
        play.bet(name, 1 if name == "ann" else 2, "banker", "50")
    play.bet("cat", 3, "player", "100")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    play.do("cash_out", player="cat", amount="1040")
    play.do("report", kind="wrong_number_of_cards")
    play.do("cannot_reconstruct", by="pit_supervisor")
    assert play.state["owed"] == {"cat": "40.00"}
    assert (play.balance("ann"), play.balance("bob")) == ("1000.00", "960.00")


@pytest.mark.rule("tiger", "5.5.3", "5.15")
@pytest.mark.parametrize(("left", "banks"), [("100", True), ("99.99", False)])
def test_the_bank_goes_on_where_its_free_chips_are_enough(left: str, banks: bool) -> None:
    """Pat won 100 and gets the fee of 2 back: 98 are needed, and 2 for the hand to come."""
    play = banked_table(Coups.PLAYER_WINS)
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    play.do("cash_out", player="pat", amount=f"{float(play.balance('pat')) - float(left):.2f}")
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("cannot_reconstruct", by="pit_supervisor")
    assert ("player_dealer_vacated" in types(happened)) is not banks
    assert play.balance("ann") == "1000.00"
