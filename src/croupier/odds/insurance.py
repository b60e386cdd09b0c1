"""What each insurance offer is worth, and how often it is made."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.coup import Winner
from croupier.game.model import Game, InsuranceKind, Offer, Stage
from croupier.money import Odds
from croupier.odds.composition import Composition
from croupier.odds.play import Two, play


@dataclass(frozen=True, slots=True)
class OfferOdds:
    """One offer: how often it comes, and what a unit staked on it then brings on average."""

    kind: InsuranceKind
    offer: Offer
    frequency: Fraction
    ev: Fraction | None
    """None where this shoe can never make the offer."""

    @property
    def odds(self) -> Odds:
        """What it pays."""
        return self.offer.odds


def offer_odds(game: Game, left: Composition) -> Iterator[OfferOdds]:
    """Go through every offer of a game, both stages, one for each pair of totals."""
    if game.insurance is None:
        return
    coups = play(left.points)
    after_third: defaultdict[Two, Counter[Winner]] = defaultdict(Counter)
    for (_, banker, player), ends in coups.after_third.items():
        after_third[player, banker].update(ends)
    for kind in game.insurance.kinds.values():
        for (stage, player, banker), offer in kind.offers.items():
            stages = coups.after_four if stage is Stage.FOUR_CARDS else after_third
            ends = stages.get((player, banker), {})
            frequency = Fraction(sum(ends.values()), left.coups)
            yield OfferOdds(kind, offer, frequency, expectation(kind, offer, ends))


def expectation(kind: InsuranceKind, offer: Offer, ends: Mapping[Winner, int]) -> Fraction | None:
    """Say what a unit of insurance brings, from the weights of who wins; None where nobody does."""
    total = sum(ends.values())
    if not total:
        return None
    won = ends.get(kind.insures.other.win, 0)
    won += ends.get(Winner.TIE, 0) if offer.pays_on_tie else 0
    return (won * offer.odds.ratio - ends.get(kind.insures.win, 0)) / total
