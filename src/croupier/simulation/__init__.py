"""Millions of simulated shoes, and the plan that says what is dealt: seed, decks, cut card, suits.

There is one random stream and one way of drawing; coups are counted by facts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.errors import Code, InvalidInput
from croupier.facts import Finish, is_deep, level_of
from croupier.game.model import Game
from croupier.hand_traits import Level
from croupier.simulation.random_stream import MOST_SEED
from croupier.simulation.tally import BY_RANK, BY_SUIT, finish_of
from croupier.simulation.views import MOST_CODES, view
from croupier.words import say

CUT = 14
"""How many cards are behind the cut card by default."""

MOST_CARDS_A_COUP = 6

_ROADS = (
    *("player_total", "banker_total", "player_cards", "banker_cards"),
    *("player_pair", "banker_pair"),
)
"""The facts that the roads show; a patron sees them whatever the bet."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What determines the shoes: any engine deals the same, each known by its number."""

    seed: int
    decks: int
    cut: int = CUT
    suits: bool = False
    views: tuple[tuple[str, ...], ...] = ()
    """The facts of each view of the hands (`croupier.simulation.views`), by their names."""

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
    def of(
        cls,
        game: Game,
        seed: int,
        decks: int,
        cut: int = CUT,
        together: Iterable[str] | None = None,
    ) -> Plan:
        """Return the plan for a game; suits are dealt if one of its bets asks for them.

        Bets on the cards themselves have a view each. Where the results of some bets are wanted
        `together`, round by round, these have one view, if it takes one.
        """
        bets = game.bets.values()
        suits = level_of(name for kind in bets for name in kind.facts) is Level.SUITS
        if together is None:
            seen = [tuple(sorted(kind.facts)) for kind in bets if is_deep(kind.facts)]
        else:
            wanted = [game.bets[bet].facts for bet in together if bet in game.bets]
            names = sorted({name for facts in wanted for name in facts} | {*_ROADS})
            seen = [tuple(names)] if is_deep(names) else []
        for names_ in seen:
            if view(names_).codes > MOST_CODES:
                said = say("settlement.too_many_hands", most=f"{MOST_CODES:,}")
                raise InvalidInput(Code.MALFORMED, said)
        return cls(seed, decks, cut, suits, tuple(dict.fromkeys(seen)))

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
        """How many codes there are for the end of a coup, and for what is seen in each view."""
        return self.base + sum(view(names).codes for names in self.views)

    @property
    def base(self) -> int:
        """How many codes there are for the end of a coup without a view."""
        return BY_SUIT if self.suits else BY_RANK

    @property
    def recorded(self) -> int:
        """How many codes there are for a recorded round: those of its view, if there is one."""
        return view(self.views[0]).codes if self.views else self.base

    def finish_of(self, code: int) -> Finish:
        """Return a coup that is recorded with this code."""
        if self.views:
            return view(self.views[0]).finish_of(code)
        return finish_of(code, suits=self.suits)
