"""Non-Commission Baccarat Tournament, paragraph by paragraph."""

import pytest

from casino import bet_on, cells, dealt, digits, ended, ending, played, refusal, turns, watch
from croupier import Card, Code, Coup, Hand, Refused, load, settle
from croupier.cards import DECK, parse_cards

GAME = "tournament"

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
BANKER_WINS_WITH_6 = "Ks 2d 5c 4h Td"  # 6 to 5; Player drew a ten
TIE = "Ks Qd 7c 7h"


@pytest.mark.rule("tournament", "2.1.1", "2.1.2")
def test_four_layouts_fix_the_number_of_boxes() -> None:
    """Bean tables for nine and for seven, mini for seven, big for twelve."""
    boxes = {layout.key: layout.boxes for layout in load(GAME).layouts}
    assert boxes == {"bean-9": 9, "bean-7": 7, "mini-7": 7, "big-12": 12}


@pytest.mark.rule("tournament", "2.1.1", "2.1.2")
def test_no_box_beyond_the_largest_layout() -> None:
    """Twelve boxes are the most; there is none before the first or after the last."""
    assert settle(played(GAME, PLAYER_WINS).bet("ann", 12, "player", "10"))
    for box in (0, 13):
        wrong = refusal(played(GAME, PLAYER_WINS).bet("ann", box, "player", "10"))
        assert (wrong.code, wrong.rule) == (Code.NO_BOX, "2.1.2")


@pytest.mark.rule("tournament", "2.1.2")
def test_a_box_is_one_players() -> None:
    """Boxes are marked for each player: nobody sits or stands at another's."""
    seated = played(GAME, PLAYER_WINS).bet("ann", 1, "player", "10")
    wrong = refusal(seated.bet("bob", 1, "player", "10"))
    assert (wrong.code, wrong.rule) == (Code.BOX_TAKEN, "2.1.2")
    wrong = refusal(seated.bet("bob", 1, "player", "10", standing=True))
    assert (wrong.code, wrong.rule) == (Code.NO_STANDING, "2.1.2")


@pytest.mark.rule("tournament", "2.1.3")
def test_five_areas_to_bet_on() -> None:
    """Player, Banker, Tie and a pair of each hand; no other bet is known."""
    areas = ("player", "banker", "tie", "player_pair", "banker_pair")
    assert load(GAME).bet_keys == areas
    wrong = refusal(played(GAME, PLAYER_WINS).bet("ann", 1, "super_six_plus", "10"))
    assert wrong.code is Code.UNKNOWN_BET


@pytest.mark.rule("tournament", "2.2.1")
@pytest.mark.parametrize("decks", range(4, 9))
def test_four_to_eight_decks(decks: int) -> None:
    """Any number of decks from four to eight will do."""
    assert settle(played(GAME, PLAYER_WINS, decks=decks))


@pytest.mark.rule("tournament", "2.2.1")
@pytest.mark.parametrize("decks", [0, 3, 9])
def test_neither_fewer_nor_more_decks(decks: int) -> None:
    """Three are too few, nine too many."""
    wrong = refusal(played(GAME, PLAYER_WINS, decks=decks))
    assert (wrong.code, wrong.rule) == (Code.DECKS_OUT_OF_RANGE, "2.2.1")


@pytest.mark.rule("tournament", "2.2.1")
def test_a_deck_has_each_of_52_cards_once() -> None:
    """Six kings of spades come out of six decks, and cannot come out of five."""
    assert len(set(DECK)) == len(DECK) == 52
    kings = " ".join(["Ks"] * 6)
    assert settle(played(GAME, kings, decks=6))
    wrong = refusal(played(GAME, kings, decks=5))
    assert (wrong.code, wrong.rule) == (Code.FOREIGN_CARD, "5.1.1")


@pytest.mark.rule("tournament", "3.3")
@pytest.mark.parametrize("other_box", [1, 2])
def test_nobody_backs_both_hands(other_box: int) -> None:
    """One hand a player, also when the second bet lies on another box."""
    round_ = played(GAME, PLAYER_WINS).bet("ann", 1, "player", "10")
    wrong = refusal(round_.bet("ann", other_box, "banker", "10"))
    assert (wrong.code, wrong.rule) == (Code.BOTH_SIDES, "3.3")


@pytest.mark.rule("tournament", "3.3")
def test_everyone_plays_the_house() -> None:
    """What one wins is not taken from the other: the house pays 50 and collects 20."""
    round_ = played(GAME, PLAYER_WINS).bet("ann", 1, "player", "50").bet("bob", 2, "banker", "20")
    settlement = settle(round_)
    assert dict(settlement.net) == {"ann": 5000, "bob": -2000}
    assert settlement.house == -3000
    assert refusal(round_.banked("pat", 3, "500")).code is Code.MALFORMED


@pytest.mark.rule("tournament", "3.4")
@pytest.mark.parametrize("side", ["tie", "player_pair", "banker_pair"])
def test_side_bets_only_on_top_of_a_hand(side: str) -> None:
    """Tie and pairs need a bet on Player or Banker by the same player; another's is no help."""
    others = played(GAME, TIE).bet("bob", 2, "player", "10")
    wrong = refusal(others.bet("ann", 1, side, "10"))
    assert (wrong.code, wrong.rule) == (Code.SIDE_NEEDS_MAIN, "3.4")
    for hand in ("player", "banker"):
        assert settle(others.bet("ann", 1, side, "10").bet("ann", 1, hand, "10"))


@pytest.mark.rule("tournament", "3.4")
def test_several_side_bets_on_one_hand() -> None:
    """One bet on a hand carries any number of side bets."""
    assert len(bet_on(GAME, TIE, "banker", "tie", "player_pair", "banker_pair")) == 4


@pytest.mark.rule("tournament", "3.5")
def test_first_and_third_card_are_players() -> None:
    """Four cards alternate, Player first."""
    assert turns("2s 6d 3c Kh") == ["player", "banker", "player", "banker"]
    coup = Coup.of("2s 6d 3c Kh")
    assert coup.player.cards == parse_cards("2s 3c")
    assert coup.banker.cards == parse_cards("6d Kh")


@pytest.mark.rule("tournament", "3.5")
def test_fewer_than_four_cards_are_no_coup() -> None:
    """Nothing is settled before all four initial cards are there."""
    wrong = refusal(played(GAME, "2s 6d 3c"))
    assert (wrong.code, wrong.rule) == (Code.WRONG_CARDS, "3.5")


@pytest.mark.rule("tournament", "3.5", "1-pair")
def test_third_cards_make_no_pair() -> None:
    """Player 5-K-5 and Banker Q-4-4: the pair bets look at the first four cards alone."""
    lines = bet_on(GAME, "5s Qd Kc 4h 5d 4c", "player", "player_pair", "banker_pair")
    for kind in ("player_pair", "banker_pair"):
        assert ended(lines[kind]) == ("lose", "-100.00")
        assert lines[kind].rules == ("1-pair",)


@pytest.mark.rule("tournament", "1-pair")
@pytest.mark.parametrize(
    ("one", "two", "pair"),
    [("K", "K", True), ("T", "T", True), ("9", "9", True), ("T", "K", False), ("Q", "J", False)],
)
def test_a_pair_is_of_one_rank(one: str, two: str, pair: bool) -> None:
    """Kings pair with kings and tens with tens; cards that merely count alike are no pair."""
    # The other hand has 2 and 6, a natural eight: no third cards.
    players = bet_on(GAME, f"{one}s 2d {two}c 6h", "player", "player_pair")["player_pair"]
    bankers = bet_on(GAME, f"2s {one}d 6c {two}h", "player", "banker_pair")["banker_pair"]
    for line in (players, bankers):
        assert ended(line) == (("win 11:1", "1100.00") if pair else ("lose", "-100.00"))
        assert "1-pair" in line.rules


@pytest.mark.rule("tournament", "3.7")
@pytest.mark.parametrize("total", range(8))
def test_player_draws_by_its_own_total(total: int) -> None:
    """Player draws from 0 to 5 and stands on 6 and 7, whatever Banker has short of a natural."""
    for banker in range(8):
        drawn = watch(GAME, total, banker)
        assert drawn.player is (total in digits(PLAYER_DRAWS))
        assert drawn.player is not (total in digits(PLAYER_STANDS))
        assert drawn.cited[0] == ("3.7",)


@pytest.mark.rule("tournament", "3.7")
@pytest.mark.parametrize(("banker", "third", "draws"), cells(BANKER))
def test_banker_draws_by_the_table(banker: int, third: int, draws: bool) -> None:
    """Each cell of the printed table, for each total that Player draws on."""
    for player in digits(PLAYER_DRAWS):
        drawn = watch(GAME, player, banker, third)
        assert drawn.banker is draws
        assert drawn.cited[1] == ("3.7",)


@pytest.mark.rule("tournament", "3.7", "1-natural")
@pytest.mark.parametrize("natural", sorted(digits(NATURAL)))
def test_a_natural_ends_the_drawing(natural: int) -> None:
    """Eight or nine on two cards, in either hand: neither draws, whatever the other has."""
    for other in range(10):
        for totals in ((natural, other), (other, natural)):
            drawn = watch(GAME, *totals)
            assert not drawn.player
            assert not drawn.banker
            assert drawn.cited[0] == ("1-natural", "3.7")


@pytest.mark.rule("tournament", "1-natural")
def test_a_natural_has_two_cards() -> None:
    """The same nine on three cards is none; neither is a seven."""
    assert Hand(parse_cards("9s Kc")).is_natural
    assert Hand(parse_cards("4s 4c")).is_natural
    assert not Hand(parse_cards("2s 3c 4d")).is_natural
    assert not Hand(parse_cards("2s 5c")).is_natural


@pytest.mark.rule("tournament", "3.6", "3.7")
@pytest.mark.parametrize("banker", range(8))
def test_banker_alone_draws_up_to_five(banker: int) -> None:
    """Where Player stands, Banker draws from 0 to 5 and stands on 6 and, as on the table, 7."""
    for player in digits(PLAYER_STANDS):
        drawn = watch(GAME, player, banker)
        assert drawn.banker is (banker in digits("0-1-2-3-4-5"))
        assert drawn.cited[1][0] == "3.6"


@pytest.mark.rule("tournament", "3.6")
def test_a_missing_third_card_is_missed() -> None:
    """Player 6 stands and Banker 4 must draw: five cards, neither four nor six."""
    assert refusal(played(GAME, dealt(6, 4))).code is Code.WRONG_CARDS
    assert settle(played(GAME, dealt(6, 4, 1)))
    with pytest.raises(Refused, match="complete with 5 cards"):
        Coup.of(dealt(6, 4, 1, 1))


@pytest.mark.rule("tournament", "3.8")
@pytest.mark.parametrize(
    ("rank", "points"),
    [*zip("A23456789", range(1, 10), strict=True), ("T", 0), ("J", 0), ("Q", 0), ("K", 0)],
)
def test_card_values(rank: str, points: int) -> None:
    """An ace counts one, tens and courts nothing, every other card its face."""
    assert all(Card.parse(rank + suit).points == points for suit in "cdhs")


@pytest.mark.rule("tournament", "3.8")
@pytest.mark.parametrize(
    ("cards", "total"),
    [("7s 8c", 5), ("9s 9c", 8), ("9s 8c 7d", 4), ("5s 5c", 0), ("Ks Qc Td", 0), ("As 8c", 9)],
)
def test_only_the_units_count(cards: str, total: int) -> None:
    """15 is five, 18 eight, 24 four, 10 and 0 nothing."""
    assert Hand(parse_cards(cards)).total == total


@pytest.mark.rule("tournament", "3.8")
def test_the_higher_count_wins() -> None:
    """Every pair of different totals: the higher hand is paid, the lower is lost."""
    for player in range(10):
        for banker in range(10):
            if player == banker:
                continue
            hand, other = ("player", "banker") if player > banker else ("banker", "player")
            assert str(bet_on(GAME, ending(player, banker), hand)[hand].outcome) == "win"
            lost = bet_on(GAME, ending(player, banker), other)[other]
            assert ended(lost) == ("lose", "-100.00")
            assert lost.rules == ("3.8",)
    assert watch(GAME, 7, 6).result == watch(GAME, 6, 7).result == ("3.8",)


@pytest.mark.rule("tournament", "3.9", "1-tie")
@pytest.mark.parametrize("total", range(10))
def test_a_tie_gives_main_bets_back(total: int) -> None:
    """Equal totals, whichever: Player and Banker bets are the players' again."""
    for hand in ("player", "banker"):
        line = bet_on(GAME, ending(total, total), hand)[hand]
        assert ended(line) == ("push", "0.00")
        assert line.back == 10000
        assert line.rules == ("3.9",)
    assert watch(GAME, 7, 7).result == ("1-tie", "3.9")


@pytest.mark.rule("tournament", "1-tie")
def test_tie_bets_lose_on_unequal_totals() -> None:
    """A tie bet needs equal points; one point apart is lost."""
    line = bet_on(GAME, PLAYER_WINS, "player", "tie")["tie"]
    assert ended(line) == ("lose", "-100.00")
    assert line.rules == ("1-tie",)


@pytest.mark.rule("tournament", "4.1.1")
@pytest.mark.parametrize(
    ("cards", "main", "kind", "how", "profit"),
    [
        (PLAYER_WINS, "player", "player", "win 1:1", "100.00"),
        (BANKER_WINS, "banker", "banker", "win 1:1", "100.00"),
        (BANKER_WINS_WITH_6, "banker", "banker", "win 1:2", "50.00"),
        (TIE, "player", "tie", "win 8:1", "800.00"),
        (BANKER_WINS, "player", "player_pair", "win 11:1", "1100.00"),
        ("2s 3c 6d 3h", "player", "banker_pair", "win 11:1", "1100.00"),
    ],
)
def test_pay_table(cards: str, main: str, kind: str, how: str, profit: str) -> None:
    """Every line of the pay table, on a bet of 100."""
    line = bet_on(GAME, cards, *dict.fromkeys((main, kind)))[kind]
    assert ended(line) == (how, profit)
    assert "4.1.1" in line.rules


@pytest.mark.rule("tournament", "1-non-commission", "4.1.1")
@pytest.mark.parametrize("total", range(1, 10))
def test_banker_pays_half_on_six_only(total: int) -> None:
    """Banker winning with six pays half the stake, on two cards or three; with all else, 1:1."""
    line = bet_on(GAME, ending(0, total), "banker")["banker"]
    assert ended(line) == (("win 1:2", "50.00") if total == 6 else ("win 1:1", "100.00"))
    assert ("1-non-commission" in line.rules) is (total == 6)
    on_two_cards = bet_on(GAME, BANKER_WINS_WITH_6, "banker")["banker"]
    assert "1-non-commission" in on_two_cards.rules
