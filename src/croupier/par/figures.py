"""What a PAR sheet says: every figure of a game, exact, for each number of decks it may have."""

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
    """A game with whole decks, and beside it the same game with any other permitted number."""

    game: Game
    decks: int
    by_decks: Mapping[int, GameOdds]
    removal: Mapping[str, Mapping[Rank, Fraction]]

    @property
    def found(self) -> GameOdds:
        """The odds that the sheet is about."""
        return self.by_decks[self.decks]

    def combinations(self, end: Outcome) -> int:
        """Count the orders of six cards in which a bet ends so."""
        count = end.probability * self.found.left.coups
        assert count.denominator == 1, "a probability is a number of orders over all of them"
        return count.numerator


def contribution(end: Outcome) -> Fraction:
    """Say how much of a unit staked comes back this way: stake and profit, times the chance."""
    return (1 + end.pays) * end.probability


def par(game: Game, decks: int) -> Par:
    """Work out everything that a sheet for so many decks says."""
    permitted = range(game.decks.least, game.decks.most + 1)
    return Par(
        game=game,
        decks=decks,
        by_decks={number: odds(game, Composition.of_decks(number)) for number in permitted},
        removal=effects_of_removal(game, Composition.of_decks(decks)),
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures of a game, the digest of its file, and the version that worked them out."""

    par: Par
    digest: str
    """SHA-256 of the game's file, in hexadecimal."""
    version: str
