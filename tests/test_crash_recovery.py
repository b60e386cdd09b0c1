"""After a crash: tables are held, interrupted and resolved one by one, while the house is open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from auto_dealer_world import World, automatic, database
from croupier.server.auto_dealer.dealer import RETRY
from croupier.store.failures import NotStored
from croupier.store.lease import lease_of
from croupier.table import Phase
from houses import proven

pytestmark = pytest.mark.no_cover

__all__ = ["database"]


def types(world: World, table_id: str = "t1") -> list[str]:
    return [event["type"] for event in world.events(0, table_id)]


def crashed(database: str, *tables: str) -> None:
    """Leave tables with open bets behind, as a server does that is killed."""
    world = World(database)
    for name in tables:
        automatic(world.house, table_id=name)
        world.until(lambda table: table.phase is Phase.BETTING, table_id=name)
        bet = {"box": 1, "bet": "banker", "amount": "100"}
        assert world.say("ann", "place_bet", table_id=name, **bet)
    world.crash()
    world.close()


def test_before_a_crash_is_resolved_no_table_is_loaded(database: str) -> None:
    """To begin lists the tables and loads none; each later step looks at one of them."""
    crashed(database, "t1", "t2", "t3")
    world = World(database, seed=2)
    assert world.dealer.begin(0)
    assert len(world.dealer.unresolved) == 3
    assert not any(world.house.is_loaded(name) for name in ("t1", "t2", "t3"))
    world.dealer.unresolved.ask_for("t3")
    phases = []
    while world.dealer.unresolved:
        assert world.dealer.step(0) == 0
        phases.append([world.table(name).phase for name in ("t3", "t1", "t2")])
    # All are interrupted first, the one that was asked for before the others; then resolved so.
    shown = [[str(phase) for phase in each] for each in phases]
    assert shown == [
        ["interrupted", "betting", "betting"],
        ["interrupted", "interrupted", "betting"],
        ["interrupted", "interrupted", "interrupted"],
        ["idle", "interrupted", "interrupted"],
        ["idle", "idle", "interrupted"],
        ["idle", "idle", "idle"],
    ]
    world.close()
    proven(database)


def test_a_table_that_cannot_be_loaded_holds_up_no_other(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashed(database, "t1", "t2", "t3")
    world = World(database, seed=2)
    load = world.house.live_table

    def broken(table_id: str) -> Any:
        assert table_id != "t2", "this table cannot be loaded, for a test"
        return load(table_id)

    with monkeypatch.context() as planted:
        planted.setattr(world.house, "live_table", broken)
        world.step()
        assert "t2" in world.dealer.unresolved
        assert len(world.dealer.unresolved) == 1
        assert all("t2: AssertionError" in failure for failure in world.failures)
        for name in ("t1", "t3"):
            world.until(lambda table: table.round == 2, table_id=name)
    # Once it can be loaded again it is resolved too.
    world.until(lambda table: table.round == 2, table_id="t2")
    assert not world.dealer.unresolved
    assert types(world, "t2").count("round_voided") == 1
    world.close()
    proven(database)


def test_a_stop_in_between_is_not_clean_and_the_next_start_goes_on(database: str) -> None:
    crashed(database, "t1", "t2")
    world = World(database, seed=2)
    world.dealer.step(0)
    assert not world.dealer.stop(finish=False)
    assert not world.dealer.unresolved, "another process looks at them"
    world.close()
    again = World(database, seed=3)
    again.step()
    for name in ("t1", "t2"):
        assert types(again, name).count("round_interrupted") == 1
        assert types(again, name).count("round_voided") == 1
    again.close()


def test_a_lease_that_is_lost_in_between_releases_the_tables(database: str) -> None:
    """Another process may hold it for long; who has it next finds out anew what is left."""
    crashed(database, "t1", "t2")
    world = World(database, seed=2)
    world.dealer.step(0)
    Path(f"{database}.steward").unlink()
    thief = lease_of(database)
    assert thief.try_take()
    world.now = RETRY
    world.step()
    assert not world.dealer.holds_lease
    assert not world.dealer.unresolved
    thief.release()
    world.now += RETRY
    world.step()
    assert [world.table(name).phase for name in ("t1", "t2")] == [Phase.IDLE, Phase.IDLE]
    world.close()


def test_tables_are_held_until_it_is_known_how_the_last_server_stopped(database: str) -> None:
    crashed(database, "t1")
    answers: list[bool | None] = [None, None, False]

    def clean_stop() -> bool:
        answer = answers.pop(0)
        if answer is None:
            raise NotStored("gone, for a test")
        return answer

    world = World(database, seed=2, clean_stop=clean_stop)
    for _ in range(2):
        assert world.dealer.step(world.now) == world.now + RETRY
        assert "t1" in world.dealer.unresolved
        world.now += RETRY
    world.step()
    assert types(world)[-1] == "round_voided"
    world.close()
