"""What holds in every round, whatever is bet and dealt."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from croupier import Outcome, Round, Settlement, settle
from croupier.game.loading import load
from croupier.settlement.limits import Scope
from croupier.settlement.round import Cause
from croupier.settlement.settle_json import read_round
from naive.rounds import good_round

SEEDS = st.integers(0, 2**32)
MANY = settings(max_examples=500, deadline=None)


def play(seed: int) -> Settlement:
    return settle(make(seed))


def make(seed: int, **wanted: Any) -> Round:
    """Make a round from a seed; a failure names the seed, and the same round comes again."""
    return read_round(good_round(Random(seed), **wanted), load)


@MANY
@given(SEEDS)
def test_money_is_conserved(seed: int) -> None:
    settled = play(seed)
    assert sum(settled.net.values()) + settled.house + settled.fees == 0


@MANY
@given(SEEDS)
def test_nobody_loses_more_than_stakes_and_fees(seed: int) -> None:
    settled = play(seed)
    round_ = settled.round
    dealer = round_.player_dealer
    at_risk = dict.fromkeys(settled.net, 0)
    for bet in round_.bets:
        at_risk[bet.patron] += bet.amount
        kind = round_.game.bets.get(bet.kind)
        at_risk[bet.patron] += round_.fees.get(kind.fee or "", 0) if kind else 0
    if dealer:
        at_risk[dealer.patron] += dealer.wager + round_.fees.get("player_dealer", 0)
    for patron, net in settled.net.items():
        assert net >= -at_risk[patron]


@MANY
@given(SEEDS)
def test_the_player_dealer_never_wins_or_loses_more_than_the_wager(seed: int) -> None:
    settled = settle(make(seed, game="player-dealer"))
    dealer = settled.round.player_dealer
    assert dealer is not None
    result = settled.net[dealer.patron] + settled.round.fees.get("player_dealer", 0)
    assert -dealer.wager <= result <= dealer.wager
    assert settled.house == 0


@MANY
@given(SEEDS)
def test_every_line_adds_up(seed: int) -> None:
    for line in play(seed).lines:
        assert line.rules, "every line cites a paragraph"
        assert 0 <= line.in_action <= line.bet.amount
        assert line.back >= 0
        match line.outcome:
            case Outcome.WIN:
                assert line.odds is not None
                assert 0 <= line.profit <= line.in_action * line.odds.ratio
            case Outcome.LOSE:
                assert line.profit == -line.in_action < 0
            case Outcome.PUSH:
                assert line.profit == 0 < line.in_action
            case Outcome.RETURNED:
                assert line.profit == 0 == line.in_action


@MANY
@given(SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_bets_changes_nothing(seed: int, shuffler: Random) -> None:
    """Except, by a unit, who gets the larger share where pro rata leaves a remainder."""
    round_ = make(seed)
    bets = list(round_.bets)
    shuffler.shuffle(bets)
    settled = settle(round_)
    again = settle(
        Round(
            round_.game,
            round_.coup,
            tuple(bets),
            round_.unit,
            round_.decks,
            round_.limits,
            round_.player_dealer,
            round_.seats,
            round_.fees,
        )
    )
    cut = any(line.cause is Cause.PRO_RATA for line in settled.lines)
    for line in settled.lines:
        other = again[line.bet.id]
        if cut and other.in_action != line.in_action:
            assert abs(other.in_action - line.in_action) == 1
            # The smallest bet may keep its one unit in one order, and lose it in the other.
            assert {line.cause, other.cause} <= {Cause.PRO_RATA, Cause.PROTECTED}
        else:
            assert other == line
    together = sum(line.in_action for line in settled.lines)
    assert sum(line.in_action for line in again.lines) == together
    if not cut:
        assert again.net == settled.net


@MANY
@given(SEEDS, st.sampled_from(["tiger", "insurance"]))
def test_pro_rata_keeps_the_differential_and_the_minimum(seed: int, game: str) -> None:
    """A group is as far apart as allowed at closing, no further, unless minima hold it up.

    What is handed back later cuts nobody.
    """
    round_ = make(seed, game=game)
    closing = replace(round_, bets=tuple(bet._replace(returned=False) for bet in round_.bets))
    settled = settle(closing)
    for line in settle(round_).lines:
        at_closing = settled[line.bet.id].in_action
        assert line.in_action == (0 if line.bet.returned else at_closing)
    cut = [line for line in settled.lines if line.cause is Cause.PRO_RATA]
    assume(cut)
    most, scope = round_.limits.differential, round_.limits.scope
    assert most is not None
    for line in cut:
        least = round_.limits.least(round_.game.bets[line.bet.kind], line.bet.box)
        assert least <= line.in_action < line.bet.amount
        group = [
            other
            for other in settled.lines
            if other.bet.kind in ("player", "banker")
            and (scope is Scope.TABLE or other.bet.box == line.bet.box)
        ]
        if any(other.bet.returned for other in group):
            continue  # shared with bets that were taken back since: nothing is in action of them
        sums = {"player": 0, "banker": 0}
        for other in group:
            sums[other.bet.kind] += other.in_action
        apart = abs(sums["banker"] - sums["player"])
        held_up = any(
            other.cause in (Cause.BELOW_MINIMUM, Cause.PROTECTED) or other.in_action == least
            for other in group
        )
        assert apart == most or (apart > most and held_up)
