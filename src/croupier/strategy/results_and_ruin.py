"""The results of many sessions, the risk of ruin among them, and the figures for programs."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log10, sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.strategy import compiled_systems
from croupier.strategy.sessions import HALF_DECK, ExactPart, Part, SessionPlan

TRACED, POINTS = 400, 500
"""How many sessions are kept for a picture, and about how many points of each."""
_ROUNDS_A_SHOE = 82


class ExactEdges:
    """The exact edges of the rounds that a system called for on one bet."""

    def __init__(self, bet: str) -> None:
        self.bet = bet
        self.bets = 0
        self.frequency, self.edge = Ratio(), Ratio()
        self.deep: NDArray[np.int64] | None = None
        self.deep_edges: NDArray[np.float64] | None = None

    def add(self, exact: ExactPart, rounds: NDArray[np.int64]) -> None:
        """Add some shoes."""
        _add(self.frequency, exact.bets, rounds)
        _add(self.edge, exact.edges, exact.bets)
        self.bets += int(exact.bets.sum())
        before, edges = self.deep, self.deep_edges
        self.deep = exact.deep if before is None else before + exact.deep
        self.deep_edges = exact.deep_edges if edges is None else edges + exact.deep_edges


class StrategyResult:
    """All figures of a report; its memory does not grow with the number of shoes."""

    def __init__(self, session_plan: SessionPlan) -> None:
        self.session_plan = session_plan
        self.unit = session_plan.payoffs.unit
        self.rounds = self.bets = self.wagered = self.net = self.sessions = 0
        self.squares = 0.0
        self.edge = Ratio()
        self.shoes, self.sums = Spread(), Spread()
        self.depths, self.lengths = Spread(), Spread()
        self.ruined_in: NDArray[np.int64] = np.zeros(session_plan.session_shoes, np.int64)
        self.paths: list[list[int]] = []
        self.exact_edges: tuple[ExactEdges, ...] = ()
        self.stride = -(-_ROUNDS_A_SHOE * session_plan.session_shoes // POINTS)
        """Rounds from one point of a path to the next."""

    def add(self, part: Part) -> None:
        """Add the sessions that come next."""
        sessions = len(part.sessions)
        nets = part.shoes[:, compiled_systems.NET]
        self.rounds += int(part.rounds.sum())
        self.bets += int(part.shoes[:, compiled_systems.BETS].sum())
        self.wagered += int(part.shoes[:, compiled_systems.WAGERED].sum())
        self.net += int(nets.sum())
        self.squares += float(part.squares.sum())
        _add(self.edge, nets, part.shoes[:, compiled_systems.WAGERED] * self.unit)
        self.shoes.add(nets.tolist())
        self.sums.add(nets.reshape(sessions, -1).sum(axis=1).tolist())
        self.depths.add(part.sessions[:, compiled_systems.DEPTH].tolist())
        self.lengths.add(part.sessions[:, compiled_systems.LENGTH].tolist())
        ruined = part.sessions[:, compiled_systems.RUINED] >= 0
        self.ruined_in += np.bincount(
            part.sessions[ruined, compiled_systems.ENDED], minlength=self.session_plan.session_shoes
        )
        self._trace(part)
        self.sessions += sessions
        if part.exact and not self.exact_edges:
            self.exact_edges = tuple(ExactEdges(bet) for bet in self.session_plan.weighed)
        for edges, exact in zip(self.exact_edges, part.exact, strict=True):
            edges.add(exact, part.rounds)

    def _trace(self, part: Part) -> None:
        size = self.session_plan.session_shoes
        for here in range(min(len(part.sessions), TRACED - len(self.paths))):
            shoes = range(here * size, (here + 1) * size)
            path = np.concatenate([part.purses[shoe, : part.rounds[shoe]] for shoe in shoes])
            self.paths.append(path[self.stride - 1 :: self.stride].tolist())

    @property
    def sd_per_round(self) -> float:
        """The standard deviation of a round's result in chips, rounds without a bet included."""
        mean = self.net / self.rounds
        return sqrt(max(self.squares / self.rounds - mean * mean, 0)) / self.unit

    @property
    def ruined(self) -> int:
        """How many sessions ended in ruin."""
        return int(self.ruined_in.sum())

    @property
    def risk(self) -> tuple[float, float, float]:
        """The risk of ruin in a session, and its interval of 95% confidence."""
        return self.ruined / self.sessions, *wilson(self.ruined, self.sessions)


def _add(ratio: Ratio, top: NDArray[np.generic], bottom: NDArray[np.generic]) -> None:
    """Add shoes to a ratio, in floating point."""
    one, two = top.astype(np.float64), bottom.astype(np.float64)
    sums = float(one.sum()), float(two.sum())
    ratio.add(len(one), sums, (float(one @ one), float(two @ two), float(one @ two)))


SURE = 1.959963984540054
"""Standard errors on either side for an interval of 95% confidence."""


@dataclass(slots=True)
class Spread:
    """Whole numbers and how often each came; exact."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, numbers: Iterable[int]) -> None:
        """Add more numbers."""
        self.counts.update(numbers)

    @property
    def many(self) -> int:
        """How many there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The average."""
        return sum(number * n for number, n in self.counts.items()) / self.many

    @property
    def sd(self) -> float:
        """The standard deviation."""
        total = sum(number * n for number, n in self.counts.items())
        squares = sum(number * number * n for number, n in self.counts.items())
        many = self.many
        return sqrt((squares * many - total * total) / many / max(many - 1, 1))

    @property
    def stderr(self) -> float:
        """The standard error of the average."""
        return self.sd / sqrt(self.many)

    def quantiles(self, *shares: float) -> list[int]:
        """Return the numbers at or below which these shares of all lie; shares must rise."""
        found: list[int] = []
        ordered, up_to, here = sorted(self.counts), 0, -1
        many = self.many
        for share in shares:
            while here < 0 or (up_to < share * many and here + 1 < len(ordered)):
                here += 1
                up_to += self.counts[ordered[here]]
            found.append(ordered[here])
        return found


@dataclass(slots=True)
class Ratio:
    """A sum over shoes divided by another sum over the same shoes, and its standard error.

    Rounds of a shoe depend on each other and shoes do not, so the error is computed by shoes.
    """

    shoes: int = 0
    top: float = 0
    bottom: float = 0
    tops: float = 0
    both: float = 0
    bottoms: float = 0

    def add(self, shoes: int, sums: tuple[float, float], products: tuple[float, ...]) -> None:
        """Add shoes: both sums, then the sums of squares of either and of their product."""
        self.shoes += shoes
        self.top += sums[0]
        self.bottom += sums[1]
        self.tops += products[0]
        self.bottoms += products[1]
        self.both += products[2]

    @property
    def value(self) -> float | None:
        """The ratio; None if there is nothing to divide by."""
        return self.top / self.bottom if self.bottom else None

    @property
    def stderr(self) -> float | None:
        """The standard error; None for a single shoe."""
        value = self.value
        if value is None or self.shoes < 2:
            return None
        rest = self.tops - 2 * value * self.both + value * value * self.bottoms
        return sqrt(max(rest, 0) * self.shoes / (self.shoes - 1)) / abs(self.bottom)


def wilson(hits: int, many: int) -> tuple[float, float]:
    """Return the interval of 95% confidence for a chance, by Wilson's formula."""
    share, square = hits / many, SURE * SURE
    middle = share + square / (2 * many)
    half = SURE * sqrt(share * (1 - share) / many + square / (4 * many * many))
    low, high = (middle - half) / (1 + square / many), (middle + half) / (1 + square / many)
    # The formula gives exactly 0 and 1 at the ends; floating point does not.
    return (0.0 if hits == 0 else low), (1.0 if hits == many else high)


SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
BARS = 24


def write_result(found: StrategyResult) -> dict[str, object]:
    """Return all figures of a report as JSON."""
    session_plan, unit = found.session_plan, found.unit
    limits, plan = session_plan.limits, session_plan.payoffs.plan
    risk = None
    if limits.bankroll is not None:
        chance, low, high = found.risk
        so_far = found.ruined_in.cumsum() / found.sessions
        risk = {
            "sessions": found.sessions,
            "ruined": found.ruined,
            "risk": chance,
            "low": low,
            "high": high,
            "after_shoe": so_far.tolist(),
        }
    return {
        "game": session_plan.payoffs.game.key,
        "play": session_plan.system.name,
        "bets": list(session_plan.payoffs.bets),
        "base": session_plan.system.base,
        "bankroll": limits.bankroll,
        "least": limits.least,
        "most": limits.most,
        "decks": plan.decks,
        "cut": plan.cut,
        "casino": session_plan.casino,
        "seed": plan.seed,
        "shoes": found.shoes.many,
        "sessions": found.sessions,
        "rounds": found.rounds,
        "rounds_bet": found.bets,
        "wagered": found.wagered,
        "net": found.net / unit,
        "ev": found.edge.value,
        "stderr": found.edge.stderr,
        "ev_per_round": found.net / unit / found.rounds,
        "sd_per_round": found.sd_per_round,
        "shoe": _spread(found.shoes, unit) | {"histogram": histogram(found.shoes, unit)},
        "session": _spread(found.sums, unit),
        "drawdown": _spread(found.depths, unit),
        "drawdown_rounds": _spread(found.lengths, 1),
        "ruin": risk,
        "exact": [_write_edges(edges) for edges in found.exact_edges] or None,
    }


def _spread(spread: Spread, unit: int) -> dict[str, object]:
    ends = min(spread.counts) / unit, max(spread.counts) / unit
    shares = zip(SHARES, spread.quantiles(*SHARES), strict=True)
    return {
        "mean": spread.mean / unit,
        "sd": spread.sd / unit,
        "stderr": spread.stderr / unit,
        "least": ends[0],
        "most": ends[1],
        "quantiles": {f"{share:g}": number / unit for share, number in shares},
    }


def histogram(spread: Spread, unit: int, bars: int = BARS) -> list[dict[str, float]]:
    """Return the numbers counted in bars of a round width; the outer ones include the rest."""
    low, high = (number / unit for number in spread.quantiles(0.002, 0.998))
    wide = width((high - low) / bars)
    first = low // wide * wide
    edges = [first + wide * step for step in range(int((high - first) // wide) + 2)]
    counts = [0] * (len(edges) - 1)
    for number, n in spread.counts.items():
        place = bisect_right(edges, number / unit) - 1
        counts[min(max(place, 0), len(counts) - 1)] += n
    return [
        {"from": edges[place], "to": edges[place + 1], "count": n} for place, n in enumerate(counts)
    ]


def width(rough: float) -> float:
    """Return the next round number up: 1, 2 or 5 times a power of ten."""
    if rough <= 0:
        return 1.0
    power: float = 10.0 ** int(log10(rough) // 1)
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= rough)


def _write_edges(exact: ExactEdges) -> dict[str, object]:
    assert exact.deep is not None
    assert exact.deep_edges is not None
    rows = zip(*exact.deep.tolist(), exact.deep_edges.tolist(), strict=True)
    return {
        "bet": exact.bet,
        "rounds_bet": exact.bets,
        "frequency": exact.frequency.value,
        "frequency_stderr": exact.frequency.stderr,
        "edge": exact.edge.value,
        "edge_stderr": exact.edge.stderr,
        "by_depth": [
            {
                "cards_dealt": place * HALF_DECK,
                "rounds": rounds,
                "rounds_bet": bets,
                "edge": edges / bets if bets else None,
            }
            for place, (rounds, bets, edges) in enumerate(rows)
            if rounds
        ],
    }
