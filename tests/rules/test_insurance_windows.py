"""When insurance is on offer at a table, when it is gone, and tables that offer none."""

from typing import Any

import pytest

from tables import Play, dealt_table, error_of, only, open_table, seated_table, types

TO_STAND_ON = "2s 6d 3c Kh 9c"  # 5 to 6, banker insured 3:1; Player draws to 4, Banker wins
TWO_STAGES = "2s 6d 3c Kh 6c 4h"  # 5 to 6, 3:1; Player draws to 1, 7:1; Banker draws to 0, loses


def _table(cards: str = TO_STAND_ON, deal: int = 4, **fields: Any) -> Play:
    bets = (("ann", 1, "banker", "100"), ("bob", 2, "player", "40"))
    return dealt_table("insurance", *bets, cards=cards, deal=deal, **fields)


def _insure(play: Play, who: str, box: int, amount: str) -> None:
    play.do("place_insurance", by=who, box=box, bet="banker_insurance", amount=amount)


@pytest.mark.rule("insurance", "5.3")
def test_the_next_card_ends_the_right_to_insure() -> None:
    """The lammer goes with the card; what was to be insured at 3:1 stays uninsured."""
    play = _table()
    offered = [event for event in play.events if event["type"] == "insurance_offered"]
    assert [(event["stage"], event["offers"]) for event in offered] == [
        ("four_cards", [{"bet": "banker_insurance", "hand": "banker", "odds": "3:1"}])
    ]
    dealt = play.deal(1)
    assert types(dealt) == ["insurance_closed", "card_dealt"]
    assert (dealt[0]["stage"], dealt[0]["rule"]) == ("four_cards", "5.3")
    wrong = play.refused("place_insurance", by="ann", box=1, bet="banker_insurance", amount="10")
    assert error_of(wrong) == ("insurance_closed", "5.3")
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "50.00", "bob": "-40.00"}


@pytest.mark.rule("insurance", "5.3")
def test_what_was_forgone_at_four_cards_is_not_taken_at_the_fifth() -> None:
    """The second stage has its own odds, and its right ends with Banker's card."""
    play = _table(TWO_STAGES, deal=5)
    assert play.state["insurance"] == {"banker_insurance": "7:1"}
    _insure(play, "ann", 1, "10")
    assert play.state["bets"][-1]["stage"] == "player_third"
    dealt = play.deal(1)
    assert (dealt[0]["type"], dealt[0]["stage"], dealt[0]["rule"]) == (
        "insurance_closed",
        "player_third",
        "5.3",
    )
    wrong = play.refused("place_insurance", by="ann", box=1, bet="banker_insurance", amount="4")
    assert error_of(wrong) == ("insurance_closed", "5.3")
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "-30.00", "bob": "40.00"}


def _walked_away(play: Play, who: str, box: int, kind: str = "banker") -> None:
    """Nobody insures for them: not they, not the dealer, not by raising what was taken."""
    assert who in play.state["walked_away"]
    insure: dict[str, Any] = {"box": box, "bet": f"{kind}_insurance", "amount": "1"}
    for fields in ({"by": who}, {"by": "dealer", "player": who}):
        wrong = play.refused("place_insurance", **fields, **insure)
        assert error_of(wrong) == ("insurance_closed", "5.3")
    for bet in play.state["bets"]:
        if bet["player"] == who and "stage" in bet:
            for by in (who, "dealer"):
                wrong = play.refused("increase_bet", by=by, bet=bet["id"], amount="1")
                assert error_of(wrong) == ("insurance_closed", "5.3")


@pytest.mark.rule("insurance", "5.3", "5.3.1")
@pytest.mark.parametrize("back", [False, True], ids=["gone", "sits down again"])
def test_who_walks_away_has_forgone_insurance_and_keeps_the_bet(back: bool) -> None:
    """Ann leaves while the offer stands, no card was drawn: it is not hers any more, at no stage.

    Wrong programs: one in which the next card alone ends the right; one that asks whether she sits;
    one that forgets it at the second stage; one that stops everybody, or her in the next round.
    """
    play = seated_table("insurance", cards=f"{TWO_STAGES} {TO_STAND_ON}")
    for name, box in (("ann", 1), ("bob", 2)):
        play.do("sit", by=name, box=box + 2)
    play.do("open_bets")
    for box, name in ((1, "ann"), (2, "bob")):
        play.bet(name, box, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    left = only(play.do("leave", by="ann", box=1), "seat_left")
    assert left["rule"] == "5.3.1"
    if back:
        play.do("sit", by="ann", box=1)
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    _walked_away(play, "ann", 1)
    _insure(play, "bob", 2, "10")
    play.deal(1)
    assert play.state["insurance"] == {"banker_insurance": "7:1"}
    _walked_away(play, "ann", 1)
    play.deal(1)
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "-100.00", "bob": "-70.00"}
    if not back:
        play.do("sit", by="ann", box=1)
    play.do("open_bets")
    assert play.state["walked_away"] == []
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    _insure(play, "ann", 1, "10")


@pytest.mark.rule("insurance", "5.3")
def test_what_was_taken_before_walking_away_is_settled_and_not_raised() -> None:
    """Ann insured ten and left: the ten are paid, and nobody adds to them."""
    play = _table(TWO_STAGES)
    _insure(play, "ann", 1, "10")
    play.do("leave", by="ann", box=1)
    _walked_away(play, "ann", 1)
    play.deal(2)
    assert only(play.do("settle"), "round_settled")["net"]["ann"] == "-70.00"


@pytest.mark.rule("insurance", "5.3")
def test_walking_away_while_bets_are_open_is_walking_away() -> None:
    """Ann bets, leaves and comes back before the first card; she has forgone it for the round.

    Who left before betting, as bob did, has left nothing.
    """
    play = seated_table("insurance", cards=TO_STAND_ON)
    play.do("open_bets")
    play.do("leave", by="bob", box=2)
    play.do("sit", by="bob", box=2)
    for box, name in ((1, "ann"), (2, "bob")):
        play.bet(name, box, "banker", "100")
    play.do("leave", by="ann", box=1)
    play.do("sit", by="ann", box=1)
    play.do("close_bets")
    play.deal(4)
    assert play.state["walked_away"] == ["ann"]
    _walked_away(play, "ann", 1)
    _insure(play, "bob", 2, "10")


@pytest.mark.rule("insurance", "5.3")
@pytest.mark.parametrize("box", [1, 3, 4])
def test_it_is_the_person_who_walks_away_from_a_bet(box: int) -> None:
    """Ann sits at three boxes and has bets on two: leaving any of them is walking away.

    Wrong programs go by the box that is left, or by whether a seat is left to her.
    """
    play = seated_table("insurance", cards=TO_STAND_ON)
    for other in (3, 4):
        play.do("sit", by="ann", box=other)
    play.do("open_bets")
    for other in (1, 3):
        play.bet("ann", other, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    play.do("leave", by="ann", box=box)
    for other in (1, 3):
        _walked_away(play, "ann", other)


@pytest.mark.rule("insurance", "5.3")
def test_who_leaves_a_seat_without_a_bet_has_forgone_nothing() -> None:
    """Ann gets up before she bets, sits down elsewhere and bets there: she insures."""
    play = seated_table("insurance", cards=TO_STAND_ON)
    play.do("open_bets")
    play.do("leave", by="ann", box=1)
    play.do("sit", by="ann", box=3)
    play.bet("ann", 3, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    _insure(play, "ann", 3, "10")


@pytest.mark.rule("insurance", "5.3", "1.19")
def test_a_standing_patron_who_leaves_a_seat_of_their_own_walks_away_too() -> None:
    """Cy stands at ann's box with sixty, and leaves a seat of his own that he had not bet at."""
    play = seated_table("insurance", cards=TO_STAND_ON, players=("ann", "bob", "cy"))
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.bet("cy", 1, "banker", "60", standing=True)
    play.do("close_bets")
    play.deal(4)
    play.do("leave", by="ann", box=1)
    _walked_away(play, "ann", 1)
    _insure(play, "cy", 1, "10")
    play.do("leave", by="cy", box=3)
    _walked_away(play, "cy", 1)


@pytest.mark.rule("insurance", "5.3")
def test_a_standing_patron_insures_or_forgoes_like_a_seated_one() -> None:
    """Cy stands at ann's box: insured in time it counts, afterwards it is refused."""
    play = seated_table("insurance", cards=TWO_STAGES, players=("ann", "bob", "cy"))
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.bet("cy", 1, "banker", "60", standing=True)
    play.do("close_bets")
    play.deal(4)
    _insure(play, "cy", 1, "20")
    play.deal(2)
    wrong = play.refused("place_insurance", by="cy", box=1, bet="banker_insurance", amount="0.01")
    assert error_of(wrong) == ("insurance_closed", "5.3")
    # Banker loses: cy's 60 are gone and the insurance pays 3 for 1.
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "-100.00", "cy": "0.00"}


@pytest.mark.rule("insurance", "4.2.2")
def test_a_private_table_offers_no_insurance_and_says_so() -> None:
    """The notice is out from the start; no lammer comes, and nobody can insure."""
    play = _table(insurance=False)
    opened = only(play.events, "table_opened")
    assert (opened["insurance"], len(opened["notices"])) == (False, 1)
    assert "4.2.2" in opened["notices"][0]
    assert "insurance_offered" not in types(play.events)
    assert play.state["insurance"] == {}
    wrong = play.refused("place_insurance", by="ann", box=1, bet="banker_insurance", amount="10")
    assert error_of(wrong) == ("insurance_not_offered", "4.2.2")
    play.deal(1)
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "50.00", "bob": "-40.00"}


@pytest.mark.rule("insurance", "4.2.2")
def test_who_joins_a_private_table_later_has_to_accept_it() -> None:
    play = seated_table("insurance", cards=TO_STAND_ON, insurance=False)
    play.do("buy_in", player="cy", amount="500")
    play.do("sit", by="cy", box=3)
    play.do("open_bets")
    play.bet("cy", 3, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    wrong = play.refused("place_insurance", by="cy", box=3, bet="banker_insurance", amount="10")
    assert error_of(wrong) == ("insurance_not_offered", "4.2.2")


@pytest.mark.rule("insurance", "4.2.2")
def test_the_house_stops_offering_insurance_between_rounds() -> None:
    """It is the pit manager's discretion; the change puts the notice out, or takes it away."""
    play = seated_table("insurance", cards=f"{TO_STAND_ON} {TO_STAND_ON}")
    assert only(play.events, "table_opened")["notices"] == []
    for role in ("ann", "dealer", "pit_supervisor"):
        assert play.refused("change_table", by=role, insurance=False)["code"] == "not_allowed"
    changed = only(play.do("change_table", by="pit_manager", insurance=False), "table_changed")
    assert (changed["insurance"], changed["rule"]) == (False, "4.2.2")
    assert "4.2.2" in changed["notices"][0]
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    assert "insurance_offered" not in types(play.deal(5))
    assert play.refused("change_table", by="pit_manager", insurance=True)["code"] == "wrong_phase"
    play.do("settle")
    changed = only(play.do("change_table", by="pit_manager", insurance=True), "table_changed")
    assert (changed["insurance"], changed["notices"]) == (True, [])
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    assert "insurance_offered" in types(play.deal(4))


@pytest.mark.rule("insurance", "4.2.2")
def test_at_a_private_table_nothing_was_neglected() -> None:
    """Banker loses: the insurance would have won, but it was not to be offered."""
    play = _table(TWO_STAGES, deal=6, insurance=False)
    wrong = play.refused(
        "return_uninsured",
        by="pit_manager",
        player="ann",
        box=1,
        stage="four_cards",
        hand="banker",
        amount="10",
    )
    assert error_of(wrong) == ("insurance_not_offered", "4.2.2")


def test_a_game_without_insurance_cannot_offer_any() -> None:
    play = open_table("tiger")
    assert play.refused("change_table", by="pit_manager", insurance=True)["code"] == "malformed"


@pytest.mark.rule("insurance", "5.3", "5.18")
def test_nothing_is_on_offer_while_a_report_waits() -> None:
    """Play stands still, and no lammer is shown; once it is dismissed the offer is there again."""
    play = _table()
    offered = play.state["insurance"]
    assert offered == {"banker_insurance": "3:1"}
    play.do("report", kind="other", text="a drink was spilt")
    assert play.state["insurance"] == {}
    play.do("dismiss_report", by="shift_manager")
    assert play.state["insurance"] == offered
