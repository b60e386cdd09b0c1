"""A bet belongs to its round: what a program saw is what its client sends, however often."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import msgspec
import pytest

from browser.line import Line, line_to
from client_setting import PASSWORD
from croupier.client import AsyncClient, Client, Refused, Retry, Unanswered
from croupier.client.requests import BetRounds, Call, Lost, Reply
from croupier.store.house import House
from houses import ANN, DEE, SAM, opened, proven
from served import Served, served

CUTS = int(os.environ.get("CROUPIER_CUTS", "200"))
"""How many lines are cut; `CROUPIER_CUTS=1000` for the figure of the promise."""

BET: dict[str, Any] = {"do": "place_bet", "box": 1, "bet": "tie", "amount": "5"}
QUICK = Retry(tries=40, first=0, most=0)
PATIENT = Retry(tries=400, first=0.01, most=0.05, timeout=5)


# What a client knows


def test_a_bet_is_for_the_round_that_was_seen_last() -> None:
    rounds = BetRounds()
    assert rounds.with_known_round("t", BET, "a") is None
    rounds.saw("t", 74)
    assert rounds.with_known_round("t", BET, "b") == {**BET, "round": 74}
    rounds.saw("t", 75)
    rounds.saw("t", 74)
    assert rounds.with_known_round("t", BET, "c") == {**BET, "round": 75}
    assert rounds.with_known_round("u", BET, "d") is None


def test_who_says_the_round_is_not_corrected_and_others_need_none() -> None:
    rounds = BetRounds()
    rounds.saw("t", 75)
    said = {**BET, "round": 3}
    assert rounds.with_known_round("t", said, "a") is said
    for do in ("increase_bet", "withdraw_bet", "place_insurance"):
        assert rounds.with_known_round("t", {"do": do}, do) == {"do": do, "round": 75}
    for do in ("sit", "deal", "choose", "report", "open_bets"):
        assert rounds.with_known_round("t", {"do": do}, do) == {"do": do}


def test_what_is_sent_again_under_its_id_keeps_its_round() -> None:
    rounds = BetRounds()
    rounds.saw("t", 74)
    first = rounds.with_known_round("t", BET, "a")
    rounds.saw("t", 75)
    assert rounds.with_known_round("t", BET, "a") == first
    assert rounds.with_known_round("u", BET, "a") is None


def test_a_look_that_is_lost_changes_no_round() -> None:
    """A repeated request for the round may be answered about a later round."""
    rounds = BetRounds()
    with pytest.raises(Unanswered, match="nothing was sent") as wrong:
        rounds.with_asked_round("t", BET, "a", None)
    assert (wrong.value.id, wrong.value.command) == ("a", BET)
    assert rounds.with_asked_round("t", BET, "b", 74)["round"] == 74
    assert rounds.with_asked_round("t", BET, "c", None)["round"] == 74
    assert rounds.with_known_round("t", BET, "d") is None, "looked up anew each time"


# A simulated line to a real house


class Cut:
    """Carries calls to a house; loses some on the way there, some answers on the way back.

    While nothing comes through, the table plays on: each lost call costs a round, by chance.
    """

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.rng = Random(seed)
        self.lines = 0
        self._ids = count()
        self._lost: dict[str, int] = {}

    def deal(self, *what: str) -> None:
        for do in what:
            answer = self.house.command("t1", f"deal-{next(self._ids)}", SAM, {"do": do})
            assert answer.ok, answer.data

    @property
    def round(self) -> int:
        return self.house.live_table("t1").table.round

    def send(self, call: Call) -> Reply | Lost:
        if call.method == "GET":
            if self.rng.random() < 0.3:
                self.lines += 1
                self.deal("void_round", "open_bets")
                return Lost(sent=True)
            state = {"round": self.round}
            view = {"table": "t1", "number": 1, "state": state, "me": None}
            return Reply(True, msgspec.json.encode(view), 200)
        assert call.id is not None
        assert call.body is not None
        times = self._lost.setdefault(call.id, self.rng.randrange(1, 3))
        there = times == 0 or self.rng.random() < 0.4
        reply: Reply | Lost = Lost(sent=True)
        if there:
            body = msgspec.json.decode(call.body)["command"]
            answer = self.house.command("t1", call.id, ANN, body)
            reply = Reply(answer.ok, answer.data, 200 if answer.ok else 409)
        if times == 0:
            return reply
        self._lost[call.id] = times - 1
        self.lines += 1
        if self.rng.random() < 0.8:
            self.deal("void_round", "open_bets")
        return Lost(sent=True)


@pytest.mark.parametrize("looks", [True, False])
def test_no_bet_of_a_cut_line_lands_in_another_round(tmp_path: Path, looks: bool) -> None:
    """Each bet loses its line once or twice, and mostly the next round has begun by then."""
    database = str(tmp_path / "house.db")
    late = 0
    with House.open(database) as house, Client("http://127.0.0.1:9", retry=QUICK) as client:
        opened(house)
        line = Cut(house, seed=23)
        line.deal("open_bets")
        client._send_once = line.send  # type: ignore[method-assign]
        meant: dict[str, int] = {}
        unsent: set[str] = set()
        while line.lines < CUTS // 2:
            if looks:
                client.view("t1")
            id = f"bet-{len(meant)}"
            meant[id] = line.round
            try:
                client.command("t1", {**BET, "id": id}, id=id)
            except Refused as refusal:
                late += refusal.code == "too_late"
            except Unanswered:
                # The first look was lost: nothing was sent.
                unsent.add(id)
            line.deal("void_round", "open_bets")
        landed = placed(house)
    assert late > line.lines // 8, "the test has no bite"
    assert len(landed) > line.lines // 8
    assert {id: round for id, round in landed.items() if round != meant[id]} == {}
    assert not unsent & landed.keys()
    proven(database)


def placed(house: House) -> dict[str, int]:
    """Return the round that each bet was staked in, from the log."""
    found: dict[str, int] = {}
    round = 0
    for row in house.reader.events("t1", 0, house.live_table("t1").version):
        event = msgspec.json.decode(row.entry)["event"]
        if event["type"] == "bets_opened":
            round = event["round"]
        elif event["type"] == "bet_placed":
            found[event["id"]] = round
    return found


# A real line to a real server


def prepare(database: str) -> None:
    """Make a table with ann seated and bets open in its first round."""
    from croupier.accounts import ALL, AccountRole, Hasher, People

    with House.open(database) as house:
        for table in TABLES:
            opened(house, table)
            assert house.command(table, f"{table}-open", DEE, {"do": "open_bets"}).ok
    cheap = Hasher(time_cost=1, memory_kib=64, parallelism=1)
    with People.open(database, hasher=cheap) as people:
        people.add("sam", AccountRole.SHIFT_MANAGER, "house:test", password=PASSWORD, tables=ALL)
        people.add("ann", AccountRole.PLAYER, "house:test", password=PASSWORD)


TABLES = ("http", "loop", "socket", "waits", "id")


@pytest.fixture(scope="module")
def running() -> Iterator[Served]:
    """A server whose tables wait for their dealer."""
    with served(prepare) as server:
        yield server


def next_round(server: Served, table: str) -> None:
    """Let a round pass, over a line that works."""
    with Client(server.address) as sam:
        sam.sign_in("sam", PASSWORD)
        for do in ("void_round", "open_bets"):
            sam.command(table, {"do": do})


@contextmanager
def broken(server: Served, line: Line, table: str) -> Iterator[None]:
    """Cut the line while a command is sent, and let a round pass before it works again."""
    line.cut()

    def mend() -> None:
        next_round(server, table)
        line.mend()

    mending = Thread(target=mend)
    mending.start()
    try:
        yield
    finally:
        mending.join()


def token_of(server: Served) -> str:
    with Client(server.address) as ann:
        ann.sign_in("ann", PASSWORD)
        assert ann.token is not None
        return ann.token


def check_nothing_lies(server: Served, table: str) -> None:
    with Client(server.address) as client:
        state = client.view(table).state
    assert (state["round"], state["bets"]) == (2, [])


def test_http_retries_keep_the_round(running: Served) -> None:
    token = token_of(running)
    with (
        line_to(running.address) as line,
        Client(line.address, token=token, retry=PATIENT) as client,
    ):
        client.view("http")
        with broken(running, line, "http"), pytest.raises(Refused) as wrong:
            client.command("http", BET)
        assert wrong.value.code == "too_late"
        check_nothing_lies(running, "http")
        # What was too late is not tried for ever: the next bet is for the round that is on.
        assert client.command("http", BET).events[0].type == "bet_placed"


def test_http_retries_keep_the_round_with_an_event_loop(running: Served) -> None:
    token = token_of(running)

    async def play(line: Line) -> None:
        async with AsyncClient(line.address, token=token, retry=PATIENT) as client:
            await client.view("loop")
            with broken(running, line, "loop"), pytest.raises(Refused) as wrong:
                await client.command("loop", BET)
            assert wrong.value.code == "too_late"

    with line_to(running.address) as line:
        asyncio.run(play(line))
    check_nothing_lies(running, "loop")


def test_a_socket_keeps_the_round(running: Served) -> None:
    token = token_of(running)

    async def play(line: Line) -> None:
        async with (
            AsyncClient(line.address, token=token, retry=PATIENT) as client,
            client.live() as live,
        ):
            await live.watch("socket")
            with broken(running, line, "socket"), pytest.raises(Refused) as wrong:
                await live.command("socket", BET)
            assert wrong.value.code == "too_late"
            # The socket has heard of round 2 by now; the program has taken no step of it.
            live._rounds.saw("socket", 1)
            with pytest.raises(Refused, match="round 1, which is over"):
                await live.command("socket", BET)

    with line_to(running.address) as line:
        asyncio.run(play(line))
    check_nothing_lies(running, "socket")


def test_a_socket_that_waits_keeps_the_round(running: Served) -> None:
    token = token_of(running)
    with (
        line_to(running.address) as line,
        Client(line.address, token=token, retry=PATIENT) as client,
        client.live(lambda _: None) as live,
    ):
        live.watch("waits")
        with broken(running, line, "waits"), pytest.raises(Refused) as wrong:
            live.command("waits", BET)
        assert wrong.value.code == "too_late"
        check_nothing_lies(running, "waits")


def test_an_unanswered_bet_is_sent_again_as_it_was(running: Served) -> None:
    """What came of it is learnt in a later round, by another client too."""
    token = token_of(running)
    with line_to(running.address) as line:
        hasty = Retry(tries=1, timeout=0.5)
        with Client(line.address, token=token, retry=hasty) as client:
            client.view("id")
            line.swallow()
            with pytest.raises(Unanswered) as wrong:
                client.command("id", BET)
            next_round(running, "id")
            line.mend()
            id, command = wrong.value.id, wrong.value.command
            assert command == {**BET, "round": 1}
            assert client.command("id", BET, id=id).again
    with Client(running.address, token=token) as other:
        assert other.command("id", command, id=id).again
        with pytest.raises(Refused) as another:
            other.command("id", BET, id=id)
        assert another.value.code == "malformed"
    check_nothing_lies(running, "id")
