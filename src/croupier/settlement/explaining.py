"""A settled round in plain sentences: why each hand drew or stood, why each bet paid or did not."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from croupier import tableau
from croupier.coup import Coup, Hand, Side, Winner
from croupier.facts import either
from croupier.game.model import Rules
from croupier.money import Unit
from croupier.settlement.limits import Scope
from croupier.settlement.player_dealer import order_of_action
from croupier.settlement.round import POSITION_FEE, Cause, Line, Outcome, Settlement
from croupier.settlement.settle_json import write_settlement
from croupier.tableau import Ground


class Sentence(NamedTuple):
    """Something that happened, and the paragraphs behind it."""

    text: str
    rules: Rules


def explain_play(settlement: Settlement) -> tuple[Sentence, ...]:
    """Return why Player drew or stood, why Banker did, who won, and who banked."""
    play, coup = settlement.round.game.play, settlement.round.coup
    if coup.player_decision.ground is Ground.NATURAL:
        drawn = [Sentence(_natural(coup), play.drawing(coup, Side.PLAYER))]
    else:
        drawn = [
            Sentence(_player(coup), play.drawing(coup, Side.PLAYER)),
            Sentence(_banker(coup), play.drawing(coup, Side.BANKER)),
        ]
    rules = play.tie if coup.winner is Winner.TIE else play.winner
    return (*drawn, Sentence(f"{coup.result}.", rules), *_bank(settlement))


def _bank(settlement: Settlement) -> Iterator[Sentence]:
    """Yield the player-dealer's wager, the order of action, and the fees."""
    round_ = settlement.round
    dealer, bank = round_.player_dealer, round_.game.bank
    if dealer is None:
        return
    money = settlement.money
    order = ", ".join(bet.id for bet in order_of_action(round_, dealer)) or "no bets"
    yield Sentence(
        f"{dealer.patron} banks from seat {dealer.seat} with {money(dealer.wager)}; "
        f"order of action: {order}.",
        (*bank.order_rules, *bank.coverage),
    )
    if settlement.fees:
        kinds = {POSITION_FEE: "for the player-dealer's hand"}
        fees = [
            f"{money(fee)} {kinds.get(key, f'a {key} bet')}" for key, fee in round_.fees.items()
        ]
        total = f"{money(settlement.fees)} in all, whatever became of the bets"
        if any(bet.returned for bet in round_.bets):
            total += ", and none for those that were taken back"
        yield Sentence(f"Fees: {', '.join(fees)}; {total}.", bank.fees)


def _natural(coup: Coup) -> str:
    hands = (("Player", coup.player), ("Banker", coup.banker))
    has = " and ".join(f"{name} has {hand.total}" for name, hand in hands if hand.is_natural)
    return f"{has} on two cards, a natural: nobody draws."


def _player(coup: Coup) -> str:
    total, third = _first_total(coup.player), coup.player.third
    if third is None:
        return f"Player stands on {total}; it would draw on {_span(tableau.PLAYER_DRAWS)}."
    return f"Player draws on {total}, as on {_span(tableau.PLAYER_DRAWS)}, and gets {third.face}."


def _banker(coup: Coup) -> str:
    total, drawn, against = _first_total(coup.banker), coup.banker.third, coup.player.third
    done = (
        f"Banker draws on {total} and gets {drawn.face}" if drawn else f"Banker stands on {total}"
    )
    if against is None:
        alone = _span(tableau.BANKER_DRAWS_ALONE)
        return f"{done}: as Player stood, it draws on {alone} and stands on 6 or 7."
    cards = tableau.BANKER_DRAWS[total]
    if len(cards) in (0, 10):
        return f"{done}, whatever Player's third card is."
    return (
        f"{done}: with {total} it draws when Player's third card counts {_span(cards)}, "
        f"and {against.face} counts {against.points}."
    )


def _first_total(hand: Hand) -> int:
    return Hand(hand.cards[:2]).total


def _span(totals: frozenset[int]) -> str:
    """Return totals as "0 to 5", "6 or 7", "0 to 7 or 9"."""
    runs: list[list[int]] = []
    for total in sorted(totals):
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(total) for total in run]
    return either(words)


def explain_bet(settlement: Settlement, line: Line) -> Sentence:
    """Return the result of a bet and why."""
    return Sentence(" ".join(_reasons(settlement, line)), tuple(dict.fromkeys(line.rules)))


def _reasons(settlement: Settlement, line: Line) -> Iterator[str]:
    money = settlement.money
    if line.cause in _HANDED_BACK:
        yield _HANDED_BACK[line.cause]
        return
    says = line.says or _needs(settlement, line)
    says = says[0].upper() + says[1:]
    match line.outcome:
        case Outcome.WIN if line.cause is Cause.EXHAUSTED:
            yield f"{says}: it is paid {money(line.profit)} at {line.odds}."
        case Outcome.WIN:
            yield f"{says}: {money(line.in_action)} wins {money(line.profit)} at {line.odds}."
        case Outcome.LOSE:
            yield f"{says}: {money(line.in_action)} is lost."
        case Outcome.PUSH:
            yield f"{says}: the bet is returned."
        case Outcome.RETURNED:
            yield "Nothing of the bet was in action: it is returned."
    if line.rounding is not None:
        lost = written(settlement.round.unit.exact(line.rounding))
        yield f"The win was rounded down to the unit, by {lost}."
    match line.cause:
        case Cause.PRO_RATA:
            yield _pro_rata(settlement, line)
        case Cause.PROTECTED:
            yield "Pro rata took nothing off it: no share goes below the minimum."
        case Cause.EXHAUSTED:
            yield _exhausted(settlement, line)
        case Cause.BELOW_MINIMUM:
            kind = settlement.round.game.bets[line.bet.kind]
            least = money(settlement.round.limits.least(kind, line.bet.box))
            yield f"It was below the minimum of {least} and stood as it lay."


_HANDED_BACK = {
    Cause.REFUNDED: "It was taken back after bets were closed: nothing of it was in action.",
    Cause.UNINSURED: "Insurance was not offered and would have won: the bet is given back.",
}


def _needs(settlement: Settlement, line: Line) -> str:
    """Return why a bet is lost: the result, or what a side bet would have needed."""
    kind = settlement.round.game.bets[line.bet.kind]
    if kind.main:
        return settlement.round.coup.result
    wins = [pays.says for pays in kind.pays if not pays.odds.is_push]
    return f"{kind.name} wins only if {either(wins)}"


def written(ratio: Fraction) -> str:
    """Return an exact ratio as a decimal where it has one."""
    for decimals in range(12):
        scaled = ratio * 10**decimals
        if scaled.denominator == 1:
            return Unit(1, decimals).write(scaled.numerator)
    return str(ratio)


def _pro_rata(settlement: Settlement, line: Line) -> str:
    limits, bet, money = settlement.round.limits, line.bet, settlement.money
    between, names = settlement.round.game.limits.between, settlement.round.game.names
    most = limits.differential_of(bet.box)
    assert most is not None, "a bet is cut only where there is a differential"
    assert between is not None, "and between two bets"
    sides = " and ".join(names[kind] for kind in between)
    place = f"box {bet.box}" if limits.scope is Scope.BOX else "the table"
    part = f"{money(line.in_action)} of {money(bet.amount)} was in action, the rest is handed back."
    return (
        f"When bets were closed, {sides} on {place} differed by more than {money(most)}"
        f"{f': {part}' if line.in_action else '.'}"
    )


def _exhausted(settlement: Settlement, line: Line) -> str:
    dealer = settlement.round.player_dealer
    assert dealer is not None, "only a player-dealer's wager is exhausted"
    wager, money = settlement.money(dealer.wager), settlement.money
    match line.outcome:
        case Outcome.RETURNED:
            return f"The player-dealer's wager of {wager} was used up before its turn came."
        case Outcome.LOSE:
            left = f"the other {money(line.back)} goes back"
        case _:
            assert line.odds is not None
            left = f"{money(line.odds.pay(line.bet.amount)[0])} would have been due"
    return f"The player-dealer's wager of {wager} ran out at this bet: {left}."


def explained(settlement: Settlement, round_id: str | int | None) -> dict[str, Any]:
    """Return a settlement with its sentences as JSON."""
    written = write_settlement(settlement, round_id)
    written["play"] = [sentence._asdict() for sentence in explain_play(settlement)]
    for bet, line in zip(written["bets"], settlement.lines, strict=True):
        bet["why"] = explain_bet(settlement, line).text
    return written
