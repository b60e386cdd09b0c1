"""Keeping a box, or the table, within its maximum differential while bets are open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from croupier.settlement import Bet, Scope
from croupier.table.state import Setup


class Reduction(NamedTuple):
    """How much of a bet is handed back, and what is left of it."""

    bet: Bet
    amount: int

    @property
    def left(self) -> int:
        """What stays on the felt."""
        return self.bet.amount - self.amount


def place(setup: Setup, bet: Bet) -> int:
    """Return where a bet's differential is assessed: its box, or 0 for the whole table."""
    return bet.box if setup.limits.scope is Scope.BOX else 0


def excess(setup: Setup, bets: Iterable[Bet], at: int, kind: str) -> int:
    """Return how much the bets on a hand are over the differential at a place; 0 if not."""
    between = setup.game.limits.between
    most = setup.limits.differential_of(at)
    if between is None or kind not in between or most is None:
        return 0
    total = 0
    for bet in bets:
        if bet.kind in between and place(setup, bet) == at:
            total += bet.amount if bet.kind == kind else -bet.amount
    return max(total - most, 0)


def _cut(setup: Setup, bet: Bet, over: int) -> Reduction:
    """Return the cut of a bet by an excess; a rest below the minimum goes back as well."""
    least = setup.limits.least(setup.game.bets[bet.kind], bet.box)
    amount = min(bet.amount, over)
    if bet.amount - amount < least:
        amount = bet.amount
    return Reduction(bet, amount)


def make_room(setup: Setup, bets: Iterable[Bet], new: Bet) -> tuple[list[Reduction], int]:
    """Return who is pushed back for a seated patron, the latest first, and what is still over."""
    lying = tuple(bets)
    at = place(setup, new)
    over = excess(setup, lying, at, new.kind)
    if new.standing or not over:
        return [], over
    pushed: list[Reduction] = []
    for bet in reversed(lying):
        if over <= 0:
            break
        if bet.standing and bet.kind == new.kind and place(setup, bet) == at:
            pushed.append(_cut(setup, bet, over))
            over -= pushed[-1].amount
    return pushed, max(over, 0)


def rejections(setup: Setup, bets: tuple[Bet, ...]) -> Iterator[Reduction]:
    """Yield what is over the limits: of standing patrons, then of seated, the latest first."""
    lying = {bet.id: bet for bet in bets}
    for bet in bets:
        most = setup.limits.most(setup.game.bets[bet.kind], bet.box)
        if most is not None and bet.amount > most:
            yield Reduction(bet, bet.amount - most)
            lying[bet.id] = bet._replace(amount=most)
    kinds = setup.game.limits.between or ()
    places = dict.fromkeys(place(setup, bet) for bet in bets)
    # Handing a bet back whole can make the other hand the heavier one: look until nothing is over.
    while True:
        over = next(
            (
                (at, kind, much)
                for at in places
                for kind in kinds
                if (much := excess(setup, lying.values(), at, kind))
            ),
            None,
        )
        if over is None:
            return
        at, kind, much = over
        there = [bet for bet in lying.values() if bet.kind == kind and place(setup, bet) == at]
        latest = max(enumerate(there), key=lambda each: (each[1].standing, each[0]))[1]
        reduction = _cut(setup, latest, much)
        yield reduction
        if reduction.left:
            lying[latest.id] = latest._replace(amount=reduction.left)
        else:
            del lying[latest.id]
