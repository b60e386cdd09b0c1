"""Millions of simulated shoes, and the plan that says what is dealt: seed, decks, cut card, suits.

There is one random stream and one way of drawing; coups are counted by facts.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import Code, InvalidInput
from croupier.facts import FACTS, Level
from croupier.game.model import Game
from croupier.odds.bet_odds import facts_asked
from croupier.simulation.random_stream import MOST_SEED
from croupier.simulation.tally import BY_RANK, BY_SUIT

CUT = 14
"""How many cards are behind the cut card by default."""

MOST_CARDS_A_COUP = 6


@dataclass(frozen=True, slots=True)
class Plan:
    """What determines the shoes: any engine deals the same, each known by its number."""

    seed: int
    decks: int
    cut: int = CUT
    suits: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MOST_SEED:
            raise InvalidInput(Code.MALFORMED, f"a seed is 0 to {MOST_SEED}, not {self.seed}")
        if self.cut < 0:
            raise InvalidInput(Code.MALFORMED, f"the cut is 0 or more cards, not {self.cut}")
        if self.stop >= self.cards:
            raise InvalidInput(
                Code.MALFORMED,
                f"with the cut at {self.cut} no coup can start: the shoe has {self.cards} cards",
            )

    @classmethod
    def of(cls, game: Game, seed: int, decks: int, cut: int = CUT) -> Plan:
        """Return the plan for a game; suits are dealt if one of its bets asks for them."""
        facts = {name for kind in game.bets.values() for name in facts_asked(kind)}
        return cls(seed, decks, cut, any(FACTS[name].level is Level.SUITS for name in facts))

    @property
    def cards(self) -> int:
        """How many cards a full shoe has."""
        return 52 * self.decks

    @property
    def stop(self) -> int:
        """A coup starts while more cards than these are left: it may take six."""
        return max(self.cut, MOST_CARDS_A_COUP - 1)

    @property
    def least_rounds(self) -> int:
        """The smallest number of rounds in a shoe."""
        return -(-(self.cards - self.stop) // MOST_CARDS_A_COUP)

    @property
    def codes(self) -> int:
        """How many codes there are for the end of a coup."""
        return BY_SUIT if self.suits else BY_RANK
