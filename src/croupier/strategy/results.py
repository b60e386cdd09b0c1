"""What came of many sessions: parts of them added up, in order, to the figures of a report."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.strategy import compiled_systems
from croupier.strategy.distribution import Ratio, Spread, wilson
from croupier.strategy.sessions import Exact, Part, Sitting

TRACED, POINTS = 400, 500
"""Sessions whose purse is kept for a picture, and about how many points of each."""
_ROUNDS_A_SHOE = 82


class Battery:
    """The exact edges of the rounds that a system called for on one bet."""

    def __init__(self, bet: str) -> None:
        self.bet = bet
        self.bets = 0
        self.frequency, self.edge = Ratio(), Ratio()
        self.deep: NDArray[np.int64] | None = None
        self.deep_edges: NDArray[np.float64] | None = None

    def add(self, exact: Exact, rounds: NDArray[np.int64]) -> None:
        """Add some shoes."""
        _add(self.frequency, exact.bets, rounds)
        _add(self.edge, exact.edges, exact.bets)
        self.bets += int(exact.bets.sum())
        before, edges = self.deep, self.deep_edges
        self.deep = exact.deep if before is None else before + exact.deep
        self.deep_edges = exact.deep_edges if edges is None else edges + exact.deep_edges


class Fortune:
    """All that a report tells; it grows with what differs, not with the shoes."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.unit = sitting.house.unit
        self.rounds = self.bets = self.wagered = self.net = self.sessions = 0
        self.squares = 0.0
        self.edge = Ratio()
        self.shoes, self.sums = Spread(), Spread()
        self.depths, self.lengths = Spread(), Spread()
        self.ruined_in: NDArray[np.int64] = np.zeros(sitting.session, np.int64)
        self.paths: list[list[int]] = []
        self.batteries: tuple[Battery, ...] = ()
        self.stride = -(-_ROUNDS_A_SHOE * sitting.session // POINTS)
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
            part.sessions[ruined, compiled_systems.ENDED], minlength=self.sitting.session
        )
        self._trace(part)
        self.sessions += sessions
        if part.exact and not self.batteries:
            self.batteries = tuple(Battery(bet) for bet in self.sitting.house.bets)
        for battery, exact in zip(self.batteries, part.exact, strict=True):
            battery.add(exact, part.rounds)

    def _trace(self, part: Part) -> None:
        size = self.sitting.session
        for here in range(min(len(part.sessions), TRACED - len(self.paths))):
            shoes = range(here * size, (here + 1) * size)
            path = np.concatenate([part.purses[shoe, : part.rounds[shoe]] for shoe in shoes])
            self.paths.append(path[self.stride - 1 :: self.stride].tolist())

    @property
    def sd_per_round(self) -> float:
        """How far a round's result scatters, sat out or not, in chips."""
        mean = self.net / self.rounds
        return sqrt(max(self.squares / self.rounds - mean * mean, 0)) / self.unit

    @property
    def ruined(self) -> int:
        """How many sessions ended in ruin."""
        return int(self.ruined_in.sum())

    @property
    def risk(self) -> tuple[float, float, float]:
        """The risk of ruin in a session, and the interval that holds it 95 times in 100."""
        return self.ruined / self.sessions, *wilson(self.ruined, self.sessions)


def _add(ratio: Ratio, top: NDArray[np.generic], bottom: NDArray[np.generic]) -> None:
    """Add shoes to a ratio, in floating point."""
    one, two = top.astype(np.float64), bottom.astype(np.float64)
    sums = float(one.sum()), float(two.sum())
    ratio.add(len(one), sums, (float(one @ one), float(two @ two), float(one @ two)))
