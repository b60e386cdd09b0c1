"""A real shoe, its cards entered by the dealer: slips, foreign cards, the end of the shoe."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cards import DECK
from tables import Play, dealt_table, error_of, only, seated_table, types


def _table(game: str = "tiger", **fields: Any) -> Play:
    """Ann has a hundred on banker, bets are closed."""
    play = seated_table(game, shoe="manual", **fields)
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    return play


def test_the_dealer_enters_the_cards_as_they_come() -> None:
    play = _table()
    dealt = play.deal(cards="Ks Qd 7c 6h")
    assert [(event["hand"], event["card"]) for event in dealt] == [
        ("player", "Ks"),
        ("banker", "Qd"),
        ("player", "7c"),
        ("banker", "6h"),
    ]
    assert only(play.do("settle"), "round_settled")["result"] == "player"
    assert play.balance("ann") == "900.00"


def test_cards_are_read_in_either_case_and_ten_in_full() -> None:
    play = _table()
    for typed, card in (("10h", "Th"), ("qD", "Qd"), ("7C", "7c")):
        assert only(play.do("deal", card=typed), "card_dealt")["card"] == card


@pytest.mark.parametrize("card", ["1s", "9", "s9", "9sx", "", 9])
def test_what_is_no_card(card: object) -> None:
    assert _table().refused("deal", card=card)["code"] in ("bad_card", "malformed")


def test_the_card_has_to_be_named() -> None:
    assert _table().refused("deal")["code"] == "malformed"


def test_a_manual_shoe_is_given_no_order() -> None:
    play = seated_table("tiger", shoe="manual")
    for fields in ({"cards": "Ks Qd"}, {"seed": "x"}):
        assert play.refused("new_shoe", **fields)["code"] == "malformed"
    started = only(play.do("new_shoe"), "shoe_started")
    assert (started["cards"], started.get("commitment")) == (416, None)
    assert play.refused("add_entropy", by="ann", text="x")["code"] == "wrong_phase"


def test_a_card_that_cannot_be_there_is_typed_again() -> None:
    """Four decks hold four nines of spades, over all rounds of the shoe."""
    play = _table(decks=4)
    play.deal(cards="9s 9s Ks Kd")
    play.do("settle")
    play.do("open_bets")
    play.do("close_bets")
    play.deal(cards="9s 9s")
    assert error_of(play.refused("deal", card="9s")) == ("foreign_card", "5.5.1")
    play.deal(cards="Kh")
    assert error_of(play.refused("correct_card", card="9s")) == ("foreign_card", "5.5.1")
    play.deal(cards="Kc")
    play.do("settle")
    play.do("new_shoe")
    play.do("open_bets")
    play.do("close_bets")
    play.deal(cards="9s 9s Ks Kd")


def test_a_slip_is_put_right_before_the_next_card() -> None:
    play = _table()
    play.deal(cards="Ks Qd")
    corrected = only(play.do("correct_card", card="2d"), "card_corrected")
    assert (corrected["hand"], corrected["number"]) == ("banker", 1)
    assert (corrected["was"], corrected["card"]) == ("Qd", "2d")
    play.deal(cards="7c")
    play.do("correct_card", card="7d")
    play.do("correct_card", card="7h")
    assert (play.hand("player"), play.hand("banker")) == ("Ks 7h", "2d")
    assert play.refused("correct_card", card="7h")["code"] == "wrong_cards"


def test_before_the_first_card_there_is_nothing_to_put_right() -> None:
    play = _table()
    assert play.refused("correct_card", card="7h")["code"] == "too_late"
    play.deal(cards="9s 2d Ks 3d")
    play.do("settle")
    assert play.refused("correct_card", card="7h")["code"] == "wrong_phase"


def test_a_slip_may_complete_the_coup_or_open_it_again() -> None:
    """A natural nine was a four: the coup goes on; and back again."""
    play = _table()
    play.deal(cards="9s 2d Ks 3d")
    assert play.phase == "complete"
    # The last card was Banker's: five becomes nine, and Player's nine is a tie.
    play.do("correct_card", card="7d")
    assert play.phase == "complete"
    play = _table()
    play.deal(cards="4s 2d Ks 7d")
    assert play.phase == "complete"
    play.do("correct_card", card="3d")
    assert play.phase == "dealing"
    play.do("correct_card", card="6d")
    assert play.phase == "complete"
    assert play.refused("deal", card="2c")["code"] == "coup_complete"


def test_a_mistyped_card_frees_its_place_in_the_count() -> None:
    play = _table(decks=4)
    play.deal(cards="9s 9s 9s 9s")
    play.do("correct_card", card="8s")
    play.do("settle")
    play.do("open_bets")
    play.do("close_bets")
    play.deal(cards="9s")
    assert play.refused("deal", card="9s")["code"] == "foreign_card"


def test_insurance_on_a_mistyped_card_goes_back_and_is_offered_anew() -> None:
    """Banker's seven was a six: 4:1 becomes 3:1, and what ann had insured is in her hands again."""
    play = _table("insurance")
    play.deal(cards="2s 7d 3c Kh")
    assert play.state["insurance"] == {"banker_insurance": "4:1"}
    play.do("place_insurance", by="ann", box=1, bet="banker_insurance", amount="20", id="i")
    corrected = play.do("correct_card", card="9h")
    returned = only(corrected, "bet_returned")
    assert (returned["bet"], returned["amount"], returned["total"]) == ("i", "20.00", "0.00")
    only(corrected, "insurance_offered")
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    assert play.balance("ann") == "900.00"


def test_the_last_cards_of_a_shoe() -> None:
    """Every card of four decks is dealt; where a round wants one more, the shoe is empty."""
    play = seated_table("tiger", shoe="manual", decks=4, cut=0)
    for card in DECK * 4:
        if play.phase == "idle":
            play.do("open_bets")
            play.bet("ann", 1, "tie", "1")
            play.do("close_bets")
        play.deal(cards=card.text)
        if play.phase == "complete":
            play.do("settle")
    assert play.state["shoe"]["left"] == 0
    if play.phase == "idle":
        assert play.refused("open_bets")["code"] == "no_shoe"
        return
    before = play.balance("ann")
    assert error_of(play.refused("deal", card="2s")) == ("no_shoe", "5.5.4")
    play.do("report", kind="insufficient_cards")
    voided = play.do("void_round", by="pit_supervisor")
    assert "round_voided" in types(voided)
    assert float(play.balance("ann")) == float(before) + 1
    assert play.refused("open_bets")["code"] == "no_shoe"


def test_the_cut_card_counts_in_a_manual_shoe_too() -> None:
    play = seated_table("tiger", shoe="manual", decks=4, cut=200)
    for cards in ("9s 2d Ks 3d", "9s 2d Ks 3d"):
        play.do("open_bets")
        play.do("close_bets")
        play.deal(cards=cards)
        play.do("settle")
    assert play.state["shoe"]["left"] == 200
    assert play.refused("open_bets")["code"] == "no_shoe"


def test_insurance_of_the_first_stage_outlives_a_slip_in_the_fifth_card() -> None:
    """The four cards it was taken on were right; what was taken on the slip goes back."""
    bets = (("ann", 1, "banker", "100"), ("bob", 2, "player", "100"))
    play = dealt_table("insurance", *bets, shoe="manual")
    play.deal(cards="2s 6d 3c Kh")
    first: dict[str, Any] = {"by": "ann", "box": 1, "bet": "banker_insurance", "amount": "10"}
    play.do("place_insurance", **first)
    play.deal(cards="6c")
    play.do("place_insurance", **first)
    play.do("correct_card", card="9c")
    assert [bet.get("stage") for bet in play.state["bets"]] == [None, None, "four_cards"]
    assert play.balance("ann") == "890.00"
