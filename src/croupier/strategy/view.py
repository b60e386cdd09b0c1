"""What a patron can see when bets are open, and the protocol of a strategy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from croupier.roads import Entry, Roads


class ShoeHistory:
    """The finished rounds of a shoe, from which views show results and roads; it only grows."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._drawn = [Roads()]

    def add(self, entry: Entry) -> None:
        """Add a round that is over."""
        self._entries.append(entry)

    def entries(self, rounds: int) -> tuple[Entry, ...]:
        """Return the first so many rounds."""
        return tuple(self._entries[:rounds])

    def roads(self, rounds: int) -> Roads:
        """Return the roads after so many rounds; each is drawn once, when it is first asked for."""
        while len(self._drawn) <= rounds:
            self._drawn.append(self._drawn[-1].add(self._entries[len(self._drawn) - 1]))
        return self._drawn[rounds]


@dataclass(frozen=True, slots=True)
class Last:
    """The patron's stakes in the round before, and their result."""

    stakes: Mapping[str, int]
    """By bet, as they were placed after the limits of the table."""
    net: Fraction
    """The net result of all of them, in chips."""


@dataclass(frozen=True, slots=True)
class View:
    """What a patron can see: the cards that are gone, the results, the patron's own money."""

    shoe: int
    """Which shoe of the session, from 0."""
    round: int
    """Which round of the shoe, from 0."""
    decks: int
    left: tuple[int, ...]
    """How many cards of each rank have not been seen, ace to king; also those behind the cut."""
    purse: Fraction | None
    """The chips that the patron has; None without a bankroll."""
    last: Last | None
    """The round before, if the patron bet in it; it may be in the shoe before."""
    _history: ShoeHistory = field(repr=False, compare=False)

    @property
    def seen(self) -> tuple[int, ...]:
        """How many cards of each rank were dealt so far, ace to king."""
        return tuple(4 * self.decks - count for count in self.left)

    @property
    def cards_left(self) -> int:
        """How many cards have not been seen yet."""
        return sum(self.left)

    @property
    def results(self) -> tuple[Entry, ...]:
        """The rounds of this shoe so far."""
        return self._history.entries(self.round)

    @property
    def roads(self) -> Roads:
        """The roads of this shoe so far."""
        return self._history.roads(self.round)


class Strategy(Protocol):
    """Decides the stakes; a new one is made for each session, so it may remember rounds."""

    def stakes(self, view: View) -> Mapping[str, int]:
        """Return the chips for each bet of this round; an empty mapping bets nothing."""
        ...
