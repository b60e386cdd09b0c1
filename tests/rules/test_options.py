"""The choice after a dealing error: continue, or have the bets returned (5.12)."""

import pytest

from mishaps import (
    BETS,
    DRAWING,
    GAMES,
    NOTHING_MOVED,
    banked_table,
    banker_won,
    both,
    drawn,
    money,
)
from tables import betting_table, dealt_table, error_of, only, open_table, types


@pytest.mark.rule("tiger", "5.12", "5.12.3")
@pytest.mark.rule("insurance", "5.12", "5.12.3")
@pytest.mark.parametrize("game", GAMES)
def test_a_refund_gives_back_every_bet_of_the_patron(game: str) -> None:
    """Main and side bets alike; others play on with theirs."""
    play = betting_table(game, *BETS, cards=DRAWING)
    play.bet("ann", 1, "tie", "20")
    play.bet("ann", 1, "banker", "40")
    play.bet("bob", 2, "tie", "10")
    play.do("close_bets")
    play.deal(1)
    play.do("report", kind="exposed_card", cards="Qd")
    chosen = only(play.do("choose", by="ann", option="refund"), "option_chosen")
    assert (chosen["player"], chosen["option"], chosen["rule"]) == ("ann", "refund", "5.12.3")
    play.do("choose", by="bob", option="continue")
    assert play.phase == "dealing"  # everybody has chosen
    assert play.do("close_options") == []  # and saying so again changes nothing
    assert play.balance("ann") == "1000.00"
    assert [bet["player"] for bet in play.state["bets"]] == ["bob", "bob"]
    play.deal(5)
    settled = only(play.do("settle"), "round_settled")
    banker, house = ("95.00", "-85.00") if game == "tiger" else ("100.00", "-90.00")
    assert settled["net"] == {"ann": "0.00", "bob": f"{float(banker) - 10:.2f}"}
    assert (play.balance("ann"), play.house) == ("1000.00", house)


@pytest.mark.rule("tiger", "5.12", "5.12.2")
@pytest.mark.rule("insurance", "5.12", "5.12.2")
@pytest.mark.parametrize("game", GAMES)
def test_who_does_not_choose_continues(game: str) -> None:
    """Nobody can hold up the table: at the dealer's word silence means to go on."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="exposed_card", cards="Qd")
    assert error_of(play.refused("close_options", by="ann")) == ("not_allowed", None)
    closed = only(play.do("close_options"), "options_closed")
    assert (closed["continued"], closed["refunded"]) == (["ann", "bob"], [])
    assert (closed["rule"], "returned" in closed) == ("5.12", False)
    play.deal(5)
    play.do("settle")
    assert money(play) == banker_won(game)


@pytest.mark.rule("tiger", "5.12.3", "1.24")
@pytest.mark.rule("insurance", "5.12.3", "1.23")
@pytest.mark.parametrize("game", GAMES)
def test_when_everybody_takes_the_refund_the_round_is_void(game: str) -> None:
    """Nobody is left to play for; a card that is out opens the next round."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="exposed_card", cards="Qd")
    play.do("choose", by="ann", option="refund")
    happened = play.do("choose", by="bob", option="refund")
    assert "round_voided" in types(happened)
    assert (play.phase, money(play)) == ("idle", NOTHING_MOVED)
    play.do("open_bets")
    play.do("close_bets")
    assert drawn(play.deal(2)) == [("player", "Qd"), ("banker", "2c")]


@pytest.mark.rule("tiger", "5.12", "5.12.2")
@pytest.mark.rule("insurance", "5.12", "5.12.2")
@pytest.mark.parametrize("game", GAMES)
def test_who_continues_accepts_what_follows(game: str) -> None:
    """A choice is made once, and after it the bet stands like any other."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="exposed_card", cards="Qd")
    chosen = only(play.do("choose", by="ann", option="continue"), "option_chosen")
    assert (chosen["option"], chosen["rule"]) == ("continue", "5.12")
    assert error_of(play.refused("choose", by="ann", option="refund")) == ("too_late", "5.12")
    play.do("close_options")
    wrong = play.refused("choose", by="ann", option="refund")
    assert error_of(wrong) == ("wrong_phase", "5.12")
    bet = play.state["bets"][0]["id"]
    assert error_of(play.refused("withdraw_bet", by="ann", bet=bet)) == ("wrong_phase", "5.6")
    play.deal(5)
    play.do("settle")
    assert play.balance("ann") == "900.00"


@pytest.mark.rule("tiger", "5.12", "5.16")
@pytest.mark.rule("insurance", "5.12", "5.17")
@pytest.mark.parametrize("game", GAMES)
def test_each_patron_with_a_bet_chooses_for_themselves(game: str) -> None:
    """Not for another, and not without a bet; the staff may pass a patron's word on."""
    play = both(game, DRAWING, 1, players=("ann", "bob", "cat"))
    assert error_of(play.refused("choose", by="ann", option="refund")) == ("wrong_phase", "5.12")
    play.do("report", kind="exposed_card", cards="Qd")
    assert play.refused("choose", by="ann", player="bob", option="refund")["code"] == "not_yours"
    assert error_of(play.refused("choose", by="cat", option="refund")) == ("not_yours", "5.12")
    assert play.refused("choose", by="ann", option="double")["code"] == "malformed"
    play.do("choose", by="dealer", player="bob", option="refund")
    play.do("close_options")
    assert (play.balance("ann"), play.balance("bob")) == ("900.00", "1000.00")


@pytest.mark.rule("tiger", "5.12")
@pytest.mark.rule("insurance", "5.12")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", ["ann", "sue"])
def test_seated_and_standing_choose_apart(game: str, who: str) -> None:
    """Sue stands behind Ann's box; whichever of them goes, the other's bet is settled."""
    play = betting_table(game, ("ann", 1, "player", "100"), cards=DRAWING)
    play.do("buy_in", player="sue", amount="1000")
    play.bet("sue", 1, "banker", "60", standing=True)
    play.do("close_bets")
    play.deal(1)
    offered = only(play.do("report", kind="exposed_card", cards="Qd"), "options_offered")
    assert offered["players"] == ["ann", "sue"]
    play.do("choose", by=who, option="refund")
    play.do("close_options")
    play.deal(5)
    play.do("settle")
    sue = "1057.00" if game == "tiger" else "1060.00"
    if who == "ann":
        assert (play.balance("ann"), play.balance("sue")) == ("1000.00", sue)
    else:
        assert (play.balance("ann"), play.balance("sue")) == ("900.00", "1000.00")


@pytest.mark.rule("tiger", "5.12")
@pytest.mark.rule("insurance", "5.12")
@pytest.mark.parametrize("game", GAMES)
def test_without_bets_there_is_nobody_to_choose(game: str) -> None:
    """Cards dealt to an empty table need no choice."""
    play = dealt_table(game, cards=DRAWING, deal=1)
    assert types(play.do("report", kind="exposed_card", cards="Qd")) == ["irregularity_reported"]
    assert play.phase == "dealing"


@pytest.mark.rule("tiger", "5.12")
@pytest.mark.rule("insurance", "5.12")
@pytest.mark.parametrize("game", GAMES)
def test_one_error_may_follow_another(game: str) -> None:
    """Each has its own choice; who took the refund at the first is not asked again."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="exposed_card", cards="Qd")
    assert play.refused("report", kind="wrong_hand")["code"] == "options_pending"
    play.do("choose", by="ann", option="refund")
    play.do("close_options")
    play.deal(1)
    play.do("report", kind="simultaneous_cards", cards="2c 3h")
    offered = only(play.do("decide_order", by="pit_supervisor", cards="3h 2c"), "options_offered")
    assert offered["players"] == ["bob"]
    play.do("choose", by="bob", option="refund")
    assert (play.phase, money(play)) == ("idle", NOTHING_MOVED)


@pytest.mark.rule("tiger", "5.12.3")
def test_a_refund_gives_the_fees_back() -> None:
    """Where a player-dealer banks: the fee of a bet that is refunded, not the one of the hand."""
    play = open_table(
        "player-dealer", fees={"main": "1", "tie": "1", "player_dealer": "2"}, layout="blackjack"
    )
    for seat, name in ((1, "ann"), (2, "bob"), (8, "pat")):
        play.do("buy_in", player=name, amount="1000")
        play.do("sit", by=name, box=seat)
    play.do("new_shoe", cards=DRAWING)
    play.do("offer_player_dealer", seat=8)
    play.do("accept_player_dealer", by="pat", seat=8, wager="500")
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")
    play.bet("bob", 2, "player", "100")
    play.do("close_bets")
    play.deal(1)
    play.do("report", kind="exposed_card", cards="Qd")
    play.do("choose", by="ann", option="refund")
    play.do("choose", by="bob", option="continue")
    assert (play.balance("ann"), play.fees) == ("1000.00", "3.00")
    play.deal(5)
    play.do("settle")
    assert (play.balance("ann"), play.balance("bob")) == ("1000.00", "899.00")
    # Pat has won 100, paid 2, and has 500 up for the next hand.
    assert (play.balance("pat"), play.house, play.fees) == ("598.00", "0.00", "3.00")


@pytest.mark.rule("tiger", "5.12.3")
def test_a_refund_while_bets_are_open_has_no_fee_to_give_back() -> None:
    """Fees are taken when bets are closed: ann gets her bet, and nobody else's fee with it."""
    play = banked_table(DRAWING)
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")
    play.bet("bob", 2, "player", "100")
    play.do("report", kind="exposed_card", cards="Ks")
    play.do("choose", by="ann", option="refund")
    play.do("choose", by="bob", option="continue")
    assert (play.phase, play.balance("ann"), play.fees) == ("betting", "1000.00", "0.00")
    play.do("close_bets")
    assert (play.balance("bob"), play.balance("pat"), play.fees) == ("899.00", "498.00", "3.00")
