"""Bets while they are open: ids, kinds, limits in both ways of running a table, taking back."""

from __future__ import annotations

from typing import Any

import pytest

from casino import Coups
from tables import Play, betting_table, error_of, only, types

STANDING = {"standing": True}


def _table(game: str, *bets: tuple[str, int, str, str], **fields: Any) -> Play:
    players = ("ann", "bob", "cy")
    return betting_table(game, *bets, **{"cards": Coups.PLAYER_WINS, "players": players} | fields)


def _codes(event: dict[str, Any]) -> list[str]:
    return [warning["code"] for warning in event.get("warnings", [])]


def _net(play: Play) -> dict[str, str]:
    play.do("close_bets")
    play.deal(4)
    net: dict[str, str] = only(play.do("settle"), "round_settled")["net"]
    return net


def test_a_bet_carries_the_callers_id_or_one_of_its_own() -> None:
    play = _table("tiger")
    given = play.bet("ann", 1, "player", "10", id="mine")
    assert given == "mine"
    own = {play.bet("ann", 1, kind, "10") for kind in ("banker", "tie", "tiger")}
    assert len(own | {given}) == 4
    assert {bet["id"] for bet in play.state["bets"]} == own | {given}


def test_ids_are_unique_within_the_round() -> None:
    """The table's own ids step aside for a caller's; a caller cannot use one twice."""
    play = _table("tiger", ("ann", 1, "player", "10"))
    first = play.state["bets"][0]["id"]
    wrong = play.refused("place_bet", by="bob", box=2, bet="player", amount="10", id=first)
    assert wrong["code"] == "malformed"
    for number in range(1, 9):
        taken = {bet["id"] for bet in play.state["bets"]}
        if f"b{number}" not in taken:
            play.bet("bob", 2, "tie", "10", id=f"b{number}")
            break
    play.bet("cy", 3, "player", "10")
    assert len({bet["id"] for bet in play.state["bets"]}) == 3


def test_an_id_is_free_again_in_the_next_round() -> None:
    play = _table("tiger", cards=f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}")
    for _ in range(2):
        play.bet("ann", 1, "player", "10", id="x")
        _net(play)
        play.do("open_bets")
    assert play.balance("ann") == "1020.00"


@pytest.mark.parametrize("wrong_id", ["", "  ", 5, ["x"], "x" * 3000])
def test_an_id_is_a_short_text(wrong_id: object) -> None:
    play = _table("tiger")
    wrong = play.refused("place_bet", by="ann", box=1, bet="player", amount="10", id=wrong_id)
    assert wrong["code"] == "malformed"


def test_two_bets_of_one_kind_are_one_bet_to_be_raised() -> None:
    play = _table("tiger", ("ann", 1, "player", "10"), ("bob", 2, "player", "10"))
    wrong = play.refused("place_bet", by="ann", box=1, bet="player", amount="10")
    assert wrong["code"] == "duplicate_bet"
    play.do("sit", by="ann", box=4)
    play.bet("ann", 4, "player", "10")
    play.bet("ann", 2, "player", "10", **STANDING)
    wrong = play.refused("place_bet", by="ann", box=2, bet="player", amount="5", standing=True)
    assert wrong["code"] == "duplicate_bet"
    play.do("increase_bet", by="ann", bet="b1", amount="10")
    assert play.balance("ann") == "960.00"


@pytest.mark.parametrize(
    ("game", "bet", "code"),
    [
        ("tiger", "player_pair", "unknown_bet"),
        ("tiger", "player_insurance", "unknown_bet"),
        ("tiger", "Player", "unknown_bet"),
        ("classic", "tiger", "unknown_bet"),
        ("insurance", "player_insurance", "insurance_closed"),
    ],
)
def test_a_game_takes_its_own_bets(game: str, bet: str, code: str) -> None:
    play = _table(game)
    wrong = play.refused("place_bet", by="ann", box=1, bet=bet, amount="10")
    assert wrong["code"] == code


def test_a_bet_that_is_not_there_is_not_changed() -> None:
    play = _table("tiger", ("ann", 1, "player", "10"))
    for command in ("increase_bet", "withdraw_bet"):
        wrong = play.refused(command, by="ann", bet="nobody's", amount="5")
        assert wrong["code"] == "unknown_bet"


def test_no_more_is_taken_back_than_lies_there() -> None:
    play = _table("tiger", ("ann", 1, "player", "10"))
    wrong = play.refused("withdraw_bet", by="ann", bet="b1", amount="10.01")
    assert wrong["code"] == "bad_amount"
    for command in ("increase_bet", "withdraw_bet"):
        assert play.refused(command, by="ann", bet="b1", amount="0")["code"] == "bad_amount"
    taken = only(play.do("withdraw_bet", by="ann", bet="b1", amount="4"), "bet_withdrawn")
    assert (taken["amount"], taken["total"], play.balance("ann")) == ("4.00", "6.00", "994.00")
    play.do("withdraw_bet", by="ann", bet="b1")
    assert (play.state["bets"], play.balance("ann")) == ([], "1000.00")
    play.bet("ann", 1, "player", "20")
    assert _net(play) == {"ann": "20.00"}


LIMITS = {"min": "25", "max": "100", "side_min": "5", "side_max": "20"}


@pytest.mark.parametrize(
    ("bet", "amount", "code"),
    [
        ("player", "24.99", "below_minimum"),
        ("banker", "100.01", "above_maximum"),
        ("tie", "4.99", "below_minimum"),
        ("tie", "20.01", "above_maximum"),
    ],
)
def test_a_limit_is_kept_at_once_or_the_dealer_is_warned(bet: str, amount: str, code: str) -> None:
    """The same bet at the two kinds of table: refused, or lying there with a warning."""
    play = _table("classic", limits=LIMITS, enforcement="automatic")
    assert play.refused("place_bet", by="ann", box=1, bet=bet, amount=amount)["code"] == code
    play = _table("classic", limits=LIMITS, enforcement="dealer")
    placed = only(play.do("place_bet", by="ann", box=1, bet=bet, amount=amount), "bet_placed")
    assert _codes(placed) == [code]
    assert play.state["bets"][0]["amount"] == placed["amount"]


@pytest.mark.parametrize(
    ("bet", "amount"), [("player", "25"), ("banker", "100"), ("tie", "5"), ("tie", "20")]
)
@pytest.mark.parametrize("enforcement", ["automatic", "dealer"])
def test_a_bet_on_its_limit_is_within_it(bet: str, amount: str, enforcement: str) -> None:
    play = _table("classic", limits=LIMITS, enforcement=enforcement)
    placed = only(play.do("place_bet", by="ann", box=1, bet=bet, amount=amount), "bet_placed")
    assert _codes(placed) == []


def test_raising_above_the_maximum() -> None:
    play = _table("classic", ("ann", 1, "player", "90"), limits=LIMITS)
    wrong = play.refused("increase_bet", by="ann", bet="b1", amount="10.01")
    assert wrong["code"] == "above_maximum"
    play = _table("classic", ("ann", 1, "player", "90"), limits=LIMITS, enforcement="dealer")
    raised = only(play.do("increase_bet", by="ann", bet="b1", amount="10.01"), "bet_increased")
    assert _codes(raised) == ["above_maximum"]


def test_without_its_own_maximum_a_side_bet_falls_under_that_of_the_hands() -> None:
    play = _table("classic", limits={"max": "100"})
    wrong = play.refused("place_bet", by="ann", box=1, bet="tie", amount="100.01")
    assert wrong["code"] == "above_maximum"


def test_the_minimum_of_the_hands_is_not_that_of_side_bets() -> None:
    play = _table("tiger", limits={"min": "25"})
    play.bet("ann", 1, "tie", "0.01")
    play = _table("tiger", limits={"side_min": "25"})
    play.bet("ann", 1, "player", "0.01")


def test_a_kind_of_bet_and_a_box_may_have_their_own_limits() -> None:
    limits = {
        "min": "10",
        "max": "50",
        "by_bet": {"tie": {"max": "5"}, "banker": {"min": "20"}},
        "by_box": {"2": {"min": "30", "max": "80"}},
    }
    play = _table("classic", limits=limits)
    for player, box, bet, amount, code in (
        ("ann", 1, "tie", "5.01", "above_maximum"),
        ("ann", 1, "banker", "19", "below_minimum"),
        ("ann", 1, "player", "51", "above_maximum"),
        ("bob", 2, "player", "29", "below_minimum"),
        ("bob", 2, "player", "81", "above_maximum"),
    ):
        wrong = play.refused("place_bet", by=player, box=box, bet=bet, amount=amount)
        assert wrong["code"] == code, (bet, box)
    play.bet("ann", 1, "player", "10")
    play.bet("bob", 2, "player", "80")
    play.bet("bob", 2, "tie", "5")


def test_a_dealer_closes_no_bets_above_a_maximum() -> None:
    """There is no pro rata for a maximum: the excess is rejected, or raised no further, first."""
    bets = ("ann", 1, "player", "150")
    play = _table("classic", bets, limits=LIMITS, enforcement="dealer")
    assert play.refused("close_bets")["code"] == "above_maximum"
    play.do("reject_excess")
    assert _net(play) == {"ann": "100.00"}


def test_tournament_backs_one_hand_whatever_the_box() -> None:
    play = _table("tournament", ("ann", 1, "player", "50"))
    play.do("sit", by="ann", box=4)
    for box in (1, 4):
        wrong = play.refused("place_bet", by="ann", box=box, bet="banker", amount="50")
        assert error_of(wrong) == ("both_sides", "3.3")
    play.bet("ann", 4, "player", "50")
    play.bet("bob", 2, "banker", "50")
    assert _net(play) == {"ann": "100.00", "bob": "-50.00"}


def test_tournament_side_bets_come_after_a_bet_on_a_hand() -> None:
    """On any box of the same patron; and that bet is not taken back from under them."""
    play = _table("tournament", ("bob", 2, "player", "50"))
    wrong = play.refused("place_bet", by="ann", box=1, bet="tie", amount="10")
    assert error_of(wrong) == ("side_needs_main", "3.4")
    main = play.bet("ann", 1, "player", "50")
    play.do("sit", by="ann", box=4)
    side = play.bet("ann", 4, "player_pair", "10")
    wrong = play.refused("withdraw_bet", by="ann", bet=main)
    assert error_of(wrong) == ("side_needs_main", "3.4")
    play.do("withdraw_bet", by="ann", bet=main, amount="20")
    second = play.bet("ann", 4, "player", "5")
    play.do("withdraw_bet", by="ann", bet=main)
    assert play.refused("withdraw_bet", by="ann", bet=second)["code"] == "side_needs_main"
    play.do("withdraw_bet", by="ann", bet=side)
    play.do("withdraw_bet", by="ann", bet=second)
    assert play.balance("ann") == "1000.00"


@pytest.mark.parametrize("game", ["classic", "no-commission", "tiger", "insurance"])
def test_elsewhere_both_hands_and_lone_side_bets_are_taken(game: str) -> None:
    play = _table(game, ("ann", 1, "tie", "10"), ("ann", 1, "player", "50"))
    play.bet("ann", 1, "banker", "50")
    play.do("withdraw_bet", by="ann", bet="b2")
    play.do("withdraw_bet", by="ann", bet="b3")
    assert _net(play) == {"ann": "-10.00"}


@pytest.mark.parametrize("game", ["classic", "no-commission", "tournament"])
def test_where_nobody_stands(game: str) -> None:
    play = _table(game, ("ann", 1, "player", "50"))
    wrong = play.refused("place_bet", by="bob", box=1, bet="player", amount="10", standing=True)
    assert wrong["code"] == "no_standing"


@pytest.mark.parametrize(("game", "rule"), [("tiger", "1.19"), ("insurance", "1.20")])
def test_who_stands_needs_a_seated_bettor(game: str, rule: str) -> None:
    """A seat without a bet is not enough; any kind of bet is."""
    play = _table(game)
    for box in (1, 7):
        wrong = play.refused(
            "place_bet", by="bob", box=box, bet="player", amount="10", standing=True
        )
        assert error_of(wrong) == ("no_standing", rule)
    play.bet("ann", 1, "tie", "5")
    play.bet("bob", 1, "player", "10", **STANDING)


@pytest.mark.parametrize(("game", "rule"), [("tiger", "1.19"), ("insurance", "1.20")])
def test_standing_bets_go_back_when_the_seated_bettor_takes_all_back(game: str, rule: str) -> None:
    """As long as the seated patron has anything on the box they stay."""
    play = _table(game, ("ann", 1, "player", "50"), ("ann", 1, "tie", "5"))
    play.bet("bob", 1, "player", "30", id="b", **STANDING)
    play.bet("cy", 1, "tie", "20", id="c", **STANDING)
    assert types(play.do("withdraw_bet", by="ann", bet="b1")) == ["bet_withdrawn"]
    taken = play.do("withdraw_bet", by="ann", bet="b2")
    assert types(taken) == ["bet_withdrawn", "bet_returned", "bet_returned"]
    assert [(event["bet"], event["amount"], event["rule"]) for event in taken[1:]] == [
        ("b", "30.00", rule),
        ("c", "20.00", rule),
    ]
    assert play.state["bets"] == []
    assert [play.balance(name) for name in ("ann", "bob", "cy")] == ["1000.00"] * 3


def test_a_round_without_bets_is_played() -> None:
    play = _table("tiger")
    assert _net(play) == {}
    assert (play.phase, play.house) == ("idle", "0.00")


def test_a_dealer_is_warned_of_what_a_withdrawal_leaves() -> None:
    play = _table("tiger", ("ann", 1, "player", "30"), limits={"min": "25"}, enforcement="dealer")
    taken = only(play.do("withdraw_bet", by="ann", bet="b1", amount="10"), "bet_withdrawn")
    assert (taken["total"], _codes(taken)) == ("20.00", ["below_minimum"])


def test_staff_names_the_owner_of_a_bet_or_nobody() -> None:
    play = _table("tiger", ("ann", 1, "player", "30"))
    for command, amount in (("increase_bet", "5"), ("withdraw_bet", None)):
        wrong = play.refused(command, player="bob", bet="b1", amount=amount)
        assert wrong["code"] == "not_yours"


def test_a_side_bet_goes_back_with_the_hand_that_is_rejected() -> None:
    """Nothing may lie on a hand at box 1 of this tournament, so nothing may lie beside it."""
    limits = {"max": "100", "by_box": {"1": {"max": "0", "side_max": "5"}}}
    bets = (("ann", 1, "player", "10"), ("ann", 1, "tie", "5"), ("bob", 2, "player", "10"))
    play = _table("tournament", *bets, limits=limits, enforcement="dealer")
    rejected = play.do("reject_excess")
    assert [(event["bet"], event["total"], event["rule"]) for event in rejected[1:]] == [
        ("b2", "0.00", "3.4")
    ]
    assert (rejected[0]["bet"], rejected[0]["total"]) == ("b1", "0.00")
    assert _net(play) == {"bob": "10.00"}


def test_a_counted_id_passes_over_those_that_are_taken() -> None:
    play = _table("tiger")
    play.bet("ann", 1, "player", "10", id="b2")
    assert play.bet("ann", 1, "tie", "10") == "b3"


@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_who_stands_needs_the_seated_bettor_of_that_box(game: str) -> None:
    """Ann's bet at box 1 does not let Bob stand at box 3, where Cy sits and has not bet."""
    play = _table(game, ("ann", 1, "player", "50"))
    wrong = play.refused("place_bet", by="bob", box=3, bet="player", amount="10", **STANDING)
    assert wrong["code"] == "no_standing"


def test_standing_bets_go_back_though_others_stay() -> None:
    """Bob's bet came first and stays; Cy stood behind Ann."""
    play = _table("tiger", ("bob", 2, "player", "50"), ("ann", 1, "player", "50"))
    play.bet("cy", 1, "player", "30", id="c", **STANDING)
    assert types(play.do("withdraw_bet", by="ann", bet="b2")) == ["bet_withdrawn", "bet_returned"]
    assert [bet["id"] for bet in play.state["bets"]] == ["b1"]


@pytest.mark.parametrize("enforcement", ["automatic", "dealer"])
def test_a_single_unit_is_below_the_minimum_too(enforcement: str) -> None:
    play = _table("tiger", limits={"min": "25"}, enforcement=enforcement)
    said = play.say("place_bet", by="ann", box=1, bet="player", amount="0.01")
    if enforcement == "automatic":
        assert said["error"]["code"] == "below_minimum"
    else:
        assert _codes(said["events"][0]) == ["below_minimum"]


def test_excess_of_a_side_bet_goes_back_by_the_limits_not_by_the_differential() -> None:
    limits = {"side_max": "20", "max_differential": "100"}
    bets = (("ann", 1, "tie", "30"), ("ann", 1, "player", "150"))
    play = _table("tiger", *bets, limits=limits, enforcement="dealer")
    rejected = play.do("reject_excess")
    assert {(event["bet"], event["amount"], event["rule"]) for event in rejected} == {
        ("b1", "10.00", "3.5"),
        ("b2", "50.00", "5.1"),
    }


def test_a_withdrawal_warns_of_the_other_hand_alone() -> None:
    """What is taken off the heavy hand, or off no hand, brings nobody over the differential."""
    bets = (("ann", 1, "banker", "500"), ("bob", 2, "player", "50"), ("bob", 2, "tie", "5"))
    limits = {"max_differential": "100", "scope": "table"}
    play = _table("tiger", *bets, limits=limits, enforcement="dealer")
    for bet, amount, codes in (
        ("b1", "100", []),
        ("b3", "1", []),
        ("b2", "10", ["above_differential"]),
    ):
        taken = play.do("withdraw_bet", bet=bet, amount=amount)
        assert _codes(taken[0]) == codes


def test_closing_lists_the_bets_that_were_cut_and_no_others() -> None:
    """Ann's small bet counts whole and Bob's hand is the lighter one: neither is listed."""
    bets = (("ann", 1, "banker", "10"), ("cy", 3, "banker", "300"), ("bob", 2, "player", "50"))
    limits = {"min": "25", "max_differential": "100", "scope": "table"}
    play = _table("tiger", *bets, limits=limits, enforcement="dealer")
    closed = only(play.do("close_bets"), "bets_closed")
    assert closed["pro_rata"] == [{"bet": "b2", "in_action": "140.00"}]
    assert closed.get("squeezes") is None


def test_insurance_before_its_odds_are_out_names_the_paragraph() -> None:
    play = _table("insurance", ("ann", 1, "banker", "50"))
    wrong = play.refused("place_bet", by="ann", box=1, bet="banker_insurance", amount="5")
    assert error_of(wrong) == ("insurance_closed", "1.9")


@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_a_paragraph_on_late_bets_is_cited_for_late_ones_alone(game: str) -> None:
    """Between rounds and while betting is interrupted, nothing came after the closing call."""
    play = _table(game, ("ann", 1, "player", "50"))
    late: dict[str, Any] = {"by": "ann", "box": 1, "bet": "tie", "amount": "10"}
    play.do("interrupt")
    assert error_of(play.refused("place_bet", **late)) == ("wrong_phase", None)
    assert error_of(play.refused("withdraw_bet", by="ann", bet="b1")) == ("wrong_phase", None)
    play.do("resume", by="pit_supervisor")
    opening = play.refused("place_bet", **late)
    assert error_of(opening) == ("wrong_phase", "3.3")
    assert error_of(play.refused("withdraw_bet", by="ann", bet="b1")) == ("wrong_phase", None)
    play.do("open_bets")
    play.bet("ann", 1, "player", "50")
    play.do("close_bets")
    play.do("interrupt")
    assert error_of(play.refused("place_bet", **late)) == ("wrong_phase", "5.6")
