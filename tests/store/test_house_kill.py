"""Real processes: killed in the middle, and racing each other for the same money."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections import Counter
from random import Random
from typing import Any

import pytest

from croupier.game.loading import load
from croupier.game.model import Role
from croupier.store.house import House
from croupier.store.snapshots import state_hash
from croupier.table import Actor
from house_kills import TESTS, killed, started
from houses import DEE, SAM, opened, proven

OWN = load(TESTS.parent / "examples" / "ez-baccarat.toml")
KILLS = int(os.environ.get("CROUPIER_KILLS", "12"))
"""How many processes die, for each database; `./run soak` kills a hundred."""


@pytest.mark.parametrize("kills", [KILLS, pytest.param(100, marks=pytest.mark.soak)])
def test_a_killed_process_loses_nothing_that_it_acknowledged(database: str, kills: int) -> None:
    """What it had sent is sent again by the next: each command is there once, and all holds.

    At two tables, one of them of a game whose file nobody has any more.
    """
    rng = Random(547)
    unanswered = 0
    sent: Counter[str] = Counter()
    with House.open(database, [OWN]) as house:
        house.deposit("d", SAM, "ann", "1000000")
        house.create_table("own")
        opening = {"do": "open_table", "game": OWN.key, "face_down": True, "float": "10000"}
        assert house.command("own", "open", SAM, opening).ok
    for seed in range(kills):
        said = killed(database, seed, rng, tables="t1,own")
        asked = [json.loads(line[2:]) for line in said if line[0] == ">"]
        answered = dict(json.loads(line[2:]) for line in said if line[0] == "<")
        with House.open(database) as house:
            before = _fixed(house)
            for id, role, name, body, table_id in asked:
                answer = house.command(table_id, id, Actor(Role(role), name), body)
                if id in answered:
                    assert answer.again, f"seed {seed}: {id} was acknowledged and is lost"
                    assert answer.data.decode() == answered[id]
                else:
                    unanswered += 1
                sent[table_id] += 1
            assert len(asked) - len(answered) <= 1
            if not asked or asked[-1][0] in answered:
                assert _fixed(house) == before
        proven(database)
    assert min(sent["t1"], sent["own"]) > kills
    assert unanswered > 0, "no kill hit a command in flight"
    with House.open(database) as house:
        assert house.live_table("own").table.rules.game.digest == OWN.digest
        assert house.live_table("own").table.round > 1


def _fixed(house: House) -> list[tuple[int, str]]:
    """Give the version and the hash of both tables."""
    lives = [house.create_table(table_id) for table_id in ("t1", "own")]
    return [(live.version, state_hash(live.table)) for live in lives]


def test_the_same_money_cannot_be_spent_at_two_tables(database: str) -> None:
    """Two processes, two tables, one wallet: what it holds is spent once."""
    with House.open(database) as house:
        for table_id in ("t1", "t2"):
            house.create_table(table_id)
            body = {"do": "open_table", "game": "tiger"}
            assert house.command(table_id, f"open {table_id}", SAM, body).ok
        house.deposit("d", SAM, "ann", "100")
    spenders = [started("spender.py", database, f"t{n}", f"s{n}", "40", "5") for n in (1, 2)]
    assert sum(_raced(spenders)) == 20
    with House.open(database) as house:
        assert house.balance("ann") == "0.00"
        held = [house.live_table(f"t{n}").table.free("ann") for n in (1, 2)]
        assert sum(held) == 10_000
        assert len(house.reader.refusals()) == 60
    assert proven(database).money == 0


def test_two_processes_take_turns_at_one_table(database: str) -> None:
    """Each decides on what the other has stored: nobody's buy-in is lost or counted twice."""
    with House.open(database) as house:
        opened(house)
    spenders = [started("spender.py", database, "t1", f"s{n}", "40", "5") for n in (1, 2)]
    assert _raced(spenders) == [40, 40]
    with House.open(database) as house:
        assert house.live_table("t1").table.free("ann") == 100_000 + 80 * 500
        assert house.balance("ann") == "3600.00"
    assert proven(database).commands == 84


def _raced(processes: list[subprocess.Popen[str]]) -> list[int]:
    """Let all begin at once; give how often each succeeded."""
    counts: list[int] = []
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        counts.append(int(out))
    return counts


def test_another_process_is_woken_and_catches_up(postgres: Any) -> None:
    database = postgres.new()
    heard: list[str | None] = []
    with House.open(database) as house, House.open(database) as other:
        opened(house)
        other.listen(heard.append)
        assert other.live_table("t1").version == 4
        deadline = time.monotonic() + 10
        assert house.command("t1", "a", DEE, {"do": "open_bets"}).ok
        while "t1" not in heard and time.monotonic() < deadline:
            time.sleep(0.01)
        assert "t1" in heard
        (row,) = other.events_after("t1", 4)
        assert row.number == 5
        other.live_table("t1").refresh()
        assert other.live_table("t1").table == house.live_table("t1").table


@pytest.mark.parametrize("moves", [10])
def test_a_stale_process_refuses_nothing_that_is_right_by_now(database: str, moves: int) -> None:
    """Its memory is behind; a refusal counts only at the version that the table is at."""
    with House.open(database) as house, House.open(database) as other:
        opened(house)
        assert other.live_table("t1").version == 4
        for number in range(moves):
            assert house.command("t1", f"o{number}", DEE, {"do": "open_bets"}).ok
            assert other.command("t1", f"c{number}", DEE, {"do": "close_bets"}).ok
            body = {"do": "void_round", "reason": "test"}
            assert house.command("t1", f"v{number}", SAM, body).ok
        assert not house.reader.refusals()
    proven(database)
