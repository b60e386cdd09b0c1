"""The limits of a table: a minimum, a maximum or a maximum differential, for all bets or some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from croupier.errors import Code, InvalidInput
from croupier.game.model import Assessment, BetKind, Game
from croupier.words import Name, say


class Scope(StrEnum):
    """Over what the differential is assessed."""

    BOX = "box"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Bounds:
    """A minimum and a maximum in units; None where none is set."""

    least: int | None = None
    most: int | None = None


NO_BOUNDS = Bounds()


@dataclass(frozen=True, slots=True)
class BoxLimits:
    """The limits of one box; where None, those of the table apply."""

    main: Bounds = NO_BOUNDS
    side: Bounds = NO_BOUNDS
    differential: int | None = None


NO_BOX_LIMITS = BoxLimits()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on a table's sign, in units."""

    main: Bounds = NO_BOUNDS
    side: Bounds = NO_BOUNDS
    differential: int | None = None
    scope: Scope = Scope.BOX
    by_bet: Mapping[str, Bounds] = field(default_factory=dict)
    by_box: Mapping[int, BoxLimits] = field(default_factory=dict)

    # Computed once, because every bet of many rounds needs them.
    floor: int = field(init=False, compare=False)
    """The highest minimum: an amount from here on is below none."""
    capped: bool = field(init=False, compare=False)
    """Whether there is any maximum at all."""

    def __post_init__(self) -> None:
        bounds = [self.main, self.side, *self.by_bet.values()]
        for place in self.by_box.values():
            bounds += [place.main, place.side]
        object.__setattr__(self, "floor", max(bound.least or 0 for bound in bounds))
        object.__setattr__(self, "capped", any(bound.most is not None for bound in bounds))

    def least(self, kind: BetKind, box: int) -> int:
        """Return the minimum of a bet: its kind's own, its box's, the table's, else zero."""
        own = self.by_bet.get(kind.key, NO_BOUNDS).least
        if own is not None:
            return own
        place = self.by_box.get(box)
        if place is not None:
            least = (place.main if kind.main else place.side).least
            if least is not None:
                return least
        return (self.main if kind.main else self.side).least or 0

    def most(self, kind: BetKind, box: int) -> int | None:
        """Return the maximum of a bet; side bets without their own have that of the hands."""
        own = self.by_bet.get(kind.key, NO_BOUNDS).most
        if own is not None:
            return own
        place = self.by_box.get(box, NO_BOX_LIMITS)
        sides = () if kind.main else (place.side.most, self.side.most)
        bounds = (*sides, place.main.most, self.main.most)
        return next((most for most in bounds if most is not None), None)

    def differential_of(self, box: int) -> int | None:
        """Return the maximum differential for a bet on this box, by scope."""
        place = self.by_box.get(box, NO_BOX_LIMITS)
        if self.scope is Scope.TABLE or place.differential is None:
            return self.differential
        return place.differential


NO_LIMITS = Limits()


def check_limits(game: Game, limits: Limits) -> None:
    """Raise if the game has no such limit: it has a maximum or a differential, not both."""
    differs = game.limits.assessed is Assessment.DIFFERENTIAL
    boxes = limits.by_box.values()
    mains = [limits.main, *(place.main for place in boxes)]
    mains += [bounds for key, bounds in limits.by_bet.items() if game.bets[key].main]
    if differs and any(bounds.most is not None for bounds in mains):
        stranger = "max"
    elif not differs and {limits.differential, *(place.differential for place in boxes)} != {None}:
        stranger = "max_differential"
    else:
        return
    by = Name("assessment", game.limits.assessed.value)
    raise InvalidInput(
        Code.MALFORMED, say("settlement.no_such_limit", limit=Name("limit", stranger), by=by)
    )
