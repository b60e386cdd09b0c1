"""Casinos from seeds: the same seed, the same run, and every run is proven when it is over.

`run(seed)` plays a whole shoe for every eleventh seed and ten rounds for the others, then holds
what happened to the log, to a replay and to a second settlement of every round.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from croupier.game.loading import load
from croupier.store.verify_log import read_verified
from croupier.table import Table
from proving import verify_stored
from simulation_casino import Casino
from simulation_rounds import Rounds
from table_world import GAMES, check_step

STORED = 19
"""Of so many seeds one is played once more in a database, which is verified."""
CARRIED = 3 * STORED
"""Of so many seeds one is backed up from there and restored."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a run came to."""

    rounds: int
    shoes: int
    commands: int
    refused: int


class Broken(AssertionError):
    """A run that went wrong; its seed repeats it."""

    def __init__(self, seed: int, wrong: BaseException) -> None:
        super().__init__(f"seed {seed}: {type(wrong).__name__}: {wrong}")
        self.seed = seed


def is_whole(seed: int) -> bool:
    """Say whether a seed plays a whole shoe."""
    return seed % 11 == 0


def run(seed: int) -> Tally:
    """Play one casino from its seed; whatever goes wrong names the seed."""
    casino = Casino(seed, GAMES[seed % len(GAMES)], whole=is_whole(seed))
    try:
        casino.play()
        tally = prove(casino)
        if not casino.whole and seed % STORED == 0:
            carry = seed % CARRIED == 0
            verify_stored(casino.given, casino.draws, casino.table, carry=carry)
        return tally
    except Exception as wrong:
        raise Broken(seed, wrong) from wrong


def prove(casino: Casino) -> Tally:
    """Hold a run to its log: the chain, every claim in it, a replay, and a second settlement."""
    rounds, table, count = Rounds(), Table(), Counter[str]()
    for step in read_verified(casino.log.closed(), load):
        table = step.after
        check_step(step.before, step.event, step.after)
        assert table.book.total == 0, "the sum of all accounts is zero after every event"
        rounds.follow(step.entry.event)
        count[step.entry.event["type"]] += 1
    assert table == casino.table, "a replay gives the same table"
    assert count["bets_opened"] == count["round_settled"] + count["round_voided"]
    return Tally(casino.rounds, rounds.shoes, casino.commands, casino.refused)
