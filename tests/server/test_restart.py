"""After a kill the house is served at once; the rounds it interrupted are resolved meanwhile."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from croupier.store.house import House
from croupier.table import Phase
from houses import SAM, proven
from server.client import Api, Live
from server.people import add_people, open_tables
from server.process import Served

DOWN = tuple(f"down-{number:02}" for number in range(30))
"""Tables with four cards face down: in this game that establishes an outcome."""
OPEN = tuple(f"open-{number:02}" for number in range(30))
"""Tables whose bets are open: nothing is established."""


class ServedAtOnce(Served):
    """A server that counts as started as soon as it answers."""

    waits_for_rounds = False


BETS: list[dict[str, Any]] = [
    {"do": "open_bets"},
    {"do": "place_bet", "player": "ann", "box": 1, "bet": "banker", "amount": "60"},
    {"do": "place_bet", "player": "bob", "box": 2, "bet": "player", "amount": "50"},
]
FOUR_DOWN: list[dict[str, Any]] = [
    {"do": "grant_squeeze", "player": "ann", "hand": "banker"},
    {"do": "grant_squeeze", "player": "ann", "hand": "player"},
    {"do": "close_bets"},
    *[{"do": "deal"}] * 4,
]


def _made(database: str) -> dict[str, str]:
    with House.open(database) as house:
        for name in ("ann", "bob"):
            assert house.deposit(f"more-{name}", SAM, name, "100000").ok
    open_tables(database, "t1", "bad", "quiet", *DOWN, *OPEN, face_down=True)
    with House.open(database) as house:
        for table_id in (*DOWN, *OPEN, "bad"):
            for number, body in enumerate(BETS + (FOUR_DOWN if table_id in DOWN else [])):
                answer = house.command(table_id, f"{table_id}-{number}", SAM, body)
                assert answer.ok, answer
        for table_id in DOWN:
            assert len(house.live_table(table_id).table.hidden) == 4
    return add_people(database, "ann", "sam")


def _phases(api: Api) -> dict[str, str]:
    return {table["id"]: table["phase"] for table in api.get("/api/tables")}


def _wait(done: Any, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.02)


def test_the_house_is_open_before_its_rounds_are_resolved(database: str, folder: Path) -> None:
    """No round is resolved until a file is there: until then everything else works."""
    tokens, order = _made(database), folder / "go-on"
    with Served(database, folder) as served, Api(served.base, tokens["sam"]) as sam:
        sent = {"player": "ann", "box": 1, "bet": "tie", "amount": "5"}
        first = sam.send(OPEN[0], "place_bet", id="before", **sent).json()
        assert first["ok"]
        served.kill()
    with (
        ServedAtOnce(database, folder, planted=f"wait:{order}") as served,
        Api(served.base, tokens["sam"]) as sam,
        Live(served.base, tokens["ann"]) as ann,
    ):
        left = sam.get("/healthz")
        assert left["ok"]
        assert left["resolving"] > len(DOWN) + len(OPEN)
        assert sam.ask("GET", "/").status_code == 200
        assert sam.wallet("ann")
        # Every round is shown as interrupted; where there is none, play goes on.
        expected = dict.fromkeys((*DOWN, *OPEN), "interrupted") | {"t1": "idle", "quiet": "idle"}
        _wait(lambda: _phases(sam) == expected)
        assert ann.watch(DOWN[3])["state"]["phase"] == "interrupted"
        _wait(lambda: sam.send("t1", "open_bets").status_code == 200)
        # Nothing new is taken at the others, and what was taken before the kill is known.
        for table_id in (DOWN[0], OPEN[0], OPEN[-1]):
            refused = sam.send(table_id, "place_bet", id="new", **sent).json()
            assert refused["error"]["code"] == "wrong_phase"
        again = sam.send(OPEN[0], "place_bet", id="before", **sent).json()
        assert again == {**first, "again": True}
        assert sam.get("/healthz")["resolving"] == len(DOWN) + len(OPEN) + 1
        order.touch()
        # One table cannot be read: it is reported, and holds up no other.
        _wait(lambda: sam.get("/healthz")["resolving"] == 1)
        assert "table bad" in served.said
        phases = _phases(sam)
        assert {phases[table_id] for table_id in DOWN} <= {"dealing", "complete"}
        assert {phases[table_id] for table_id in OPEN} == {"idle"}
        # The id that was refused is free: the same bet is taken in the next round.
        sam.do(OPEN[0], "open_bets")
        assert sam.send(OPEN[0], "place_bet", id="new", **sent).json()["ok"]
        assert served.stop() in (0, -15)
        assert '"clean": false' in served.said
    found = proven(database)
    assert sum(table.void for table in found.tables.values()) == len(OPEN)
    with House.open(database) as house:
        for table_id in DOWN:
            assert house.live_table(table_id).table.phase is not Phase.INTERRUPTED


def test_a_kill_with_four_cards_face_down_takes_no_time(sqlite: str, folder: Path) -> None:
    """Whatever the cards are, a pair bet is decided: that took nine seconds of the processor."""
    open_tables(sqlite, face_down=True)
    tokens = add_people(sqlite, "sam")
    with Served(sqlite, folder) as served, Api(served.base, tokens["sam"]) as sam:
        for body in BETS + FOUR_DOWN:
            sam.do("t1", body["do"], **{key: body[key] for key in body if key != "do"})
        served.kill()
    with Served(sqlite, folder) as served, Api(served.base, tokens["sam"]) as sam:
        assert _spent(served.pid) < 2.5
        assert sam.state("t1")["phase"] in ("dealing", "complete")


def _spent(pid: int) -> float:
    """Return how many seconds of the processor a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
