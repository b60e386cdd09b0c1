"""Whole servers from seeds: two processes, lost replies, faults and crashes, in one thread."""

from __future__ import annotations

import os

import pytest

from server.sim_world import Tally, run

# Long runs through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

SEEDS = range(int(os.environ.get("CROUPIER_SERVER_SEEDS", "200")))
BLOCK = 20
SHORT = len(SEEDS) if "CROUPIER_SERVER_SEEDS" in os.environ else 80
"""How many seeds run with the tests; `./run soak` runs more."""


@pytest.mark.parametrize(
    "first",
    [
        *SEEDS[:SHORT:BLOCK],
        *(pytest.param(first, marks=pytest.mark.soak) for first in SEEDS[SHORT::BLOCK]),
    ],
)
def test_servers_hold(first: int) -> None:
    tallies = [run(seed) for seed in SEEDS[first : first + BLOCK]]
    assert sum(tally.rounds for tally in tallies) > BLOCK
    assert sum(tally.answers for tally in tallies) > 10 * BLOCK
    assert sum(tally.faults for tally in tallies) > BLOCK
    assert sum(tally.crashes for tally in tallies) > BLOCK


def test_the_same_seed_gives_the_same_server() -> None:
    first: Tally = run(8)
    assert run(8) == first
