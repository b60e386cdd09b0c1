"""Commands to one table go in order; those that wait meanwhile go together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import pytest

from croupier.game.model import Role
from croupier.server.command_queue import MOST_TOGETHER, MOST_WAITING, CommandQueue
from croupier.server.monitoring import Health
from croupier.server.problems import Problem, ProblemCode
from croupier.store.failures import Busy, NotStored
from croupier.store.house import Given, House
from croupier.store.requests import Answer
from croupier.table import Actor

ANN = Actor(Role.PLAYER, "ann")


class Slow:
    """A house that waits for the test before it answers; an id may say how it fails."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self.groups: list[list[str]] = []
        self.full = False

    def ping(self) -> None:
        """Store something, unless the disk is full."""
        if self.full:
            raise NotStored("full")

    def commands(self, table_id: str, given: Sequence[Given]) -> list[Answer | Exception]:
        """Answer with the id."""
        self.groups.append([each[0] for each in given])
        assert self.free.wait(60)
        return [self._answer(each[0]) for each in given]

    def _answer(self, id: str) -> Answer | Exception:
        if id == "lost":
            return NotStored("gone")
        return Busy("faster") if id == "busy" else Answer(True, id.encode())


class Scene:
    """A queue before a slow house."""

    def __init__(self) -> None:
        self.house, self.health = Slow(), Health()
        self.pool = ThreadPoolExecutor(4)
        self.queue = CommandQueue(cast(House, self.house), self.pool, self.health)

    async def give(self, *ids: str, table: str = "t1") -> list[asyncio.Task[Answer]]:
        """Give commands, and let them reach the queue."""
        tasks = [asyncio.create_task(self.queue.command(table, id, ANN, {})) for id in ids]
        await asyncio.sleep(0.02)
        return tasks


def played(scenario: Callable[[Scene], Awaitable[None]]) -> None:
    async def whole() -> None:
        scene = Scene()
        try:
            await scenario(scene)
        finally:
            scene.house.free.set()
            scene.pool.shutdown()

    asyncio.run(whole())


def test_what_waits_for_a_table_goes_together_and_in_order() -> None:
    async def scenario(scene: Scene) -> None:
        tasks = await scene.give("a")
        names = [f"b{n}" for n in range(MOST_TOGETHER + 3)]
        tasks += await scene.give(*names)
        assert scene.house.groups == [["a"]]
        scene.house.free.set()
        found = [(await task).data.decode() for task in tasks]
        assert found == ["a", *names]
        assert scene.house.groups == [["a"], names[:MOST_TOGETHER], names[MOST_TOGETHER:]]
        assert scene.queue.commands == 0
        assert not scene.queue._lines

    played(scenario)


def test_one_table_does_not_wait_for_another() -> None:
    async def scenario(scene: Scene) -> None:
        tasks = [*await scene.give("a"), *await scene.give("b", table="t2")]
        assert scene.house.groups == [["a"], ["b"]]
        scene.house.free.set()
        assert [(await task).data for task in tasks] == [b"a", b"b"]

    played(scenario)


def test_who_hangs_up_before_it_begins_has_given_no_command() -> None:
    async def scenario(scene: Scene) -> None:
        first, gone, last = [*await scene.give("a"), *await scene.give("b", "c")]
        gone.cancel()
        first.cancel()
        await asyncio.gather(first, gone, return_exceptions=True)
        scene.house.free.set()
        assert (await last).data == b"c"
        assert scene.house.groups == [["a"], ["c"]]
        assert scene.queue.commands == 0

    played(scenario)


def test_each_is_told_what_happened_to_it() -> None:
    async def scenario(scene: Scene) -> None:
        tasks = [*await scene.give("a"), *await scene.give("lost", "busy", "b")]
        scene.house.free.set()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        codes = [each.code if isinstance(each, Problem) else each for each in found]
        assert codes[1:3] == [ProblemCode.NOT_STORED, ProblemCode.TOO_MANY]
        assert [each.data for each in found if isinstance(each, Answer)] == [b"a", b"b"]

    played(scenario)


def test_what_is_read_does_not_say_that_anything_can_be_stored() -> None:
    async def scenario(scene: Scene) -> None:
        told: list[str | None] = []
        scene.health.listen(told.append)
        scene.house.full = True
        with pytest.raises(Problem):
            await scene.queue.run(scene.house.ping)
        for _ in range(3):
            assert await scene.queue.run(lambda: "read") == "read"
            await scene.queue.drained(5)
            await asyncio.sleep(0)
        assert told == ["full"], "not gone and back with each who only reads"
        scene.house.full = False
        await scene.queue.run(lambda: "read")
        await scene.queue.drained(5)
        await asyncio.sleep(0)
        assert told == ["full", None], "it goes on by itself"

    played(scenario)


def test_a_server_that_closes_answers_what_is_under_way_and_refuses_what_waits() -> None:
    async def scenario(scene: Scene) -> None:
        first, second = [*await scene.give("a"), *await scene.give("b")]
        scene.health.closing = True
        scene.house.free.set()
        assert (await first).data == b"a"
        with pytest.raises(Problem) as refused:
            await second
        assert refused.value.code is ProblemCode.CLOSING
        assert await scene.queue.drained(1)

    played(scenario)


def test_more_than_may_wait_are_refused_at_once() -> None:
    async def scenario(scene: Scene) -> None:
        await scene.give("a")
        tasks = await scene.give(*(f"b{n}" for n in range(MOST_WAITING)))
        with pytest.raises(Problem) as refused:
            await scene.queue.command("t1", "more", ANN, {})
        assert refused.value.code is ProblemCode.TOO_MANY
        scene.house.free.set()
        assert all(answer.ok for answer in await asyncio.gather(*tasks))

    played(scenario)
