"""A deadline as it was announced; it decides nothing, only the call that ends the time does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Purpose(StrEnum):
    """What can run out."""

    BETS = "bets"
    INSURANCE = "insurance"
    OPTIONS = "options"
    SQUEEZE = "squeeze"
    PLAYER_DEALER = "player_dealer"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table waits for patrons: bets and choices that come in do not move it on."""

    purpose: Purpose
    round: int
    cards: int
    offered: int | None


@dataclass(frozen=True, slots=True)
class Deadline:
    """How long patrons were told they have, and the place that it counts at."""

    place: Place
    seconds: int
