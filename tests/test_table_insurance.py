"""Insurance at a table: what is on offer when, who may take it, how much, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from tables import Play, dealt_table, error_of, only, seated_table, types

TWO_STAGES = "2s 6d 3c Kh 6c"  # 5 to 6: banker 3:1; Player draws to 1: banker 7:1
PLAYER_NINE = "2s 3d 3c Kh 4c"  # 5 to 3: nothing; Player draws to 9, Banker draws: player 8:1


def _table(cards: str, deal: int = 4, bets: Any = None, **fields: Any) -> Play:
    """Ann has a hundred on banker, bob forty on player."""
    usual = (("ann", 1, "banker", "100"), ("bob", 2, "player", "40"))
    return dealt_table("insurance", *(bets or usual), cards=cards, deal=deal, **fields)


def _insure(play: Play, who: str, box: int, bet: str, amount: str) -> dict[str, Any]:
    placed = play.do("place_insurance", by=who, box=box, bet=bet, amount=amount)
    return only(placed, "insurance_placed")


def _refused(play: Play, who: str, box: int, bet: str, amount: str) -> tuple[str, str | None]:
    return error_of(play.refused("place_insurance", by=who, box=box, bet=bet, amount=amount))


def _net(play: Play) -> dict[str, str]:
    while play.phase == "dealing":
        play.deal(1)
    net: dict[str, str] = only(play.do("settle"), "round_settled")["net"]
    return net


@pytest.mark.parametrize(
    ("cards", "offers"),
    [
        ("Ks 5d 4c Kh", {"banker_insurance": "2:1"}),
        ("2s 6d 3c Kh", {"banker_insurance": "3:1"}),
        ("2s 7d 3c Kh", {"banker_insurance": "4:1"}),
        ("2s 4d 3c Kh", {"player_insurance": "2:1"}),
        ("2s 5d 4c Kh", {"player_insurance": "3:1"}),
        ("3s 5d 4c Kh", {"player_insurance": "4:1"}),
        ("2s 2d 2c Kh", {}),
        ("2s 5d 3c Kh", {}),
        ("9s 5d Kc Kh", {}),  # a natural
        ("Ks 8d 4c Kh", {}),  # a natural
        ("Ks 7d 6c Kh", {}),  # both stand
    ],
)
def test_what_is_on_offer_after_four_cards(cards: str, offers: dict[str, str]) -> None:
    play = _table(cards)
    assert play.state["insurance"] == offers
    announced = [event for event in play.events if event["type"] == "insurance_offered"]
    assert [lammer["bet"] for event in announced for lammer in event["offers"]] == list(offers)


@pytest.mark.parametrize(
    ("cards", "offers"),
    [
        ("Ks Ad Kc Kh Ac", {"banker_insurance": "6:1"}),
        (TWO_STAGES, {"banker_insurance": "7:1"}),
        ("Ks 3d Kc Kh 2c", {"banker_insurance": "4:1"}),
        ("Ks 4d Kc Kh 3c", {"banker_insurance": "3:2"}),
        ("Ks 4d Kc Kh 5c", {"player_insurance": "2:1"}),
        (PLAYER_NINE, {"player_insurance": "8:1"}),
        ("2s 6d 3c Kh 9c", {}),  # Banker stands on six
        ("Ks 4d Kc Kh 4c", {}),
    ],
)
def test_what_is_on_offer_after_players_third_card(cards: str, offers: dict[str, str]) -> None:
    play = _table(cards, deal=5)
    assert play.state["insurance"] == offers


def test_it_is_taken_between_two_cards_only() -> None:
    """Before the fourth card nothing is on offer, nor when Banker alone has drawn."""
    play = seated_table("insurance", cards="2s 5d 4c Kh 2c")
    refusals = []
    for step in (None, "open_bets", "close_bets", "deal", "deal", "deal"):
        if step:
            play.do(step)
        if step == "open_bets":
            play.bet("bob", 2, "player", "40")
        refusals.append(_refused(play, "bob", 2, "player_insurance", "10")[0])
    assert set(refusals) <= {"insurance_closed", "wrong_phase"}
    assert refusals[-1] == "insurance_closed"
    play.deal(1)
    _insure(play, "bob", 2, "player_insurance", "10")
    play.deal(1)
    assert _refused(play, "bob", 2, "player_insurance", "1") == ("insurance_closed", "5.3")


def test_the_event_says_what_was_taken() -> None:
    play = _table(TWO_STAGES)
    placed = _insure(play, "ann", 1, "banker_insurance", "30")
    assert (placed["player"], placed["box"], placed["bet"]) == ("ann", 1, "banker_insurance")
    assert (placed["stage"], placed["amount"], placed["odds"]) == ("four_cards", "30.00", "3:1")
    assert placed["rule"] == "4.1.2"
    assert placed["id"] == play.state["bets"][-1]["id"]
    assert play.balance("ann") == "870.00"


def test_the_cap_holds_to_the_unit() -> None:
    """Three times 33.33 is 99.99, three times 33.34 more than the hundred that ann has bet."""
    play = _table(TWO_STAGES)
    assert _refused(play, "ann", 1, "banker_insurance", "33.34") == ("insurance_over_cap", "3.12.2")
    _insure(play, "ann", 1, "banker_insurance", "33.33")


def test_the_cap_holds_over_both_stages() -> None:
    """Twenty at 3:1 leave forty: 5.71 at 7:1 are 39.97, and 5.72 are too much."""
    play = _table(f"{TWO_STAGES} 4h")
    _insure(play, "ann", 1, "banker_insurance", "20")
    play.deal(1)
    assert _refused(play, "ann", 1, "banker_insurance", "5.72") == ("insurance_over_cap", "3.12.2")
    _insure(play, "ann", 1, "banker_insurance", "5.71")
    # Banker draws to nothing and loses: 60 and 39.97 against the hundred.
    assert _net(play) == {"ann": "-0.03", "bob": "40.00"}
    assert play.balance("ann") == "999.97"


def test_the_cap_is_that_of_one_box_and_of_the_bet_as_placed() -> None:
    """Half of ann's bets is in action by the differential; all of each is insured on its box."""
    limits = {"max_differential": "50"}
    play = seated_table("insurance", cards=TWO_STAGES, limits=limits, enforcement="dealer")
    play.do("sit", by="ann", box=3)
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.bet("ann", 3, "banker", "60")
    play.do("close_bets")
    play.deal(4)
    assert _refused(play, "ann", 3, "banker_insurance", "20.01")[0] == "insurance_over_cap"
    _insure(play, "ann", 3, "banker_insurance", "20")
    _insure(play, "ann", 1, "banker_insurance", "33.33")


def test_only_an_original_bet_on_that_hand_and_box_is_insured() -> None:
    play = _table(TWO_STAGES)
    for who, box in (("bob", 2), ("ann", 2), ("bob", 1)):
        wrong = _refused(play, who, box, "banker_insurance", "1")
        assert wrong == ("insurance_without_original", "3.11")
    assert _refused(play, "bob", 2, "player_insurance", "1")[0] == "insurance_not_offered"


def test_what_is_no_insurance_is_not_placed_as_one() -> None:
    play = _table(TWO_STAGES)
    for bet in ("banker", "tie", "insurance"):
        assert _refused(play, "ann", 1, bet, "1")[0] == "unknown_bet"
    tiger = dealt_table("tiger", ("ann", 1, "banker", "100"), cards=TWO_STAGES, deal=4)
    assert _refused(tiger, "ann", 1, "banker_insurance", "1")[0] == "unknown_bet"


def test_one_insurance_a_stage() -> None:
    play = _table(TWO_STAGES)
    _insure(play, "ann", 1, "banker_insurance", "5")
    assert _refused(play, "ann", 1, "banker_insurance", "5")[0] == "duplicate_bet"
    play.deal(1)
    _insure(play, "ann", 1, "banker_insurance", "5")


def test_insurance_takes_free_chips() -> None:
    play = _table(TWO_STAGES, chips="110")
    assert _refused(play, "ann", 1, "banker_insurance", "10.01")[0] == "insufficient_balance"
    _insure(play, "ann", 1, "banker_insurance", "10")


def test_no_minimum_holds_for_insurance() -> None:
    play = _table(TWO_STAGES, limits={"min": "40", "side_min": "40"})
    _insure(play, "ann", 1, "banker_insurance", "0.01")


def test_who_insures_for_whom() -> None:
    play = _table(TWO_STAGES)
    wrong = play.refused(
        "place_insurance", by="bob", player="ann", box=1, bet="banker_insurance", amount="1"
    )
    assert error_of(wrong) == ("not_yours", "5.17")
    play.do("place_insurance", player="ann", box=1, bet="banker_insurance", amount="10")
    assert play.balance("ann") == "890.00"


def test_insurance_is_raised_while_its_offer_stands() -> None:
    """A second one would be a duplicate; the cap holds for all of it, and the next card ends it."""
    play = _table(f"{TWO_STAGES} 4h")
    taken = _insure(play, "ann", 1, "banker_insurance", "10")["id"]
    wrong = play.refused("increase_bet", by="ann", bet=taken, amount="23.34")
    assert error_of(wrong) == ("insurance_over_cap", "3.12.2")
    assert play.refused("increase_bet", by="bob", bet=taken, amount="1")["code"] == "not_yours"
    raised = only(play.do("increase_bet", by="ann", bet=taken, amount="10"), "bet_increased")
    assert (raised["total"], play.balance("ann")) == ("20.00", "880.00")
    play.deal(1)
    wrong = play.refused("increase_bet", by="ann", bet=taken, amount="1")
    assert error_of(wrong) == ("insurance_closed", "5.3")
    # Banker loses: sixty for the twenty, less the hundred.
    assert _net(play) == {"ann": "-40.00", "bob": "40.00"}


def test_insurance_is_not_taken_back() -> None:
    play = _table(TWO_STAGES)
    taken = _insure(play, "ann", 1, "banker_insurance", "10")["id"]
    wrong = play.refused("withdraw_bet", by="ann", bet=taken)
    assert error_of(wrong) == ("wrong_phase", "5.6")


@pytest.mark.parametrize(
    ("third", "net"),
    [
        ("2h", "90.00"),  # Banker wins with eight: the insurance of ten is lost
        ("4h", "-70.00"),  # Banker loses: ten at 3:1
        ("5h", "0.00"),  # a tie at one: everything goes back
        ("Td", "40.00"),  # Banker wins with six: half pay
    ],
)
def test_what_comes_of_it(third: str, net: str) -> None:
    play = _table(f"{TWO_STAGES} {third}", bets=[("ann", 1, "banker", "100")])
    _insure(play, "ann", 1, "banker_insurance", "10")
    assert _net(play) == {"ann": net}


def test_a_tie_at_nine_pays_what_was_taken_on_it() -> None:
    """Player drew to nine and so does Banker: five at 8:1, and the bet itself is a push."""
    play = _table(f"{PLAYER_NINE} 6h", deal=5)
    _insure(play, "bob", 2, "player_insurance", "5")
    assert _net(play) == {"ann": "0.00", "bob": "40.00"}


def test_nothing_happens_to_the_lammers_where_nobody_insures() -> None:
    play = _table(f"{TWO_STAGES} 4h")
    assert types(play.deal(1)) == ["insurance_closed", "card_dealt", "insurance_offered"]
    assert types(play.deal(1)) == ["insurance_closed", "card_dealt"]
    assert play.state["insurance"] == {}


def test_insurance_is_raised_to_the_cap_and_no_further() -> None:
    """At 3:1 a hundred is covered by 33.33: what lies there already counts once."""
    play = _table(TWO_STAGES)
    _insure(play, "ann", 1, "banker_insurance", "30")
    bet = play.state["bets"][-1]["id"]
    wrong = play.refused("increase_bet", by="ann", bet=bet, amount="3.34")
    assert error_of(wrong) == ("insurance_over_cap", "3.12.2")
    raised = only(play.do("increase_bet", by="ann", bet=bet, amount="3.33"), "bet_increased")
    assert raised["total"] == "33.33"


def test_insurance_is_raised_by_free_chips() -> None:
    play = _table(TWO_STAGES, chips="110")
    _insure(play, "ann", 1, "banker_insurance", "8")
    bet = play.state["bets"][-1]["id"]
    wrong = play.refused("increase_bet", by="ann", bet=bet, amount="2.01")
    assert wrong["code"] == "insufficient_balance"
    play.do("increase_bet", by="ann", bet=bet, amount="2")
    assert play.balance("ann") == "0.00"


@pytest.mark.parametrize("cards", ["6s 2d Kc 3h 4s", "Ks Qd 2c 3h 9s 7d"])
def test_once_the_coup_is_complete_insurance_is_closed(cards: str) -> None:
    """Whether Banker drew on a Player that stood, or both hands drew."""
    play = _table(cards, deal=len(cards.split()))
    assert play.phase == "complete"
    assert _refused(play, "ann", 1, "banker_insurance", "5") == ("insurance_closed", "5.3")


def test_insurance_is_counted_among_the_bets_that_get_a_name() -> None:
    """Two bets, insurance, and a bet of the next round: b1 to b4."""
    play = _table(f"{TWO_STAGES} 4d 2c")
    assert _insure(play, "ann", 1, "banker_insurance", "30")["id"] == "b3"
    play.deal(2)
    play.do("settle")
    play.do("open_bets")
    assert play.bet("ann", 1, "player", "10") == "b4"


@pytest.mark.rule("insurance", "5.3")
def test_the_dealer_ends_an_offer_before_the_card_comes() -> None:
    """Who is late is refused though no card is drawn; the next stage is offered anew."""
    play = _table(TWO_STAGES)
    closed = play.do("close_insurance")
    assert only(closed, "insurance_closed")["called"] is True
    assert play.state["insurance"] == {}
    assert _refused(play, "ann", 1, "banker_insurance", "10") == ("insurance_closed", "5.3")
    assert error_of(play.refused("close_insurance")) == ("insurance_closed", "5.3")
    assert "insurance_closed" not in types(play.deal(1))
    assert play.state["insurance"] == {"banker_insurance": "7:1"}
    _insure(play, "ann", 1, "banker_insurance", "10")


@pytest.mark.rule("insurance", "5.3")
def test_an_offer_that_was_ended_stays_so_after_a_report_and_opens_on_other_cards() -> None:
    play = _table(TWO_STAGES)
    play.do("close_insurance")
    play.do("report", kind="foreign_card")
    play.do("dismiss_report", by="pit_supervisor")
    assert play.state["insurance"] == {}
    play.do("report", kind="wrong_hand")
    # Player 6 and Banker 5 now: another offer.
    play.do("reconstruct", by="pit_supervisor", cards=["6d", "2s", "Kh", "3c"])
    assert play.state["insurance"] == {"player_insurance": "3:1"}


def test_the_end_of_an_offer_is_meant_for_one_place() -> None:
    """A word that comes late, from another screen or over a line that was down, ends nothing."""
    play = _table(TWO_STAGES)
    number = play.state["round"]
    for elsewhere in ({"round": number + 1}, {"place": 6}, {"round": number, "place": 4}):
        assert error_of(play.refused("close_insurance", **elsewhere)) == ("too_late", None)
    play.do("close_insurance", round=number, place=5)
    assert play.state["insurance"] == {}


def test_the_same_cards_in_the_next_round_are_offered_again() -> None:
    """Without it the words of one round would end the offer of another."""
    play = _table("2s 6d 3c Kh 9c 2s 6d 3c Kh 9c")
    play.do("close_insurance")
    play.deal(1)
    play.do("settle")
    play.do("open_bets")
    play.do("close_bets")
    play.deal(4)
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
