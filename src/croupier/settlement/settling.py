"""Settling a round: bets and a coup in, who gets what and why out.

The first pay line that holds decides a bet. The House pays and takes each bet whole, or the part
that the differential leaves in action; a player-dealer covers bets in order until the wager is used
up.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from croupier.facts import Value
from croupier.game.model import POSITION_FEE, Game, Rules
from croupier.money import Odds
from croupier.settlement import insurance
from croupier.settlement.checks import check_round
from croupier.settlement.differential import shares
from croupier.settlement.limits import NO_LIMITS
from croupier.settlement.round import Bet, Cause, Line, Outcome, PlayerDealer, Round, Settlement
from croupier.words import Value as Words


class Verdict(NamedTuple):
    """The odds that a bet is paid at (0:1 is a return), or None for a loss, and why."""

    odds: Odds | None
    rules: Rules
    said: Words | None
    """What happened that decided it; None where a bet is lost by the result alone."""


# There are few combinations of facts, and every round of a game has one of them.
@lru_cache(maxsize=4096)
def verdicts(game: Game, values: tuple[Value, ...]) -> Mapping[str, Verdict]:
    """Return the verdict on every bet of the layout, placed or not."""
    facts = dict(zip(game.facts, values, strict=True))
    found: dict[str, Verdict] = {}
    for key, kind in game.bets.items():
        line = kind.line(facts)
        found[key] = (
            Verdict(None, kind.loses, None)
            if line is None
            else Verdict(line.odds, line.rules, line.said)
        )
    return found


class RoundVerdicts:
    """The verdicts on all bets of a round, insurance included."""

    __slots__ = ("_game", "_offers", "_verdicts", "_winner")

    def __init__(self, round_: Round) -> None:
        """Raise `Refused` if a bet took insurance that was not offered."""
        self._game = round_.game
        self._verdicts = verdicts(round_.game, round_.game.facts_of(round_.coup))
        self._winner = round_.coup.winner
        self._offers = insurance.offers(round_)

    def verdict(self, bet: Bet) -> Verdict:
        """Return the verdict on one bet."""
        verdict = self._verdicts.get(bet.kind)
        if verdict is not None:
            return verdict
        kinds = self._game.insurance
        assert kinds is not None, "what is no bet of the layout is insurance"
        offer, insured = self._offers[bet.id], kinds.kinds[bet.kind]
        return Verdict(*insurance.decide(kinds, insured, offer, self._winner))


def won(bet: Bet, verdict: Verdict, odds: Odds, in_action: int) -> Line:
    """Return a line that pays the odds on what is in action, rounded down to the unit."""
    profit, rest = odds.pay(in_action)
    rounding = Fraction(rest, odds.stake) if rest else None
    return Line(
        bet,
        Outcome.WIN,
        in_action,
        odds,
        profit,
        verdict.rules,
        verdict.said,
        rounding=rounding,
    )


def paid(bet: Bet, verdict: Verdict, odds: Odds, in_action: int, profit: int) -> Line:
    """Return a line that pays a fixed profit, less than the odds on the whole bet."""
    return Line(bet, Outcome.WIN, in_action, odds, profit, verdict.rules, verdict.said)


def collected(bet: Bet, verdict: Verdict, in_action: int) -> Line:
    """Return a line that takes what is in action."""
    return Line(bet, Outcome.LOSE, in_action, None, -in_action, verdict.rules, verdict.said)


def pushed(bet: Bet, verdict: Verdict, in_action: int) -> Line:
    """Return a line that gives the bet back by the rules of the game."""
    return Line(bet, Outcome.PUSH, in_action, None, 0, verdict.rules, verdict.said)


def returned(bet: Bet, cause: Cause, rules: Rules, said: Words | None) -> Line:
    """Return a line that gives back a bet of which nothing was in action."""
    return Line(bet, Outcome.RETURNED, 0, None, 0, rules, said, cause)


def refunded(game: Game, bet: Bet) -> Line:
    """Return the line of a bet that was taken back after bets were closed (5.12.3)."""
    rule = game.cite("refund")
    return returned(bet, Cause.REFUNDED, () if rule is None else (rule,), None)


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
        else:
            line = won(bet, verdict, verdict.odds, in_action)
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
    """Return the line of a bet in the middle of which the wager ran out."""
    return line._replace(rules=(*line.rules, *rules), cause=Cause.EXHAUSTED)
