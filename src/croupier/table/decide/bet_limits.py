"""The limits of bets while they are open: minimum, maximum, differential, what is pushed back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from croupier.errors import Code, Refused
from croupier.game.model import BetKind
from croupier.settlement import Bet, Scope
from croupier.settlement.checks import cite
from croupier.table import events as e
from croupier.table.decide.draft import Draft
from croupier.table.state import Setup
from croupier.table.vocabulary import Enforcement
from croupier.words import say


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


def check_most(draft: Draft, bet: Bet, kind: BetKind) -> None:
    """Raise Refused if a bet is over the maximum of its kind at its box."""
    setup = draft.setup
    most = setup.limits.most(kind, bet.box)
    if most is not None and bet.amount > most:
        raise Refused(
            Code.ABOVE_MAXIMUM,
            say(
                "table.above_maximum",
                amount=draft.money(bet.amount),
                bet=draft.bet_name(bet.kind),
                most=draft.money(most),
            ),
            cite(setup.game.limits.duty),
        )


def check_least(draft: Draft, bet: Bet, kind: BetKind) -> None:
    """Raise Refused if a bet is under the minimum of its kind at its box."""
    setup = draft.setup
    least = setup.limits.least(kind, bet.box)
    if 0 < bet.amount < least:
        raise Refused(
            Code.BELOW_MINIMUM,
            say(
                "table.below_minimum",
                amount=draft.money(bet.amount),
                bet=draft.bet_name(bet.kind),
                least=draft.money(least),
            ),
            _least_rule(draft),
        )


def _least_rule(draft: Draft) -> str | None:
    """Return the paragraph of the minimum: the duty to keep it, else what is done about it."""
    duty = cite(draft.setup.game.limits.duty)
    return draft.cite("below_minimum") if duty is None else duty


def _check_difference(draft: Draft, bet: Bet, over: int) -> None:
    if over:
        raise Refused(
            Code.ABOVE_DIFFERENTIAL,
            say(
                "table.above_differential",
                amount=draft.money(bet.amount),
                bet=draft.bet_name(bet.kind),
                box=bet.box,
                over=draft.money(over),
            ),
            cite(draft.setup.game.limits.excess),
        )


def fit(
    draft: Draft, bets: tuple[Bet, ...], bet: Bet, kind: BetKind
) -> tuple[list[Reduction], tuple[e.Warning, ...]]:
    """Return what a bet pushes back, and warnings; raise Refused if the system keeps the limits."""
    pushed, over = make_room(draft.setup, bets, bet)
    checks: tuple[Callable[[], None], ...] = (
        lambda: check_least(draft, bet, kind),
        lambda: check_most(draft, bet, kind),
        lambda: _check_difference(draft, bet, over),
    )
    warnings: list[e.Warning] = []
    for check in checks:
        try:
            check()
        except Refused as wrong:
            if draft.setup.enforcement is Enforcement.AUTOMATIC:
                raise
            warnings.append(e.Warning(wrong.code, wrong.message, wrong.rule))
    return pushed, tuple(warnings)


def warn_other_hand(draft: Draft, bets: list[Bet], left: Bet) -> list[e.Warning]:
    """Return a warning if the other hand is over the differential now; it may be, until closing."""
    setup = draft.setup
    others = [kind for kind in setup.game.limits.between or () if kind != left.kind]
    over = sum(excess(setup, bets, place(setup, left), kind) for kind in others)
    if not over or left.kind not in (setup.game.limits.between or ()):
        return []
    passed = say("table.differential_passed", over=draft.money(over))
    return [e.Warning(Code.ABOVE_DIFFERENTIAL, str(passed), cite(setup.game.limits.excess))]
