"""Every limit on what clients may cause: reached, answered, counted, and free again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
from starlette.types import Message, Receive, Scope, Send

from croupier.server.config import Config
from croupier.server.http.middleware import Origins, RequestMiddleware
from croupier.server.load_limits import (
    BYTES_A_FRAME,
    MEGABYTE,
    MOST_SHED,
    SENT_SOCKET,
    SMALL,
    SOCKET_BURST,
    WATCH,
    WATCH_PAST,
    Load,
    SocketLoad,
)
from croupier.server.load_settings import LoadLimits
from croupier.server.monitoring import Metrics
from croupier.server.problems import ProblemCode
from croupier.server.rate_limit import MOST_KEYS, Bucket, RateLimit
from croupier.server.shedding import QUIET, Overloaded, Shedding, What, Whose, address_key
from croupier.server.turns import TurnLimits, Turns


class World:
    """A clock that stands still, and what was counted."""

    def __init__(self, **limits: int) -> None:
        self.now = 0.0
        self.counts: Counter[tuple[str, str]] = Counter()
        self.shedding = Shedding(self._count, lambda: self.now)
        self.load = Load(LoadLimits(**limits), self.shedding, lambda: self.now)

    def _count(self, what: str, why: str) -> None:
        self.counts[what, why] += 1

    def socket(self, address: str = "a", *, signed_in: bool = False) -> SocketLoad:
        return self.load.open_socket(address, signed_in=signed_in)


def refused(act: Callable[[], object]) -> tuple[Whose, int]:
    """Return whose limit refuses something, and the HTTP status."""
    with pytest.raises(Overloaded) as found:
        act()
    assert found.value.code is ProblemCode.BUSY
    assert found.value.retry_after >= 1
    return found.value.whose, found.value.status


def test_a_bucket_fills_at_its_rate() -> None:
    now = 0.0
    bucket = Bucket(2, 10, lambda: now)
    assert all(bucket.take() for _ in range(10))
    assert not bucket.take()
    assert bucket.wait(4) == 2.0
    now = 1.0
    assert bucket.take(2)
    assert not bucket.take()
    bucket.owe(6)
    assert bucket.wait() == 3.5
    now = 100.0
    assert bucket.take(1000), "a full bucket is enough for anything, once"
    assert not bucket.has()


def test_a_rate_limit_forgets_the_key_that_was_unused_longest() -> None:
    limit = RateLimit(1, 1, lambda: 0.0)
    assert limit.take("first")
    assert not limit.take("first")
    for number in range(MOST_KEYS):
        limit.take(str(number))
    assert limit.take("first"), "it was forgotten, and memory is bounded"


def test_no_honest_house_meets_the_defaults() -> None:
    """A board comes back to 200 tables at once; 1,000 sockets of one machine come back together."""
    world = World()
    board = world.socket("board")
    for _ in range(200):
        board.frame(1)
        board.frame(WATCH_PAST)
        board.add_watch()
        board.may_send()
        board.sent(100_000)
        assert board.queue(10_000, 0)
    for _ in range(1000):
        socket = world.socket("127.0.0.1")
        socket.frame(1)
        socket.frame(WATCH_PAST)
        socket.add_watch()
        socket.may_send()
        socket.sent(50_000)
        assert socket.queue(50_000, 0)
    assert not world.counts


def test_sockets_of_an_address_and_in_all() -> None:
    world = World(sockets=3, sockets_per_address=2)
    first = world.socket("a")
    world.socket("a")
    assert refused(lambda: world.socket("a")) == (Whose.ADDRESS, 429)
    world.socket("b")
    assert refused(lambda: world.socket("b")) == (Whose.ALL, 503)
    first.close()
    world.socket("a")
    assert world.counts == {("socket", "address"): 1, ("socket", "all"): 1}


def test_frames_of_a_socket_an_address_and_in_all() -> None:
    world = World(
        frames_per_second=8, frames_per_second_per_address=6, frames_per_second_per_socket=1
    )
    one = world.socket("a")
    for _ in range(SOCKET_BURST):
        one.frame(1)
    assert refused(lambda: one.frame(1)) == (Whose.SOCKET, 429)
    two = world.socket("a")
    for _ in range(60 - SOCKET_BURST):
        two.frame(1)
    assert refused(lambda: world.socket("a").frame(1)) == (Whose.ADDRESS, 429)
    other = world.socket("b")
    for _ in range(20):
        other.frame(1)
    assert refused(lambda: other.frame(1)) == (Whose.ALL, 503)
    world.now += 1
    other.frame(1)
    assert sum(world.counts.values()) == 3


def test_watches_cost_more_than_other_frames_and_long_frames_too() -> None:
    assert 1 < WATCH < WATCH_PAST
    world = World(frames_per_second_per_socket=1)
    one = world.socket()
    one.received(BYTES_A_FRAME - 1)
    one.received(SOCKET_BURST * BYTES_A_FRAME)
    assert refused(lambda: one.received(BYTES_A_FRAME)) == (Whose.SOCKET, 429)
    two = world.socket()
    for _ in range(SOCKET_BURST // WATCH_PAST):
        two.frame(WATCH_PAST)
    assert refused(lambda: two.frame(1))[0] is Whose.SOCKET


def test_a_flood_from_the_same_address_never_holds_up_a_bet() -> None:
    """Commands of people who are signed in pass when address and server are full of others."""
    world = World(frames_per_second=1, frames_per_second_per_address=1)
    stranger, patron = world.socket("a"), world.socket("a", signed_in=True)
    for _ in range(10):
        stranger.frame(1)
    assert refused(lambda: stranger.frame(1, command=True))[0] is Whose.ADDRESS
    assert refused(lambda: patron.frame(WATCH))[0] is Whose.ADDRESS
    patron.frame(1, command=True)


def test_refused_frames_end_a_socket_at_last() -> None:
    world = World()
    socket = world.socket()
    assert all(socket.shed() for _ in range(MOST_SHED))
    assert not socket.shed()
    world.now += 1
    assert socket.shed(), "old ones are forgotten"


def test_watches_of_an_address_and_in_all() -> None:
    world = World(watches=3, watches_per_address=2)
    one, two = world.socket("a"), world.socket("b")
    one.add_watch()
    one.add_watch()
    assert refused(one.add_watch) == (Whose.ADDRESS, 429)
    two.add_watch()
    assert refused(two.add_watch) == (Whose.ALL, 503)
    one.drop_watch()
    two.add_watch()
    two.close()
    one.add_watch()
    assert world.load.watches.all == 2, "a closed socket watches nothing"


def test_bytes_that_wait_for_all_sockets_of_an_address_and_in_all() -> None:
    world = World(queued_megabytes=3, queued_megabytes_per_address=2)
    greedy, second, other = world.socket("a"), world.socket("a"), world.socket("b")
    assert greedy.queue(2 * MEGABYTE - SMALL, 0)
    assert not second.queue(SMALL + 1, 0), "too much waits for this address"
    assert second.queue(SMALL, 0), "a little is always sent"
    assert other.queue(MEGABYTE, 0)
    assert not other.queue(MEGABYTE, MEGABYTE), "too much waits for all"
    greedy.unqueue(MEGABYTE)
    assert second.queue(MEGABYTE - SMALL, SMALL)
    for socket in (greedy, second, other):
        socket.close()
    assert world.load.queued.all == 0
    assert world.counts == {("bytes", "address"): 1, ("bytes", "all"): 1}


def test_bytes_that_are_asked_for() -> None:
    world = World(sent_megabytes_per_second=1000, sent_megabytes_per_second_per_address=7)
    one, two = world.socket("a"), world.socket("a")
    one.may_send()
    one.sent(SENT_SOCKET[1])
    assert refused(one.may_send)[0] is Whose.SOCKET
    assert one.pause() > 0
    two.sent(6 * MEGABYTE)
    assert refused(two.may_send)[0] is Whose.ADDRESS
    world.socket("b").may_send()
    world.now += 1
    one.may_send()
    two.may_send()
    assert one.pause() == 0


def test_an_ipv6_network_is_one_address() -> None:
    assert address_key("2001:db8:1:2:3::4") == address_key("2001:db8:1:2:ffff::1")
    assert address_key("2001:db8:1:2::1") != address_key("2001:db8:1:3::1")
    assert address_key("::ffff:10.0.0.7") == "10.0.0.7"
    assert address_key("10.0.0.7") == "10.0.0.7"
    assert address_key("-") == "-"
    assert address_key("un:known") == "un:known"


def test_a_burst_is_two_lines_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[dict[str, object]] = []
    monkeypatch.setattr(
        "croupier.server.shedding.log_warning",
        lambda message, **facts: lines.append({"message": message, **facts}),
    )
    world = World()
    for _ in range(5000):
        world.shedding.note(What.FRAME, Whose.SOCKET, "10.0.0.7")
        world.shedding.tick()
    assert [line["message"] for line in lines] == ["load is shed"]
    world.now += QUIET
    world.shedding.tick()
    assert lines[1:] == [
        {
            "message": "load was shed",
            "what": "frame",
            "limit": "socket",
            "more": 4999,
            "address": "10.0.0.7",
        }
    ]
    world.now += QUIET
    world.shedding.tick()
    world.shedding.note(What.FRAME, Whose.SOCKET, "10.0.0.7")
    assert [line["message"] for line in lines[2:]] == ["load is shed"], "a new burst"
    assert world.counts["frame", "socket"] == 5001


# Turns


def turned(scenario: Callable[[Turns], Awaitable[None]], limits: TurnLimits) -> World:
    """Run a scenario with turns; return what was counted."""
    world = World()

    async def run() -> None:
        await scenario(Turns(What.READ, limits, world.shedding))

    asyncio.run(run())
    return world


async def waiting(turns: Turns, address: str, order: list[str] | None = None) -> asyncio.Task[None]:
    """Let somebody wait for a turn; note in `order` when it comes."""

    async def take() -> None:
        await turns.take(address)
        if order is not None:
            order.append(address)

    task = asyncio.create_task(take())
    await asyncio.sleep(0)
    return task


def test_addresses_take_turns() -> None:
    """A thousand that wait for one address do not hold up the one of another."""

    async def scenario(turns: Turns) -> None:
        order: list[str] = []
        await turns.take("a")
        flood = [await waiting(turns, "a", order) for _ in range(100)]
        honest = await waiting(turns, "b", order)
        turns.end("a")
        turns.next()
        await asyncio.sleep(0)
        for _ in range(2):
            if honest.done():
                break
            turns.end(order[-1])
            await asyncio.sleep(0)
        assert "b" in order[:2], order
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)

    turned(scenario, TurnLimits(1, 1, 1000, 1000))


def test_one_address_never_has_all_turns() -> None:
    async def scenario(turns: Turns) -> None:
        await turns.take("a")
        second = await waiting(turns, "a")
        assert not second.done(), "one is served for each address"
        await turns.take("b")
        turns.end("a")
        await asyncio.sleep(0)
        assert second.done()
        assert turns.served == 2

    turned(scenario, TurnLimits(2, 1, 10, 10))


def test_too_many_who_wait_are_refused() -> None:
    async def scenario(turns: Turns) -> None:
        await turns.take("a")
        tasks = [await waiting(turns, "a"), await waiting(turns, "a")]
        with pytest.raises(Overloaded) as full:
            await turns.take("a")
        assert full.value.status == 429
        tasks.append(await waiting(turns, "b"))
        with pytest.raises(Overloaded) as all_full:
            await turns.take("c")
        assert all_full.value.status == 503
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert turns.waiting == 0

    world = turned(scenario, TurnLimits(1, 1, 3, 2))
    assert world.counts == {("read", "address"): 1, ("read", "all"): 1}


def test_who_waits_too_long_is_refused() -> None:
    async def scenario(turns: Turns) -> None:
        await turns.take("a")
        with pytest.raises(Overloaded) as late:
            await turns.take("b")
        assert (late.value.whose, late.value.status) == (Whose.WAITED, 503)
        turns.end("a")
        await turns.take("b")
        assert (turns.served, turns.waiting) == (1, 0)

    turned(scenario, TurnLimits(1, 1, 3, 2, patience=0.01))


def test_who_is_cancelled_in_the_moment_of_the_turn_gives_it_back() -> None:
    async def scenario(turns: Turns) -> None:
        await turns.take("a")
        task = await waiting(turns, "b")
        turns.end("a")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert (turns.served, turns.waiting) == (0, 0)
        await turns.take("c")

    turned(scenario, TurnLimits(1, 1, 3, 2))


# Requests


def test_a_request_too_many_is_refused_with_when_to_come_again() -> None:
    """One is being answered, one waits, the third is refused; /healthz never waits."""

    async def scenario(turns: Turns) -> None:
        answered: list[tuple[str, int, dict[bytes, bytes]]] = []
        free = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["path"] != "/healthz":
                await free.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        served = RequestMiddleware(app, Origins(Config()), Metrics(), lambda: turns, https=False)

        async def ask(path: str) -> None:
            async def receive() -> Message:
                return {"type": "http.request", "body": b""}

            async def send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    answered.append((path, message["status"], dict(message["headers"])))

            scope = {"type": "http", "method": "GET", "path": path, "headers": []}
            await served({**scope, "client": ("10.0.0.7", 1)}, receive, send)

        waiting = [asyncio.create_task(ask(f"/{number}")) for number in range(2)]
        await asyncio.sleep(0)
        await ask("/third")
        await ask("/healthz")
        assert [(path, status) for path, status, _ in answered] == [
            ("/third", 429),
            ("/healthz", 200),
        ]
        assert answered[0][2][b"retry-after"] == b"1"
        free.set()
        await asyncio.gather(*waiting)
        assert [status for _, status, _ in answered[2:]] == [200, 200]
        assert turns.served == turns.waiting == 0

    turned(scenario, TurnLimits(1, 1, 1, 1))
