"""Insurance while the next card is known: shut, until that card is dealt."""

from typing import Any

import pytest

from tables import Play, betting_table, dealt_table, error_of, only, types

BETS = (("ann", 1, "player", "100"), ("bob", 2, "banker", "100"))
FELT = "2s 6d 3c Kh"  # 5 to 6: Banker is insured at 3:1
NEXT = ("6c", "4h")  # Player draws to 1, Banker at 7:1; then Banker draws to 0 and loses
CLOSED = ("insurance_closed", "5.3")

both_shoes = pytest.mark.parametrize("manual", [False, True], ids=["digital", "manual"])


def four(*, manual: bool = False, deal: int = 4) -> Play:
    """Ann has 100 on Player, Bob 100 on Banker, and cards of the round are dealt."""
    cards = [*FELT.split(), *NEXT][:deal]
    if not manual:
        return dealt_table("insurance", *BETS, cards=" ".join((FELT, *NEXT)), deal=deal)
    play = betting_table("insurance", *BETS, shoe="manual")
    play.do("close_bets")
    play.deal(cards=" ".join(cards))
    return play


def insure(amount: str = "10") -> dict[str, Any]:
    return {"box": 2, "bet": "banker_insurance", "amount": amount}


def shut(play: Play) -> None:
    """Nothing is on offer, and nobody takes insurance, for themselves or through the dealer."""
    assert play.state["insurance"] == {}
    assert "place_insurance" not in [step["do"] for step in play.state["next"]]
    for fields in ({"by": "bob"}, {"by": "dealer", "player": "bob"}):
        assert error_of(play.refused("place_insurance", **fields, **insure())) == CLOSED
    assert play.refused("set_deadline", seconds=10)["code"] == "wrong_phase"


def to_the_second_stage(play: Play, *, manual: bool) -> None:
    """The card that was known comes, the next is not known: the second stage is offered."""
    happened = play.do("deal", card=NEXT[0] if manual and not play.state["ready"] else None)
    assert types(happened) == ["card_dealt", "insurance_offered"]
    assert happened[0]["card"] == NEXT[0]
    assert happened[1]["stage"] == "player_third"
    play.do("place_insurance", by="bob", **insure())
    play.do("deal", card=NEXT[1] if manual else None)
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "100.00", "bob": "-30.00"}


@both_shoes
@pytest.mark.rule("insurance", "5.3", "3.12")
@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
@pytest.mark.parametrize("kind", ["exposed_card", "excess_card"])
def test_who_has_seen_the_next_card_does_not_insure(kind: str, named: bool, manual: bool) -> None:
    """The report ends the offer; it is named or not, everybody at the table has seen the card.

    Wrong programs: one that looks at the cards lying ready alone; one that leaves the first offer
    open; one that stays shut for the rest of the round.
    """
    play = four(manual=manual)
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    happened = play.do("report", kind=kind, cards=NEXT[0] if named else None)
    assert types(happened) == ["insurance_closed", "irregularity_reported"]
    assert (happened[0]["stage"], happened[0]["rule"]) == ("four_cards", "5.3")
    assert happened[1].get("next_known", False) is not named
    shut(play)
    to_the_second_stage(play, manual=manual)


@both_shoes
@pytest.mark.rule("insurance", "5.3")
@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
def test_what_was_taken_before_is_not_raised_by_who_has_seen_the_card(
    named: bool, manual: bool
) -> None:
    """Bob insured ten in time: they count, and no more is added to them.

    A wrong program refuses a new bet and forgets that the old one can be raised.
    """
    play = four(manual=manual)
    taken = play.do("place_insurance", by="bob", **insure())[0]["id"]
    play.do("report", kind="exposed_card", cards=NEXT[0] if named else None)
    for by in ("bob", "dealer"):
        wrong = play.refused("increase_bet", by=by, bet=taken, amount="10")
        assert error_of(wrong) == CLOSED
    manual_cards = [NEXT[0] if not named else None, NEXT[1]] if manual else [None, None]
    for card in manual_cards:
        play.do("deal", card=card)
    # Banker loses a hundred and the ten are paid 3:1.
    assert only(play.do("settle"), "round_settled")["net"]["bob"] == "-70.00"


@pytest.mark.rule("insurance", "5.3")
def test_of_two_cards_seen_the_second_shuts_the_second_stage() -> None:
    """Both third cards were exposed: no risk is left in the round. One deal opens nothing."""
    play = four()
    play.do("report", kind="exposed_card", cards=" ".join(NEXT))
    shut(play)
    assert types(play.deal(1)) == ["card_dealt"]
    shut(play)
    assert types(play.deal(1)) == ["card_dealt"]
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "100.00", "bob": "-100.00"}


@pytest.mark.rule("insurance", "5.3", "3.12")
@pytest.mark.parametrize("when", ["betting", "dealing"])
def test_a_stage_that_is_reached_with_the_next_card_known_has_no_offer(when: str) -> None:
    """The card after the fourth was seen long before: its offer is never made.

    A wrong program shuts what is open at the report, and offers when the fourth card comes.
    """
    play = betting_table("insurance", *BETS, cards=" ".join((FELT, *NEXT)))
    if when == "betting":
        play.do("report", kind="exposed_card", cards=" ".join((FELT, NEXT[0])))
        play.do("close_options")
        play.do("close_bets")
        happened = play.deal(4)
    else:
        play.do("close_bets")
        play.deal(3)
        play.do("report", kind="exposed_card", cards=f"Kh {NEXT[0]}")
        happened = play.deal(1)
    assert "insurance_offered" not in types(happened)
    shut(play)
    to_the_second_stage(play, manual=False)


@both_shoes
@pytest.mark.rule("insurance", "5.3", "3.12")
@pytest.mark.parametrize("deal", [0, 3])
def test_a_card_seen_before_the_stage_and_dealt_shuts_nothing(deal: int, manual: bool) -> None:
    """The fourth card, or the first, was exposed unnamed: once it lies there nothing is known."""
    play = four(manual=manual, deal=deal)
    play.do("report", kind="exposed_card")
    if play.phase == "options":
        play.do("close_options")
    for card in FELT.split()[deal:]:
        play.do("deal", card=card if manual else None)
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    play.do("place_insurance", by="bob", **insure())


@pytest.mark.rule("insurance", "5.3", "3.12")
@pytest.mark.parametrize("kind", ["exposed_card", "wrong_number_of_cards"])
def test_a_card_that_lies_on_the_felt_tells_nothing_of_the_next(kind: str) -> None:
    """The fourth card itself was the one: the next lies in the shoe, and insurance goes on.

    A wrong program shuts insurance after every report of the kind.
    """
    play = four()
    play.do("report", kind=kind, cards="Kh")
    if play.state["report"]:
        happened = play.do("reconstruct", by="pit_supervisor")
        assert "insurance_offered" in types(happened)
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    play.do("place_insurance", by="bob", **insure())


@both_shoes
@pytest.mark.rule("insurance", "5.3", "5.10")
@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
def test_cards_drawn_together_shut_both_stages(named: bool, manual: bool) -> None:
    """Both lie ready once the order is decided: after the choice the dealer deals, no more.

    A wrong program offers insurance anew to those who continue, or at the second stage.
    """
    play = four(manual=manual)
    cards = " ".join(NEXT)
    told = play.do("report", kind="simultaneous_cards", cards=cards if named else None)
    assert types(told) == ["insurance_closed", "irregularity_reported"]
    play.do("decide_order", by="pit_supervisor", cards=cards)
    play.do("choose", by="ann", option="continue")
    assert types(play.do("choose", by="bob", option="continue")) == [
        "option_chosen",
        "options_closed",
    ]
    shut(play)
    assert types(play.deal(1)) == ["card_dealt"]
    shut(play)
    play.deal(1)
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "100.00", "bob": "-100.00"}


@pytest.mark.rule("insurance", "5.3", "5.10")
@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
def test_cards_drawn_together_that_are_dealt_shut_nothing(named: bool) -> None:
    """The third and the fourth change places, 1 to 7 becomes 2 to 6; the next is not known."""
    play = dealt_table("insurance", *BETS, cards="Ks 5d Ac 2h 9s", deal=4)
    assert play.state["insurance"] == {"banker_insurance": "4:1"}
    play.do("report", kind="simultaneous_cards", cards="Ac 2h" if named else None)
    play.do("decide_order", by="pit_supervisor", cards="2h Ac")
    assert "insurance_offered" in types(play.do("close_options"))
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    play.do("place_insurance", by="bob", **insure())


@both_shoes
@pytest.mark.rule("insurance", "5.3", "5.5.3", "5.7")
@pytest.mark.parametrize("order", [None, FELT], ids=["as dealt", "laid"])
def test_a_wrong_number_put_right_is_a_card_drawn_in_excess(
    order: str | None, manual: bool
) -> None:
    """A card too many was seen, and nobody named it: it comes next, and shuts insurance.

    A wrong program reopens the offer with the decision, as it does after a wrong hand.
    """
    play = four(manual=manual)
    told = play.do("report", kind="wrong_number_of_cards")
    assert types(told) == ["insurance_closed", "irregularity_reported"]
    happened = play.do("reconstruct", by="pit_supervisor", cards=order)
    assert types(happened) == ["cards_reconstructed"]
    assert happened[0]["next_known"] is True
    shut(play)
    to_the_second_stage(play, manual=manual)


@both_shoes
@pytest.mark.rule("insurance", "5.3", "5.5.3", "5.7")
@pytest.mark.parametrize("by", ["report", "decision"])
def test_a_wrong_number_whose_card_is_named_lies_ready(by: str, manual: bool) -> None:
    """The report or the decision names the card that came too early; it is the next one."""
    play = four(manual=manual)
    play.do("report", kind="wrong_number_of_cards", cards=NEXT[0] if by == "report" else None)
    order = f"{FELT} {NEXT[0]}" if by == "decision" else None
    happened = play.do("reconstruct", by="pit_supervisor", cards=order)
    assert "insurance_offered" not in types(happened)
    assert play.state["ready"] == [NEXT[0]]
    shut(play)
    to_the_second_stage(play, manual=manual)


@pytest.mark.rule("insurance", "5.3", "5.18")
def test_what_is_on_offer_goes_on_when_the_ruling_is_made() -> None:
    """While a report waits nothing is insured; the ruling says nothing of the next card."""
    play = four()
    happened = play.do("rule", by="shift_manager", text="no report waited: nothing was shut")
    assert types(happened) == ["ruling_made"]
    play.do("report", kind="other", text="a glass fell over")
    assert play.refused("place_insurance", by="bob", **insure())["code"] == "wrong_phase"
    happened = play.do("rule", by="shift_manager", text="play goes on")
    assert types(happened) == ["ruling_made", "insurance_offered"]
    play.do("place_insurance", by="bob", **insure())


@pytest.mark.rule("insurance", "5.3", "3.12")
@pytest.mark.parametrize("kind", ["wrong_number_of_cards", "simultaneous_cards", "foreign_card"])
def test_a_report_that_was_none_leaves_insurance_on_offer(kind: str) -> None:
    """Dismissed: no card was seen, and what was shut by the report is said again."""
    play = four()
    play.do("report", kind=kind)
    happened = play.do("dismiss_report", by="pit_supervisor")
    assert types(happened) == ["report_dismissed", "insurance_offered"]
    play.do("place_insurance", by="bob", **insure())


@pytest.mark.rule("insurance", "5.3", "3.12")
@pytest.mark.parametrize("kind", ["wrong_number_of_cards", "simultaneous_cards"])
def test_a_report_that_was_none_does_not_make_a_card_unseen(kind: str) -> None:
    """The cards that it named have left the shoe and lie ready; so does one exposed before."""
    play = four()
    play.do("report", kind=kind, cards=" ".join(NEXT))
    assert types(play.do("dismiss_report", by="pit_supervisor")) == ["report_dismissed"]
    shut(play)
    unnamed = four()
    unnamed.do("report", kind="exposed_card")
    unnamed.do("report", kind=kind)
    assert types(unnamed.do("dismiss_report", by="pit_supervisor")) == ["report_dismissed"]
    shut(unnamed)


@pytest.mark.rule("insurance", "5.3", "5.4.1")
def test_what_is_on_offer_is_said_again_after_an_interruption() -> None:
    """No card was drawn meanwhile; with the next one known nothing is said and nothing open."""
    play = four()
    play.do("interrupt")
    assert play.refused("place_insurance", by="bob", **insure())["code"] == "wrong_phase"
    assert types(play.do("resume")) == ["round_resumed", "insurance_offered"]
    play.do("place_insurance", by="bob", **insure("1"))
    play.do("report", kind="exposed_card")
    play.do("interrupt")
    assert types(play.do("resume")) == ["round_resumed"]
    assert play.state["insurance"] == {}


@pytest.mark.rule("insurance", "5.3")
def test_the_time_to_insure_ends_with_the_report() -> None:
    """Patrons had ten seconds; nobody waits for what is not on offer."""
    play = four()
    play.do("set_deadline", seconds=10)
    assert play.state["deadline"] == {"for": "insurance", "seconds": 10}
    play.do("report", kind="exposed_card")
    assert play.state["deadline"] is None


# Neglect


def meant(**fields: Any) -> dict[str, Any]:
    """Bob had meant to insure Banker at 3:1 after four cards."""
    usual = {"player": "bob", "box": 2, "stage": "four_cards", "hand": "banker", "amount": "5"}
    return {**usual, **fields}


@both_shoes
@pytest.mark.rule("insurance", "5.13", "5.3")
@pytest.mark.parametrize("settled", [False, True])
def test_what_was_not_to_be_offered_was_not_neglected(settled: bool, manual: bool) -> None:
    """The fourth card came with the fifth lying ready: there was nothing to insure at four.

    A wrong program goes by the totals alone and gives the bet back, the surest win of all.
    """
    play = four(manual=manual, deal=3)
    play.do("report", kind="exposed_card", cards=f"Kh {NEXT[0]}")
    play.deal(2)
    play.do("deal", card=NEXT[1] if manual else None)
    if settled:
        play.do("settle")
    wrong = play.refused("return_uninsured", by="pit_manager", **meant())
    assert error_of(wrong) == ("insurance_not_offered", "5.3")
    # The second stage was to be offered, at 7:1.
    play.do("return_uninsured", by="pit_manager", **meant(stage="player_third"))


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_what_was_on_offer_before_the_card_was_seen_can_be_neglected(settled: bool) -> None:
    """It was on offer with four cards until the report: the dealer may have said nothing."""
    play = four()
    play.do("report", kind="exposed_card")
    play.deal(2)
    if settled:
        play.do("settle")
    play.do("return_uninsured", by="pit_manager", **meant())
