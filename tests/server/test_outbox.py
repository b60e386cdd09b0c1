"""The frames that wait for a client are bounded, and nothing is sent after a gap."""

from __future__ import annotations

import asyncio

import pytest

from croupier.server.live.outbox import (
    MOST_CHARACTERS,
    MOST_FRAMES,
    Line,
    Outbox,
    Overflow,
)


def test_frames_come_in_their_order() -> None:
    async def scenario() -> list[str]:
        outbox = Outbox()
        for word in ("a", "b", "c"):
            outbox.put(word)
        return [await outbox.take() for _ in range(3)]

    assert asyncio.run(scenario()) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("frame", "count"), [("x", MOST_FRAMES + 1), ("x" * (MOST_CHARACTERS // 2), 3)]
)
def test_a_reader_who_takes_nothing_is_given_up(frame: str, count: int) -> None:
    """After the first frame that is lost nothing is sent: the client would not notice a gap."""

    async def scenario() -> bool:
        outbox = Outbox()
        for _ in range(count):
            outbox.put(frame)
        outbox.put("late")
        with pytest.raises(Overflow):
            await outbox.take()
        return outbox.lost

    assert asyncio.run(scenario())


def test_taking_makes_room() -> None:
    async def scenario() -> int:
        outbox = Outbox()
        for _ in range(5 * MOST_FRAMES):
            outbox.put("x" * 100)
            await outbox.take()
        return outbox.waiting

    assert asyncio.run(scenario()) == 0


def test_while_a_frame_waits_none_is_written_at_once() -> None:
    async def scenario() -> None:
        line = Line(lambda _: None, lambda: False)
        outbox = Outbox(line=line)
        assert line.send("at once")
        outbox.put("waits")
        assert not line.send("later")
        await outbox.take()
        assert not line.send("later"), "the one before is being sent"
        next_one = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        assert line.send("at once again")
        outbox.lose()
        with pytest.raises(Overflow):
            await next_one
        assert not line.send("after a gap")

    asyncio.run(scenario())
