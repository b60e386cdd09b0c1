"""The automatic dealer under a virtual clock: deadlines, crashes, stops, a lost database."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from auto_dealer_world import NAMES, NEVER, QUICK, SUPERVISOR, World, automatic, database, dealt_by
from croupier.game.model import Role
from croupier.server.auto_dealer.dealer import LAST_PAUSE, RETRY, AutoDealer
from croupier.server.auto_dealer.next_command import DEALER
from croupier.server.auto_dealer.thread import AutoDealerThread
from croupier.store.batch import Batch, Writer
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.store.lease import lease_of
from croupier.table import Actor, Phase, Table
from houses import DEE, code, opened, proven
from table_world import fees_due, worth

# Long runs through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

__all__ = ["database"]

BETTING = QUICK["betting"]


def betting(table: Table) -> bool:
    return table.phase is Phase.BETTING


def later_than(number: int) -> Callable[[Table], bool]:
    return lambda table: table.round > number


def types(world: World, after: int = 0) -> list[str]:
    return [event["type"] for event in world.events(after)]


def bet(world: World, name: str, box: int, kind: str = "banker") -> bool:
    return world.say(name, "place_bet", box=box, bet=kind, amount="100")


# Deadlines


def test_bets_never_extend_the_time_for_bets(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(betting)
    opened_at = world.now
    assert types(world)[-2:] == ["bets_opened", "deadline_set"]
    for number in range(BETTING - 1):
        if number % 97 == 0:
            name = ("ann", "bob", "cho", "dan")[number % 4]
            bet(world, name, number % 4 + 1, ("banker", "player", "tie")[number % 3])
        world.now = opened_at + number
        assert world.step() == opened_at + BETTING
    world.now = opened_at + BETTING - 1
    assert world.step() == world.now + 1
    assert bet(world, "dan", 4, "tiger"), "until the very end"
    world.now += 1
    world.step()
    assert world.table().phase is Phase.DEALING
    assert types(world).count("deadline_set") == 1
    answer = world.house.command(
        "t1",
        "late",
        DEE,
        {"do": "place_bet", "player": "ann", "box": 1, "bet": "tiger", "amount": "5"},
    )
    assert code(answer) == "wrong_phase"
    world.close()


def test_a_card_comes_at_the_pace_of_the_table(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(lambda table: table.phase is Phase.DEALING)
    for _ in range(3):
        cards = len(world.table().cards)
        assert world.step() == world.now + QUICK["card"]
        world.now += QUICK["card"] - 1
        world.step()
        assert len(world.table().cards) == cards
        world.now += 1
        world.step()
        assert len(world.table().cards) == cards + 1
    world.close()


# Crashes


def copies(world: World, folder: Path, count: int) -> list[str]:
    """Keep the database as it is after every command of some rounds, the dealer's and others'.

    The events of a command are stored together or not at all: there is no crash between them.
    """
    made: list[str] = []

    def keep(_: str | None) -> None:
        if world.table().round and len(made) < count:
            made.append(str(folder / f"{len(made)}.db"))
            there, here = sqlite3.connect(world.database), sqlite3.connect(made[-1])
            there.backup(here)
            there.close()
            here.close()

    world.house.listen(keep)
    world.until(lambda _: len(made) >= count, world.patrons)
    return made


CRASHES: dict[str, dict[str, Any]] = {
    "tiger": {"face_down": True},
    "insurance": {},
    "player-dealer": {"fees": {"main": "1", "tie": "0.50", "player_dealer": "2"}},
}


@pytest.mark.parametrize("game", CRASHES)
def test_a_crash_anywhere_is_resolved_by_the_rules(game: str, database: str) -> None:
    """After every command of some rounds: concluded or void, everybody's money right."""
    world = World(database, seed=5)
    automatic(world.house, game, limits={"min": "5"}, **CRASHES[game])
    ends = {"voided": 0, "concluded": 0, "idle": 0}
    for number, copy in enumerate(copies(world, Path(database).parent, 80)):
        found = World(copy, seed=100 + number)
        before, version = found.house.live_table("t1").table, found.house.live_table("t1").version
        found.step()
        happened, after = types(found, version), found.table()
        if before.phase is Phase.IDLE:
            assert "round_interrupted" not in happened
            ends["idle"] += 1
        elif before.phase is not Phase.INTERRUPTED:
            assert happened[0] == "round_interrupted"
            assert found.events(version)[0].get("rule") == before.game.cite_procedure(
                "technical_interruption"
            )
            if before.established:
                assert happened[1] == "round_resumed"
                ends["concluded"] += 1
            else:
                assert happened[1] == "round_voided"
                ends["voided"] += 1
                for name in before.patrons:
                    back = fees_due(before, name) if before.charged else 0
                    assert worth(after, name) == worth(before, name) + back
        found.until(later_than(before.round + 1), found.patrons)
        ended = types(found, version)
        assert "round_settled" in ended or "round_voided" in ended
        assert found.failures == []
        assert dealt_by(found.house) == []
        found.close()
        proven(copy)
    assert min(ends.values()) > 0, ends
    world.close()


def test_a_crash_while_it_is_resolved_is_resolved_too(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(betting)
    bet(world, "ann", 1)
    assert world.say(DEALER, "interrupt")
    world.crash()
    again = World(database, seed=2)
    again.step()
    assert types(again)[-1] == "round_voided"
    assert types(again).count("round_interrupted") == 1
    again.close()
    world.close()


@pytest.mark.parametrize("only_server", [True, False])
def test_a_round_that_a_person_deals_is_theirs_unless_nobody_served(
    only_server: bool, database: str
) -> None:
    world = World(database)
    opened(world.house)
    assert world.say(DEE, "open_bets")
    assert bet(world, "ann", 1)
    world.crash()
    again = World(database, seed=2, only_server=only_server)
    again.step()
    assert again.table().phase is (Phase.IDLE if only_server else Phase.BETTING)
    assert again.dealer.waits_for("t1") == "a person deals"
    again.close()
    world.close()


# A clean stop


def test_after_a_clean_stop_the_time_starts_anew(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(betting)
    bet(world, "ann", 1)
    world.now += BETTING - 10
    world.step()
    assert world.dealer.stop(finish=True)
    assert world.dealer.step(world.now + BETTING) is None
    assert world.table().phase is Phase.BETTING, "open bets stay open"
    world.close()
    again = World(database, seed=2, clean_stop=True, only_server=True)
    again.now = 77
    assert again.step() == 77 + BETTING
    assert types(again)[-1] == "deadline_set"
    assert "round_interrupted" not in types(again)
    again.now += BETTING
    again.step()
    assert again.table().phase is Phase.DEALING
    again.close()


def test_a_stop_deals_rounds_to_their_end(database: str) -> None:
    world = World(database)
    automatic(world.house)
    automatic(world.house, table_id="t2")
    world.until(betting)
    bet(world, "ann", 1)
    world.until(lambda table: len(table.cards) == 3)
    assert world.dealer.stop(finish=True)
    assert types(world)[-1] == "round_settled"
    assert world.table().phase is Phase.IDLE
    assert lease_of(database).try_take(), "the lease is free"
    world.close()


def test_a_stop_in_no_time_is_not_clean(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(lambda table: len(table.cards) == 3)
    assert not world.dealer.stop(finish=True, has_time=lambda: False)
    assert world.table().phase is Phase.DEALING
    world.close()


def test_a_stop_without_finishing_leaves_the_round(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(lambda table: len(table.cards) == 3)
    assert world.dealer.stop(finish=False)
    world.close()
    again = World(database, clean_stop=True)
    again.step()
    assert len(again.table().cards) == 3
    again.until(lambda table: table.phase is Phase.IDLE)
    assert types(again)[-1] == "round_settled"
    again.close()


# What fails


class Flaky:
    """A writer that can fail, before it stores or after."""

    def __init__(self, inner: Writer) -> None:
        self.inner = inner
        self.gone = False
        self.deaf = False

    def write(self, batch: Batch) -> None:
        if self.gone:
            raise NotStored("gone, for a test")
        self.inner.write(batch)
        if self.deaf:
            raise NotStored("the answer was lost, for a test")

    def close(self) -> None:
        self.inner.close()


def flaky(world: World) -> Flaky:
    around = world.house.live_table("t1")._services
    writer = Flaky(around.writer)
    object.__setattr__(around, "writer", writer)
    return writer


def test_a_database_that_is_gone_is_waited_for(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(lambda table: len(table.cards) == 2)
    writer = flaky(world)
    writer.gone = True
    version, tries = world.house.live_table("t1").version, []
    for _ in range(12):
        due = world.step()
        tries.append(due - world.now)
        world.now = due
    assert world.house.live_table("t1").version == version
    assert tries[0] == QUICK["card"]
    assert tries[-1] == LAST_PAUSE
    assert sorted(tries) == tries
    assert not world.dealer._stopped
    writer.gone = False
    world.until(lambda table: table.phase is Phase.IDLE)
    assert types(world)[-1] == "round_settled"
    assert dealt_by(world.house) == []
    world.close()
    proven(database)


def test_an_answer_that_is_lost_does_nothing_twice(database: str) -> None:
    """Every command is stored and none is confirmed: each still happens once."""
    world = World(database)
    automatic(world.house)
    world.until(lambda table: table.round == 2)
    writer = flaky(world)
    writer.deaf = True
    version = world.house.live_table("t1").version
    world.until(lambda table: table.round == 4)
    writer.deaf = False
    happened = types(world, version)
    assert happened.count("bets_closed") == 2
    assert happened.count("deadline_set") == 2
    assert happened.count("round_settled") == 2
    assert dealt_by(world.house) == []
    world.close()
    proven(database)


def test_a_table_that_fails_does_not_stop_the_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(database)
    for name in ("t1", "t2", "t3"):
        automatic(world.house, table_id=name)

    def broken(*_: object) -> Table:
        raise RuntimeError("a mistake, for a test")

    room = world.house.live_table("t2")
    for way in ("refresh", "current"):
        monkeypatch.setattr(room, way, broken)
    for name in ("t1", "t3"):
        world.until(lambda table: table.round == 2, table_id=name)
    assert room.table.round == 0
    assert all("t2: RuntimeError" in failure for failure in world.failures)
    assert not world.dealer.stop(finish=True)
    world.close()


def test_a_reaction_is_decided_on_the_table_as_it_is_stored(database: str) -> None:
    """Another process has changed the table: the decision sees that, and is carried out once."""
    with House.open(database) as house, House.open(database) as other:
        opened(house)
        known = other.live_table("t1").version
        house.command("t1", "a", DEE, {"do": "open_bets"})
        seen: list[int] = []

        def decide(version: int, table: Table) -> tuple[str, dict[str, object]] | None:
            seen.append(version)
            return None if table.phase is Phase.DEALING else ("close", {"do": "close_bets"})

        assert other.live_table("t1").version == known
        answer = other.react("t1", DEE, decide)
        assert answer is not None
        assert answer.ok
        assert seen == [known + 1]
        assert house.react("t1", DEE, decide) is None
        assert seen[-1] == known + 2
        assert house.reader.refusals("t1") == house.reader.refusals("t2")


def test_no_stream_of_bets_keeps_bets_open(database: str) -> None:
    """Patrons put chips down and take them back as fast as they can: bets are closed in time."""
    pace = {**QUICK, "betting": 1000, "between": 0, "shoe": 0}
    with House.open(database) as house:
        automatic(house, pace=pace)
        thread = AutoDealerThread(AutoDealer(house, lease_of(database)))
        thread.start()
        over = Event()

        def spin(name: str, box: int) -> int:
            who, number = Actor(Role.PLAYER, name), 0
            while not over.is_set():
                number += 1
                chip = {"do": "place_bet", "box": box, "bet": "tie", "amount": "5", "id": name}
                house.command("t1", f"{name}{number}", who, chip)
                house.command("t1", f"{name}-{number}", who, {"do": "withdraw_bet", "bet": name})
            return number

        with ThreadPoolExecutor(4) as pool:
            jobs = [pool.submit(spin, name, box) for box, name in enumerate(NAMES, start=1)]
            until = time.monotonic() + 20
            while house.live_table("t1").table.round < 3 and time.monotonic() < until:
                time.sleep(0.02)
            over.set()
            assert all(job.result() > 10 for job in jobs)
        assert thread.stop(finish=True)
        assert house.live_table("t1").table.round >= 3
        rows = [row for row in house.events_after("t1", 0) if b'"bets_' in row.entry]
        times = [datetime.fromisoformat(row.at) for row in rows]
        first, closed = times[0], times[1]
        assert 0.9 < (closed - first).total_seconds() < 2
    proven(database)


def test_a_table_of_another_process_is_found_by_looking(database: str) -> None:
    """Changes of a file by another process are not announced: all tables are polled."""
    world = World(database, poll=2000)
    world.step()
    with House.open(database) as other:
        automatic(other)
        world.now += 2000
        world.step()
        other.command("t1", "x", SUPERVISOR, {"do": "assign_dealer", "automatic": True})
        world.until(betting)
    world.close()


def test_a_lease_that_is_lost_stops_the_dealing_until_it_is_back(database: str) -> None:
    world = World(database)
    automatic(world.house)
    world.until(betting)
    Path(f"{database}.steward").unlink()
    thief = lease_of(database)
    assert thief.try_take()
    world.now += BETTING
    assert world.step() == world.now + RETRY
    assert not world.dealer.holds_lease
    assert world.table().phase is Phase.BETTING
    thief.release()
    assert world.step() == world.now + RETRY, "it is not asked for with every bet"
    world.now += RETRY
    assert world.step() == world.now + BETTING, "the time starts anew"
    assert "round_interrupted" not in types(world)
    world.close()


# The thread


def test_a_thread_deals_by_a_real_clock(database: str) -> None:
    pace = {"betting": 1000, "card": 5, "settle": 5, "between": 5, "shoe": 50}
    with House.open(database) as house:
        automatic(house, pace=pace)
        thread = AutoDealerThread(AutoDealer(house, lease_of(database), poll=NEVER))
        thread.start()
        until = time.monotonic() + 20
        while house.live_table("t1").table.round < 2 and time.monotonic() < until:
            time.sleep(0.02)
        body = {"do": "place_bet", "player": "ann", "box": 1, "bet": "tie", "amount": "5"}
        assert house.command("t1", "bet", DEE, body).ok
        assert thread.stop(finish=True)
        assert house.live_table("t1").table.round == 2
        assert thread.stop(finish=True)
    proven(database)
