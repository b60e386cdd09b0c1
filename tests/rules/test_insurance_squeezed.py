"""Insurance at tables where cards lie face down: it is offered before the next card, always."""

from typing import Any

import pytest

from tables import Play, betting_table, error_of, only, types

BETS = (("ann", 1, "player", "100"), ("bob", 2, "banker", "60"))
INSURED = "2s 6d 3c Kh 6c 4h"  # 5 to 6, Banker at 3:1; 1 to 6, Banker at 7:1; Banker loses, 1 to 0
NOTHING = "2s 5d 3c Kh 9c 2d"  # 5 to 5: nothing is on offer; Player draws to 4, Banker to 7
NATURAL = "2s 6d 7c Kh"  # a natural 9
TURNED = ["card_turned", "card_turned"]
CLOSED = ("insurance_closed", "5.3")


def squeezed(cards: str, game: str = "insurance", **fields: Any) -> Play:
    """Four cards are dealt, and both of Player's lie face down for Ann."""
    play = betting_table(game, *BETS, cards=cards, face_down=True, **fields)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.deal(4)
    assert play.hand("player") == "- -"
    return play


def insure(amount: str = "10") -> dict[str, Any]:
    return {"by": "bob", "box": 2, "bet": "banker_insurance", "amount": amount}


@pytest.mark.rule("insurance", "3.11", "3.12", "5.3")
def test_a_deal_that_turns_cards_stops_where_insurance_comes_on_offer() -> None:
    """The cards are turned, the lammer is out, and the next card waits for another deal.

    The wrong program offers and closes in one breath: nobody could have insured.
    """
    play = squeezed(INSURED)
    happened = play.deal(1)
    assert types(happened) == [*TURNED, "insurance_offered"]
    assert happened[-1]["stage"] == "four_cards"
    assert (play.hand("player"), play.hand("banker")) == ("2s 3c", "6d Kh")
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    play.do("place_insurance", **insure())
    # Player's third lies face down too: nothing is offered before it is seen.
    assert types(play.deal(1)) == ["insurance_closed", "card_dealt"]
    assert error_of(play.refused("place_insurance", **insure())) == CLOSED


@pytest.mark.rule("insurance", "3.11", "3.12", "5.3")
def test_the_second_stage_is_offered_before_bankers_card_too() -> None:
    """Player's third card is turned by the deal; it stops, and is given again for Banker's."""
    play = squeezed(INSURED)
    play.deal(2)
    assert play.hand("player") == "2s 3c -"
    happened = play.deal(1)
    assert types(happened) == ["card_turned", "insurance_offered"]
    assert happened[-1]["stage"] == "player_third"
    assert play.hand("banker") == "6d Kh"
    play.do("place_insurance", **insure("8"))
    assert types(play.deal(1)) == ["insurance_closed", "card_dealt"]
    # Sixty are lost, and eight are paid 7:1.
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "100.00", "bob": "-4.00"}


@pytest.mark.rule("insurance", "3.12", "4.2.2")
@pytest.mark.parametrize(
    ("cards", "fields"),
    [
        (NOTHING, {}),
        (INSURED, {"insurance": False}),
        (INSURED, {"game": "tiger"}),
    ],
    ids=["not these totals", "private table", "no insurance in the game"],
)
def test_where_nothing_comes_on_offer_one_deal_turns_and_deals(
    cards: str, fields: dict[str, Any]
) -> None:
    """As before: there is nothing to wait for. A wrong program always stops after turning."""
    play = squeezed(cards, **fields)
    assert types(play.deal(1)) == [*TURNED, "card_dealt"]
    assert len(play.state["cards"]["player"]) == 3


@pytest.mark.rule("insurance", "3.14", "5.3")
def test_where_the_second_stage_is_waived_one_deal_turns_and_deals() -> None:
    play = squeezed(INSURED)
    play.do("expose_banker_first", player="ann")
    # The first stage is not waived: the deal stops there.
    assert types(play.deal(1)) == [*TURNED, "insurance_offered"]
    play.deal(1)
    assert types(play.deal(1)) == ["card_turned", "card_dealt"]


@pytest.mark.rule("insurance", "5.3", "3.12")
@pytest.mark.parametrize("card", ["6c", None], ids=["named", "unnamed"])
def test_where_the_next_card_is_known_one_deal_turns_and_deals(card: str | None) -> None:
    """It was exposed while cards lay face down: what they show is not insured any more."""
    play = squeezed(INSURED)
    assert types(play.do("report", kind="exposed_card", cards=card)) == ["irregularity_reported"]
    happened = play.deal(1)
    assert types(happened)[:3] == [*TURNED, "card_dealt"]
    # A card that lay ready is seen: the second stage, on what comes after it, is open at once.
    assert types(happened)[3:] == (["insurance_offered"] if card else [])


@pytest.mark.rule("insurance", "3.11", "5.3")
def test_a_deal_that_completes_the_coup_by_turning_deals_nothing() -> None:
    play = squeezed(NATURAL)
    assert types(play.deal(1)) == TURNED
    assert play.phase == "complete"


@pytest.mark.rule("insurance", "5.3")
def test_an_empty_shoe_voids_after_the_offer_and_not_with_it() -> None:
    """The offer stands until the next deal, which finds no card."""
    play = squeezed("2s 6d 3c Kh")
    assert types(play.deal(1))[-1] == "insurance_offered"
    play.do("place_insurance", **insure())
    assert "round_voided" in types(play.deal(1))
    assert (play.balance("ann"), play.balance("bob")) == ("1000.00", "1000.00")


@pytest.mark.rule("insurance", "5.3")
def test_settle_turns_no_card_that_leaves_one_to_come() -> None:
    """It is refused whole: no offer is made by it, and none is ended."""
    play = squeezed(INSURED)
    assert play.refused("settle")["code"] == "wrong_phase"
    assert play.hand("player") == "- -"


@pytest.mark.rule("insurance", "3.12")
def test_a_deal_that_stops_takes_no_card_of_the_dealers() -> None:
    """A digital shoe is told no card, at a manual one those face down are turned by name first.

    A wrong program turns the cards, stops, and forgets the card it was given.
    """
    assert squeezed(INSURED).refused("deal", card="6c")["code"] == "malformed"
    play = betting_table("insurance", *BETS, shoe="manual", face_down=True)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    for card in (None, "6d", None, "Kh"):
        play.do("deal", card=card)
    assert play.refused("deal", card="6c")["code"] == "wrong_cards"
    play.do("turn", hand="player", number=1, card="2s")
    happened = play.do("turn", hand="player", number=2, card="3c")
    assert types(happened) == ["card_turned", "insurance_offered"]
    assert types(play.do("deal", card=None)) == ["insurance_closed", "card_dealt"]


@pytest.mark.rule("insurance", "5.13")
def test_nothing_is_returned_as_uninsured_before_the_last_card_is_turned() -> None:
    """Bob squeezes Banker's cards: the third of them is dealt and nobody knows yet who has won."""
    bets = (("ann", 1, "player", "60"), ("bob", 2, "banker", "100"))
    play = betting_table("insurance", *bets, cards=INSURED, face_down=True)
    play.do("grant_squeeze", player="bob", hand="banker")
    play.do("close_bets")
    while play.phase == "dealing":
        play.deal(1)
    assert (play.phase, play.hand("banker")) == ("complete", "6d Kh -")
    fields = {"hand": "banker", "stage": "four_cards", "amount": "10"}
    wrong = play.refused("return_uninsured", by="pit_manager", player="bob", **fields)
    assert error_of(wrong) == ("wrong_phase", "5.13")
    play.do("turn", by="bob", hand="banker", number=3)
    returned = play.do("return_uninsured", by="pit_manager", player="bob", **fields)
    assert only(returned, "original_returned")["amount"] == "100.00"
