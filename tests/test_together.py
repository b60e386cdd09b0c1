"""Bets of one round go together: covariances by hand, and the odds of each bet alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.coup import Winner
from croupier.game.loading import keys, shipped
from croupier.game.model import Stage
from croupier.odds import Composition, odds
from croupier.odds.covariance import Wager, covariances_of
from croupier.odds.covariance_of_pairs import insurance_pays
from croupier.odds.distribution import play

FOUR, FIVE = Stage.FOUR_CARDS, Stage.PLAYER_THIRD


@pytest.mark.parametrize("key", keys())
def test_a_bet_alone_is_as_its_odds_say(key: str) -> None:
    game = shipped(key)
    found, all_ = odds(game, Composition.of_decks(8)), covariances_of(game, 8)
    for bet, alone in found.bets.items():
        assert all_.ev(Wager(bet)) == alone.ev
        assert all_.covariance(Wager(bet), Wager(bet)) == alone.variance
    for row in found.insurance:
        if row.ev is not None:
            offer = row.offer
            at = (offer.stage, offer.player_total, offer.banker_total)
            assert all_.ev(Wager(row.kind.key, *at)) == row.ev


def test_two_hands_go_against_each_other() -> None:
    """8 decks, 5% commission: what one wins the other loses, and a tie returns both."""
    banker, player, tie = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216
    total = banker + player + tie
    one = Fraction(1)
    pays = {"player": (-one, one, 0 * one), "banker": (Fraction(19, 20), -one, 0 * one)}
    means = {
        bet: Fraction(a * banker + b * player + c * tie) / total for bet, (a, b, c) in pays.items()
    }
    both = -Fraction(19, 20) * banker - player
    wanted = both / total - means["player"] * means["banker"]
    found = covariances_of(shipped("classic"), 8)
    assert found.covariance(Wager("player"), Wager("banker")) == wanted
    assert found.covariance(Wager("banker"), Wager("player")) == wanted


def _mean(weights: dict[Winner, int], pays: dict[Winner, Fraction]) -> Fraction:
    whole = sum(weights.values())
    return sum((pays[winner] * n for winner, n in weights.items()), Fraction(0)) / whole


@pytest.mark.parametrize(("stage", "player", "banker"), [(FOUR, 5, 6), (FIVE, 1, 6)])
def test_insurance_goes_against_its_original_bet(stage: Stage, player: int, banker: int) -> None:
    """Given the totals, Player's bet and the insurance of Banker are both decided by who wins."""
    game = shipped("insurance")
    assert game.insurance is not None
    kind = game.insurance.kinds["banker_insurance"]
    ends = play(Composition.of_decks(8).points)
    weights = dict.fromkeys(Winner, 0)
    if stage is FOUR:
        weights |= ends.after_four[player, banker]
    else:
        for (_, two, three), wins in ends.after_third.items():
            if (three, two) == (player, banker):
                for winner, n in wins.items():
                    weights[winner] += n
    insured = insurance_pays(kind, kind.offers[stage, player, banker])
    original = {Winner.PLAYER: Fraction(1), Winner.BANKER: Fraction(-1), Winner.TIE: Fraction(0)}
    product = {winner: insured[winner] * original[winner] for winner in Winner}
    wanted = _mean(weights, product) - _mean(weights, insured) * _mean(weights, original)
    found = covariances_of(game, 8)
    wager = Wager("banker_insurance", stage, player, banker)
    assert found.covariance(wager, Wager("player")) == wanted
    assert found.covariance(Wager("player"), wager) == wanted
    square = {winner: insured[winner] ** 2 for winner in Winner}
    alone = _mean(weights, square) - _mean(weights, insured) ** 2
    assert found.covariance(wager, wager) == alone


def test_insurance_of_both_stages_is_weighed_by_the_later_totals() -> None:
    """At 3:1 and 7:1 both win when Banker loses, lose when it wins, and are returned on a tie."""
    weights = dict.fromkeys(Winner, 0)
    for (_, two, three), wins in play(Composition.of_decks(8).points).after_third.items():
        if (three, two) == (1, 6):
            for winner, n in wins.items():
                weights[winner] += n
    tie = Fraction(0)
    early = {Winner.PLAYER: Fraction(3), Winner.BANKER: Fraction(-1), Winner.TIE: tie}
    late = {Winner.PLAYER: Fraction(7), Winner.BANKER: Fraction(-1), Winner.TIE: tie}
    product = {winner: early[winner] * late[winner] for winner in Winner}
    wanted = _mean(weights, product) - _mean(weights, early) * _mean(weights, late)
    found = covariances_of(shipped("insurance"), 8)
    first, second = Wager("banker_insurance", FOUR, 5, 6), Wager("banker_insurance", FIVE, 1, 6)
    assert found.covariance(first, second) == wanted
    assert found.covariance(second, first) == wanted
