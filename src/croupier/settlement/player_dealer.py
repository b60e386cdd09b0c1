"""A player-dealer's coverage: wagers acted on in order until the wager behind them is used up."""

from __future__ import annotations

from croupier.game.model import Rules
from croupier.settlement.round import Bet, Cause, Line, PlayerDealer, Round
from croupier.settlement.verdicts import RoundVerdicts, collected, paid, pushed, returned, won


def order_of_action(round_: Round, dealer: PlayerDealer) -> list[Bet]:
    """Put the wagers in order: kind by kind, each round the table from the dealer's left.

    Wagers that were taken back are not acted on.
    """
    kinds = round_.game.bank.order
    return sorted(
        [bet for bet in round_.bets if not bet.returned],
        key=lambda bet: (kinds.index(bet.kind), (bet.box - dealer.seat) % round_.boxes),
    )


def cover(
    round_: Round, dealer: PlayerDealer, verdicts: RoundVerdicts
) -> tuple[dict[str, Line], int]:
    """Settle against the player-dealer; give the lines by bet id and the dealer's result.

    The result never leaves the span from minus the wager to plus the wager. The moment it
    touches either end, what is left of that bet and all that come after it are returned.
    """
    bank = round_.game.bank
    lines: dict[str, Line] = {}
    result = 0
    for bet in order_of_action(round_, dealer):
        verdict = verdicts.verdict(bet)
        if abs(result) == dealer.wager:
            line = returned(bet, Cause.EXHAUSTED, bank.exhausted, verdict.says)
        elif verdict.odds is None:
            taken = min(bet.amount, dealer.wager - result)
            line = collected(bet, verdict, taken)
            if taken < bet.amount:
                line = _partly(line, bank.exhausted)
        elif verdict.odds.is_push:
            line = pushed(bet, verdict, bet.amount)
        else:
            line = won(bet, verdict, verdict.odds, bet.amount)
            covered = dealer.wager + result
            if line.profit > covered:
                part = verdict.odds.stake_for(covered)
                line = _partly(paid(bet, verdict, verdict.odds, part, covered), bank.exhausted)
        result -= line.profit
        lines[bet.id] = line
    return lines, result


def _partly(line: Line, rules: Rules) -> Line:
    """Note on a bet that the wager ran out in the middle of it."""
    return line._replace(rules=(*line.rules, *rules), cause=Cause.EXHAUSTED)
