"""The primary of two PostgreSQL servers dies under load, and the standby takes over."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from random import Random

import psycopg
import pytest

from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.table import Actor
from houses import SAM, Body, next_move, proven
from postgres import Postgres, started

NAME = "house1"
TABLES = 3
PATIENCE = 60
"""Seconds within which the house must be back."""


class Player(threading.Thread):
    """Plays at a table as a client does: what was not confirmed is sent again with the same id."""

    def __init__(self, house: House, table_id: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._house = house
        self.table_id = table_id
        self._seed = seed
        self._ended = threading.Event()
        self.answered: dict[str, tuple[Actor, Body, bytes]] = {}
        """What was sent, and the answer, by the id of the command."""
        self.asked_again = 0
        self.wrong: BaseException | None = None

    def run(self) -> None:
        """Play until the end, or until something else goes wrong than the database."""
        try:
            self._play()
        except BaseException as wrong:
            self.wrong = wrong

    def _play(self) -> None:
        rng, live = Random(self._seed), self._house.live_table(self.table_id)
        while not self._ended.is_set():
            actor, body = next_move(live.table, rng)
            id = f"{self._seed}-{len(self.answered)}"
            while id not in self.answered and not self._ended.is_set():
                try:
                    answer = self._house.command(self.table_id, id, actor, body)
                except NotStored:
                    self.asked_again += 1
                    time.sleep(0.02)
                else:
                    self.answered[id] = actor, body, answer.data

    def end(self) -> None:
        """Stop after the command that is under way."""
        self._ended.set()
        self.join(PATIENCE)
        assert self.wrong is None


class Pair:
    """A primary and its standby; after a failover the standby is the primary of a new one."""

    def __init__(self) -> None:
        self.primary = started()
        self.standby = Postgres(copy_of=self.primary)

    def url(self, name: str) -> str:
        """The address that finds whichever of the two takes commits."""
        hosts = f"{self.primary.folder},{self.standby.folder}"
        return f"postgresql://croupier@/{name}?host={hosts}&target_session_attrs=read-write"

    def fail_over(self) -> None:
        """Let the primary die at once, and promote the standby."""
        self.primary.stop()
        self.standby.promote()

    def renew(self) -> None:
        """Give the server that was promoted a standby of its own."""
        self.primary.close()
        self.primary = self.standby
        self.standby = Postgres(copy_of=self.primary)

    def close(self) -> None:
        """Stop both."""
        for server in (self.primary, self.standby):
            server.close()


@pytest.fixture
def pair() -> Iterator[Pair]:
    made = Pair()
    yield made
    made.close()


def _wait_for_answers(players: list[Player], more: int) -> None:
    """Wait until every player has so many more answers."""
    wanted = [len(player.answered) + more for player in players]
    deadline = time.monotonic() + PATIENCE
    while any(len(p.answered) < least for p, least in zip(players, wanted, strict=True)):
        assert time.monotonic() < deadline, "the house does not answer"
        assert all(player.wrong is None for player in players)
        time.sleep(0.01)


def _play_through_a_failover(pair: Pair, seed: int) -> int:
    """Let the primary die under load; return how many commands had to be sent again."""
    with House.open(pair.url(NAME)) as house:
        pair.primary.wait_for_standby()
        players = [Player(house, f"t{n}", seed + n) for n in range(TABLES)]
        for player in players:
            player.start()
        _wait_for_answers(players, 10)
        time.sleep(Random(seed).uniform(0, 0.1))
        pair.fail_over()
        _wait_for_answers(players, 10)
        for player in players:
            player.end()
    # Another process would know nothing of the old primary.
    alone = pair.standby.url(NAME)
    with House.open(alone) as house:
        for player in players:
            for id, (actor, body, data) in player.answered.items():
                answer = house.command(player.table_id, id, actor, body)
                assert answer.again, f"{id} was acknowledged and is lost"
                assert answer.data == data
    proven(alone)
    return sum(player.asked_again for player in players)


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.soak)])
def test_what_was_acknowledged_survives_the_loss_of_the_primary(pair: Pair, times: int) -> None:
    """The house finds the promoted standby by itself; players notice a pause."""
    pair.primary.new()
    with House.open(pair.primary.url(NAME)) as house:
        house.deposit("d", SAM, "ann", "10000000")
        for number in range(TABLES):
            house.create_table(f"t{number}")
    asked_again = 0
    for number in range(times):
        if number:
            pair.renew()
        asked_again += _play_through_a_failover(pair, 100 * number)
    assert asked_again, "nobody noticed that the primary died"


def test_commits_wait_for_the_standby(pair: Pair) -> None:
    """Nothing is acknowledged that only the primary has, whatever the database's default is."""
    with psycopg.connect(pair.primary.url("postgres"), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_commit = 'local'")
    pair.primary.new()
    with House.open(pair.url(NAME)) as house:
        house.create_table("t0")
        pair.primary.wait_for_standby()
        pair.standby.stop()
        player = Player(house, "t0", 1)
        player.start()
        time.sleep(0.5)
        assert not player.answered
        pair.standby.start()
        _wait_for_answers([player], 5)
        player.end()
