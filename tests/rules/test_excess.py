"""Too much or too little on a box, noticed while bets are open: 5.1 and 5.2 of two documents."""

import pytest

from casino import Coups
from tables import Play, betting_table, error_of, only, types

LIMITS = {"min": "25", "max_differential": "100"}

both_games = pytest.mark.parametrize("game", ["tiger", "insurance"])


def _table(game: str, enforcement: str, *bets: tuple[str, int, str, str]) -> Play:
    """A table where boxes 1 to 4 are ann's, bob's, cy's and di's."""
    return betting_table(
        game,
        *bets,
        cards=Coups.PLAYER_WINS,
        players=("ann", "bob", "cy", "di"),
        limits=LIMITS,
        enforcement=enforcement,
    )


def _amounts(play: Play) -> dict[str, str]:
    return {bet["id"]: bet["amount"] for bet in play.state["bets"]}


@both_games
@pytest.mark.rule("tiger", "5.1")
@pytest.mark.rule("insurance", "5.1")
def test_excess_that_the_dealer_notices_is_rejected(game: str) -> None:
    """130 on one hand, 100 may be: who stood last gets 30 back, and the rest is played."""
    play = _table(game, "dealer")
    play.bet("ann", 1, "player", "60", id="a")
    play.bet("bob", 1, "player", "40", id="b", standing=True)
    placed = play.do("place_bet", by="cy", box=1, bet="player", amount="30", id="c", standing=True)
    warning = only(placed, "bet_placed")["warnings"][0]
    assert (warning["code"], warning["rule"]) == ("above_differential", "5.1")
    rejected = only(play.do("reject_excess"), "bet_returned")
    assert (rejected["bet"], rejected["amount"], rejected["total"]) == ("c", "30.00", "0.00")
    assert rejected["rule"] == "5.1"
    assert _amounts(play) == {"a": "60.00", "b": "40.00"}
    assert play.balance("cy") == "1000.00"
    play.do("close_bets")
    play.deal(4)
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "60.00", "bob": "40.00"}


@both_games
@pytest.mark.rule("tiger", "5.1")
@pytest.mark.rule("insurance", "5.1")
def test_only_the_house_rejects_and_only_until_bets_are_closed(game: str) -> None:
    play = _table(game, "dealer", ("ann", 1, "player", "130"))
    assert error_of(play.refused("reject_excess", by="ann")) == ("not_allowed", "5.1")
    play.do("close_bets")
    assert error_of(play.refused("reject_excess")) == ("wrong_phase", "5.1")


@both_games
@pytest.mark.rule("tiger", "5.1")
@pytest.mark.rule("insurance", "5.1")
def test_a_box_is_filled_by_standing_patrons_up_to_the_differential(game: str) -> None:
    """Money on the other hand makes room; one unit more than there is room for is refused."""
    play = _table(game, "automatic", ("ann", 1, "player", "60"), ("ann", 1, "banker", "30"))
    play.bet("bob", 1, "player", "70", standing=True)
    wrong = play.refused("place_bet", by="cy", box=1, bet="player", amount="25", standing=True)
    assert error_of(wrong) == ("above_differential", "5.1")
    play.bet("cy", 1, "banker", "25", standing=True)
    play.bet("di", 1, "player", "25", standing=True)
    wrong = play.refused("increase_bet", by="di", bet="b5", amount="0.01")
    assert error_of(wrong) == ("above_differential", "5.1")


@both_games
@pytest.mark.rule("tiger", "5.1")
@pytest.mark.rule("insurance", "5.1")
def test_boxes_are_assessed_one_by_one(game: str) -> None:
    """A full box next to theirs does not concern the others, nor does it make room."""
    play = _table(game, "automatic", ("ann", 1, "player", "100"), ("bob", 2, "banker", "100"))
    for player, box, bet in (("ann", 1, "player"), ("bob", 2, "banker")):
        bet_id = f"b{box}"
        wrong = play.refused("increase_bet", by=player, bet=bet_id, amount="1")
        assert error_of(wrong) == ("above_differential", "5.1"), bet
    play.bet("cy", 3, "player", "100")


@both_games
@pytest.mark.parametrize("enforcement", ["automatic", "dealer"])
@pytest.mark.rule("tiger", "5.1")
@pytest.mark.rule("insurance", "5.1")
def test_seated_patrons_come_before_standing_ones(game: str, enforcement: str) -> None:
    """Ann raises her bet on a full box: di and then cy make room, and bob need not."""
    play = _table(game, enforcement, ("ann", 1, "banker", "25"))
    for player in ("bob", "cy", "di"):
        play.bet(player, 1, "banker", "25", standing=True, id=player)
    raised = play.do("increase_bet", by="ann", bet="b1", amount="50")
    assert types(raised) == ["bet_increased", "bet_returned", "bet_returned"]
    assert [(event["bet"], event["amount"], event["rule"]) for event in raised[1:]] == [
        ("di", "25.00", "5.1"),
        ("cy", "25.00", "5.1"),
    ]
    assert raised[0].get("warnings", []) == []
    assert _amounts(play) == {"b1": "75.00", "bob": "25.00"}
    assert (play.balance("cy"), play.balance("di")) == ("1000.00", "1000.00")


@both_games
@pytest.mark.rule("tiger", "5.2")
@pytest.mark.rule("insurance", "5.2")
def test_who_bets_too_little_is_told_and_may_raise_it(game: str) -> None:
    play = _table(game, "dealer")
    placed = play.do("place_bet", by="ann", box=1, bet="player", amount="10", id="a")
    codes = [warning["code"] for warning in only(placed, "bet_placed")["warnings"]]
    assert codes == ["below_minimum"]
    assert _amounts(play) == {"a": "10.00"}
    raised = only(play.do("increase_bet", by="ann", bet="a", amount="14.99"), "bet_increased")
    assert [warning["code"] for warning in raised["warnings"]] == ["below_minimum"]
    raised = only(play.do("increase_bet", by="ann", bet="a", amount="0.01"), "bet_increased")
    assert (raised["total"], raised.get("warnings", [])) == ("25.00", [])


@both_games
@pytest.mark.rule("tiger", "5.2")
@pytest.mark.rule("insurance", "5.2")
def test_who_bets_too_little_may_take_it_back(game: str) -> None:
    play = _table(game, "dealer", ("ann", 1, "player", "10"))
    taken = only(play.do("withdraw_bet", by="ann", bet="b1"), "bet_withdrawn")
    assert (taken["amount"], taken["total"]) == ("10.00", "0.00")
    assert (play.state["bets"], play.balance("ann")) == ([], "1000.00")


@both_games
@pytest.mark.rule("tiger", "5.2")
@pytest.mark.rule("insurance", "5.2")
def test_an_automatic_table_takes_no_bet_below_the_minimum(game: str) -> None:
    """The displayed limit is the patron's own duty, and the refusal says so."""
    play = _table(game, "automatic", ("ann", 1, "player", "25"))
    wrong = play.refused("place_bet", by="bob", box=2, bet="player", amount="24.99")
    assert error_of(wrong) == ("below_minimum", "3.5")
    wrong = play.refused("withdraw_bet", by="ann", bet="b1", amount="0.01")
    assert error_of(wrong) == ("below_minimum", "3.5")


@both_games
@pytest.mark.rule("tiger", "5.2")
@pytest.mark.rule("insurance", "5.2")
def test_a_bet_that_stays_too_small_is_played_as_it_is(game: str) -> None:
    play = _table(game, "dealer", ("ann", 1, "player", "10"))
    play.do("close_bets")
    play.deal(4)
    assert only(play.do("settle"), "round_settled")["net"] == {"ann": "10.00"}
    assert (play.balance("ann"), play.house) == ("1010.00", "-10.00")


@pytest.mark.parametrize("game", ["classic", "no-commission", "tournament"])
def test_where_no_paragraph_makes_limits_a_duty_the_one_about_too_little_is_cited(
    game: str,
) -> None:
    """These games borrow what is done about it."""
    play = betting_table(game, cards=Coups.PLAYER_WINS, limits={"min": "25"})
    wrong = play.refused("place_bet", by="ann", box=1, bet="player", amount="24.99")
    assert error_of(wrong) == ("below_minimum", "tiger 5.2")
