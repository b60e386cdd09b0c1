"""Mistakes on purpose, each made in a process by its name; `PLANTS` says what they are.

`test_planted.py` names the test that finds each. Names that begin with `die` are no mistakes:
they kill the process at a commit.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

PLANTS: dict[str, Callable[[], None]] = {}

Plant = Callable[[], None]


def plant(name: str) -> None:
    """Make a mistake in this process; `die:PATH` makes it die when the file there says so."""
    if name.startswith("die:"):
        _die(Path(name[4:]))
    else:
        PLANTS[name]()


def _mistake(act: Plant) -> Plant:
    PLANTS[act.__name__] = act
    return act


def _die(order: Path) -> None:
    """Kill this process in its next command: before the commit, or after it and before the answer.

    The file says which; it is removed, so that the next process lives.
    """
    from croupier.store.room import Room

    def dying(how: str) -> None:
        if order.exists() and order.read_text() == how:
            order.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    attempt, happen, refuse = Room._attempt, Room._happen, Room._refuse

    def before(room: Room, request: Any) -> Any:
        dying("before")
        return attempt(room, request)

    def after(room: Room, *words: Any) -> Any:
        dying("after")
        return happen(room, *words)

    def refused(room: Room, *words: Any) -> Any:
        answer = refuse(room, *words)
        dying("after")
        return answer

    for name, act in (("_attempt", before), ("_happen", after), ("_refuse", refused)):
        setattr(Room, name, act)
