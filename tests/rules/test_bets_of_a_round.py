"""A bet belongs to the round it was meant for: late or sent again, it never counts in another."""

from __future__ import annotations

from typing import Any

import pytest

from casino import Coups
from tables import Play, betting_table, dealt_table, error_of, only, seated_table

LATE_BET = {"tournament": "5.2", "tiger": "5.6", "insurance": "5.6"}
LATE_WITHDRAWAL = {"tournament": "5.3", "tiger": "5.6", "insurance": "5.6"}
OPENS = {"tournament": "3.1", "tiger": "3.3", "insurance": "3.3"}
LYING = (("ann", 1, "player", "50"), ("bob", 2, "banker", "50"))
INSURED = "2s 6d 3c Kh 9c"  # 5 to 6: banker 3:1; Player draws to 4, Banker stands
ENOUGH = f"{Coups.PLAYER_WINS} {INSURED} {Coups.PLAYER_WINS}"
PHASES = ("betting", "dealing", "complete", "idle", "void", "options", "interrupted")

three_games = pytest.mark.parametrize("game", ["tournament", "tiger", "insurance"])


def commands(round: object) -> list[tuple[str, dict[str, Any]]]:
    """Everything that names a round, each with something that could be done but for the round."""
    return [
        ("place_bet", {"box": 1, "bet": "tie", "amount": "10", "round": round}),
        ("increase_bet", {"bet": "a", "amount": "10", "round": round}),
        ("withdraw_bet", {"bet": "a", "round": round}),
    ]


def second_round(game: str, phase: str) -> Play:
    """Play a round, and a second one to a phase; ann's bet has the same id in both."""
    play = seated_table(game, cards=ENOUGH)
    for number in (1, 2):
        play.do("open_bets")
        play.bet("ann", 1, "player", "50", id="a")
        play.bet("bob", 2, "banker", "50", id="b")
        if (number, phase) == (2, "betting"):
            return play
        play.do("close_bets")
        play.deal(4 if number == 1 else 2)
        if number == 1:
            play.do("settle")
    if phase == "void":
        play.do("void_round", by="shift_manager")
    elif phase == "interrupted":
        play.do("interrupt")
    elif phase == "options":
        play.do("report", kind="exposed_card", cards="3c")
    elif phase in ("complete", "idle"):
        while play.phase == "dealing":
            play.deal(1)
    if phase == "idle":
        play.do("settle")
    assert play.phase == {"void": "idle"}.get(phase, phase)
    return play


@pytest.mark.rule("tiger", "1.16", "5.6")
@pytest.mark.rule("insurance", "1.18", "5.6")
@pytest.mark.rule("tournament", "5.2", "5.3")
@three_games
@pytest.mark.parametrize("phase", PHASES)
def test_what_was_meant_for_a_round_that_is_over_is_too_late_in_every_phase(
    game: str, phase: str
) -> None:
    """Also by staff for a patron, also where the same id names a bet of this round."""
    play = second_round(game, phase)
    over = (1, 2) if play.phase == "idle" else (1,)
    for round in over:
        for do, fields in commands(round):
            late = LATE_WITHDRAWAL if do == "withdraw_bet" else LATE_BET
            for by in ("ann", "dealer", "shift_manager"):
                wrong = play.refused(do, by=by, player="ann", **fields)
                assert error_of(wrong) == ("too_late", late[game]), (do, by)
                assert f"round {round}, which is over" in wrong["message"]


@three_games
@pytest.mark.parametrize("phase", PHASES)
def test_what_was_meant_for_a_round_to_come_does_not_count_in_this_one(
    game: str, phase: str
) -> None:
    """Between rounds the next one is not open yet, which is a matter of the phase."""
    play = second_round(game, phase)
    for do, fields in commands(4):
        wrong = play.refused(do, by="ann", **fields)
        assert error_of(wrong) == ("too_late", OPENS[game]), do
        assert "round 4, which has not begun" in wrong["message"]
    expected = "wrong_phase" if play.phase == "idle" else "too_late"
    for do, fields in commands(3):
        assert play.refused(do, by="ann", **fields)["code"] == expected, do


@pytest.mark.parametrize("game", ["tournament", "tiger", "insurance", "classic", "no-commission"])
def test_the_round_that_is_on_is_named_as_well_as_not(game: str) -> None:
    play = seated_table(game, cards=ENOUGH)
    play.do("open_bets")
    play.do("place_bet", by="ann", box=1, bet="player", amount="50", id="a", round=1)
    play.do("increase_bet", by="ann", bet="a", amount="50", round=1)
    play.do("withdraw_bet", by="ann", bet="a", amount="25", round=1)
    play.do("increase_bet", by="ann", bet="a", amount="25")
    assert play.balance("ann") == "900.00"
    play.do("close_bets")
    # The right round, and too late all the same: the phase decides, as it always did.
    for do, fields in commands(1):
        assert play.refused(do, by="ann", **fields)["code"] == "wrong_phase", do


def test_before_the_first_round_nothing_is_meant_for_it() -> None:
    """Round 0 is what a table shows that has played none: a bet seen there waits for nothing."""
    play = seated_table("tiger", cards=ENOUGH)
    assert play.state["round"] == 0
    for do, fields in commands(0):
        assert play.refused(do, by="ann", **fields)["code"] == "too_late", do
    for do, fields in commands(1):
        assert play.refused(do, by="ann", **fields)["code"] == "wrong_phase", do
    play.do("open_bets")
    for do, fields in commands(0):
        assert play.refused(do, by="ann", **fields)["code"] == "too_late", do


def test_a_late_bet_pushes_nobody_back() -> None:
    """A seated patron's bet makes room by pushing standing ones back; a late one does not (5.1)."""
    limits = {"min": "10", "max_differential": "100"}
    play = seated_table("tiger", cards=ENOUGH, limits=limits, players=("ann", "bob"))
    for round in (1, 2):
        play.do("open_bets")
        play.bet("ann", 1, "player", "10", id="a")
        play.bet("bob", 1, "player", "90", standing=True)
        if round == 1:
            play.do("close_bets")
            play.deal(4)
            play.do("settle")
    raise_it: dict[str, Any] = {"by": "ann", "bet": "a", "amount": "50"}
    assert play.refused("increase_bet", round=1, **raise_it)["code"] == "too_late"
    raised = play.do("increase_bet", round=2, **raise_it)
    assert only(raised, "bet_returned")["player"] == "bob"


@pytest.mark.rule("insurance", "5.3")
def test_insurance_meant_for_another_round_is_not_taken() -> None:
    """The same offer stands in both rounds; what was clicked in the first is gone with it."""
    play = dealt_table(
        "insurance", ("ann", 1, "banker", "100"), cards=f"{INSURED} {INSURED}", deal=4
    )
    cover: dict[str, Any] = {
        "by": "ann",
        "box": 1,
        "bet": "banker_insurance",
        "amount": "10",
        "id": "i",
    }
    play.do("place_insurance", round=1, **cover)
    play.deal(1)
    play.do("settle")
    assert error_of(play.refused("place_insurance", round=1, **cover)) == ("too_late", "5.3")
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.do("close_bets")
    play.deal(4)
    assert error_of(play.refused("place_insurance", round=1, **cover)) == ("too_late", "5.3")
    assert play.refused("place_insurance", round=3, **cover)["code"] == "too_late"
    play.do("place_insurance", round=2, **cover)
    more: dict[str, Any] = {"by": "ann", "bet": "i", "amount": "5"}
    assert play.refused("increase_bet", round=1, **more)["code"] == "too_late"
    play.do("increase_bet", round=2, **more)


@pytest.mark.parametrize("round", [True, False, 1.0, "1", "", [1], {"round": 1}])
def test_a_round_is_a_whole_number(round: object) -> None:
    play = betting_table("tiger", *LYING, cards=ENOUGH)
    wanted = [*commands(round), ("place_insurance", {**commands(round)[0][1]})]
    for do, fields in wanted:
        wrong = play.refused(do, by="ann", **fields)
        assert (wrong["code"], wrong["rule"]) == ("malformed", None), do
        assert "round is a whole number" in wrong["message"]


@pytest.mark.parametrize("round", [-1, 10**15])
def test_a_round_that_never_was_is_another_one(round: int) -> None:
    play = betting_table("tiger", *LYING, cards=ENOUGH)
    for do, fields in commands(round):
        assert play.refused(do, by="ann", **fields)["code"] == "too_late", do


def test_a_closed_table_says_that_it_is_closed() -> None:
    """The round is the smaller matter then; before whom the bet is for, it comes first."""
    play = second_round("tiger", "idle")
    late: dict[str, Any] = {"box": 1, "bet": "tie", "amount": "10", "round": 1}
    assert play.refused("place_bet", by="ann", player="bob", **late)["code"] == "too_late"
    play.do("close_table", by="pit_manager")
    assert play.refused("place_bet", by="ann", **late)["code"] == "wrong_phase"
