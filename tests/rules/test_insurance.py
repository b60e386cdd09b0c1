"""Non-Commission Baccarat with Insurance and Super Six Plus: all of it but insurance itself.

Insurance is in `test_insurance_offers.py`. What other documents say in the same way has files of
its own: drawing, decks, pairs and half pay (`test_non_commission.py`), limits, standing players,
layouts, chips that lie in the wrong place.
"""

import pytest

from casino import Coups, bet_on, dealt, ended, ending, played, refusal
from croupier import Code, load, settle

GAME = "insurance"
BETS = ("player", "banker", "tie", "super_six_plus", "player_pair", "banker_pair")


@pytest.mark.rule("insurance", "2.1.1")
def test_six_layouts_fix_the_number_of_boxes() -> None:
    """Bean tables for nine, eight and seven, mini for seven, six and five; no tenth box."""
    bean = {"bean-9": 9, "bean-8": 8, "bean-7": 7}
    mini = {"mini-7": 7, "mini-6": 6, "mini-5": 5}
    assert {layout.key: layout.boxes for layout in load(GAME).layouts} == bean | mini
    assert settle(played(GAME, Coups.TIE_AT_7).bet("ann", 9, "player", "10"))
    for box in (0, 10):
        wrong = refusal(played(GAME, Coups.TIE_AT_7).bet("ann", box, "player", "10"))
        assert (wrong.code, wrong.rule) == (Code.NO_BOX, "2.1.1")


@pytest.mark.rule("insurance", "3.7")
@pytest.mark.parametrize("kind", BETS)
def test_each_bet_may_be_placed_alone(kind: str) -> None:
    """No bet before the deal needs another one."""
    assert len(bet_on(GAME, Coups.TIE_AT_7, kind)) == 1


@pytest.mark.rule("insurance", "3.7")
def test_six_bets_in_any_combination() -> None:
    """All six at once, both hands among them; tiger bets are another game's."""
    assert set(load(GAME).bets) == set(BETS)
    assert len(bet_on(GAME, Coups.TIE_AT_7, *BETS)) == 6
    wrong = refusal(played(GAME, Coups.TIE_AT_7).bet("ann", 1, "tiger", "10"))
    assert wrong.code is Code.UNKNOWN_BET


@pytest.mark.rule("insurance", "3.13")
@pytest.mark.parametrize(("player", "banker"), [(6, 8), (7, 9), (8, 8), (9, 9)])
def test_banker_alone_stands_on_eight_and_nine(player: int, banker: int) -> None:
    """Banker's own natural: four cards are the whole coup."""
    assert settle(played(GAME, dealt(player, banker)))


@pytest.mark.rule("insurance", "4.1.1")
@pytest.mark.parametrize(
    ("cards", "kind", "how", "profit"),
    [
        (Coups.SIX_ON_TWO, "banker", "win 1:2", "50.00"),
        (Coups.BANKER_WINS, "banker", "win 1:1", "100.00"),
        (Coups.PLAYER_WINS, "player", "win 1:1", "100.00"),
        (Coups.TIE_AT_7, "tie", "win 8:1", "800.00"),
        (Coups.BANKER_WINS, "player_pair", "win 11:1", "1100.00"),
        ("2s 3c 6d 3h", "banker_pair", "win 11:1", "1100.00"),
        (Coups.SIX_ON_TWO, "super_six_plus", "win 12:1", "1200.00"),
        (Coups.SIX_ON_THREE, "super_six_plus", "win 20:1", "2000.00"),
    ],
)
def test_pay_table(cards: str, kind: str, how: str, profit: str) -> None:
    """Every line of the pay table, on a bet of 100."""
    line = bet_on(GAME, cards, kind)[kind]
    assert ended(line) == (how, profit)
    assert "4.1.1" in line.rules


@pytest.mark.rule("insurance", "1.11")
def test_half_pay_is_rounded_for_the_house() -> None:
    """Half of 7.77 is 3.885: 3.88 is paid, and the line says that half a cent was lost."""
    line = bet_on(GAME, Coups.SIX_ON_THREE, "banker", amount="7.77")["banker"]
    assert ended(line) == ("win 1:2", "3.88")
    assert str(line.rounding) == "1/2"


@pytest.mark.rule("insurance", "1.21")
@pytest.mark.parametrize(
    ("cards", "how"),
    [
        (Coups.SIX_ON_TWO, "win 12:1"),
        (Coups.SIX_ON_THREE, "win 20:1"),
        (Coups.TIE_AT_6, "lose"),
        (Coups.BANKER_WINS, "lose"),
        (Coups.PLAYER_WINS, "lose"),  # Banker has six and loses
        ("Ks Qd 6c 5h Tc", "lose"),  # Player wins with six
    ],
)
def test_super_six_plus(cards: str, how: str) -> None:
    """Banker wins with six, on two cards or three; any other outcome loses."""
    line = bet_on(GAME, cards, "super_six_plus")["super_six_plus"]
    assert ended(line)[0] == how
    assert "1.21" in line.rules


@pytest.mark.rule("insurance", "1.21")
def test_super_six_plus_over_all_totals() -> None:
    """All pairs of final totals on three cards each: only Banker's six over less wins."""
    for player in range(10):
        for banker in range(10):
            line = bet_on(GAME, ending(player, banker), "super_six_plus")["super_six_plus"]
            wins = banker == 6 and player < 6
            assert ended(line)[0] == ("win 20:1" if wins else "lose")
