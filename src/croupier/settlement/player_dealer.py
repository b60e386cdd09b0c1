"""A player-dealer's coverage: bets are acted on in order until the wager is used up."""

from __future__ import annotations

from croupier.game.model import Rules
from croupier.settlement.round import Bet, Cause, Line, PlayerDealer, Round
from croupier.settlement.verdicts import (
    RoundVerdicts,
    collected,
    paid,
    partly_lost,
    pushed,
    returned,
    won,
)


def order_of_action(round_: Round, dealer: PlayerDealer) -> list[Bet]:
    """Return the bets in order: kind by kind, each from the dealer's left around the table.

    Bets that were taken back are not acted on.
    """
    kinds = round_.game.bank.order
    return sorted(
        [bet for bet in round_.bets if not bet.returned],
        key=lambda bet: (kinds.index(bet.kind), (bet.box - dealer.seat) % round_.boxes),
    )


def cover(
    round_: Round, dealer: PlayerDealer, verdicts: RoundVerdicts
) -> tuple[dict[str, Line], int]:
    """Return the lines by bet id, and the result of the player-dealer.

    The result stays between minus the wager and plus the wager. When it reaches either end, the
    rest of that bet and all later bets are returned.
    """
    bank = round_.game.bank
    lines: dict[str, Line] = {}
    result = 0
    for bet in order_of_action(round_, dealer):
        verdict = verdicts.verdict(bet)
        if abs(result) == dealer.wager:
            line = returned(bet, Cause.EXHAUSTED, bank.exhausted, verdict.said)
        elif verdict.odds is None:
            taken = min(bet.amount, dealer.wager - result)
            line = collected(bet, verdict, taken)
            if taken < bet.amount:
                line = _partly(line, bank.exhausted)
        elif verdict.odds.is_push:
            line = pushed(bet, verdict, bet.amount)
        elif verdict.odds.profit < 0:
            line = partly_lost(bet, verdict, verdict.odds, bet.amount, round_.unit)
            taken = dealer.wager - result
            if -line.profit > taken:
                line = _partly(line._replace(profit=-taken, rounding=None), bank.exhausted)
        else:
            line = won(bet, verdict, verdict.odds, bet.amount, round_.unit)
            covered = dealer.wager + result
            if line.profit > covered:
                part = verdict.odds.stake_for(covered)
                line = _partly(paid(bet, verdict, verdict.odds, part, covered), bank.exhausted)
        result -= line.profit
        lines[bet.id] = line
    return lines, result


def _partly(line: Line, rules: Rules) -> Line:
    """Return the line of a bet in the middle of which the wager ran out."""
    return line._replace(rules=(*line.rules, *rules), cause=Cause.EXHAUSTED)
