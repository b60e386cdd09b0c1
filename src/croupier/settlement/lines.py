"""The few ways a bet can end, each as a line of the settlement."""

from __future__ import annotations

from fractions import Fraction

from croupier.game.model import Game, Rules
from croupier.money import Odds
from croupier.settlement.judging import Verdict
from croupier.settlement.round import Bet, Cause, Line, Outcome


def won(bet: Bet, verdict: Verdict, odds: Odds, in_action: int) -> Line:
    """Pay what is in action at the odds, rounded down to the unit; that may round to nothing."""
    profit, rest = odds.pay(in_action)
    rounding = Fraction(rest, odds.stake) if rest else None
    return Line(
        bet,
        Outcome.WIN,
        in_action,
        odds,
        profit,
        verdict.rules,
        verdict.says,
        rounding=rounding,
    )


def paid(bet: Bet, verdict: Verdict, odds: Odds, in_action: int, profit: int) -> Line:
    """Pay a fixed profit, less than the odds would give on the whole bet."""
    return Line(bet, Outcome.WIN, in_action, odds, profit, verdict.rules, verdict.says)


def collected(bet: Bet, verdict: Verdict, in_action: int) -> Line:
    """Take what is in action."""
    return Line(bet, Outcome.LOSE, in_action, None, -in_action, verdict.rules, verdict.says)


def pushed(bet: Bet, verdict: Verdict, in_action: int) -> Line:
    """Hand the bet back by the rules of the game."""
    return Line(bet, Outcome.PUSH, in_action, None, 0, verdict.rules, verdict.says)


def returned(bet: Bet, cause: Cause, rules: Rules, says: str) -> Line:
    """Hand back a bet of which nothing was in action."""
    return Line(bet, Outcome.RETURNED, 0, None, 0, rules, says, cause)


def refunded(game: Game, bet: Bet) -> Line:
    """Hand back a bet whose owner took it back after bets were closed (5.12.3)."""
    rule = game.cite("refund")
    return returned(bet, Cause.REFUNDED, () if rule is None else (rule,), "")
