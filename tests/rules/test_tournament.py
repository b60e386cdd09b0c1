"""Non-Commission Baccarat Tournament, paragraph by paragraph.

What other documents say in the same way has files of its own: drawing, decks, and pairs with half
pay (`test_non_commission.py`).
"""

import pytest

from casino import Coups, bet_on, dealt, ended, played, refusal
from croupier import Code, Coup, Refused, load, settle

GAME = "tournament"


@pytest.mark.rule("tournament", "2.1.1", "2.1.2")
def test_four_layouts_fix_the_number_of_boxes() -> None:
    """Bean tables for nine and for seven, mini for seven, big for twelve."""
    boxes = {layout.key: layout.boxes for layout in load(GAME).layouts}
    assert boxes == {"bean-9": 9, "bean-7": 7, "mini-7": 7, "big-12": 12}


@pytest.mark.rule("tournament", "2.1.1", "2.1.2")
def test_no_box_beyond_the_largest_layout() -> None:
    """Twelve boxes are the most; there is none before the first or after the last."""
    assert settle(played(GAME, Coups.PLAYER_WINS).bet("ann", 12, "player", "10"))
    for box in (0, 13):
        wrong = refusal(played(GAME, Coups.PLAYER_WINS).bet("ann", box, "player", "10"))
        assert (wrong.code, wrong.rule) == (Code.NO_BOX, "2.1.2")


@pytest.mark.rule("tournament", "2.1.2")
def test_a_box_is_one_players() -> None:
    """Boxes are marked for each player: nobody sits or stands at another's."""
    seated = played(GAME, Coups.PLAYER_WINS).bet("ann", 1, "player", "10")
    wrong = refusal(seated.bet("bob", 1, "player", "10"))
    assert (wrong.code, wrong.rule) == (Code.BOX_TAKEN, "2.1.2")
    wrong = refusal(seated.bet("bob", 1, "player", "10", standing=True))
    assert (wrong.code, wrong.rule) == (Code.NO_STANDING, "2.1.2")


@pytest.mark.rule("tournament", "2.1.3")
def test_five_areas_to_bet_on() -> None:
    """Player, Banker, Tie and a pair of each hand; no other bet is known."""
    areas = ("player", "banker", "tie", "player_pair", "banker_pair")
    assert load(GAME).bet_keys == areas
    wrong = refusal(played(GAME, Coups.PLAYER_WINS).bet("ann", 1, "super_six_plus", "10"))
    assert wrong.code is Code.UNKNOWN_BET


@pytest.mark.rule("tournament", "3.3")
@pytest.mark.parametrize("other_box", [1, 2])
def test_nobody_backs_both_hands(other_box: int) -> None:
    """One hand a player, also when the second bet lies on another box."""
    round_ = played(GAME, Coups.PLAYER_WINS).bet("ann", 1, "player", "10")
    wrong = refusal(round_.bet("ann", other_box, "banker", "10"))
    assert (wrong.code, wrong.rule) == (Code.BOTH_SIDES, "3.3")


@pytest.mark.rule("tournament", "3.3")
def test_everyone_plays_the_house() -> None:
    """What one wins is not taken from the other: the house pays 50 and collects 20."""
    round_ = played(GAME, Coups.PLAYER_WINS).bet("ann", 1, "player", "50")
    round_ = round_.bet("bob", 2, "banker", "20")
    settlement = settle(round_)
    assert dict(settlement.net) == {"ann": 5000, "bob": -2000}
    assert settlement.house == -3000
    assert refusal(round_.banked("pat", 3, "500")).code is Code.MALFORMED


@pytest.mark.rule("tournament", "3.4")
@pytest.mark.parametrize("side", ["tie", "player_pair", "banker_pair"])
def test_side_bets_only_on_top_of_a_hand(side: str) -> None:
    """Tie and pairs need a bet on Player or Banker by the same player; another's is no help."""
    others = played(GAME, Coups.TIE_AT_7).bet("bob", 2, "player", "10")
    wrong = refusal(others.bet("ann", 1, side, "10"))
    assert (wrong.code, wrong.rule) == (Code.SIDE_NEEDS_MAIN, "3.4")
    for hand in ("player", "banker"):
        assert settle(others.bet("ann", 1, side, "10").bet("ann", 1, hand, "10"))


@pytest.mark.rule("tournament", "3.4")
def test_several_side_bets_on_one_hand() -> None:
    """One bet on a hand carries any number of side bets."""
    assert len(bet_on(GAME, Coups.TIE_AT_7, "banker", "tie", "player_pair", "banker_pair")) == 4


@pytest.mark.rule("tournament", "3.6")
def test_a_missing_third_card_is_missed() -> None:
    """Player 6 stands and Banker 4 must draw: five cards, neither four nor six."""
    assert refusal(played(GAME, dealt(6, 4))).code is Code.WRONG_CARDS
    assert settle(played(GAME, dealt(6, 4, 1)))
    with pytest.raises(Refused, match="complete with 5 cards"):
        Coup.of(dealt(6, 4, 1, 1))


@pytest.mark.rule("tournament", "4.1.1")
@pytest.mark.parametrize(
    ("cards", "main", "kind", "how", "profit"),
    [
        (Coups.PLAYER_WINS, "player", "player", "win 1:1", "100.00"),
        (Coups.BANKER_WINS, "banker", "banker", "win 1:1", "100.00"),
        (Coups.SIX_ON_TWO, "banker", "banker", "win 1:2", "50.00"),
        (Coups.TIE_AT_7, "player", "tie", "win 8:1", "800.00"),
        (Coups.BANKER_WINS, "player", "player_pair", "win 11:1", "1100.00"),
        ("2s 3c 6d 3h", "player", "banker_pair", "win 11:1", "1100.00"),
    ],
)
def test_pay_table(cards: str, main: str, kind: str, how: str, profit: str) -> None:
    """Every line of the pay table, on a bet of 100."""
    line = bet_on(GAME, cards, *dict.fromkeys((main, kind)))[kind]
    assert ended(line) == (how, profit)
    assert "4.1.1" in line.rules
