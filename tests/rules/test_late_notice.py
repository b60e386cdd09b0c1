"""What a round is, and what is noticed too late for it (5.11)."""

import pytest

from casino import Coups
from mishaps import BETS, GAMES, VOIDING, both, money
from tables import error_of, only, seated_table


@pytest.mark.rule("tiger", "1.16")
@pytest.mark.rule("insurance", "1.18")
@pytest.mark.parametrize(("game", "rule"), [("tiger", "3.3"), ("insurance", "3.3")])
def test_a_round_runs_from_the_call_to_the_settlement(game: str, rule: str) -> None:
    """Bets are taken from the opening call on; with the settlement for all the round is over."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.BANKER_WINS}", 4)
    assert play.refused("open_bets")["code"] == "wrong_phase"
    assert only(play.do("settle"), "round_settled")["id"] == 1
    assert play.phase == "idle"
    early = play.refused("place_bet", by="ann", box=1, bet="player", amount="100")
    assert error_of(early) == ("wrong_phase", rule)
    opened = only(play.do("open_bets"), "bets_opened")
    assert (opened["round"], opened["call"]) == (2, "place_your_bets")
    assert play.phase == "betting"
    assert play.refused("open_bets")["code"] == "wrong_phase"


@pytest.mark.rule("tiger", "5.11", "1.16")
@pytest.mark.rule("insurance", "5.11", "1.18")
@pytest.mark.rule("tournament", "5.1.2")
@pytest.mark.parametrize(
    ("game", "rule"), [("tiger", "5.11"), ("insurance", "5.11"), ("tournament", "tiger 5.11")]
)
@pytest.mark.parametrize(
    "kind", [*VOIDING, "wrong_number_of_cards", "wrong_hand", "simultaneous_cards", "other"]
)
@pytest.mark.parametrize("phase", ["betting", "dealing", "complete"])
def test_an_error_noticed_after_the_next_call_changes_nothing(
    game: str, rule: str, kind: str, phase: str
) -> None:
    """It is written down; this round goes on and the one before keeps its result."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    play.do("open_bets")
    for player, box, bet, amount in BETS:
        play.bet(player, box, bet, amount)
    if phase != "betting":
        play.do("close_bets")
        play.deal(4 if phase == "complete" else 2)
    before = play.state
    (noted,) = play.do("report", kind=kind, round=1, cards="Ks")
    assert (noted["type"], noted["round"], noted["rule"]) == ("irregularity_reported", 1, rule)
    assert play.state == before
    if phase == "betting":
        play.do("close_bets")
    play.deal(4 - len(play.live.table.cards))
    play.do("settle")
    assert money(play) == ("1200.00", "800.00", "0.00")


@pytest.mark.rule("tiger", "5.11", "5.5.3")
@pytest.mark.rule("insurance", "5.11", "5.5.3")
@pytest.mark.parametrize("game", GAMES)
def test_a_paid_round_cannot_be_undone_once_bets_are_open(game: str) -> None:
    """The call for bets is the moment: from then on a wrong number of cards is history."""
    play = both(game, f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}", 4)
    play.do("settle")
    play.do("open_bets")
    play.do("report", kind="wrong_number_of_cards", round=1)
    assert play.refused("cannot_reconstruct", by="pit_supervisor")["code"] == "wrong_phase"
    assert play.refused("reconstruct", by="pit_supervisor")["code"] == "wrong_phase"
    assert money(play) == ("1100.00", "900.00", "0.00")


@pytest.mark.rule("tiger", "5.11")
@pytest.mark.parametrize("round_", [2, -1])
def test_a_report_is_about_a_round_that_was(round_: int) -> None:
    """There is nothing to say about a round that nobody has called for."""
    play = both("tiger", Coups.PLAYER_WINS, 2)
    assert play.refused("report", kind="wrong_hand", round=round_)["code"] == "malformed"
    assert play.refused("report", kind="bad_luck")["code"] == "malformed"


@pytest.mark.rule("tiger", "5.5.3", "5.7", "5.8", "5.10")
@pytest.mark.rule("insurance", "5.5.3", "5.7", "5.8", "5.10")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("kind", "cards"),
    [
        ("exposed_card", None),  # which card it was nobody says: nothing lies ready
        ("wrong_hand", None),
        ("wrong_hand", "Ks"),
        ("wrong_hand", "5s"),
        ("simultaneous_cards", None),
        ("simultaneous_cards", "5s 9h"),
    ],
)
def test_between_rounds_there_is_no_hand_to_put_right(
    game: str, kind: str, cards: str | None
) -> None:
    """It is written down, and nothing waits: the next round is called for."""
    play = both(game, f"{Coups.PLAYER_WINS} 5s 9h 4d Kc", 4)
    play.do("settle")
    (noted,) = play.do("report", kind=kind, cards=cards)
    assert noted["does"] == "nothing"
    assert "next_known" not in noted
    assert play.state.get("ready", []) == []
    assert money(play) == ("1100.00", "900.00", "0.00")
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5.3")
@pytest.mark.rule("insurance", "5.5.3")
@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_round_no_hand_has_a_wrong_number_of_cards(game: str) -> None:
    play = seated_table(game, cards=Coups.PLAYER_WINS)
    (noted,) = play.do("report", kind="wrong_number_of_cards")
    assert noted["does"] == "nothing"
    play.do("open_bets")


@pytest.mark.rule("tiger", "5.5.3", "5.7")
@pytest.mark.rule("insurance", "5.5.3", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_between_rounds_one_report_is_decided_after_the_other(game: str) -> None:
    play = both(game, f"{Coups.PLAYER_WINS} 5s 9h 4d Kc", 4)
    play.do("settle")
    play.do("report", kind="wrong_number_of_cards")
    wrong = play.refused("report", kind="exposed_card", cards="5s")
    assert error_of(wrong) == ("wrong_phase", "5.5.3")


@pytest.mark.rule("insurance", "5.13")
def test_insurance_that_was_not_offered_is_only_written_down() -> None:
    """While cards are dealt too: what is done about it is the pit manager's."""
    play = both("insurance", "2s 6d 3c Kh 4c", 4)
    before = play.state
    (noted,) = play.do("report", kind="insurance_not_offered")
    assert (noted["does"], noted["rule"]) == ("nothing", "5.13")
    assert play.state == before


@pytest.mark.rule("tiger", "5.17")
@pytest.mark.rule("insurance", "5.18")
@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_foreseen_takes_no_card_and_closes_no_offer(game: str) -> None:
    """A card of the felt may be named in any report: none leaves the shoe, and none is known."""
    play = both(game, "2s 6d 3c Kh 4c", 4)
    for cards in (None, "6d"):
        told = play.do("report", kind="other", cards=cards, text="a drink was spilt")
        assert [event["type"] for event in told] == ["irregularity_reported"]
        assert play.live.table.ready == ()
        play.do("dismiss_report", by="shift_manager")
    play.deal(1)
    assert play.hand("player") == "2s 3c 4c"


@pytest.mark.rule("insurance", "5.11", "5.3")
@pytest.mark.parametrize("kind", ["exposed_card", "foreign_card", "other"])
def test_a_late_report_that_names_a_card_takes_no_right_away(kind: str) -> None:
    """A card of an earlier round is named: ann bets again after taking a bet back, and insures.

    A wrong program takes the card for the next one, bars her and shuts insurance.
    """
    play = seated_table("insurance", cards="2s 6d 3c Kh 9c 4d")
    play.do("open_bets")
    play.do("report", kind=kind, round=0, cards="9c")
    play.bet("ann", 1, "banker", "100", id="first")
    play.do("withdraw_bet", by="ann", bet="first")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    play.do("report", kind=kind, round=0, cards="9c")
    assert play.state["insurance"] == {"banker_insurance": "3:1"}
    play.do("place_insurance", by="ann", box=1, bet="banker_insurance", amount="10")


@pytest.mark.rule("insurance", "4.2.2", "5.13")
def test_where_no_insurance_is_on_the_sign_none_was_neglected() -> None:
    """It is written down all the same, with the paragraph by which nothing was offered."""
    play = both("insurance", "2s 6d 3c Kh 4c", 4, insurance=False)
    (noted,) = play.do("report", kind="insurance_not_offered")
    assert (noted["does"], noted["rule"]) == ("nothing", "4.2.2")


@pytest.mark.rule("tiger", "5.5.3", "5.7")
@pytest.mark.rule("insurance", "5.5.3", "5.7")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_too_many_that_is_named_after_payment_has_left_the_shoe(game: str) -> None:
    """It was drawn with the cards of the paid round: put right or not, it opens the next one."""
    play = both(game, f"{Coups.PLAYER_WINS} 5s 9h", 4)
    play.do("settle")
    (told,) = play.do("report", kind="wrong_number_of_cards", cards="5s")
    assert told["ready"] == ["5s"]
    play.do("reconstruct", by="pit_supervisor")
    play.do("open_bets")
    play.do("close_bets")
    assert [event["card"] for event in play.deal(2)] == ["5s", "9h"]
