"""The guide to Baccarat and No Commission Baccarat, section by section, for both games.

The deal, the table for third cards and who wins are in `test_drawing.py`, with other documents'.
"""

import pytest

from casino import Coups, bet_on, dealt, ended, ending, played, refusal, turns, watch
from croupier import Card, Code, Coup, Hand, Refused, load, settle
from croupier.cards import parse_cards
from tables import dealt_table, only, types

both_games = pytest.mark.parametrize("game", ["classic", "no-commission"])


@both_games
@pytest.mark.rule("classic", "card-values")
@pytest.mark.rule("no-commission", "card-values")
@pytest.mark.parametrize(
    ("cards", "total"),
    [("8s 7c", 5), ("5s 6c 7d", 8), ("Ts 9c", 9), ("9s 9c", 8), ("7s 7c", 4), ("5s 5c", 0)],
)
def test_totals_lose_their_tens(game: str, cards: str, total: int) -> None:
    """15 counts five, 18 eight, 19 nine, 14 four, 10 nothing; nine stays nine."""
    assert Hand(parse_cards(cards)).total == total
    assert Hand(parse_cards("4s 5c")).total == 9
    # 7 and 7 count 4 and so draw; with a 3 that is 7, and beats Bank's 6.
    assert ended(bet_on(game, "7s Kd 7c 6h 3s", "player")["player"]) == ("win 1:1", "100.00")


@both_games
@pytest.mark.rule("classic", "card-values-three-cards")
@pytest.mark.rule("no-commission", "card-values-three-cards")
def test_no_hand_gets_a_fourth_card(game: str) -> None:
    """Both hands at nothing after three cards each: the coup is over all the same."""
    six = Coup.of("Ks Qd Tc Jh Kc Qh")
    assert len(six.player.cards) == len(six.banker.cards) == 3
    assert six.next is None
    with pytest.raises(Refused) as caught:
        six.deal(Card.parse("9s"))
    assert caught.value.code is Code.WRONG_CARDS
    assert ended(bet_on(game, "Ks Qd Tc Jh Kc Qh", "tie")["tie"]) == ("win 8:1", "800.00")


@both_games
@pytest.mark.rule("classic", "the-table")
@pytest.mark.rule("no-commission", "the-table")
def test_three_sections_to_bet_on(game: str) -> None:
    """Player, bank and tie, the first two on a hand; pairs are another game's."""
    bets = load(game).bets
    assert {key: bet.main for key, bet in bets.items()} == {
        "player": True,
        "banker": True,
        "tie": False,
    }
    wrong = refusal(played(game, Coups.TIE_AT_7).bet("ann", 1, "player_pair", "10"))
    assert wrong.code is Code.UNKNOWN_BET


@both_games
@pytest.mark.rule("classic", "the-play-bets")
@pytest.mark.rule("no-commission", "the-play-bets")
def test_bets_lie_before_ones_own_seat(game: str) -> None:
    """Nobody sits or stands at a seat that is another's; on one's own, both hands may be backed."""
    seated = played(game, Coups.TIE_AT_7).bet("ann", 3, "player", "10")
    wrong = refusal(seated.bet("bob", 3, "banker", "10"))
    assert (wrong.code, wrong.rule) == (Code.BOX_TAKEN, "the-play-bets")
    wrong = refusal(seated.bet("bob", 3, "banker", "10", standing=True))
    assert (wrong.code, wrong.rule) == (Code.NO_STANDING, "the-play-bets")
    assert settle(seated.bet("bob", 4, "banker", "10").bet("ann", 3, "banker", "20"))


@both_games
@pytest.mark.rule("classic", "the-play-tie-bet")
@pytest.mark.rule("no-commission", "the-play-tie-bet")
def test_anyone_may_bet_on_a_tie(game: str) -> None:
    """Beside a bet on a hand or without one; it loses when the totals differ."""
    for others in ((), ("player",), ("banker",), ("player", "banker")):
        assert ended(bet_on(game, Coups.TIE_AT_7, "tie", *others)["tie"]) == ("win 8:1", "800.00")
    line = bet_on(game, Coups.PLAYER_WINS, "tie")["tie"]
    assert ended(line) == ("lose", "-100.00")
    assert line.rules == ("the-play-tie-bet",)


@both_games
@pytest.mark.rule("classic", "the-play-third-card")
@pytest.mark.rule("no-commission", "the-play-third-card")
@pytest.mark.parametrize(
    ("player", "banker", "third", "hands"),
    [
        (7, 6, 0, ()),
        (5, 6, 0, ("player",)),
        (6, 5, 0, ("banker",)),
        (5, 2, 0, ("player", "banker")),
    ],
)
def test_either_hand_may_get_one_more_card(
    game: str, player: int, banker: int, third: int, hands: tuple[str, ...]
) -> None:
    """None, one or both hands draw; Player's card comes first, and each draws once."""
    tens = [0] * len(hands)
    assert tuple(turns(dealt(player, banker, *tens))[4:]) == hands
    assert Coup.of(dealt(player, banker, *tens)).is_complete
    drawn = watch(game, player, banker, third)
    assert (drawn.player, drawn.banker) == ("player" in hands, "banker" in hands)


@both_games
@pytest.mark.rule("classic", "the-play-winner")
@pytest.mark.rule("no-commission", "the-play-winner")
@pytest.mark.parametrize("ten", ["Ts", "Jh", "Qd", "Kc"])
def test_a_ten_is_worth_nothing(game: str, ten: str) -> None:
    """A ten or a court beside an eight is eight, and loses to an ace beside an eight."""
    assert Card.parse(ten).points == 0
    assert ended(bet_on(game, f"{ten} Ac 8s 8d", "player")["player"]) == ("lose", "-100.00")


@both_games
@pytest.mark.rule("classic", "payout-player")
@pytest.mark.rule("no-commission", "payout-player")
def test_player_pays_even_money(game: str) -> None:
    """100 on Player wins 100."""
    line = bet_on(game, Coups.PLAYER_WINS, "player")["player"]
    assert ended(line) == ("win 1:1", "100.00")
    assert line.rules == ("payout-player",)


@both_games
@pytest.mark.rule("classic", "payout-tie")
@pytest.mark.rule("no-commission", "payout-tie")
def test_tie_pays_eight(game: str) -> None:
    """100 on a tie wins 800."""
    line = bet_on(game, Coups.TIE_AT_7, "tie")["tie"]
    assert ended(line) == ("win 8:1", "800.00")
    assert line.rules == ("payout-tie",)


@pytest.mark.rule("classic", "payout-bank")
@pytest.mark.parametrize("total", range(1, 10))
def test_bank_pays_95_percent(total: int) -> None:
    """Five percent are withheld whatever Bank wins with, six included."""
    line = bet_on("classic", ending(0, total), "banker")["banker"]
    assert ended(line) == ("win 19:20", "95.00")
    assert line.rules == ("payout-bank",)


@pytest.mark.rule("classic", "payout-bank")
def test_commission_is_rounded_for_the_house() -> None:
    """95 percent of 0.10 is 0.095: 0.09 is paid, and the line says that half a cent was lost."""
    line = bet_on("classic", Coups.BANKER_WINS, "banker", amount="0.10")["banker"]
    assert ended(line) == ("win 19:20", "0.09")
    assert str(line.rounding) == "1/2"


@pytest.mark.rule("no-commission", "payout-bank")
@pytest.mark.parametrize("cards", [Coups.SIX_ON_TWO, Coups.SIX_ON_THREE])
def test_bank_pays_half_on_a_six(cards: str) -> None:
    """Bank wins with six, on two cards or three: half the stake."""
    line = bet_on("no-commission", cards, "banker")["banker"]
    assert ended(line) == ("win 1:2", "50.00")
    assert line.rules == ("payout-bank",)


@pytest.mark.rule("no-commission", "payout-bank")
@pytest.mark.parametrize("total", [1, 2, 3, 4, 5, 7, 8, 9])
def test_bank_pays_even_money_otherwise(total: int) -> None:
    """Bank wins with anything else: no commission."""
    line = bet_on("no-commission", ending(0, total), "banker")["banker"]
    assert ended(line) == ("win 1:1", "100.00")
    assert line.rules == ("payout-bank",)


@both_games
def test_what_the_guide_leaves_open_is_our_reading(game: str) -> None:
    """Six to eight decks and at most fourteen boxes: refused beyond, with no section to cite."""
    for decks in (6, 7, 8):
        assert settle(played(game, Coups.TIE_AT_7, decks=decks))
    for decks in (5, 9):
        wrong = refusal(played(game, Coups.TIE_AT_7, decks=decks))
        assert (wrong.code, wrong.rule) == (Code.DECKS_OUT_OF_RANGE, None)
    assert [layout.boxes for layout in load(game).layouts] == [7, 14]
    assert settle(played(game, Coups.TIE_AT_7).bet("ann", 14, "tie", "10"))
    assert refusal(played(game, Coups.TIE_AT_7).bet("ann", 15, "tie", "10")).code is Code.NO_BOX


@pytest.mark.rule("classic", "the-play-same-rules")
@pytest.mark.rule("no-commission", "the-play-same-rules")
def test_only_the_payouts_differ() -> None:
    """Decks, boxes, deal, draws and who may bet what are alike; only Bank pays otherwise."""
    one, other = load("classic"), load("no-commission")
    for part in ("decks", "layouts", "play", "betting", "limits", "bank", "insurance"):
        assert getattr(one, part) == getattr(other, part), part
    apart = [key for key in one.bets if one.bets[key] != other.bets[key]]
    assert apart == ["banker"]
    assert one.bets.keys() == other.bets.keys()


@both_games
@pytest.mark.rule("classic", "the-play-deal")
@pytest.mark.rule("no-commission", "the-play-deal")
def test_two_cards_for_each_hand_lie_face_down_until_they_are_turned(game: str) -> None:
    """One by one, Player's first; a dealer turns them, and nobody sees one of them before.

    At a table that deals face down: the cards of a hand that somebody was granted stay down.
    """
    bets = (("ann", 1, "player", "100"), ("bob", 2, "banker", "50"))
    play = dealt_table(game, *bets, cards="2s 6d 3c Kh 6c 2d", face_down=True)
    for hand in ("player", "banker"):
        play.do("grant_squeeze", player="ann", hand=hand)
    for hands in (("-", ""), ("-", "-"), ("- -", "-"), ("- -", "- -")):
        assert "card" not in only(play.deal(1), "card_dealt")
        assert (play.hand("player"), play.hand("banker")) == hands
    assert play.refused("settle")["code"] == "wrong_phase"
    for hand, number, card in (
        ("player", 2, "3c"),
        ("banker", 1, "6d"),
        ("player", 1, "2s"),
        ("banker", 2, "Kh"),
    ):
        turned = only(play.do("turn", hand=hand, number=number), "card_turned")
        assert (turned["hand"], turned["card"]) == (hand, card)
    assert (play.hand("player"), play.hand("banker")) == ("2s 3c", "6d Kh")


@both_games
@pytest.mark.rule("classic", "the-play-deal", "the-play-third-card")
@pytest.mark.rule("no-commission", "the-play-deal", "the-play-third-card")
@pytest.mark.parametrize("face_down", [True, False])
def test_a_third_card_comes_only_once_both_hands_are_turned(game: str, face_down: bool) -> None:
    """Where cards still lie face down they are turned first: the totals say who draws."""
    bets = ("ann", 1, "player", "100")
    play = dealt_table(game, bets, cards="2s 6d 3c Kh 6c 2d", face_down=face_down)
    if face_down:
        play.do("grant_squeeze", player="ann", hand="player")
    dealt = play.deal(4)
    assert [event["hand"] for event in dealt] == ["player", "banker"] * 2
    fifth = play.deal(1)
    turned = ["card_turned", "card_turned"] if face_down else []
    assert types(fifth) == [*turned, "card_dealt"]
    assert (play.hand("player")[:5], play.hand("banker")) == ("2s 3c", "6d Kh")
