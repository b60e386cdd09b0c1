"""The stakes that a table takes and what bets pay, in whole numbers: nothing is rounded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from croupier.errors import Code, InvalidInput
from croupier.facts import Value, fact
from croupier.game.model import Game
from croupier.odds.bet_odds import facts_asked, line_of
from croupier.simulation import Plan

MOST_STAKE = 10**7
"""The highest stake, in chips, so that sums of stakes fit 64 bits."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The lowest and highest stake on a bet and the bankroll, in chips."""

    bankroll: int | None = None
    """What the patron brings to each session; None for no limit."""
    least: int = 1
    most: int = MOST_STAKE

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.most <= MOST_STAKE:
            raise InvalidInput(
                Code.MALFORMED,
                f"stakes go from 1 to {MOST_STAKE:,} chips, not from {self.least} to {self.most}",
            )
        if self.bankroll is not None and not self.least <= self.bankroll <= 10**12:
            raise InvalidInput(
                Code.MALFORMED,
                f"a bankroll of {self.bankroll} is not enough for one stake of {self.least}"
                if self.bankroll < self.least
                else f"a bankroll has {10**12:,} chips at most",
            )

    def take(self, stakes: Mapping[str, int], purse: Fraction | None) -> dict[str, int]:
        """Return the stakes that are placed, given those asked for.

        A stake above `most` is cut to it, and one above what the patron has left is cut to that.
        One that is then below `least` is not placed. Bets are handled in the order given.
        """
        taken: dict[str, int] = {}
        left = None if purse is None else int(purse // 1)
        for bet, asks in stakes.items():
            stake = min(asks, self.most)
            if left is not None:
                stake = min(stake, left)
            if stake >= self.least:
                taken[bet] = stake
                left = None if left is None else left - stake
        return taken


@dataclass(frozen=True)
class Payoffs:
    """Some bets of a game, and the net result of a chip on each by how the coup ends."""

    game: Game
    plan: Plan
    bets: tuple[str, ...]

    def __post_init__(self) -> None:
        for bet in self.bets:
            if bet not in self.game.bets:
                raise InvalidInput(
                    Code.UNKNOWN_BET,
                    f"{self.game.key} has no bet {bet[:40]!r}; it has {', '.join(self.game.bets)}",
                )
        if not self.bets or len({*self.bets}) < len(self.bets):
            raise InvalidInput(Code.MALFORMED, "bets are named once each, and at least one")

    @cached_property
    def unit(self) -> int:
        """How many units a chip has: enough that each of these bets pays whole units."""
        pays = (line.odds.ratio for bet in self.bets for line in self.game.bets[bet].pays)
        return lcm(*(ratio.denominator for ratio in pays))

    @cached_property
    def nets(self) -> tuple[tuple[int, ...], ...]:
        """The net result of a chip in units: for each bet a number for each code."""
        return tuple(tuple(self._nets(bet)) for bet in self.bets)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The winner by code: 1 for Player, 2 for Banker, 0 for a tie."""
        ends = (self.plan.finish_of(code) for code in range(self.plan.recorded))
        return tuple(
            (end.player_total > end.banker_total) + 2 * (end.player_total < end.banker_total)
            for end in ends
        )

    @property
    def largest_net(self) -> int:
        """The most that one chip on each bet can win or lose in a round, in units."""
        return sum(max(map(abs, nets)) for nets in self.nets)

    def _nets(self, bet: str) -> Iterable[int]:
        kind = self.game.bets[bet]
        names = facts_asked(kind)
        pays = [*(line.odds.ratio for line in kind.pays), Fraction(-1)]
        known: dict[tuple[Value, ...], int] = {}
        for code in range(self.plan.recorded):
            end = self.plan.finish_of(code)
            values = tuple([fact(name).of(end) for name in names])
            if values not in known:
                paid = pays[line_of(kind, dict(zip(names, values, strict=True)))] * self.unit
                known[values] = paid.numerator
            yield known[values]


def side_bets(game: Game, plan: Plan) -> tuple[str, str]:
    """Return the main bets that win when Player wins and when Banker does."""
    found: list[str] = []
    mains = [key for key, kind in game.bets.items() if kind.main]
    # Player wins 9 to 0 on two cards each; Banker wins 9 to 0.
    for code in (90 * 5, 9 * 5):
        for bet in mains:
            payoffs = Payoffs(game, Plan(plan.seed, plan.decks, plan.cut), (bet,))
            if payoffs.nets[0][code] > 0:
                found.append(bet)
                break
    if len(found) < 2:
        raise InvalidInput(Code.UNKNOWN_BET, f"{game.key} has no main bet on each hand to follow")
    return found[0], found[1]
