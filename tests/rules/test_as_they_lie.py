"""Cards that cannot be put right are played as they lie: which hands may, and which not (5.8)."""

import pytest

from mishaps import AS_DEALT, BETS, DRAWING, GAMES, NOTHING_MOVED, both, drawn, hands, money
from tables import Play, betting_table, dealt_table, error_of, only, types

STANDING = "Ks Qd 6c 5h 3s"  # Player stands on 6, Banker draws on 5: five cards


def misplaced(game: str, cards: str, dealt: int) -> Play:
    play = both(game, cards, dealt)
    play.do("report", kind="wrong_hand")
    return play


@pytest.mark.rule("tiger", "5.8", "5.12.1")
@pytest.mark.rule("insurance", "5.8", "5.12.1")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("hand", "other"), [("player", "banker"), ("banker", "player")])
def test_both_first_cards_may_lie_with_one_hand(game: str, hand: str, other: str) -> None:
    """Only that hand is named: the other one has none, and gets the next two."""
    play = misplaced(game, DRAWING, 2)
    happened = play.do("cannot_reconstruct", by="pit_supervisor", **{f"{hand}_cards": "Ks Qd"})
    refused = only(happened, "reconstruction_refused")
    assert (refused[hand], refused[other]) == (["Ks", "Qd"], [])
    assert only(happened, "options_offered")["rules"] == AS_DEALT
    play.do("close_options")
    assert drawn(play.deal(2)) == [(other, "2c"), (other, "3h")]
    assert play.hand(hand) == "Ks Qd"


@pytest.mark.rule("tiger", "5.8", "5.12.1")
@pytest.mark.rule("insurance", "5.8", "5.12.1")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("cards", "dealt", "player", "banker"),
    [
        (DRAWING, 5, "Ks 2c 9s", "Qd 3h"),
        (DRAWING, 5, "Qd 2c 9s", "Ks 3h"),
        (DRAWING, 6, "Ks 2c 9s", "Qd 3h 2d"),
        (STANDING, 5, "Ks 6c", "Qd 5h 3s"),
    ],
)
def test_third_cards_lie_where_the_table_of_play_has_them(
    game: str, cards: str, dealt: int, player: str, banker: str
) -> None:
    """With a third card in a hand they are played as they lie, and only then is there a choice."""
    play = misplaced(game, cards, dealt)
    play.do("cannot_reconstruct", by="pit_supervisor", player_cards=player, banker_cards=banker)
    play.do("close_options")
    assert hands(play) == (player, banker)
    assert play.phase == ("dealing" if cards == DRAWING and dealt == 5 else "complete")


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("cards", "dealt", "player", "banker"),
    [
        (DRAWING, 4, "Ks", "Qd 2c 3h"),  # three for Banker before Player has two
        (DRAWING, 5, "Ks 2c", "Qd 3h 9s"),  # Player has 2 and would have drawn
        (STANDING, 5, "Ks 6c 3s", "Qd 5h"),  # Player has 6 and would have stood
        (STANDING, 5, "6c 3s Ks", "Qd 5h"),  # a third card to a natural
        (STANDING, 5, "6c Ks 3s Qd 5h", None),
        (STANDING, 5, None, "6c Ks 3s Qd 5h"),
    ],
)
def test_hands_that_the_table_of_play_does_not_make_are_not_played(
    game: str, cards: str, dealt: int, player: str | None, banker: str | None
) -> None:
    """The right cards in hands that no coup ends with: the House may only void the round."""
    play = misplaced(game, cards, dealt)
    wrong = play.refused(
        "cannot_reconstruct", by="pit_supervisor", player_cards=player, banker_cards=banker
    )
    assert error_of(wrong) == ("cannot_reconstruct", "5.8")
    assert "void the round" in wrong["message"]
    play.do("void_round", by="pit_supervisor")
    assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("banker", ["Qd 4h", "Qd Ks", "Qd"])
def test_hands_as_they_lie_hold_the_cards_of_the_round(game: str, banker: str) -> None:
    """A card that was never there, one twice, one missing: nobody makes a hand of those."""
    play = misplaced(game, DRAWING, 4)
    wrong = play.refused(
        "cannot_reconstruct", by="pit_supervisor", player_cards="Ks 2c", banker_cards=banker
    )
    assert error_of(wrong) == ("cannot_reconstruct", "5.8")
    assert "hold the cards of the round" in wrong["message"]


@pytest.mark.rule("tiger", "5.8", "5.8.2")
@pytest.mark.rule("insurance", "5.8", "5.8.2")
@pytest.mark.parametrize("game", GAMES)
def test_hands_are_not_named_while_a_card_lies_face_down(game: str) -> None:
    """Nobody but ann may know Player's card, and the supervisor does not name it."""
    play = betting_table(game, *BETS, face_down=True, cards=DRAWING)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.deal(2)
    play.do("report", kind="wrong_hand")
    for player, banker in (("Ks", "Qd"), ([], [])):
        wrong = play.refused(
            "cannot_reconstruct", by="pit_supervisor", player_cards=player, banker_cards=banker
        )
        assert error_of(wrong) == ("cannot_reconstruct", "5.8")
    play.do("cannot_reconstruct", by="pit_supervisor")
    assert hands(play) == ("-", "Qd")


@pytest.mark.rule("insurance", "5.8", "3.12")
@pytest.mark.parametrize(("player", "kept"), [("2s 3c", True), ("3c 2s", False)])
def test_insurance_stays_on_hands_that_lie_as_they_were_insured(player: str, kept: bool) -> None:
    """Bob insured Banker on these four cards; on others there was no such offer."""
    play = both("insurance", "2s 6d 3c Kh 9c", 4)
    play.do("place_insurance", by="bob", box=2, bet="banker_insurance", amount="30")
    play.do("report", kind="wrong_hand")
    happened = play.do(
        "cannot_reconstruct", by="pit_supervisor", player_cards=player, banker_cards="6d Kh"
    )
    assert ("bet_returned" in types(happened)) is not kept
    assert play.balance("bob") == ("870.00" if kept else "900.00")


@pytest.mark.rule("insurance", "5.8", "5.10", "3.12")
@pytest.mark.parametrize(
    ("kind", "decision", "cards"),
    [("wrong_hand", "cannot_reconstruct", None), ("simultaneous_cards", "decide_order", "3c Kh")],
)
def test_insurance_is_on_offer_again_where_nobody_chooses(
    kind: str, decision: str, cards: str | None
) -> None:
    """No bet lies there, so there is no choice: after the decision the lammers are out again."""
    play = dealt_table("insurance", cards="2s 6d 3c Kh 9c", deal=4)
    play.do("report", kind=kind, cards=cards)
    assert play.state["insurance"] == {}
    happened = play.do(decision, by="pit_supervisor", cards=cards)
    assert types(happened)[1:] == ["insurance_offered"]
    assert list(play.state["insurance"]) == ["banker_insurance"]


@pytest.mark.rule("tiger", "5.5.3", "5.7")
@pytest.mark.rule("insurance", "5.5.3", "5.7")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("reason", [None, "a card on the floor"])
def test_beyond_repair_is_what_was_reported_last(game: str, reason: str | None) -> None:
    """A card was exposed, which is played on; then hands had a wrong number, which is void."""
    play = both(game, DRAWING, 4)
    play.do("report", kind="exposed_card", cards="9s")
    play.do("report", kind="wrong_number_of_cards")
    voided = only(play.do("cannot_reconstruct", by="pit_supervisor", reason=reason), "round_voided")
    assert (voided["kind"], voided["rule"]) == ("wrong_number_of_cards", "5.5.3")
    assert voided["reason"] == (reason or "wrong_number_of_cards")
    assert money(play) == NOTHING_MOVED
