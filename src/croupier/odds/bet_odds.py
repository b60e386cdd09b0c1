"""The odds of every bet of a game: outcomes, expectation, edge, deviation, all exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from croupier.facts import Value
from croupier.game.model import BetKind, Game
from croupier.odds.composition import LEAST_CARDS, Composition
from croupier.odds.distribution import distribution
from croupier.odds.insurance import InsuredOdds, OfferOdds, insured_odds, offer_odds


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a bet can end."""

    when: str
    pays: Fraction
    """Net, per unit staked: -1 for a loss."""
    probability: Fraction


@dataclass(frozen=True, slots=True)
class BetOdds:
    """The outcomes of a bet, and the figures that follow from them."""

    outcomes: tuple[Outcome, ...]

    @property
    def ev(self) -> Fraction:
        """The expected result of a unit staked."""
        return sum((one.pays * one.probability for one in self.outcomes), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of a unit placed, on average."""
        return -self.ev

    @property
    def resolved_edge(self) -> Fraction:
        """What the house keeps of a unit that is not returned."""
        resolved = 1 - sum(one.probability for one in self.outcomes if one.pays == 0)
        return self.house_edge / resolved if resolved else Fraction(0)

    @property
    def hit_frequency(self) -> Fraction:
        """How often it wins."""
        return sum((one.probability for one in self.outcomes if one.pays > 0), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the result of a unit."""
        squares = (one.pays**2 * one.probability for one in self.outcomes)
        return sum(squares, Fraction(0)) - self.ev**2

    @property
    def sd(self) -> float:
        """The standard deviation of the result of a unit."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class GameOdds:
    """All bets of a game, with one shoe."""

    game: Game
    left: Composition
    bets: Mapping[str, BetOdds]
    insurance: tuple[OfferOdds, ...]
    insured: Mapping[str, InsuredOdds]
    """Main bets with their insurance played in the best way."""


Weighed = Iterable[tuple[Mapping[str, Value], int]]
"""Combinations of facts, each with its weight."""


def odds(game: Game, left: Composition) -> GameOdds:
    """Return the odds of every bet of a game for the cards left in a shoe."""
    left.require(LEAST_CARDS)
    bets = {key: bet_odds(kind, *weigh(kind, left)) for key, kind in game.bets.items()}
    insured = insured_odds(game, left, {key: bet.ev for key, bet in bets.items()})
    return GameOdds(game, left, bets, tuple(offer_odds(game, left)), insured)


def weigh(kind: BetKind, left: Composition) -> tuple[Weighed, int]:
    """Return the weights of the facts that a bet asks for, and the sum of all weights."""
    names = facts_asked(kind)
    weights = distribution(names, left)
    return [(dict(zip(names, key, strict=True)), n) for key, n in weights.items()], left.coups


def facts_asked(kind: BetKind) -> tuple[str, ...]:
    """Return the names of the facts that a bet asks for."""
    return tuple(dict.fromkeys(name for line in kind.pays for name in line.when.facts))


def bet_odds(kind: BetKind, weighed: Weighed, total: int) -> BetOdds:
    """Return the odds of a bet, given the weights of facts and their sum."""
    *weights, lost = line_weights(kind, weighed)
    ends = [
        Outcome(line.says, line.odds.ratio, Fraction(weight, total))
        for line, weight in zip(kind.pays, weights, strict=True)
    ]
    if lost:
        ends.append(Outcome("otherwise", Fraction(-1), Fraction(lost, total)))
    return BetOdds(tuple(ends))


def line_weights(kind: BetKind, weighed: Weighed) -> list[int]:
    """Return the weight of each pay line of a bet, and last that of its loss."""
    weights = [0] * (len(kind.pays) + 1)
    for facts, weight in weighed:
        weights[line_of(kind, facts)] += weight
    return weights


def line_of(kind: BetKind, facts: Mapping[str, Value]) -> int:
    """Return the number of the pay line that decides; the number after the last for a loss."""
    for place, line in enumerate(kind.pays):
        if line.when.holds(facts):
            return place
    return len(kind.pays)
