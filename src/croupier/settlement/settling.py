"""Settling a round: bets and a coup in, who gets what and why out."""

from __future__ import annotations

from croupier.game.model import POSITION_FEE
from croupier.settlement.checks import check_round
from croupier.settlement.differential import shares
from croupier.settlement.limits import NO_LIMITS
from croupier.settlement.player_dealer import cover
from croupier.settlement.round import Cause, Line, Round, Settlement
from croupier.settlement.verdicts import (
    RoundVerdicts,
    collected,
    partly_lost,
    pushed,
    refunded,
    returned,
    won,
)


def settle(round_: Round) -> Settlement:
    """Return the settlement of a round; raise if the round breaks a rule, with the paragraph."""
    check_round(round_)
    verdicts = RoundVerdicts(round_)
    net = {bet.patron: 0 for bet in round_.bets}
    house = 0
    dealer = round_.player_dealer
    if dealer is None:
        lines = _against_the_house(round_, verdicts)
    else:
        covered, result = cover(round_, dealer, verdicts)
        lines = [
            refunded(round_.game, bet) if bet.returned else covered[bet.id] for bet in round_.bets
        ]
        net[dealer.patron] = result
        house = -result
    if round_.limits is not NO_LIMITS:
        floor = round_.limits.floor
        lines = [line if line.bet.amount >= floor else _noted(round_, line) for line in lines]
    for line in lines:
        net[line.bet.patron] += line.profit
        house -= line.profit
    return Settlement(round_, tuple(lines), net, house, _charge(round_, net))


def _against_the_house(round_: Round, verdicts: RoundVerdicts) -> list[Line]:
    # All bets at closing count for the shares, even those that were taken back later.
    cut = shares(round_)
    lines: list[Line] = []
    for number, bet in enumerate(round_.bets):
        if bet.returned:
            lines.append(refunded(round_.game, bet))
            continue
        verdict = verdicts.verdict(bet)
        share = cut.get(number)
        in_action = bet.amount if share is None else share.in_action
        if in_action == 0:
            line = returned(bet, Cause.PRO_RATA, (), verdict.said)
        elif verdict.odds is None:
            line = collected(bet, verdict, in_action)
        elif verdict.odds.is_push:
            line = pushed(bet, verdict, in_action)
        elif verdict.odds.profit < 0:
            line = partly_lost(bet, verdict, verdict.odds, in_action, round_.unit)
        else:
            line = won(bet, verdict, verdict.odds, in_action, round_.unit)
        if share is not None:
            line = line._replace(rules=(*line.rules, *share.rules), cause=share.cause)
        lines.append(line)
    return lines


def _noted(round_: Round, line: Line) -> Line:
    """Return the line of a bet that stood although it was below the minimum."""
    bet = line.bet
    kind = round_.game.bets.get(bet.kind)
    if kind is None or line.cause is not Cause.WHOLE:
        return line
    if bet.amount >= round_.limits.least(kind, bet.box):
        return line
    rules = (*line.rules, *round_.game.limits.below)
    return line._replace(rules=rules, cause=Cause.BELOW_MINIMUM)


def _charge(round_: Round, net: dict[str, int]) -> int:
    """Subtract the flat fees of all bets that were not taken back; return their sum."""
    fees, dealer = round_.fees, round_.player_dealer
    if not fees or dealer is None:
        return 0
    total = fees.get(POSITION_FEE, 0)
    net[dealer.patron] -= total
    for bet in round_.bets:
        if bet.returned:
            continue
        fee = fees.get(round_.game.bets[bet.kind].fee or "", 0)
        net[bet.patron] -= fee
        total += fee
    return total
