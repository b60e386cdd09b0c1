"""Cards of one hand laid to the other, and cards dealt face up (5.8, 5.9)."""

from typing import Any

import pytest

from mishaps import (
    AS_DEALT,
    BETS,
    DRAWING,
    GAMES,
    NOTHING_MOVED,
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


@pytest.mark.rule("tiger", "5.8", "5.8.1", "5.12.2", "1.15")
@pytest.mark.rule("insurance", "5.8", "5.8.1", "5.12.2", "1.17")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("real", [False, True])
def test_cards_in_the_wrong_area_are_put_right_and_patrons_choose(game: str, real: bool) -> None:
    """Two cards, no outcome: put into their proper order, then the choice, then play."""
    play = manual(game, "5s 9h") if real else both(game, "5s 9h 4c 3d 2h 2c", 2)
    told = only(play.do("report", kind="wrong_hand", cards="5s 9h"), "irregularity_reported")
    assert told["rule"] == "5.8"
    assert error_of(play.refused("deal", card="4c" if real else None)) == ("wrong_phase", "5.8")
    happened = play.do("reconstruct", by="pit_supervisor", cards="9h 5s")
    assert only(happened, "cards_reconstructed")["rule"] == "5.8"
    offered = only(happened, "options_offered")
    assert (offered["players"], offered["rules"]) == (["ann", "bob"], RECONSTRUCTED)
    assert hands(play) == ("9h", "5s")
    assert error_of(play.refused("deal", card="4c" if real else None)) == (
        "options_pending",
        "5.12",
    )
    play.do("close_options")
    # Player has 9 and 4, 3 in all, and draws; Banker has 5 and 3, a natural 8: nobody draws.
    play.deal(cards="4c 3d") if real else play.deal(2)
    assert hands(play) == ("9h 4c", "5s 3d")
    assert play.phase == "complete"
    play.do("settle")
    assert money(play) == banker_won(game)


@pytest.mark.rule("tiger", "5.8", "5.8.2", "5.12.2")
@pytest.mark.rule("insurance", "5.8", "5.8.2", "5.12.2")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("exposed", [False, True])
def test_cards_given_to_who_accepts_the_other_hand_are_put_right(game: str, exposed: bool) -> None:
    """Ann squeezes Player's hand and was handed Banker's card, exposed by her or not.

    It is a card of a person that nobody else has seen: the hands cannot be put right before it is
    turned. Then it lies with the other hand, open, and what comes to ann's hand is hers again.
    """
    play = both(game, "5s 9h 4c 3d 2h 2c", face_down=True)
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(2)
    assert hands(play) == ("-", "9h")
    if exposed:
        play.do("turn", by="ann", hand="player", number=1)
    play.do("report", kind="wrong_hand")
    if not exposed:
        wrong = play.refused("reconstruct", by="pit_supervisor", cards="9h 5s")
        assert wrong["code"] == "cannot_reconstruct"
        # Nothing is turned while a report waits: it is made again once the card is seen.
        play.do("dismiss_report", by="pit_supervisor")
        play.do("turn", by="ann", hand="player", number=1)
        play.do("report", kind="wrong_hand")
    happened = play.do("reconstruct", by="pit_supervisor", cards="9h 5s")
    offered = only(happened, "options_offered")
    assert (offered["players"], offered["rules"]) == (["ann", "bob"], RECONSTRUCTED)
    assert hands(play) == ("9h", "5s")
    play.do("close_options")
    play.deal(2)
    assert hands(play) == ("9h -", "5s 3d")
    play.do("turn", by="ann", hand="player", number=2)
    play.do("settle")
    assert money(play) == banker_won(game)


@pytest.mark.rule("tiger", "5.8", "5.8.2", "5.12.1")
@pytest.mark.rule("insurance", "5.8", "5.8.2", "5.12.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_was_turned_by_the_wrong_person_makes_no_round_void(game: str) -> None:
    """Beyond repair it is played as it lies, with the card where ann turned it; or refunded."""
    play = both(game, "5s 9h 4c 3d 2h 2c", face_down=True)
    play.do("grant_squeeze", player="ann", hand="player")
    play.deal(2)
    play.do("turn", by="ann", hand="player", number=1)
    play.do("report", kind="wrong_hand")
    happened = play.do("cannot_reconstruct", by="pit_supervisor")
    assert only(happened, "options_offered")["rules"] == AS_DEALT
    play.do("choose", by="ann", option="continue")
    play.do("choose", by="bob", option="refund")
    assert hands(play) == ("5s", "9h")
    play.deal(2)
    play.do("turn", by="ann", hand="player", number=2)
    # Player has 5 and 4, a natural nine; bob has his bet back.
    play.do("settle")
    assert money(play) == ("1100.00", "1000.00", "-100.00")


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
def test_put_right_with_an_outcome_there_is_no_choice(game: str) -> None:
    """Four cards decide a pair: swapped to where they belong, play simply goes on."""
    play = both(game, "Ks Qd 7c 5h 2s", 4)
    play.do("report", kind="wrong_hand", cards="Ks Qd 7c 5h")
    happened = play.do("reconstruct", by="pit_supervisor", cards="Qd Ks 5h 7c")
    assert "options_offered" not in types(happened)
    assert hands(play) == ("Qd 5h", "Ks 7c")
    assert play.phase == "dealing"
    assert drawn(play.deal()) == [("player", "2s")]
    assert play.phase == "complete"  # 7 to 7
    play.do("settle")
    assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.8", "5.9")
@pytest.mark.rule("insurance", "5.8", "5.9")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["wrong_hand", "dealt_face_up"])
@pytest.mark.parametrize("named", ["Ks", "Qd", "Qd Ks", "3h Ks"])
@pytest.mark.parametrize("real", [False, True])
def test_cards_named_that_lie_there_are_no_new_ones(
    game: str, kind: str, named: str, real: bool
) -> None:
    """A report may name any card on the felt: none of them comes out of the shoe again."""
    shown: dict[str, Any] = {"face_down": True}
    play = manual(game, "Ks Qd 2c 3h", **shown) if real else both(game, DRAWING, 4, **shown)
    play.do("report", kind=kind, cards=named)
    if kind == "wrong_hand":
        play.do("reconstruct", by="pit_supervisor")
    assert (play.phase, hands(play)) == ("dealing", ("Ks 2c", "Qd 3h"))
    assert drawn(play.deal(cards="9s") if real else play.deal()) == [("player", "9s")]


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
def test_without_an_order_the_cards_are_as_they_were_dealt(game: str) -> None:
    """The dealer laid them wrong but entered them right: the supervisor just says so."""
    play = both(game, DRAWING, 2)
    play.do("report", kind="wrong_hand")
    offered = only(play.do("reconstruct", by="pit_supervisor"), "options_offered")
    assert offered["rules"] == RECONSTRUCTED
    assert hands(play) == ("Ks", "Qd")


@pytest.mark.rule("tiger", "5.8", "5.12.1")
@pytest.mark.rule("insurance", "5.8", "5.12.1")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("dealt", "player", "banker"),
    [
        (2, "Qd", "Ks"),
        (4, "Qd 3h", "Ks 2c"),  # an outcome is established, and still there is the choice
        (4, None, None),
    ],
)
@pytest.mark.parametrize("real", [False, True])
def test_what_cannot_be_put_right_is_played_as_it_lies(
    game: str, dealt: int, player: str | None, banker: str | None, real: bool
) -> None:
    """Established or not, patrons choose; hands lie as the supervisor says, or as dealt."""
    cards = DRAWING.split()
    play = manual(game, " ".join(cards[:dealt])) if real else both(game, DRAWING, dealt)
    play.do("report", kind="wrong_hand")
    happened = play.do(
        "cannot_reconstruct", by="pit_supervisor", player_cards=player, banker_cards=banker
    )
    offered = only(happened, "options_offered")
    assert (offered["players"], offered["rules"]) == (["ann", "bob"], AS_DEALT)
    play.do("close_options")
    assert hands(play) == (player or "Ks 2c", banker or "Qd 3h")
    while play.phase == "dealing":
        play.do("deal", card=cards[len(play.live.table.cards)] if real else None)
    play.do("settle")
    # As dealt Banker wins, 5 to 1. Hands swapped: Player 3 draws 9 to 2, Banker 2 draws 2 to 4.
    assert money(play) == banker_won(game)


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "cards",
    [
        "Ks Qd 2c",  # one is missing
        "Ks Qd 2c 3h 3h",  # one is there twice
        "Ks Qd 2c 4h",  # one was never there
        "Ks Qd 2c 3h 8h",  # one does not come next
    ],
)
def test_an_order_names_the_cards_of_the_round_and_no_others(game: str, cards: str) -> None:
    """Nothing is made up, and nothing gets lost."""
    play = both(game, DRAWING, 4)
    play.do("report", kind="wrong_hand")
    wrong = play.refused("reconstruct", by="pit_supervisor", cards=cards)
    assert error_of(wrong) == ("cannot_reconstruct", "5.8")
    wrong = play.refused(
        "cannot_reconstruct",
        by="pit_supervisor",
        player_cards=cards,
        banker_cards=[],
    )
    assert wrong["code"] == "cannot_reconstruct"


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
def test_hands_that_no_card_can_complete_are_not_played_on(game: str) -> None:
    """Three cards of the first four in one hand, or a third one to a natural: the house voids."""
    for cards, dealt, player, banker in (
        ("Ks Qd 2c 3h 9s 2d", 4, "Ks Qd 2c", "3h"),
        ("Ks Qd 6c 5h 3s 4d", 5, "Ks 6c 3s", "Qd 5h"),
        ("4s Qd 5c 2h 3s 4d", 4, "4s Qd 5c 2h", ""),
    ):
        play = both(game, cards, dealt)
        play.do("report", kind="wrong_hand")
        wrong = play.refused(
            "cannot_reconstruct",
            by="pit_supervisor",
            player_cards=player,
            banker_cards=banker,
        )
        assert error_of(wrong) == ("cannot_reconstruct", "5.8")
        play.do("void_round", by="pit_supervisor", reason="the hands cannot be played")
        assert money(play) == NOTHING_MOVED


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_face_down_is_not_named_in_an_order(game: str) -> None:
    """Ann squeezes Player: misplaced cards can be put back as they were dealt without a look."""
    play = betting_table(game, *BETS, face_down=True, cards=DRAWING)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.deal(2)
    play.do("report", kind="wrong_hand")
    wrong = play.refused("reconstruct", by="pit_supervisor", cards="Qd Ks")
    assert error_of(wrong) == ("cannot_reconstruct", "5.8")
    play.do("reconstruct", by="pit_supervisor")
    play.do("close_options")
    assert hands(play) == ("-", "Qd")


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
def test_put_right_a_complete_coup_may_want_another_card(game: str) -> None:
    """Dealt as 7 to 6; in their proper order Player has 0 and draws."""
    play = both(game, "Ks Qd 7c 6h 4s", 4)
    assert play.phase == "complete"
    play.do("report", kind="wrong_hand")
    assert error_of(play.refused("settle")) == ("wrong_phase", "5.8")
    play.do("reconstruct", by="pit_supervisor", cards="Ks 7c Qd 6h")
    assert (play.phase, hands(play)) == ("dealing", ("Ks Qd", "7c 6h"))
    assert drawn(play.deal()) == [("player", "4s")]
    assert play.phase == "dealing"  # Banker has 3 and draws on a 4


@pytest.mark.rule("tiger", "5.8", "5.7")
@pytest.mark.rule("insurance", "5.8", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_put_right_a_coup_may_take_fewer_cards(game: str) -> None:
    """Five were dealt; in their proper order Player has a natural, and the fifth is left over."""
    play = both(game, "2s 6d 3c Kh 9c 8h", 5)
    assert play.phase == "complete"
    play.do("report", kind="wrong_hand")
    play.do("reconstruct", by="pit_supervisor", cards="6d 2s 3c Kh 9c")
    assert (play.phase, hands(play)) == ("complete", ("6d 3c", "2s Kh"))
    play.do("settle")
    assert money(play) == PLAYER_WON
    play.do("open_bets")
    play.do("close_bets")
    assert drawn(play.deal(2)) == [("player", "9c"), ("banker", "8h")]


@pytest.mark.rule("tiger", "5.8", "5.7")
@pytest.mark.rule("insurance", "5.8", "5.7")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("real", [False, True])
def test_a_card_that_left_the_shoe_may_be_put_among_those_dealt(game: str, real: bool) -> None:
    """A card lay on the wrong place and one more was out: all three get their proper order."""
    play = manual(game, "Ks Qd") if real else both(game, DRAWING, 2)
    play.do("report", kind="wrong_hand", cards="2c")
    play.do("reconstruct", by="pit_supervisor", cards="2c Ks Qd")
    # No decision deals a card: two lie there as before, and the third comes next.
    assert hands(play) == ("2c", "Ks")
    play.do("close_options")
    assert drawn(play.deal()) == [("player", "Qd")]


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8")
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_decided_that_nobody_reported(game: str) -> None:
    """Without a report there is nothing to put right, and each report has its own decision."""
    play = both(game, DRAWING, 2)
    for command in ("reconstruct", "cannot_reconstruct"):
        assert play.refused(command, by="pit_supervisor")["code"] == "wrong_phase"
    assert play.refused("decide_order", by="pit_supervisor", cards="Ks Qd")["code"] == "wrong_phase"
    play.do("report", kind="wrong_hand")
    assert play.refused("decide_order", by="pit_supervisor", cards="Ks Qd")["code"] == "wrong_phase"
    assert play.refused("report", kind="wrong_hand")["code"] == "wrong_phase"


@pytest.mark.rule("tiger", "5.8")
def test_borrowed_the_misplaced_card_keeps_its_rules() -> None:
    """The no-commission game follows the tiger's procedure and says so."""
    play = both("no-commission", DRAWING, 4)
    told = only(play.do("report", kind="wrong_hand"), "irregularity_reported")
    assert told["rule"] == "tiger 5.8"
    assert error_of(play.refused("reconstruct")) == ("not_allowed", "tiger 5.7")
    # Four cards decide nothing here, so the choice is there even though they were put right.
    offered = only(play.do("reconstruct", by="pit_supervisor"), "options_offered")
    assert offered["rules"] == [f"tiger {rule}" for rule in RECONSTRUCTED]


@pytest.mark.rule("tiger", "5.9")
@pytest.mark.rule("insurance", "5.9")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seen", [1, 2])
def test_a_card_dealt_face_up_stays_and_patrons_choose(game: str, seen: int) -> None:
    """The result will stand; while nothing is decided everybody may take the bet back."""
    play = both(game, DRAWING, seen, face_down=True)
    happened = play.do("report", kind="dealt_face_up", cards=DRAWING.split()[seen - 1])
    assert only(happened, "irregularity_reported")["rule"] == "5.9"
    offered = only(happened, "options_offered")
    assert (offered["players"], offered["rules"]) == (["ann", "bob"], AS_DEALT)
    assert offered["reconstructed"] is False
    play.do("choose", by="ann", option="refund")
    play.do("close_options")
    play.deal(6 - seen)
    assert hands(play) == ("Ks 2c 9s", "Qd 3h 2d")
    play.do("settle")
    assert play.balance("ann") == "1000.00"
    assert play.balance("bob") == banker_won(game)[1]


@pytest.mark.rule("tiger", "5.9")
@pytest.mark.rule("insurance", "5.9")
@pytest.mark.parametrize("game", GAMES)
def test_dealt_face_up_with_an_outcome_play_simply_goes_on(game: str) -> None:
    """A bet is decided already: no choice, the result stands."""
    play = both(game, DRAWING, 4, face_down=True)
    assert types(play.do("report", kind="dealt_face_up", cards="3h")) == ["irregularity_reported"]
    play.deal(2)
    play.do("settle")
    assert money(play) == banker_won(game)


@pytest.mark.rule("tiger", "5.9")
@pytest.mark.rule("insurance", "5.9")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("real", [False, True])
def test_a_card_of_a_squeezed_hand_that_came_face_up_is_seen(game: str, real: bool) -> None:
    """Ann was to turn Player's cards herself; the third card of the deal is seen all the same.

    Kills the program in which a card that was not dealt is reported, and comes by the next deal.
    """
    fields: dict[str, Any] = {"shoe": "manual"} if real else {"cards": DRAWING}
    play = betting_table(game, *BETS, face_down=True, **fields)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.do("deal")
    play.do("deal", card="Qd" if real else None)
    assert hands(play) == ("-", "Qd")
    assert play.refused("report", kind="dealt_face_up", cards="2c")["code"] == "wrong_cards"
    play.do("deal")
    play.do("turn", hand="player", number=2, card="2c" if real else None)
    told = play.do("report", kind="dealt_face_up", cards="2c")
    assert only(told, "irregularity_reported")["rule"] == "5.9"
    assert play.state["ready"] == []
    assert hands(play) == ("- 2c", "Qd")


@pytest.mark.rule("tiger", "5.8", "5.5.3", "5.7")
@pytest.mark.rule("insurance", "5.8", "5.5.3", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_cards_that_are_out_are_named_without_another_leaving_the_shoe(game: str) -> None:
    """On the felt of the paid round, or kept for the next one: they are out already."""
    cards = "Ks Qd 7c 6h 5s 9h 4d Kc"
    play = both(game, cards, 4)
    play.do("settle")
    (told,) = play.do("report", kind="wrong_number_of_cards", cards="Ks 6h")
    assert told["ready"] == []
    play = both(game, cards, 4)
    play.do("report", kind="exposed_card", cards="5s")
    (told,) = play.do("report", kind="wrong_hand", cards="5s")
    assert told["ready"] == []
    assert [card.text for card in play.live.table.ready] == ["5s"]


@pytest.mark.rule("tiger", "5.8")
@pytest.mark.rule("insurance", "5.8", "3.12")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_is_neither_there_nor_next_is_not_misplaced(game: str) -> None:
    """A digital shoe knows better; cards that lie there leave what is on offer as it was."""
    play = both(game, "2s 6d 3c Kh 4c", 4)
    assert play.refused("report", kind="wrong_hand", cards="9h")["code"] == "wrong_cards"
    assert types(play.do("report", kind="wrong_hand", cards="6d 3c")) == ["irregularity_reported"]
