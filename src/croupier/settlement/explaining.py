"""A settled round in plain sentences: why each hand drew or stood, why each bet paid or did not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier import tableau
from croupier.coup import Coup, Hand, Winner
from croupier.facts import either
from croupier.game.model import Rules
from croupier.settlement.coverage import order_of_action
from croupier.settlement.limits import Scope
from croupier.settlement.round import Cause, Line, Outcome, Settlement
from croupier.tableau import Ground


class Sentence(NamedTuple):
    """Something that happened, and the paragraphs behind it."""

    text: str
    rules: Rules


def explain_play(settlement: Settlement) -> tuple[Sentence, ...]:
    """Say why Player drew or stood, why Banker did, who won, and who banked."""
    play, coup = settlement.round.game.play, settlement.round.coup
    player, banker = coup.player_decision, coup.banker_decision
    if player.ground is Ground.NATURAL:
        drawn = [Sentence(_natural(coup), play.draw[Ground.NATURAL])]
    else:
        drawn = [
            Sentence(_player(coup), play.draw[player.ground]),
            Sentence(_banker(coup), play.draw[banker.ground]),
        ]
    rules = play.tie if coup.winner is Winner.TIE else play.winner
    return (*drawn, Sentence(f"{coup.result}.", rules), *_bank(settlement))


def _bank(settlement: Settlement) -> Iterator[Sentence]:
    """Say with what a player-dealer banked, and in which order the wagers were acted on."""
    round_ = settlement.round
    dealer = round_.player_dealer
    if dealer is not None:
        order = ", ".join(bet.id for bet in order_of_action(round_, dealer)) or "no bets"
        wager = settlement.money(dealer.wager)
        yield Sentence(
            f"{dealer.patron} banks from seat {dealer.seat} with {wager}; "
            f"order of action: {order}.",
            (*round_.game.bank.order_rules, *round_.game.bank.coverage),
        )


def _natural(coup: Coup) -> str:
    hands = (("Player", coup.player), ("Banker", coup.banker))
    has = " and ".join(f"{name} has {hand.total}" for name, hand in hands if hand.is_natural)
    return f"{has} on two cards, a natural: nobody draws."


def _player(coup: Coup) -> str:
    total, third = _first_total(coup.player), coup.player.third
    if third is None:
        return f"Player stands on {total}; it would draw on {_span(tableau.PLAYER_DRAWS)}."
    return f"Player draws on {total}, as on {_span(tableau.PLAYER_DRAWS)}, and gets {third}."


def _banker(coup: Coup) -> str:
    total, drawn, against = _first_total(coup.banker), coup.banker.third, coup.player.third
    done = f"Banker draws on {total} and gets {drawn}" if drawn else f"Banker stands on {total}"
    if against is None:
        alone = _span(tableau.BANKER_DRAWS_ALONE)
        return f"{done}: as Player stood, it draws on {alone} and stands on 6 or 7."
    cards = tableau.BANKER_DRAWS[total]
    if len(cards) in (0, 10):
        return f"{done}, whatever Player's third card is."
    return (
        f"{done}: with {total} it draws when Player's third card counts {_span(cards)}, "
        f"and {against} counts {against.points}."
    )


def _first_total(hand: Hand) -> int:
    return Hand(hand.cards[:2]).total


def _span(totals: frozenset[int]) -> str:
    """Write totals as "0 to 5", "6 or 7", "0 to 7 or 9"."""
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
    """Say what became of a bet and why."""
    return Sentence(" ".join(_reasons(settlement, line)), tuple(dict.fromkeys(line.rules)))


def _reasons(settlement: Settlement, line: Line) -> Iterator[str]:
    money = settlement.money
    says = line.says or settlement.round.coup.result
    match line.outcome:
        case Outcome.WIN:
            yield f"{says}: {money(line.in_action)} wins {money(line.profit)} at {line.odds}."
        case Outcome.LOSE:
            yield f"{says}: {money(line.in_action)} is lost."
        case Outcome.PUSH:
            yield f"{says}: the bet is returned."
        case Outcome.RETURNED:
            yield f"{says}, but nothing of the bet was in action: it is returned."
    if line.rounding is not None:
        lost = settlement.round.unit.exact(line.rounding)
        yield f"The win was rounded down to the unit, by {lost}."
    match line.cause:
        case Cause.PRO_RATA:
            yield _pro_rata(settlement, line)
        case Cause.EXHAUSTED:
            yield _exhausted(settlement, line)
        case Cause.BELOW_MINIMUM:
            kind = settlement.round.game.bets[line.bet.kind]
            least = money(settlement.round.limits.least(kind, line.bet.box))
            yield f"It was below the minimum of {least} and stood as it lay."


def _pro_rata(settlement: Settlement, line: Line) -> str:
    limits, bet = settlement.round.limits, line.bet
    place = f"box {bet.box}" if limits.scope is Scope.BOX else "the table"
    most = limits.differential_of(bet.box)
    assert most is not None, "a bet is cut only where there is a differential"
    return (
        f"Bets on {place} differed by more than {settlement.money(most)} when they were closed: "
        f"{settlement.money(line.in_action)} of {settlement.money(bet.amount)} was in action, "
        "the rest is handed back."
    )


def _exhausted(settlement: Settlement, line: Line) -> str:
    dealer = settlement.round.player_dealer
    assert dealer is not None, "only a player-dealer's wager is exhausted"
    wager = settlement.money(dealer.wager)
    if line.outcome is Outcome.RETURNED:
        return f"The player-dealer's wager of {wager} was used up before its turn came."
    return (
        f"The player-dealer's wager of {wager} ran out at this bet: it covered "
        f"{settlement.money(line.in_action)} of {settlement.money(line.bet.amount)}."
    )
