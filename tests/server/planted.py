"""Mistakes on purpose, each made in a process by its name; `PLANTS` says what they are.

`test_planted.py` names the test that finds each. Names that begin with `die` are no mistakes:
they kill the process at a commit.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

PLANTS: dict[str, Callable[[], None]] = {}

Plant = Callable[[], None]


def plant(name: str) -> None:
    """Make a mistake in this process."""
    if name.startswith("die-"):
        _, how, step = name.split("-")
        _die(how, int(step))
    else:
        PLANTS[name]()


def _mistake(act: Plant) -> Plant:
    PLANTS[act.__name__] = act
    return act


def _die(how: str, step: int) -> None:
    """Kill this process at the commit of its so-manyth command, before it or right after."""
    from croupier.store.house import House
    from croupier.store.room import Room

    given = 0
    command: Any = Room.command
    happen: Any = Room._happen
    attempt: Any = Room._attempt

    def counted(room: Room, request: Any, at: int | None = None) -> Any:
        nonlocal given
        if at is None:
            given += 1
        return command(room, request, at)

    def before(room: Room, request: Any) -> Any:
        if given == step and how == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        return attempt(room, request)

    def after(room: Room, *words: Any) -> Any:
        if given == step and how == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return happen(room, *words)

    def refused(room: Room, *words: Any) -> Any:
        answer = refuse(room, *words)
        if given == step and how == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    refuse: Any = Room._refuse
    assert House
    for name, act in (
        ("command", counted),
        ("_attempt", before),
        ("_happen", after),
        ("_refuse", refused),
    ):
        setattr(Room, name, act)
