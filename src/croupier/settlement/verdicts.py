"""Which pay line decides each bet, and the lines of a settlement that follow."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from croupier.facts import Value
from croupier.game.model import Game, Rules
from croupier.money import Odds, Unit
from croupier.settlement import insurance
from croupier.settlement.round import Bet, Cause, Line, Outcome, Round
from croupier.words import Value as Words


class Verdict(NamedTuple):
    """The odds that a bet is paid at, or None for a loss, and why.

    0:1 is a return, and odds below it are the part that is lost.
    """

    odds: Odds | None
    rules: Rules
    said: Words | None
    """What happened that decided it; None where a bet is lost by the result alone."""
    cap: Fraction | None = None
    """The most that the bet pays, in money."""
    up: bool = False
    """Whether what it pays is rounded up."""


# There are few combinations of facts, and every round of a game has one of them.
@lru_cache(maxsize=4096)
def verdicts(game: Game, values: tuple[Value, ...]) -> Mapping[str, Verdict]:
    """Return the verdict on every bet of the layout, placed or not."""
    facts = dict(zip(game.facts, values, strict=True))
    found: dict[str, Verdict] = {}
    for key, kind in game.bets.items():
        line = kind.line(facts)
        found[key] = (
            Verdict(None, kind.loses, None)
            if line is None
            else Verdict(line.odds, line.rules, line.said, kind.cap, kind.rounds_up)
        )
    return found


class RoundVerdicts:
    """The verdicts on all bets of a round, insurance included."""

    __slots__ = ("_game", "_offers", "_verdicts", "_winner")

    def __init__(self, round_: Round) -> None:
        """Raise `Refused` if a bet took insurance that was not offered."""
        self._game = round_.game
        self._verdicts = verdicts(round_.game, round_.game.facts_of(round_.coup))
        self._winner = round_.coup.winner
        self._offers = insurance.offers(round_)

    def verdict(self, bet: Bet) -> Verdict:
        """Return the verdict on one bet."""
        verdict = self._verdicts.get(bet.kind)
        if verdict is not None:
            return verdict
        kinds = self._game.insurance
        assert kinds is not None, "what is no bet of the layout is insurance"
        offer, insured = self._offers[bet.id], kinds.kinds[bet.kind]
        return Verdict(*insurance.decide(kinds, insured, offer, self._winner))


def won(bet: Bet, verdict: Verdict, odds: Odds, in_action: int, unit: Unit) -> Line:
    """Return a line that pays the odds on what is in action, up to the cap of the bet.

    The profit is rounded to the unit; a cap between two units is the lower one.
    """
    profit, rest = odds.pay(in_action, up=verdict.up)
    rounding = Fraction(rest, odds.stake) if rest else None
    capped = 0
    if verdict.cap is not None and profit > (most := unit.floor(verdict.cap)):
        profit, capped, rounding = most, profit - most, None
    return Line(
        bet,
        Outcome.WIN,
        in_action,
        odds,
        profit,
        verdict.rules,
        verdict.said,
        rounding=rounding,
        capped=capped,
    )


def paid(bet: Bet, verdict: Verdict, odds: Odds, in_action: int, profit: int) -> Line:
    """Return a line that pays a fixed profit, less than the odds on the whole bet."""
    return Line(bet, Outcome.WIN, in_action, odds, profit, verdict.rules, verdict.said)


def collected(bet: Bet, verdict: Verdict, in_action: int) -> Line:
    """Return a line that takes what is in action."""
    return Line(bet, Outcome.LOSE, in_action, None, -in_action, verdict.rules, verdict.said)


def partly_lost(bet: Bet, verdict: Verdict, odds: Odds, in_action: int, unit: Unit) -> Line:
    """Return a line that takes a part of what is in action; what is left is rounded."""
    line = won(bet, verdict, odds, in_action, unit)
    return line._replace(outcome=Outcome.LOSE)


def pushed(bet: Bet, verdict: Verdict, in_action: int) -> Line:
    """Return a line that gives the bet back by the rules of the game."""
    return Line(bet, Outcome.PUSH, in_action, None, 0, verdict.rules, verdict.said)


def returned(bet: Bet, cause: Cause, rules: Rules, said: Words | None) -> Line:
    """Return a line that gives back a bet of which nothing was in action."""
    return Line(bet, Outcome.RETURNED, 0, None, 0, rules, said, cause)


def refunded(game: Game, bet: Bet) -> Line:
    """Return the line of a bet that was taken back after bets were closed (5.12.3)."""
    rule = game.cite("refund")
    return returned(bet, Cause.REFUNDED, () if rule is None else (rule,), None)
