"""Chips are settled where they lie when bets are closed, whoever put them in the wrong place."""

from typing import Any

import pytest

from casino import Coups
from tables import betting_table, error_of, only

CASES = [
    # Banker wins with six: Tiger would have won, Tiger Tie has lost.
    pytest.param("tiger", Coups.SIX_ON_TWO, "tiger", "tiger_tie", 12, id="tiger"),
    # Player has a pair, Banker none.
    pytest.param("insurance", Coups.BANKER_WINS, "player_pair", "banker_pair", 11, id="insurance"),
]
both_games = pytest.mark.parametrize(("game", "cards", "meant", "lies", "odds"), CASES)


@both_games
@pytest.mark.rule("tiger", "5.13")
@pytest.mark.rule("insurance", "5.14")
@pytest.mark.parametrize("who", ["ann", "dealer"])
def test_a_mistake_that_is_seen_too_late_is_the_players(
    game: str, cards: str, meant: str, lies: str, odds: int, who: str
) -> None:
    """Ann put the chips on the wrong bet, or had the dealer put them: nothing is moved any more."""
    play = betting_table(game, cards=cards)
    fields: dict[str, Any] = {"player": "ann", "box": 1, "amount": "10"}
    wrong = only(play.do("place_bet", by=who, bet=lies, **fields), "bet_placed")["id"]
    play.bet("bob", 2, meant, "10")
    play.do("close_bets")
    for command in ("withdraw_bet", "increase_bet"):
        refused = play.refused(command, by=who, bet=wrong, amount="1")
        assert error_of(refused) == ("wrong_phase", "5.6")
    assert error_of(play.refused("place_bet", by=who, bet=meant, **fields)) == (
        "wrong_phase",
        "5.6",
    )
    while play.phase == "dealing":
        play.deal(1)
    settled = only(play.do("settle"), "round_settled")
    assert settled["net"] == {"ann": "-10.00", "bob": f"{10 * odds}.00"}


@both_games
@pytest.mark.rule("tiger", "5.13")
@pytest.mark.rule("insurance", "5.14")
def test_what_counts_is_where_chips_lie_at_closing_and_not_where_they_lay_first(
    game: str, cards: str, meant: str, lies: str, odds: int
) -> None:
    """Taken off one bet, laid on another, raised, and lowered in part: 20 play, on the second."""
    play = betting_table(game, cards=cards)
    first = play.bet("ann", 1, lies, "10")
    play.do("withdraw_bet", by="ann", bet=first)
    moved = play.bet("ann", 1, meant, "10")
    play.do("increase_bet", by="ann", bet=moved, amount="30")
    play.do("withdraw_bet", by="ann", bet=moved, amount="20")
    play.do("close_bets")
    while play.phase == "dealing":
        play.deal(1)
    settled = only(play.do("settle"), "round_settled")
    assert [(line["id"], line["in_action"]) for line in settled["bets"]] == [(moved, "20.00")]
    assert settled["net"] == {"ann": f"{20 * odds}.00"}


@pytest.mark.rule("tiger", "5.13")
@pytest.mark.rule("insurance", "5.14")
@pytest.mark.parametrize(("game", "won"), [("tiger", "9.50"), ("insurance", "10.00")])
def test_a_bet_is_settled_on_the_box_and_hand_where_it_lies(game: str, won: str) -> None:
    """Ann's chips on both hands and bob's on one: each by its own hand, though ann meant one."""
    play = betting_table(game, cards=Coups.BANKER_WINS)
    for who, box, bet in (("ann", 1, "player"), ("ann", 1, "banker"), ("bob", 2, "player")):
        play.bet(who, box, bet, "10")
    play.do("close_bets")
    while play.phase == "dealing":
        play.deal(1)
    settled = only(play.do("settle"), "round_settled")
    assert [line["profit"] for line in settled["bets"]] == ["-10.00", won, "-10.00"]
