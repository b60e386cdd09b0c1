"""Cards drawn in excess or exposed: put right or used in the next round (5.7)."""

from typing import Any

import pytest

from casino import Coups
from mishaps import BETS, DRAWING, GAMES, PLAYER_WON, RECONSTRUCTED, both, drawn, manual, money
from tables import betting_table, error_of, only, open_table, seated_table, types


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["excess_card", "exposed_card"])
def test_a_card_drawn_after_the_last_opens_the_next_round(game: str, kind: str) -> None:
    """The coup is complete and one card more is out: the result stands, the card is kept."""
    play = both(game, f"{Coups.PLAYER_WINS} 5s 9h 4d Kc", 4)
    assert play.refused("deal")["code"] == "coup_complete"
    told = only(play.do("report", kind=kind, cards="5s"), "irregularity_reported")
    assert (told["cards"], told["rule"]) == (["5s"], "5.7")
    assert play.phase == "complete"  # an outcome is established: there is no choice
    play.do("settle")
    assert money(play) == PLAYER_WON
    play.do("open_bets")
    play.do("close_bets")
    assert drawn(play.deal(4)) == [
        ("player", "5s"),
        ("banker", "9h"),
        ("player", "4d"),
        ("banker", "Kc"),
    ]


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("entered", [True, False])
def test_in_a_real_shoe_the_excess_card_opens_the_next_round(game: str, entered: bool) -> None:
    """The dealer enters it as it comes, or lets it come by itself; another card is refused."""
    play = manual(game, Coups.PLAYER_WINS)
    play.do("report", kind="excess_card", cards="5s")
    play.do("settle")
    play.do("open_bets")
    play.do("close_bets")
    assert play.refused("deal", card="9h")["code"] == "wrong_cards"
    assert drawn(play.deal(cards="5s" if entered else None)) == [("player", "5s")]
    assert drawn(play.deal(cards="9h")) == [("banker", "9h")]


@pytest.mark.rule("tiger", "5.7", "5.7.1", "5.12", "5.12.2", "5.12.3")
@pytest.mark.rule("insurance", "5.7", "5.7.1", "5.12", "5.12.2", "5.12.3")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["excess_card", "exposed_card"])
@pytest.mark.parametrize("seen", [0, 1, 2])
def test_a_card_seen_too_early_gives_the_choice_while_nothing_is_decided(
    game: str, kind: str, seen: int
) -> None:
    """It goes where it belongs by the next deal; before that everybody chooses."""
    play = both(game, DRAWING, seen)
    card = DRAWING.split()[seen]
    offered = only(play.do("report", kind=kind, cards=card), "options_offered")
    assert (offered["players"], offered["rules"]) == (["ann", "bob"], RECONSTRUCTED)
    assert offered["reconstructed"] is True
    assert (play.phase, len(play.live.table.cards)) == ("options", seen)
    assert error_of(play.refused("deal")) == ("options_pending", "5.12")
    play.do("choose", by="ann", option="refund")
    assert play.phase == "options"
    closed = only(play.do("close_options"), "options_closed")
    assert (closed["continued"], closed["refunded"]) == (["bob"], ["ann"])
    assert closed["rule"] == "5.12.3"
    assert (play.phase, play.balance("ann"), play.balance("bob")) == (
        "dealing",
        "1000.00",
        "900.00",
    )
    assert drawn(play.deal()) == [("banker" if seen == 1 else "player", card)]
    play.deal(5 - seen)
    play.do("settle")
    assert money(play) == (
        ("1000.00", "1095.00", "-95.00") if game == "tiger" else ("1000.00", "1100.00", "-100.00")
    )


@pytest.mark.rule("tiger", "5.7", "5.7.1")
@pytest.mark.rule("insurance", "5.7", "5.7.1")
@pytest.mark.parametrize(
    ("game", "cards", "dealt"),
    [
        ("tiger", "2s Qd 2c 3h 9s 2d", 3),  # Tiger Pair has won
        ("tiger", DRAWING, 4),
        ("insurance", DRAWING, 3),
        ("insurance", DRAWING, 5),
    ],
)
@pytest.mark.parametrize("kind", ["excess_card", "exposed_card"])
def test_an_established_outcome_leaves_no_choice(
    game: str, cards: str, dealt: int, kind: str
) -> None:
    """Some bet is decided: the card is used where it belongs and play goes on."""
    play = both(game, cards, dealt)
    card = cards.split()[dealt]
    happened = types(play.do("report", kind=kind, cards=card))
    assert [each for each in happened if each != "insurance_closed"] == ["irregularity_reported"]
    assert play.phase == "dealing"
    assert drawn(play.deal())[0][1] == card


@pytest.mark.rule("tiger", "5.7.1")
@pytest.mark.parametrize("dealt", [4, 5])
def test_a_borrowed_choice_lasts_as_long_as_the_game_has_no_outcome(dealt: int) -> None:
    """The classic game has no bet that four or five cards decide."""
    play = both("classic", DRAWING, dealt)
    card = DRAWING.split()[dealt]
    happened = play.do("report", kind="exposed_card", cards=card)
    assert only(happened, "irregularity_reported")["rule"] == "tiger 5.7"
    assert only(happened, "options_offered")["rules"] == [f"tiger {rule}" for rule in RECONSTRUCTED]
    play.do("choose", by="bob", option="refund")
    play.do("choose", by="ann", option="continue")
    play.deal(6 - dealt)
    play.do("settle")
    assert money(play) == ("900.00", "1000.00", "100.00")


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_cards_that_cannot_be_there_are_not_reported_as_drawn(game: str) -> None:
    """A digital shoe knows what comes next; of a real one every card has its number of copies."""
    play = both(game, DRAWING, 1)
    assert play.refused("report", kind="exposed_card", cards="2c")["code"] == "wrong_cards"
    assert play.refused("report", kind="excess_card", cards="Qd 3h")["code"] == "wrong_cards"
    play = manual(game, "Ks Ks Ks Ks", decks=4)
    wrong = play.refused("report", kind="exposed_card", cards="Ks")
    assert error_of(wrong) == ("foreign_card", "5.5.1")
    play = manual(game, "Ks Ks Ks", decks=4)
    for kind in ("excess_card", "simultaneous_cards"):
        wrong = play.refused("report", kind=kind, cards="Qd Ks Ks Ks Ks Ks")
        assert error_of(wrong) == ("foreign_card", "5.5.1")


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_several_cards_come_in_the_order_they_left_the_shoe(game: str) -> None:
    """Two cards were exposed: each goes where it belongs, and then the shoe goes on."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="exposed_card", cards="Qd 2c")
    play.do("close_options")
    assert drawn(play.deal(3)) == [("banker", "Qd"), ("player", "2c"), ("banker", "3h")]


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_falls_out_between_rounds_is_used_in_the_next(game: str) -> None:
    """Nobody has a bet, so nobody has anything to choose."""
    play = both(game, f"{Coups.PLAYER_WINS} 5s 9h", 4)
    play.do("settle")
    assert types(play.do("report", kind="exposed_card", cards="5s")) == ["irregularity_reported"]
    assert play.phase == "idle"
    play.do("open_bets")
    play.do("close_bets")
    assert drawn(play.deal(2)) == [("player", "5s"), ("banker", "9h")]


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("shoe", ["digital", "manual"])
def test_without_a_shoe_no_card_has_left_it(game: str, shoe: str) -> None:
    """The table is open and nobody has shuffled: no card can have come out."""
    play = open_table(game, shoe=shoe)
    assert play.refused("report", kind="exposed_card", cards="5s")["code"] == "no_shoe"


@pytest.mark.rule("tiger", "5.7", "5.7.1", "5.10", "1.16")
@pytest.mark.rule("insurance", "5.7", "5.7.1", "5.10", "1.18")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["exposed_card", "excess_card", "simultaneous_cards"])
def test_a_card_may_come_out_too_early_while_bets_are_open(game: str, kind: str) -> None:
    """The round has begun with the call: who has a bet chooses, and then bets stay open."""
    play = betting_table(game, *BETS, cards=DRAWING)
    play.do("report", kind=kind, cards="Ks Qd")
    if kind == "simultaneous_cards":
        play.do("decide_order", by="pit_supervisor", cards="Ks Qd")
    assert play.refused("close_bets")["code"] == "options_pending"
    play.do("choose", by="ann", option="refund")
    play.do("close_options")
    assert (play.phase, play.balance("ann")) == ("betting", "1000.00")
    again = play.refused("place_bet", by="ann", box=1, bet="player", amount="50")
    assert error_of(again) == ("too_late", "5.12.3")
    again = play.refused("place_bet", player="ann", box=1, bet="tie", amount="50")
    assert error_of(again) == ("too_late", "5.12.3")  # nor through the dealer
    play.do("buy_in", player="cat", amount="1000")
    play.do("sit", by="cat", box=3)
    play.bet("cat", 3, "player", "50")  # who had no bet to take back may still bet
    play.do("close_bets")
    assert drawn(play.deal(3)) == [("player", "Ks"), ("banker", "Qd"), ("player", "2c")]
    for wrong in ("wrong_hand", "wrong_number_of_cards", "dealt_face_up"):
        other = betting_table(game, *BETS, face_down=True, cards=DRAWING)
        assert other.refused("report", kind=wrong)["code"] == "wrong_phase"  # there is no hand


@pytest.mark.rule("tiger", "5.7", "1.15")
@pytest.mark.rule("insurance", "5.7", "1.17")
@pytest.mark.parametrize("game", GAMES)
def test_the_house_alone_says_whether_cards_can_be_put_right(game: str) -> None:
    """Of the same cards one supervisor may make a round, and another may void it."""
    for decision, phase in (("reconstruct", "dealing"), ("cannot_reconstruct", "idle")):
        play = both(game, "Ks Qd 6c 5h 3s", 4)
        play.do("report", kind="wrong_number_of_cards", cards="3s")
        refused = play.refused(decision, by="dealer")
        assert error_of(refused) == ("not_allowed", "5.7")
        assert play.refused(decision, by="ann")["code"] == "not_allowed"
        play.do(decision, by="pit_supervisor")
        assert play.phase == phase


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_several_cards_come_as_they_were_named(game: str) -> None:
    """Both are out, and whoever saw them says which comes first."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="exposed_card", cards="2c Qd")
    play.do("close_options")
    assert drawn(play.deal(3)) == [("banker", "2c"), ("player", "Qd"), ("banker", "3h")]


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_lies_there_may_be_named_with_the_one_exposed(game: str) -> None:
    """Banker's card was seen with the next one while Player's lies face down: one has come out."""
    play = betting_table(game, *BETS, face_down=True, cards=DRAWING)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.deal(2)
    told = only(play.do("report", kind="exposed_card", cards="Qd 2c"), "irregularity_reported")
    assert (told["ready"], told["behind"]) == (["2c"], 1)


@pytest.mark.rule("tiger", "5.7")
@pytest.mark.rule("insurance", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_no_more_cards_are_out_than_the_shoe_had(game: str) -> None:
    """One card is left, and two are said to have come out."""
    play = both(game, "Ks Qd 2c", 2)
    wrong = play.refused("report", kind="exposed_card", cards="2c 3h")
    assert wrong["code"] == "wrong_cards"
    assert "more cards than the shoe has left" in wrong["message"]
    assert only(play.do("report", kind="exposed_card", cards="2c"), "options_offered")


@pytest.mark.rule("tiger", "5.7", "5.5.1")
@pytest.mark.rule("insurance", "5.7", "5.5.1")
@pytest.mark.parametrize("game", GAMES)
def test_of_a_real_shoe_the_last_copy_of_a_card_may_be_exposed(game: str) -> None:
    """Four decks have four kings of spades and four nines of hearts: a fifth is not there."""
    play = manual(game, "Ks Ks Ks", decks=4)
    told = only(play.do("report", kind="exposed_card", cards="Ks"), "irregularity_reported")
    assert told["ready"] == ["Ks"]
    play = manual(game, "Ks", decks=4)
    wrong = play.refused("report", kind="simultaneous_cards", cards=["9h"] * 5)
    assert error_of(wrong) == ("foreign_card", "5.5.1")
    play.do("report", kind="simultaneous_cards", cards=["9h"] * 4)
    assert play.state["ready"] == ["9h"] * 4


@pytest.mark.rule("tiger", "5.7", "5.8")
@pytest.mark.rule("insurance", "5.7", "5.8")
@pytest.mark.parametrize("game", GAMES)
def test_of_two_cards_alike_the_one_that_lies_there_is_not_new(game: str) -> None:
    """A king of spades lies on the felt, and another one has come out: that one comes next."""
    play = manual(game, "Ks Qd")
    (told,) = play.do("report", kind="wrong_hand", cards="Ks Ks")
    assert (told["cards"], told["ready"]) == (["Ks", "Ks"], ["Ks"])


EVERY_BET = ("player", "banker", "tie", "super_six_plus", "player_pair", "banker_pair")


@pytest.mark.parametrize(
    ("seen", "decided"),
    [
        ("Ks 5d", ()),
        ("Ks 5d 3c", ("player_pair",)),
        # 3 to 7: Player still draws, Banker stands and ends with no 6
        ("Ks 5d 3c 2h", ("player_pair", "banker_pair", "super_six_plus")),
        ("Ks 5d 3c 2h 9c", EVERY_BET),  # Player ends with 2, Banker stands on 7
        ("Ks 5d 3c 2h 9c 6s", EVERY_BET),  # the 6 is for the round after
    ],
)
def test_nobody_bets_on_what_the_cards_that_lie_ready_have_decided(
    seen: str, decided: tuple[str, ...]
) -> None:
    """The cards fell out between two rounds and all have seen them; the rest is bet on as usual."""
    play = seated_table("insurance", cards="Ks 5d 3c 2h 9c 6s Qd 2c")
    play.do("report", kind="exposed_card", cards=seen)
    play.do("open_bets")
    for kind in EVERY_BET:
        fields: dict[str, Any] = {"box": 1, "bet": kind, "amount": "10"}
        if kind in decided:
            wrong = play.refused("place_bet", by="ann", **fields)
            assert error_of(wrong) == ("too_late", None), kind
        else:
            play.do("place_bet", by="ann", **fields)


def test_nobody_adds_to_a_bet_that_the_cards_that_lie_ready_have_decided() -> None:
    """Player will have a natural 9: no tiger can come, but Tiger Pair is still Banker's to make."""
    play = betting_table("tiger", cards="9s 2d Kc 3h")
    kinds = ("player", "banker", "tie", "tiger", "tiger_tie", "tiger_pair")
    for kind in kinds:
        play.bet("ann", 1, kind, "10", id=kind)
    play.do("report", kind="exposed_card", cards="9s 2d Kc")
    play.do("close_options")
    for kind in kinds:
        if kind in ("tiger", "tiger_tie"):
            wrong = play.refused("increase_bet", by="ann", bet=kind, amount="5")
            assert error_of(wrong) == ("too_late", None), kind
        else:
            play.do("increase_bet", by="ann", bet=kind, amount="5")
