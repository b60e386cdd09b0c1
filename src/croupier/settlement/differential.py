"""The maximum differential: how much of each bet is in action when bets were closed above it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from croupier.game.model import Rules
from croupier.settlement.limits import Scope
from croupier.settlement.round import Cause, Round


class Share(NamedTuple):
    """How much of a bet is in action, and by which paragraphs."""

    in_action: int
    cause: Cause
    rules: Rules


def shares(round_: Round) -> dict[int, Share]:
    """Return the parts in action where the differential is exceeded, by box or by table.

    Keys are the places of bets in the round; bets without an entry are in action whole.
    """
    limits, between = round_.limits, round_.game.limits.between
    if between is None:
        return {}
    if not limits.by_box:
        # The difference is at most the sum: nearly always nothing else has to be computed.
        at_stake = sum([bet.amount for bet in round_.bets if bet.kind in between])
        if limits.differential is None or at_stake <= limits.differential:
            return {}
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for number, bet in enumerate(round_.bets):
        if bet.kind in between:
            group = groups.setdefault(bet.box if limits.scope is Scope.BOX else 0, ([], []))
            group[between.index(bet.kind)].append(number)
    cut: dict[int, Share] = {}
    for box, sides in groups.items():
        most = limits.differential_of(box)
        if most is not None:
            cut.update(_cut(round_, sides, most))
    return cut


def _cut(round_: Round, sides: tuple[list[int], list[int]], most: int) -> dict[int, Share]:
    bets, game = round_.bets, round_.game
    weights = [sum(bets[number].amount for number in side) for side in sides]
    if abs(weights[0] - weights[1]) <= most:
        return {}
    heavy = 0 if weights[0] > weights[1] else 1
    target = weights[1 - heavy] + most
    found: dict[int, Share] = {}
    shared: list[tuple[int, int, int]] = []
    for number in sides[heavy]:
        bet = bets[number]
        least = round_.limits.least(game.bets[bet.kind], bet.box)
        if bet.amount < least:
            found[number] = Share(bet.amount, Cause.BELOW_MINIMUM, game.limits.pro_rata_below)
            target -= bet.amount
        else:
            shared.append((number, bet.amount, least))
    parts = apportion([(amount, least) for _, amount, least in shared], target)
    for (number, amount, _), part in zip(shared, parts, strict=True):
        cause = Cause.PRO_RATA if part < amount else Cause.PROTECTED
        found[number] = Share(part, cause, game.limits.pro_rata)
    return found


def apportion(claims: Iterable[tuple[int, int]], total: int) -> list[int]:
    """Return the shares of a total for (amount, minimum) claims, none below its minimum.

    Shares are in proportion to the amounts. A claim that would get less than its minimum gets the
    minimum, and the others share again. Shares are rounded by the largest remainder, the earlier
    claim first among equals, so that they sum to the total; if the minima alone are more than the
    total, each claim gets its minimum.
    """
    asked = list(claims)
    parts = [least for _, least in asked]
    weight = sum(amount for amount, _ in asked)
    # The claim with the smallest amount for its minimum falls short first. Giving it the minimum
    # leaves less for the others, so one pass in that order gives what repeated sharing would.
    if len(asked) == 1:
        return [max(total, parts[0])]
    free = sorted(range(len(asked)), key=lambda place: _ease(*asked[place]))
    while free and asked[free[0]][0] * total < asked[free[0]][1] * weight:
        amount, least = asked[free.pop(0)]
        total -= least
        weight -= amount
    remainders: list[tuple[int, int]] = []
    for place in free:
        parts[place], remainder = divmod(asked[place][0] * total, weight)
        remainders.append((-remainder, place))
    missing = total - sum(parts[place] for place in free)
    for _, place in sorted(remainders)[: max(missing, 0)]:
        parts[place] += 1
    return parts


def _ease(amount: int, least: int) -> tuple[bool, Fraction]:
    """Return a sort key: how easily a claim stays above its minimum; without one, last."""
    return least == 0, Fraction(amount, least or 1)
