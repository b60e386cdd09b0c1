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
from server.client import Api, Live, fresh_id
from server.people import add_people, open_tables
from server.process import Served

EVERY = int(os.environ.get("CROUPIER_KILLS", "0"))
"""If not 0: a kill before and after the commit of each step, and this many kills at random."""

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
    """Return where to kill: alternately before and after the commit, or at each of them."""
    places = [(step, how) for step in range(len(STEPS)) for how in ("before", "after")]
    return places if EVERY else places[::4] + places[3::4]


def test_a_kill_at_every_step_of_a_round(database: str, folder: Path) -> None:
    """Each life ends in a step of its round; the next one answers for it."""
    open_tables(database)
    tokens = add_people(database, "ann", "bob", "dee")
    order = folder / "die"
    life: _Life | None = None
    for step, how in _kills():
        with Served(database, folder, planted=f"die:{order}") as served:
            if life is not None:
                life.check(served, tokens)
            life = _Life(step)
            life.play(served, tokens, order, how)
    assert life is not None
    with Served(database, folder) as served:
        life.check(served, tokens)
        assert served.stop() in (0, -15)
    proven(database)


class _Life:
    """A server that dies in a step, and what it had answered until then."""

    def __init__(self, step: int) -> None:
        self.step = step
        self.said: dict[int, dict[str, Any]] = {}
        self.id = fresh_id()
        self.seen: list[int] = []
        self.before: dict[str, float] = {}

    def play(self, served: Served, tokens: dict[str, str], order: Path, how: str) -> None:
        """Play up to the step, and die in it."""
        with Live(served.base, tokens["ann"]) as watcher:
            self.seen.append(watcher.watch("t1")["number"])
            with Api(served.base, tokens["dee"]) as dee:
                balances = dee.state("t1")["balances"]
                self.before = {name: float(amount) for name, amount in balances.items()}
            for place, (name, do, fields) in enumerate(STEPS[: self.step + 1]):
                with Api(served.base, tokens[name]) as api:
                    if place == self.step:
                        order.write_text(how)
                        with pytest.raises(httpx.HTTPError):
                            api.send("t1", do, id=f"{self.id}-{place}", **fields)
                    else:
                        answer = api.send("t1", do, id=f"{self.id}-{place}", **fields)
                        self.said[place] = answer.json()
            served.join()
            watcher.ended(5)
            self.seen += [
                event["n"]
                for frame in watcher.frames
                if "number" in frame and "answer" not in frame
                for event in frame.get("events", ())
            ]

    def check(self, served: Served, tokens: dict[str, str]) -> None:
        """Check that the next life agrees with what this one answered."""
        with Api(served.base, tokens["dee"]) as dee, Live(served.base, tokens["ann"]) as ann:
            self._wait_mended(dee)
            # Everybody is told: each event once, from where the socket broke off.
            whole = ann.watch("t1", after=self.seen[-1])
            told = [event["n"] for frame in ann.frames for event in frame.get("events", ())]
            log = [event["n"] for event in self._events(dee)]
            assert [*self.seen[1:], *told] == log, "no gap and no repeat"
            assert not log or whole["number"] == log[-1]
            for place, (name, do, fields) in enumerate(STEPS[: self.step + 1]):
                with Api(served.base, tokens[name]) as api:
                    again = api.send("t1", do, id=f"{self.id}-{place}", **fields).json()
                if place in self.said:
                    assert again["again"], f"step {place} was acknowledged and is lost"
                    assert {**again, "again": False} == self.said[place]
            # Where the round went on it is brought to its end; an open call is taken back.
            while dee.send("t1", "deal").status_code == 200:
                pass
            if dee.send("t1", "settle").status_code != 200:
                dee.send("t1", "interrupt")
                dee.send("t1", "resume")
            self._check_money(dee)

    def _events(self, dee: Api) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = dee.get(f"/api/tables/t1/events?after={self.seen[0]}")[
            "events"
        ]
        return told

    def _wait_mended(self, dee: Api) -> None:
        """Wait until the dealer has read the table: a round under way is void or goes on."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            kinds = [event["type"] for event in self._events(dee)]
            running = "bets_opened" in kinds and not {"round_settled", "round_voided"} & set(kinds)
            if not running or "round_resumed" in kinds:
                return
            time.sleep(0.02)
        raise AssertionError("the round that was interrupted is neither void nor resumed")

    def _check_money(self, dee: Api) -> None:
        """Check the chips after the round: paid by its settlement, or all as before."""
        ends = [
            event
            for event in self._events(dee)
            if event["type"] in ("round_settled", "round_voided")
        ]
        net = dict.fromkeys(("ann", "bob"), 0.0)
        for event in ends:
            for name, amount in event.get("net", {}).items():
                net[name] += float(amount)
        for name, balance in dee.state("t1")["balances"].items():
            assert float(balance) == pytest.approx(self.before[name] + net[name])


def test_an_automatic_table_survives_kills_at_random(database: str, folder: Path) -> None:
    """The process that deals dies; the next one goes on, and every round ends by the rules."""
    open_tables(database)
    pace = dict.fromkeys(("card", "settle", "between", "shoe"), 0) | {"betting": 1000}
    with House.open(database) as house:
        body = {"do": "assign_dealer", "automatic": True, "pace": pace}
        assert house.command("t1", "auto", SAM, body).ok
    tokens = add_people(database, "ann")
    rng, sent, lost = Random(19), 0, 0
    for life in range(max(2, EVERY)):
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
    assert found.settled + found.void >= 2
    with House.open(database) as house:
        table = house.live_table("t1").table
        assert table.phase in (Phase.BETTING, Phase.IDLE)
        kinds = [json.loads(row.entry)["event"]["type"] for row in house.events_after("t1", 6)]
        assert kinds.count("bets_opened") - kinds.count("round_settled") - kinds.count(
            "round_voided"
        ) == (table.phase is Phase.BETTING)
