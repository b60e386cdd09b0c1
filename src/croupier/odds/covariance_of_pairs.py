"""Expectations and covariances of two bets at a time, where a bet asks for the cards themselves.

All bets of a game together would tell too many hands apart. So each pair of bets is worked out by
itself when it is asked about, from the joint distribution of the facts of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from croupier.coup import Winner, compare
from croupier.facts import Value
from croupier.game.model import BetKind, Game, InsuranceKind, Offer, Stage
from croupier.odds.bet_odds import line_of
from croupier.odds.composition import Composition
from croupier.odds.distribution import distribution

Facts = Mapping[str, Value]
Pays = Callable[[Facts], Fraction]
Cell = tuple[Stage, int, int]

_SCORE = (
    *("player_first_total", "banker_first_total"),
    *("player_total", "banker_total", "player_cards", "banker_cards"),
)
"""The facts that say at which totals insurance was offered, and who won."""


class Staked:
    """A bet whose result is asked about: one of the layout, or insurance at some totals."""

    def __init__(self, names: tuple[str, ...], pays: Pays, cell: Cell | None = None) -> None:
        self.names, self.pays, self.cell = names, pays, cell


def on_layout(kind: BetKind) -> Staked:
    """Return a bet of the layout."""
    results = [*(line.odds.ratio for line in kind.pays), Fraction(-1)]
    return Staked(kind.facts, lambda facts: results[line_of(kind, facts)])


def insurance_pays(kind: InsuranceKind, offer: Offer) -> dict[Winner, Fraction]:
    """Return the result of a unit of insurance by the winner."""
    return {
        kind.insures.win: Fraction(-1),
        kind.insures.other.win: offer.odds.ratio,
        Winner.TIE: offer.odds.ratio if offer.pays_on_tie else Fraction(0),
    }


def insured(kind: InsuranceKind, cell: Cell) -> Staked:
    """Return insurance taken at a stage with these totals."""
    pays = insurance_pays(kind, kind.offers[cell])
    return Staked(_SCORE, lambda facts: pays[_winner(facts)], cell)


def _winner(facts: Facts) -> Winner:
    return compare(int(facts["player_total"]), int(facts["banker_total"]))


def _reached(facts: Facts, cell: Cell) -> bool:
    """Return True if a coup came to the stage and totals of an offer."""
    stage, player, banker = cell
    one, two, end, _, drew, last = (int(facts[name]) for name in _SCORE)
    if stage is Stage.FOUR_CARDS:
        return (one, two) == (player, banker) and drew + last > 4
    return (end, two) == (player, banker) and drew == last == 3


class Pairs:
    """The expectations and covariances of the bets of a game with one shoe."""

    def __init__(self, game: Game, left: Composition) -> None:
        """Take the game; nothing is worked out yet."""
        self._game, self._left = game, left
        self._known: dict[object, Fraction] = {}

    def staked(self, kind: str, cell: Cell | None) -> Staked:
        """Return a bet by its kind and, for insurance, the stage and totals."""
        if cell is None:
            return on_layout(self._game.bets[kind])
        assert self._game.insurance is not None, "what is no bet of the layout is insurance"
        return insured(self._game.insurance.kinds[kind], cell)

    def mean(self, key: object, of: tuple[Staked, ...], given: Cell | None) -> Fraction:
        """Return the mean of the product of results, given that totals came up; kept by a key."""
        if key not in self._known:
            total, summed = 0, Fraction(0)
            for facts, weight in self._weigh(of, given):
                total += weight
                result = Fraction(weight)
                for each in of:
                    result *= each.pays(facts)
                summed += result
            self._known[key] = summed / total
        return self._known[key]

    def _weigh(self, of: tuple[Staked, ...], given: Cell | None) -> Iterator[tuple[Facts, int]]:
        names = [name for each in of for name in each.names]
        if given is not None:
            names += _SCORE
        asked = tuple(dict.fromkeys(names))
        for values, weight in distribution(asked, self._left).items():
            facts = dict(zip(asked, values, strict=True))
            if given is None or _reached(facts, given):
                yield facts, weight
