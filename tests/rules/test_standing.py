"""Seated and standing players, as both games have them that let people stand."""

import pytest

from casino import ended, played, refusal
from croupier import Code, settle

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
