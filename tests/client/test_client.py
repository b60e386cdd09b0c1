"""The client at a real server, with and without an event loop."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from client_setting import PASSWORD
from croupier.client import AsyncClient, Client, Refused, SignedOut, Step
from served import Served

AMOUNT = "5"
_numbers = count(1)


def fresh() -> str:
    return f"guest{next(_numbers)}"


def test_somebody_comes_in_looks_around_and_goes(server: Served) -> None:
    with Client(server.address) as client:
        with pytest.raises(SignedOut):
            client.me()
        name = fresh()
        assert client.guest(name).name == name
        me = client.me()
        assert (me.name, me.post, me.guest, me.wallet) == (name, "player", True, "10000.00")
        assert client.wallet(name).balance == me.wallet
        tables = {table.id: table for table in client.lobby()}
        assert tables["t1"].game == "tiger"
        assert tables["t1"].phase == "betting"
        view = client.view("t1")
        assert view.state["phase"] == "betting"
        assert view.me is None
        page = client.events("t1")
        assert [event.number for event in page.events][:2] == [1, 2]
        assert page.events[0].type == "table_opened"
        assert page.events[0]["game"] == "tiger"
        games = client.get("/api/games")
        assert isinstance(games, list)
        client.sign_out()
        client.sign_out()
        assert client.token is None


def test_the_same_with_an_event_loop(server: Served) -> None:
    async def visit() -> None:
        async with AsyncClient(server.address) as client:
            name = fresh()
            await client.guest(name)
            assert (await client.me()).name == name
            assert (await client.wallet(name)).balance == "10000.00"
            assert {table.id for table in await client.lobby()} >= {"t1", "t2"}
            assert (await client.view("t1")).number > 0
            assert (await client.events("t1", after=1)).events[0].number == 2
            assert isinstance(await client.get("/api/games/tiger"), dict)
            with pytest.raises(Refused) as none:
                await client.view("nowhere")
            assert (none.value.code, none.value.status) == ("not_found", 404)
            await client.sign_out()

    asyncio.run(visit())


def test_a_refusal_has_its_paragraph(server: Served) -> None:
    with Client(server.address) as client:
        client.guest(fresh())
        with pytest.raises(Refused) as low:
            client.command("t1", {"do": "sit", "box": 99})
        assert low.value.code == "no_box"
        with pytest.raises(Refused) as late:
            client.command("t1", {"do": "deal"})
        assert (late.value.code, late.value.status) == ("not_allowed", 403)
        with pytest.raises(Refused, match="bad_credentials"):
            client.sign_in("sam", "wrong")


def test_the_cage(server: Served) -> None:
    with Client(server.address) as client:
        client.sign_in("sam", PASSWORD)
        first = client.deposit("bob", "250", id="deposit-1")
        assert not first.again
        client.deposit("bob", "250", id="deposit-1")
        assert client.wallet("bob").balance == "250.00"
        client.withdraw("bob", "50.00")
        assert client.wallet("bob").balance == "200.00"
        with pytest.raises(Refused):
            client.withdraw("bob", "1000")

    async def same() -> None:
        async with AsyncClient(server.address) as client:
            await client.sign_in("sam", PASSWORD)
            await client.deposit("bob", "20")
            await client.withdraw("bob", "20")
            assert (await client.wallet("bob")).balance == "200.00"

    asyncio.run(same())


def test_a_socket_without_an_event_loop(server: Served) -> None:
    with Client(server.address) as client:
        client.guest(fresh())
        with client.live() as live:
            view = live.watch("t1")
            assert live.watch("t1") == view
            first = next(live)
            assert isinstance(first, Step)
            assert first.number == view.number
            box = str(_free_box(live.state("t1").get("seats", {})))
            answer = live.command("t1", {"do": "sit", "box": int(box)})
            assert [event.type for event in answer.events] == ["seat_taken"]
            step = next(live)
            assert isinstance(step, Step)
            assert [event.type for event in step.events] == ["seat_taken"]
            assert "seats" in step.changed
            assert live.state("t1")["seats"][box] == client.me().name
            with pytest.raises(Refused, match="not_found"):
                live.watch("nowhere")
            with pytest.raises(KeyError):
                live.state("nowhere")
            live.command("t1", {"do": "leave", "box": int(box)})
            live.unwatch("t1")


def test_steps_may_be_told_to_somebody(server: Served) -> None:
    told: list[object] = []
    with Client(server.address) as client, client.live(told.append) as live:
        live.watch("t2")
    assert [type(each) for each in told] == [Step]


def test_a_session_that_ends_ends_its_socket(server: Served) -> None:
    with Client(server.address) as client:
        client.guest(fresh())
        with client.live() as live:
            client.sign_out()
            with pytest.raises(SignedOut):
                next(live)
            with pytest.raises(SignedOut):
                live.command("t1", {"do": "sit", "box": 1})
    with Client(server.address, token="x" * 43) as client, pytest.raises(SignedOut):
        client.live().__enter__()


def _free_box(seats: dict[str, str]) -> int:
    return next(box for box in range(1, 10) if str(box) not in seats)
