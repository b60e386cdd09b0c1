"""A wrong number of cards: put right, or void; noticed before the next round too (5.5.3)."""

from typing import Any

import pytest

from casino import Coups
from mishaps import GAMES, NOTHING_MOVED, banked_table, both, money
from tables import error_of, only, types


@pytest.mark.rule("tiger", "5.5.3")
@pytest.mark.rule("insurance", "5.5.3")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize(
    ("game", "rule"), [("tiger", "5.5.3"), ("insurance", "5.5.3"), ("tournament", "5.1.2")]
)
def test_a_wrong_number_of_cards_waits_for_the_supervisor(game: str, rule: str) -> None:
    """Nothing is dealt or paid until it is decided whether the cards can be put right."""
    play = both(game, f"{Coups.PLAYER_WINS} 9s", 4)
    told = only(
        play.do("report", kind="wrong_number_of_cards", cards="9s"), "irregularity_reported"
    )
    assert told["rule"] == rule
    for command in ("deal", "settle"):
        assert error_of(play.refused(command)) == ("wrong_phase", rule)
    assert play.refused("cannot_reconstruct")["code"] == "not_allowed"
    assert play.refused("reconstruct")["code"] == "not_allowed"
    voided = only(play.do("cannot_reconstruct", by="pit_supervisor"), "round_voided")
    assert voided["rule"] == rule
    assert (play.phase, money(play)) == ("idle", NOTHING_MOVED)


@pytest.mark.rule("tiger", "5.5.3", "5.7", "1.15")
@pytest.mark.rule("insurance", "5.5.3", "5.7", "1.17")
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_number_that_is_put_right_is_a_card_in_excess(game: str) -> None:
    """Player stands on 6 and was given a card: it is Banker's, who draws on 5."""
    play = both(game, "Ks Qd 6c 5h 3s", 4)
    play.do("report", kind="wrong_number_of_cards", cards="3s")
    put_right = play.do("reconstruct", by="pit_supervisor", cards="Ks Qd 6c 5h 3s")
    assert only(put_right, "cards_reconstructed")["rule"] == "5.7"
    assert "options_offered" not in types(put_right)  # four cards have established an outcome
    assert play.phase == "dealing"
    drawn = only(play.deal(), "card_dealt")
    assert (drawn["hand"], drawn["number"], drawn["card"]) == ("banker", 3, "3s")
    play.do("settle")  # Banker wins, 8 to 6
    banker, house = ("1095.00", "5.00") if game == "tiger" else ("1100.00", "0.00")
    assert money(play) == ("900.00", banker, house)


@pytest.mark.rule("tiger", "5.5.3", "5.7.1")
@pytest.mark.rule("insurance", "5.5.3", "5.7.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_number_put_right_before_any_outcome_gives_the_choice(game: str) -> None:
    """Banker has two cards when it should have one; no bet is decided, so patrons choose."""
    play = both(game, "Ks Qd 6c 5h 3s", 2)
    play.do("report", kind="wrong_number_of_cards", cards="6c")
    offered = only(play.do("reconstruct", by="pit_supervisor"), "options_offered")
    assert offered["players"] == ["ann", "bob"]
    assert offered["rules"] == ["5.12", "5.12.2", "5.12.3"]
    play.do("close_options")
    drawn = only(play.deal(), "card_dealt")
    assert (drawn["hand"], drawn["card"]) == ("player", "6c")


@pytest.mark.rule("tiger", "5.5.3", "5.7.1", "5.12")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize(
    ("game", "rule", "chosen"), [("classic", "tiger 5.5.3", True), ("tournament", "5.1.2", False)]
)
def test_borrowed_procedures_ask_for_an_outcome_of_their_own_game(
    game: str, rule: str, chosen: bool
) -> None:
    """Four cards decide a pair where one can be bet on; in the classic game they decide nothing."""
    play = both(game, "Ks Qd 6c 5h 3s", 4)
    told = only(play.do("report", kind="wrong_number_of_cards"), "irregularity_reported")
    assert told["rule"] == rule
    happened = play.do("reconstruct", by="pit_supervisor")
    assert only(happened, "cards_reconstructed")["rule"] == "tiger 5.7"
    assert ("options_offered" in types(happened)) is chosen
    if chosen:
        offered = only(happened, "options_offered")
        assert offered["rules"] == ["tiger 5.12", "tiger 5.12.2", "tiger 5.12.3"]
        assert error_of(play.refused("deal")) == ("options_pending", "tiger 5.12")


@pytest.mark.rule("tiger", "5.5.3", "1.16")
@pytest.mark.rule("insurance", "5.5.3", "1.18")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize("game", [*GAMES, "tournament"])
def test_a_wrong_number_noticed_before_the_next_round_undoes_the_paid_one(game: str) -> None:
    """The round is paid and the next has not begun: beyond repair it is void after all."""
    play = both(game, f"{Coups.BANKER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    banker = "1095.00" if game == "tiger" else "1100.00"
    assert (play.balance("ann"), play.balance("bob")) == ("900.00", banker)
    play.do("report", kind="wrong_number_of_cards")
    for decision in ("reconstruct", "cannot_reconstruct"):
        assert play.refused(decision)["code"] == "not_allowed"
    play.do("cannot_reconstruct", by="pit_supervisor")
    assert money(play) == NOTHING_MOVED
    play.do("open_bets")
    assert play.phase == "betting"


@pytest.mark.rule("tiger", "5.5.3", "1.15")
@pytest.mark.rule("insurance", "5.5.3", "1.17")
@pytest.mark.parametrize("game", GAMES)
def test_a_paid_round_is_paid_by_the_cards_in_their_proper_order(game: str) -> None:
    """Paid as Player's win; the order should have been another one, and Banker has won."""
    play = both(game, "Ks Qd 7c 6h", 4)
    play.do("settle")
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("report", kind="wrong_number_of_cards")
    wrong = play.refused("reconstruct", by="pit_supervisor", cards="Ks Qd 7c")
    assert error_of(wrong) == ("cannot_reconstruct", "5.7")
    wrong = play.refused("reconstruct", by="pit_supervisor", cards="Ks Qd 7c 5h")
    assert error_of(wrong) == ("cannot_reconstruct", "5.7")
    # Player 0 would have had to draw: the cards do not make a round.
    wrong = play.refused("reconstruct", by="pit_supervisor", cards="Ks 7c Qd 6h")
    assert error_of(wrong) == ("cannot_reconstruct", "5.7")
    (corrected,) = play.do("reconstruct", by="pit_supervisor", cards="Qd Ks 6h 7c")
    assert (corrected["type"], "handed_back" in corrected) == ("round_corrected", False)
    banker, house = ("1095.00", "5.00") if game == "tiger" else ("1100.00", "0.00")
    assert money(play) == ("900.00", banker, house)
    assert play.phase == "idle"


@pytest.mark.rule("tiger", "5.5.3", "5.7")
@pytest.mark.rule("insurance", "5.5.3", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_a_paid_round_put_right_may_take_fewer_cards_or_one_more(game: str) -> None:
    """What is left over opens the next round; a card that was out already may belong to it."""
    play = both(game, "2s 6d 3c Kh 9c 8h", 5)
    play.do("settle")  # 6 to 4
    play.do("report", kind="wrong_number_of_cards")
    play.do("reconstruct", by="pit_supervisor", cards="6d 2s 3c Kh 9c")  # 9 to 2, four cards
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("open_bets")
    play.do("close_bets")
    assert [event["card"] for event in play.deal(2)] == ["9c", "8h"]

    play = both(game, "Ks Qd 7c 6h 4s 9s", 4)
    play.do("settle")  # 7 to 6
    play.do("report", kind="excess_card", cards="4s 9s")
    play.do("report", kind="wrong_number_of_cards")
    # Player has 0 and draws the 4, Banker has 3 and draws the 9: Player wins, 4 to 2.
    play.do("reconstruct", by="pit_supervisor", cards="Ks 7c Qd 6h 4s 9s")
    assert money(play) == ("1100.00", "900.00", "0.00")
    assert play.state["ready"] == []


@pytest.mark.rule("tiger", "5.5.3")
@pytest.mark.rule("insurance", "5.5.3")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", [None, "Ks Qd 7c 6h"])
def test_a_paid_round_that_needs_no_repair_stands(game: str, cards: str | None) -> None:
    """The supervisor finds the cards as they should be: nothing is undone."""
    play = both(game, "Ks Qd 7c 6h", 4)
    play.do("settle")
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("reconstruct", by="pit_supervisor", cards=cards)
    assert types(happened) == ["cards_reconstructed"]
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5.3", "5.15")
def test_the_fees_of_a_round_that_is_undone_are_given_back() -> None:
    """Where a player-dealer banks, everybody has what they had before, and the house no fee."""
    play = banked_table(Coups.PLAYER_WINS)
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")
    play.bet("bob", 2, "banker", "50")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    assert (play.balance("ann"), play.balance("bob"), play.fees) == ("1099.00", "949.00", "4.00")
    play.do("report", kind="wrong_number_of_cards")
    play.do("cannot_reconstruct", by="pit_supervisor")
    assert (play.balance("ann"), play.balance("bob")) == ("1000.00", "1000.00")
    assert (play.balance("pat"), play.house, play.fees) == ("500.00", "0.00", "0.00")


@pytest.mark.rule("tiger", "5.5.3", "5.11")
@pytest.mark.rule("insurance", "5.5.3", "5.11")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize(
    ("game", "rule"), [("tiger", "5.5.3"), ("insurance", "5.5.3"), ("tournament", "5.1.2")]
)
@pytest.mark.parametrize("decision", ["reconstruct", "cannot_reconstruct", "dismiss_report"])
def test_a_report_made_in_time_is_decided_before_the_next_round(
    game: str, rule: str, decision: str
) -> None:
    """Kills the program in which opening the next round drops the report."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    play.do("report", kind="wrong_number_of_cards")
    for by in ("dealer", "shift_manager"):
        assert error_of(play.refused("open_bets", by=by)) == ("wrong_phase", rule)
    assert play.refused("close_table", by="pit_manager")["code"] == "wrong_phase"
    play.do(decision, by="pit_supervisor")
    undone = decision == "cannot_reconstruct"
    assert money(play) == (NOTHING_MOVED if undone else ("1100.00", "900.00", "0.00"))
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5.3", "5.15")
@pytest.mark.rule("insurance", "5.5.3", "5.16")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize("game", [*GAMES, "tournament", "classic"])
@pytest.mark.parametrize(
    ("cashed", "owed"), [("1100", "100.00"), ("1050", "50.00"), ("1000", None)]
)
def test_a_winner_who_has_cashed_out_owes_and_the_loser_is_paid(
    game: str, cashed: str, owed: str | None
) -> None:
    """Bob's bet goes back whatever ann still has; the house carries what she cannot give back."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    play.do("cash_out", player="ann", amount=cashed)
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("cannot_reconstruct", by="pit_supervisor", reason="five cards in one hand")
    corrected = only(happened, "round_corrected")
    assert corrected["text"] == "five cards in one hand"
    assert corrected.get("owed") == (None if owed is None else {"ann": owed})
    assert play.balance("bob") == "1000.00"
    assert play.balance("ann") == "0.00"
    assert play.house == ("0.00" if owed is None else f"-{owed}")
    assert play.state["owed"] == ({} if owed is None else {"ann": owed})
    play.do("open_bets")  # nobody can hold up the table by having left


@pytest.mark.rule("tiger", "5.5.3", "5.17")
def test_what_is_owed_is_repaid_by_a_ruling_that_says_so() -> None:
    """Ann comes back with money: a fine is no repayment, and no more is repaid than is owed."""
    play = both("tiger", f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    play.do("cash_out", player="ann")
    play.do("report", kind="wrong_number_of_cards")
    play.do("cannot_reconstruct", by="pit_supervisor")
    play.do("buy_in", player="ann", amount="300")

    def ruling(amount: str, player: str = "ann", repays: bool | None = None) -> dict[str, Any]:
        change = {"player": player, "amount": amount, "repays": repays}
        return {"by": "shift_manager", "text": "the debt", "adjustments": [change]}

    play.do("rule", **ruling("-20"))
    assert (play.state["owed"], play.house) == ({"ann": "100.00"}, "-80.00")
    for amount, player, owes in (
        ("-100.01", "ann", "100.00"),
        ("0.01", "ann", "100.00"),
        ("-0.01", "bob", "0.00"),
    ):
        wrong = play.refused("rule", **ruling(amount, player, repays=True))
        assert (wrong["code"], wrong["message"]) == (
            "malformed",
            f"{player} owes {owes}: no more than that is repaid",
        )
    for part, left in (("0", "100.00"), ("-30", "70.00"), ("-69.99", "0.01"), ("-0.01", None)):
        play.do("rule", **ruling(part, repays=True))
        assert play.state["owed"] == ({} if left is None else {"ann": left})
    assert (play.balance("ann"), play.house) == ("180.00", "20.00")


@pytest.mark.rule("tiger", "5.5.3", "1.15")
def test_a_paid_round_settled_anew_may_leave_somebody_owing() -> None:
    """Paid as Player's win and cashed out; by the right order Banker has won."""
    play = both("tiger", "Ks Qd 7c 6h", 4)
    play.do("settle")
    play.do("cash_out", player="ann")
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("reconstruct", by="pit_supervisor", cards="Qd Ks 6h 7c", reason="the camera")
    corrected = only(happened, "round_corrected")
    assert (corrected["owed"], corrected["text"]) == ({"ann": "200.00"}, "the camera")
    assert money(play) == ("0.00", "1095.00", "-195.00")


@pytest.mark.rule("tiger", "5.5.3", "5.15")
def test_where_a_player_dealer_banks_the_house_advances_nothing() -> None:
    """Ann has cashed out: her fee is all that can be had; bob has it, whose bet it was, not pat."""
    play = banked_table(Coups.PLAYER_WINS)
    play.do("open_bets")
    play.bet("ann", 1, "player", "100")
    play.bet("bob", 2, "banker", "50")
    play.do("close_bets")
    play.deal(4)
    play.do("settle")
    play.do("cash_out", player="ann", amount="1099")
    play.do("report", kind="wrong_number_of_cards")
    play.do("cannot_reconstruct", by="pit_supervisor")
    # Bob is due 50 and so is pat; ann has the 1 that her bet's fee was.
    assert play.state["owed"] == {"ann": "99.00"}
    assert (play.balance("ann"), play.balance("bob")) == ("0.00", "951.00")
    assert (play.house, play.fees) == ("0.00", "0.00")
    wager = play.state["player_dealer"]["wager"]
    assert (play.balance("pat"), wager) == ("450.00", "500.00")


@pytest.mark.rule("insurance", "5.5.3", "5.7", "1.17")
@pytest.mark.parametrize("changed", [True, False])
def test_insurance_on_other_cards_is_handed_back_after_payment_too(changed: bool) -> None:
    """Bob insured Banker 6 against Player 5; by the right order there was never such an offer."""
    play = both("insurance", "2s 6d 3c Kh 9c", 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.deal()
    play.do("settle")  # Player 4, Banker 6: Bob's bet wins half, the insurance is lost
    assert money(play) == ("900.00", "1020.00", "80.00")
    play.do("report", kind="wrong_number_of_cards")
    if not changed:
        play.do("reconstruct", by="pit_supervisor", cards="2s 6d 3c Kh 9c")
        assert money(play) == ("900.00", "1020.00", "80.00")
        return
    happened = play.do("reconstruct", by="pit_supervisor", cards="6d 2s 3c Kh 9c")
    corrected = only(happened, "round_corrected")  # 9 to 2 on four cards: Player wins
    (insured,) = corrected["handed_back"]
    assert insured not in [line["id"] for line in corrected["settlement"]["bets"]]
    assert money(play) == ("1100.00", "900.00", "0.00")
