"""The maximum differential and pro rata, as both games have it that know a differential."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from casino import ended, played, refusal
from croupier import Bet, Code, Limits, Outcome, Round, Unit, settle
from croupier.settlement import Bounds, BoxLimits, Scope
from croupier.settlement.differential import apportion
from tables import betting_table, error_of, only, seated_table

both_games = pytest.mark.parametrize("game", ["tiger", "insurance"])
both_hands = pytest.mark.parametrize(
    ("heavy", "light"), [("banker", "player"), ("player", "banker")]
)

PLAYER_WINS = "Ks Qd 7c 6h"  # 7 to 6, nobody draws
TIE = "Ks Qd 7c 7h"


def crowd(game: str, hand: str, amounts: Sequence[str], *, box: int = 1) -> Round:
    """Let people bet on one hand of a box: the first is seated, the others stand behind."""
    round_ = played(game, PLAYER_WINS)
    for number, amount in enumerate(amounts):
        round_ = round_.bet(f"patron {number + 1}", box, hand, amount, standing=number > 0)
    return round_


def in_action(round_: Round) -> list[str]:
    """Settle, and write how much of each bet was in action."""
    settlement = settle(round_)
    return [settlement.money(line.in_action) for line in settlement.lines]


@both_games
@both_hands
@pytest.mark.rule("tiger", "1.6")
@pytest.mark.rule("insurance", "1.5")
def test_the_differential_is_the_gap_between_the_hands(game: str, heavy: str, light: str) -> None:
    """150 against 50 differ by 100, whichever is more: at the limit all stands, above it not."""
    against = crowd(game, heavy, ["150"]).bet("bob", 1, light, "50", standing=True)
    at_the_limit = against.limited(max_differential="100")
    assert in_action(at_the_limit) == ["150.00", "50.00"]
    assert not any("5.1.1" in line.rules for line in settle(at_the_limit).lines)
    assert in_action(against.limited(max_differential="99.99")) == ["149.99", "50.00"]


@both_games
@pytest.mark.rule("tiger", "1.6", "1.11")
@pytest.mark.rule("insurance", "1.5", "1.12")
def test_only_original_bets_count_towards_the_differential(game: str) -> None:
    """A thousand on Tie is no part of the gap and is never cut."""
    round_ = crowd(game, "banker", ["100"]).bet("patron 1", 1, "tie", "1000")
    assert in_action(round_.limited(max_differential="100")) == ["100.00", "1000.00"]


@both_games
@pytest.mark.rule("tiger", "1.6", "5.1.1")
@pytest.mark.rule("insurance", "1.5", "5.1.1")
def test_box_by_box_or_over_the_table(game: str) -> None:
    """200 on Banker at one box, 150 on Player at another, limit 100.

    Box by box both are too much; over the whole table they differ by 50.
    """
    round_ = crowd(game, "banker", ["200"]).bet("bob", 2, "player", "150")
    assert in_action(round_.limited(max_differential="100")) == ["100.00", "100.00"]
    whole = round_.limited(max_differential="100", scope="table")
    assert in_action(whole) == ["200.00", "150.00"]
    tight = round_.limited(max_differential="30", scope="table")
    assert in_action(tight) == ["180.00", "150.00"]


@both_games
@pytest.mark.rule("tiger", "5.1.1")
@pytest.mark.rule("insurance", "5.1.1")
def test_a_box_may_have_its_own_limit(game: str) -> None:
    """Box 2 allows 40 where the table allows 100, or anything at all."""
    round_ = crowd(game, "banker", ["200"]).bet("bob", 2, "banker", "200")
    own = {2: BoxLimits(differential=4000)}
    limited = replace(round_, limits=Limits(differential=10000, by_box=own))
    assert in_action(limited) == ["100.00", "40.00"]
    assert in_action(replace(round_, limits=Limits(by_box=own))) == ["200.00", "40.00"]


@both_games
@pytest.mark.rule("tiger", "5.1.1")
@pytest.mark.rule("insurance", "5.1.1")
def test_a_box_may_have_its_own_minimum(game: str) -> None:
    """60 over the table by 100 and 50 is 40 and 20; box 2 has a minimum of 40, box 1 has none."""
    round_ = crowd(game, "banker", ["100"]).bet("bob", 2, "banker", "50")
    own = {2: BoxLimits(Bounds(4000))}
    limits = Limits(differential=6000, scope=Scope.TABLE, by_box=own)
    assert in_action(replace(round_, limits=limits)) == ["20.00", "40.00"]


@both_games
@both_hands
@pytest.mark.rule("tiger", "5.1.1")
@pytest.mark.rule("insurance", "5.1.1")
def test_excess_left_standing_counts_pro_rata(game: str, heavy: str, light: str) -> None:
    """150 and 50 against 30, limit 100: 130 may play, so 97.50 of 150 and 32.50 of 50 do.

    The lighter side is untouched; what is not in action comes back.
    """
    round_ = crowd(game, heavy, ["150", "50"]).bet("cy", 1, light, "30", standing=True)
    settlement = settle(round_.limited(max_differential="100"))
    one, two, other = settlement.lines
    assert [one.in_action, two.in_action, other.in_action] == [9750, 3250, 3000]
    if heavy == "player":
        assert ended(one) == ("win 1:1", "97.50")
        assert one.back == 15000 + 9750
    else:
        assert ended(one) == ("lose", "-97.50")
        assert one.back == 15000 - 9750
    assert "5.1.1" in one.rules
    assert "5.1.1" in two.rules
    assert "5.1.1" not in other.rules


@both_games
@pytest.mark.rule("tiger", "5.1.1")
@pytest.mark.rule("insurance", "5.1.1")
def test_on_a_tie_a_cut_bet_comes_back_whole(game: str) -> None:
    """Only 100 of 300 was in action, and nothing of it is won or lost."""
    round_ = played(game, TIE).bet("ann", 1, "banker", "300").limited(max_differential="100")
    line = settle(round_)["1"]
    assert ended(line) == ("push", "0.00")
    assert (line.in_action, line.back) == (10000, 30000)


@both_games
@pytest.mark.rule("tiger", "5.1.1")
@pytest.mark.rule("insurance", "5.1.1")
@pytest.mark.parametrize(
    ("amounts", "least", "most", "parts"),
    [
        # 100 to share by 3 to 1 is 75 and 25; with at least 40 for each, 60 and 40.
        (["150", "50"], "0", "100", ["75.00", "25.00"]),
        (["150", "50"], "25", "100", ["75.00", "25.00"]),
        (["150", "50"], "40", "100", ["60.00", "40.00"]),
        # 95 by 100, 60, 30 is 50, 30, 15: the last gets 29; of the 66 left the second would get
        # 24.75 and gets 29 too.
        (["100", "60", "30"], "29", "95", ["37.00", "29.00", "29.00"]),
        # Fifty each is more than there is; nobody goes below it.
        (["50", "50", "50"], "50", "100", ["50.00", "50.00", "50.00"]),
        (["80", "60", "50"], "50", "100", ["50.00", "50.00", "50.00"]),
    ],
)
def test_no_share_falls_below_the_minimum(
    game: str, amounts: list[str], least: str, most: str, parts: list[str]
) -> None:
    """Who would get less than the minimum gets just that, and the rest share what is left."""
    round_ = crowd(game, "banker", amounts).limited(min=least, max_differential=most)
    assert in_action(round_) == parts
    for line in settle(round_).lines:
        assert "5.1.1" in line.rules
        cut = line.in_action < line.bet.amount
        assert line.cause == ("pro_rata" if cut else "protected")


@both_games
@pytest.mark.rule("tiger", "5.1.1")
@pytest.mark.rule("insurance", "5.1.1")
def test_shares_are_rounded_by_the_largest_remainder(game: str) -> None:
    """33 by 50, 30, 20 is 16.5, 9.9, 6.6: in whole chips 16, 10, 7; among equals the first."""
    chips = replace(played(game, PLAYER_WINS), unit=Unit.parse("1"))
    for number, amount in enumerate(["50", "30", "20"]):
        chips = chips.bet(f"patron {number}", 1, "banker", amount, standing=number > 0)
    assert in_action(chips.limited(max_differential="33")) == ["16", "10", "7"]
    equal = crowd(game, "banker", ["100", "100", "100"]).limited(max_differential="100")
    assert in_action(equal) == ["33.34", "33.33", "33.33"]


@both_games
@pytest.mark.rule("tiger", "5.1.1")
@pytest.mark.rule("insurance", "5.1.1")
@pytest.mark.parametrize("cards", [PLAYER_WINS, TIE])
def test_nothing_in_action_is_returned(game: str, cards: str) -> None:
    """A differential of nothing leaves nothing of a lone bet, even on a tie."""
    round_ = played(game, cards).bet("ann", 1, "player", "50").limited(max_differential="0")
    line = settle(round_)["1"]
    assert line.outcome is Outcome.RETURNED
    assert (line.in_action, line.profit, line.back) == (0, 0, 5000)
    assert line.rules == ("5.1.1",)


@both_games
@pytest.mark.rule("tiger", "5.1.2")
@pytest.mark.rule("insurance", "5.1.2")
def test_small_bets_in_such_a_box_count_whole(game: str) -> None:
    """20 is under the minimum of 25 and plays whole; of the other 180, 80 fill up the 100."""
    round_ = crowd(game, "banker", ["20", "180"]).limited(min="25", max_differential="100")
    small, large = settle(round_).lines
    assert (small.in_action, small.profit) == (2000, -2000)
    assert "5.1.2" in small.rules
    assert "5.1.1" not in small.rules
    assert (large.in_action, large.profit) == (8000, -8000)
    assert "5.1.1" in large.rules
    assert "5.1.2" not in large.rules


@both_games
@pytest.mark.rule("tiger", "5.1.1", "5.1.2")
@pytest.mark.rule("insurance", "5.1.1", "5.1.2")
def test_small_bets_may_take_more_than_there_is(game: str) -> None:
    """Three of 20 fill the limit of 50 by themselves; the large one keeps the minimum of 25."""
    round_ = crowd(game, "banker", ["20", "100", "20", "20"])
    limited = round_.limited(min="25", max_differential="50")
    assert in_action(limited) == ["20.00", "25.00", "20.00", "20.00"]


@both_games
@pytest.mark.rule("tiger", "5.2.1")
@pytest.mark.rule("insurance", "5.2.1")
@pytest.mark.parametrize(
    ("hand", "amount", "how", "noted"),
    [
        ("player", "24.99", ("win 1:1", "24.99"), True),
        ("banker", "24.99", ("lose", "-24.99"), True),
        ("player", "25", ("win 1:1", "25.00"), False),
    ],
)
def test_a_bet_under_the_minimum_plays_as_it_lies(
    game: str, hand: str, amount: str, how: tuple[str, str], noted: bool
) -> None:
    """Nobody noticed before closing: it wins or loses like any other, and the line says why."""
    round_ = played(game, PLAYER_WINS).bet("ann", 1, hand, amount).limited(min="25")
    line = settle(round_)["1"]
    assert ended(line) == how
    assert ("5.2.1" in line.rules) is noted


@both_games
@pytest.mark.rule("tiger", "5.2.1")
@pytest.mark.rule("insurance", "5.2.1")
def test_side_bets_have_their_own_minimum(game: str) -> None:
    """Five on Tie is under a side minimum of 10, and not under the hands' minimum of 25."""
    round_ = played(game, TIE).bet("ann", 1, "tie", "5")
    limited = replace(round_, limits=Limits(Bounds(2500), side=Bounds(1000)))
    assert "5.2.1" in settle(limited)["1"].rules
    assert ended(settle(limited)["1"]) == ("win 8:1", "40.00")
    assert "5.2.1" not in settle(replace(round_, limits=Limits(Bounds(2500))))["1"].rules


@both_games
@pytest.mark.rule("tiger", "3.5")
@pytest.mark.rule("insurance", "3.5")
def test_keeping_to_the_limits_on_show_is_the_players_own_duty(game: str) -> None:
    """The sign has a minimum of 25 and a differential of 100, and ann keeps to neither.

    Nobody stops her: the bets stand, and what she did wrong is at her own cost. The one below the
    minimum wins as it is; of the one above the differential only 100 are in action, win or lose.
    """
    sign = {"min": "25", "max_differential": "100"}
    bets = (("ann", 1, "player", "300"), ("ann", 2, "player", "10"))
    play = seated_table(
        game, cards=PLAYER_WINS, players=("ann",), limits=sign, enforcement="dealer"
    )
    play.do("sit", by="ann", box=2)
    play.do("open_bets")
    for bet in bets:
        play.bet(*bet)
    warned = [event["warnings"][0]["code"] for event in play.events if event.get("warnings")]
    assert warned == ["above_differential", "below_minimum"]
    play.do("close_bets")
    play.deal(4)
    settled = only(play.do("settle"), "round_settled")
    assert settled["net"] == {"ann": "110.00"}
    assert [line["in_action"] for line in settled["bets"]] == ["100.00", "10.00"]


@both_games
@pytest.mark.rule("tiger", "3.5")
@pytest.mark.rule("insurance", "3.5")
@pytest.mark.parametrize(
    ("amount", "code"),
    [("24.99", "below_minimum"), ("25", None), ("100", None), ("100.01", "above_differential")],
)
def test_a_table_that_watches_for_the_player_takes_what_the_sign_allows(
    game: str, amount: str, code: str | None
) -> None:
    """From the minimum to the differential and no further; the hands have no other maximum."""
    sign = {"min": "25", "max_differential": "100"}
    play = betting_table(game, cards=PLAYER_WINS, limits=sign)
    fields = {"box": 1, "bet": "player", "amount": amount}
    if code is None:
        play.do("place_bet", by="ann", **fields)
        # With as much on the other hand, another hundred of it may differ.
        play.bet("ann", 1, "banker", f"{int(amount) + 100}")
        return
    wrong = play.refused("place_bet", by="ann", **fields)
    assert error_of(wrong) == (code, "3.5" if code == "below_minimum" else "5.1")


@both_games
def test_a_side_bet_may_have_a_maximum_of_its_own(game: str) -> None:
    """A limit of ours, not of the documents: 50 on Tie will do, a cent more not."""
    for limits in (Limits(side=Bounds(None, 5000)), Limits(by_bet={"tie": Bounds(None, 5000)})):
        table = replace(played(game, TIE), limits=limits)
        assert settle(table.bet("ann", 1, "tie", "50"))
        assert refusal(table.bet("ann", 1, "tie", "50.01")).code is Code.ABOVE_MAXIMUM
        assert settle(table.bet("ann", 1, "banker", "5000"))


@pytest.mark.rule("insurance", "1.12", "3.12.2")
def test_insurance_is_measured_by_the_original_bet_as_placed() -> None:
    """100 of 300 on Banker is in action, and still insurance may pay up to 300."""
    cards = "Ks Qd 2c 5h 6d 3s"  # Player 2 draws 6 to 8; Banker 5 draws 3 to 8
    round_ = played("insurance", cards).bet("ann", 1, "banker", "300")
    insured = round_.bet("ann", 1, "banker_insurance", "150", stage="four_cards")
    assert in_action(insured.limited(max_differential="100")) == ["100.00", "150.00"]


@pytest.mark.rule("insurance", "5.2.1")
def test_the_minimum_is_none_for_insurance() -> None:
    """Two on insurance is no bet under the minimum of 25 that would have to be excused."""
    round_ = played("insurance", "Ks Qd 2c 5h 6d 3s").bet("ann", 1, "banker", "300")
    insured = round_.bet("ann", 1, "banker_insurance", "2", stage="four_cards")
    line = settle(insured.limited(min="25"))["2"]
    assert line.cause == "whole"
    assert "5.2.1" not in line.rules


@both_games
@pytest.mark.rule("tiger", "1.6")
@pytest.mark.rule("insurance", "1.5")
def test_no_limit_means_no_cut(game: str) -> None:
    """A table without a differential on its sign plays everything, in either scope."""
    bets = tuple(
        Bet(str(box), f"patron {box}", box, "banker", 10**8, standing=False) for box in range(1, 6)
    )
    for scope in Scope:
        round_ = replace(played(game, PLAYER_WINS), bets=bets, limits=Limits(scope=scope))
        assert all(line.profit == -(10**8) for line in settle(round_).lines)


@pytest.mark.rule("tiger", "5.1.1")
@pytest.mark.rule("insurance", "5.1.1")
@pytest.mark.parametrize(
    ("claims", "total", "parts"),
    [
        # Each is (amount, minimum): who has the least room above it is given it first.
        ([(1, 0), (30, 20)], 20, [0, 20]),  # none for the one: the other would fall below
        ([(9, 1), (10, 10)], 12, [2, 10]),  # not the smaller amount, the smaller room
        ([(6, 2), (6, 3), (12, 0)], 12, [3, 3, 6]),  # just the minimum by its share
        ([(5, 5), (7, 7)], 10, [5, 7]),  # the minima alone are more than there is
    ],
)
def test_minima_that_differ_are_all_kept(
    claims: list[tuple[int, int]], total: int, parts: list[int]
) -> None:
    """A table that assesses all boxes together may have a minimum for each."""
    assert apportion(claims, total) == parts
