"""Da Hu Ying Xiong, paragraph by paragraph; limits and standing players have their own files."""

import pytest

from casino import bet_on, cells, dealt, digits, ended, ending, played, refusal, turns, watch
from croupier import Card, Code, Coup, Hand, Outcome, load, settle
from croupier.cards import DECK, parse_cards

GAME = "tiger"
TIGERS = {"tiger": "1.21", "big_tiger": "1.3", "small_tiger": "1.18", "tiger_tie": "1.22"}
BETS = ("player", "banker", "tie", *TIGERS, "tiger_pair")

# The printed table of play.
PLAYER_DRAWS, PLAYER_STANDS, NATURAL = "0-1-2-3-4-5", "6-7", "8-9"
BANKER = {
    "3": ("0-1-2-3-4-5-6-7-9", "8"),
    "4": ("2-3-4-5-6-7", "0-1-8-9"),
    "5": ("4-5-6-7", "0-1-2-3-8-9"),
    "6": ("6-7", "0-1-2-3-4-5-8-9"),
    "7": ("", "0-1-2-3-4-5-6-7-8-9"),
    "0-1-2": ("0-1-2-3-4-5-6-7-8-9", ""),
}

PLAYER_WINS = "Ks Qd 7c 6h"  # 7 to 6, nobody draws
BANKER_WINS = "3s 2c 3d 5h"  # 7 to 6, nobody draws
SIX_ON_TWO = "Ks 2d 5c 4h Td"  # Banker wins, 6 to 5
SIX_ON_THREE = "2s Kd Tc 4h 3s 2d"  # Banker wins, 6 to 5
TIE_AT_6 = "Ks Qd 6c 6h"
TIE_AT_7 = "Ks Qd 7c 7h"


@pytest.mark.rule("tiger", "2.1.1")
def test_layouts_fix_the_number_of_boxes() -> None:
    """The drawings are missing, seven and nine boxes are our reading; there is no tenth box."""
    assert [layout.boxes for layout in load(GAME).layouts] == [9, 7]
    assert settle(played(GAME, TIE_AT_7).bet("ann", 9, "player", "10"))
    for box in (0, 10):
        wrong = refusal(played(GAME, TIE_AT_7).bet("ann", box, "player", "10"))
        assert (wrong.code, wrong.rule) == (Code.NO_BOX, "2.1.1")


@pytest.mark.rule("tiger", "2.2.1")
@pytest.mark.parametrize("decks", range(4, 11))
def test_four_to_ten_decks(decks: int) -> None:
    """Any number of decks from four to ten will do."""
    assert settle(played(GAME, TIE_AT_7, decks=decks))


@pytest.mark.rule("tiger", "2.2.1")
@pytest.mark.parametrize("decks", [0, 3, 11])
def test_neither_fewer_nor_more_decks(decks: int) -> None:
    """Three are too few, eleven too many."""
    wrong = refusal(played(GAME, TIE_AT_7, decks=decks))
    assert (wrong.code, wrong.rule) == (Code.DECKS_OUT_OF_RANGE, "2.2.1")


@pytest.mark.rule("tiger", "2.2.1")
def test_a_deck_has_each_of_52_cards_once() -> None:
    """Six kings of spades come out of six decks, and cannot come out of five."""
    assert len(set(DECK)) == len(DECK) == 52
    kings = " ".join(["Ks"] * 6)
    assert settle(played(GAME, kings, decks=6))
    wrong = refusal(played(GAME, kings, decks=5))
    assert (wrong.code, wrong.rule) == (Code.FOREIGN_CARD, "5.5.1")


@pytest.mark.rule("tiger", "3.2.1", "3.2.2", "3.2.3")
@pytest.mark.parametrize(
    ("rank", "points"),
    [*zip("A23456789", range(1, 10), strict=True), ("T", 0), ("J", 0), ("Q", 0), ("K", 0)],
)
def test_card_values(rank: str, points: int) -> None:
    """An ace is one, courts nothing, others their face; a ten's ten leaves the last digit."""
    assert all(Card.parse(rank + suit).points == points for suit in "cdhs")


@pytest.mark.rule("tiger", "1.14")
@pytest.mark.parametrize(
    ("cards", "total"), [("7s 8c", 5), ("9s 9c", 8), ("9s 8c 7d", 4), ("5s 5c", 0), ("Ts 9c", 9)]
)
def test_a_total_is_the_last_digit(cards: str, total: int) -> None:
    """15 is five, 18 eight, 24 four, 10 nothing, 19 nine."""
    assert Hand(parse_cards(cards)).total == total


@pytest.mark.rule("tiger", "3.7")
@pytest.mark.parametrize("kind", BETS)
def test_each_bet_may_be_placed_alone(kind: str) -> None:
    """No bet of this game needs another one."""
    assert len(bet_on(GAME, TIE_AT_7, kind)) == 1


@pytest.mark.rule("tiger", "3.7")
def test_eight_bets_in_any_combination() -> None:
    """All eight at once, both hands among them; what is not on the list is no bet."""
    assert set(load(GAME).bet_keys) == set(BETS)
    assert len(bet_on(GAME, TIE_AT_7, *BETS)) == 8
    for kind in ("super_six_plus", "player_pair", "banker_insurance"):
        assert refusal(played(GAME, TIE_AT_7).bet("ann", 1, kind, "10")).code is Code.UNKNOWN_BET


@pytest.mark.rule("tiger", "3.10")
def test_first_and_third_card_are_players() -> None:
    """Four cards alternate, Player first; with fewer nothing is settled."""
    assert turns("2s 6d 3c Kh") == ["player", "banker", "player", "banker"]
    coup = Coup.of("2s 6d 3c Kh")
    assert coup.player.cards == parse_cards("2s 3c")
    assert coup.banker.cards == parse_cards("6d Kh")
    wrong = refusal(played(GAME, "2s 6d 3c"))
    assert (wrong.code, wrong.rule) == (Code.WRONG_CARDS, "3.10")


@pytest.mark.rule("tiger", "3.12")
@pytest.mark.parametrize("total", range(8))
def test_player_draws_by_its_own_total(total: int) -> None:
    """Player draws from 0 to 5 and stands on 6 and 7, whatever Banker has short of a natural."""
    for banker in range(8):
        drawn = watch(GAME, total, banker)
        assert drawn.player is (total in digits(PLAYER_DRAWS))
        assert drawn.player is not (total in digits(PLAYER_STANDS))
        assert drawn.cited[0] == ("3.12",)


@pytest.mark.rule("tiger", "3.12")
@pytest.mark.parametrize(("banker", "third", "draws"), cells(BANKER))
def test_banker_draws_by_the_table(banker: int, third: int, draws: bool) -> None:
    """Each cell of the printed table, for each total that Player draws on."""
    for player in digits(PLAYER_DRAWS):
        drawn = watch(GAME, player, banker, third)
        assert drawn.banker is draws
        assert drawn.cited[1] == ("3.12",)


@pytest.mark.rule("tiger", "3.12", "1.10")
@pytest.mark.parametrize("natural", sorted(digits(NATURAL)))
def test_a_natural_ends_the_drawing(natural: int) -> None:
    """Eight or nine on two cards, in either hand or both: neither draws."""
    for other in range(10):
        for totals in ((natural, other), (other, natural)):
            drawn = watch(GAME, *totals)
            assert not drawn.player
            assert not drawn.banker
            assert drawn.cited[0] == ("1.10", "3.12")


@pytest.mark.rule("tiger", "1.10")
def test_a_natural_has_two_cards() -> None:
    """The same nine on three cards is none; neither is a seven on two."""
    assert Hand(parse_cards("9s Kc")).is_natural
    assert Hand(parse_cards("4s 4c")).is_natural
    assert not Hand(parse_cards("2s 3c 4d")).is_natural
    assert not Hand(parse_cards("2s 5c")).is_natural


@pytest.mark.rule("tiger", "3.11")
@pytest.mark.parametrize("banker", range(8))
def test_banker_alone_draws_up_to_five(banker: int) -> None:
    """Where Player stands on 6 or 7, Banker draws from 0 to 5 and stands on 6 and 7."""
    for player in digits(PLAYER_STANDS):
        drawn = watch(GAME, player, banker)
        assert drawn.banker is (banker in digits("0-1-2-3-4-5"))
        assert drawn.cited[1] == ("3.11",)


@pytest.mark.rule("tiger", "3.11")
@pytest.mark.parametrize(("player", "banker"), [(8, 0), (9, 5), (8, 8), (9, 9)])
def test_banker_stands_on_a_natural_player(player: int, banker: int) -> None:
    """Player has not drawn either, but after a natural Banker stays even on nothing."""
    assert settle(played(GAME, dealt(player, banker)))


@pytest.mark.rule("tiger", "3.13")
def test_the_higher_total_wins() -> None:
    """Every pair of different totals: the higher hand is paid, the lower is lost."""
    for player in range(10):
        for banker in range(10):
            if player == banker:
                continue
            hand, other = ("player", "banker") if player > banker else ("banker", "player")
            lines = bet_on(GAME, ending(player, banker), "player", "banker")
            assert lines[hand].outcome is Outcome.WIN
            assert ended(lines[other]) == ("lose", "-100.00")
            assert lines[other].rules == ("3.13",)
    assert watch(GAME, 7, 6).result == ("3.13",)


@pytest.mark.rule("tiger", "3.14", "1.20")
@pytest.mark.parametrize("total", range(10))
def test_a_tie_gives_original_bets_back(total: int) -> None:
    """Equal totals, whichever: bets on Player and Banker are returned."""
    for line in bet_on(GAME, ending(total, total), "player", "banker").values():
        assert ended(line) == ("push", "0.00")
        assert line.back == 10000
        assert line.rules == ("3.14",)
    assert watch(GAME, 7, 7).result == ("1.20", "3.14")


@pytest.mark.rule("tiger", "1.20")
def test_tie_bets_lose_on_unequal_totals() -> None:
    """A tie bet needs equal points; one point apart is lost."""
    line = bet_on(GAME, PLAYER_WINS, "tie")["tie"]
    assert ended(line) == ("lose", "-100.00")
    assert line.rules == ("1.20",)


@pytest.mark.rule("tiger", "1.11", "3.14")
def test_only_bets_on_a_hand_are_original_bets() -> None:
    """Of all eight bets, a tie at 7 returns Player and Banker; Tie wins, the others are lost."""
    lines = bet_on(GAME, TIE_AT_7, *BETS)
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
    line = bet_on(GAME, BANKER_WINS, "banker", amount="1.01")["banker"]
    assert ended(line) == ("win 19:20", "0.95")
    assert str(line.rounding) == "19/20"


@pytest.mark.rule("tiger", "4.1.2")
@pytest.mark.parametrize(
    ("cards", "kind", "how", "profit"),
    [
        (BANKER_WINS, "banker", "win 19:20", "95.00"),
        (PLAYER_WINS, "player", "win 1:1", "100.00"),
        (TIE_AT_7, "tie", "win 8:1", "800.00"),
        ("8s 2d 8c 5h", "tiger_pair", "win 4:1", "400.00"),
        ("8s 9d 8c 9h", "tiger_pair", "win 20:1", "2000.00"),
        ("8s 8d 8c 8h", "tiger_pair", "win 100:1", "10000.00"),
        (SIX_ON_TWO, "tiger", "win 12:1", "1200.00"),
        (SIX_ON_THREE, "tiger", "win 20:1", "2000.00"),
        (SIX_ON_THREE, "big_tiger", "win 50:1", "5000.00"),
        (SIX_ON_TWO, "small_tiger", "win 22:1", "2200.00"),
        (TIE_AT_6, "tiger_tie", "win 35:1", "3500.00"),
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
        (SIX_ON_TWO, {"tiger": "12:1", "small_tiger": "22:1"}),
        (SIX_ON_THREE, {"tiger": "20:1", "big_tiger": "50:1"}),
        (TIE_AT_6, {"tiger_tie": "35:1"}),
        (ending(6, 6), {"tiger_tie": "35:1"}),
        (TIE_AT_7, {}),
        (BANKER_WINS, {}),
        (PLAYER_WINS, {}),
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


@pytest.mark.rule("tiger", "5.13")
def test_chips_are_settled_where_they_lie() -> None:
    """Banker wins with six: chips on Tiger Tie instead of Tiger are lost, not moved over."""
    lying = played(GAME, SIX_ON_TWO).bet("ann", 1, "tiger_tie", "10").bet("bob", 2, "tiger", "10")
    settlement = settle(lying)
    assert ended(settlement["1"]) == ("lose", "-10.00")
    assert ended(settlement["2"]) == ("win 12:1", "120.00")
    assert dict(settlement.net) == {"ann": -1000, "bob": 12000}
