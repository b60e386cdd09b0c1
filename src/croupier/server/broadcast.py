"""Telling many: some at a time, so that one full table does not hold up all the others."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
Tell = Callable[[T], None]

SOME = 32
"""How many are told before others have their turn."""


class Broadcast(Generic[T]):
    """Tells each of many the same things in the same order; who is few is told at once."""

    def __init__(self, later: Callable[[Callable[[], None]], object]) -> None:
        """Go on by `later`, which calls something soon: an event loop's `call_soon`."""
        self._later = later
        self._waiting: deque[tuple[T, Iterator[Tell[T]]]] = deque()

    def __call__(self, thing: T, listeners: Iterable[Tell[T]]) -> None:
        """Tell everybody who listens now, after what was to be told before."""
        idle = not self._waiting
        self._waiting.append((thing, iter(tuple(listeners))))
        if idle:
            self._tell_some()

    def _tell_some(self) -> None:
        told = 0
        while self._waiting:
            thing, listeners = self._waiting[0]
            for tell in listeners:
                tell(thing)
                told += 1
                if told >= SOME:
                    self._later(self._tell_some)
                    return
            self._waiting.popleft()
