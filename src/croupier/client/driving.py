"""Who drives a conversation: once with an event loop, once without."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import sleep
from typing import TypeVar

from croupier.client.ask import Ask
from croupier.client.call import Call, Lost, Reply
from croupier.client.retry import Pause, Retry, talk

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
