"""A server that dies at every step of a round: what it acknowledged is there, once."""

from __future__ import annotations

import json
import os
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from croupier.game.loading import load
from croupier.store.house import House
from croupier.table import Phase
from houses import SAM, proven
from server.client import Api, Live, fresh_id
from server.people import add_people, open_tables
from server.process import Served

EVERY = int(os.environ.get("CROUPIER_KILLS", "0"))
"""If not 0: a kill before and after the commit of each step, and this many kills at random."""

EZ = Path(__file__).parents[2] / "examples" / "ez-baccarat.toml"

Steps = list[tuple[str, str, dict[str, Any]]]

STEPS: Steps = [
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
    """Each life ends in a step of its round; the next one answers for it.

    Another table has a round of a game of one's own at that step; only the first life has its file.
    """
    open_tables(database)
    open_tables(database, "own", game=load(EZ))
    tokens = add_people(database, "ann", "bob", "dee", tables=("t1", "own"))
    order = folder / "die"
    lives: tuple[_Life, ...] = ()
    for step, how in _kills():
        file = () if lives else ("--game", str(EZ))
        with Served(database, folder, *file, planted=f"die:{order}") as served:
            for life in lives:
                life.check(served, tokens)
            lives = (_Life(step, "own"), _Life(step, "t1"))
            with ExitStack() as watching:
                for life in lives:
                    life.watch(served, tokens, watching)
                lives[0].play(served, tokens, STEPS[:step])
                lives[1].play(served, tokens, STEPS[:step])
                order.write_text(how)
                lives[1].die(served, tokens)
                for life in lives:
                    life.note_seen()
    with Served(database, folder) as served:
        for life in lives:
            life.check(served, tokens)
        assert served.stop() in (0, -15)
    proven(database)


class _Life:
    """A table whose server dies in a step, and what it had answered until then."""

    def __init__(self, step: int, table: str) -> None:
        self.step = step
        self.table = table
        self.said: dict[int, dict[str, Any]] = {}
        self.id = fresh_id()
        self.seen: list[int] = []
        self.before: dict[str, float] = {}

    def watch(self, served: Served, tokens: dict[str, str], until: ExitStack) -> None:
        """Look on as ann does, and note everybody's chips."""
        self._watcher = until.enter_context(Live(served.base, tokens["ann"]))
        self.seen.append(self._watcher.watch(self.table)["number"])
        with Api(served.base, tokens["dee"]) as dee:
            balances = dee.state(self.table)["balances"]
            self.before = {name: float(amount) for name, amount in balances.items()}

    def play(self, served: Served, tokens: dict[str, str], steps: Steps) -> None:
        """Take steps of a round, each of which is answered."""
        for place, (name, do, fields) in enumerate(steps):
            with Api(served.base, tokens[name]) as api:
                answer = api.send(self.table, do, id=f"{self.id}-{place}", **fields)
                self.said[place] = answer.json()

    def die(self, served: Served, tokens: dict[str, str]) -> None:
        """Take the step in which the server dies."""
        name, do, fields = STEPS[self.step]
        with Api(served.base, tokens[name]) as api, pytest.raises(httpx.HTTPError):
            api.send(self.table, do, id=f"{self.id}-{self.step}", **fields)
        served.join()

    def note_seen(self) -> None:
        """Note which events came over the socket before it broke off."""
        self._watcher.ended(5)
        self.seen += [
            event["n"]
            for frame in self._watcher.frames
            if "number" in frame and "answer" not in frame
            for event in frame.get("events", ())
        ]

    def check(self, served: Served, tokens: dict[str, str]) -> None:
        """Check that the next life agrees with what this one answered."""
        with Api(served.base, tokens["dee"]) as dee, Live(served.base, tokens["ann"]) as ann:
            self._wait_mended(dee)
            # Everybody is told: each event once, from where the socket broke off.
            whole = ann.watch(self.table, after=self.seen[-1])
            told = [event["n"] for frame in ann.frames for event in frame.get("events", ())]
            log = [event["n"] for event in self._events(dee)]
            assert [*self.seen[1:], *told] == log, "no gap and no repeat"
            assert not log or whole["number"] == log[-1]
            for place, (name, do, fields) in enumerate(STEPS[: self.step + 1]):
                with Api(served.base, tokens[name]) as api:
                    again = api.send(self.table, do, id=f"{self.id}-{place}", **fields).json()
                if place in self.said:
                    assert again["again"], f"step {place} was acknowledged and is lost"
                    assert {**again, "again": False} == self.said[place]
            # Where the round went on it is brought to its end; an open call is taken back.
            while dee.send(self.table, "deal").status_code == 200:
                pass
            if dee.send(self.table, "settle").status_code != 200:
                dee.send(self.table, "interrupt")
                dee.send(self.table, "resume")
            self._check_money(dee)

    def _events(self, dee: Api) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = dee.get(
            f"/api/tables/{self.table}/events?after={self.seen[0]}"
        )["events"]
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
        for name, balance in dee.state(self.table)["balances"].items():
            assert float(balance) == pytest.approx(self.before[name] + net[name])


BETS = {"t1": ("tie", "player", "tiger"), "own": ("dragon_7", "panda_8", "banker")}
"""What ann bets at each automatic table: one of tiger, one of a game of one's own."""


def test_an_automatic_table_survives_kills_at_random(database: str, folder: Path) -> None:
    """The process that deals dies; the next one goes on, and every round ends by the rules.

    The file of the second table's game is gone before the first server starts.
    """
    open_tables(database)
    open_tables(database, "own", game=load(EZ))
    pace = dict.fromkeys(("card", "settle", "between", "shoe"), 0) | {"betting": 1000}
    with House.open(database) as house:
        body = {"do": "assign_dealer", "automatic": True, "pace": pace}
        for table in BETS:
            assert house.command(table, f"auto-{table}", SAM, body).ok
    tokens = add_people(database, "ann")
    rng = Random(19)
    for life in range(max(2, EVERY)):
        with Served(database, folder) as served, Live(served.base, tokens["ann"]) as ann:
            for table, kinds in BETS.items():
                ann.watch(table)
                _until_betting(ann, table)
                for kind in kinds:
                    body = {"do": "place_bet", "box": 1, "bet": kind, "amount": "5"}
                    ann.say(id=f"{life}-{table}-{kind}", table=table, command=body)
            time.sleep(rng.uniform(0.0, 1.3))
            served.kill()
            ann.ended(5)
            answered = {frame["answer"] for frame in ann.frames if frame.get("answer")}
            with House.open(database) as house:
                for id in answered:
                    assert house.reader.result("player:ann", id) is not None, f"{id} is lost"
    with Served(database, folder) as served:
        with Live(served.base) as live:
            for table in BETS:
                live.watch(table)
                _until_betting(live, table)
        assert served.stop() in (0, -15)
        assert '"clean": true' in served.said
    found = proven(database).tables
    with House.open(database) as house:
        for table in BETS:
            assert found[table].settled + found[table].void >= 2
            now = house.live_table(table).table
            assert now.phase in (Phase.BETTING, Phase.IDLE)
            events = [
                json.loads(row.entry)["event"]["type"] for row in house.events_after(table, 6)
            ]
            ended = events.count("round_settled") + events.count("round_voided")
            assert events.count("bets_opened") - ended == (now.phase is Phase.BETTING)


def _until_betting(live: Live, table: str) -> None:
    live.until(
        lambda frame: (
            frame.get("table") == table and frame.get("state", {}).get("phase") == "betting"
        ),
        10,
    )
