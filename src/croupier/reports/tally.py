"""Counting bets: what settlements say of each bet, and what they were expected to bring."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from math import ceil, floor, sqrt
from typing import Any, NamedTuple, Protocol

from croupier.conditions import Condition
from croupier.coup import Coup
from croupier.facts import fact, finish
from croupier.game.loading import shipped
from croupier.game.model import BetKind, Game, Stage
from croupier.money import Odds, Unit
from croupier.odds.covariance import Wager, covariances_of
from croupier.reports.events import FindGame
from croupier.reports.figures import Counted, Figure
from croupier.settlement import settle
from croupier.settlement.insurance import at_stage
from croupier.settlement.round import Outcome
from croupier.settlement.settle_json import read_coup, write_settlement
from croupier.table.state import Ended
from croupier.table.vocabulary import signed


class _PlacedBet(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def stage(self) -> Stage | None: ...


class SettledBet(NamedTuple):
    """A bet of a settled round: how much of it was in action, and its result."""

    id: str
    wager: Wager
    in_action: int
    profit: int
    """What its owner won or, if negative, lost."""
    won: bool
    commission: int
    """How much of a win was kept."""
    short: int
    """How much less than even money a bet on a hand won, a commission left aside."""

    @property
    def kind(self) -> str:
        """The kind of bet."""
        return self.wager.kind

    @property
    def stage(self) -> Stage | None:
        """When insurance was taken; None for all other bets."""
        return self.wager.stage

    def given_back(self) -> SettledBet:
        """Return the bet as one of which nothing was in action."""
        return self._replace(in_action=0, profit=0, won=False, commission=0, short=0)

    def scaled(self, factor: int) -> SettledBet:
        """Return the bet with its amounts in a unit that is so many times smaller."""
        return self._replace(
            in_action=self.in_action * factor,
            profit=self.profit * factor,
            commission=self.commission * factor,
            short=self.short * factor,
        )


def paying_bets(game: Game) -> Mapping[str, BetKind]:
    """Return a game's bets, each with the commission that its pay lines take.

    Stored files of shipped games may be older than the key `commission`: then only the odds have
    it. A bet that today's file has with the same conditions and odds is taken from there.
    """
    try:
        today = shipped(game.key)
    except KeyError:
        return game.bets
    return {
        key: today.bets[key]
        if key in today.bets and _terms(kind) == _terms(today.bets[key])
        else kind
        for key, kind in game.bets.items()
    }


def _terms(kind: BetKind) -> list[tuple[Condition, Odds]]:
    return [(line.when, line.odds) for line in kind.pays]


def read_settled_bets(
    kinds: Mapping[str, BetKind],
    bets: Mapping[str, _PlacedBet],
    settlement: Mapping[str, Any],
    unit: Unit,
) -> list[SettledBet]:
    """Return each bet of a written settlement; `bets` has the placed bets by id.

    `kinds` are the bets of the game, as `paying_bets` has them.

    A bet that was taken back before the round was paid is not among them, and is left out.
    """
    coup: Coup | None = None
    settled: list[SettledBet] = []
    for line in settlement["bets"]:
        if line["outcome"] == Outcome.RETURNED and line["id"] not in bets:
            continue
        bet = bets[line["id"]]
        in_action, profit = signed(line["in_action"], unit), signed(line["profit"], unit)
        won = line["outcome"] == Outcome.WIN
        kind = kinds.get(bet.kind)
        commission = short = 0
        if won and kind is not None:
            # What a cap took is no commission.
            due = profit + signed(line.get("capped", "0"), unit)
            gross, before = Odds.parse(line["odds"]), due
            if any(pays.commission for pays in kind.pays):
                coup = coup or read_coup(settlement)
                gross = _gross(kind, coup) or gross
                before = max(gross.pay(in_action)[0], due)
            commission = before - due
            short = in_action - before if kind.main and gross.ratio < 1 else 0
        if bet.stage is None:
            wager = Wager(bet.kind)
        else:
            coup = coup or read_coup(settlement)
            wager = _insurance(bet.kind, bet.stage, coup)
        settled.append(SettledBet(line["id"], wager, in_action, profit, won, commission, short))
    return settled


def _gross(kind: BetKind, coup: Coup) -> Odds | None:
    """Return the odds before a commission that a coup pays a bet; None if none is taken."""
    end = finish(coup)
    line = kind.line({name: fact(name).of(end) for name in kind.facts})
    return None if line is None else line.gross


def _insurance(kind: str, stage: Stage, coup: Coup) -> Wager:
    """Return an insurance bet with the totals that it was taken on."""
    then = at_stage(coup, stage)
    assert then is not None, "insurance is settled only where its stage was reached"
    return Wager(kind, stage, then.player.total, then.banker.total)


def settled_bets(ended: Ended) -> list[SettledBet]:
    """Return the bets of a round that was just paid and can still be corrected."""
    unit = ended.round.unit
    written = write_settlement(settle(ended.round), ended.number)
    bets = {bet.id: bet for bet in ended.round.bets if not bet.returned}
    return [
        bet.given_back() if bet.id in ended.returned else bet
        for bet in read_settled_bets(paying_bets(ended.round.game), bets, written, unit)
    ]


class Rules(NamedTuple):
    """What a bet was played by: the game file and the number of decks."""

    digest: str
    decks: int


class BetName(NamedTuple):
    """A kind of bet of a game, by their keys."""

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
        """Add another tally of the same kind of bet."""
        self.bets += other.bets
        self.won += other.won
        self.in_action += other.in_action
        self.collected += other.collected
        self.paid += other.paid
        self.commission += other.commission
        self.short_pay += other.short_pay

    def count(self, bet: SettledBet, sign: int) -> None:
        """Count a bet; with -1, take it back."""
        self.bets += sign * bool(bet.in_action)
        self.won += sign * bet.won
        self.in_action += sign * bet.in_action
        self.collected += sign * max(-bet.profit, 0)
        self.paid += sign * max(bet.profit, 0)


Exposure = tuple[Rules, str, Wager]
"""A wager with the rules it was played by; the text is the game's key."""


@dataclass(slots=True)
class Tally:
    """Everything that is counted of a part of play.

    Stakes are summed by wager, and their products by pairs of wagers in the same round: with
    these sums, expectation and variance are exact, and memory does not grow with the rounds.
    """

    rounds: int = 0
    settled: int = 0
    voids: int = 0
    undone: int = 0
    figures: Counter[Figure] = field(default_factory=Counter)
    fees: Counter[str] = field(default_factory=Counter)
    """Fees kept, by the line of the schedule."""
    counted: Counter[Counted] = field(default_factory=Counter)
    out_of_action: int = 0
    """What pro rata, or want of coverage, left out of action in settled rounds."""
    uncollected: int = 0
    """What the house could not take back when paid rounds were corrected: it is owed."""
    bets: defaultdict[BetName, BetTally] = field(default_factory=lambda: defaultdict(BetTally))
    banked: defaultdict[BetName, BetTally] = field(default_factory=lambda: defaultdict(BetTally))
    """Bets against a player-dealer: the house has no interest in them."""
    stakes: Counter[Exposure] = field(default_factory=Counter)
    products: Counter[tuple[Rules, Wager, Wager]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.rounds += other.rounds
        self.settled += other.settled
        self.voids += other.voids
        self.undone += other.undone
        self.out_of_action += other.out_of_action
        self.uncollected += other.uncollected
        # `update` adds and keeps negative sums; `+` would drop them.
        self.figures.update(other.figures)
        self.fees.update(other.fees)
        self.counted.update(other.counted)
        self.stakes.update(other.stakes)
        self.products.update(other.products)
        for mine, theirs in ((self.bets, other.bets), (self.banked, other.banked)):
            for name, tally in theirs.items():
                mine[name].add(tally)

    def count_round(
        self,
        bets: Iterable[SettledBet],
        game: str,
        rules: Rules,
        sign: int,
    ) -> None:
        """Count a round that the house banked; with -1, take it back."""
        by_wager: Counter[Wager] = Counter()
        for bet in bets:
            tally = self.bets[BetName(game, bet.kind)]
            tally.count(bet, sign)
            tally.commission += sign * bet.commission
            tally.short_pay += sign * bet.short
            if bet.in_action:
                by_wager[bet.wager] += bet.in_action
        for wager, amount in by_wager.items():
            self.stakes[rules, game, wager] += sign * amount
        # Sorted, so that a pair has the same key whichever wager came first.
        for one, other in combinations_with_replacement(sorted(by_wager, key=_order), 2):
            self.products[rules, one, other] += sign * by_wager[one] * by_wager[other]

    def count_player_dealer_round(self, bets: Iterable[SettledBet], game: str, sign: int) -> None:
        """Count a round that a player-dealer banked; with -1, take it back."""
        for bet in bets:
            self.banked[BetName(game, bet.kind)].count(bet, sign)


def _order(wager: Wager) -> tuple[str, str, int, int]:
    return wager.kind, wager.stage or "", wager.player_total, wager.banker_total


Z95, Z99 = 1.959963984540054, 2.5758293035489004
"""Standard deviations on either side that hold 95% and 99% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The house's win on bets: its mean and variance, in units and their square.

    They are for a fresh shoe, for each round by itself, before payouts are rounded down. Variances
    are exact: the bets of a round by their joint distribution, insurance by the totals that it
    was taken on.
    """

    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    @property
    def sd(self) -> float:
        """The standard deviation, in units."""
        # Insurance is weighed given its totals, so a hedge can make the variance negative.
        return sqrt(max(self.variance, Fraction(0)))

    def interval(self, z: float) -> tuple[int, int]:
        """Return the ends of an interval of z standard deviations either side, rounded outwards."""
        middle, width = float(self.mean), z * self.sd
        return floor(middle - width), ceil(middle + width)

    def outside(self, win: int, z: float = Z99) -> bool:
        """Return True if a win lies outside the interval."""
        low, high = self.interval(z)
        return not low <= win <= high

    def deviations(self, win: int) -> float | None:
        """Return by how many standard deviations a win is off; None if nothing can vary."""
        return (win - float(self.mean)) / self.sd if self.sd else None


def expected(tally: Tally, find: FindGame) -> Expectation:
    """Return the expectation of everything that was in action against the house."""
    mean = sum(
        (
            -amount * covariances_of(find(rules.digest), rules.decks).ev(wager)
            for (rules, _, wager), amount in tally.stakes.items()
            if amount
        ),
        Fraction(0),
    )
    return Expectation(mean, _variance(tally.products.items(), find))


def expected_of(tally: Tally, game: str, bet: str, find: FindGame) -> Expectation:
    """Return the expectation of one kind of bet of a game."""
    mean = Fraction(0)
    digests = set[str]()
    for (rules, key, wager), amount in tally.stakes.items():
        if (key, wager.kind) == (game, bet):
            digests.add(rules.digest)
            mean -= amount * covariances_of(find(rules.digest), rules.decks).ev(wager)
    own = (
        (key, amount)
        for key, amount in tally.products.items()
        if key[0].digest in digests and key[1].kind == bet == key[2].kind
    )
    return Expectation(mean, _variance(own, find))


def _variance(
    products: Iterable[tuple[tuple[Rules, Wager, Wager], int]], find: FindGame
) -> Fraction:
    total = Fraction(0)
    for (rules, one, other), amount in products:
        if amount:
            twice = 1 if one == other else 2
            odds = covariances_of(find(rules.digest), rules.decks)
            total += twice * amount * odds.covariance(one, other)
    return total
