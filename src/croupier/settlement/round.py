"""A round when bets were closed, and its settlement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from croupier.coup import Coup
from croupier.errors import Code, InvalidInput, brief
from croupier.game.model import Game, Rules, Stage
from croupier.money import CENT, Odds, Unit
from croupier.settlement.limits import NO_LIMITS, Bounds, Limits, Scope, check_limits
from croupier.words import Message, say, series
from croupier.words import Value as Words

A_BET = say("settlement.a_bet")
"""What the amount of a bet is called."""


def the_fee(fee: str) -> Message:
    """Return what a fee is called."""
    return say("settlement.the_fee", fee=fee)


class Bet(NamedTuple):
    """Chips on a box, in units; the one who put them there is the patron."""

    id: str
    patron: str
    box: int
    kind: str
    amount: int
    standing: bool = False
    stage: Stage | None = None
    """When an insurance bet was taken; None for all other bets."""
    returned: bool = False
    """Whether it was taken back after bets were closed; it still counts for other bets' shares."""


@dataclass(frozen=True, slots=True)
class PlayerDealer:
    """Who banks the round, from which seat, and with how much."""

    seat: int
    patron: str
    wager: int


@dataclass(frozen=True, slots=True)
class Round:
    """Everything that settlement needs; each method that adds something returns a new round."""

    game: Game
    coup: Coup
    bets: tuple[Bet, ...] = ()
    unit: Unit = CENT
    decks: int | None = None
    limits: Limits = NO_LIMITS
    player_dealer: PlayerDealer | None = None
    seats: int | None = None
    """Seats of the table, with the player-dealer's; if None, those of the first layout."""
    fees: Mapping[str, int] = field(default_factory=dict)

    @property
    def boxes(self) -> int:
        """How many boxes can be bet on."""
        if self.player_dealer is None:
            return self.game.boxes
        return self.seats or self.game.layouts[0].boxes

    def bet(
        self,
        patron: str,
        box: int,
        kind: str,
        amount: str,
        *,
        standing: bool = False,
        stage: str | None = None,
        returned: bool = False,
        id: str | None = None,
    ) -> Round:
        """Return the round with one more bet; insurance needs its stage. Ids are counted from "1".

        A bet that was taken back after bets were closed (5.12.3) is marked as returned.
        """
        placed = Bet(
            id=id or self._free_id(),
            patron=patron,
            box=box,
            kind=kind,
            amount=self.unit.stake(amount, A_BET),
            standing=standing,
            stage=_stage(stage),
            returned=returned,
        )
        return replace(self, bets=(*self.bets, placed))

    def _free_id(self) -> str:
        """Return the next number after the number of bets that no bet has as its id."""
        taken = {bet.id for bet in self.bets}
        return next(str(n) for n in count(len(self.bets) + 1) if str(n) not in taken)

    def banked(
        self,
        patron: str,
        seat: int,
        wager: str,
        *,
        seats: int | None = None,
        fees: Mapping[str, str] | None = None,
    ) -> Round:
        """Return the round with a player-dealer in a seat, a wager and flat fees."""
        read = self.unit.count
        return replace(
            self,
            player_dealer=PlayerDealer(
                seat, patron, self.unit.stake(wager, say("settlement.the_wager"))
            ),
            seats=seats,
            fees={fee: read(amount, the_fee(fee)) for fee, amount in (fees or {}).items()},
        )

    def limited(
        self,
        *,
        min: str = "0",
        max: str | None = None,
        max_differential: str | None = None,
        scope: Scope | str = Scope.BOX,
    ) -> Round:
        """Return the round with a minimum, and a maximum or a maximum differential."""
        units = [None if text is None else self.unit.count(text) for text in (min, max)]
        differs = None if max_differential is None else self.unit.count(max_differential)
        limits = Limits(Bounds(*units), differential=differs, scope=Scope(scope))
        check_limits(self.game, limits)
        return replace(self, limits=limits)


def _stage(stage: str | None) -> Stage | None:
    if stage is None or stage in tuple(Stage):
        return Stage(stage) if stage else None
    raise InvalidInput(
        Code.MALFORMED,
        say("settlement.bad_stage", stages=series(Stage, "or"), got=brief(stage)),
    )


class Outcome(StrEnum):
    """The result of a bet."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


class Cause(StrEnum):
    """Why only a part of a bet was in action, or why a small one stood."""

    WHOLE = "whole"
    PRO_RATA = "pro_rata"
    PROTECTED = "protected"
    """Pro rata would have cut it, but no share goes below the minimum."""
    BELOW_MINIMUM = "below_minimum"
    EXHAUSTED = "exhausted"
    REFUNDED = "refunded"
    """It was taken back after bets were closed."""
    UNINSURED = "uninsured"
    """It was given back because insurance was not offered."""


class Line(NamedTuple):
    """The result of one bet, and the paragraphs that decide it."""

    bet: Bet
    outcome: Outcome
    in_action: int
    odds: Odds | None
    profit: int
    rules: Rules
    said: Words | None
    """What happened on the table that decided it; None where the result alone did."""
    cause: Cause = Cause.WHOLE
    rounding: Fraction | None = None
    """By how many units the profit was rounded down, if it was; below zero, it was rounded up."""
    capped: int = 0
    """How many units more it would have paid without the cap of the bet."""

    @property
    def says(self) -> str:
        """What decided it, in English; "" where the result alone did."""
        return "" if self.said is None else str(self.said)

    @property
    def back(self) -> int:
        """What the patron gets: the part of the stake that was not lost, and the profit."""
        return self.bet.amount + self.profit


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round: a line for each bet, and the sums."""

    round: Round
    lines: tuple[Line, ...]
    net: Mapping[str, int]
    """What each person won or lost over the round, fees deducted."""
    house: int
    fees: int

    def __getitem__(self, bet: str) -> Line:
        """Return the line of a bet by its id."""
        for line in self.lines:
            if line.bet.id == bet:
                return line
        raise KeyError(bet)

    def money(self, units: int) -> str:
        """Return units of this table as an amount."""
        return self.round.unit.write(units)
