"""A server that dies at every step of a round: what it acknowledged is there, once."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from croupier.store.house import House
from croupier.table import Phase
from houses import SAM, proven
from server.client import Api, Live
from server.people import furnish, let_in
from server.process import Served

EVERY = int(os.environ.get("CROUPIER_KILLS", "0"))
"""More than nothing: each step before and after its commit, and so many kills at random."""

STEPS: list[tuple[str, str, dict[str, Any]]] = [
    ("dee", "open_bets", {}),
    ("ann", "place_bet", {"box": 1, "bet": "banker", "amount": "50"}),
    ("bob", "place_bet", {"box": 2, "bet": "player", "amount": "70"}),
    ("dee", "close_bets", {}),
    ("dee", "deal", {}),
    ("dee", "deal", {}),
    ("dee", "deal", {}),
    ("dee", "deal", {}),
    ("dee", "settle", {}),
]
"""A round, without third cards: where those come, `settle` is refused and the round stays open."""


def _kills() -> list[tuple[int, str]]:
    """Say where to kill: in turns before and after the commit, or each of them twice."""
    places = [(step, how) for step in range(len(STEPS)) for how in ("before", "after")]
    return (
        places
        if EVERY
        else [place for place in places if (place[0] % 2 == 0) == (place[1] == "after")]
    )


@pytest.mark.parametrize("databases", ["sqlite", "postgresql"])
def test_a_kill_at_every_step_of_a_round(
    databases: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    for step, how in _kills():
        if databases == "sqlite":
            database = str(folder / f"{step}-{how}.db")
        else:
            database = request.getfixturevalue("postgres").new()
        _killed(database, folder, step, how)


def _killed(database: str, folder: Path, step: int, how: str) -> None:
    """Play up to a step, die in it, come back, and hold everything to what was acknowledged."""
    furnish(database)
    tokens = let_in(database, "ann", "bob", "dee")
    acknowledged: dict[str, dict[str, Any]] = {}
    with Served(database, folder, planted=f"die-{how}-{step + 1}") as served:
        watcher = Live(served.base, tokens["ann"])
        numbers = [watcher.watch("t1")["number"]]
        for place, (name, do, fields) in enumerate(STEPS[: step + 1]):
            with Api(served.base, tokens[name]) as api:
                try:
                    answer = api.send("t1", do, id=f"step-{place}", **fields)
                except httpx.HTTPError:
                    assert place == step, "it died too early"
                else:
                    assert place < step, f"it did not die in step {step}"
                    acknowledged[f"step-{place}"] = answer.json()
        served.join()
    seen = _numbers(watcher, numbers)
    with Served(database, folder) as served:
        _check_back(served, tokens, acknowledged, step, seen)
        assert served.stop() in (0, -15)
    proven(database)


def _numbers(watcher: Live, numbers: list[int]) -> list[int]:
    """Read what the dead server still sent."""
    watcher.ended(5)
    for frame in watcher.frames:
        numbers += [event["number"] for event in frame.get("events", ()) if "number" in event]
    watcher.close()
    return numbers


def _check_back(
    served: Served,
    tokens: dict[str, str],
    acknowledged: dict[str, dict[str, Any]],
    step: int,
    seen: list[int],
) -> None:
    with Api(served.base, tokens["dee"]) as dee, Live(served.base, tokens["ann"]) as ann:
        _wait_mended(dee)
        # Everybody is told: each event once, from where the socket broke off.
        whole = ann.watch("t1", after=seen[-1])
        told = [event["number"] for frame in ann.frames for event in frame.get("events", ())]
        assert seen == sorted(set(seen))
        log = [event["number"] for event in dee.get("/api/tables/t1/events?after=6")["events"]]
        assert [*seen[1:], *told] == log, "no gap and no repeat"
        assert whole["number"] == log[-1] if log else True
        for place, (name, do, fields) in enumerate(STEPS[: step + 1]):
            id = f"step-{place}"
            with Api(served.base, tokens[name]) as api:
                again = api.send("t1", do, id=id, **fields).json()
            if id in acknowledged:
                assert again["again"], f"{id} was acknowledged and is lost"
                assert {**again, "again": False} == acknowledged[id]
        _check_money(dee)


def _wait_mended(dee: Api) -> None:
    """Wait until the steward has looked at the table: a round under way is void or goes on."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        told = dee.get("/api/tables/t1/events?after=6")["events"]
        kinds = [event["type"] for event in told]
        running = "bets_opened" in kinds and not {"round_settled", "round_voided"} & set(kinds)
        if not running or "round_resumed" in kinds:
            return
        time.sleep(0.02)
    raise AssertionError("the round that was interrupted is neither void nor resumed")


def _check_money(dee: Api) -> None:
    """Hold chips to how the round ended: paid by its settlement, or all as it was before."""
    told = dee.get("/api/tables/t1/events?after=6")["events"]
    ends = [event for event in told if event["type"] in ("round_settled", "round_voided")]
    state = dee.state("t1")
    held = dict.fromkeys(("ann", "bob"), 0.0)
    for bet in state["bets"]:
        held[bet["player"]] += float(bet["amount"])
    net = dict.fromkeys(("ann", "bob"), 0.0)
    for event in ends:
        for name, amount in event.get("net", {}).items():
            net[name] += float(amount)
    for name, balance in state["balances"].items():
        assert float(balance) + held[name] == pytest.approx(1000 + net[name]), (name, told)
    assert len(ends) <= 1


def test_an_automatic_table_survives_kills_at_random(database: str, folder: Path) -> None:
    """Its steward dies while it deals; the next goes on, and every round ends by the rules."""
    furnish(database)
    pace = dict.fromkeys(("card", "settle", "between", "shoe"), 0) | {"betting": 1000}
    with House.open(database) as house:
        body = {"do": "assign_dealer", "automatic": True, "pace": pace}
        assert house.command("t1", "auto", SAM, body).ok
    tokens = let_in(database, "ann")
    rng, sent, lost = Random(19), 0, 0
    for life in range(max(3, EVERY)):
        with Served(database, folder) as served, Live(served.base, tokens["ann"]) as ann:
            ann.watch("t1")
            ann.until(lambda frame: frame.get("state", {}).get("phase") == "betting", 10)
            for number in range(3):
                body = {"do": "place_bet", "box": 1, "bet": ("tie", "player", "tiger")[number]}
                ann.say(id=f"{life}-{number}", table="t1", command={**body, "amount": "5"})
                sent += 1
            time.sleep(rng.uniform(0.0, 1.3))
            served.kill()
            ann.ended(5)
            answered = {frame["answer"] for frame in ann.frames if frame.get("answer")}
            lost += 3 - len(answered)
            with House.open(database) as house:
                for id in answered:
                    assert house.reader.result("player:ann", id) is not None, f"{id} is lost"
    with Served(database, folder) as served:
        with Live(served.base) as live:
            live.watch("t1")
            live.until(lambda frame: frame.get("state", {}).get("phase") == "betting", 10)
        assert served.stop() in (0, -15)
        assert '"clean": true' in served.said
    found = proven(database).tables["t1"]
    assert found.settled + found.void >= 3
    with House.open(database) as house:
        table = house.room("t1").table
        assert table.phase in (Phase.BETTING, Phase.IDLE)
        kinds = [json.loads(row.entry)["event"]["type"] for row in house.events_after("t1", 6)]
        assert kinds.count("bets_opened") - kinds.count("round_settled") - kinds.count(
            "round_voided"
        ) == (table.phase is Phase.BETTING)
