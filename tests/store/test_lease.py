"""One of all processes that serve a house holds its lease, and the end of the holder frees it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

from auto_dealer_world import World, automatic, dealt_by
from croupier.server.auto_dealer.dealer import RETRY
from croupier.server.auto_dealer.next_command import DEALER
from croupier.store.failures import WrongDatabase
from croupier.store.lease import FileLease, Lease, lease_of
from croupier.store.postgres_lease import PostgresLease
from croupier.table import Phase
from houses import proven
from postgres import Postgres

HOLD = """
import sys
from croupier.store.lease import lease_of
lease = lease_of(sys.argv[1])
print(lease.try_take(), flush=True)
sys.stdin.read()
"""


def taken(lease: Lease) -> None:
    """Take a lease whose holder is gone: a server needs a moment to see that."""
    until = time.monotonic() + 10
    while not lease.try_take():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_one_of_two_has_it(database: str) -> None:
    first, second = lease_of(database), lease_of(database)
    assert not first.held()
    assert first.try_take()
    assert first.try_take(), "who has it keeps it"
    assert first.held()
    assert not second.try_take()
    assert not second.held()
    second.release()
    assert first.held()
    first.release()
    first.release()
    assert not first.held()
    assert second.try_take()
    assert not first.try_take()
    for lease in (first, second):
        lease.release()


def test_a_process_that_is_killed_has_it_no_more(database: str) -> None:
    words = [sys.executable, "-c", HOLD, database]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"True\n"
        lease = lease_of(database)
        assert not lease.try_take()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        taken(lease)
        lease.release()


def test_a_file_that_was_removed_holds_nothing(sqlite: str) -> None:
    first, second = lease_of(sqlite), lease_of(sqlite)
    assert isinstance(first, FileLease)
    assert first.try_take()
    Path(f"{sqlite}.steward").unlink()
    assert not first.held()
    assert second.try_take()
    assert not first.try_take()
    second.release()


def test_a_folder_that_is_not_there_is_said(sqlite: str) -> None:
    with pytest.raises(WrongDatabase, match="cannot open"):
        lease_of(f"{sqlite}/nowhere/house.db").try_take()


def test_a_connection_that_dies_is_noticed(postgres: Postgres) -> None:
    url = postgres.new()
    lease, other = lease_of(url), lease_of(url)
    assert isinstance(lease, PostgresLease)
    assert lease.try_take()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
        )
    assert not lease.held()
    taken(other)
    assert not lease.try_take()
    for each in (lease, other):
        each.release()


def _connections(url: str) -> set[int]:
    """Return the numbers of a database's other connections."""
    asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(url, autocommit=True) as connection:
        rows = connection.execute(f"{asked} AND pid <> pg_backend_pid()".encode())
        return {pid for (pid,) in rows}


def test_waiting_for_a_lease_takes_one_connection(postgres: Postgres) -> None:
    """Every process asks twice a second: a connection for each question would be a load."""
    url = postgres.new()
    first, second = lease_of(url), lease_of(url)
    assert first.try_take()
    assert not second.try_take()
    before = _connections(url)
    for _ in range(3):
        assert not second.try_take()
    assert _connections(url) == before
    assert len(before) == 2
    first.release()
    assert second.try_take(), "by the same connection"
    second.release()


def test_a_database_asks_soon_whether_the_holder_is_there(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine of a holder vanishes without a word: only the database can free its lock.

    The settings act on connections over a network; here it is shown that they are set.
    """
    url, connect = postgres.new(), psycopg.connect
    made: list[psycopg.Connection[Any]] = []

    def kept(*words: Any, **options: Any) -> psycopg.Connection[Any]:
        made.append(connect(*words, **options))
        return made[-1]

    monkeypatch.setattr(psycopg, "connect", kept)
    lease = lease_of(url)
    assert lease.try_take()
    asked = "SELECT name FROM pg_settings WHERE source = 'session' AND name LIKE 'tcp_%'"
    names = {name for (name,) in made[0].execute(asked)}
    probes = {f"tcp_keepalives_{what}" for what in ("idle", "interval", "count")}
    assert names == {*probes, "tcp_user_timeout"}
    lease.release()


def test_a_server_that_is_gone_gives_no_lease(postgres: Postgres) -> None:
    lease = lease_of(postgres.url("postgres").replace("?host=", "?host=/nowhere"))
    assert not lease.try_take()
    assert not lease.held()


def test_two_houses_on_one_database_have_one_dealer(database: str) -> None:
    """Stepped in turn; the second takes over when the first lets go, and again after a crash."""
    first = World(database, seed=1, clean_stop=True)
    second = World(database, seed=2, clean_stop=True)
    automatic(first.house)
    first.step()
    for world in (second, first) * 40:
        world.now = first.now
        world.step()
        first.now += 200
    assert [world.dealer.holds_lease for world in (first, second)] == [True, False]
    assert first.table().round > 0
    first.until(lambda table: table.phase is Phase.BETTING)
    assert first.say("ann", "place_bet", box=1, bet="banker", amount="100")
    assert first.dealer.stop(finish=True)
    second.now = first.now + 1000
    assert second.step()
    assert second.dealer.holds_lease
    assert second.house.live_table("t1").table.phase is Phase.BETTING
    second.until(lambda table: table.round > 2)
    third = World(database, seed=3)
    third.step()
    assert [world.dealer.holds_lease for world in (second, third)] == [True, False]
    second.until(lambda table: table.phase is Phase.BETTING)
    second.crash()
    third.now += RETRY
    third.step()
    assert third.dealer.holds_lease
    assert third.table().phase is Phase.IDLE
    third.until(lambda table: table.round > 4)
    for world in (first, second, third):
        assert world.failures == []
        assert dealt_by(world.house) == []
    events = third.events()
    assert sum(event["type"] == "round_voided" for event in events) == 1
    dealt = [row for row in third.house.events_after("t1", 0) if DEALER.name in row.actor]
    assert len(dealt) > 20
    for world in (first, second, third):
        world.close()
    assert proven(database).refusals == 0
