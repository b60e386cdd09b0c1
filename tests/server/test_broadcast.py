"""Many are told some at a time: in order, nobody twice, nobody left out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from croupier.server.live.hub import SOME, Broadcast


def test_few_are_told_at_once() -> None:
    heard: list[str] = []
    broadcast = Broadcast[str](lambda _: None)
    broadcast("a", [heard.append] * (SOME - 1))
    assert heard == ["a"] * (SOME - 1)


def test_many_are_told_in_turns_and_in_order() -> None:
    turns: list[Callable[[], None]] = []
    heard: dict[int, list[str]] = {number: [] for number in range(3 * SOME + 5)}

    def hear(number: int, thing: str) -> None:
        heard[number].append(thing)

    listeners = [partial(hear, number) for number in heard]
    broadcast = Broadcast[str](turns.append)
    broadcast("first", listeners)
    assert sum(map(len, heard.values())) == SOME
    broadcast("second", listeners[:7])
    assert sum(map(len, heard.values())) == SOME
    taken = 0
    while turns:
        before = sum(map(len, heard.values()))
        turns.pop(0)()
        taken += 1
        assert sum(map(len, heard.values())) - before <= SOME
    assert taken == 4 - 1
    assert all(heard[number] == ["first", "second"] for number in range(7))
    assert all(heard[number] == ["first"] for number in range(7, len(heard)))


def test_who_comes_in_between_is_not_told_of_the_past() -> None:
    turns: list[Callable[[], None]] = []
    late: list[str] = []
    listeners: list[Callable[[str], None]] = [lambda _: None] * (2 * SOME)
    broadcast = Broadcast[str](turns.append)
    broadcast("past", listeners)
    listeners.append(late.append)
    while turns:
        turns.pop(0)()
    assert late == []
