"""What all events have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from croupier.table.vocabulary import snake


class Event:
    """Anything that has happened at a table."""

    __slots__ = ()


E = TypeVar("E", bound=Event)

EVENTS: dict[str, type[Event]] = {}
"""Every event by its name in the log: `bet_placed`."""


@dataclass_transform(frozen_default=True)
def event(cls: type[E]) -> type[E]:
    """Make a class an event: frozen, and known by its name."""
    made = dataclass(frozen=True, slots=True)(cls)
    EVENTS[snake(cls.__name__)] = made
    return made
