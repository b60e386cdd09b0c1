"""The systems that come along, each as a few plain lines through the protocol.

Compiled code plays them too (`compiled_systems`), and must stake the same in every round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.coup import Winner
from croupier.game.model import Game
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.strategy.view import Strategy, View

LADDER = (1, 3, 2, 6)


@dataclass(frozen=True, slots=True)
class Flat:
    """The same stake on the same bets, every round."""

    bets: tuple[str, ...]
    base: int

    def stakes(self, view: View) -> Mapping[str, int]:
        """Stake the same."""
        return dict.fromkeys(self.bets, self.base)


@dataclass(slots=True)
class Martingale:
    """Doubles after a loss until it wins; begins again where that would be beyond its most."""

    bet: str
    base: int
    most: int
    step: int = 0

    def stakes(self, view: View) -> Mapping[str, int]:
        """Double what lost."""
        if view.last and view.last.net > 0:
            self.step = 0
        elif view.last and view.last.net < 0:
            self.step += 1
            if self.base * 2**self.step > self.most:
                self.step = 0
        return {self.bet: self.base * 2**self.step}


@dataclass(slots=True)
class Ladder:
    """1-3-2-6: a rung up after each win, down to the first after a loss or after the fourth."""

    bet: str
    base: int
    rung: int = 0

    def stakes(self, view: View) -> Mapping[str, int]:
        """Go up or start again."""
        if view.last and view.last.net:
            self.rung = (self.rung + 1) % len(LADDER) if view.last.net > 0 else 0
        return {self.bet: self.base * LADDER[self.rung]}


@dataclass(frozen=True, slots=True)
class FollowRoad:
    """Bets on the hand of the big road's last column, or against it; ties are passed over."""

    player: str
    banker: str
    base: int
    chop: bool

    def stakes(self, view: View) -> Mapping[str, int]:
        """Look at the last cell of the big road."""
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
    """The true count from which on the bet is worth it: the count for each deck not seen yet."""

    def calls(self, view: View) -> bool:
        """Say whether the true count has reached the trigger, in whole numbers."""
        seen = zip(self.tags, view.seen, strict=True)
        running = sum(tag * count for tag, count in seen)
        return 52 * running >= self.trigger * view.cards_left


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts cards, and stakes the same on each bet whose count calls for it."""

    counts: tuple[Tags, ...]
    base: int

    def stakes(self, view: View) -> Mapping[str, int]:
        """Bet where the count is high enough."""
        return {count.bet: self.base for count in self.counts if count.calls(view)}


@dataclass(frozen=True, slots=True)
class Perfect:
    """Knows the exact odds of what is left, and bets whenever they favour it."""

    game: Game
    bets: tuple[str, ...]
    base: int

    def stakes(self, view: View) -> Mapping[str, int]:
        """Work the odds out and bet above nothing."""
        left = Composition.of_ranks(view.left)
        kinds = [self.game.bets[bet] for bet in self.bets]
        return {kind.key: self.base for kind in kinds if bet_odds(kind, *weigh(kind, left)).ev > 0}


@dataclass(frozen=True, slots=True)
class System:
    """A system as compiled code knows it, and how to have it in plain Python."""

    name: str
    bets: tuple[str, ...]
    base: int
    make: Callable[[], Strategy]
    counts: tuple[Tags, ...] = ()
    most: int = 0
    """Of a progression that doubles: the stake that it does not go beyond."""


def flat(bets: tuple[str, ...], base: int) -> System:
    """Stake the same, always."""
    return System("flat", bets, base, lambda: Flat(bets, base))


def martingale(bet: str, base: int, most: int) -> System:
    """Double after a loss."""
    return System("martingale", (bet,), base, lambda: Martingale(bet, base, most), most=most)


def ladder(bet: str, base: int) -> System:
    """Play 1-3-2-6."""
    return System("1-3-2-6", (bet,), base, lambda: Ladder(bet, base))


def follow(player: str, banker: str, base: int) -> System:
    """Bet on what won last."""
    return System(
        "follow", (player, banker), base, lambda: FollowRoad(player, banker, base, chop=False)
    )


def chop(player: str, banker: str, base: int) -> System:
    """Bet against what won last."""
    return System(
        "chop", (player, banker), base, lambda: FollowRoad(player, banker, base, chop=True)
    )


def count(counts: tuple[Tags, ...], base: int) -> System:
    """Count cards."""
    bets = tuple(one.bet for one in counts)
    return System("count", bets, base, lambda: Counter(counts, base), counts)


def perfect(game: Game, bets: tuple[str, ...], base: int) -> System:
    """Know the odds of every shoe."""
    return System("perfect", bets, base, lambda: Perfect(game, bets, base))


def own(name: str, game: Game, make: Callable[[], Strategy]) -> System:
    """Take somebody's own strategy, which may bet on everything."""
    return System(name, tuple(game.bets), 1, make)
