"""Many listeners are called some at a time: in order, none twice, none left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import pytest

from croupier.server.live.hub import BATCH, FanOut

Listener = Callable[[str], None]


def call_each(thing: str, listeners: Iterable[Listener]) -> None:
    """Tell some listeners."""
    for listener in listeners:
        listener(thing)


def test_few_are_told_at_once() -> None:
    heard: list[str] = []
    fan_out = FanOut[str, Listener](lambda _: None, call_each)
    fan_out("a", [heard.append] * (BATCH - 1))
    assert heard == ["a"] * (BATCH - 1)


def test_many_are_told_in_turns_and_in_order() -> None:
    turns: list[Callable[[], None]] = []
    heard: dict[int, list[str]] = {number: [] for number in range(3 * BATCH + 5)}

    def hear(number: int, thing: str) -> None:
        heard[number].append(thing)

    listeners = [partial(hear, number) for number in heard]
    fan_out = FanOut[str, Listener](turns.append, call_each)
    fan_out("first", listeners)
    assert sum(map(len, heard.values())) == BATCH
    fan_out("second", listeners[:7])
    assert sum(map(len, heard.values())) == BATCH
    taken = 0
    while turns:
        before = sum(map(len, heard.values()))
        turns.pop(0)()
        taken += 1
        assert sum(map(len, heard.values())) - before <= BATCH
    assert taken == 4 - 1
    assert all(heard[number] == ["first", "second"] for number in range(7))
    assert all(heard[number] == ["first"] for number in range(7, len(heard)))


def test_who_comes_in_between_is_not_told_of_the_past() -> None:
    turns: list[Callable[[], None]] = []
    late: list[str] = []
    listeners: list[Listener] = [lambda _: None] * (2 * BATCH)
    fan_out = FanOut[str, Listener](turns.append, call_each)
    fan_out("past", listeners)
    listeners.append(late.append)
    while turns:
        turns.pop(0)()
    assert late == []


def test_a_mistake_with_some_keeps_nobody_else_from_being_told() -> None:
    turns: list[Callable[[], None]] = []
    heard: list[str] = []

    def fail(_: str) -> None:
        raise LookupError

    fan_out = FanOut[str, Listener](turns.append, call_each)
    with pytest.raises(LookupError):
        fan_out("first", [fail, *[heard.append] * (2 * BATCH - 1)])
    fan_out("second", [heard.append])
    while turns:
        turns.pop(0)()
    assert heard == ["first"] * BATCH + ["second"]
