"""The content of a PAR sheet: every figure of a game, exact, for each permitted number of decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import Rank
from croupier.game.model import Game
from croupier.odds.bet_odds import GameOdds, Outcome, odds
from croupier.odds.composition import Composition
from croupier.odds.removal import effects_of_removal


@dataclass(frozen=True, slots=True)
class Par:
    """The odds of a game for each permitted number of decks, one of which the sheet is for."""

    game: Game
    decks: int
    by_decks: Mapping[int, GameOdds]
    removal: Mapping[str, Mapping[Rank, Fraction]]

    @property
    def found(self) -> GameOdds:
        """The odds for the number of decks that the sheet is for."""
        return self.by_decks[self.decks]

    def combinations(self, end: Outcome) -> int:
        """Return the number of orders of six cards in which a bet ends this way."""
        count = end.probability * self.found.left.coups
        assert count.denominator == 1, "a probability is a number of orders over all of them"
        return count.numerator


def contribution(end: Outcome) -> Fraction:
    """Return how much of a unit staked comes back this way: stake and profit, times the chance."""
    return (1 + end.pays) * end.probability


def par(game: Game, decks: int) -> Par:
    """Return the odds of a game for a sheet with this number of decks."""
    permitted = range(game.decks.least, game.decks.most + 1)
    return Par(
        game=game,
        decks=decks,
        by_decks={number: odds(game, Composition.of_decks(number)) for number in permitted},
        removal=effects_of_removal(game, Composition.of_decks(decks)),
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures of a game, the digest of its file, and the version that computed them."""

    par: Par
    digest: str
    """SHA-256 of the game's file, in hexadecimal."""
    version: str


def rules_of(sheet: Sheet, bet: str, place: int) -> tuple[str, ...]:
    """Return the paragraphs that decide one outcome of a bet, by the place of its pay line."""
    kind = sheet.par.game.bets[bet]
    return kind.pays[place].rules if place < len(kind.pays) else kind.loses
