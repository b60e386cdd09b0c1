"""The exact odds of insurance: each offer, and main bets with their insurance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm

from croupier import tableau
from croupier.coup import Winner, compare
from croupier.game.model import Game, InsuranceKind, Offer, Stage
from croupier.money import Odds
from croupier.odds.composition import Composition
from croupier.odds.distribution import Hands, Two, first_hands, play


@dataclass(frozen=True, slots=True)
class OfferOdds:
    """One offer: how often it is made, and the expected result of a unit staked on it then."""

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
    """Yield the odds of every offer of a game, both stages, one for each pair of totals."""
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
    """Return the expected result of a unit, given the weights of the winners; None if all are 0."""
    total = sum(ends.values())
    if not total:
        return None
    won = ends.get(kind.insures.other.win, 0)
    won += ends.get(Winner.TIE, 0) if offer.pays_on_tie else 0
    return (won * offer.odds.ratio - ends.get(kind.insures.win, 0)) / total


@dataclass(frozen=True, slots=True)
class InsuredOdds:
    """A main bet with the insurance of it, per unit of the main bet."""

    by_totals: Fraction
    """The expected result if the totals on the table decide whether each offer is taken."""
    by_cards: Fraction
    """The expected result if every card left is known at each decision."""


def insured_odds(
    game: Game, left: Composition, evs: Mapping[str, Fraction]
) -> dict[str, InsuredOdds]:
    """Return the odds of every main bet that can be insured, given its result without."""
    gains: dict[str, tuple[Fraction, Fraction]] = {}
    for kind in game.insurance.kinds.values() if game.insurance else ():
        full = FullInsurance(kind)
        total = left.coups * full.scale
        old = gains.get(kind.original, (Fraction(0), Fraction(0)))
        gains[kind.original] = (
            old[0] + Fraction(_by_totals(full, left.points), total),
            old[1] + Fraction(_by_cards(full, left.points), total),
        )
    return {
        bet: InsuredOdds(evs[bet] + totals, evs[bet] + cards)
        for bet, (totals, cards) in gains.items()
    }


class FullInsurance:
    """The result of full insurance of one hand at each offer, by the winner."""

    __slots__ = ("_brings", "kind", "scale")

    def __init__(self, kind: InsuranceKind) -> None:
        """Compute each offer once."""
        self.kind = kind
        self.scale = lcm(*(offer.odds.ratio.numerator for offer in kind.offers.values()))
        self._brings = {cell: self._of(offer) for cell, offer in kind.offers.items()}

    def _of(self, offer: Offer) -> dict[Winner, int]:
        # The stake may win the original bet and no more, so a lost stake is that bet over the odds.
        lost = self.scale * offer.odds.ratio.denominator // offer.odds.ratio.numerator
        return {
            self.kind.insures.other.win: self.scale,
            self.kind.insures.win: -lost,
            Winner.TIE: self.scale if offer.pays_on_tie else 0,
        }

    def at(self, stage: Stage, player: int, banker: int) -> Mapping[Winner, int] | None:
        """Return the result of full insurance by the winner; None if it is not offered."""
        return self._brings.get((stage, player, banker))


def _worth(brings: Mapping[Winner, int] | None, ends: Mapping[Winner, int]) -> int:
    if brings is None:
        return 0
    return sum(brings[winner] * weight for winner, weight in ends.items())


def _by_totals(full: FullInsurance, points: tuple[int, ...]) -> int:
    """Return the best result if each offer is always or never taken.

    This is done for each total of Banker. An offer taken after four cards leaves nothing for the
    offers after Player's third card that may follow, so each set of early offers is tried.
    """
    coups = play(points)
    best = 0
    for banker in range(10):
        early = {
            player: _worth(full.at(Stage.FOUR_CARDS, player, banker), ends)
            for (player, other), ends in coups.after_four.items()
            if other == banker
        }
        late: defaultdict[int, dict[int, int]] = defaultdict(dict)
        for (player, other, total), ends in coups.after_third.items():
            if other == banker:
                brings = full.at(Stage.PLAYER_THIRD, total, banker)
                late[total][player] = _worth(brings, ends)
        best += max(
            sum(early[player] for player in taken)
            + sum(
                max(0, sum(worth for player, worth in ways.items() if player not in taken))
                for ways in late.values()
            )
            for taken in _subsets([player for player, worth in early.items() if worth])
        )
    return best


def _subsets(players: list[int]) -> Iterator[set[int]]:
    for chosen in product((False, True), repeat=len(players)):
        yield {player for player, taken in zip(players, chosen, strict=True) if taken}


def _by_cards(full: FullInsurance, points: tuple[int, ...]) -> int:
    """Return the best result if every card left is known, over all first four cards."""
    best = 0
    for hands in first_hands(points):
        player, banker = sum(hands.player) % 10, sum(hands.banker) % 10
        brings = full.at(Stage.FOUR_CARDS, player, banker)
        early = 0 if brings is None else _before_third(player, banker, hands, brings)
        late = 0
        if tableau.player(player, banker).draws:
            late = sum(
                count * max(0, _before_last(total, banker, rest, then))
                for third, count, rest in _draw(hands.rest)
                if tableau.banker(player, banker, third).draws
                for total in ((player + third) % 10,)
                if (then := full.at(Stage.PLAYER_THIRD, total, banker)) is not None
            )
        best += hands.weight * max(0, early, late)
    return best


def _before_third(player: int, banker: int, hands: Hands, brings: Mapping[Winner, int]) -> int:
    """Return the result of insurance taken after four cards."""
    left = sum(hands.rest)
    if not tableau.player(player, banker).draws:
        return _before_last(player, banker, hands.rest, brings) * (left - 1)
    found = 0
    for third, count, rest in _draw(hands.rest):
        total = (player + third) % 10
        if tableau.banker(player, banker, third).draws:
            found += count * _before_last(total, banker, rest, brings)
        else:
            found += count * brings[compare(total, banker)] * (left - 1)
    return found


def _before_last(
    player: int, banker: int, rest: tuple[int, ...], brings: Mapping[Winner, int]
) -> int:
    """Return the result of insurance when only Banker is to draw."""
    return sum(
        count * brings[compare(player, (banker + last) % 10)]
        for last, count in enumerate(rest)
        if count
    )


def _draw(rest: tuple[int, ...]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    for point, count in enumerate(rest):
        if count:
            yield point, count, (*rest[:point], count - 1, *rest[point + 1 :])
