"""Banking at a table: wagers, fees, coverage, and everything that ends a player-dealer's turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casino import Coups, dealt
from croupier.game.loading import load
from croupier.game.published import publish
from croupier.table.events.base import reason_of
from croupier.words import Name
from game_bases import BANKED
from tables import Play, error_of, only, seated_table, types

HANDS = " ".join([Coups.PLAYER_WINS] * 4)
FEES = {"main": "1", "tie": "0.50", "player_dealer": "2"}


def _table(**fields: Any) -> Play:
    """Pat, ann and bob on seats 1 to 3; the position is offered to pat."""
    play = seated_table(
        "player-dealer", **{"cards": HANDS, "players": ("pat", "ann", "bob")} | fields
    )
    play.do("offer_player_dealer", seat=1)
    return play


def _banked(wager: str = "500", **fields: Any) -> Play:
    play = _table(**fields)
    play.do("accept_player_dealer", by="pat", seat=1, wager=wager)
    return play


def _finish(play: Play) -> dict[str, Any]:
    """Close, deal to the end and settle; the settlement."""
    play.do("close_bets")
    while play.phase == "dealing":
        play.deal(1)
    return only(play.do("settle"), "round_settled")


def _money(play: Play) -> tuple[str, str, str]:
    return play.balance("pat"), play.balance("ann"), play.balance("bob")


def test_the_house_has_no_part_in_the_outcome() -> None:
    """Pat pays ann 100 and collects bob's 60; the house's books do not move."""
    play = _banked()
    play.do("open_bets")
    play.bet("ann", 2, "player", "100")
    play.bet("bob", 3, "banker", "60")
    settled = _finish(play)
    assert settled["net"] == {"ann": "100.00", "bob": "-60.00", "pat": "-40.00"}
    assert (settled["house"], settled["fees"]) == ("0.00", "0.00")
    assert (play.house, play.fees) == ("0.00", "0.00")
    # The wager of 500 is up again: pat's other 460 are free.
    assert _money(play) == ("460.00", "1100.00", "940.00")


@pytest.mark.parametrize(
    ("hands", "reason"),
    [(1, "one hand is over"), (None, "two hands are over"), (3, "the turn is over")],
)
def test_a_file_says_how_many_hands_a_patron_banks(
    tmp_path: Path, hands: int | None, reason: str
) -> None:
    """The position is offered on after just so many; pages read the number and the reason."""
    path = tmp_path / "banked.toml"
    line = "" if hands is None else f"hands = {hands}\n"
    path.write_text(BANKED.replace('by    = "player-dealer"\n', f'by    = "player-dealer"\n{line}'))
    play = seated_table(str(path), cards=HANDS, players=("pat", "ann"))
    play.do("offer_player_dealer", seat=1)
    play.do("accept_player_dealer", by="pat", seat=1, wager="100")
    turn = publish(load(path))["bank"]["hands"]
    assert turn == (hands or 2)
    for hand in range(1, turn + 1):
        play.do("open_bets")
        play.bet("ann", 2, "player", "10")
        play.do("close_bets")
        while play.phase == "dealing":
            play.deal(1)
        told = play.do("settle")
        assert ("player_dealer_vacated" in types(told)) == (hand == turn)
    assert only(told, "player_dealer_vacated")["reason"] == reason
    assert reason_of(reason) == Name("reason", reason.replace(" ", "_"))


def test_a_wager_covers_no_more_than_itself() -> None:
    """With 100 up, ann is paid 80 and bob 20; the rest of bob's wager is returned to him."""
    play = _banked("100")
    play.do("open_bets")
    play.bet("ann", 2, "player", "80")
    play.bet("bob", 3, "player", "70")
    settled = _finish(play)
    assert settled["net"] == {"ann": "80.00", "bob": "20.00", "pat": "-100.00"}
    assert _money(play) == ("800.00", "1080.00", "1020.00")


def test_pat_pays_from_what_was_collected() -> None:
    """All pat has is up, 50: ann is paid 30 of it, then bob loses until pat has won 50."""
    play = _banked("50", chips="300")
    play.do("cash_out", player="pat", amount="250")
    play.do("open_bets")
    play.bet("ann", 2, "player", "30")
    play.bet("bob", 3, "banker", "300")
    settled = _finish(play)
    assert settled["net"] == {"ann": "30.00", "bob": "-80.00", "pat": "50.00"}
    assert _money(play) == ("50.00", "330.00", "220.00")


def test_fees_are_taken_at_closing_and_not_before() -> None:
    play = _banked(fees=FEES)
    play.do("open_bets")
    play.bet("ann", 2, "player", "100")
    play.bet("ann", 2, "tie", "10")
    play.bet("bob", 3, "banker", "60")
    assert (_money(play), play.fees) == (("500.00", "890.00", "940.00"), "0.00")
    closed = only(play.do("close_bets"), "bets_closed")
    assert closed["fees"] == {"ann": "1.50", "bob": "1.00", "pat": "2.00"}
    assert (_money(play), play.fees) == (("498.00", "888.50", "939.00"), "4.50")
    play.deal(4)
    settled = only(play.do("settle"), "round_settled")
    # Pat pays ann 100, collects bob's 60 and ann's 10.
    assert settled["net"] == {"ann": "88.50", "bob": "-61.00", "pat": "-32.00"}
    assert (settled["fees"], play.fees, play.house) == ("4.50", "4.50", "0.00")
    assert _money(play) == ("468.00", "1088.50", "939.00")


@pytest.mark.parametrize("closed", [False, True])
def test_a_void_round_gives_fees_back(closed: bool) -> None:
    play = _banked(fees=FEES)
    play.do("open_bets")
    play.bet("ann", 2, "tie", "10")
    if closed:
        play.do("close_bets")
        assert play.fees == "2.50"
        play.deal(2)
    voided = play.do("void_round", by="pit_supervisor", reason="a shoe fell")
    assert only(voided, "round_voided")["returned"] == {"ann": "10.00"}
    assert (_money(play), play.fees) == (("500.00", "1000.00", "1000.00"), "0.00")


def test_a_fee_is_kept_on_a_push_and_without_coverage() -> None:
    """A tie: ann's wager is a push; with 8 up bob's tie of 10 is paid 8. Fees stay taken."""
    play = _banked("8", cards=Coups.TIE_AT_6, fees=FEES)
    play.do("open_bets")
    play.bet("ann", 2, "player", "100")
    play.bet("bob", 3, "tie", "10")
    settled = _finish(play)
    assert settled["net"] == {"ann": "-1.00", "bob": "7.50", "pat": "-10.00"}
    assert play.fees == "3.50"


def test_fees_are_spoken_for_when_chips_are_spent() -> None:
    """Ann has 100: a bet of 100 leaves nothing for its fee, nor do later bets or cashing out."""
    play = _banked("50", fees=FEES, chips="100")
    play.do("open_bets")
    wrong = play.refused("place_bet", by="ann", box=2, bet="player", amount="99.01")
    assert wrong["code"] == "insufficient_balance"
    bet = play.bet("ann", 2, "player", "90")
    wrong = play.refused("place_bet", by="ann", box=2, bet="tie", amount="9")
    assert wrong["code"] == "insufficient_balance"
    wrong = play.refused("increase_bet", by="ann", bet=bet, amount="9.01")
    assert wrong["code"] == "insufficient_balance"
    assert play.refused("cash_out", player="ann", amount="10")["code"] == "insufficient_balance"
    play.bet("ann", 2, "tie", "8.50")
    assert play.refused("cash_out", player="ann", amount="0.01")["code"] == "insufficient_balance"
    assert play.refused("cash_out", player="pat", amount="49")["code"] == "insufficient_balance"
    play.do("cash_out", player="pat", amount="48")
    play.do("close_bets")
    assert _money(play) == ("0.00", "0.00", "100.00")


def test_fees_that_were_taken_are_not_asked_for_again() -> None:
    """Once bets are closed all that ann and pat have left is free."""
    play = _banked(fees=FEES)
    play.do("open_bets")
    play.bet("ann", 2, "player", "100")
    play.do("close_bets")
    for name, free in (("ann", "899.00"), ("pat", "498.00")):
        assert only(play.do("cash_out", player=name), "chips_cashed")["amount"] == free


def test_a_wager_leaves_room_for_the_fee_of_the_hand() -> None:
    play = _table(fees=FEES, chips="100")
    wrong = play.refused("accept_player_dealer", by="pat", seat=1, wager="98.01")
    assert wrong["code"] == "insufficient_balance"
    play.do("accept_player_dealer", by="pat", seat=1, wager="98")
    play.do("open_bets")
    _finish(play)
    # The fee is gone and 98 with another 2 cannot be posted a second time.
    assert play.state["player_dealer"] is None
    assert (play.state["offered"], play.balance("pat")) == (2, "98.00")


def test_the_second_wager_is_posted_by_itself() -> None:
    play = _banked()
    play.do("open_bets")
    play.do("close_bets")
    play.deal(4)
    posted = only(play.do("settle"), "wager_posted")
    assert (posted["seat"], posted["player"], posted["wager"]) == (1, "pat", "500.00")
    assert play.balance("pat") == "500.00"
    play.do("open_bets")


def test_the_wager_is_changed_between_hands_only() -> None:
    play = _banked()
    changed = only(play.do("change_wager", by="pat", seat=1, wager="1000"), "wager_changed")
    assert (changed["wager"], play.balance("pat")) == ("1000.00", "0.00")
    wrong = play.refused("change_wager", by="pat", seat=1, wager="1000.01")
    assert wrong["code"] == "insufficient_balance"
    play.do("change_wager", by="pat", seat=1, wager="20")
    assert play.balance("pat") == "980.00"
    play.do("open_bets")
    assert play.refused("change_wager", by="pat", seat=1, wager="30")["code"] == "wrong_phase"
    play.bet("ann", 2, "player", "50")
    assert _finish(play)["net"] == {"ann": "20.00", "pat": "-20.00"}
    play.do("change_wager", by="dealer", seat=1, wager="60")
    assert play.state["player_dealer"]["wager"] == "60.00"


def test_only_who_banks_changes_or_gives_up_the_position() -> None:
    play = _banked()
    for command, fields in (
        ("change_wager", {"wager": "10"}),
        ("give_up_player_dealer", dict[str, str]()),
    ):
        wrong = play.refused(command, by="ann", seat=2, **fields)
        assert error_of(wrong) == ("no_player_dealer", None)
        assert play.refused(command, by="ann", seat=1, **fields)["code"] == "not_yours"


def test_giving_up_hands_the_wager_back_and_asks_the_next_seat() -> None:
    play = _banked()
    given = play.do("give_up_player_dealer", by="pat", seat=1)
    assert types(given) == ["player_dealer_vacated", "player_dealer_offered"]
    assert (play.balance("pat"), play.state["offered"]) == ("1000.00", 2)
    play.do("accept_player_dealer", by="ann", seat=2, wager="100")
    play.do("open_bets")
    assert play.refused("give_up_player_dealer", by="ann", seat=2)["code"] == "wrong_phase"


def test_who_leaves_between_hands_gives_the_position_up() -> None:
    play = _banked()
    left = play.do("leave", by="pat", box=1)
    assert types(left) == ["seat_left", "player_dealer_vacated", "player_dealer_offered"]
    assert (play.balance("pat"), play.state["offered"]) == ("1000.00", 2)


@pytest.mark.parametrize("void", [False, True])
def test_who_leaves_during_the_hand_banks_it_to_its_end(void: bool) -> None:
    play = _banked()
    play.do("open_bets")
    play.bet("ann", 2, "player", "100")
    assert types(play.do("leave", by="pat", box=1)) == ["seat_left"]
    play.do("close_bets")
    play.deal(4)
    if void:
        ended = play.do("void_round", by="pit_supervisor", reason="a shoe fell")
    else:
        ended = play.do("settle")
    assert types(ended)[1:] == ["player_dealer_vacated", "player_dealer_offered"]
    assert play.balance("pat") == ("1000.00" if void else "900.00")
    assert (play.state["offered"], play.state["player_dealer"]) == (2, None)


def test_who_leaves_while_asked_has_declined() -> None:
    play = _table()
    left = play.do("leave", by="pat", box=1)
    assert types(left) == ["seat_left", "player_dealer_declined", "player_dealer_offered"]
    assert play.state["offered"] == 2
    play.do("leave", by="ann", box=2)
    assert types(play.do("leave", by="bob", box=3))[-1] == "player_dealer_missing"


def test_a_seat_answers_for_itself() -> None:
    play = _table()
    wrong = play.refused("accept_player_dealer", by="ann", seat=1, wager="100")
    assert wrong["code"] == "not_yours"
    assert play.refused("decline_player_dealer", by="ann", seat=1)["code"] == "not_yours"
    assert play.refused("offer_player_dealer", by="ann", seat=1)["code"] == "not_allowed"
    play.do("accept_player_dealer", by="dealer", seat=1, wager="100")
    assert play.state["player_dealer"]["player"] == "pat"


def test_an_empty_seat_is_not_asked() -> None:
    play = seated_table("player-dealer", cards=HANDS, players=("ann",))
    assert play.refused("offer_player_dealer", seat=5)["code"] == "not_seated"


def test_more_than_pat_has_cannot_be_put_up() -> None:
    play = _table()
    wrong = play.refused("accept_player_dealer", by="pat", seat=1, wager="1000.01")
    assert wrong["code"] == "insufficient_balance"
    assert play.refused("accept_player_dealer", by="pat", seat=1, wager="0")["code"] == "bad_amount"


def test_who_banks_does_not_bet() -> None:
    """Neither at the seat of the position nor at another one of theirs; nor does anybody there."""
    play = _banked()
    play.do("sit", by="pat", box=4)
    play.do("open_bets")
    for box in (1, 4):
        wrong = play.refused("place_bet", by="pat", box=box, bet="tie", amount="10")
        assert error_of(wrong) == ("player_dealer_bets", "dealing-position")
    wrong = play.refused("place_bet", by="ann", box=1, bet="tie", amount="10")
    assert error_of(wrong) == ("box_taken", "table-no-back-line")


def test_nobody_bets_behind_another() -> None:
    play = _banked()
    play.do("open_bets")
    play.bet("ann", 2, "player", "10")
    wrong = play.refused("place_bet", by="bob", box=2, bet="player", amount="10", standing=True)
    assert error_of(wrong) == ("no_standing", "table-no-back-line")


def test_both_hands_and_a_lone_tie_may_be_bet_on() -> None:
    play = _banked(cards=dealt(7, 6))
    play.do("open_bets")
    play.bet("ann", 2, "player", "10")
    play.bet("ann", 2, "banker", "10")
    play.bet("bob", 3, "tie", "10")
    assert _finish(play)["net"] == {"ann": "0.00", "bob": "-10.00", "pat": "10.00"}


def test_closing_the_table_hands_the_wager_back() -> None:
    play = _banked()
    closed = play.do("close_table", by="pit_manager")
    assert "player_dealer_vacated" in types(closed)
    assert play.balance("pat") == "1000.00"


def test_who_is_alone_is_asked_again() -> None:
    play = seated_table("player-dealer", cards=HANDS, players=("pat",))
    play.do("offer_player_dealer", seat=1)
    play.do("accept_player_dealer", by="pat", seat=1, wager="10")
    for _ in range(2):
        play.do("open_bets")
        _finish(play)
    assert play.state["offered"] == 1
    assert "player_dealer_missing" in types(play.do("decline_player_dealer", by="pat", seat=1))


def test_staff_answers_for_the_patron_of_the_seat() -> None:
    play = _table()
    wrong = play.refused("accept_player_dealer", player="ann", seat=1, wager="10")
    assert wrong["code"] == "not_yours"
    play.do("decline_player_dealer", player="pat", seat=1)
    assert play.state["offered"] == 2


def test_nobody_bets_at_the_seat_of_who_banks_though_it_is_empty() -> None:
    """Pat has left and still banks the hand: bob may sit there, and bets on his own seat only."""
    play = _banked()
    play.do("open_bets")
    play.do("leave", by="pat", box=1)
    play.do("sit", by="bob", box=1)
    wrong = play.refused("place_bet", by="bob", box=1, bet="player", amount="10")
    assert error_of(wrong) == ("box_taken", "table-no-back-line")
    play.bet("bob", 3, "player", "10")
    assert _finish(play)["net"] == {"bob": "10.00", "pat": "-10.00"}


def test_before_somebody_banks_there_is_no_wager_to_change() -> None:
    play = _table()
    for command, fields in (
        ("change_wager", {"wager": "10"}),
        ("give_up_player_dealer", dict[str, str]()),
    ):
        wrong = play.refused(command, by="pat", seat=1, **fields)
        assert error_of(wrong) == ("no_player_dealer", None)


@pytest.mark.parametrize(
    ("fees", "taken"),
    [
        ({}, {}),
        ({"main": "1"}, {"ann": "1.00"}),
        ({"player_dealer": "2"}, {"pat": "2.00"}),
        ({"main": "0", "tie": "3", "player_dealer": "0"}, {"bob": "3.00"}),
    ],
)
def test_who_owes_no_fee_is_not_charged_one_of_nothing(
    fees: dict[str, str], taken: dict[str, str]
) -> None:
    play = _banked(fees=fees)
    play.do("open_bets")
    play.bet("ann", 2, "player", "10")
    play.bet("bob", 3, "tie", "10")
    assert only(play.do("close_bets"), "bets_closed")["fees"] == taken
