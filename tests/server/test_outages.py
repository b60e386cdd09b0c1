"""Disk full, database gone, clock set back: it stops visibly, and goes on cleanly."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.accounts import People
from croupier.store.house import House
from houses import proven
from postgres import started
from server.client import Api, Live
from server.people import add_people, open_tables
from server.process import Served

Fault = Callable[[], None]


def holds(database: str, folder: Path, served: Served, broken: Fault, mended: Fault) -> None:
    """Break something, see the server stop and say so, repair it, and see it go on."""
    tokens = add_people(database, "ann", "dee")
    with Api(served.base, tokens["dee"]) as dee, Live(served.base, tokens["ann"]) as ann:
        number = ann.watch("t1")["number"]
        dee.do("t1", "open_bets")
        acknowledged = []
        broken()
        lost = None
        for place in range(400):
            answer = dee.send("t1", "buy_in", id=f"b{place}", player="ann", amount="1")
            if answer.status_code != 200:
                lost = place
                break
            acknowledged.append(place)
        assert lost is not None, "nothing failed"
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_stored")
        assert dee.ask("GET", "/healthz").status_code == 503
        with Api(served.base) as stranger:
            told = stranger.ask("GET", "/healthz").json()
            assert told == {"ok": False, "why": "not_stored"}, "no path, no host, no reason"
        ann.until(lambda frame: frame.get("notice") == "standing_still")
        mended()
        deadline = time.monotonic() + 15
        while dee.ask("GET", "/healthz").status_code != 200:
            assert time.monotonic() < deadline, "it never goes on"
            time.sleep(0.05)
        ann.until(lambda frame: frame.get("notice") == "going_on")
        again = _until_stored(dee, f"b{lost}")
        assert again["events"][0]["type"] == "chips_bought"
        last = again["number"]
        ann.until(lambda frame: frame.get("number", 0) >= last and "answer" not in frame)
        told = [event["n"] for frame in ann.frames for event in frame.get("events", ())]
        assert told == list(range(number + 1, last + 1)), "no gap and no repeat"
        assert float(dee.state("t1")["balances"]["ann"]) == 1000 + len(acknowledged) + 1
    with People.open(database) as people:
        kinds = [entry.kind.value for entry in people.incidents.after(0)]
        assert "outage_ended" in kinds, "the outage is among the significant events"
    proven(database)
    assert '"the database is gone"' in served.said, "the reason is in the log"


def _until_stored(dee: Api, id: str) -> dict[str, Any]:
    """Send a command under the same id until it is stored, and return its answer."""
    for _ in range(40):
        answer = dee.send("t1", "buy_in", id=id, player="ann", amount="1")
        if answer.status_code == 200:
            told: dict[str, Any] = answer.json()
            return told
        assert answer.status_code == 503, answer.text
        time.sleep(0.1)
    raise AssertionError("it is never stored")


def test_a_full_disk(sqlite: str, folder: Path) -> None:
    """No file may grow any more: the server says so, and acknowledges nothing."""
    open_tables(sqlite)
    with Served(sqlite, folder) as served:
        _, most = resource.prlimit(served.pid, resource.RLIMIT_FSIZE)

        def full() -> None:
            # Not even the log can be written any more.
            resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (4096, most))

        def empty() -> None:
            resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (most, most))

        holds(sqlite, folder, served, full, empty)


def test_a_database_file_that_is_gone(sqlite: str, folder: Path) -> None:
    open_tables(sqlite)
    away = Path(f"{sqlite}.away")
    with Served(sqlite, folder) as served:
        holds(
            sqlite,
            folder,
            served,
            lambda: (Path(sqlite).rename(away), None)[1],
            lambda: (away.rename(sqlite), None)[1],
        )


def test_a_log_that_is_removed_between_two_bets(sqlite: str, folder: Path) -> None:
    """It stops at once and says so; killed then, it has lost nothing that it acknowledged."""
    open_tables(sqlite)
    tokens = add_people(sqlite, "ann", "dee")
    with (
        Served(sqlite, folder) as served,
        Api(served.base, tokens["dee"]) as dee,
        Live(served.base, tokens["ann"]) as ann,
    ):
        ann.watch("t1")
        for number in range(5):
            dee.do("t1", "buy_in", id=f"a{number}", player="ann", amount="1")
        Path(f"{sqlite}-wal").unlink()
        for number in range(3):
            answer = dee.send("t1", "buy_in", id=f"b{number}", player="ann", amount="1")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_stored")
        ann.until(lambda frame: frame.get("notice") == "standing_still")
        # Reading works all the time, and is no sign that anything can be stored.
        for _ in range(3):
            assert dee.ask("GET", "/api/me").status_code == 200
            assert dee.ask("GET", "/api/tables/t1/events?after=0").status_code == 200
            health = dee.ask("GET", "/healthz")
            assert health.status_code == 503
            assert "-wal" in health.json()["reason"]
        assert served.said.count("the database is gone") == 1, "told once, not at each request"
        assert "the database is back" not in served.said
        served.kill()
    with Served(sqlite, folder) as served, Api(served.base, tokens["dee"]) as dee:
        assert float(dee.state("t1")["balances"]["ann"]) == 1005
    proven(sqlite)


def test_a_database_server_that_is_gone(folder: Path) -> None:
    server = started()
    try:
        database = server.new()
        open_tables(database)
        with Served(database, folder) as served:
            holds(database, folder, served, server.stop, server.start)
    finally:
        server.close()


def test_a_clock_that_goes_back_an_hour(database: str, folder: Path) -> None:
    """What is stored never goes back in time, nobody's session revives, and it is noted."""
    open_tables(database)
    tokens = add_people(database, "dee", "ann")
    order = folder / "clock"
    order.write_text("0")
    with (
        Served(database, folder, planted=f"clock:{order}") as served,
        Api(served.base, tokens["dee"]) as dee,
    ):
        dee.do("t1", "open_bets")
        with Api(served.base, tokens["ann"]) as ann:
            assert ann.ask("POST", "/api/sign-out").status_code == 200
        order.write_text("-3600")
        dee.do("t1", "close_bets")
        while dee.send("t1", "deal").status_code == 200:
            pass
        dee.do("t1", "settle")
        with Api(served.base, tokens["ann"]) as ann:
            assert ann.ask("GET", "/api/me").status_code == 401
    with House.open(database) as house:
        times = [row.at for row in house.events_after("t1", 0)]
        assert times == sorted(times), "no event is older than the one before"
    with People.open(database) as people:
        kinds = [entry.kind.value for entry in people.incidents.after(0)]
        assert "clock_back" in kinds
    proven(database)
