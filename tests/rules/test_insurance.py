"""Non-Commission Baccarat with Insurance and Super Six Plus: all of it but insurance itself.

Insurance is in `test_insurance_offers.py`, limits and standing players in files of their own.
"""

import pytest

from casino import bet_on, cells, dealt, digits, ended, ending, played, refusal, turns, watch
from croupier import Card, Code, Coup, Hand, Outcome, load, settle
from croupier.cards import DECK, parse_cards

GAME = "insurance"
BETS = ("player", "banker", "tie", "super_six_plus", "player_pair", "banker_pair")

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
BANKER_WINS = "3s 2c 3d 5h"  # 7 to 6, nobody draws; Player starts with a pair of threes
SIX_ON_TWO = "Ks 2d 5c 4h Td"  # Banker wins, 6 to 5
SIX_ON_THREE = "2s Kd Tc 4h 3s 2d"  # Banker wins, 6 to 5
TIE_AT_6 = "Ks Qd 6c 6h"
TIE_AT_7 = "Ks Qd 7c 7h"


@pytest.mark.rule("insurance", "2.1.1")
def test_six_layouts_fix_the_number_of_boxes() -> None:
    """Bean tables for nine, eight and seven, mini for seven, six and five; no tenth box."""
    bean = {"bean-9": 9, "bean-8": 8, "bean-7": 7}
    mini = {"mini-7": 7, "mini-6": 6, "mini-5": 5}
    assert {layout.key: layout.boxes for layout in load(GAME).layouts} == bean | mini
    assert settle(played(GAME, TIE_AT_7).bet("ann", 9, "player", "10"))
    for box in (0, 10):
        wrong = refusal(played(GAME, TIE_AT_7).bet("ann", box, "player", "10"))
        assert (wrong.code, wrong.rule) == (Code.NO_BOX, "2.1.1")


@pytest.mark.rule("insurance", "2.2.1")
@pytest.mark.parametrize("decks", range(4, 9))
def test_four_to_eight_decks(decks: int) -> None:
    """Any number of decks from four to eight will do."""
    assert settle(played(GAME, TIE_AT_7, decks=decks))


@pytest.mark.rule("insurance", "2.2.1")
@pytest.mark.parametrize("decks", [0, 3, 9])
def test_neither_fewer_nor_more_decks(decks: int) -> None:
    """Three are too few, nine too many."""
    wrong = refusal(played(GAME, TIE_AT_7, decks=decks))
    assert (wrong.code, wrong.rule) == (Code.DECKS_OUT_OF_RANGE, "2.2.1")


@pytest.mark.rule("insurance", "2.2.1")
def test_a_deck_has_each_of_52_cards_once() -> None:
    """Six kings of spades come out of six decks, and cannot come out of five."""
    assert len(set(DECK)) == len(DECK) == 52
    kings = " ".join(["Ks"] * 6)
    assert settle(played(GAME, kings, decks=6))
    wrong = refusal(played(GAME, kings, decks=5))
    assert (wrong.code, wrong.rule) == (Code.FOREIGN_CARD, "5.5.1")


@pytest.mark.rule("insurance", "3.2.1", "3.2.2", "3.2.3")
@pytest.mark.parametrize(
    ("rank", "points"),
    [*zip("A23456789", range(1, 10), strict=True), ("T", 0), ("J", 0), ("Q", 0), ("K", 0)],
)
def test_card_values(rank: str, points: int) -> None:
    """An ace is one, courts nothing, others their face; a ten's ten leaves the last digit."""
    assert all(Card.parse(rank + suit).points == points for suit in "cdhs")


@pytest.mark.rule("insurance", "1.16")
@pytest.mark.parametrize(
    ("cards", "total"), [("7s 8c", 5), ("9s 9c", 8), ("9s 8c 7d", 4), ("5s 5c", 0), ("Ts 9c", 9)]
)
def test_a_total_is_the_last_digit(cards: str, total: int) -> None:
    """15 is five, 18 eight, 24 four, 10 nothing, 19 nine."""
    assert Hand(parse_cards(cards)).total == total


@pytest.mark.rule("insurance", "3.7")
@pytest.mark.parametrize("kind", BETS)
def test_each_bet_may_be_placed_alone(kind: str) -> None:
    """No bet before the deal needs another one."""
    assert len(bet_on(GAME, TIE_AT_7, kind)) == 1


@pytest.mark.rule("insurance", "3.7")
def test_six_bets_in_any_combination() -> None:
    """All six at once, both hands among them; tiger bets are another game's."""
    assert set(load(GAME).bets) == set(BETS)
    assert len(bet_on(GAME, TIE_AT_7, *BETS)) == 6
    assert refusal(played(GAME, TIE_AT_7).bet("ann", 1, "tiger", "10")).code is Code.UNKNOWN_BET


@pytest.mark.rule("insurance", "3.10")
def test_first_and_third_card_are_players() -> None:
    """Four cards alternate, Player first; with fewer nothing is settled."""
    assert turns("2s 6d 3c Kh") == ["player", "banker", "player", "banker"]
    coup = Coup.of("2s 6d 3c Kh")
    assert coup.player.cards == parse_cards("2s 3c")
    assert coup.banker.cards == parse_cards("6d Kh")
    wrong = refusal(played(GAME, "2s 6d 3c"))
    assert (wrong.code, wrong.rule) == (Code.WRONG_CARDS, "3.10")


@pytest.mark.rule("insurance", "3.10", "1.15")
def test_third_cards_make_no_pair() -> None:
    """Player 5-K-5 and Banker Q-4-4: the pair bets look at the first four cards alone."""
    for line in bet_on(GAME, "5s Qd Kc 4h 5d 4c", "player_pair", "banker_pair").values():
        assert ended(line) == ("lose", "-100.00")
        assert line.rules == ("1.15",)


@pytest.mark.rule("insurance", "1.15")
@pytest.mark.parametrize(
    ("one", "two", "pair"),
    [("K", "K", True), ("T", "T", True), ("9", "9", True), ("T", "K", False), ("Q", "J", False)],
)
def test_a_pair_is_of_one_rank(one: str, two: str, pair: bool) -> None:
    """Kings pair with kings and tens with tens; cards that merely count alike are no pair."""
    # The other hand has 2 and 6, a natural eight: no third cards, and no pair there.
    players = bet_on(GAME, f"{one}s 2d {two}c 6h", "player_pair", "banker_pair")
    bankers = bet_on(GAME, f"2s {one}d 6c {two}h", "player_pair", "banker_pair")
    how = ("win 11:1", "1100.00") if pair else ("lose", "-100.00")
    assert ended(players["player_pair"]) == how
    assert ended(bankers["banker_pair"]) == how
    assert ended(players["banker_pair"]) == ended(bankers["player_pair"]) == ("lose", "-100.00")
    assert "1.15" in players["player_pair"].rules
    assert "1.15" in bankers["banker_pair"].rules


@pytest.mark.rule("insurance", "3.15")
@pytest.mark.parametrize("total", range(8))
def test_player_draws_by_its_own_total(total: int) -> None:
    """Player draws from 0 to 5 and stands on 6 and 7, whatever Banker has short of a natural."""
    for banker in range(8):
        drawn = watch(GAME, total, banker)
        assert drawn.player is (total in digits(PLAYER_DRAWS))
        assert drawn.player is not (total in digits(PLAYER_STANDS))
        assert drawn.cited[0] == ("3.15",)


@pytest.mark.rule("insurance", "3.15")
@pytest.mark.parametrize(("banker", "third", "draws"), cells(BANKER))
def test_banker_draws_by_the_table(banker: int, third: int, draws: bool) -> None:
    """Each cell of the printed table, for each total that Player draws on."""
    for player in digits(PLAYER_DRAWS):
        drawn = watch(GAME, player, banker, third)
        assert drawn.banker is draws
        assert drawn.cited[1] == ("3.15",)


@pytest.mark.rule("insurance", "3.15", "1.10")
@pytest.mark.parametrize("natural", sorted(digits(NATURAL)))
def test_a_natural_ends_the_drawing(natural: int) -> None:
    """Eight or nine on two cards, in either hand or both: neither draws."""
    for other in range(10):
        for totals in ((natural, other), (other, natural)):
            drawn = watch(GAME, *totals)
            assert not drawn.player
            assert not drawn.banker
            assert drawn.cited[0] == ("1.10", "3.15")


@pytest.mark.rule("insurance", "1.10")
def test_a_natural_has_two_cards() -> None:
    """The same nine on three cards is none; neither is a seven on two."""
    assert Hand(parse_cards("9s Kc")).is_natural
    assert Hand(parse_cards("4s 4c")).is_natural
    assert not Hand(parse_cards("2s 3c 4d")).is_natural
    assert not Hand(parse_cards("2s 5c")).is_natural


@pytest.mark.rule("insurance", "3.13")
@pytest.mark.parametrize("banker", range(8))
def test_banker_alone_draws_up_to_five(banker: int) -> None:
    """Where Player stands on 6 or 7, Banker draws from 0 to 5 and stands on 6 and 7."""
    for player in digits(PLAYER_STANDS):
        drawn = watch(GAME, player, banker)
        assert drawn.banker is (banker in digits("0-1-2-3-4-5"))
        assert drawn.cited[1] == ("3.13",)


@pytest.mark.rule("insurance", "3.13")
@pytest.mark.parametrize(("player", "banker"), [(6, 8), (7, 9), (8, 8), (9, 9)])
def test_banker_alone_stands_on_eight_and_nine(player: int, banker: int) -> None:
    """Banker's own natural: four cards are the whole coup."""
    assert settle(played(GAME, dealt(player, banker)))


@pytest.mark.rule("insurance", "3.16")
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
            assert lines[other].rules == ("3.16",)
    assert watch(GAME, 7, 6).result == ("3.16",)


@pytest.mark.rule("insurance", "3.17", "1.22")
@pytest.mark.parametrize("total", range(10))
def test_a_tie_gives_original_bets_back(total: int) -> None:
    """Equal totals, whichever: bets on Player and Banker are returned."""
    for line in bet_on(GAME, ending(total, total), "player", "banker").values():
        assert ended(line) == ("push", "0.00")
        assert line.back == 10000
        assert line.rules == ("3.17",)
    assert watch(GAME, 7, 7).result == ("1.22", "3.17")


@pytest.mark.rule("insurance", "1.22")
def test_tie_bets_lose_on_unequal_totals() -> None:
    """A tie bet needs equal points; one point apart is lost."""
    line = bet_on(GAME, PLAYER_WINS, "tie")["tie"]
    assert ended(line) == ("lose", "-100.00")
    assert line.rules == ("1.22",)


@pytest.mark.rule("insurance", "4.1.1")
@pytest.mark.parametrize(
    ("cards", "kind", "how", "profit"),
    [
        (SIX_ON_TWO, "banker", "win 1:2", "50.00"),
        (BANKER_WINS, "banker", "win 1:1", "100.00"),
        (PLAYER_WINS, "player", "win 1:1", "100.00"),
        (TIE_AT_7, "tie", "win 8:1", "800.00"),
        (BANKER_WINS, "player_pair", "win 11:1", "1100.00"),
        ("2s 3c 6d 3h", "banker_pair", "win 11:1", "1100.00"),
        (SIX_ON_TWO, "super_six_plus", "win 12:1", "1200.00"),
        (SIX_ON_THREE, "super_six_plus", "win 20:1", "2000.00"),
    ],
)
def test_pay_table(cards: str, kind: str, how: str, profit: str) -> None:
    """Every line of the pay table, on a bet of 100."""
    line = bet_on(GAME, cards, kind)[kind]
    assert ended(line) == (how, profit)
    assert "4.1.1" in line.rules


@pytest.mark.rule("insurance", "1.11", "4.1.1")
@pytest.mark.parametrize("total", range(1, 10))
def test_banker_pays_half_on_six_only(total: int) -> None:
    """Banker winning with six pays half the stake, on two cards or three; with all else, 1:1."""
    line = bet_on(GAME, ending(0, total), "banker")["banker"]
    assert ended(line) == (("win 1:2", "50.00") if total == 6 else ("win 1:1", "100.00"))
    assert ("1.11" in line.rules) is (total == 6)
    assert "1.11" in bet_on(GAME, SIX_ON_TWO, "banker")["banker"].rules


@pytest.mark.rule("insurance", "1.11")
def test_half_pay_is_rounded_for_the_house() -> None:
    """Half of 7.77 is 3.885: 3.88 is paid, and the line says that half a cent was lost."""
    line = bet_on(GAME, SIX_ON_THREE, "banker", amount="7.77")["banker"]
    assert ended(line) == ("win 1:2", "3.88")
    assert str(line.rounding) == "1/2"


@pytest.mark.rule("insurance", "1.21")
@pytest.mark.parametrize(
    ("cards", "how"),
    [
        (SIX_ON_TWO, "win 12:1"),
        (SIX_ON_THREE, "win 20:1"),
        (TIE_AT_6, "lose"),
        (BANKER_WINS, "lose"),
        (PLAYER_WINS, "lose"),  # Banker has six and loses
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


@pytest.mark.rule("insurance", "5.14")
def test_chips_are_settled_where_they_lie() -> None:
    """Player has a pair and Banker none: chips on the wrong pair are lost, not moved over."""
    lying = played(GAME, BANKER_WINS).bet("ann", 1, "banker_pair", "10")
    settlement = settle(lying.bet("bob", 2, "player_pair", "10"))
    assert ended(settlement["1"]) == ("lose", "-10.00")
    assert ended(settlement["2"]) == ("win 11:1", "110.00")
    assert dict(settlement.net) == {"ann": -1000, "bob": 11000}
