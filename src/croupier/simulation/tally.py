"""What was counted so far, and the bets of a game read off it by their own pay lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from croupier.facts import FACTS, Value
from croupier.game.model import BetKind, Game
from croupier.odds.bet_odds import asked, line_of
from croupier.simulation.coup_codes import finish_of


@dataclass(frozen=True, slots=True)
class BetTally:
    """How a bet did, a unit staked in every round."""

    outcomes: Mapping[Fraction, int]
    """How often it paid what, net per unit: -1 for a loss."""

    @property
    def rounds(self) -> int:
        """In how many rounds it was staked."""
        return sum(self.outcomes.values())

    @property
    def mean(self) -> Fraction:
        """What a unit brought on average, exactly."""
        return sum((pays * n for pays, n in self.outcomes.items()), Fraction(0)) / self.rounds

    @property
    def ev(self) -> float:
        """What a unit brought on average."""
        return float(self.mean)

    @property
    def stderr(self) -> float:
        """How far that average is likely to be off, as if rounds had nothing to do with others."""
        squares = sum((pays**2 * n for pays, n in self.outcomes.items()), Fraction(0))
        return sqrt((squares / self.rounds - self.mean**2) / self.rounds)


@dataclass(frozen=True, slots=True)
class Tally:
    """Coups counted by how they ended."""

    suits: bool
    shoes: int
    counts: Mapping[int, int]
    """How often each code came that came at all."""

    @property
    def rounds(self) -> int:
        """How many coups there were."""
        return sum(self.counts.values())


def bets(game: Game, tally: Tally) -> dict[str, BetTally]:
    """Read every bet off the counts; insurance takes a decision and is left out."""
    ends = [(finish_of(code, suits=tally.suits), n) for code, n in tally.counts.items()]
    found: dict[str, BetTally] = {}
    for key, kind in game.bets.items():
        facts = [FACTS[name] for name in asked(kind)]
        weights: Counter[tuple[Value, ...]] = Counter()
        for end, n in ends:
            weights[tuple([fact.of(end) for fact in facts])] += n
        found[key] = _read(kind, weights)
    return found


def _read(kind: BetKind, weights: Mapping[tuple[Value, ...], int]) -> BetTally:
    pays = [*(line.odds.ratio for line in kind.pays), Fraction(-1)]
    outcomes = dict.fromkeys(pays, 0)
    names = asked(kind)
    for values, n in weights.items():
        outcomes[pays[line_of(kind, dict(zip(names, values, strict=True)))]] += n
    return BetTally(outcomes)
