"""Bets that lay there at closing and were taken back later (5.12.3): shares stay as they were.

Shares are worked out by hand: with 600 on Banker and nothing on Player, a differential of 100
leaves 100 to be shared, a sixth of every bet.
"""

import pytest

from casino import played, refusal
from croupier import Code, Outcome, Round, load, settle
from croupier.settlement.settle_json import settle_json

both_games = pytest.mark.parametrize("game", ["tiger", "insurance"])
scopes = pytest.mark.parametrize("scope", ["box", "table"])

PLAYER_WINS = "Ks Qd 7c 6h"  # 7 to 6, nobody draws
SIX = "2s 6d 3c Kh 9c"  # Banker wins with 6 on two; after four cards Banker is insured at 3:1


def crowd(game: str, *gone: str) -> Round:
    """Ann is seated with 100, Bob stands with 200 and Cat with 300, all on Banker of box 1."""
    round_ = played(game, PLAYER_WINS)
    for name, amount in (("ann", "100"), ("bob", "200"), ("cat", "300")):
        standing, back = name != "ann", name in gone
        round_ = round_.bet(name, 1, "banker", amount, standing=standing, returned=back, id=name[0])
    return round_.limited(max_differential="100")


def in_action(round_: Round) -> dict[str, str]:
    """Settle, and write how much of each bet was in action."""
    settlement = settle(round_)
    return {line.bet.id: settlement.money(line.in_action) for line in settlement.lines}


@both_games
@pytest.mark.rule("tiger", "5.1.1", "5.12.3")
@pytest.mark.rule("insurance", "5.1.1", "5.12.3")
def test_a_bet_taken_back_cuts_nobody_and_spares_nobody(game: str) -> None:
    """Bob's 200 go back; Ann has 16.67 of 100 in action and Cat 50.00 of 300, as with Bob.

    Without Bob they would share 100 as 25 and 75.
    """
    assert in_action(crowd(game)) == {"a": "16.67", "b": "33.33", "c": "50.00"}
    assert in_action(crowd(game, "bob")) == {"a": "16.67", "b": "0.00", "c": "50.00"}
    line = settle(crowd(game, "bob"))["b"]
    assert (line.outcome, line.odds, line.profit, line.back) == (Outcome.RETURNED, None, 0, 20_000)
    assert line.rules == ("5.12.3",)
    assert settle(crowd(game, "bob")).net == {"ann": -1667, "bob": 0, "cat": -5000}


@both_games
@scopes
@pytest.mark.rule("tiger", "5.1.1", "5.12.3")
@pytest.mark.rule("insurance", "5.1.1", "5.12.3")
def test_the_lighter_hand_counts_although_it_is_taken_back(game: str, scope: str) -> None:
    """300 on Banker against 150 on Player: 250 are in action, whoever takes the 150 back."""
    round_ = played(game, PLAYER_WINS).bet("ann", 1, "banker", "300", id="a")
    round_ = round_.bet("bob", 1, "player", "150", standing=True, returned=True, id="b")
    cut = round_.limited(max_differential="100", scope=scope)
    assert in_action(cut) == {"a": "250.00", "b": "0.00"}
    assert settle(cut)["a"].rules[-1] == "5.1.1"


@both_games
@pytest.mark.rule("tiger", "5.1.2", "5.12.3")
@pytest.mark.rule("insurance", "5.1.2", "5.12.3")
def test_a_small_bet_taken_back_has_had_its_place(game: str) -> None:
    """Below the minimum of 25 Bob's 20 stand whole: Ann has 80 of 100, with Bob or without."""
    round_ = played(game, PLAYER_WINS).bet("ann", 1, "banker", "100", id="a")
    round_ = round_.bet("bob", 1, "banker", "20", standing=True, returned=True, id="b")
    cut = round_.limited(min="25", max_differential="100")
    assert in_action(cut) == {"a": "80.00", "b": "0.00"}
    assert settle(cut)["b"].rules == ("5.12.3",)


@both_games
@pytest.mark.rule("tiger", "1.17", "1.19")
@pytest.mark.rule("insurance", "1.19")
def test_who_took_the_bet_back_is_still_the_seated_bettor(game: str) -> None:
    """Bob stands behind Ann, who is out; another one cannot be seated there."""
    round_ = played(game, PLAYER_WINS).bet("ann", 1, "player", "100", returned=True)
    alone = round_.bet("bob", 1, "player", "40", standing=True)
    assert settle(alone).net == {"ann": 0, "bob": 4000}
    assert refusal(round_.bet("bob", 1, "player", "40")).code == Code.BOX_TAKEN


@pytest.mark.rule("insurance", "3.11", "5.12.3")
def test_insurance_goes_back_with_the_bet_that_it_insures() -> None:
    """Both go back, or the insurance has lost its original."""
    round_ = played("insurance", SIX).bet("ann", 1, "banker", "100", returned=True)
    both = round_.bet("ann", 1, "banker_insurance", "30", stage="four_cards", returned=True)
    assert [line.outcome for line in settle(both).lines] == [Outcome.RETURNED] * 2
    assert settle(both)["2"].rules == ("5.12.3",)
    alone = round_.bet("ann", 1, "banker_insurance", "30", stage="four_cards")
    wrong = refusal(alone)
    assert (wrong.code, wrong.rule) == (Code.INSURANCE_WITHOUT_ORIGINAL, "3.11")


@pytest.mark.rule("insurance", "3.12.2")
def test_insurance_that_went_back_was_within_the_cap_all_the_same() -> None:
    """At 3:1 a stake of 33.34 would have paid more than the 100: it cannot have lain there."""
    round_ = played("insurance", SIX).bet("ann", 1, "banker", "100", returned=True)
    over = round_.bet("ann", 1, "banker_insurance", "33.34", stage="four_cards", returned=True)
    assert refusal(over).code == Code.INSURANCE_OVER_CAP
    stage = round_.bet("ann", 1, "banker_insurance", "1", stage="player_third", returned=True)
    assert refusal(stage).code == Code.INSURANCE_NOT_OFFERED


@pytest.mark.rule("tournament", "3.3", "3.4")
def test_what_was_taken_back_had_to_be_a_bet_in_the_first_place() -> None:
    """Who may bet what, and how much, is judged by the bets as they lay at closing."""
    round_ = played("tournament", PLAYER_WINS).bet("ann", 1, "banker", "100", returned=True)
    assert refusal(round_.bet("ann", 2, "player", "50")).code == Code.BOTH_SIDES
    assert settle(round_.bet("ann", 1, "tie", "5")).net == {"ann": -500}
    alone = played("tournament", PLAYER_WINS).bet("ann", 1, "tie", "100", returned=True)
    assert refusal(alone).code == Code.SIDE_NEEDS_MAIN
    twice = round_.bet("ann", 1, "banker", "50")
    assert refusal(twice).code == Code.DUPLICATE_BET
    assert refusal(round_.limited(max="99")).code == Code.ABOVE_MAXIMUM


@pytest.mark.parametrize("game", ["tournament", "classic", "no-commission", "player-dealer"])
def test_a_refund_is_borrowed_where_the_document_has_none(game: str) -> None:
    round_ = played(game, PLAYER_WINS).bet("ann", 1, "banker", "100", returned=True)
    assert settle(round_)["1"].rules == ("tiger 5.12.3",)


@pytest.mark.rule("player-dealer", "action-order", "type-of-game-limit")
@pytest.mark.rule("tiger", "5.12.3")
def test_a_wager_taken_back_is_not_acted_on_and_pays_no_fee() -> None:
    """Pat banks with 100. Ann's 100 would use it up; she takes them back, and Bob's 80 are lost."""
    fees = {"main": "1", "tie": "1", "player_dealer": "2"}
    start = played("player-dealer", PLAYER_WINS).banked("pat", 8, "100", fees=fees)
    acted = start.bet("ann", 1, "banker", "100").bet("bob", 2, "banker", "80")
    assert settle(acted).net == {"ann": -10_100, "bob": -100, "pat": 9_800}
    gone = start.bet("ann", 1, "banker", "100", returned=True).bet("bob", 2, "banker", "80")
    settled = settle(gone)
    assert settled.net == {"ann": 0, "bob": -8_100, "pat": 7_800}
    assert (settled.house, settled.fees) == (0, 300)
    assert refusal(start.bet("pat", 1, "tie", "5", returned=True)).code == Code.PLAYER_DEALER_BETS


@pytest.mark.parametrize("given", ["yes", 1, 0, [], {}])
def test_returned_is_true_or_false(given: object) -> None:
    bet = {"id": "a", "player": "ann", "box": 1, "bet": "banker", "amount": "5", "returned": given}
    line = {"game": "classic", "cards": PLAYER_WINS.split(), "bets": [bet]}
    assert settle_json(line, load)["error"]["code"] == "malformed"


@pytest.mark.parametrize("given", [False, None])
def test_a_bet_that_is_not_returned_may_say_so(given: object) -> None:
    bet = {"id": "a", "player": "ann", "box": 1, "bet": "banker", "amount": "5", "returned": given}
    line = {"game": "classic", "cards": PLAYER_WINS.split(), "bets": [bet]}
    assert settle_json(line, load)["net"] == {"ann": "-5.00"}
