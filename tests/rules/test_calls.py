"""The two calls of a round: what may be bet between them, and what is refused before and after."""

import pytest

from casino import Coups
from tables import Play, betting_table, dealt_table, error_of, only, seated_table, types

OPENS = {"tournament": "3.1", "tiger": "3.3", "insurance": "3.3"}
CLOSES = {"tournament": "3.2", "tiger": "3.8", "insurance": "3.8"}
LATE_BET = {"tournament": "5.2", "tiger": "5.6", "insurance": "5.6"}
LATE_WITHDRAWAL = {"tournament": "5.3", "tiger": "5.6", "insurance": "5.6"}

three_games = pytest.mark.parametrize("game", ["tournament", "tiger", "insurance"])


def _nobody_bets(play: Play, game: str, rule: str) -> None:
    """Whoever tries, for themselves or as staff for a patron, is refused by the same paragraph."""
    for by, player in (("ann", None), ("dealer", "ann"), ("shift_manager", "ann")):
        wrong = play.refused(
            "place_bet", by=by, player=player, box=1, bet="player", amount="50", id="late"
        )
        assert error_of(wrong) == ("wrong_phase", rule), game


@three_games
@pytest.mark.rule("tournament", "3.1")
@pytest.mark.rule("tiger", "3.3")
@pytest.mark.rule("insurance", "3.3")
def test_bets_are_placed_from_the_opening_call_on(game: str) -> None:
    play = seated_table(game, cards=Coups.PLAYER_WINS)
    _nobody_bets(play, game, OPENS[game])
    called = only(play.do("open_bets"), "bets_opened")
    assert (called["round"], called["call"], called["rule"]) == (1, "place_your_bets", OPENS[game])
    assert play.phase == "betting"
    placed = only(play.do("place_bet", by="ann", box=1, bet="player", amount="50"), "bet_placed")
    assert (placed["player"], placed["box"], placed["amount"]) == ("ann", 1, "50.00")
    assert play.balance("ann") == "950.00"


@three_games
@pytest.mark.rule("tournament", "3.1")
@pytest.mark.rule("tiger", "3.3")
@pytest.mark.rule("insurance", "3.3")
def test_the_call_is_the_dealers_and_comes_once(game: str) -> None:
    play = seated_table(game, cards=Coups.PLAYER_WINS)
    assert error_of(play.refused("open_bets", by="ann")) == ("not_allowed", OPENS[game])
    play.do("open_bets")
    assert play.refused("open_bets")["code"] == "wrong_phase"


@three_games
@pytest.mark.rule("tournament", "3.2")
@pytest.mark.rule("tiger", "3.8")
@pytest.mark.rule("insurance", "3.8")
def test_betting_ends_with_the_closing_call(game: str) -> None:
    play = betting_table(game, ("ann", 1, "player", "50"), cards=Coups.PLAYER_WINS)
    assert error_of(play.refused("close_bets", by="ann")) == ("not_allowed", CLOSES[game])
    called = only(play.do("close_bets"), "bets_closed")
    assert (called["round"], called["call"], called["rule"]) == (1, "no_more_bets", CLOSES[game])
    assert play.phase == "dealing"
    assert error_of(play.refused("close_bets")) == ("wrong_phase", CLOSES[game])
    wrong = play.refused("place_bet", by="bob", box=2, bet="player", amount="50")
    assert error_of(wrong) == ("wrong_phase", LATE_BET[game])


@three_games
@pytest.mark.rule("tournament", "3.2")
@pytest.mark.rule("tiger", "3.8")
@pytest.mark.rule("insurance", "3.8")
def test_no_card_comes_before_the_closing_call(game: str) -> None:
    play = betting_table(game, ("ann", 1, "player", "50"), cards=Coups.PLAYER_WINS)
    assert error_of(play.refused("deal")) == ("wrong_phase", CLOSES[game])
    assert play.refused("settle")["code"] == "wrong_phase"


@three_games
@pytest.mark.parametrize("cards", [0, 1, 4])
@pytest.mark.rule("tournament", "5.2")
@pytest.mark.rule("tiger", "3.8", "5.6")
@pytest.mark.rule("insurance", "3.8", "5.6")
def test_nothing_is_placed_or_raised_after_the_closing_call(game: str, cards: int) -> None:
    """Before the first card, between cards and when all lie there; the bet counts as it was."""
    bets = ("ann", 1, "player", "50")
    play = dealt_table(game, bets, cards=Coups.PLAYER_WINS, deal=cards)
    bet = play.state["bets"][0]["id"]
    _nobody_bets(play, game, LATE_BET[game])
    for by in ("ann", "dealer", "pit_manager"):
        wrong = play.refused("increase_bet", by=by, bet=bet, amount="50")
        assert error_of(wrong) == ("wrong_phase", LATE_BET[game])
    play.deal(4 - cards)
    settled = only(play.do("settle"), "round_settled")
    assert settled["net"] == {"ann": "50.00"}
    assert (play.balance("ann"), play.balance("bob")) == ("1050.00", "1000.00")


@three_games
@pytest.mark.parametrize(
    ("cards", "after"), [(Coups.PLAYER_WINS, "1050.00"), (Coups.BANKER_WINS, "950.00")]
)
@pytest.mark.rule("tournament", "5.3")
@pytest.mark.rule("tiger", "5.6")
@pytest.mark.rule("insurance", "5.6")
def test_a_bet_that_somebody_takes_back_too_late_wins_or_loses(
    game: str, cards: str, after: str
) -> None:
    """Whole or in part, by the patron or by staff for them: it stays, and the cards decide."""
    play = dealt_table(game, ("ann", 1, "player", "50"), cards=cards)
    bet = play.state["bets"][0]["id"]
    for by, amount in (("ann", None), ("ann", "20"), ("dealer", None), ("shift_manager", "50")):
        wrong = play.refused("withdraw_bet", by=by, bet=bet, amount=amount)
        assert error_of(wrong) == ("wrong_phase", LATE_WITHDRAWAL[game])
    play.deal(4)
    assert play.refused("withdraw_bet", by="ann", bet=bet)["rule"] == LATE_WITHDRAWAL[game]
    play.do("settle")
    assert play.balance("ann") == after


@three_games
@pytest.mark.rule("tournament", "3.1", "3.2")
@pytest.mark.rule("tiger", "3.3", "3.8")
@pytest.mark.rule("insurance", "3.3", "3.8")
def test_every_round_has_its_own_two_calls(game: str) -> None:
    play = seated_table(game, cards=f"{Coups.PLAYER_WINS} {Coups.PLAYER_WINS}")
    for number in (1, 2):
        assert only(play.do("open_bets"), "bets_opened")["round"] == number
        play.bet("ann", 1, "player", "50")
        assert only(play.do("close_bets"), "bets_closed")["round"] == number
        play.deal(4)
        assert types(play.do("settle")) == ["round_settled"]
        assert play.phase == "idle"
        _nobody_bets(play, game, OPENS[game])
    assert play.balance("ann") == "1100.00"
