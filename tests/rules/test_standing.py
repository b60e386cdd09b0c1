"""Seated and standing players, as both games have them that let people stand."""

from typing import Any

import pytest

from casino import ended, played, refusal
from croupier import Code, settle
from tables import betting_table, error_of, only

both_games = pytest.mark.parametrize("game", ["tiger", "insurance"])

PLAYER_WINS = "Ks Qd 7c 6h"  # 7 to 6, nobody draws
SEATED = {"tiger": "1.17", "insurance": "1.19"}
STANDING = {"tiger": "1.19", "insurance": "1.20"}


@both_games
@pytest.mark.rule("tiger", "1.17")
@pytest.mark.rule("insurance", "1.19")
def test_a_box_has_one_seated_player(game: str) -> None:
    """A second one cannot sit there; the first may bet on other boxes as well."""
    seated = played(game, PLAYER_WINS).bet("ann", 1, "player", "10")
    wrong = refusal(seated.bet("bob", 1, "player", "10"))
    assert (wrong.code, wrong.rule) == (Code.BOX_TAKEN, SEATED[game])
    assert settle(seated.bet("ann", 2, "player", "10").bet("bob", 3, "player", "10"))


@both_games
@pytest.mark.rule("tiger", "1.17", "1.19")
@pytest.mark.rule("insurance", "1.19", "1.20")
def test_a_standing_player_bets_on_a_seated_players_box(game: str) -> None:
    """On any bet of the box, and whatever the seated player has bet on."""
    seated = played(game, PLAYER_WINS).bet("ann", 1, "tie", "10")
    for kind, how in (("player", "win 1:1"), ("banker", "lose"), ("tie", "lose")):
        settlement = settle(seated.bet("bob", 1, kind, "10", standing=True))
        assert ended(settlement["2"])[0] == how


@both_games
@pytest.mark.rule("tiger", "1.17", "1.19")
@pytest.mark.rule("insurance", "1.19", "1.20")
def test_nobody_stands_where_nobody_sits(game: str) -> None:
    """Seated is who has a bet on the box: an empty box, or another one, has no room to stand."""
    alone = played(game, PLAYER_WINS).bet("bob", 1, "player", "10", standing=True)
    for round_ in (alone, alone.bet("ann", 2, "player", "10")):
        wrong = refusal(round_)
        assert (wrong.code, wrong.rule) == (Code.NO_STANDING, STANDING[game])
    assert settle(alone.bet("ann", 1, "player", "10"))


@both_games
@pytest.mark.rule("tiger", "3.6")
@pytest.mark.rule("insurance", "3.6")
def test_others_take_up_the_balance_of_a_box(game: str) -> None:
    """Ann stakes 40 where 100 may differ: bob and cy fill it up, unasked, and all of it plays."""
    box = played(game, PLAYER_WINS).limited(min="10", max_differential="100")
    box = box.bet("ann", 1, "player", "40").bet("bob", 1, "player", "35", standing=True)
    settlement = settle(box.bet("cy", 1, "player", "25", standing=True))
    assert dict(settlement.net) == {"ann": 4000, "bob": 3500, "cy": 2500}
    assert settlement.house == -10000


@both_games
@pytest.mark.rule("tiger", "1.17", "1.19")
@pytest.mark.rule("insurance", "1.19", "1.20")
def test_who_stands_at_their_own_box_just_sits_there(game: str) -> None:
    """No bet of somebody seated has to lie there first, and nobody seated pushes it back."""
    limits = {"min": "10", "max_differential": "100"}
    play = betting_table(game, cards=PLAYER_WINS, face_down=True, limits=limits)
    fields: dict[str, Any] = {"box": 1, "bet": "player", "standing": True}
    placed = only(play.do("place_bet", by="ann", amount="60", **fields), "bet_placed")
    assert placed["standing"] is False
    assert [bet["standing"] for bet in play.state["bets"]] == [False]
    # So others stand behind it, it can be squeezed for, and it is one bet: not one of each kind.
    play.do("place_bet", by="bob", amount="40", **fields)
    again = play.refused("place_bet", by="ann", box=1, bet="player", amount="10")
    assert again["code"] == "duplicate_bet"
    play.do("request_squeeze", by="ann", hand="player")
    play.do("increase_bet", by="ann", bet=placed["id"], amount="40")
    assert [(bet["player"], bet["amount"]) for bet in play.state["bets"]] == [("ann", "100.00")]


@pytest.mark.parametrize("game", ["classic", "tournament", "no-commission"])
def test_where_nobody_stands_one_still_sits_at_ones_own_box(game: str) -> None:
    play = betting_table(game, cards=PLAYER_WINS)
    fields: dict[str, Any] = {"bet": "player", "amount": "10", "standing": True}
    assert only(play.do("place_bet", by="ann", box=1, **fields), "bet_placed")["standing"] is False
    assert play.refused("place_bet", by="bob", box=1, **fields)["code"] == "no_standing"


@both_games
@pytest.mark.rule("tiger", "1.17", "1.19")
@pytest.mark.rule("insurance", "1.19", "1.20")
def test_one_stands_at_every_box_but_ones_own(game: str) -> None:
    """Bob's seat is another one: behind ann he stands, and only once she has bet."""
    play = betting_table(game, cards=PLAYER_WINS)
    fields: dict[str, Any] = {"box": 1, "bet": "player", "amount": "10", "standing": True}
    wrong = play.refused("place_bet", by="bob", **fields)
    assert error_of(wrong) == ("no_standing", STANDING[game])
    play.bet("ann", 1, "player", "10")
    assert only(play.do("place_bet", by="bob", **fields), "bet_placed")["standing"] is True
