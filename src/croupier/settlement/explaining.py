"""A settled round in plain sentences: why each hand drew or stood, why each bet paid or did not."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, cast

from croupier import tableau
from croupier.conditions import say_any, simplest
from croupier.coup import Coup, Hand, Side, Winner
from croupier.facts import numbers
from croupier.game.model import POSITION_FEE, BetKind, Game, Rules
from croupier.money import Unit
from croupier.settlement.limits import Scope
from croupier.settlement.player_dealer import order_of_action
from croupier.settlement.round import Cause, Line, Outcome, Settlement
from croupier.settlement.settle_json import write_settlement
from croupier.tableau import Ground
from croupier.words import (
    ENGLISH,
    Amount,
    Message,
    Name,
    Text,
    Value,
    as_json,
    render,
    say,
    series,
)


class Sentence(NamedTuple):
    """Something that happened, and the paragraphs behind it."""

    said: Message
    rules: Rules

    @property
    def text(self) -> str:
        """The sentence in English."""
        return str(self.said)


def title_of(game: Game, rule: str) -> Value:
    """Return a citation as people read it: "5.6", "tiger 5.6", "Payouts: Banker"."""
    own = game.paragraphs.get(rule)
    return rule if own is None else Text(own.texts)


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
    result = Sentence(say("explaining.result", result=coup.said), rules)
    return (*drawn, result, *_bank(settlement))


def _bank(settlement: Settlement) -> Iterator[Sentence]:
    """Yield the player-dealer's wager, the order of action, and the fees."""
    round_ = settlement.round
    dealer, bank = round_.player_dealer, round_.game.bank
    if dealer is None:
        return
    order = [bet.id for bet in order_of_action(round_, dealer)]
    said = say(
        "explaining.banks",
        patron=dealer.patron,
        seat=dealer.seat,
        wager=_amount(settlement, dealer.wager),
        order=series(order) if order else say("explaining.no_bets"),
    )
    yield Sentence(said, (*bank.order_rules, *bank.coverage))
    if settlement.fees:
        fees = series(_fee(settlement, key, fee) for key, fee in round_.fees.items())
        total = _amount(settlement, settlement.fees)
        if any(bet.returned for bet in round_.bets):
            said = say("explaining.fees_but_returned", fees=fees, total=total)
        else:
            said = say("explaining.fees", fees=fees, total=total)
        yield Sentence(said, bank.fees)


def _fee(settlement: Settlement, key: str, fee: int) -> Message:
    amount = _amount(settlement, fee)
    if key == POSITION_FEE:
        return say("explaining.fee_position", fee=amount)
    return say("explaining.fee_bet", fee=amount, bet=Name("fee", key))


def _amount(settlement: Settlement, units: int) -> Amount:
    return Amount(settlement.money(units))


def _natural(coup: Coup) -> Message:
    player, banker = coup.player, coup.banker
    if player.is_natural and banker.is_natural:
        return say("explaining.natural_both", player=player.total, banker=banker.total)
    side, hand = (Side.PLAYER, player) if player.is_natural else (Side.BANKER, banker)
    return say("explaining.natural", hand=Name("hand", side.value), total=hand.total)


def _player(coup: Coup) -> Message:
    total, third = _first_total(coup.player), coup.player.third
    draws = numbers(tableau.PLAYER_DRAWS)
    if third is None:
        return say("explaining.player_stands", total=total, draws=draws)
    return say("explaining.player_draws", total=total, draws=draws, card=third.face)


def _banker(coup: Coup) -> Message:
    total, drawn, against = _first_total(coup.banker), coup.banker.third, coup.player.third
    if drawn:
        done = say("explaining.banker_draws", total=total, card=drawn.face)
    else:
        done = say("explaining.banker_stands", total=total)
    if against is None:
        return say("explaining.banker_alone", done=done, draws=numbers(tableau.BANKER_DRAWS_ALONE))
    cards = tableau.BANKER_DRAWS[total]
    if len(cards) in (0, 10):
        return say("explaining.banker_always", done=done)
    return say(
        "explaining.banker_by_card",
        done=done,
        total=total,
        cards=numbers(cards),
        card=against.face,
        points=against.points,
    )


def _first_total(hand: Hand) -> int:
    return Hand(hand.cards[:2]).total


def explain_bet(settlement: Settlement, line: Line) -> Sentence:
    """Return the result of a bet and why."""
    reasons = list(_reasons(settlement, line))
    said = reasons[0]
    if len(reasons) > 1:
        said = say("plain.text", text=series(reasons, "sentences"))
    return Sentence(said, tuple(dict.fromkeys(line.rules)))


def _reasons(settlement: Settlement, line: Line) -> Iterator[Message]:
    if line.cause in _HANDED_BACK:
        yield _HANDED_BACK[line.cause]
        return
    yield _outcome(settlement, line)
    if line.rounding is not None:
        lost = written(settlement.round.unit.exact(abs(line.rounding)))
        way = "rounded" if line.rounding > 0 else "rounded_up"
        yield say(f"explaining.{way}", lost=Amount(lost))
    if line.capped:
        due = _amount(settlement, line.profit + line.capped)
        most = _amount(settlement, line.profit)
        yield say("explaining.capped", due=due, most=most)
    match line.cause:
        case Cause.PRO_RATA:
            yield _pro_rata(settlement, line)
        case Cause.PROTECTED:
            yield say("explaining.protected")
        case Cause.EXHAUSTED:
            yield _exhausted(settlement, line)
        case Cause.BELOW_MINIMUM:
            kind = settlement.round.game.bets[line.bet.kind]
            least = settlement.round.limits.least(kind, line.bet.box)
            yield say("explaining.below_minimum", least=_amount(settlement, least))


def _outcome(settlement: Settlement, line: Line) -> Message:
    """Return what became of a bet, after what decided it."""
    says = _needs(settlement, line) if line.said is None else line.said
    stake, profit = _amount(settlement, line.in_action), _amount(settlement, line.profit)
    match line.outcome:
        case Outcome.WIN if line.cause is Cause.EXHAUSTED:
            return say("explaining.paid", says=says, profit=profit, odds=str(line.odds))
        case Outcome.WIN:
            odds = str(line.odds)
            return say("explaining.wins", says=says, stake=stake, profit=profit, odds=odds)
        case Outcome.LOSE if line.odds is not None:
            lost = _amount(settlement, -line.profit)
            return say("explaining.partly_lost", says=says, stake=stake, lost=lost)
        case Outcome.LOSE:
            return say("explaining.lost", says=says, stake=stake)
        case Outcome.PUSH:
            return say("explaining.pushed", says=says)
        case Outcome.RETURNED:
            return say("explaining.not_in_action")


_HANDED_BACK = {
    Cause.REFUNDED: say("explaining.taken_back"),
    Cause.UNINSURED: say("explaining.uninsured"),
}


def _needs(settlement: Settlement, line: Line) -> Message:
    """Return why a bet is lost: the result, or what a side bet would have needed."""
    game = settlement.round.game
    kind = game.bets[line.bet.kind]
    return settlement.round.coup.said if kind.main else say_wins(kind, game.bet_name(kind.key))


def say_wins(kind: BetKind, bet: Name) -> Message:
    """Return when a bet wins: "Dragon Bonus wins when Banker wins with a natural, or by 4 points".

    What the file says is used as it is. What is made from facts is made for all lines together.
    """
    lines = [line for line in kind.pays if line.odds.profit > 0]
    texts: list[Value] = [line.said for line in lines if isinstance(line.said, Text)]
    made = simplest(
        terms for line in lines if not isinstance(line.said, Text) for terms in line.when.ways
    )
    if len(texts) + len(made) > 1 and (made or any(_is_compound(str(text)) for text in texts)):
        wins = series([*texts, *([say_any(made)] if made else [])], "or_else")
        return say("explaining.wins_when", bet=bet, wins=wins)
    wins = series([*texts, *map(say_any, [made] if made else [])], "or")
    return say("explaining.wins_only_if", bet=bet, wins=wins)


def _is_compound(text: str) -> bool:
    """Return True if "or" after this text could be taken for a part of it."""
    return "," in text or " or " in text or " and " in text


def written(ratio: Fraction) -> str:
    """Return an exact ratio as a decimal where it has one."""
    for decimals in range(12):
        scaled = ratio * 10**decimals
        if scaled.denominator == 1:
            return Unit(1, decimals).write(scaled.numerator)
    return str(ratio)


def _pro_rata(settlement: Settlement, line: Line) -> Message:
    limits, bet, game = settlement.round.limits, line.bet, settlement.round.game
    between, most = game.limits.between, limits.differential_of(bet.box)
    assert most is not None, "a bet is cut only where there is a differential"
    assert between is not None, "and between two bets"
    one, other = (game.bet_name(kind) for kind in between)
    by_box = limits.scope is Scope.BOX
    place = say("explaining.at_box", box=bet.box) if by_box else say("explaining.at_table")
    least = _amount(settlement, most)
    if not line.in_action:
        return say("explaining.differed", one=one, other=other, place=place, most=least)
    return say(
        "explaining.differed_part",
        one=one,
        other=other,
        place=place,
        most=least,
        part=_amount(settlement, line.in_action),
        amount=_amount(settlement, bet.amount),
    )


def _exhausted(settlement: Settlement, line: Line) -> Message:
    dealer = settlement.round.player_dealer
    assert dealer is not None, "only a player-dealer's wager is exhausted"
    wager = _amount(settlement, dealer.wager)
    match line.outcome:
        case Outcome.RETURNED:
            return say("explaining.used_up", wager=wager)
        case Outcome.LOSE:
            left = _amount(settlement, line.back)
            return say("explaining.ran_out_lost", wager=wager, left=left)
        case _:
            assert line.odds is not None
            kind = settlement.round.game.bets[line.bet.kind]
            profit = line.odds.pay(line.bet.amount, up=kind.rounds_up)[0]
            if kind.cap is not None:
                profit = min(profit, settlement.round.unit.floor(kind.cap))
            due = _amount(settlement, profit)
            return say("explaining.ran_out_won", wager=wager, due=due)


def explained(
    settlement: Settlement,
    round_id: str | int | None,
    language: str = ENGLISH,
    *,
    with_said: bool = False,
) -> dict[str, Any]:
    """Return a settlement with its sentences as JSON; `with_said` adds each one as a message."""
    written = cast("dict[str, Any]", write_settlement(settlement, round_id))
    written["play"] = [
        {"text": render(each.said, language), "rules": each.rules}
        | ({"said": as_json(each.said)} if with_said else {})
        for each in explain_play(settlement)
    ]
    for bet, line in zip(written["bets"], settlement.lines, strict=True):
        said = explain_bet(settlement, line).said
        bet["why"] = render(said, language)
        if with_said:
            bet["said"] = as_json(said)
    return written
