"""Through every flood of a stranger a patron is answered; what is shed is counted."""

from __future__ import annotations

import multiprocessing
import re
import statistics
import time
from pathlib import Path

from croupier.store.house import House
from houses import SAM
from server.client import Api, Live
from server.flood import STRANGER, flood
from server.people import add_people, open_tables
from server.process import Served

TABLES = [f"t{number}" for number in range(1, 9)]
PAST = 600
"""How many events of the past the last table has."""
ASKED = 25
"""How often the patron asks and bets while the flood lasts."""


def test_a_patron_is_answered_through_every_flood(sqlite: str, folder: Path) -> None:
    """Everything at once, as fast as it goes, from one stranger.

    Watches with the past, unknown tables, pings, garbage, huge frames, sockets that nobody reads,
    pings of the protocol, long questions over HTTP.
    """
    with House.open(sqlite) as house:
        for name in ("ann", "bob"):
            assert house.deposit(f"more-{name}", SAM, name, "100000").ok
    open_tables(sqlite, *TABLES)
    with House.open(sqlite) as house:
        for number in range(PAST):
            body = {"do": "buy_in", "player": "ann", "amount": "1"}
            assert house.command(TABLES[-1], f"past-{number}", SAM, body).ok
    tokens = add_people(sqlite, "ann", "dee")
    spawn = multiprocessing.get_context("spawn")
    over = spawn.Event()
    with (
        Served(sqlite, folder) as served,
        Api(served.base, tokens["dee"]) as dee,
        Api(served.base) as anybody,
        Live(served.base, tokens["ann"]) as ann,
    ):
        dee.do("t1", "open_bets")
        ann.watch("t1")
        stranger = spawn.Process(target=flood, args=(served.base, TABLES, over), daemon=True)
        stranger.start()
        try:
            _until_shed(anybody)
            times = [_asked_and_bet(anybody, ann) for _ in range(ASKED)]
        finally:
            over.set()
            stranger.join(20)
        shed = _shed(anybody)
        assert statistics.median(times) < 1.0, times
        assert max(times) < 5.0, times
        assert shed["frame", "address"] + shed["frame", "socket"] > 50, shed
        assert _settles(anybody), "nothing is read for sockets that are gone"
        lines = [line for line in served.said.splitlines() if '"load ' in line]
        assert any(STRANGER in line for line in lines)
        assert len(lines) < 30, "one line for a burst, not one for a frame"
        assert "a mistake of our own" not in served.said
        assert "Traceback" not in served.said, served.said[-3000:]


def _asked_and_bet(anybody: Api, ann: Live) -> float:
    """Return the longest of four answers: is it well, a bet, its withdrawal, a table's state."""
    times = []
    began = time.monotonic()
    assert anybody.ask("GET", "/healthz").status_code == 200
    times.append(time.monotonic() - began)
    began = time.monotonic()
    placed = ann.command("t1", "place_bet", box=1, bet="player", amount="100")
    assert placed["ok"], placed
    times.append(time.monotonic() - began)
    began = time.monotonic()
    assert ann.command("t1", "withdraw_bet", bet=placed["events"][0]["id"])["ok"]
    times.append(time.monotonic() - began)
    began = time.monotonic()
    assert anybody.ask("GET", "/api/tables/t1").status_code == 200
    times.append(time.monotonic() - began)
    return max(times)


def _figures(anybody: Api) -> str:
    return anybody.ask("GET", "/metrics").text


def _shed(anybody: Api) -> dict[tuple[str, str], float]:
    """Return what was shed, by what and why."""
    pattern = r'^croupier_shed_total\{what="(\w+)",why="(\w+)"\} (\S+)$'
    found = re.findall(pattern, _figures(anybody), re.M)
    shed = {(what, why): float(count) for what, why, count in found}
    return {("frame", "address"): 0.0, ("frame", "socket"): 0.0, **shed}


def _until_shed(anybody: Api) -> None:
    """Wait until the flood is at its height: some of it is shed."""
    deadline = time.monotonic() + 40
    while not any(_shed(anybody).values()):
        assert time.monotonic() < deadline, "nothing was shed"
        time.sleep(0.1)


def _settles(anybody: Api) -> bool:
    """Return True if no read waits soon after the flood, and its sockets are counted no more."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        text = _figures(anybody)
        if re.search(r"^croupier_reads_waiting 0\.0$", text, re.M) and re.search(
            r"^croupier_sockets 1\.0$", text, re.M
        ):
            return True
        time.sleep(0.2)
    return False
