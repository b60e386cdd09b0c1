"""Cards that went astray, how they are put right, and the choice that patrons then have."""

from typing import Any

import pytest

from casino import Coups
from tables import Happened, Play, betting_table, dealt_table, error_of, only, open_table, types

GAMES = ("tiger", "insurance")
BETS = (("ann", 1, "player", "100"), ("bob", 2, "banker", "100"))
DRAWING = "Ks Qd 2c 3h 9s 2d"  # Player 2 draws to 1, Banker 3 draws to 5: Banker wins
RECONSTRUCTED = ["5.12", "5.12.2", "5.12.3"]
AS_DEALT = ["5.12", "5.12.1", "5.12.3"]


def both(game: str, cards: str, deal: int = 0, **fields: Any) -> Play:
    """Ann has 100 on Player and Bob 100 on Banker; bets are closed and some cards dealt."""
    return dealt_table(game, *BETS, cards=cards, deal=deal, **fields)


def manual(game: str, cards: str, **fields: Any) -> Play:
    """Seat the same two at a table with a real shoe, these cards dealt by hand."""
    play = dealt_table(game, *BETS, shoe="manual", **fields)
    play.deal(cards=cards)
    return play


def money(play: Play) -> tuple[str, str, str]:
    """Say what Ann and Bob have, and what the house has won."""
    return play.balance("ann"), play.balance("bob"), play.house


def banker_won(game: str) -> tuple[str, str, str]:
    """Say what both have after Banker has won, not with 6; the tiger takes a commission."""
    return ("900.00", "1095.00", "5.00") if game == "tiger" else ("900.00", "1100.00", "0.00")


PLAYER_WON = ("1100.00", "900.00", "0.00")
NOTHING_MOVED = ("1000.00", "1000.00", "0.00")


def hands(play: Play) -> tuple[str, str]:
    """Say which cards Player has, and Banker."""
    return play.hand("player"), play.hand("banker")


def drawn(happened: Happened) -> list[tuple[str, str]]:
    """Say to which hands which cards went."""
    dealt = [event for event in happened if event["type"] == "card_dealt"]
    return [(event["hand"], event["card"]) for event in dealt]


# Drawn in excess, or exposed


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
def test_in_a_real_shoe_the_excess_card_opens_the_next_round(game: str) -> None:
    """The dealer enters it as it comes, or lets it come by itself; another card is refused."""
    play = manual(game, Coups.PLAYER_WINS)
    play.do("report", kind="excess_card", cards="5s")
    play.do("settle")
    play.do("open_bets")
    play.do("close_bets")
    assert play.refused("deal", card="9h")["code"] == "wrong_cards"
    assert drawn(play.deal()) == [("player", "5s")]
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
    assert (play.phase, len(play.desk.table.cards)) == ("options", seen)
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
    assert types(play.do("report", kind=kind, cards=card)) == ["irregularity_reported"]
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
    play.bet("ann", 1, "player", "50")
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


# The other hand's cards


@pytest.mark.rule("tiger", "5.8", "5.8.1", "5.8.2", "5.12.2", "1.15")
@pytest.mark.rule("insurance", "5.8", "5.8.1", "5.8.2", "5.12.2", "1.17")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["laid in the other area", "given to who has the other hand"])
@pytest.mark.parametrize("real", [False, True])
def test_misplaced_cards_are_put_right_and_patrons_choose(game: str, text: str, real: bool) -> None:
    """Two cards, no outcome: put into their proper order, then the choice, then play."""
    play = manual(game, "5s 9h") if real else both(game, "5s 9h 4c 3d 2h 2c", 2)
    told = only(
        play.do("report", kind="wrong_hand", cards="5s 9h", text=text), "irregularity_reported"
    )
    assert told["rule"] == "5.8"
    assert error_of(play.refused("deal", card="4c" if real else None)) == ("wrong_phase", "5.8")
    happened = play.do("reconstruct", by="pit_supervisor", cards="9h 5s")
    assert only(happened, "cards_reconstructed")["rule"] == "5.7"
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
        play.do("deal", card=cards[len(play.desk.table.cards)] if real else None)
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
    assert error_of(wrong) == ("cannot_reconstruct", "5.7")
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
        assert error_of(wrong) == ("cannot_reconstruct", "5.7")
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
    assert error_of(wrong) == ("cannot_reconstruct", "5.7")
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


# Face up where it should be face down


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
    assert (offered["players"], offered["rules"][0]) == (["ann", "bob"], "5.12")
    assert offered["rules"][-1] == "5.12.3"
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
    """Ann was to turn Player's cards herself; the third card of the deal is seen all the same."""
    fields: dict[str, Any] = {"shoe": "manual"} if real else {"cards": DRAWING}
    play = betting_table(game, *BETS, face_down=True, **fields)
    play.do("grant_squeeze", player="ann", hand="player")
    play.do("close_bets")
    play.do("deal")
    play.do("deal", card="Qd" if real else None)
    assert hands(play) == ("-", "Qd")
    play.do("report", kind="dealt_face_up", cards="2c")
    play.do("close_options")
    assert drawn(play.deal()) == [("player", "2c")]
    assert hands(play) == ("- 2c", "Qd")


# Drawn together


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
    assert offered["rules"][0] == "5.12"
    assert len(play.desk.table.cards) == dealt
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


# Another shoe


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


# The choice


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
    assert settled["net"] == {"bob": f"{float(banker) - 10:.2f}"}
    assert (play.balance("ann"), play.house) == ("1000.00", house)


@pytest.mark.rule("tiger", "5.12", "5.12.2")
@pytest.mark.rule("insurance", "5.12", "5.12.2")
@pytest.mark.parametrize("game", GAMES)
def test_who_does_not_choose_continues(game: str) -> None:
    """Nobody can hold up the table: at the dealer's word silence means to go on."""
    play = both(game, DRAWING, 1)
    play.do("report", kind="exposed_card", cards="Qd")
    assert error_of(play.refused("close_options", by="ann")) == ("not_allowed", "5.12")
    closed = only(play.do("close_options"), "options_closed")
    assert (closed["continued"], closed["refunded"]) == (["ann", "bob"], [])
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
    play.do("choose", by="ann", option="continue")
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
