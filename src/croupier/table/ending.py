"""How a round ends: settled, or void."""

from __future__ import annotations

from dataclasses import replace

from croupier.coup import Coup
from croupier.errors import Code, Refused
from croupier.settlement import Outcome, Settlement
from croupier.settlement import settle as settle_round
from croupier.settlement.writing import write_settlement
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.draft import Draft
from croupier.table.floor import begin_shoe, end_shoe
from croupier.table.position import after_hand, after_void
from croupier.table.state import Table
from croupier.table.words import Json, Phase, ShoeKind, Units


def settlement_of(table: Table, coup: Coup | None = None) -> Settlement:
    """Settle the round on the table; bets given back under 5.13 count as returned."""
    settlement = settle_round(table.as_round(coup))
    if not table.returned:
        return settlement
    rule = table.game.procedures["insurance_not_offered"].rules
    lines, net, house = [], dict(settlement.net), settlement.house
    for line in settlement.lines:
        if line.bet.id in table.returned:
            net[line.bet.patron] -= line.profit
            house += line.profit
            line = line._replace(
                outcome=Outcome.RETURNED,
                in_action=0,
                odds=None,
                profit=0,
                rules=rule,
                rounding=None,
            )
        lines.append(line)
    return replace(settlement, lines=tuple(lines), net=net, house=house)


def answer_of(table: Table) -> Json:
    """Write what `croupier settle` would print for the round on the table."""
    return write_settlement(settlement_of(table), table.round)


def void(draft: Draft, reason: str, rule: str | None) -> None:
    """End the round without a result: everything goes back."""
    table = draft.table
    returned: dict[str, Units] = {}
    for bet in table.bets:
        if bet.id not in table.returned:
            returned[bet.patron] = Units(returned.get(bet.patron, 0) + bet.amount)
    draft.emit(e.RoundVoided(table.round, reason, returned, rule or draft.cite("void")))
    after_void(draft)
    _shuffle_again(draft)


def void_round(draft: Draft, command: c.VoidRound) -> None:
    """Void by the decision of the house."""
    if draft.table.phase is Phase.IDLE:
        raise Refused(Code.WRONG_PHASE, "no round is running")
    void(draft, command.reason, draft.cite("void"))


def finish(draft: Draft) -> None:
    """Pay and collect, pass the position on, shuffle where the shoe is continuous."""
    draft.emit(e.RoundSettled(answer_of(draft.table)))
    after_hand(draft)
    _shuffle_again(draft)


def _shuffle_again(draft: Draft) -> None:
    """Put the cards back into a continuous shuffler; an order that was given goes on instead."""
    shoe = draft.table.shoe
    if draft.setup.shoe is ShoeKind.SHUFFLER and shoe is not None and not shoe.fixed:
        end_shoe(draft, "the cards go back")
        begin_shoe(draft)
