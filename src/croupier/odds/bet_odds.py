"""The odds of every bet of a game: outcomes, expectation, edge, deviation, all exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from croupier.facts import Value
from croupier.game.model import BetKind, Game, PayLine
from croupier.odds.composition import LEAST_CARDS, Composition
from croupier.odds.distribution import distribution
from croupier.odds.insurance import InsuredOdds, OfferOdds, insured_odds, offer_odds
from croupier.provenance import provenance
from croupier.words import Message, say


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a bet can end."""

    when: str
    pays: Fraction
    """Net, per unit staked: -1 for a loss."""
    probability: Fraction
    less: Message | None = None
    """What it pays before a commission, and the commission, where one is taken."""

    @property
    def odds(self) -> str:
        """What it pays, for people: "8:1", "1:1 less 5%"; a loss is "-1:1"."""
        return str(self.less) if self.less else f"{self.pays.numerator}:{self.pays.denominator}"


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

    def __repr__(self) -> str:
        return f"<GameOdds {self.game.key}, {self.left.cards} cards: {len(self.bets)} bets>"


Weighed = Iterable[tuple[Mapping[str, Value], int]]
"""Combinations of facts, each with its weight."""


def odds(game: Game, left: Composition, known: Mapping[str, BetOdds] | None = None) -> GameOdds:
    """Return the odds of every bet of a game for the cards left in a shoe.

    Those of the bets need not be worked out again where they are known.
    """
    left.require(LEAST_CARDS)
    bets = known or {key: bet_odds(kind, *weigh(kind, left)) for key, kind in game.bets.items()}
    insured = insured_odds(game, left, {key: bet.ev for key, bet in bets.items()})
    return GameOdds(game, left, bets, tuple(offer_odds(game, left)), insured)


def weigh(kind: BetKind, left: Composition) -> tuple[Weighed, int]:
    """Return the weights of the facts that a bet asks for, and the sum of all weights."""
    names = facts_asked(kind)
    weights = distribution(names, left)
    return [(dict(zip(names, key, strict=True)), n) for key, n in weights.items()], left.coups


def facts_asked(kind: BetKind) -> tuple[str, ...]:
    """Return the names of the facts that a bet asks for."""
    return kind.facts


def bet_odds(kind: BetKind, weighed: Weighed, total: int) -> BetOdds:
    """Return the odds of a bet, given the weights of facts and their sum."""
    *weights, lost = line_weights(kind, weighed)
    ends = [
        Outcome(line.says, line.odds.ratio, Fraction(weight, total), _less(line))
        for line, weight in zip(kind.pays, weights, strict=True)
    ]
    if lost:
        ends.append(Outcome(str(say("settlement.otherwise")), Fraction(-1), Fraction(lost, total)))
    return BetOdds(tuple(ends))


def _less(line: PayLine) -> Message | None:
    if line.commission is None:
        return None
    return say("explaining.less", gross=str(line.gross), commission=line.commission)


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


def write_odds(found: GameOdds, decks: int | None) -> dict[str, object]:
    """Return the odds of a game as JSON; `decks` is None where cards left were counted."""
    return {
        "game": found.game.key,
        "decks": decks,
        "cards": found.left.cards,
        "bets": {
            key: {**write_bet(bet), **_insured(found, key)} for key, bet in found.bets.items()
        },
        "insurance": [_offer(row) for row in found.insurance],
        **provenance(found.game),
    }


def write_bet(bet: BetOdds) -> dict[str, object]:
    """Return the odds of one bet as JSON."""
    return {
        "ev": str(bet.ev),
        **write_edge(bet.house_edge),
        "resolved_edge": float(bet.resolved_edge),
        "hit_frequency": str(bet.hit_frequency),
        "sd": bet.sd,
        "outcomes": write_outcomes(bet),
    }


def write_edge(edge: Fraction) -> dict[str, object]:
    """Return a house edge as JSON: a number to reckon with, and beside it the exact ratio."""
    return {"house_edge": float(edge), "house_edge_exact": str(edge)}


def write_outcomes(bet: BetOdds) -> list[dict[str, str]]:
    """Return each way a bet can end as JSON."""
    return [
        {"when": end.when, "pays": str(end.pays), "probability": str(end.probability)}
        for end in bet.outcomes
    ]


def _insured(found: GameOdds, bet: str) -> dict[str, dict[str, object]]:
    """Return the odds of a bet with its insurance as JSON; empty if it has none."""
    return {"with_insurance": write_insured(found.insured[bet])} if bet in found.insured else {}


def write_insured(insured: InsuredOdds) -> dict[str, object]:
    """Return the odds of a main bet with its insurance as JSON."""
    known = {"by_totals": insured.by_totals, "by_cards": insured.by_cards}
    return {name: {"ev": str(ev), **write_edge(-ev)} for name, ev in known.items()}


def _offer(row: OfferOdds) -> dict[str, object]:
    offer = row.offer
    return {
        "stage": offer.stage,
        "insures": row.kind.insures,
        "player_total": offer.player_total,
        "banker_total": offer.banker_total,
        "odds": str(offer.odds),
        "frequency": str(row.frequency),
        "ev": None if row.ev is None else str(row.ev),
    }


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
        raise ValueError(say("settlement.open_line_never_comes"))
    others = known.ev - known.outcomes[line].pays * chance
    pays = (-edge - others) / chance
    if pays <= 0:
        raise ValueError(say("settlement.no_such_edge", edge=f"{float(edge):.4%}"))
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
