"""Commission-Free Baccarat: order of action, what the player-dealer's wager covers, and fees."""

from collections.abc import Mapping
from itertools import product

import pytest

from casino import ended, watch
from croupier import (
    Code,
    Coup,
    CroupierError,
    Outcome,
    Round,
    Settlement,
    explain_play,
    load,
    settle,
)
from croupier.settlement.settle_json import settle_json

GAME = "player-dealer"
EXHAUSTED = ("type-of-game-exhausted", "action-exhausted")

PLAYER_WINS = "Ks Qd 7c 6h"  # 7 to 6, nobody draws
BANKER_WINS = "3s 2c 3d 5h"  # 7 to 6, nobody draws
BANKER_WINS_WITH_6 = "Ks 2d 5c 4h Td"
TIE = "Ks Qd 7c 7h"


def banked(
    cards: str,
    wager: str,
    *,
    seat: int = 8,
    seats: int | None = None,
    fees: Mapping[str, str] | None = None,
) -> Round:
    """Let pat bank a round from a seat with a wager."""
    round_ = Round(load(GAME), Coup.of(cards))
    return round_.banked("pat", seat, wager, seats=seats, fees=fees)


def profits(settlement: Settlement) -> dict[str, str]:
    """Write what each wager won, by who placed it."""
    return {line.bet.patron: settlement.money(line.profit) for line in settlement.lines}


@pytest.mark.rule("player-dealer", "action-start")
@pytest.mark.parametrize(
    ("seat", "seats", "order"),
    [
        (3, 8, [4, 5, 6, 7, 8, 1, 2]),
        (8, 8, [1, 2, 3, 4, 5, 6, 7]),
        (1, 8, [2, 3, 4, 5, 6, 7, 8]),
        (13, 14, [14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ],
)
def test_action_starts_at_the_dealers_left(seat: int, seats: int, order: list[int]) -> None:
    """Everybody wins 10 and pat has 35: three are paid, the fourth gets 5, the others nothing."""
    table = banked(PLAYER_WINS, "35", seat=seat, seats=seats)
    for place in sorted(order):
        table = table.bet(f"seat {place}", place, "player", "10")
    won = profits(settle(table))
    assert [won[f"seat {place}"] for place in order[:4]] == ["10.00", "10.00", "10.00", "5.00"]
    assert {won[f"seat {place}"] for place in order[4:]} == {"0.00"}


@pytest.mark.rule("player-dealer", "action-start", "action-order", "type-of-game-limit")
def test_whoever_asks_is_told_the_order_of_action() -> None:
    """The explanation of a round cites where the order and the limit of the wager come from."""
    assert watch(GAME, 7, 6).bank == (("action-start", "action-order", "type-of-game-limit"),)
    assert watch("tournament", 7, 6).bank == ()


@pytest.mark.rule("player-dealer", "action-order")
def test_the_player_line_comes_before_the_banker_line() -> None:
    """Pat with 50 collects bob's 30 at the far end first, and so can pay ann's 80 in full.

    Seat by seat ann would have been first, and 50 all that she could get.
    """
    table = banked(BANKER_WINS, "50").bet("ann", 1, "banker", "80").bet("bob", 7, "player", "30")
    settlement = settle(table)
    assert profits(settlement) == {"ann": "80.00", "bob": "-30.00"}
    assert settlement.net["pat"] == -5000


@pytest.mark.rule("player-dealer", "action-order")
def test_tie_wagers_come_last() -> None:
    """Pat with 60 is exhausted by bob's player wager, so ann's losing tie wager is returned."""
    table = banked(PLAYER_WINS, "60").bet("ann", 1, "tie", "20").bet("bob", 7, "player", "60")
    assert profits(settle(table)) == {"ann": "0.00", "bob": "60.00"}


@pytest.mark.rule("player-dealer", "action-order")
def test_the_banker_line_comes_before_ties() -> None:
    """Pat with 60 collects bob's banker wager and is full: ann's losing tie wager is returned."""
    table = banked(PLAYER_WINS, "60").bet("ann", 1, "tie", "20").bet("bob", 7, "banker", "60")
    assert profits(settle(table)) == {"ann": "0.00", "bob": "-60.00"}


@pytest.mark.rule("player-dealer", "type-of-game-limit", "type-of-game-exhausted")
@pytest.mark.rule("player-dealer", "tie-bet-coverage")
@pytest.mark.parametrize(
    ("cards", "kind", "amount", "how", "in_action"),
    [
        (PLAYER_WINS, "player", "80", ("win 1:1", "50.00"), "50.00"),
        (BANKER_WINS, "player", "80", ("lose", "-50.00"), "50.00"),
        (BANKER_WINS, "banker", "80", ("win 1:1", "50.00"), "50.00"),
        # 200 at half pay would win 100: the 50 that are there pay for 100 of it.
        (BANKER_WINS_WITH_6, "banker", "200", ("win 1:2", "50.00"), "100.00"),
        (PLAYER_WINS, "banker", "80", ("lose", "-50.00"), "50.00"),
        # 10 at 8:1 would win 80: the 50 that are there pay for 6.25 of it.
        (TIE, "tie", "10", ("win 8:1", "50.00"), "6.25"),
        (PLAYER_WINS, "tie", "80", ("lose", "-50.00"), "50.00"),
    ],
)
def test_the_wager_runs_out_in_the_middle(
    cards: str, kind: str, amount: str, how: tuple[str, str], in_action: str
) -> None:
    """Pat banks with 50, neither pays nor collects more, and the rest of the wager goes back."""
    settlement = settle(banked(cards, "50").bet("ann", 1, kind, amount))
    line = settlement["1"]
    assert ended(line) == how
    assert settlement.money(line.in_action) == in_action
    assert line.back == line.bet.amount + line.profit
    assert line.cause == "exhausted"
    assert set(EXHAUSTED) < set(line.rules)
    assert settlement.net["pat"] == -settlement.net["ann"]


@pytest.mark.rule("player-dealer", "type-of-game-exhausted", "action-exhausted")
@pytest.mark.parametrize("last", ["50", "50.01"])
def test_what_comes_after_is_returned(last: str) -> None:
    """Ann's wager uses up pat's 50, to the cent or more: winners and losers after it go back."""
    table = banked(PLAYER_WINS, "50").bet("ann", 1, "player", last)
    table = table.bet("bob", 2, "player", "20").bet("bob", 2, "banker", "30")
    settlement = settle(table.bet("cy", 3, "tie", "5"))
    assert ended(settlement["1"]) == ("win 1:1", "50.00")
    assert (settlement["1"].cause == "exhausted") is (last == "50.01")
    for uncovered in ("2", "3", "4"):
        line = settlement[uncovered]
        assert line.outcome is Outcome.RETURNED
        assert (line.in_action, line.profit, line.back) == (0, 0, line.bet.amount)
        assert line.rules == EXHAUSTED
    assert dict(settlement.net) == {"ann": 5000, "bob": 0, "cy": 0, "pat": -5000}


@pytest.mark.rule("player-dealer", "type-of-game-exhausted", "action-exhausted")
def test_the_same_when_the_dealer_has_won_its_wager() -> None:
    """Pat has collected 50: bob's losing wager and cy's winning one go back alike."""
    table = banked(BANKER_WINS, "50").bet("ann", 1, "player", "60").bet("bob", 2, "player", "20")
    settlement = settle(table.bet("cy", 3, "banker", "30"))
    assert ended(settlement["1"]) == ("lose", "-50.00")
    assert settlement["1"].back == 1000
    assert settlement["2"].outcome is settlement["3"].outcome is Outcome.RETURNED
    assert settlement.net["pat"] == 5000


@pytest.mark.rule("player-dealer", "tie-bet-coverage")
def test_ties_share_what_is_left_in_order() -> None:
    """Pat with 100 pays ann's 5 on tie at 8:1, then 60 of cy's 80; di's goes back.

    The lines are returned on a tie and use up nothing.
    """
    table = banked(TIE, "100").bet("ann", 1, "tie", "5").bet("bob", 2, "player", "500")
    table = table.bet("cy", 3, "tie", "10").bet("di", 4, "tie", "1")
    settlement = settle(table)
    assert profits(settlement) == {"ann": "40.00", "bob": "0.00", "cy": "60.00", "di": "0.00"}
    assert settlement["2"].outcome is Outcome.PUSH
    assert settlement["4"].outcome is Outcome.RETURNED
    assert settlement.net["pat"] == -10000


@pytest.mark.rule("player-dealer", "type-of-game-limit")
def test_what_is_collected_pays_on() -> None:
    """Pat with 50 pays 40, collects 30 and 15: five ahead, and nothing ran out."""
    table = banked(PLAYER_WINS, "50").bet("ann", 1, "player", "40").bet("bob", 2, "banker", "30")
    settlement = settle(table.bet("cy", 3, "tie", "15"))
    assert profits(settlement) == {"ann": "40.00", "bob": "-30.00", "cy": "-15.00"}
    assert settlement.net["pat"] == 500
    assert all(line.cause == "whole" for line in settlement.lines)


@pytest.mark.rule("player-dealer", "type-of-game-limit")
@pytest.mark.parametrize("cards", [PLAYER_WINS, BANKER_WINS, BANKER_WINS_WITH_6, TIE])
@pytest.mark.parametrize("wager", ["0.01", "10", "99.99", "100", "5000"])
def test_nobody_wins_or_loses_more_than_the_wager(cards: str, wager: str) -> None:
    """Large wagers of every kind all round: the player-dealer stays within its own."""
    table = banked(cards, wager)
    for seat, kind in product(range(1, 8), ("player", "banker", "tie")):
        table = table.bet(f"seat {seat}", seat, kind, "100")
    settlement = settle(table)
    most = table.unit.count(wager)
    assert -most <= settlement.net["pat"] <= most
    assert all(line.back >= 0 for line in settlement.lines)
    assert sum(settlement.net.values()) == 0


@pytest.mark.rule("player-dealer", "type-of-game-house")
@pytest.mark.parametrize("cards", [PLAYER_WINS, BANKER_WINS, BANKER_WINS_WITH_6, TIE])
def test_the_house_has_no_stake(cards: str) -> None:
    """However the coup ends, what players lose or win is pat's; the house has its fees alone."""
    table = banked(cards, "70", fees={"main": "1", "tie": "1", "player_dealer": "2"})
    table = table.bet("ann", 1, "player", "40").bet("bob", 2, "banker", "60")
    settlement = settle(table.bet("cy", 3, "tie", "25"))
    assert settlement.house == 0
    assert settlement.fees == 500
    assert sum(settlement.net.values()) + settlement.fees == 0


@pytest.mark.rule("player-dealer", "fees-schedule", "tie-bet-schedule")
def test_fees_by_the_schedule() -> None:
    """One for each wager on a line, 0.50 for each on tie, two a hand for the player-dealer."""
    fees = {"main": "1", "tie": "0.50", "player_dealer": "2"}
    table = banked(PLAYER_WINS, "500", fees=fees).bet("ann", 1, "player", "10")
    table = table.bet("ann", 1, "banker", "10").bet("ann", 1, "tie", "5").bet("bob", 2, "tie", "5")
    settlement = settle(table)
    assert settlement.fees == 100 + 100 + 50 + 50 + 200
    assert settlement.net["ann"] == 1000 - 1000 - 500 - 250
    assert settlement.net["bob"] == -500 - 50
    assert settlement.net["pat"] == 1000 - 200
    assert ("fees-schedule", "fees-flat") in [told.rules for told in explain_play(settlement)]


@pytest.mark.rule("player-dealer", "fees-schedule")
def test_the_dealers_fee_is_due_each_hand() -> None:
    """Even if nobody bets."""
    settlement = settle(banked(TIE, "500", fees={"player_dealer": "2"}))
    assert (settlement.net["pat"], settlement.fees) == (-200, 200)


@pytest.mark.rule("player-dealer", "fees-flat")
@pytest.mark.parametrize("cards", [PLAYER_WINS, BANKER_WINS, TIE])
@pytest.mark.parametrize("amount", ["1", "1000"])
def test_fees_do_not_depend_on_wager_or_winnings(cards: str, amount: str) -> None:
    """Small or large, won, lost or returned: the fee is the same 1.50."""
    table = banked(cards, "5000", fees={"main": "1.50"})
    assert settle(table.bet("ann", 1, "player", amount)).fees == 150


@pytest.mark.rule("player-dealer", "fees-flat", "fees-schedule")
def test_fees_are_not_returned_for_want_of_coverage() -> None:
    """Bob's wager is not covered and comes back; his fee does not."""
    table = banked(PLAYER_WINS, "10", fees={"main": "1"}).bet("ann", 1, "player", "10")
    settlement = settle(table.bet("bob", 2, "player", "10"))
    assert settlement["2"].outcome is Outcome.RETURNED
    assert settlement.net["bob"] == -100
    assert settlement.fees == 200


@pytest.mark.rule("player-dealer", "fees-flat")
@pytest.mark.parametrize("share", ["5%", "1/20", 0.05, {"percent": "5"}])
def test_a_fee_cannot_be_a_share(share: object) -> None:
    """A fee is an amount of money; a percentage of anything is not read as one."""
    dealer = {"seat": 8, "player": "pat", "wager": "500"}
    round_ = {"game": GAME, "cards": PLAYER_WINS.split(), "bets": [], "player_dealer": dealer}
    said = settle_json({**round_, "fees": {"main": share}}, load)
    assert said["error"]["code"] == Code.BAD_AMOUNT
    with pytest.raises(CroupierError) as caught:
        banked(PLAYER_WINS, "500", fees={"main": "5%"})
    assert caught.value.code is Code.BAD_AMOUNT


@pytest.mark.rule("player-dealer", "fees-cardroom")
def test_each_cardroom_has_its_own_schedule() -> None:
    """Left out is free; an entry that no wager falls under is a mistake and not passed over."""
    free = banked(PLAYER_WINS, "500").bet("ann", 1, "player", "10").bet("bob", 2, "tie", "5")
    assert settle(free).fees == 0
    ties = banked(PLAYER_WINS, "500", fees={"tie": "3"}).bet("ann", 1, "player", "10")
    assert settle(ties.bet("bob", 2, "tie", "5")).fees == 300
    with pytest.raises(CroupierError) as caught:
        settle(banked(PLAYER_WINS, "500", fees={"bonus": "1"}))
    assert caught.value.code is Code.MALFORMED
