"""What a betting system sees and returns, and the systems that ship with croupier.

Compiled code plays them too (`compiled_systems`), and must stake the same in every round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from croupier.coup import Winner
from croupier.game.model import Game
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
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


LADDER = (1, 3, 2, 6)


@dataclass(frozen=True, slots=True)
class Flat:
    """The same stake on the same bets, every round."""

    bets: tuple[str, ...]
    base: int

    def stakes(self, view: View) -> Mapping[str, int]:
        """Return the same stakes."""
        return dict.fromkeys(self.bets, self.base)


@dataclass(slots=True)
class Martingale:
    """Doubles after a loss until it wins; starts again where that would be above `most`."""

    bet: str
    base: int
    most: int
    step: int = 0

    def stakes(self, view: View) -> Mapping[str, int]:
        """Return twice the stake that lost."""
        if view.last and view.last.net > 0:
            self.step = 0
        elif view.last and view.last.net < 0:
            self.step += 1
            if self.base * 2**self.step > self.most:
                self.step = 0
        return {self.bet: self.base * 2**self.step}


@dataclass(slots=True)
class Ladder:
    """1-3-2-6: a step up after each win, back to the first after a loss or after the fourth."""

    bet: str
    base: int
    rung: int = 0

    def stakes(self, view: View) -> Mapping[str, int]:
        """Return the stake of the next step."""
        if view.last and view.last.net:
            self.rung = (self.rung + 1) % len(LADDER) if view.last.net > 0 else 0
        return {self.bet: self.base * LADDER[self.rung]}


@dataclass(frozen=True, slots=True)
class FollowRoad:
    """Bets on the hand of the big road's last column, or against it; ties are ignored."""

    player: str
    banker: str
    base: int
    chop: bool

    def stakes(self, view: View) -> Mapping[str, int]:
        """Return a stake by the last cell of the big road."""
        last = view.roads.big_road.last
        if last is None or last.winner is Winner.TIE:
            return {}
        on_player = (last.winner is Winner.PLAYER) is not self.chop
        return {self.player if on_player else self.banker: self.base}


@dataclass(frozen=True, slots=True)
class Tags:
    """A count of cards for one bet: what each rank adds once it is seen, and when to bet."""

    bet: str
    tags: tuple[int, ...]
    """For each rank, ace to king."""
    trigger: Fraction
    """The true count from which the bet is made: the count for each deck not seen yet."""

    def calls(self, view: View) -> bool:
        """Return True if the true count has reached the trigger; exact."""
        seen = zip(self.tags, view.seen, strict=True)
        running = sum(tag * count for tag, count in seen)
        return 52 * running >= self.trigger * view.cards_left


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts cards, and stakes the same on each bet whose count calls for it."""

    counts: tuple[Tags, ...]
    base: int

    def stakes(self, view: View) -> Mapping[str, int]:
        """Return stakes where the count is high enough."""
        return {count.bet: self.base for count in self.counts if count.calls(view)}


@dataclass(frozen=True, slots=True)
class Perfect:
    """Knows the exact odds of the cards left, and bets whenever they favour the patron."""

    game: Game
    bets: tuple[str, ...]
    base: int

    def stakes(self, view: View) -> Mapping[str, int]:
        """Return stakes on bets with a positive expectation."""
        left = Composition.of_ranks(view.left)
        kinds = [self.game.bets[bet] for bet in self.bets]
        return {kind.key: self.base for kind in kinds if bet_odds(kind, *weigh(kind, left)).ev > 0}


@dataclass(frozen=True, slots=True)
class System:
    """A system as compiled code knows it, and how to make it in plain Python."""

    name: str
    bets: tuple[str, ...]
    base: int
    make: Callable[[], Strategy]
    counts: tuple[Tags, ...] = ()
    most: int = 0
    """Of a progression that doubles: its highest stake."""
    over_arrays: Callable[..., Mapping[str, Any]] | None = None
    """Of a person's own function over arrays: that function, see `array_sessions`."""


def flat(bets: tuple[str, ...], base: int) -> System:
    """Return a system that always stakes the same."""
    return System("flat", bets, base, lambda: Flat(bets, base))


def martingale(bet: str, base: int, most: int) -> System:
    """Return a system that doubles after a loss."""
    return System("martingale", (bet,), base, lambda: Martingale(bet, base, most), most=most)


def ladder(bet: str, base: int) -> System:
    """Return the system 1-3-2-6."""
    return System("1-3-2-6", (bet,), base, lambda: Ladder(bet, base))


def follow(player: str, banker: str, base: int) -> System:
    """Return a system that bets on the hand that won last."""
    return System(
        "follow", (player, banker), base, lambda: FollowRoad(player, banker, base, chop=False)
    )


def chop(player: str, banker: str, base: int) -> System:
    """Return a system that bets against the hand that won last."""
    return System(
        "chop", (player, banker), base, lambda: FollowRoad(player, banker, base, chop=True)
    )


def count(counts: tuple[Tags, ...], base: int) -> System:
    """Return a system that counts cards."""
    bets = tuple(one.bet for one in counts)
    return System("count", bets, base, lambda: Counter(counts, base), counts)


def perfect(game: Game, bets: tuple[str, ...], base: int) -> System:
    """Return a system that knows the exact odds of every shoe."""
    return System("perfect", bets, base, lambda: Perfect(game, bets, base))


def own(name: str, game: Game, make: Callable[[], Strategy]) -> System:
    """Return a person's own strategy as a system that may bet on everything."""
    return System(name, tuple(game.bets), 1, make)


def over_arrays(name: str, game: Game, stakes: Callable[..., Mapping[str, Any]]) -> System:
    """Return a person's own function over arrays as a system that may bet on everything."""
    return System(name, tuple(game.bets), 1, lambda: Flat((), 1), over_arrays=stakes)
