"""Counting: what one stretch of play brought, in whole units, in a room that does not grow."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import NamedTuple

from croupier.odds.covariance import Wager
from croupier.reports.figures import Figure


class Stake(NamedTuple):
    """A bet of a settled round: what of it was in action, and what became of that."""

    id: str
    wager: Wager
    in_action: int
    profit: int
    """What its owner won or, below nothing, lost."""
    won: bool
    short: int
    """How much less than even money a bet on a hand won."""


class Rules(NamedTuple):
    """What a bet was played by: the game file and the number of decks."""

    digest: str
    decks: int


class Kind(NamedTuple):
    """A kind of bet of a game."""

    game: str
    bet: str


@dataclass(slots=True)
class BetTally:
    """One kind of bet, counted as it was last corrected."""

    bets: int = 0
    won: int = 0
    in_action: int = 0
    collected: int = 0
    paid: int = 0
    commission: int = 0
    short_pay: int = 0

    def add(self, other: BetTally) -> None:
        """Count another stretch in."""
        self.bets += other.bets
        self.won += other.won
        self.in_action += other.in_action
        self.collected += other.collected
        self.paid += other.paid
        self.commission += other.commission
        self.short_pay += other.short_pay


Exposure = tuple[Rules, str, Wager]
"""A wager by the rules it was played by; the text is the game's key."""


@dataclass(slots=True)
class Tally:
    """Everything that is counted of a stretch of play.

    Stakes are summed up by wager, and their products by pairs of wagers that lay in one round:
    with that, expectation and variance are exact, however many rounds there were.
    """

    rounds: int = 0
    settled: int = 0
    voids: int = 0
    undone: int = 0
    figures: Counter[Figure] = field(default_factory=Counter)
    fees: Counter[str] = field(default_factory=Counter)
    """Fees kept, by the line of the schedule."""
    out_of_action: int = 0
    """What pro rata, or want of coverage, left out of action in settled rounds."""
    uncollected: int = 0
    """What the house could not take back when paid rounds were put right: it is owed."""
    bets: defaultdict[Kind, BetTally] = field(default_factory=lambda: defaultdict(BetTally))
    banked: defaultdict[Kind, BetTally] = field(default_factory=lambda: defaultdict(BetTally))
    """Bets against a player-dealer: the house has no interest in them."""
    stakes: Counter[Exposure] = field(default_factory=Counter)
    products: Counter[tuple[Rules, Wager, Wager]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count another stretch in."""
        self.rounds += other.rounds
        self.settled += other.settled
        self.voids += other.voids
        self.undone += other.undone
        self.out_of_action += other.out_of_action
        self.uncollected += other.uncollected
        # `update` adds and keeps what falls below nothing; `+` would drop it.
        self.figures.update(other.figures)
        self.fees.update(other.fees)
        self.stakes.update(other.stakes)
        self.products.update(other.products)
        for mine, theirs in ((self.bets, other.bets), (self.banked, other.banked)):
            for kind, tally in theirs.items():
                mine[kind].add(tally)

    def count(
        self,
        stakes: Iterable[Stake],
        game: str,
        rules: Rules,
        sign: int,
        *,
        general: frozenset[str],
    ) -> None:
        """Count a round that the house banked; with -1, take it back to count it otherwise.

        `general` are the bets whose every win is short of even money: that is a commission.
        """
        together: Counter[Wager] = Counter()
        for stake in stakes:
            kind = stake.wager.kind
            tally = self.bets[Kind(game, kind)]
            _count(tally, stake, sign)
            if kind in general:
                tally.commission += sign * stake.short
            else:
                tally.short_pay += sign * stake.short
            if stake.in_action:
                together[stake.wager] += stake.in_action
        for wager, amount in together.items():
            self.stakes[rules, game, wager] += sign * amount
        # Whichever of the two is named first, it is the same pair.
        for one, other in combinations_with_replacement(sorted(together, key=_order), 2):
            self.products[rules, one, other] += sign * together[one] * together[other]

    def count_banked(self, stakes: Iterable[Stake], game: str, sign: int) -> None:
        """Count a round that a player-dealer banked."""
        for stake in stakes:
            _count(self.banked[Kind(game, stake.wager.kind)], stake, sign)


def _order(wager: Wager) -> tuple[str, str, int, int]:
    return wager.kind, wager.stage or "", wager.player_total, wager.banker_total


def _count(tally: BetTally, stake: Stake, sign: int) -> None:
    tally.bets += sign * bool(stake.in_action)
    tally.won += sign * stake.won
    tally.in_action += sign * stake.in_action
    tally.collected += sign * max(-stake.profit, 0)
    tally.paid += sign * max(stake.profit, 0)
