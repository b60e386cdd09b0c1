"""Who may squeeze, at which tables, and what they give up for seeing Banker's third card first."""

from typing import Any

import pytest

from casino import Coups
from tables import Play, betting_table, dealt_table, error_of, only, seated_table, types

both_games = pytest.mark.parametrize("game", ["tiger", "insurance"])

FIVE_TO_SIX = "2s 6d 3c Kh"  # Player draws; Banker's six is insured at 3:1
PLAYER_DRAWS_A_SIX = "6c"  # Player has one, Banker draws on it and is insured at 7:1


def _table(game: str, *bets: tuple[str, int, str, str], **fields: Any) -> Play:
    usual: dict[str, Any] = {"cards": Coups.PLAYER_WINS, "players": ("ann", "bob", "cy")}
    return dealt_table(game, *bets, **usual | {"face_down": True} | fields)


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
def test_the_highest_seated_bettor_asks_and_squeezes(game: str) -> None:
    """Bob has the largest bet on a hand: his request is noted, granted, and the card is his."""
    play = _table(game, ("ann", 1, "banker", "40"), ("bob", 2, "player", "60"))
    asked = only(play.do("request_squeeze", by="bob", hand="player"), "squeeze_requested")
    assert (asked["player"], asked["hand"], asked["rule"]) == ("bob", "player", "3.9")
    granted = only(play.do("grant_squeeze", player="bob", hand="player"), "squeeze_granted")
    assert (granted["player"], granted["hand"], granted["rule"]) == ("bob", "player", "3.9")
    play.deal(4)
    assert (play.hand("player"), play.hand("banker")) == ("- -", "Qd 6h")
    play.do("turn", by="bob", hand="player", number=2)
    play.do("turn", by="bob", hand="player", number=1)
    assert (play.hand("player"), play.phase) == ("Ks 7c", "complete")


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
def test_nobody_else_squeezes(game: str) -> None:
    play = _table(game, ("ann", 1, "banker", "40"), ("bob", 2, "player", "60"))
    for who in ("ann", "cy"):
        wrong = play.refused("request_squeeze", by=who, hand="banker")
        assert error_of(wrong) == ("not_yours", "3.9")
        wrong = play.refused("grant_squeeze", player=who, hand="banker")
        assert error_of(wrong) == ("not_yours", "3.9")


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
def test_a_request_is_granted_by_the_dealer(game: str) -> None:
    play = _table(game, ("ann", 1, "banker", "40"))
    wrong = play.refused("grant_squeeze", by="ann", player="ann", hand="banker")
    assert error_of(wrong) == ("not_allowed", "3.9")
    play.do("request_squeeze", by="ann", hand="banker")
    play.deal(4)
    assert play.hand("banker") == "Qd 6h"


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
def test_cards_that_are_dealt_face_up_are_not_squeezed(game: str) -> None:
    play = _table(game, ("ann", 1, "banker", "40"), face_down=False)
    for command, by in (("request_squeeze", "ann"), ("grant_squeeze", "dealer")):
        wrong = play.refused(command, by=by, player="ann", hand="banker")
        assert error_of(wrong) == ("not_allowed", "3.9")


SQUEEZE = (("request_squeeze", "ann"), ("grant_squeeze", "dealer"))


def _squeeze(play: Play, hand: str) -> set[str]:
    """Ask for a squeeze that comes too late, and have it granted; what the refusals say."""
    return {
        play.refused(command, by=by, player="ann", hand=hand)["code"] for command, by in SQUEEZE
    }


def _offered(play: Play) -> set[str]:
    """Say which acts about a squeeze the table names as possible."""
    names = {"request_squeeze", "grant_squeeze", "expose_banker_first"}
    return {step["do"] for step in play.state["next"]} & names


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
def test_a_squeeze_is_asked_for_before_the_card_is_dealt(game: str) -> None:
    """What lies there is seen; what is still to come lies face down once it was granted."""
    cards = f"{FIVE_TO_SIX} 7c 2d"
    play = _table(game, ("ann", 1, "player", "40"), cards=cards, deal=1)
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(3)
    assert (play.hand("player"), play.hand("banker")) == ("2s -", "6d Kh")
    play.do("turn", by="ann", hand="player", number=2)
    play.do("grant_squeeze", player="ann", hand="banker")
    play.deal(1)
    play.do("turn", by="ann", hand="player", number=3)
    # Banker's third card is to come, and may still be asked for; Player's hand has all its cards.
    assert _squeeze(play, "player") == {"too_late"}
    play.do("request_squeeze", by="ann", hand="banker")
    play.deal(1)
    assert (play.hand("player"), play.hand("banker")) == ("2s 3c 7c", "6d Kh -")
    assert play.phase == "complete"


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        (FIVE_TO_SIX, True, True),  # Player draws, and then Banker may
        ("2s 7d 3c Kh", True, True),  # Player draws; what Banker does then is not looked into
        ("2s 5d 4c Kh", False, True),  # Player stands on six, Banker draws on five
        ("2s 6d 4c Kh", False, False),  # six to six: nobody draws
        ("9s 2d Kc 3h", False, False),  # a natural
        ("2s 9d 3c Kh", False, False),
    ],
)
def test_after_four_cards_it_is_asked_for_only_where_one_is_to_come(
    game: str, cards: str, player: bool, banker: bool
) -> None:
    play = _table(game, ("ann", 1, "player", "40"), cards=f"{cards} 6c 2d", deal=4)
    for hand, comes in (("player", player), ("banker", banker)):
        if comes:
            play.do("request_squeeze", by="ann", hand=hand)
            play.do("grant_squeeze", player="ann", hand=hand)
        else:
            assert _squeeze(play, hand) == {"too_late"}
    assert (play.phase == "complete") is not (player or banker)


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
@pytest.mark.parametrize("real", [False, True])
def test_once_the_coup_is_complete_nothing_is_squeezed_though_cards_lie_face_down(
    game: str, real: bool
) -> None:
    """Banker's natural is seen: whatever Player's cards are, no card comes to either hand."""
    shoe: dict[str, Any] = {"cards": None, "shoe": "manual"} if real else {"cards": "2s 9d 3c Kh"}
    play = _table(game, ("ann", 1, "player", "40"), **shoe)
    play.do("grant_squeeze", player="ann", hand="player")
    for card in (None, "9d", None, "Kh"):
        play.do("deal", card=card if real else None)
    assert (play.hand("player"), play.hand("banker"), play.phase) == ("- -", "9d Kh", "complete")
    assert _squeeze(play, "player") == _squeeze(play, "banker") == {"too_late"}
    assert _offered(play) == set()


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
def test_what_lies_face_down_may_still_let_a_card_come(game: str) -> None:
    """Player's two cards are not seen, Banker has six: Banker may draw on a third card of six."""
    cards = f"{FIVE_TO_SIX} 6c 2d"
    play = _table(game, ("ann", 1, "player", "40"), cards=cards)
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(4)
    play.do("grant_squeeze", player="ann", hand="banker")
    play.do("turn", by="ann", hand="player", number=1)
    play.do("turn", by="ann", hand="player", number=2)
    play.deal(1)
    play.do("turn", by="ann", hand="player", number=3)
    play.deal(1)
    assert (play.hand("player"), play.hand("banker")) == ("2s 3c 6c", "6d Kh -")


# Who has left


def _left(game: str, cards: str = f"{FIVE_TO_SIX} 6c 2d", **fields: Any) -> Play:
    """Ann has the highest bet, bob the next, and ann has walked away from hers."""
    play = _table(
        game, ("ann", 1, "player", "60"), ("bob", 2, "banker", "40"), cards=cards, **fields
    )
    play.do("leave", by="ann", box=1)
    return play


@both_games
@pytest.mark.rule("tiger", "3.9", "1.17")
@pytest.mark.rule("insurance", "3.9", "1.19")
def test_who_has_left_does_not_squeeze_and_the_next_highest_does(game: str) -> None:
    play = _left(game)
    assert error_of(play.refused("request_squeeze", by="ann", hand="player")) == (
        "not_yours",
        "3.9",
    )
    wrong = play.refused("grant_squeeze", player="ann", hand="player")
    assert error_of(wrong) == ("not_yours", "3.9")
    assert _offered(play) == {"request_squeeze", "grant_squeeze"}
    play.do("request_squeeze", by="bob", hand="player")
    play.do("grant_squeeze", player="bob", hand="player")
    play.deal(4)
    assert play.hand("player") == "- -"
    play.do("turn", by="bob", hand="player", number=1)
    while play.phase == "dealing":
        play.deal(1)
    play.do("settle")
    # Player 2 3 6 is one, Banker 6 K 2 is eight: the bet of who left is settled like any other.
    assert play.balance("ann") == "940.00"


@both_games
@pytest.mark.rule("tiger", "3.9", "1.17")
@pytest.mark.rule("insurance", "3.9", "1.19")
def test_the_seat_counts_where_the_bet_lies(game: str) -> None:
    """Ann sits at two boxes: the bet on the one that she left counts no more, the other does."""
    play = seated_table(game, cards=f"{FIVE_TO_SIX} 6c 2d", face_down=True)
    play.do("sit", by="ann", box=3)
    play.do("open_bets")
    for who, box, amount in (("ann", 1, "60"), ("bob", 2, "40"), ("ann", 3, "20")):
        play.bet(who, box, "player", amount)
    play.do("close_bets")
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("leave", by="ann", box=1)
    play.deal(1)
    assert play.hand("player") == "2s"
    assert play.refused("request_squeeze", by="ann", hand="player")["code"] == "not_yours"
    play.do("leave", by="bob", box=2)
    play.do("request_squeeze", by="ann", hand="player")
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(2)
    assert play.hand("player") == "2s -"


@both_games
@pytest.mark.rule("tiger", "3.9", "1.17")
@pytest.mark.rule("insurance", "3.9", "1.19")
def test_who_leaves_loses_the_squeeze_and_the_dealer_turns(game: str) -> None:
    """One card lies face down when ann goes: it is the dealer's to turn, and bob's turn is next."""
    bets = (("ann", 1, "player", "60"), ("bob", 2, "banker", "40"))
    play = _table(game, *bets, cards=f"{FIVE_TO_SIX} 6c 2d")
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(1)
    left = only(play.do("leave", by="ann", box=1), "seat_left")
    assert left["squeezes"] == ["player"]
    assert play.hand("player") == "-"
    wrong = play.refused("turn", by="ann", hand="player", number=1)
    assert error_of(wrong) == ("not_yours", "3.9")
    # What lies there was ann's: bob is not handed it, but what comes after it.
    assert play.refused("grant_squeeze", player="bob", hand="player")["code"] == "wrong_phase"
    assert play.refused("turn", by="bob", hand="player", number=1)["code"] == "not_yours"
    turn = next(step for step in play.state["next"] if step["do"] == "turn")
    assert turn["role"] == "dealer"
    play.do("turn", hand="player", number=1)
    play.do("grant_squeeze", player="bob", hand="player")
    play.deal(3)
    assert (play.hand("player"), play.hand("banker")) == ("2s -", "6d Kh")
    play.do("turn", by="bob", hand="player", number=2)


@both_games
@pytest.mark.rule("tiger", "3.9", "1.17")
@pytest.mark.rule("insurance", "3.9", "1.19")
def test_who_comes_back_is_seated_again_and_asks_anew(game: str) -> None:
    play = _table(game, ("ann", 1, "player", "60"), cards=f"{FIVE_TO_SIX} 6c 2d")
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("leave", by="ann", box=1)
    play.do("sit", by="ann", box=1)
    play.deal(1)
    assert play.hand("player") == "2s"
    play.do("request_squeeze", by="ann", hand="player")
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(2)
    assert play.hand("player") == "2s -"


@both_games
@pytest.mark.rule("tiger", "3.9", "1.17")
@pytest.mark.rule("insurance", "3.9", "1.19")
def test_who_leaves_while_bets_are_open_keeps_nobody_from_a_squeeze(game: str) -> None:
    """Granted to bob after ann left, it is still his when bets are closed."""
    play = betting_table(game, cards=f"{FIVE_TO_SIX} 6c 2d", face_down=True)
    play.bet("ann", 1, "player", "60")
    play.bet("bob", 2, "player", "40")
    play.do("leave", by="ann", box=1)
    play.do("grant_squeeze", player="bob", hand="player")
    play.do("close_bets")
    play.deal(1)
    assert play.hand("player") == "-"
    play.do("turn", by="bob", hand="player", number=1)


@both_games
@pytest.mark.rule("tiger", "3.9", "1.17")
@pytest.mark.rule("insurance", "3.9", "1.19")
def test_with_nobody_seated_nobody_is_asked(game: str) -> None:
    play = _left(game)
    play.do("leave", by="bob", box=2)
    assert _offered(play) == set()
    for who in ("ann", "bob"):
        assert play.refused("grant_squeeze", player=who, hand="player")["code"] == "not_yours"
    play.deal(4)
    assert play.hand("player") == "2s 3c"


def _four_dealt(**fields: Any) -> Play:
    """Ann has the highest bet, bob insures too; four cards lie there and a six comes next."""
    play = _table(
        "insurance",
        ("ann", 1, "banker", "100"),
        ("bob", 2, "banker", "50"),
        cards=f"{FIVE_TO_SIX} {PLAYER_DRAWS_A_SIX} 2d {FIVE_TO_SIX} {PLAYER_DRAWS_A_SIX} 2d",
        deal=4,
        **fields,
    )
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    return play


@pytest.mark.rule("insurance", "3.14")
def test_seeing_bankers_third_card_first_waives_the_second_insurance_for_everybody() -> None:
    """It would be 7:1 after Player's six; the first insurance is taken all the same."""
    play = _four_dealt()
    waived = only(play.do("expose_banker_first", player="ann", hand="banker"), "insurance_waived")
    assert (waived["player"], waived["rule"]) == ("ann", "3.14")
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="10")
    dealt = play.deal(1)
    assert "insurance_offered" not in types(dealt)
    assert play.state["insurance"] == {}
    for who, box in (("ann", 1), ("bob", 2)):
        wrong = play.refused("place_insurance", by=who, box=box, bet="banker_insurance", amount="1")
        assert error_of(wrong) == ("insurance_closed", "3.14")


@pytest.mark.rule("insurance", "3.14")
def test_the_order_of_the_cards_stays_and_so_does_everything_else() -> None:
    """Player 2 3 6 is one, Banker 6 K 2 is eight: banker wins and bob's insurance is lost."""
    play = _four_dealt()
    play.do("expose_banker_first", player="ann", hand="banker")
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="10")
    dealt = play.deal(2)
    assert [event["hand"] for event in dealt if event["type"] == "card_dealt"] == [
        "player",
        "banker",
    ]
    assert (play.hand("player"), play.hand("banker")) == ("2s 3c 6c", "6d Kh 2d")
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "100.00", "bob": "40.00"}


@pytest.mark.rule("insurance", "3.14")
def test_without_the_request_the_second_insurance_is_offered() -> None:
    play = _four_dealt()
    offered = only(play.deal(1), "insurance_offered")
    assert (offered["stage"], offered["offers"]) == (
        "player_third",
        [{"bet": "banker_insurance", "hand": "banker", "odds": "7:1"}],
    )


@pytest.mark.rule("insurance", "3.14")
def test_a_waiver_is_for_that_round() -> None:
    play = _four_dealt()
    play.do("expose_banker_first", player="ann", hand="banker")
    play.deal(2)
    play.do("settle")
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    assert only(play.deal(1), "insurance_offered")["stage"] == "player_third"


@pytest.mark.rule("insurance", "3.14")
def test_the_house_consents_to_the_highest_bettor_alone() -> None:
    play = _four_dealt()
    wrong = play.refused("expose_banker_first", by="ann", player="ann", hand="banker")
    assert error_of(wrong) == ("not_allowed", "3.14")
    for who in ("bob", "cy"):
        wrong = play.refused("expose_banker_first", player=who, hand="banker")
        assert error_of(wrong) == ("not_yours", "3.14")


@pytest.mark.rule("insurance", "3.14")
def test_the_house_consents_after_the_fourth_card_and_before_the_fifth() -> None:
    bets = ("ann", 1, "banker", "100")
    play = _table("insurance", bets, cards=f"{FIVE_TO_SIX} {PLAYER_DRAWS_A_SIX} 2d", deal=3)
    wrong = play.refused("expose_banker_first", player="ann", hand="banker")
    assert error_of(wrong) == ("wrong_phase", "3.14")
    play.deal(2)
    wrong = play.refused("expose_banker_first", player="ann", hand="banker")
    assert error_of(wrong) == ("too_late", "3.14")


@pytest.mark.rule("insurance", "3.14")
def test_where_no_card_is_to_come_there_is_nothing_to_show_first() -> None:
    play = _table("insurance", ("ann", 1, "banker", "100"), deal=4)
    assert play.phase == "complete"
    wrong = play.refused("expose_banker_first", player="ann", hand="banker")
    assert error_of(wrong) == ("too_late", "3.14")


@pytest.mark.rule("insurance", "3.14")
@pytest.mark.parametrize("hand", ["player", "banker"])
@pytest.mark.parametrize("asks", [True, False])
def test_the_two_requests_of_who_squeezes(hand: str, asks: bool) -> None:
    """To squeeze Banker's third card before Player's is opened, or see it before squeezing that.

    Ann has the hand that the request is about. Player's third card lies face down or is seen:
    once it is, insurance is on offer to everybody, unless ann asked and the house consented.
    """
    play = _four_dealt()
    play.do("grant_squeeze", player="ann", hand=hand)
    down = hand == "player"
    if down:
        play.deal(1)
        assert play.hand("player") == "2s 3c -"
    if asks:
        play.do("expose_banker_first", player="ann", hand="banker")
    happened = play.do("turn", by="ann", hand="player", number=3) if down else play.deal(1)
    assert ("insurance_offered" in types(happened)) is not asks
    insure: dict[str, Any] = {"by": "bob", "box": 2, "bet": "banker_insurance", "amount": "5"}
    if asks:
        wrong = play.refused("place_insurance", **insure)
        assert error_of(wrong) == ("insurance_closed", "3.14")
    else:
        play.do("place_insurance", **insure)
    play.deal(1)
    assert play.hand("banker") == ("6d Kh 2d" if down else "6d Kh -")


@pytest.mark.rule("insurance", "3.14")
def test_cards_that_are_dealt_face_up_are_not_shown_first() -> None:
    """There is nothing to squeeze and nothing to expose: nobody loses insurance for it."""
    play = _four_dealt(face_down=False)
    wrong = play.refused("expose_banker_first", player="ann", hand="banker")
    assert error_of(wrong) == ("not_allowed", "3.14")
    assert _offered(play) == set()
    assert only(play.deal(1), "insurance_offered")["stage"] == "player_third"


@pytest.mark.rule("insurance", "3.14", "1.19")
def test_who_has_left_waives_nobodys_insurance() -> None:
    play = _four_dealt()
    play.do("leave", by="ann", box=1)
    wrong = play.refused("expose_banker_first", player="ann", hand="banker")
    assert error_of(wrong) == ("not_yours", "3.14")
    assert "expose_banker_first" in _offered(play)
    waived = only(play.do("expose_banker_first", player="bob", hand="banker"), "insurance_waived")
    assert waived["player"] == "bob"
    assert "expose_banker_first" not in _offered(play)
    play.deal(1)
    assert play.state["insurance"] == {}


def test_only_insurance_knows_the_request() -> None:
    play = seated_table("tiger", cards=f"{FIVE_TO_SIX} 7c 2d", face_down=True)
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    assert play.refused("expose_banker_first", player="ann", hand="banker")["code"] == "not_allowed"


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
def test_a_squeeze_granted_early_is_lost_to_who_bets_more(game: str) -> None:
    """Ann asked while bets were open; Bob bet more before they were closed.."""
    usual: dict[str, Any] = {"cards": Coups.PLAYER_WINS, "face_down": True}
    play = betting_table(game, ("ann", 1, "banker", "40"), **usual)
    play.do("request_squeeze", by="ann", hand="player")
    play.do("grant_squeeze", player="ann", hand="player")
    play.bet("bob", 2, "player", "60")
    assert only(play.do("close_bets"), "bets_closed")["squeezes"] == []
    play.deal(4)
    assert play.hand("player") == "Ks 7c"
    play = betting_table(game, ("ann", 1, "banker", "40"), **usual)
    play.do("request_squeeze", by="ann", hand="player")
    play.do("grant_squeeze", player="ann", hand="player")
    play.bet("bob", 2, "player", "30")
    assert only(play.do("close_bets"), "bets_closed")["squeezes"] == ["player"]
    play.deal(4)
    assert play.hand("player") == "- -"


@both_games
@pytest.mark.rule("tiger", "3.9")
@pytest.mark.rule("insurance", "3.9")
def test_who_squeezes_may_ask_for_the_third_card_while_two_lie_there(game: str) -> None:
    """The cards that lie face down are Ann's own: she asks again, and is granted it again."""
    play = _table(game, ("ann", 1, "player", "40"), cards=f"{FIVE_TO_SIX} {PLAYER_DRAWS_A_SIX} 2d")
    for dealt in (0, 4):
        play.deal(dealt)
        play.do("request_squeeze", by="ann", hand="player")
        play.do("grant_squeeze", player="ann", hand="player")
    assert play.hand("player") == "- -"


@both_games
@pytest.mark.rule("tiger", "3.9", "5.4")
@pytest.mark.rule("insurance", "3.9", "5.4")
def test_nothing_is_squeezed_while_play_stands_still(game: str) -> None:
    """Neither asked for nor turned: play goes on first."""
    play = _table(game, ("ann", 1, "player", "40"))
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(4)
    play.do("interrupt")
    squeeze = {"by": "ann", "hand": "banker"}
    assert error_of(play.refused("request_squeeze", **squeeze)) == ("wrong_phase", "3.9")
    assert play.refused("turn", by="ann", hand="player", number=1)["code"] == "wrong_phase"
    if game == "insurance":
        wrong = play.refused("expose_banker_first", player="ann")
        assert error_of(wrong) == ("wrong_phase", "3.14")


@pytest.mark.rule("insurance", "3.14")
def test_bankers_third_card_on_the_felt_is_not_shown_first() -> None:
    """Player stood on seven and Banker's third card lies face down: nothing is left to waive."""
    cards = "Ks Kd 7c 3h 2s"
    play = _table("insurance", ("ann", 1, "banker", "40"), cards=cards)
    play.do("grant_squeeze", player="ann", hand="banker")
    play.deal(4)
    play.do("turn", by="ann", hand="banker", number=1)
    play.do("turn", by="ann", hand="banker", number=2)
    play.deal(1)
    assert play.hand("banker") == "Kd 3h -"
    wrong = play.refused("expose_banker_first", player="ann")
    assert error_of(wrong) == ("too_late", "3.14")


@both_games
@pytest.mark.rule("tiger", "3.9", "5.12.3")
@pytest.mark.rule("insurance", "3.9", "5.12.3")
def test_who_took_the_bet_back_squeezes_no_more(game: str) -> None:
    """Ann takes the refund: the dealer turns what lies there, and the squeeze is Bob's to ask for.

    A wrong program leaves her the squeeze, and cards come face down that nobody with a bet turns.
    """
    bets = (("ann", 1, "player", "40"), ("bob", 2, "player", "30"))
    play = _table(game, *bets, cards=f"{FIVE_TO_SIX} {PLAYER_DRAWS_A_SIX} 2d")
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(2)
    assert play.hand("player") == "-"
    play.do("report", kind="exposed_card")
    play.do("choose", by="ann", option="refund")
    play.do("choose", by="bob", option="continue")
    wrong = play.refused("turn", by="ann", hand="player", number=1)
    assert wrong["code"] == "not_yours"
    play.do("turn", hand="player", number=1)
    play.do("grant_squeeze", player="bob", hand="player")
    play.deal(1)
    assert play.hand("player").endswith(" -")
    play.do("turn", by="bob", hand="player", number=2)
