"""What a report leaves behind for the rest of the round, and for the shoe (5.5 to 5.12)."""

import pytest

from casino import Coups
from mishaps import BETS, DRAWING, GAMES, NOTHING_MOVED, both, drawn, hands, manual, money
from tables import Play, betting_table, error_of, only, types


@pytest.mark.rule("tiger", "5.7", "5.12.1")
@pytest.mark.rule("insurance", "5.7", "5.12.1")
@pytest.mark.parametrize("game", GAMES)
def test_beyond_repair_while_bets_are_open_they_stay_open(game: str) -> None:
    """The choice is offered anew, and when it is over the dealer still takes bets."""
    play = betting_table(game, *BETS, cards=DRAWING)
    play.do("report", kind="exposed_card", cards="Ks")
    play.do("cannot_reconstruct", by="pit_supervisor")
    play.do("close_options")
    assert play.phase == "betting"
    play.bet("bob", 2, "tie", "10")
    play.do("close_bets")
    assert drawn(play.deal(2)) == [("player", "Ks"), ("banker", "Qd")]


def _open(game: str, *reports: tuple[str, str | None]) -> Play:
    """Bets are open; something is reported and dismissed, or chosen about."""
    play = betting_table(game, *BETS, cards=DRAWING)
    for kind, cards in reports:
        play.do("report", kind=kind, cards=cards)
        if play.phase == "options":
            play.do("close_options")
        else:
            play.do("dismiss_report", by="pit_supervisor")
    return play


@pytest.mark.rule("tiger", "5.12.3")
@pytest.mark.rule("insurance", "5.12.3")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("reports", "barred"),
    [
        ([("foreign_card", None)], False),
        ([("foreign_card", "9s")], True),
        ([("exposed_card", "Ks"), ("foreign_card", None)], True),
    ],
)
def test_who_has_seen_a_card_takes_no_chips_back_to_bet_again(
    game: str, reports: list[tuple[str, str | None]], barred: bool
) -> None:
    """A card thought foreign was seen too; without any card there was nothing to see."""
    play = _open(game, *reports)
    play.do("withdraw_bet", by="ann", bet="b1")
    again = play.say("place_bet", by="ann", box=1, bet="banker", amount="100")
    assert again["ok"] is not barred
    if barred:
        assert again["error"]["code"] == "too_late"


@pytest.mark.rule("tiger", "5.10.2")
@pytest.mark.rule("insurance", "5.10.2")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["exposed_card", "foreign_card"])
def test_another_report_takes_nothing_from_cards_drawn_together(game: str, kind: str) -> None:
    """The supervisor may still have the shoe replaced; a report that waits, waits on."""
    play = both(game, DRAWING, 4)
    play.do("report", kind="simultaneous_cards", cards="2c 3h")
    play.do("decide_order", by="pit_supervisor", cards="2c 3h")
    play.do("close_options")
    play.do("report", kind=kind)
    if kind == "foreign_card":
        play.do("replace_shoe", by="pit_supervisor", cards="7h 7d")
        assert play.state["report"] == "foreign_card"
        play.do("dismiss_report", by="pit_supervisor")
    play.do("replace_shoe", by="pit_supervisor", cards="8h 8d")
    assert drawn(play.deal()) == [("player", "8h")]


@pytest.mark.rule("tiger", "5.10.2")
def test_nothing_is_added_to_the_shuffle_of_a_new_shoe_once_it_has_dealt() -> None:
    """It came in the middle of a round: bets were open before it was there."""
    play = both("tiger", DRAWING, 2)
    play.do("report", kind="simultaneous_cards", cards="Ks Qd")
    play.do("decide_order", by="pit_supervisor", cards="Ks Qd")
    play.do("close_options")
    play.do("replace_shoe", by="pit_supervisor", seed="another")
    play.do("add_entropy", by="ann", text="in time")
    play.deal()
    assert play.refused("add_entropy", by="ann", text="late")["code"] == "too_late"


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_lay_ready_was_not_typed(game: str) -> None:
    """It was named in the report: when it comes by the next deal there is no slip to put right."""
    play = manual(game, "Ks")
    play.do("report", kind="exposed_card", cards="5s")
    play.do("close_options")
    assert drawn(play.deal()) == [("banker", "5s")]
    assert play.refused("correct_card", card="6s")["code"] == "too_late"


@pytest.mark.rule("tiger", "5.7", "5.5.1")
@pytest.mark.rule("insurance", "5.7", "5.5.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_lies_ready_has_left_a_real_shoe(game: str) -> None:
    """Three kings of spades were dealt and the fourth was exposed: four decks have no other."""
    play = manual(game, "Ks Ks Ks", decks=4)
    play.do("report", kind="exposed_card", cards="Ks")
    if play.phase == "options":
        play.do("close_options")
    play.deal()
    assert error_of(play.refused("deal", card="Ks")) == ("foreign_card", "5.5.1")


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_kept_for_the_next_round_goes_with_its_shoe(game: str) -> None:
    """A new shoe starts between rounds: what fell out of the old one is not dealt from it."""
    play = both(game, f"{Coups.PLAYER_WINS} 5s", 4)
    play.do("settle")
    play.do("report", kind="exposed_card", cards="5s")
    play.do("new_shoe", cards=DRAWING)
    assert play.state["ready"] == []
    play.do("open_bets")
    play.do("close_bets")
    assert drawn(play.deal()) == [("player", "Ks")]


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_between_rounds_an_exposed_card_is_not_beyond_repair(game: str) -> None:
    """It lies ready for the next round, and no hand there is played as it lies because of it."""
    play = both(game, f"{Coups.PLAYER_WINS} {DRAWING}", 4)
    play.do("settle")
    play.do("report", kind="exposed_card", cards="Ks")
    assert play.refused("cannot_reconstruct", by="pit_supervisor")["code"] == "wrong_phase"
    play.do("open_bets")
    play.do("close_bets")
    assert play.refused("cannot_reconstruct", by="pit_supervisor")["code"] == "wrong_phase"


@pytest.mark.rule("tiger", "5.5.1", "5.17")
def test_the_house_confirms_no_other_report_by_its_own() -> None:
    """A ruling waits; a supervisor finds a foreign card. The shoe is out, and the ruling waits."""
    play = both("tiger", f"{Coups.PLAYER_WINS} {DRAWING}", 4)
    play.do("settle")
    play.do("report", kind="other", text="a dog on the table")
    play.do("report", by="pit_supervisor", kind="foreign_card")
    assert play.state["report"] == "other"
    play.do("rule", by="shift_manager", text="so be it")
    assert error_of(play.refused("open_bets")) == ("no_shoe", "5.5.1")


@pytest.mark.rule("insurance", "5.3", "3.12")
def test_a_card_that_was_seen_stays_known_after_another_decision() -> None:
    """Nobody named it, but everybody saw it: hands put right bring no insurance back."""
    play = both("insurance", "2s 6d 3c Kh 9c", 4)
    play.do("report", kind="exposed_card")
    play.do("report", kind="wrong_hand")
    play.do("reconstruct", by="pit_supervisor", cards="2s 6d 3c Kh")
    assert (play.phase, play.state["insurance"]) == ("dealing", {})


@pytest.mark.rule("tiger", "5.8", "5.4.1")
@pytest.mark.rule("insurance", "5.8", "5.4.1")
@pytest.mark.parametrize("game", GAMES)
def test_bankers_third_card_is_its_third_after_hands_were_put_right(game: str) -> None:
    """Player stands on 6 with two cards, Banker has three; the round goes on after a pause."""
    play = both(game, "Ks Qd 6c 5h 3s", 5)
    play.do("report", kind="wrong_hand")
    play.do("reconstruct", by="pit_supervisor", cards="Qd Ks 6c 5h 3s")
    assert hands(play) == ("Qd 6c", "Ks 5h 3s")
    laid = [(dealt.hand.value, dealt.number) for dealt in play.live.table.cards]
    assert laid[2:] == [("player", 2), ("banker", 2), ("banker", 3)]
    play.do("interrupt")
    assert only(play.do("resume"), "round_resumed")["phase"] == "complete"


@pytest.mark.rule("insurance", "5.12.3", "5.8")
@pytest.mark.parametrize(("cards", "listed"), [("2s 6d 3c Kh", True), ("6d 2s 3c Kh", False)])
def test_insurance_taken_back_is_listed_while_it_could_have_been_taken(
    cards: str, listed: bool
) -> None:
    """Bob took the refund; by other cards his insurance was never on offer."""
    play = both("insurance", "2s 6d 3c Kh 9c 8h", 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30", id="i")
    play.do("report", kind="simultaneous_cards", cards="9c 8h")
    play.do("decide_order", by="pit_supervisor", cards="9c 8h")
    play.do("choose", by="bob", option="refund")
    play.do("close_options")
    play.do("report", kind="wrong_hand")
    play.do("reconstruct", by="pit_supervisor", cards=cards)
    if play.phase == "options":
        play.do("close_options")
    while play.phase == "dealing":
        play.deal()
    settled = only(play.do("settle"), "round_settled")
    lines = {line["id"]: line["outcome"] for line in settled["bets"]}
    assert lines.get("i") == ("returned" if listed else None)
    assert play.balance("bob") == "1000.00"


@pytest.mark.rule("tiger", "5.12")
@pytest.mark.rule("insurance", "5.12")
@pytest.mark.parametrize("game", GAMES)
def test_a_choice_that_everybody_made_is_over_with_its_round(game: str) -> None:
    """To close it once more does no harm in that round, and is refused afterwards."""
    play = both(game, f"{DRAWING} {DRAWING}", 1)
    play.do("report", kind="exposed_card", cards="Qd")
    for name in ("ann", "bob"):
        play.do("choose", by=name, option="continue")
    assert play.do("close_options") == []
    play.do("void_round", by="pit_supervisor")
    play.do("open_bets")
    assert error_of(play.refused("close_options")) == ("wrong_phase", "5.12")
    play.do("close_bets")
    while play.phase == "dealing":
        play.deal()
    play.do("settle")
    assert error_of(play.refused("close_options")) == ("wrong_phase", "5.12")


@pytest.mark.rule("tiger", "5.5.3", "1.15")
@pytest.mark.rule("insurance", "5.5.3", "1.17")
@pytest.mark.parametrize("game", GAMES)
def test_a_round_put_right_may_be_put_right_again_and_undone_once(game: str) -> None:
    """Paid, paid otherwise, void: then it is over, and a further report is only noted."""
    play = both(game, "Ks Qd 7c 6h", 4)
    play.do("settle")
    for cards, result in (("Qd Ks 6h 7c", "banker"), ("Ks Qd 7c 6h", "player")):
        play.do("report", kind="wrong_number_of_cards")
        (corrected,) = play.do("reconstruct", by="pit_supervisor", cards=cards)
        assert corrected["settlement"]["result"] == result
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("report", kind="wrong_number_of_cards")
    assert types(play.do("cannot_reconstruct", by="pit_supervisor")) == ["round_corrected"]
    assert money(play) == NOTHING_MOVED
    (noted,) = play.do("report", kind="wrong_number_of_cards")
    assert (noted["does"], play.state["report"]) == ("nothing", None)


@pytest.mark.rule("insurance", "5.5.3", "5.7")
def test_insurance_that_was_handed_back_stays_out_of_a_round_undone_later() -> None:
    """Bob's insurance was on other cards and went back; undone, the round costs nobody anything."""
    play = both("insurance", "2s 6d 3c Kh 9c", 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.deal()
    play.do("settle")
    play.do("report", kind="wrong_number_of_cards")
    play.do("reconstruct", by="pit_supervisor", cards="6d 2s 3c Kh 9c")
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("report", kind="wrong_number_of_cards")
    play.do("cannot_reconstruct", by="pit_supervisor")
    assert money(play) == NOTHING_MOVED
