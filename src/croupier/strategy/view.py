"""What a patron can see when bets are open, and what it takes to be a strategy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from croupier.roads import Entry, Roads


class Board:
    """What hangs over the table: the rounds of a shoe so far. Rounds are only ever added."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._drawn = [Roads()]

    def add(self, entry: Entry) -> None:
        """Hang up a round that is over."""
        self._entries.append(entry)

    def entries(self, rounds: int) -> tuple[Entry, ...]:
        """Give the first so many rounds."""
        return tuple(self._entries[:rounds])

    def roads(self, rounds: int) -> Roads:
        """Draw the first so many rounds; drawn once, and only if somebody looks."""
        while len(self._drawn) <= rounds:
            self._drawn.append(self._drawn[-1].add(self._entries[len(self._drawn) - 1]))
        return self._drawn[rounds]


@dataclass(frozen=True, slots=True)
class Last:
    """What the patron had on the table in the round before, and what came of it."""

    stakes: Mapping[str, int]
    """By bet, after the house's limits: what really lay there."""
    net: Fraction
    """What all of it brought, in chips."""


@dataclass(frozen=True, slots=True)
class View:
    """What a patron can see: the cards that are gone, the results, his own money."""

    shoe: int
    """Which shoe of the session, from 0."""
    round: int
    """Which round of the shoe, from 0."""
    decks: int
    left: tuple[int, ...]
    """Cards not seen yet of each rank, ace to king; those behind the cut card too."""
    purse: Fraction | None
    """What the patron has, in chips; None where nobody asks."""
    last: Last | None
    """The round before, if he bet in it; a session's shoes follow one another."""
    _board: Board = field(repr=False, compare=False)

    @property
    def seen(self) -> tuple[int, ...]:
        """Cards that were dealt so far of each rank, ace to king."""
        return tuple(4 * self.decks - count for count in self.left)

    @property
    def cards_left(self) -> int:
        """How many cards were not seen yet."""
        return sum(self.left)

    @property
    def results(self) -> tuple[Entry, ...]:
        """The rounds of this shoe so far."""
        return self._board.entries(self.round)

    @property
    def roads(self) -> Roads:
        """The roads of this shoe so far."""
        return self._board.roads(self.round)


class Strategy(Protocol):
    """Somebody who decides what to stake; made anew for each session, so it may remember."""

    def stakes(self, view: View) -> Mapping[str, int]:
        """Name the chips for each bet of this round; nothing to sit it out."""
        ...
