"""When something is sent again, written once for both colours of function.

`talk` is a conversation: it hands out what to send and how long to wait, and is handed what came
back. Whoever drives it knows how to send, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator
from dataclasses import dataclass
from random import uniform
from time import sleep
from typing import TypeAlias, TypeVar

from croupier.client.call import Call, Lost, Reply
from croupier.client.requests import Ask
from croupier.client.results import Unanswered


@dataclass(frozen=True, slots=True)
class Retry:
    """How often something is sent, and how long the pauses are: each twice the one before."""

    tries: int = 8
    first: float = 0.1
    """Seconds before the second try."""
    most: float = 5.0
    """The longest pause."""
    timeout: float = 10.0
    """Seconds that one try is waited for."""

    def pauses(self) -> Iterator[float]:
        """Give the pauses between the tries, each by chance up to half shorter.

        Clients that lost the same server do not all come back in the same moment.
        """
        for number in range(self.tries - 1):
            pause = min(self.first * 2.0**number, self.most)
            yield uniform(pause / 2, pause)


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait for so many seconds."""

    seconds: float


Talk: TypeAlias = Generator[Call | Pause, Reply | Lost | None, Reply]


def talk(call: Call, retry: Retry) -> Talk:
    """Send until an answer comes that settles it, as often as the policy says.

    A call that must not be done twice is sent again only where it cannot have arrived.
    """
    pauses = retry.pauses()
    while True:
        got = yield call
        assert got is not None, "what was sent has a reply or is lost"
        if isinstance(got, Reply) and got.settled:
            return got
        arrived = isinstance(got, Reply) or got.sent
        pause = next(pauses, None)
        if pause is None or (arrived and not call.repeatable):
            raise Unanswered(call.what, call.id)
        yield Pause(pause)


T = TypeVar("T")


def drive(asked: Ask[T], retry: Retry, send: Callable[[Call], Reply | Lost]) -> T:
    """Ask until there is an answer, and read it."""
    conversation = talk(asked.call, retry)
    got: Reply | Lost | None = None
    while True:
        try:
            wanted = conversation.send(got)
        except StopIteration as end:
            return asked.result(end.value)
        got = None
        if isinstance(wanted, Pause):
            sleep(wanted.seconds)
        else:
            got = send(wanted)


async def drive_async(
    asked: Ask[T], retry: Retry, send: Callable[[Call], Awaitable[Reply | Lost]]
) -> T:
    """Ask until there is an answer, and read it."""
    conversation = talk(asked.call, retry)
    got: Reply | Lost | None = None
    while True:
        try:
            wanted = conversation.send(got)
        except StopIteration as end:
            return asked.result(end.value)
        got = None
        if isinstance(wanted, Pause):
            await asyncio.sleep(wanted.seconds)
        else:
            got = await send(wanted)
