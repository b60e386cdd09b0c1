"""Da Hu Ying Xiong, paragraph by paragraph.

What other documents say in the same way has files of its own: drawing, decks, limits, standing
players, layouts, chips that lie in the wrong place.
"""

import pytest

from casino import Coups, bet_on, dealt, ended, ending, played, refusal
from croupier import Code, Outcome, load, settle

GAME = "tiger"
TIGERS = {"tiger": "1.21", "big_tiger": "1.3", "small_tiger": "1.18", "tiger_tie": "1.22"}
BETS = ("player", "banker", "tie", *TIGERS, "tiger_pair")


@pytest.mark.rule("tiger", "2.1.1")
def test_layouts_fix_the_number_of_boxes() -> None:
    """The drawings are missing, seven and nine boxes are our reading; there is no tenth box."""
    assert [layout.boxes for layout in load(GAME).layouts] == [9, 7]
    assert settle(played(GAME, Coups.TIE_AT_7).bet("ann", 9, "player", "10"))
    for box in (0, 10):
        wrong = refusal(played(GAME, Coups.TIE_AT_7).bet("ann", box, "player", "10"))
        assert (wrong.code, wrong.rule) == (Code.NO_BOX, "2.1.1")


@pytest.mark.rule("tiger", "3.7")
@pytest.mark.parametrize("kind", BETS)
def test_each_bet_may_be_placed_alone(kind: str) -> None:
    """No bet of this game needs another one."""
    assert len(bet_on(GAME, Coups.TIE_AT_7, kind)) == 1


@pytest.mark.rule("tiger", "3.7")
def test_eight_bets_in_any_combination() -> None:
    """All eight at once, both hands among them; what is not on the list is no bet."""
    assert set(load(GAME).bet_keys) == set(BETS)
    assert len(bet_on(GAME, Coups.TIE_AT_7, *BETS)) == 8
    for kind in ("super_six_plus", "player_pair", "banker_insurance"):
        wrong = refusal(played(GAME, Coups.TIE_AT_7).bet("ann", 1, kind, "10"))
        assert wrong.code is Code.UNKNOWN_BET


@pytest.mark.rule("tiger", "3.11")
@pytest.mark.parametrize(("player", "banker"), [(8, 0), (9, 5), (8, 8), (9, 9)])
def test_banker_stands_on_a_natural_player(player: int, banker: int) -> None:
    """Player has not drawn either, but after a natural Banker stays even on nothing."""
    assert settle(played(GAME, dealt(player, banker)))


@pytest.mark.rule("tiger", "1.11", "3.14")
def test_only_bets_on_a_hand_are_original_bets() -> None:
    """Of all eight bets, a tie at 7 returns Player and Banker; Tie wins, the others are lost."""
    lines = bet_on(GAME, Coups.TIE_AT_7, *BETS)
    returned = {kind for kind, line in lines.items() if line.outcome is Outcome.PUSH}
    assert returned == {"player", "banker"}
    lost = {kind for kind, line in lines.items() if line.outcome is Outcome.LOSE}
    assert lost == {*TIGERS, "tiger_pair"}


@pytest.mark.rule("tiger", "4.1.1")
@pytest.mark.parametrize("total", range(1, 10))
def test_five_percent_commission_on_banker(total: int) -> None:
    """100 on Banker wins 95 whatever Banker wins with, six included."""
    line = bet_on(GAME, ending(0, total), "banker")["banker"]
    assert ended(line) == ("win 19:20", "95.00")
    assert line.rules == ("4.1.1", "4.1.2")


@pytest.mark.rule("tiger", "4.1.1")
def test_commission_is_rounded_for_the_house() -> None:
    """95 percent of 1.01 is 0.9595: 0.95 is paid, 0.95 of a cent is rounded off."""
    line = bet_on(GAME, Coups.BANKER_WINS, "banker", amount="1.01")["banker"]
    assert ended(line) == ("win 19:20", "0.95")
    assert str(line.rounding) == "19/20"


@pytest.mark.rule("tiger", "4.1.2")
@pytest.mark.parametrize(
    ("cards", "kind", "how", "profit"),
    [
        (Coups.BANKER_WINS, "banker", "win 19:20", "95.00"),
        (Coups.PLAYER_WINS, "player", "win 1:1", "100.00"),
        (Coups.TIE_AT_7, "tie", "win 8:1", "800.00"),
        ("8s 2d 8c 5h", "tiger_pair", "win 4:1", "400.00"),
        ("8s 9d 8c 9h", "tiger_pair", "win 20:1", "2000.00"),
        ("8s 8d 8c 8h", "tiger_pair", "win 100:1", "10000.00"),
        (Coups.SIX_ON_TWO, "tiger", "win 12:1", "1200.00"),
        (Coups.SIX_ON_THREE, "tiger", "win 20:1", "2000.00"),
        (Coups.SIX_ON_THREE, "big_tiger", "win 50:1", "5000.00"),
        (Coups.SIX_ON_TWO, "small_tiger", "win 22:1", "2200.00"),
        (Coups.TIE_AT_6, "tiger_tie", "win 35:1", "3500.00"),
    ],
)
def test_pay_table(cards: str, kind: str, how: str, profit: str) -> None:
    """Every line of the pay table, on a bet of 100."""
    line = bet_on(GAME, cards, kind)[kind]
    assert ended(line) == (how, profit)
    assert "4.1.2" in line.rules


@pytest.mark.rule("tiger", "1.3", "1.18", "1.21", "1.22")
@pytest.mark.parametrize(
    ("cards", "winners"),
    [
        (Coups.SIX_ON_TWO, {"tiger": "12:1", "small_tiger": "22:1"}),
        (Coups.SIX_ON_THREE, {"tiger": "20:1", "big_tiger": "50:1"}),
        (Coups.TIE_AT_6, {"tiger_tie": "35:1"}),
        (ending(6, 6), {"tiger_tie": "35:1"}),
        (Coups.TIE_AT_7, {}),
        (Coups.BANKER_WINS, {}),
        (Coups.PLAYER_WINS, {}),
        ("Ks Qd 6c 5h Tc", {}),  # Player wins with 6; Banker drew a ten to 5
    ],
)
def test_tigers_need_a_six(cards: str, winners: dict[str, str]) -> None:
    """Tigers: Banker wins with six, on two cards (Small) or three (Big); Tiger Tie: six all.

    Any other outcome loses each of them, and the definition is cited either way.
    """
    for kind, line in bet_on(GAME, cards, *TIGERS).items():
        assert ended(line)[0] == (f"win {winners[kind]}" if kind in winners else "lose")
        assert TIGERS[kind] in line.rules


@pytest.mark.rule("tiger", "1.3", "1.18", "1.21", "1.22")
def test_tigers_over_all_totals() -> None:
    """All pairs of final totals on three cards each: only 6 over less, and 6 to 6, win."""
    for player in range(10):
        for banker in range(10):
            lines = bet_on(GAME, ending(player, banker), *TIGERS)
            won = {kind for kind, line in lines.items() if line.outcome is Outcome.WIN}
            if banker == 6 and player < 6:
                assert won == {"tiger", "big_tiger"}
            elif banker == player == 6:
                assert won == {"tiger_tie"}
            else:
                assert not won


@pytest.mark.rule("tiger", "1.23", "3.10")
@pytest.mark.parametrize(
    ("cards", "how"),
    [
        pytest.param("8s 2d 8c 5h", "win 4:1", id="single-player"),
        pytest.param("2s 8d 5c 8h", "win 4:1", id="single-banker"),
        pytest.param("8s 9d 8c 9h", "win 20:1", id="double"),
        pytest.param("Ts Kd Tc Kh 2s 3d", "win 20:1", id="double-tens-and-kings"),
        pytest.param("7s 7d 7c 7h 2s 2d", "win 100:1", id="twin-sevens"),
        pytest.param("Ks Kd Kc Kh 2s 3d", "win 100:1", id="twin-kings"),
        pytest.param("Ts Kd Kc Th 2s 3d", "lose", id="ten-king-is-no-pair"),
        pytest.param("Qs Jd Jc Qh 2s 3d", "lose", id="across-hands-is-no-pair"),
        pytest.param("5s Qd Kc 4h 5d 4c", "lose", id="third-cards-make-no-pair"),
    ],
)
def test_tiger_pair(cards: str, how: str) -> None:
    """One hand's first two cards of one rank: single; both: double; both of the same: twin."""
    line = bet_on(GAME, cards, "tiger_pair")["tiger_pair"]
    assert ended(line)[0] == how
    assert "1.23" in line.rules
