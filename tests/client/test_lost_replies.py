"""A line that breaks: what is sent again counts once, and no event is missed or comes twice."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from broken_line import Proxy, broken_line
from client_setting import prepare, seated
from croupier.client import AsyncClient, AsyncLive, Client, Retry, Step, Unanswered
from served import Served, served

QUICK = Retry(tries=40, first=0.01, most=0.05, timeout=5)
RAISES = 25
MORE = {"do": "increase_bet", "bet": "b", "amount": "5"}


def on_the_felt(server: Served, table: str) -> str:
    with Client(server.address) as client:
        return client.view(table).state["bets"][0]["amount"]


def wanted() -> str:
    return f"{5 * (RAISES + 1)}.00"


def test_a_lost_answer_is_asked_for_again_and_the_bet_counts_once(server: Served) -> None:
    token = seated(server, "t1")
    with broken_line(server.address, chance=0.3) as line:
        with Client(line.address, token=token, retry=QUICK) as client:
            client.view("t1")
            answers = [client.command("t1", MORE) for _ in range(RAISES)]
        assert line.cuts >= 3
    assert on_the_felt(server, "t1") == wanted()
    assert any(answer.again for answer in answers)
    assert len({answer.number for answer in answers}) == RAISES


def test_the_same_with_an_event_loop(server: Served) -> None:
    token = seated(server, "t2")

    async def play(line: Proxy) -> None:
        async with AsyncClient(line.address, token=token, retry=QUICK) as client:
            await client.view("t2")
            answers = [await client.command("t2", MORE) for _ in range(RAISES)]
            assert any(answer.again for answer in answers)

    with broken_line(server.address, chance=0.3) as line:
        asyncio.run(play(line))
        assert line.cuts >= 3
    assert on_the_felt(server, "t2") == wanted()


def test_a_hundred_resends_are_one_debit(server: Served) -> None:
    token = seated(server, "t3")
    with Client(server.address, token=token) as client:
        answers = [client.command("t3", MORE, id="the-same") for _ in range(100)]
    assert [answer.again for answer in answers] == [False] + [True] * 99
    assert on_the_felt(server, "t3") == "10.00"


def told(steps: list[Step]) -> list[int | None]:
    return [event.number for step in steps for event in step.events]


async def gathered(live: AsyncLive, table: str, last: int) -> list[Step]:
    """Take steps until one covers an event and has the state that belongs to it."""
    steps: list[Step] = []
    async with asyncio.timeout(30):
        async for step in live:
            if isinstance(step, Step) and step.table == table:
                steps.append(step)
                if step.number >= last and not step.behind:
                    break
    return steps


def test_a_socket_comes_back_with_no_gap_and_no_repeat(server: Served) -> None:
    """Commands go over the socket that breaks; another one watches over the same line."""
    token = seated(server, "t4")

    async def play(line: Proxy) -> None:
        chance = Random(4)
        async with (
            AsyncClient(line.address, token=token, retry=QUICK) as client,
            client.live() as watching,
            client.live(lambda _: None) as acting,
        ):
            begun = (await watching.watch("t4")).number
            await acting.watch("t4")
            answers = []
            for _ in range(RAISES):
                if chance.random() < 0.4:
                    line.cut()
                answers.append(await acting.command("t4", MORE))
            last = max(answer.number or 0 for answer in answers)
            steps = await gathered(watching, "t4", last)
            assert told(steps) == list(range(begun + 1, last + 1))
            assert watching.breaks >= 5
            view = watching.view("t4")
            assert view.state["bets"][0]["amount"] == wanted()
            assert view.me is not None
            async with AsyncClient(server.address, token=token) as direct:
                assert view == await direct.view("t4")

    with broken_line(server.address) as line:
        asyncio.run(play(line))
    assert on_the_felt(server, "t4") == wanted()


def test_the_same_without_an_event_loop(server: Served) -> None:
    token = seated(server, "t5")
    with (
        broken_line(server.address) as line,
        Client(line.address, token=token, retry=QUICK) as client,
        client.live() as live,
    ):
        begun = live.watch("t5").number
        last = 0
        for number in range(RAISES):
            if number % 4 == 0:
                line.cut()
            last = live.command("t5", MORE).number or 0
        steps: list[Step] = []
        for step in live:
            assert isinstance(step, Step)
            steps.append(step)
            if step.number >= last and not step.behind:
                break
        assert told(steps) == list(range(begun + 1, last + 1))
        assert live.breaks >= 3
    assert on_the_felt(server, "t5") == wanted()


def test_somebody_who_was_away_says_the_last_number(server: Served) -> None:
    token = seated(server, "t6")

    async def play() -> None:
        async with AsyncClient(server.address, token=token) as client:
            page = await client.events("t6")
            async with client.live() as live:
                view = await live.watch("t6", after=2)
                steps = await gathered(live, "t6", view.number)
            later = [event.number for event in page.events if (event.number or 0) > 2]
            assert told(steps) == later
            assert steps[0].behind
            assert not steps[-1].behind

    asyncio.run(play())


def test_another_process_at_the_same_place_is_as_good() -> None:
    """The server is stopped and started again; its clients hardly notice."""
    with served(prepare, demo="true") as server:
        token = seated(server, "t1")
        patient = Retry(tries=400, first=0.05, most=0.3)
        with (
            Client(server.address, token=token, retry=patient) as client,
            client.live() as live,
        ):
            begun = live.watch("t1").number
            live.command("t1", MORE)
            after = server.again()
            try:
                client.command("t1", MORE)
                last = live.command("t1", MORE).number or 0
                numbers: list[int | None] = []
                for step in live:
                    assert isinstance(step, Step)
                    numbers += told([step])
                    if step.number >= last and not step.behind:
                        break
                assert numbers == list(range(begun + 1, last + 1))
            finally:
                after.stop()
        with pytest.raises(Unanswered), Client(server.address, retry=Retry(tries=2)) as late:
            late.lobby()


def test_a_socket_to_nowhere_says_so() -> None:
    with (
        Client("http://127.0.0.1:9", retry=Retry(tries=2, first=0.01)) as client,
        pytest.raises(Unanswered, match="a socket to"),
    ):
        client.live().__enter__()
