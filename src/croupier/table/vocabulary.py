"""The small words of a table: phases, kinds of shoe, options, who acts, amounts on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NewType

from croupier.game.model import Role
from croupier.money import Unit

Stake = NewType("Stake", int)
"""An amount in units that must be more than nothing."""

Units = NewType("Units", int)
"""An amount in units, nothing included."""

Signed = NewType("Signed", int)
"""An amount in units that may be owed."""

Json = Mapping[str, Any]
"""An object that is kept as it was written: limits, fees, a settlement."""


class Phase(StrEnum):
    """Where a table is in its round."""

    IDLE = "idle"
    BETTING = "betting"
    DEALING = "dealing"
    OPTIONS = "options"
    INTERRUPTED = "interrupted"
    COMPLETE = "complete"


class Enforcement(StrEnum):
    """Who sees to the limits: the system at once, or the dealer until bets are closed."""

    AUTOMATIC = "automatic"
    DEALER = "dealer"


class ShoeKind(StrEnum):
    """Where the cards come from."""

    DIGITAL = "digital"
    MANUAL = "manual"
    """A real shoe: the dealer enters each card."""
    SHUFFLER = "shuffler"
    """Continuous: the cards go back after each round, and there is no cut card."""


class Option(StrEnum):
    """What a patron may choose after a dealing error."""

    CONTINUE = "continue"
    REFUND = "refund"


SERVER_RESTART = "house:restart"
"""The name of the server in the log where it resolves what a crash has left."""

AUTOMATIC_DEALER = "house:dealer"
"""The name of the automatic dealer in the log; no person can have it."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who gives a command, and in which role."""

    role: Role
    name: str


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What a ruling gives a patron, or takes where it is negative."""

    player: str
    amount: Signed
    repays: bool | None = None
    """Whether what is taken repays what the patron owes."""


def signed(text: object, unit: Unit, what: str = "an amount") -> int:
    """Return an amount that may be owed: "-47.50"."""
    if isinstance(text, str) and text.startswith("-"):
        return -unit.count(text[1:], what)
    return unit.count(text, what)


@cache
def snake(name: str) -> str:
    """Write the name of a command or an event as scripts do: PlaceBet is place_bet."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
