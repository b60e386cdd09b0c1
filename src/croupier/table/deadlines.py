"""A deadline as it was announced; it decides nothing, only the call that ends the time does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from croupier.errors import Code, InvalidInput


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


SECOND = 1000
MOST_SECONDS = 3600
"""The longest time that patrons can be given for anything."""
MOST_PAUSE = 600 * SECOND
"""The longest pause between two steps."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Windows that patrons act in, in whole seconds, and pauses so that they can follow.

    Milliseconds as whole numbers: the pace stands in the log, and no float does.
    """

    betting: int = 20 * SECOND
    insurance: int = 10 * SECOND
    options: int = 20 * SECOND
    squeeze: int = 15 * SECOND
    player_dealer: int = 15 * SECOND
    card: int = 1 * SECOND
    """Between two cards."""
    settle: int = 3 * SECOND
    """From the last card to paying."""
    between: int = 5 * SECOND
    """From one round to the next."""
    shoe: int = 15 * SECOND
    """From a shoe's commitment to its first bets, for patrons' own entropy."""

    def check(self) -> None:
        """Refuse a pace that nobody could play at."""
        for name in WINDOWS:
            value: int = getattr(self, name)
            if value % SECOND or not SECOND <= value <= MOST_SECONDS * SECOND:
                raise InvalidInput(
                    Code.MALFORMED,
                    f"{name} is a time of whole seconds in milliseconds, from {SECOND} to "
                    f"{MOST_SECONDS * SECOND}, not {value}",
                )
        for name in PAUSES:
            value = getattr(self, name)
            if not 0 <= value <= MOST_PAUSE:
                raise InvalidInput(
                    Code.MALFORMED,
                    f"{name} is a pause in milliseconds from 0 to {MOST_PAUSE}, not {value}",
                )


WINDOWS = ("betting", "insurance", "options", "squeeze", "player_dealer")
PAUSES = ("card", "settle", "between", "shoe")
