"""The odds that a pay line must have for a wanted house edge."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from croupier.game.model import BetKind
from croupier.odds.bet_odds import BetOdds, Outcome, bet_odds, weigh
from croupier.odds.composition import LEAST_CARDS, Composition


@dataclass(frozen=True, slots=True)
class Proposal:
    """Odds to one for the open line, and the odds of the bet then."""

    pays: Fraction
    bet: BetOdds


@dataclass(frozen=True, slots=True)
class Design:
    """The exact answer, and the whole odds on both sides of it."""

    line: int
    exact: Proposal
    lower: Proposal | None
    """The next whole odds below, which cost the patron more; None if those would be zero."""
    upper: Proposal


def design(kind: BetKind, line: int, edge: Fraction, left: Composition) -> Design:
    """Return what one line of a bet must pay; raise ValueError if no odds give this edge."""
    left.require(LEAST_CARDS)
    known = bet_odds(kind, *weigh(kind, left))
    chance = known.outcomes[line].probability
    if not chance:
        raise ValueError("the open line never comes with this shoe")
    others = known.ev - known.outcomes[line].pays * chance
    pays = (-edge - others) / chance
    if pays <= 0:
        raise ValueError(f"even a line that pays nothing leaves an edge below {float(edge):.4%}")
    below = -(-pays.numerator // pays.denominator) - 1
    return Design(
        line=line,
        exact=_with(known, line, pays),
        lower=_with(known, line, Fraction(below)) if below else None,
        upper=_with(known, line, Fraction(pays.numerator // pays.denominator + 1)),
    )


def _with(bet: BetOdds, line: int, pays: Fraction) -> Proposal:
    ends = list(bet.outcomes)
    ends[line] = Outcome(ends[line].when, pays, ends[line].probability)
    return Proposal(pays, BetOdds(tuple(ends)))
