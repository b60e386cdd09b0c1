"""Commission-Free Baccarat, section by section: cards, seats, who may bet, what is paid.

What the player-dealer's wager covers, and fees, are in `test_player_dealer_coverage.py`.
"""

from dataclasses import replace

import pytest

from casino import Coups, bet_on, cells, dealt, digits, ended, ending, played, refusal, turns, watch
from croupier import Card, Code, Coup, CroupierError, Hand, Limits, Outcome, Round, load, settle
from croupier.cards import DECK, parse_cards
from croupier.settlement import Bounds, BoxLimits

GAME = "player-dealer"

# The printed chart: Banker's score, then H or S for each third card of Player from 0 to 9.
CHART = """
7  S S S S S S S S S S
6  S S S S S S H H S S
5  S S S S H H H H S S
4  S S H H H H H H S S
3  H H H H H H H H S H
2  H H H H H H H H H H
1  H H H H H H H H H H
0  H H H H H H H H H H
"""
CELLS = [
    (int(score), third, mark == "H")
    for score, *marks in map(str.split, CHART.strip().splitlines())
    for third, mark in enumerate(marks)
]
# The rules in words, for Banker's totals that look at the third card: drawn on, stood on.
IN_WORDS = {
    "3": ("0-1-2-3-4-5-6-7-9", "8"),
    "4": ("2-3-4-5-6-7", "0-1-8-9"),
    "5": ("4-5-6-7", "0-1-2-3-8-9"),
    "6": ("6-7", "0-1-2-3-4-5-8-9"),
}


def unbanked(cards: str) -> Round:
    """Start a round for which no player-dealer has been found."""
    return Round(load(GAME), Coup.of(cards))


@pytest.mark.rule("player-dealer", "deck")
def test_eight_decks_it_is() -> None:
    """Eight decks, no more and no fewer."""
    assert settle(played(GAME, Coups.TIE_AT_7, decks=8))
    for decks in (0, 6, 7, 9):
        wrong = refusal(played(GAME, Coups.TIE_AT_7, decks=decks))
        assert (wrong.code, wrong.rule) == (Code.DECKS_OUT_OF_RANGE, "deck")


@pytest.mark.rule("player-dealer", "deck")
@pytest.mark.parametrize("joker", ["Jk", "joker", "*", "Xs"])
def test_there_is_no_joker(joker: str) -> None:
    """A deck has 52 cards, and a joker is none of them."""
    assert len(set(DECK)) == len(DECK) == 52
    with pytest.raises(CroupierError) as caught:
        Card.parse(joker)
    assert caught.value.code is Code.BAD_CARD


@pytest.mark.rule("player-dealer", "card-values")
@pytest.mark.parametrize(
    ("rank", "value"),
    [*zip("A23456789", range(1, 10), strict=True), ("T", 10), ("J", 10), ("Q", 10), ("K", 10)],
)
def test_card_values(rank: str, value: int) -> None:
    """Aces count one, courts ten, others their face; of a total only the right-hand digit."""
    for other, points in (("2", 2), ("9", 9)):
        total = Hand(parse_cards(f"{rank}s {other}c")).total
        assert total == (value + points) % 10


@pytest.mark.rule("player-dealer", "hand-ranking")
def test_hands_rank_by_naturals_then_by_value() -> None:
    """Natural nine over natural eight; either over all that it can meet; then nine down to zero.

    A natural never meets a third card, so that it outranks three-card hands by stopping them.
    """
    for cards in (dealt(9, 8), dealt(8, 9), *(dealt(8, other) for other in range(8))):
        coup = Coup.of(cards)
        assert coup.is_complete
        assert len(coup.cards) == 4
    assert ended(bet_on(GAME, dealt(9, 8), "player")["player"])[0] == "win 1:1"
    for total in range(8):
        assert ended(bet_on(GAME, dealt(8, total), "player")["player"])[0] == "win 1:1"
    for higher in range(1, 10):
        line = bet_on(GAME, ending(higher, higher - 1), "player")["player"]
        assert line.outcome is Outcome.WIN


@pytest.mark.rule("player-dealer", "table-seats")
def test_two_tables_with_a_place_for_the_player_dealer() -> None:
    """Seven players and the player-dealer at one, thirteen and the player-dealer at the other."""
    assert {layout.key: layout.boxes for layout in load(GAME).layouts} == {
        "blackjack": 8,
        "baccarat": 14,
    }
    for seats in (8, 14):
        table = unbanked(Coups.PLAYER_WINS).banked("pat", 1, "500", seats=seats)
        for seat in range(2, seats + 1):
            table = table.bet(f"seat {seat}", seat, "player", "1")
        assert len(settle(table).lines) == seats - 1
        wrong = refusal(table.bet("late", seats + 1, "player", "1"))
        assert (wrong.code, wrong.rule) == (Code.NO_BOX, "table-seats")
        beyond = unbanked(Coups.PLAYER_WINS).banked("pat", seats + 1, "500", seats=seats)
        assert (refusal(beyond).code, refusal(beyond).rule) == (Code.NO_BOX, "table-seats")
    assert refusal(unbanked(Coups.TIE_AT_7).banked("pat", 1, "500", seats=9)).code is Code.MALFORMED


@pytest.mark.rule("player-dealer", "table-spaces")
def test_every_seat_has_three_spaces() -> None:
    """Player line, banker line and tie, all three at each seat if one likes; nothing else."""
    bets = load(GAME).bets
    assert {key: bet.main for key, bet in bets.items()} == {
        "player": True,
        "banker": True,
        "tie": False,
    }
    table = played(GAME, Coups.TIE_AT_7)
    for seat in range(1, 8):
        for kind in ("player", "banker", "tie"):
            table = table.bet(f"seat {seat}", seat, kind, "10")
    assert len(settle(table).lines) == 21
    assert refusal(table.bet("seat 1", 1, "player_pair", "10")).code is Code.UNKNOWN_BET


@pytest.mark.rule("player-dealer", "table-limits")
def test_every_seat_has_its_own_limits() -> None:
    """Seat 1 takes 10 to 100, seat 2 takes 50 to 500, the other seats as the table says."""
    limits = Limits(
        Bounds(500, 20000),
        by_box={1: BoxLimits(Bounds(1000, 10000)), 2: BoxLimits(Bounds(5000, 50000))},
    )
    table = replace(played(GAME, Coups.PLAYER_WINS), limits=limits)
    seats = ((1, "9.99", "10", "100"), (2, "49.99", "50", "500"), (3, "4.99", "5", "200"))
    for seat, under, least, most in seats:
        for amount in (least, most):
            line = settle(table.bet("ann", seat, "player", amount))["1"]
            assert line.cause == "whole"
        over = refusal(table.bet("ann", seat, "player", f"{most}.01"))
        assert (over.code, over.rule) == (Code.ABOVE_MAXIMUM, "table-limits")
        # A wager under the minimum that went unnoticed stands, and the line says so.
        small = settle(table.bet("ann", seat, "player", under))["1"]
        assert ended(small) == ("win 1:1", under)
        assert small.cause == "below_minimum"


@pytest.mark.rule("player-dealer", "table-limits")
def test_one_sign_for_the_whole_table() -> None:
    """Five to 200 wherever one sits, tie wagers included in the maximum."""
    table = played(GAME, Coups.TIE_AT_7).limited(min="5", max="200")
    for kind in ("player", "banker", "tie"):
        assert settle(table.bet("ann", 1, kind, "200"))["1"].cause == "whole"
        over = refusal(table.bet("ann", 1, kind, "200.01"))
        assert (over.code, over.rule) == (Code.ABOVE_MAXIMUM, "table-limits")


@pytest.mark.rule("player-dealer", "fees-cardroom", "tie-bet-schedule")
def test_a_kind_of_wager_may_have_its_own_limits() -> None:
    """A cardroom restricts tie wagers to 5 to 25 where the lines take up to 100."""
    limits = Limits(Bounds(None, 10000), by_bet={"tie": Bounds(500, 2500)})
    table = replace(played(GAME, Coups.TIE_AT_7), limits=limits)
    assert settle(table.bet("ann", 1, "player", "100").bet("ann", 1, "tie", "25"))
    assert refusal(table.bet("ann", 1, "tie", "25.01")).code is Code.ABOVE_MAXIMUM
    assert refusal(table.bet("ann", 1, "player", "100.01")).code is Code.ABOVE_MAXIMUM
    small = settle(table.bet("ann", 1, "tie", "4.99").bet("ann", 1, "player", "4.99"))
    assert small["1"].cause == "below_minimum"
    assert small["2"].cause == "whole"


@pytest.mark.rule("player-dealer", "table-no-back-line")
@pytest.mark.parametrize("kind", ["player", "banker"])
def test_nobody_bets_at_anothers_seat(kind: str) -> None:
    """Neither standing behind it nor sitting down on it."""
    seated = played(GAME, Coups.TIE_AT_7).bet("ann", 1, "player", "10")
    wrong = refusal(seated.bet("bob", 1, kind, "10", standing=True))
    assert (wrong.code, wrong.rule) == (Code.NO_STANDING, "table-no-back-line")
    wrong = refusal(seated.bet("bob", 1, kind, "10"))
    assert (wrong.code, wrong.rule) == (Code.BOX_TAKEN, "table-no-back-line")


@pytest.mark.rule("player-dealer", "tie-bet-no-back-line")
def test_nobody_bets_on_anothers_tie_space() -> None:
    """The tie space of a seat is its player's, even where that player has not used it."""
    seated = played(GAME, Coups.TIE_AT_7).bet("ann", 1, "player", "10")
    wrong = refusal(seated.bet("bob", 1, "tie", "10", standing=True))
    assert wrong.code is Code.NO_STANDING
    assert wrong.rule in load(GAME).betting.standing.rules
    assert "tie-bet-no-back-line" in load(GAME).betting.standing.rules
    assert refusal(seated.bet("bob", 1, "tie", "10")).code is Code.BOX_TAKEN


@pytest.mark.rule("player-dealer", "dealing-position")
def test_no_round_without_a_player_dealer() -> None:
    """Nobody bets before the position is taken."""
    table = unbanked(Coups.TIE_AT_7)
    for round_ in (table, table.bet("ann", 1, "player", "10")):
        wrong = refusal(round_)
        assert (wrong.code, wrong.rule) == (Code.PLAYER_DEALER_MISSING, "dealing-position")


@pytest.mark.rule("player-dealer", "dealing-position")
def test_the_player_dealer_places_no_bet() -> None:
    """Nor does anybody else on that seat: who banks the round does not bet in it."""
    table = unbanked(Coups.TIE_AT_7).banked("pat", 3, "500")
    wrong = refusal(table.bet("pat", 4, "player", "10"))
    assert (wrong.code, wrong.rule) == (Code.PLAYER_DEALER_BETS, "dealing-position")
    assert refusal(table.bet("ann", 3, "player", "10")).code is Code.BOX_TAKEN


@pytest.mark.rule("player-dealer", "dealing-cards")
def test_right_and_left_in_rotation() -> None:
    """One card to the right, one to the left, until each hand has two."""
    assert turns("2s 6d 3c Kh") == ["player", "banker", "player", "banker"]
    wrong = refusal(played(GAME, "2s 6d 3c"))
    assert (wrong.code, wrong.rule) == (Code.WRONG_CARDS, "dealing-cards")


@pytest.mark.rule("player-dealer", "dealing-hands")
def test_the_banker_line_owns_the_left_hand() -> None:
    """Second and fourth card are the banker line's, and the other hand is finished first."""
    coup = Coup.of("2s 6d 3c Kh")
    assert coup.banker.cards == parse_cards("6d Kh")
    assert turns(dealt(5, 0, 2, 4))[4:] == ["player", "banker"]
    # Player ends with 7, Banker with 4: dealt the other way round Banker would have won.
    lines = bet_on(GAME, dealt(5, 0, 2, 4), "player", "banker")
    assert lines["player"].outcome is Outcome.WIN
    assert lines["banker"].outcome is Outcome.LOSE


@pytest.mark.rule("player-dealer", "draw-player")
@pytest.mark.parametrize("total", range(10))
def test_player_hits_up_to_five(total: int) -> None:
    """The player's hand hits on 5 or less and stands from 6 to 9."""
    for banker in range(8):
        drawn = watch(GAME, total, banker)
        assert drawn.player is (total <= 5)
        if total < 8:
            assert drawn.cited[0] == ("draw-player",)


@pytest.mark.rule("player-dealer", "draw-banker-alone")
@pytest.mark.parametrize("banker", range(8))
def test_banker_hits_up_to_five_where_player_stood(banker: int) -> None:
    """Against a standing 6 or 7 Banker hits on 5 or less."""
    for player in (6, 7):
        drawn = watch(GAME, player, banker)
        assert drawn.banker is (banker <= 5)
        assert drawn.cited[1] == ("draw-banker-alone",)


@pytest.mark.rule("player-dealer", "draw-banker")
@pytest.mark.parametrize(("banker", "third", "draws"), cells(IN_WORDS))
def test_banker_hits_by_the_rules_in_words(banker: int, third: int, draws: bool) -> None:
    """Three unless 8; four unless 0, 1, 8 or 9; five on 4 to 7; six on 6 or 7."""
    for player in range(6):
        drawn = watch(GAME, player, banker, third)
        assert drawn.banker is draws
        assert "draw-banker" in drawn.cited[1]


@pytest.mark.rule("player-dealer", "draw-chart")
@pytest.mark.parametrize(("banker", "third", "draws"), CELLS)
def test_banker_hits_by_the_chart(banker: int, third: int, draws: bool) -> None:
    """Each cell of the chart, for each total that Player hits on."""
    for player in digits("0-1-2-3-4-5"):
        drawn = watch(GAME, player, banker, third)
        assert drawn.banker is draws
        assert "draw-chart" in drawn.cited[1]


@pytest.mark.rule("player-dealer", "natural-player", "natural-banker")
@pytest.mark.parametrize("natural", [8, 9])
def test_a_natural_stops_the_other_hand(natural: int) -> None:
    """Player's natural keeps Banker from drawing, Banker's keeps Player; settled as they lie."""
    for other in range(10):
        players, bankers = watch(GAME, natural, other), watch(GAME, other, natural)
        assert not players.banker
        assert not bankers.player
        if other < 8:
            assert players.cited[0] == ("natural-player",)
            assert bankers.cited[0] == ("natural-banker",)
        else:
            assert set(players.cited[0]) == {"natural-player", "natural-banker"}
    assert ended(bet_on(GAME, dealt(8, 0), "player")["player"]) == ("win 1:1", "100.00")
    assert ended(bet_on(GAME, dealt(0, 9), "banker")["banker"]) == ("win 1:1", "100.00")


@pytest.mark.rule(
    "player-dealer", "dealing-winner", "paid-player", "collected-player", "collected-banker"
)
def test_the_higher_count_wins() -> None:
    """Every pair of totals: the line of the higher hand is paid, the other line collected."""
    for player in range(10):
        for banker in range(10):
            lines = bet_on(GAME, ending(player, banker), "player", "banker")
            if player > banker:
                assert ended(lines["player"]) == ("win 1:1", "100.00")
                assert ended(lines["banker"]) == ("lose", "-100.00")
                assert "paid-player" in lines["player"].rules
                assert lines["banker"].rules == ("collected-banker",)
            elif banker > player:
                assert lines["banker"].outcome is Outcome.WIN
                assert "paid-banker" in lines["banker"].rules
                assert ended(lines["player"]) == ("lose", "-100.00")
                assert lines["player"].rules == ("collected-player",)
            else:
                assert all(line.outcome is Outcome.PUSH for line in lines.values())
                assert all(line.rules == ("dealing-winner",) for line in lines.values())
    for totals in ((7, 6), (6, 7), (7, 7)):
        assert watch(GAME, *totals).result == ("dealing-winner",)


@pytest.mark.rule("player-dealer", "dealing-bet-player")
def test_player_line_pays_even_money() -> None:
    """100 on the player line wins 100."""
    line = bet_on(GAME, Coups.PLAYER_WINS, "player")["player"]
    assert ended(line) == ("win 1:1", "100.00")
    assert "dealing-bet-player" in line.rules


@pytest.mark.rule("player-dealer", "dealing-bet-banker", "paid-banker")
@pytest.mark.parametrize(
    ("cards", "how", "profit"),
    [
        (Coups.SIX_ON_TWO, "win 1:2", "50.00"),
        (Coups.SIX_ON_THREE, "win 1:2", "50.00"),
        *[(ending(0, total), "win 1:1", "100.00") for total in (1, 2, 3, 4, 5, 7, 8, 9)],
    ],
)
def test_banker_line_pays_half_on_six(cards: str, how: str, profit: str) -> None:
    """Even money on every win but one with six, which earns half."""
    line = bet_on(GAME, cards, "banker")["banker"]
    assert ended(line) == (how, profit)
    assert line.rules == ("paid-banker", "dealing-bet-banker")


@pytest.mark.rule("player-dealer", "tie-bet-alone")
def test_a_tie_wager_needs_no_other() -> None:
    """Alone, or beside either line; but only one for each seat."""
    for others in ((), ("player",), ("banker",), ("player", "banker")):
        assert ended(bet_on(GAME, Coups.TIE_AT_7, "tie", *others)["tie"])[0] == "win 8:1"
    twice = played(GAME, Coups.TIE_AT_7).bet("ann", 1, "tie", "10").bet("ann", 1, "tie", "10")
    assert refusal(twice).code is Code.DUPLICATE_BET


@pytest.mark.rule("player-dealer", "dealing-bet-tie", "tie-bet-paid", "tie-bet-odds")
@pytest.mark.rule("player-dealer", "tie-bet-totals")
@pytest.mark.parametrize("total", range(10))
def test_a_tie_pays_eight_on_any_total(total: int) -> None:
    """From zero all to nine all: 100 wins 800."""
    line = bet_on(GAME, ending(total, total), "tie")["tie"]
    assert ended(line) == ("win 8:1", "800.00")
    assert {"tie-bet-paid", "tie-bet-odds"} <= set(line.rules)


@pytest.mark.rule("player-dealer", "tie-bet-totals")
def test_only_completed_hands_tie() -> None:
    """Equal after four cards is no tie yet, and unequal after four may become one."""
    assert ended(bet_on(GAME, dealt(5, 5, 4, 0), "tie")["tie"])[0] == "lose"
    assert ended(bet_on(GAME, dealt(1, 5, 4, 0), "tie")["tie"])[0] == "win 8:1"


@pytest.mark.rule("player-dealer", "tie-bet-collected", "tie-bet-totals")
@pytest.mark.parametrize("cards", [Coups.PLAYER_WINS, Coups.BANKER_WINS, Coups.SIX_ON_TWO])
def test_unequal_totals_collect_the_tie(cards: str) -> None:
    """One point apart is no tie."""
    line = bet_on(GAME, cards, "tie")["tie"]
    assert ended(line) == ("lose", "-100.00")
    assert line.rules == ("tie-bet-collected",)
