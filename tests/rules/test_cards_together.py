"""Cards drawn together, and a shoe that is replaced (5.10)."""

from typing import Any

import pytest

from casino import Coups
from mishaps import (
    BETS,
    DRAWING,
    GAMES,
    PLAYER_WON,
    RECONSTRUCTED,
    banker_won,
    both,
    drawn,
    hands,
    manual,
    money,
)
from tables import betting_table, error_of, only, types


@pytest.mark.rule("tiger", "5.10", "5.10.1", "5.12")
@pytest.mark.rule("insurance", "5.10", "5.10.1", "5.12")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealt", [0, 2, 4])
@pytest.mark.parametrize("real", [False, True])
def test_cards_drawn_together_come_in_the_order_decided(game: str, dealt: int, real: bool) -> None:
    """A supervisor says which is first; then everybody chooses, outcome or not."""
    cards = DRAWING.split()
    play = manual(game, " ".join(cards[:dealt])) if real else both(game, DRAWING, dealt)
    first, second = cards[dealt : dealt + 2]
    told = only(
        play.do("report", kind="simultaneous_cards", cards=[first, second]), "irregularity_reported"
    )
    assert told["rule"] == "5.10"
    assert error_of(play.refused("deal", card=first if real else None)) == ("wrong_phase", "5.10")
    wrong = play.refused("decide_order", cards=[second, first])
    assert error_of(wrong) == ("not_allowed", "5.10")
    happened = play.do("decide_order", by="pit_supervisor", cards=[second, first])
    assert only(happened, "order_decided")["rule"] == "5.10"
    offered = only(happened, "options_offered")
    assert offered["players"] == ["ann", "bob"]
    assert (offered["rules"], offered["reconstructed"]) == (["5.12", "5.12.3"], True)
    assert len(play.live.table.cards) == dealt
    assert error_of(play.refused("deal")) == ("options_pending", "5.12")
    play.do("close_options")
    assert drawn(play.deal(2)) == [("player", second), ("banker", first)]


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("real", [False, True])
def test_cards_drawn_together_may_lie_there_already(game: str, real: bool) -> None:
    """Both were dealt before anybody noticed: the supervisor may turn them round."""
    play = manual(game, "Ks Qd 2c 3h") if real else both(game, DRAWING, 4)
    play.do("report", kind="simultaneous_cards", cards="2c 3h")
    play.do("decide_order", by="pit_supervisor", cards="3h 2c")
    assert hands(play) == ("Ks 3h", "Qd 2c")
    play.do("close_options")
    play.deal(cards="9s 2d") if real else play.deal(2)
    assert hands(play) == ("Ks 3h 9s", "Qd 2c 2d")
    play.do("settle")  # Banker wins, 4 to 2
    assert money(play) == banker_won(game)


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("real", [False, True])
@pytest.mark.parametrize("swapped", [False, True])
def test_one_of_the_cards_drawn_together_may_lie_there(
    game: str, real: bool, swapped: bool
) -> None:
    """The second card of the deal and one that came with it: either may be Banker's first."""
    play = manual(game, "Ks Qd") if real else both(game, DRAWING, 2)
    play.do("report", kind="simultaneous_cards", cards="Qd 2c")
    play.do("decide_order", by="pit_supervisor", cards="2c Qd" if swapped else "Qd 2c")
    assert hands(play) == ("Ks", "2c" if swapped else "Qd")
    play.do("close_options")
    assert drawn(play.deal()) == [("player", "Qd" if swapped else "2c")]
    assert drawn(play.deal(cards="3h") if real else play.deal()) == [("banker", "3h")]


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
def test_three_cards_drawn_together(game: str) -> None:
    """Two cards or more: any number has its order decided."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="simultaneous_cards", cards="Qd 2c 3h")
    play.do("decide_order", by="shift_manager", cards="3h Qd 2c")
    play.do("close_options")
    assert drawn(play.deal(3)) == [("banker", "3h"), ("player", "Qd"), ("banker", "2c")]


@pytest.mark.rule("tiger", "5.10", "5.7")
@pytest.mark.rule("insurance", "5.10", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_of_cards_drawn_together_one_may_be_left_for_the_next_round(game: str) -> None:
    """Player stands, Banker draws one: whichever is second opens the next round."""
    play = both(game, "Ks Qd 6c 5h 3s 9d 4c", 4)
    play.do("report", kind="simultaneous_cards", cards="3s 9d")
    play.do("decide_order", by="pit_supervisor", cards="9d 3s")
    play.do("close_options")
    assert drawn(play.deal()) == [("banker", "9d")]
    play.do("settle")  # 6 to 4
    assert money(play) == PLAYER_WON
    play.do("open_bets")
    play.do("close_bets")
    assert drawn(play.deal(2)) == [("player", "3s"), ("banker", "4c")]


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
def test_the_order_is_of_the_cards_that_were_drawn(game: str) -> None:
    """They are named in the report, and the decision is about them and no others."""
    play = both(game, DRAWING, 2)
    assert play.refused("report", kind="simultaneous_cards", cards="2c 9s")["code"] == "wrong_cards"
    play.do("report", kind="simultaneous_cards", cards="3h 2c")
    for cards in ("2c", "2c 9s", "2c 3h 9s", "2c 2c"):
        wrong = play.refused("decide_order", by="pit_supervisor", cards=cards)
        assert error_of(wrong) == ("wrong_cards", "5.10")
    for command in ("reconstruct", "cannot_reconstruct"):
        assert play.refused(command, by="pit_supervisor")["code"] == "wrong_phase"


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
def test_the_decision_may_be_the_first_to_name_the_cards(game: str) -> None:
    """A report in a hurry names none; what is decided on leaves the shoe then."""
    play = both(game, DRAWING, 2)
    play.do("report", kind="simultaneous_cards")
    assert play.refused("decide_order", by="pit_supervisor", cards="2c 9s")["code"] == "wrong_cards"
    play.do("decide_order", by="pit_supervisor", cards="3h 2c")
    play.do("close_options")
    assert drawn(play.deal(2)) == [("player", "3h"), ("banker", "2c")]


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
def test_a_decision_may_name_the_card_that_was_drawn_too_early(game: str) -> None:
    """Nobody had reported it: it lies ready and comes by the next deal."""
    play = both(game, DRAWING, 4)
    play.do("report", kind="wrong_number_of_cards")
    play.do("reconstruct", by="pit_supervisor", cards="Ks Qd 2c 3h 9s")
    assert play.state["ready"] == ["9s"]


@pytest.mark.rule("tiger", "5.8", "5.12.1")
@pytest.mark.rule("insurance", "5.8", "5.12.1")
@pytest.mark.parametrize("game", GAMES)
def test_uneven_hands_that_lie_as_they_are_are_made_up_by_the_next_cards(game: str) -> None:
    """Two of the first three went to Banker and stay there: Player gets its second card next."""
    play = both(game, DRAWING, 3)
    play.do("report", kind="wrong_hand")
    play.do("cannot_reconstruct", by="pit_supervisor", player_cards="Ks", banker_cards="Qd 2c")
    play.do("close_options")
    assert drawn(play.deal(1)) == [("player", "3h")]
    assert hands(play) == ("Ks 3h", "Qd 2c")


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
def test_what_lies_face_down_is_turned_before_an_order_is_decided(game: str) -> None:
    """Ann squeezes Player; a card on the felt changes its place only when all are seen."""
    play = betting_table(game, *BETS, face_down=True, cards=DRAWING)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.deal(2)
    assert hands(play) == ("-", "Qd")
    assert play.refused("report", kind="simultaneous_cards", cards="Qd 2c")["code"] == "wrong_cards"
    play.do("turn", by="ann", hand="player", number=1)
    play.do("report", kind="simultaneous_cards", cards="Qd 2c")
    play.do("decide_order", by="pit_supervisor", cards="2c Qd")
    assert hands(play) == ("Ks", "2c")
    play.do("close_options")
    assert drawn(play.deal(2)) == [("player", "Qd"), ("banker", "3h")]


@pytest.mark.rule("tiger", "5.10.2")
@pytest.mark.rule("insurance", "5.10.2")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("when", ["waiting", "choosing", "after"])
def test_after_cards_drawn_together_the_shoe_may_be_replaced(game: str, when: str) -> None:
    """Cards that are out stay in the round; what comes after them is from the new set."""
    play = both(game, DRAWING, 2)
    assert error_of(play.refused("replace_shoe", by="pit_supervisor")) == (
        "wrong_phase",
        "5.10.2",
    )
    new = "7h 7d 7s"

    def replace_shoe() -> None:
        assert error_of(play.refused("replace_shoe", cards=new)) == ("not_allowed", "5.10.2")
        happened = play.do("replace_shoe", by="pit_supervisor", cards=new)
        assert types(happened) == ["shoe_ended", "shoe_started"]
        assert happened[0]["rule"] == "5.10.2"

    play.do("report", kind="simultaneous_cards", cards="2c 3h")
    if when == "waiting":
        replace_shoe()
    play.do("decide_order", by="pit_supervisor", cards="3h 2c")
    if when == "choosing":
        replace_shoe()
    play.do("close_options")
    if when == "after":
        replace_shoe()
    assert drawn(play.deal(4)) == [
        ("player", "3h"),
        ("banker", "2c"),
        ("player", "7h"),
        ("banker", "7d"),
    ]
    play.do("settle")  # Banker wins, 9 to 0
    assert money(play) == banker_won(game)


@pytest.mark.rule("tiger", "5.10.2")
@pytest.mark.rule("insurance", "5.10.2")
@pytest.mark.parametrize("game", GAMES)
def test_a_replaced_shoe_is_not_replaced_once_more_by_the_dealer(game: str) -> None:
    """A set that the House chose stays: within a round no other begins by the dealer's word."""
    play = both(game, DRAWING, 2)
    play.do("report", kind="simultaneous_cards", cards="2c 3h")
    play.do("decide_order", by="pit_supervisor", cards="2c 3h")
    play.do("close_options")
    play.do("replace_shoe", by="pit_supervisor", cards="7h 7d 7s")
    assert play.refused("new_shoe", cards="8h 8d")["code"] == "wrong_phase"
    play.do("replace_shoe", by="pit_supervisor", cards="9h 9d 9s")
    assert drawn(play.deal(3))[2] == ("player", "9h")


@pytest.mark.rule("tiger", "5.10.2")
@pytest.mark.rule("insurance", "5.10.2")
@pytest.mark.parametrize("game", GAMES)
def test_a_real_shoe_may_be_replaced_and_holds_every_card_again(game: str) -> None:
    """All four kings of spades are out; the new set has four more."""
    play = manual(game, "Ks Ks", decks=4)
    play.do("report", kind="simultaneous_cards", cards="Ks Ks")
    play.do("decide_order", by="pit_supervisor", cards="Ks Ks")
    play.do("close_options")
    play.do("replace_shoe", by="pit_supervisor")
    play.deal(cards="Ks Ks")
    assert hands(play) == ("Ks Ks", "Ks Ks")


@pytest.mark.rule("tiger", "5.10.2")
@pytest.mark.rule("insurance", "5.10.2")
@pytest.mark.parametrize("game", GAMES)
def test_between_rounds_the_supervisor_may_have_new_cards(game: str) -> None:
    """It is the supervisor's decision there too."""
    play = both(game, f"{Coups.PLAYER_WINS} 5s", 4)
    play.do("report", kind="simultaneous_cards", cards="7c 6h")
    play.do("decide_order", by="pit_supervisor", cards="7c 6h")
    play.do("close_options")
    play.do("settle")
    play.do("replace_shoe", by="pit_supervisor", cards="9h 8h")
    play.do("open_bets")
    play.do("close_bets")
    assert drawn(play.deal(2)) == [("player", "9h"), ("banker", "8h")]


@pytest.mark.rule("tiger", "5.10", "5.7")
@pytest.mark.rule("insurance", "5.10", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_lay_ready_before_is_not_lost_by_the_decision(game: str) -> None:
    """One card was exposed earlier; which of two came first leaves it where it was, or behind."""
    play = both(game, DRAWING, 4)
    play.do("report", kind="exposed_card", cards="9s")
    play.do("report", kind="simultaneous_cards", cards="2c 3h")
    play.do("decide_order", by="pit_supervisor", cards="3h 2c")
    assert (hands(play), play.state["ready"]) == (("Ks 3h", "Qd 2c"), ["9s"])

    play = both(game, DRAWING, 2)
    play.do("report", kind="exposed_card", cards="2c")
    play.do("close_options")
    play.do("report", kind="simultaneous_cards")
    play.do("decide_order", by="pit_supervisor", cards="9s 3h")
    assert play.state["ready"] == ["9s", "3h", "2c"]


@pytest.mark.rule("tiger", "5.10")
@pytest.mark.rule("insurance", "5.10")
@pytest.mark.parametrize("game", GAMES)
def test_cards_that_come_next_are_meant_although_one_like_them_lies_there(game: str) -> None:
    """Player's card lies face down and Banker has a queen; another queen and the 2 are drawn."""
    play = betting_table(game, *BETS, face_down=True, cards="Ks Qd Qd 2c 3h 9s")
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.deal(2)
    told = only(
        play.do("report", kind="simultaneous_cards", cards="2c Qd"), "irregularity_reported"
    )
    assert (told["ready"], told["behind"]) == (["Qd", "2c"], 0)


@pytest.mark.rule("tiger", "5.5.3", "5.7", "5.12.2")
@pytest.mark.rule("insurance", "5.5.3", "5.7", "5.12.2")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_the_decision_names_is_put_right_and_patrons_choose(game: str) -> None:
    """Two cards were dealt and a third was out, which only the supervisor named."""
    play = both(game, DRAWING, 2)
    play.do("report", kind="wrong_number_of_cards")
    happened = play.do("reconstruct", by="pit_supervisor", cards="Ks Qd 2c")
    assert types(happened) == ["irregularity_reported", "cards_reconstructed", "options_offered"]
    assert only(happened, "options_offered")["rules"] == RECONSTRUCTED


@pytest.mark.rule("tiger", "5.10.2")
@pytest.mark.rule("insurance", "5.10.2")
@pytest.mark.parametrize("game", GAMES)
def test_the_shoe_is_not_replaced_while_a_card_lies_face_down(game: str) -> None:
    """The seed of a shoe is told when it ends, and would tell that card too."""
    play = both(game, DRAWING, face_down=True)
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(1)
    play.do("report", kind="simultaneous_cards", cards="Qd 2c")
    wrong = play.refused("replace_shoe", by="pit_supervisor", cards="7h 7d 7s")
    assert wrong["code"] == "wrong_phase"
    assert "lies face down" in wrong["message"]
    play.do("decide_order", by="pit_supervisor", cards="Qd 2c")
    play.do("close_options")
    play.do("turn", by="ann", hand="player", number=1)
    play.do("replace_shoe", by="pit_supervisor", cards="7h 7d 7s")


@pytest.mark.rule("tiger", "5.10.2", "5.4")
@pytest.mark.rule("insurance", "5.10.2", "5.4")
@pytest.mark.parametrize("game", GAMES)
def test_the_shoe_is_not_replaced_while_play_stands_still(game: str) -> None:
    """Not in an interruption; nor between rounds while something else is to be decided."""
    play = both(game, DRAWING, 4)
    play.do("report", kind="simultaneous_cards", cards="9s 2d")
    play.do("decide_order", by="pit_supervisor", cards="9s 2d")
    play.do("close_options")
    play.do("interrupt")
    replace: dict[str, Any] = {"by": "pit_supervisor", "cards": "7h 7d 7s"}
    assert error_of(play.refused("replace_shoe", **replace)) == ("wrong_phase", "5.10.2")
    play.do("resume")
    play.deal(2)
    play.do("settle")
    play.do("report", kind="wrong_number_of_cards")
    wrong = play.refused("replace_shoe", **replace)
    assert error_of(wrong) == ("wrong_phase", "5.5.3")
    assert wrong["message"].endswith("waits for the pit supervisor to decide")
    play.do("reconstruct", by="pit_supervisor")
    play.do("replace_shoe", **replace)
