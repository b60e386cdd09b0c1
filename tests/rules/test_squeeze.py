"""Who may squeeze, at which tables, and what they give up for seeing Banker's third card first."""

from typing import Any

import pytest

from casino import Coups
from tables import Play, dealt_table, error_of, only, seated_table, types

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
    play.deal(1)
    assert (play.hand("player"), play.hand("banker")) == ("2s 3c 7c", "6d Kh -")
    play.do("turn", by="ann", hand="banker", number=3)
    assert play.phase == "complete"
    wrong = play.refused("request_squeeze", by="ann", hand="banker")
    assert error_of(wrong) == ("too_late", "3.9")


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


def test_only_insurance_knows_the_request() -> None:
    play = seated_table("tiger", cards=f"{FIVE_TO_SIX} 7c 2d", face_down=True)
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    assert play.refused("expose_banker_first", player="ann", hand="banker")["code"] == "not_allowed"
