"""A settled round in plain sentences: why each hand drew or stood, why each bet paid or did not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import (
    Bet,
    Coup,
    InvalidInput,
    Limits,
    Refused,
    Round,
    explain_bet,
    explain_play,
    load,
    settle,
)
from croupier.settlement.explaining import Sentence, explained, written
from croupier.settlement.limits import Bounds, BoxLimits, Scope
from croupier.settlement.round import Settlement
from croupier.settlement.settle_json import read_coup
from shoes import own_game


def played(cards: str, game: str = "insurance") -> list[str]:
    return [sentence.text for sentence in explain_play(settle(Round(load(game), Coup.of(cards))))]


def told(sentence: Sentence) -> tuple[str, tuple[str, ...]]:
    return sentence.text, sentence.rules


def why(settled: Settlement, bet: str = "1") -> str:
    return explain_bet(settled, settled[bet]).text


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        (
            "6s 2d Kc 3h 4s",
            "Player stands on 6; it would draw on 0 to 5.",
            "Banker draws on 5 and gets 4♠: "
            "as Player stood, it draws on 0 to 5 and stands on 6 or 7.",
        ),
        (
            "6s 2d Ac 4h",
            "Player stands on 7; it would draw on 0 to 5.",
            "Banker stands on 6: as Player stood, it draws on 0 to 5 and stands on 6 or 7.",
        ),
        (
            "Ks Kd 2c 3h 8s",
            "Player draws on 2, as on 0 to 5, and gets 8♠.",
            "Banker stands on 3: with 3 it draws when Player's third card counts 0 to 7 or 9, "
            "and 8♠ counts 8.",
        ),
        (
            "Ks Kd 2c 6h 7s 9c",
            "Player draws on 2, as on 0 to 5, and gets 7♠.",
            "Banker draws on 6 and gets 9♣: with 6 it draws when Player's third card counts "
            "6 or 7, and 7♠ counts 7.",
        ),
        (
            "Ks Kd 2c 7h 8s",
            "Player draws on 2, as on 0 to 5, and gets 8♠.",
            "Banker stands on 7, whatever Player's third card is.",
        ),
        (
            "Ks Kd 2c 2h 8s 9c",
            "Player draws on 2, as on 0 to 5, and gets 8♠.",
            "Banker draws on 2 and gets 9♣, whatever Player's third card is.",
        ),
    ],
)
def test_why_a_hand_drew_or_stood(cards: str, player: str, banker: str) -> None:
    assert played(cards)[:2] == [player, banker]


def test_naturals_end_the_deal() -> None:
    assert played("9s 4d Kc 4h") == [
        "Player has 9 and Banker has 8 on two cards, a natural: nobody draws.",
        "Player wins 9 to 8.",
    ]
    assert played("4s 4d Kc 4h")[0] == "Banker has 8 on two cards, a natural: nobody draws."


def test_who_banks_and_in_which_order() -> None:
    table = Round(load("player-dealer"), Coup.of("9s 4d Kc 3h")).banked("pat", 3, "100")
    table = table.bet("ann", 1, "player", "30").bet("cy", 4, "tie", "5").bet("cy", 4, "player", "9")
    assert told(explain_play(settle(table))[-1]) == (
        "pat banks from seat 3 with 100.00; order of action: 3, 1, 2.",
        ("action-start", "action-order", "type-of-game-limit"),
    )
    nobody = Round(load("player-dealer"), Coup.of("9s 4d Kc 3h")).banked("pat", 3, "100")
    assert explain_play(settle(nobody))[-1].text.endswith("order of action: no bets.")


def test_a_win_a_loss_and_a_push() -> None:
    table = Round(load("classic"), Coup.of("3s 2c 3d 5h")).bet("ann", 1, "banker", "50")
    settled = settle(table.bet("bob", 2, "tie", "5"))
    assert why(settled) == "Banker wins: 50.00 wins 47.50 at 19:20 (1:1 less 5%)."
    assert why(settled, "2") == "Tie wins only if both totals are equal: 5.00 is lost."
    beaten = settle(Round(load("classic"), Coup.of("3s 2c 3d 5h")).bet("cy", 3, "player", "5"))
    assert why(beaten) == "Banker wins 7 to 6: 5.00 is lost."
    tied = Round(load("classic"), Coup.of("Ks Qd 7c 7h")).bet("ann", 1, "banker", "50")
    assert why(settle(tied)) == "The hands tie: the bet is returned."


def test_a_win_that_was_rounded() -> None:
    table = Round(load("classic"), Coup.of("3s 2c 3d 5h")).bet("ann", 1, "banker", "0.10")
    assert why(settle(table)) == (
        "Banker wins: 0.10 wins 0.09 at 19:20 (1:1 less 5%). "
        "The win was rounded down to the unit, by 0.005."
    )


@pytest.mark.parametrize(("scope", "place"), [("box", "box 1"), ("table", "the table")])
def test_a_bet_that_was_cut(scope: str, place: str) -> None:
    table = Round(load("tiger"), Coup.of("9s 4d Kc 3h"))
    settled = settle(
        table.limited(min="25", max_differential="100", scope=scope).bet("ann", 1, "player", "150")
    )
    assert why(settled) == (
        "Player wins: 100.00 wins 100.00 at 1:1. When bets were closed, Banker and Player on "
        f"{place} differed by more than 100.00: 100.00 of 150.00 was in action, "
        "the rest is handed back."
    )


def test_a_bet_of_which_nothing_was_left() -> None:
    """A differential of nothing, and nobody on the other side."""
    table = Round(load("tiger"), Coup.of("9s 4d Kc 3h")).limited(max_differential="0")
    settled = settle(table.bet("ann", 1, "player", "150"))
    assert why(settled) == (
        "Nothing of the bet was in action: it is returned. "
        "When bets were closed, Banker and Player on box 1 differed by more than 0.00."
    )


def test_a_bet_that_the_minimum_protects() -> None:
    table = Round(load("tiger"), Coup.of("9s 4d Kc 3h")).limited(min="50", max_differential="100")
    table = table.bet("ann", 1, "player", "50").bet("bob", 1, "player", "100", standing=True)
    settled = settle(table)
    assert why(settled).endswith("Pro rata took nothing off it: no share goes below the minimum.")
    assert settled["1"].rules == ("4.1.2", "5.1.1")


@pytest.mark.parametrize(
    ("game", "kind", "cards", "reason"),
    [
        ("tiger", "small_tiger", "2s Kd Tc 4h 3s 2d", "if Banker wins with 6 on two cards: "),
        ("tiger", "tiger_pair", "9s 4d Kc 3h", "one hand starts with a pair (single): "),
        ("insurance", "player_pair", "9s 4d Kc 3h", "if Player's first two cards are a pair: "),
    ],
)
def test_a_side_bet_says_what_it_would_have_needed(
    game: str, kind: str, cards: str, reason: str
) -> None:
    sentence = why(settle(Round(load(game), Coup.of(cards)).bet("ann", 1, kind, "5")))
    assert sentence.endswith(f"{reason}5.00 is lost.")


def test_amounts_are_written_as_a_cashier_reads_them() -> None:
    assert written(Fraction(1, 200)) == "0.005"
    assert written(Fraction(5, 2)) == "2.5"
    assert written(Fraction(1, 3)) == "1/3"
    assert written(Fraction(1, 10**11)) == "0.00000000001"
    assert written(Fraction(1, 10**12)) == "1/1000000000000"


def test_a_bet_below_the_minimum() -> None:
    table = Round(load("tiger"), Coup.of("9s 4d Kc 3h")).limited(min="25", max_differential="100")
    settled = settle(table.bet("ann", 1, "player", "5"))
    sentence = explain_bet(settled, settled["1"])
    assert sentence.text == (
        "Player wins: 5.00 wins 5.00 at 1:1. It was below the minimum of 25.00 and stood as it lay."
    )
    assert sentence.rules == ("4.1.2", "5.2.1")


def test_a_wager_that_ran_out() -> None:
    table = Round(load("player-dealer"), Coup.of("3s 2c 3d 5h")).banked("pat", 3, "100")
    table = table.bet("cy", 4, "player", "60").bet("di", 8, "player", "60")
    settled = settle(table.bet("ann", 1, "banker", "30"))
    assert why(settled, "2") == (
        "Banker wins 7 to 6: 40.00 is lost. The player-dealer's wager of 100.00 ran out at this "
        "bet: the other 20.00 goes back."
    )
    assert why(settled, "3").endswith("wager of 100.00 was used up before its turn came.")
    short = Round(load("player-dealer"), Coup.of("Ks Qd 7c 7h")).banked("pat", 3, "5")
    assert why(settle(short.bet("ann", 1, "tie", "1"))) == (
        "Both totals are equal: it is paid 5.00 at 8:1. "
        "The player-dealer's wager of 5.00 ran out at this bet: 8.00 would have been due."
    )


def test_fees_are_told() -> None:
    table = Round(load("player-dealer"), Coup.of("9s 4d Kc 3h"))
    table = table.banked("pat", 3, "100", fees={"main": "1", "player_dealer": "2"})
    assert told(explain_play(settle(table.bet("ann", 1, "player", "30")))[-1]) == (
        "Fees: 1.00 a main bet, 2.00 for the player-dealer's hand; 3.00 in all, "
        "whatever became of the bets.",
        ("fees-schedule", "fees-flat"),
    )


def test_what_the_api_refuses_it_names() -> None:
    table = Round(load("insurance"), Coup.of("2s 6d 3c Kh 9c")).bet("ann", 1, "banker", "100")
    with pytest.raises(InvalidInput, match='four_cards or player_third, not "later"'):
        table.bet("ann", 1, "banker_insurance", "5", stage="later")
    with pytest.raises(InvalidInput, match="needs the stage"):
        settle(table.bet("ann", 1, "banker_insurance", "5"))
    with pytest.raises(InvalidInput, match="this game has no max:"):
        table.limited(max="5")
    with pytest.raises(InvalidInput, match="no max_differential"):
        Round(load("classic"), Coup.of("9s 4d Kc 3h")).limited(max_differential="5")
    with pytest.raises(InvalidInput, match="more than nothing"):
        settle(Round(table.game, table.coup, (Bet("x", "ann", 1, "tie", -500),)))
    with pytest.raises(InvalidInput, match="no bet"):
        settle(Round(table.game, table.coup, (Bet("x", "ann", 1, "dragon", 500),)))


def test_ids_are_counted_past_those_that_are_taken() -> None:
    table = Round(load("classic"), Coup.of("9s 4d Kc 3h")).bet("ann", 1, "tie", "1", id="2")
    assert [bet.id for bet in table.bet("bob", 2, "tie", "1").bets] == ["2", "3"]


def test_limits_of_a_box_and_of_a_bet_go_before_the_tables() -> None:
    limits = Limits(
        main=Bounds(2500, None),
        differential=10_000,
        by_bet={"tie": Bounds(500, None)},
        by_box={2: BoxLimits(main=Bounds(5000, None), differential=20_000)},
    )
    table = Round(load("tiger"), Coup.of("9s 4d Kc 3h"), limits=limits)
    settled = settle(
        table.bet("ann", 1, "player", "150").bet("bob", 2, "player", "150").bet("cy", 3, "tie", "4")
    )
    assert [settled.money(line.in_action) for line in settled.lines] == ["100.00", "150.00", "4.00"]
    assert "below the minimum of 5.00" in why(settled, "3")
    small = settle(table.bet("bob", 2, "player", "40"))
    assert "below the minimum of 50.00" in why(small)


def test_a_line_is_found_by_its_bet() -> None:
    settled = settle(Round(load("classic"), Coup.of("9s 4d Kc 3h")).bet("a", 1, "tie", "1", id="x"))
    assert settled["x"].bet == Bet("x", "a", 1, "tie", 100)
    with pytest.raises(KeyError):
        settled["y"]


def test_a_boxs_maximum_is_for_the_hands_and_side_bets_keep_their_own() -> None:
    def limited(side: Bounds) -> Round:
        wide = BoxLimits(main=Bounds(0, 10_000))
        limits = Limits(main=Bounds(0, 2000), side=side, by_box={1: wide})
        return Round(load("classic"), Coup.of("9s 4d Kc 3h"), limits=limits)

    assert settle(limited(Bounds()).bet("ann", 1, "tie", "100"))
    small = limited(Bounds(0, 500))
    assert settle(small.bet("ann", 1, "player", "100").bet("ann", 1, "tie", "5"))
    with pytest.raises(Refused, match=r"5\.01 on tie is over the maximum of 5\.00"):
        settle(small.bet("ann", 1, "tie", "5.01"))
    large = limited(Bounds(0, 50_000))
    assert settle(large.bet("ann", 1, "tie", "500"))


def test_a_boxs_differential_is_for_the_box_alone() -> None:
    limits = Limits(
        differential=10_000, scope=Scope.TABLE, by_box={1: BoxLimits(differential=3000)}
    )
    table = Round(load("tiger"), Coup.of("9s 4d Kc 3h"), limits=limits)
    settled = settle(table.bet("ann", 1, "banker", "200"))
    assert settled["1"].in_action == 10_000
    assert "the table differed by more than 100.00" in why(settled)


def test_only_insurance_has_a_stage() -> None:
    table = Round(load("insurance"), Coup.of("2s 6d 3c Kh 9c"))
    with pytest.raises(InvalidInput, match="is no insurance and has no stage"):
        settle(table.bet("ann", 1, "banker", "100", stage="four_cards"))


def test_a_bet_that_was_taken_back_pays_no_fee_and_says_so() -> None:
    table = Round(load("player-dealer"), Coup.of("9s 4d Kc 3h")).bet("ann", 1, "player", "30")
    one = table.banked("pat", 3, "100", fees={"main": "1"})
    assert explain_play(settle(one))[-1].text == (
        "Fees: 1.00 a main bet; 1.00 in all, whatever became of the bets."
    )
    two = settle(one.bet("bob", 2, "player", "30", returned=True))
    assert explain_play(two)[-1].text == (
        "Fees: 1.00 a main bet; 1.00 in all, whatever became of the bets, "
        "and none for those that were taken back."
    )
    assert why(two, "2") == (
        "It was taken back after bets were closed: nothing of it was in action."
    )


def test_a_bet_that_may_push_names_only_how_it_wins() -> None:
    """What hands a side bet back is no way to win it."""
    pays = (
        '{ when = { winner = "tie" }, odds = "8:1", says = "the hands tie" }, '
        '{ when = { winner = "player" }, odds = "0:1", says = "Player wins" }'
    )
    settled = settle(Round(own_game(pays), Coup.of("3s 2c 3d 5h")).bet("ann", 1, "x", "5"))
    assert why(settled) == "X wins only if the hands tie: 5.00 is lost."


def test_an_explained_answer_has_the_play_and_a_reason_for_every_bet() -> None:
    settled = settle(Round(load("classic"), Coup.of("3s 2c 3d 5h")).bet("ann", 1, "banker", "50"))
    said = explained(settled, "r1")
    assert [each["text"] for each in said["play"]][-1] == "Banker wins 7 to 6."
    assert [each["why"] for each in said["bets"]] == [
        "Banker wins: 50.00 wins 47.50 at 19:20 (1:1 less 5%)."
    ]


def test_an_answer_has_odds_where_something_was_paid_and_what_rounding_took() -> None:
    table = Round(load("classic"), Coup.of("3s 2c 3d 5h")).bet("ann", 1, "banker", "0.10")
    paid, lost = explained(settle(table.bet("bob", 2, "player", "5")), None)["bets"]
    assert (paid["odds"], paid["profit"], paid["rounding"]) == ("19:20", "0.09", "1/200")
    assert (lost["odds"], lost["profit"]) == (None, "-5.00")
    assert "rounding" not in lost


@pytest.mark.parametrize(
    "cards", ["9s 4d Kc 3h", "6s 2d Kc 3h 4s", "Ks Kd 2c 7h 8s", "Ks Kd 2c 2h 8s 9c"]
)
def test_the_coup_is_read_back_from_an_answer(cards: str) -> None:
    coup = Coup.of(cards)
    assert read_coup(explained(settle(Round(load("classic"), coup)), None)) == coup
