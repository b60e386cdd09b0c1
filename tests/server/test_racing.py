"""Many at once, over two processes: what is late is refused, what is spent is spent once."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier, Event
from typing import Any

from croupier.store.house import House
from houses import proven
from server.client import Api, Live, fresh_id
from server.people import add_people, open_tables
from server.process import Served

Answers = dict[str, dict[str, Any]]
CHUNK = 25
"""Commands of one socket that wait for their answers at once."""


def together(works: Iterable[Callable[[], Any]]) -> list[Any]:
    """Do several things at once, each in a thread."""
    listed = list(works)
    barrier = Barrier(len(listed))

    def begin(work: Callable[[], Any]) -> Any:
        barrier.wait(20)
        return work()

    with ThreadPoolExecutor(len(listed)) as pool:
        return [done.result(60) for done in [pool.submit(begin, work) for work in listed]]


def pour(live: Live, count: int, bet: str, enough: Event | None, name: str) -> Answers:
    """Raise a bet again and again, some at a time; return the answer of each id."""
    answers: Answers = {}
    for start in range(0, count, CHUNK):
        ids = [f"{name}-{number}" for number in range(start, min(count, start + CHUNK))]
        for id in ids:
            live.say(id=id, table="t1", command={"do": "increase_bet", "bet": bet, "amount": "1"})
        while not all(id in answers for id in ids):
            frame = live.next()
            if "answer" in frame:
                answers[frame["answer"]] = frame
        if enough is not None and start >= count * 2 // 5:
            enough.set()
    return answers


def test_no_bet_is_taken_after_the_close(database: str, folder: Path) -> None:
    """1,000 racing bets by ten sockets at two processes: the order of events alone decides."""
    open_tables(database)
    tokens = add_people(database, "ann", "bob", "dee")
    with Served(database, folder) as one, Served(database, folder, beside=True) as two:
        enough = Event()
        with Api(one.base, tokens["dee"]) as dee:
            dee.do("t1", "open_bets")
            bets = {}
            for box, name in enumerate(("ann", "bob"), start=1):
                with Api(two.base, tokens[name]) as patron:
                    told = patron.do("t1", "place_bet", box=box, bet="banker", amount="100")
                    bets[name] = told["events"][0]["id"]
            lives = [
                (Live((one, two)[number % 2].base, tokens[name]), name, number)
                for number, name in enumerate(["ann", "ann", "bob", "bob", "ann"] * 2)
            ]

            def close() -> dict[str, Any]:
                enough.wait(30)
                return dee.do("t1", "close_bets")

            works: list[Callable[[], Any]] = [
                partial(pour, live, 100, bets[name], enough, f"{name}-{number}")
                for live, name, number in lives
            ]
            *poured, closed = together([*works, close])
            for live, _, _ in lives:
                live.close()
        answers: Answers = {id: frame for part in poured for id, frame in part.items()}
    assert len(answers) == 1000
    taken = {id for id, frame in answers.items() if frame["ok"]}
    late = answers.keys() - taken
    assert taken, "some were in time"
    assert late, "some were late"
    assert all(answers[id]["number"] < closed["number"] for id in taken), "taken after the close"
    assert {answers[id]["error"]["code"] for id in late} == {"wrong_phase"}
    with House.open(database) as house:
        assert {row[4] for row in house.reader.refusals("t1")} == late, "each is in the journal"
        at_stake = sum(bet.amount for bet in house.live_table("t1").table.bets)
        assert at_stake == (200 + len(taken)) * 100
    proven(database)


def test_money_is_spent_once_over_two_tables_and_processes(database: str, folder: Path) -> None:
    """What the wallet holds is enough for twenty of eighty buy-ins, whoever gets there first."""
    open_tables(database, "t1", "t2")
    tokens = add_people(database, "ann", "dee", "dan", "sam")
    with Served(database, folder) as one, Served(database, folder, beside=True) as two:
        with Api(one.base, tokens["sam"]) as sam:
            cash = {"id": "out", "amount": "2900"}
            assert sam.ask("POST", "/api/wallets/ann/withdrawals", json=cash).status_code == 200

        def spend(base: str, name: str, table: str) -> list[int]:
            with Api(base, tokens[name]) as dealer:
                return [
                    dealer.send(table, "buy_in", player="ann", amount="5").status_code
                    for _ in range(40)
                ]

        codes = together(
            [lambda: spend(one.base, "dee", "t1"), lambda: spend(two.base, "dan", "t2")]
        )
        assert [*codes[0], *codes[1]].count(200) == 20
        assert [*codes[0], *codes[1]].count(409) == 60
        with Api(two.base, tokens["sam"]) as sam:
            assert sam.wallet("ann") == "0.00"
    with House.open(database) as house:
        held = sum(house.live_table(table_id).table.free("ann") for table_id in ("t1", "t2"))
        assert held == 200_000 + 10_000
    proven(database)


def test_a_hundred_resends_are_one_debit(database: str, folder: Path) -> None:
    """The answer is lost again and again; the id was made before, so it counts once."""
    open_tables(database)
    tokens = add_people(database, "ann", "dee")
    with Served(database, folder) as one, Served(database, folder, beside=True) as two:
        with Api(one.base, tokens["dee"]) as dee:
            dee.do("t1", "open_bets")
        bet = {"box": 1, "bet": "tie", "amount": "40"}
        _hang_up(one, tokens["ann"], "the-one", {"do": "place_bet", **bet})

        def resend(base: str, way: int) -> list[dict[str, Any]]:
            if way:
                with Live(base, tokens["ann"]) as live:
                    return [live.command("t1", "place_bet", id="the-one", **bet) for _ in range(25)]
            with Api(base, tokens["ann"]) as api:
                return [api.do("t1", "place_bet", id="the-one", **bet) for _ in range(25)]

        works = [partial(resend, base, way) for base in (one.base, two.base) for way in (0, 1)]
        answers = [each for part in together(works) for each in part]
        assert len(answers) == 100
        assert all(each["ok"] for each in answers)
        assert len({(each["number"], json.dumps(each["events"])) for each in answers}) == 1
        assert sum(not each["again"] for each in answers) <= 1
        with Api(two.base, tokens["ann"]) as ann, Live(one.base, tokens["ann"]) as live:
            other = {**bet, "amount": "41"}
            refused = ann.send("t1", "place_bet", id="the-one", **other)
            assert (refused.status_code, refused.json()["error"]["code"]) == (400, "malformed")
            assert (
                live.command("t1", "place_bet", id="the-one", **other)["error"]["code"]
                == "malformed"
            )
            bets = ann.state("t1")["bets"]
            assert [bet["amount"] for bet in bets] == ["40.00"]
    with House.open(database) as house:
        assert house.live_table("t1").table.free("ann") == 96_000
        assert len(house.reader.refusals("t1")) == 2
    proven(database)


def test_a_bet_that_is_sent_again_in_a_later_round_is_refused(database: str, folder: Path) -> None:
    """Lost on its way there, it is a round late; lost on its way back, it counts where it was."""
    open_tables(database)
    tokens = add_people(database, "ann", "dee", "sam")
    bet: dict[str, Any] = {"box": 1, "bet": "tie", "amount": "40", "round": 1}
    with Served(database, folder) as one, Served(database, folder, beside=True) as two:
        with Api(one.base, tokens["sam"]) as sam, Api(one.base, tokens["ann"]) as ann:
            sam.do("t1", "open_bets")
            first = ann.do("t1", "place_bet", id="in-time", **bet)
            for do in ("void_round", "open_bets"):
                sam.do("t1", do)

        def check(answer: dict[str, Any], again: bool) -> None:
            assert answer["error"]["code"] == "too_late", answer
            assert "round 1, which is over" in answer["error"]["message"]
            assert answer["error"]["rule"] == "5.6"
            assert answer["again"] is again

        with Api(two.base, tokens["ann"]) as ann, Live(one.base, tokens["ann"]) as live:
            late = ann.send("t1", "place_bet", id="late", **bet)
            assert late.status_code == 409
            check(late.json(), again=False)
            check(live.command("t1", "place_bet", id="late", **bet), again=True)
            check(live.command("t1", "place_bet", id="later", **bet), again=False)
            for api in (ann, live):
                send = api.do if isinstance(api, Api) else api.command
                told = send("t1", "place_bet", id="in-time", **bet)
                assert (told["again"], told["number"]) == (True, first["number"])
            # The round belongs to what was asked: with another one it is another command.
            other = live.command("t1", "place_bet", id="late", **{**bet, "round": 2})
            assert other["error"]["code"] == "malformed"
            wrong: list[Any] = [True, 1.0, "1"]
            codes = {
                ann.send("t1", "place_bet", **{**bet, "round": each}).json()["error"]["code"]
                for each in wrong
            }
            assert codes == {"malformed"}
            assert ann.state("t1")["bets"] == []
            assert live.command("t1", "place_bet", **{**bet, "round": 2})["ok"]
    with House.open(database) as house:
        assert house.live_table("t1").table.free("ann") == 96_000
        assert [row[4] for row in house.reader.refusals("t1")][:2] == ["late", "later"]
    proven(database)


def _hang_up(served: Served, token: str, id: str, body: dict[str, Any]) -> None:
    """Send a command and disconnect before it is answered."""
    host, _, port = served.host.partition(":")
    text = json.dumps({"id": id, "command": body}).encode()
    head = (
        f"POST /api/tables/t1/commands HTTP/1.1\r\nHost: {served.host}\r\n"
        f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(text)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port))) as wire:
        wire.sendall(head.encode() + text)


def test_two_workers_settle_once(database: str, folder: Path) -> None:
    """Both are told to settle at the same moment: one pays, the other is refused."""
    open_tables(database)
    tokens = add_people(database, "ann", "dee")
    with Served(database, folder) as one, Served(database, folder, beside=True) as two:
        paid: list[str] = []
        with (
            Api(one.base, tokens["dee"]) as here,
            Api(two.base, tokens["dee"]) as there,
            Api(two.base, tokens["ann"]) as ann,
        ):
            for _ in range(4):
                here.do("t1", "open_bets")
                ann.do("t1", "place_bet", box=1, bet="banker", amount="10")
                here.do("t1", "close_bets")
                while here.send("t1", "deal").status_code == 200:
                    pass
                answers = together([partial(api.send, "t1", "settle") for api in (here, there)])
                assert sorted(each.status_code for each in answers) == [200, 409]
                won = next(each.json() for each in answers if each.status_code == 200)
                net = next(e for e in won["events"] if e["type"] == "round_settled")["net"]
                paid.append(net["ann"])
    with House.open(database) as house:
        table = house.live_table("t1").table
        total = round(sum(float(net) for net in paid) * 100)
        assert table.free("ann") == 100_000 + total
    assert proven(database).tables["t1"].settled == 4


def test_ids_of_different_people_never_meet(sqlite: str, folder: Path) -> None:
    open_tables(sqlite)
    tokens = add_people(sqlite, "ann", "bob", "dee")
    with Served(sqlite, folder) as served, Api(served.base, tokens["dee"]) as dee:
        dee.do("t1", "open_bets")
        id = fresh_id()
        for box, name in ((1, "ann"), (2, "bob")):
            with Api(served.base, tokens[name]) as patron:
                told = patron.do("t1", "place_bet", id=id, box=box, bet="tie", amount="5")
                assert not told["again"]


def test_who_comes_and_goes_takes_nothing_away(database: str, folder: Path) -> None:
    """Another process opens and closes the database while a server writes: nothing is lost."""
    open_tables(database)
    tokens = add_people(database, "dee")
    with Served(database, folder) as served, Api(served.base, tokens["dee"]) as dee:
        for number in range(1, 5):
            told = dee.do("t1", "buy_in", player="ann", amount="1")
            with House.open(database) as house:
                assert house.live_table("t1").version == told["number"], f"lost the {number}. time"
    proven(database)
