"""Insurance and irregularities: offers that were neglected, and cards put right after insuring."""

from typing import Any

import pytest

from croupier.game.loading import keys, load
from croupier.game.model import Banker
from tables import (
    Play,
    betting_table,
    dealt_table,
    error_of,
    only,
    open_table,
    seated_table,
    types,
)

BETS = (("ann", 1, "player", "100"), ("bob", 2, "banker", "100"))
INSURABLE = "2s 6d 3c Kh 4c"  # 5 to 6, Banker at 3:1; Player draws to 9 and wins
KEPT = "2s 6d 3c Kh 9c"  # the same, but Player draws to 4: Banker wins with 6
TIED = "2s 6d 3c Kh Ac"  # the same, but 6 to 6
SECOND = "Ks Qd 2c 3h 9s 7d"  # after Player's third 1 to 3, Banker at 7:1; Player wins, 1 to 0
NINES = "Ks Qd 2c 3h 7s 6d"  # after Player's third 9 to 3, Player at 8:1; a tie at 9
TWICE = "Ks Qd 4c 5h 7s 5d"  # Banker at 2:1, then 1 to 5 and Banker at 7:1; Player wins, 1 to 0


def both(cards: str, deal: int = 0, **fields: Any) -> Play:
    """Ann has 100 on Player and Bob 100 on Banker; bets are closed and some cards dealt."""
    return dealt_table("insurance", *BETS, cards=cards, deal=deal, **fields)


def neglected(**fields: Any) -> dict[str, Any]:
    """Bob had meant to insure Banker at 3:1 after four cards, with 30."""
    meant = {"player": "bob", "stage": "four_cards", "hand": "banker", "amount": "30"}
    return {**meant, **fields}


def money(play: Play) -> tuple[str, str, str]:
    """Say what Ann and Bob have, and what the house has won."""
    return play.balance("ann"), play.balance("bob"), play.house


# Neglected insurance


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("by", ["pit_manager", "shift_manager"])
def test_the_original_bet_is_returned_instead_of_being_settled(by: str) -> None:
    """Banker loses, and Bob had meant to insure: his hundred comes back, Ann is paid."""
    play = both(INSURABLE, 5)
    assert play.phase == "complete"
    returned = only(play.do("return_uninsured", by=by, **neglected()), "original_returned")
    assert (returned["player"], returned["amount"], returned["rule"]) == ("bob", "100.00", "5.13")
    assert play.balance("bob") == "1000.00"
    assert [bet["player"] for bet in play.state["bets"]] == ["ann"]
    settled = only(play.do("settle"), "round_settled")
    line = settled["bets"][1]
    assert (line["outcome"], line["profit"], list(line["rules"])) == ("returned", "0.00", ["5.13"])
    assert settled["net"] == {"ann": "100.00", "bob": "0.00"}
    assert settled["house"] == "-100.00"
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("insurance", "5.13")
def test_after_settlement_what_was_lost_is_returned() -> None:
    """Noticed when everybody was paid, before the next call."""
    play = both(INSURABLE, 5)
    play.do("settle")
    assert money(play) == ("1100.00", "900.00", "0.00")
    returned = only(
        play.do("return_uninsured", by="pit_manager", **neglected()), "original_returned"
    )
    assert (returned["player"], returned["amount"], returned["rule"]) == ("bob", "100.00", "5.13")
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("cards", [KEPT, TIED])
def test_insurance_that_would_not_have_won_returns_nothing(cards: str, settled: bool) -> None:
    """Banker wins, or the hands tie: the insurance had been lost, or handed back."""
    play = both(cards, 5)
    if settled:
        play.do("settle")
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
    assert wrong["rule"] == "5.13"


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_the_second_stage_can_be_neglected_too(settled: bool) -> None:
    """After Player's third card Banker was to be offered at 7:1, and loses."""
    play = both(SECOND, 6)
    if settled:
        play.do("settle")
    meant = neglected(stage="player_third", amount="14")
    play.do("return_uninsured", by="pit_manager", **meant)
    if not settled:
        play.do("settle")
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("insurance", "5.13")
def test_a_tie_at_nine_would_have_won() -> None:
    """Player's insurance at 9 wins on a tie at 9; the bet comes back, as it does on any tie."""
    play = both(NINES, 6)
    meant = {"player": "ann", "stage": "player_third", "hand": "player", "amount": "12"}
    assert (
        only(play.do("return_uninsured", by="pit_manager", **meant), "original_returned")["amount"]
        == "100.00"
    )
    play.do("settle")
    assert money(play) == ("1000.00", "1000.00", "0.00")


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"amount": "33.34"}, "insurance_over_cap"),  # would have paid 100.02
        ({"stage": "player_third"}, "insurance_not_offered"),  # Banker had nothing to draw
        ({"hand": "player"}, "insurance_without_original"),
        ({"player": "ann"}, "insurance_without_original"),
        ({"player": "ann", "hand": "player"}, "insurance_not_offered"),  # not at 5 to 6
        ({"box": 1}, "insurance_without_original"),
        ({"player": "zoe"}, "unknown_player"),
        ({"amount": "0"}, "bad_amount"),
    ],
)
def test_the_insurance_meant_must_have_been_possible(
    fields: dict[str, str], code: str, settled: bool
) -> None:
    """By somebody with a bet on that hand, at a stage that had an offer, within the cap."""
    play = both(INSURABLE, 5)
    if settled:
        play.do("settle")
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected(**fields))
    assert wrong["code"] == code
    play.do("return_uninsured", by="pit_manager", **neglected(amount="33.33"))


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize(("amount", "fits"), [("8.57", True), ("8.58", False)])
def test_the_cap_counts_insurance_that_was_taken(amount: str, fits: bool) -> None:
    """Bob insured for 40 after four cards: at 7:1 there was room for 60 more."""
    play = both(TWICE, 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="20")
    play.deal(2)
    meant = neglected(stage="player_third", amount=amount)
    if not fits:
        wrong = play.refused("return_uninsured", by="pit_manager", **meant)
        assert error_of(wrong) == ("insurance_over_cap", "3.12.2")
        return
    play.do("return_uninsured", by="pit_manager", **meant)
    play.do("settle")
    assert money(play) == ("1100.00", "1040.00", "-140.00")  # the insurance taken is paid, 2:1


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_who_did_insure_was_not_neglected(settled: bool) -> None:
    """The bet was insured at that very stage: there is nothing to make up for."""
    play = both(INSURABLE, 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="10")
    play.deal(1)
    if settled:
        play.do("settle")
    assert "code" in play.refused("return_uninsured", by="pit_manager", **neglected(amount="20"))


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_a_private_table_without_insurance_neglects_nobody(settled: bool) -> None:
    """The notice is on show: no insurance is offered there, so none was forgotten."""
    play = both(INSURABLE, 5, insurance=False)
    if settled:
        play.do("settle")
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
    assert error_of(wrong) == ("insurance_not_offered", "4.2.2")


@pytest.mark.rule("insurance", "5.13", "4.2.2")
def test_what_was_neglected_stays_so_when_the_sign_is_changed() -> None:
    """Insurance was to be offered in that round; the notice that goes up now is about the next.

    A wrong program looks at the sign as it is.
    """
    play = both(INSURABLE, 5)
    play.do("settle")
    play.do("change_table", by="pit_manager", insurance=False)
    play.do("return_uninsured", by="pit_manager", **neglected())
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("insurance", "5.13", "4.2.2")
@pytest.mark.parametrize("changes", [(True,), (True, False), (True, False, True)])
def test_what_was_not_on_offer_is_not_neglected_by_a_later_sign(changes: tuple[bool, ...]) -> None:
    """A private table: whatever its sign says since, nothing was neglected in that round.

    Wrong programs look at the sign as it is, or at what it was before the last change.
    """
    play = both(INSURABLE, 5, insurance=False)
    play.do("settle")
    for insurance in changes:
        play.do("change_table", by="pit_manager", insurance=insurance)
        wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
        assert error_of(wrong) == ("insurance_not_offered", "4.2.2")
    assert money(play) == ("1100.00", "900.00", "0.00")


@pytest.mark.rule("insurance", "5.13", "4.2.2")
def test_each_round_has_its_own_sign() -> None:
    """The first round is private and the second is not: the second is judged by its own sign."""
    play = seated_table("insurance", cards=f"{INSURABLE} {INSURABLE}", insurance=False)
    for insurance in (False, True):
        play.do("change_table", by="pit_manager", insurance=insurance)
        play.do("open_bets")
        play.bet("bob", 2, "banker", "100")
        play.do("close_bets")
        play.deal(5)
        play.do("settle")
        if not insurance:
            play.refused("return_uninsured", by="pit_manager", **neglected())
    play.do("return_uninsured", by="pit_manager", **neglected())
    assert play.balance("bob") == "900.00"


@pytest.mark.rule("insurance", "5.13", "5.3")
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("back", [False, True], ids=["gone", "sits down again"])
@pytest.mark.parametrize("dealt", [0, 4, 5])
def test_nothing_is_returned_to_who_walked_away(dealt: int, back: bool, settled: bool) -> None:
    """Bob left his bet, and with it the right that he would have had; Cy, who stands, has his.

    Wrong programs: one that remembers it until the payment only; one that asks whether he sits.
    """
    play = betting_table("insurance", *BETS, cards=INSURABLE)
    play.do("buy_in", player="cy", amount="1000")
    play.bet("cy", 2, "banker", "60", standing=True)
    play.do("close_bets")
    play.deal(dealt)
    play.do("leave", by="bob", box=2)
    play.deal(5 - dealt)
    if settled:
        play.do("settle")
    if back:
        play.do("sit", by="bob", box=2)
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
    assert error_of(wrong) == ("insurance_closed", "5.3")
    play.do("return_uninsured", by="pit_manager", **neglected(player="cy", amount="20"))


@pytest.mark.rule("insurance", "5.13", "5.3")
def test_who_leaves_once_the_round_is_paid_was_there_for_it() -> None:
    """The bet is settled when bob gets up: nothing is left that he could walk away from."""
    play = both(INSURABLE, 5)
    play.do("settle")
    play.do("leave", by="bob", box=2)
    play.do("return_uninsured", by="pit_manager", **neglected())
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("by", ["bob", "dealer", "pit_supervisor"])
def test_it_takes_a_pit_manager(by: str) -> None:
    """Nobody below returns a bet for insurance that was not offered."""
    play = both(INSURABLE, 5)
    wrong = play.refused("return_uninsured", by=by, **neglected())
    assert error_of(wrong) == ("not_allowed", "5.13")


@pytest.mark.rule("insurance", "5.13")
def test_it_is_done_between_the_last_card_and_the_next_call() -> None:
    """Before, nobody knows what would have won; afterwards the round is over for good."""
    play = both(f"{INSURABLE} Ks", 4)
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
    assert error_of(wrong) == ("wrong_phase", "5.13")
    play.deal(1)
    play.do("settle")
    play.do("open_bets")
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
    assert error_of(wrong) == ("wrong_phase", "5.13")


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_a_bet_is_returned_once(settled: bool) -> None:
    """A second time there is nothing left to return."""
    play = both(INSURABLE, 5)
    if settled:
        play.do("settle")
    play.do("return_uninsured", by="pit_manager", **neglected())
    play.refused("return_uninsured", by="pit_manager", **neglected())
    if not settled:
        play.do("settle")
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("insurance", "5.13")
def test_a_bet_returned_before_settlement_is_not_returned_after_it() -> None:
    """It was given back in the round: settled or not, once is enough."""
    play = both(INSURABLE, 5)
    play.do("return_uninsured", by="pit_manager", **neglected())
    play.do("settle")
    play.refused("return_uninsured", by="pit_manager", **neglected())
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_a_right_that_was_waived_was_not_neglected(settled: bool) -> None:
    """Banker's third card was shown first at a patron's wish: the second stage was waived."""
    play = both(SECOND, 4, face_down=True)
    play.do("expose_banker_first", player="ann")
    play.deal(2)
    if settled:
        play.do("settle")
    meant = neglected(stage="player_third", amount="14")
    wrong = play.refused("return_uninsured", by="pit_manager", **meant)
    assert wrong["code"] == "insurance_not_offered"


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_of_several_boxes_the_one_is_named(settled: bool) -> None:
    """Bob bets on Banker at two boxes: only the bet on the box named comes back."""
    play = betting_table("insurance", *BETS, cards=INSURABLE)
    play.do("sit", by="bob", box=3)
    play.bet("bob", 3, "banker", "60")
    play.do("close_bets")
    play.deal(5)
    if settled:
        play.do("settle")
    play.refused("return_uninsured", by="pit_manager", **neglected(amount="20"))
    play.do("return_uninsured", by="pit_manager", **neglected(amount="20", box=3))
    if not settled:
        play.do("settle")
    assert play.balance("bob") == "900.00"


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_a_standing_patron_is_neglected_like_any_other(settled: bool) -> None:
    """Sue stands behind Bob's box and had meant to insure her sixty."""
    play = betting_table("insurance", *BETS, cards=INSURABLE)
    play.do("buy_in", player="sue", amount="1000")
    play.bet("sue", 2, "banker", "60", standing=True)
    play.do("close_bets")
    play.deal(5)
    if settled:
        play.do("settle")
    play.do("return_uninsured", by="pit_manager", **neglected(player="sue", amount="20"))
    if not settled:
        play.do("settle")
    assert (play.balance("bob"), play.balance("sue")) == ("900.00", "1000.00")


@pytest.mark.rule("insurance", "5.13")
def test_after_settlement_only_what_was_in_action_had_been_lost() -> None:
    """Pro rata had handed half of the bet back already; what comes back makes the bet whole."""
    play = betting_table(
        "insurance",
        cards=INSURABLE,
        enforcement="dealer",
        limits={"min": "10", "max_differential": "50"},
    )
    play.bet("bob", 2, "banker", "100")
    play.do("close_bets")
    play.deal(5)
    play.do("settle")
    assert play.balance("bob") == "950.00"
    play.do("return_uninsured", by="pit_manager", **neglected())
    assert (play.balance("bob"), play.house) == ("1000.00", "0.00")


@pytest.mark.rule("insurance", "5.13")
@pytest.mark.parametrize("settled", [False, True])
def test_the_report_of_it_changes_nothing_by_itself(settled: bool) -> None:
    """It is written down with its paragraph; the pit manager decides for whom."""
    play = both(INSURABLE, 5)
    if settled:
        play.do("settle")
    before = play.state
    (noted,) = play.do("report", kind="insurance_not_offered")
    assert (noted["type"], noted["rule"]) == ("irregularity_reported", "5.13")
    assert play.state == before
    play.do("return_uninsured", by="pit_manager", **neglected())


@pytest.mark.rule("insurance", "5.13", "5.16")
def test_a_bet_that_was_returned_is_not_returned_again_by_a_void() -> None:
    """The round is void after all: everybody has exactly what they had."""
    play = both(INSURABLE, 5)
    play.do("return_uninsured", by="pit_manager", **neglected())
    voided = only(play.do("report", by="pit_supervisor", kind="foreign_card"), "round_voided")
    assert voided["returned"] == {"ann": "100.00"}
    assert money(play) == ("1000.00", "1000.00", "0.00")


@pytest.mark.parametrize("game", [key for key in keys() if load(key).insurance is None])
@pytest.mark.parametrize("deal", [2, 5])
def test_a_game_without_insurance_has_none_to_neglect(game: str, deal: int) -> None:
    """Neither is a bet returned nor the report taken: nothing waits for a ruling afterwards."""
    play = seated_table(game, cards=INSURABLE)
    if load(game).bank.by is Banker.PLAYER_DEALER:
        play.do("offer_player_dealer", seat=1)
        play.do("accept_player_dealer", by="ann", seat=1, wager="100")
    play.do("open_bets")
    play.bet("bob", 2, "banker", "100")
    play.do("close_bets")
    play.deal(deal)
    assert play.refused("report", kind="insurance_not_offered")["code"] == "not_allowed"
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
    assert wrong["code"] == "insurance_not_offered"
    steps = [step["why"] for step in play.state["next"] if step["do"] == "report"]
    assert steps
    assert "insurance_not_offered" not in "".join(steps)


# Insurance that was taken when the cards turn out to be others


@pytest.mark.rule("insurance", "5.8", "1.17")
def test_insurance_on_cards_that_were_not_so_goes_back() -> None:
    """Insured at 5 to 6; put right, Player has a natural 9 and there was nothing to insure."""
    play = both(INSURABLE, 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    assert play.balance("bob") == "870.00"
    play.do("report", kind="wrong_hand")
    play.do("reconstruct", by="pit_supervisor", cards="6d 2s 3c Kh")
    assert (play.phase, play.balance("bob")) == ("complete", "900.00")
    play.do("settle")
    assert money(play) == ("1100.00", "900.00", "0.00")


@pytest.mark.rule("insurance", "5.8")
def test_insurance_on_cards_that_stay_is_settled() -> None:
    """The supervisor leaves the cards as they were dealt: the insurance is on them."""
    play = both(INSURABLE, 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.do("report", kind="wrong_hand")
    play.do("reconstruct", by="pit_supervisor")
    play.deal(1)
    play.do("settle")
    assert money(play) == ("1100.00", "990.00", "-90.00")


@pytest.mark.rule("insurance", "5.8")
def test_what_is_on_offer_follows_the_cards_put_right() -> None:
    """While the report waits nothing can be insured; then at 6 to 5 Player is, at 3:1."""
    play = both("2s 6d 3c Kh 9c", 4)
    play.do("report", kind="wrong_hand")
    insure: dict[str, Any] = {"by": "ann", "box": 1, "bet": "player_insurance", "amount": "30"}
    assert play.refused("place_insurance", **insure)["code"] == "wrong_phase"
    happened = play.do("reconstruct", by="pit_supervisor", cards="6d 2s Kh 3c")
    offer = only(happened, "insurance_offered")
    assert [(each["bet"], each["odds"]) for each in offer["offers"]] == [
        ("player_insurance", "3:1")
    ]
    play.do("place_insurance", **insure)
    play.deal(1)  # Banker draws to 4: Player wins, 6 to 4, and the insurance is lost
    play.do("settle")
    assert money(play) == ("1070.00", "900.00", "30.00")


@pytest.mark.rule("insurance", "5.10", "5.10.1")
def test_insurance_stays_with_the_stage_whose_cards_stay() -> None:
    """The two third cards change places: what was insured after four cards is not touched."""
    play = both(TWICE, 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="20")
    play.deal(1)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="8")
    play.deal(1)
    assert play.balance("bob") == "872.00"
    play.do("report", kind="simultaneous_cards", cards="7s 5d")
    play.do("decide_order", by="pit_supervisor", cards="5d 7s")
    assert play.balance("bob") == "880.00"
    play.do("close_options")
    assert (play.hand("player"), play.hand("banker")) == ("Ks 4c 5d", "Qd 5h 7s")
    play.do("settle")  # Player wins, 9 to 2
    assert money(play) == ("1100.00", "940.00", "-40.00")


@pytest.mark.rule("insurance", "5.12.3", "5.10.1")
def test_a_refund_gives_the_insurance_back_too() -> None:
    """Bob takes his bets back: the original and what insured it."""
    play = both(f"{INSURABLE} 2d", 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.do("report", kind="simultaneous_cards", cards="4c 2d")
    play.do("decide_order", by="pit_supervisor", cards="4c 2d")
    late = play.refused("place_insurance", by="bob", box=2, bet="banker_insurance", amount="3")
    assert late["code"] == "options_pending"
    play.do("choose", by="bob", option="refund")
    play.do("choose", by="ann", option="continue")
    assert (play.phase, play.balance("bob")) == ("dealing", "1000.00")
    play.deal(1)
    play.do("settle")
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("insurance", "5.12.2", "5.3")
def test_after_the_choice_insurance_is_not_on_offer_again() -> None:
    """The next card lies ready and everybody has seen it: who goes on goes on uninsured."""
    play = both(f"{INSURABLE} 2d", 4)
    play.do("report", kind="simultaneous_cards", cards="4c 2d")
    play.do("decide_order", by="pit_supervisor", cards="4c 2d")
    assert types(play.do("close_options")) == ["options_closed"]
    wrong = play.refused("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    assert error_of(wrong) == ("insurance_closed", "5.3")
    play.deal(1)
    play.do("settle")
    assert money(play) == ("1100.00", "900.00", "0.00")


@pytest.mark.rule("insurance", "5.12.1")
def test_played_as_it_lies_insurance_on_other_cards_goes_back() -> None:
    """The hands lie swapped and stay so: Banker has 5 now, Player 6, and nobody is insured."""
    play = both(INSURABLE, 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.do("report", kind="wrong_hand")
    play.do("cannot_reconstruct", by="pit_supervisor", player_cards="6d Kh", banker_cards="2s 3c")
    assert play.balance("bob") == "900.00"
    play.do("close_options")
    play.deal(1)  # Player stands on 6, Banker draws to 9
    play.do("settle")
    assert money(play) == ("900.00", "1100.00", "0.00")


@pytest.mark.rule("insurance", "5.3.1")
def test_insurance_of_somebody_who_walked_away_is_settled_too() -> None:
    """Bob insures and leaves: Banker loses, and his insurance is paid."""
    play = both(INSURABLE, 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.do("leave", by="bob")
    play.deal(1)
    play.do("settle")
    assert money(play) == ("1100.00", "990.00", "-90.00")


@pytest.mark.rule("insurance", "5.13", "5.5.3")
def test_a_round_undone_after_a_bet_was_returned_leaves_everybody_even() -> None:
    """Paid, made up for, and then void for its number of cards: nobody gains or loses."""
    play = both(INSURABLE, 5)
    play.do("settle")
    play.do("return_uninsured", by="pit_manager", **neglected())
    play.do("report", kind="wrong_number_of_cards")
    play.do("cannot_reconstruct", by="pit_supervisor")
    assert money(play) == ("1000.00", "1000.00", "0.00")


@pytest.mark.rule("insurance", "5.4.1")
def test_an_interruption_keeps_the_insurance() -> None:
    """An outcome is established: the round goes on with every bet of it."""
    play = both(INSURABLE, 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.do("interrupt")
    play.do("resume")
    play.deal(1)
    play.do("settle")
    assert money(play) == ("1100.00", "990.00", "-90.00")


@pytest.mark.rule("insurance", "5.13")
def test_nothing_is_returned_at_a_table_that_nobody_opened() -> None:
    """There was no round at all."""
    play = open_table("insurance")
    play.do("buy_in", player="bob", amount="100")
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
    assert error_of(wrong) == ("wrong_phase", "5.13")


@pytest.mark.rule("insurance", "5.13", "3.14")
def test_a_waiver_of_the_second_stage_leaves_the_first() -> None:
    """Insurance after four cards was neglected before anybody asked for Banker's card first."""
    play = both(TWICE, 4, face_down=True)
    play.do("expose_banker_first", player="ann")
    play.deal(2)
    returned = play.do("return_uninsured", by="pit_manager", **neglected(amount="50"))
    assert only(returned, "original_returned")["amount"] == "100.00"


@pytest.mark.rule("insurance", "5.13", "4.2.1")
@pytest.mark.parametrize("settled", [False, True])
def test_insured_at_nine_a_hand_that_wins_would_have_lost_the_insurance(settled: bool) -> None:
    """8:1 is paid on a tie as well, but not where Player's nine wins."""
    play = both("Ks Qd 2c 3h 7s 5d", 6)
    if settled:
        play.do("settle")
    meant = {"player": "ann", "stage": "player_third", "hand": "player", "amount": "10"}
    wrong = play.refused("return_uninsured", by="pit_manager", **meant)
    assert error_of(wrong) == ("not_allowed", "5.13")


@pytest.mark.rule("insurance", "5.13", "3.17")
def test_a_bet_that_a_tie_gave_back_is_not_given_back_twice() -> None:
    """Player's nine is tied and paid out: the hundred came back then, and nothing is left."""
    play = both(NINES, 6)
    play.do("settle")
    meant = {"player": "ann", "stage": "player_third", "hand": "player", "amount": "10"}
    returned = play.do("return_uninsured", by="pit_manager", **meant)
    assert only(returned, "original_returned")["amount"] == "0.00"
    assert money(play) == ("1000.00", "1000.00", "0.00")


@pytest.mark.rule("insurance", "5.13", "5.5.3")
def test_while_a_report_waits_nothing_is_returned() -> None:
    """How many cards there should have been is decided first."""
    play = both(INSURABLE, 5)
    play.do("report", kind="wrong_number_of_cards")
    wrong = play.refused("return_uninsured", by="pit_manager", **neglected())
    assert error_of(wrong) == ("wrong_phase", "5.5.3")
