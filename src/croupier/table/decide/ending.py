"""How a round ends: settled, or void."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from croupier.coup import Coup
from croupier.settlement import Outcome, Settlement
from croupier.settlement import settle as settle_round
from croupier.settlement.answers import write_settlement
from croupier.settlement.round import Cause
from croupier.table import events as e
from croupier.table.decide.draft import Draft
from croupier.table.decide.floor import begin_shoe, end_shoe
from croupier.table.decide.player_dealer import after_hand, after_void
from croupier.table.state import Table
from croupier.table.vocabulary import Json, ShoeKind, Units


def settlement_of(table: Table, coup: Coup | None = None) -> Settlement:
    """Settle the round on the table; bets given back under 5.13 count as returned."""
    return given_back(settle_round(table.as_round(coup)), table.returned)


def given_back(settlement: Settlement, returned: Collection[str]) -> Settlement:
    """Return a settlement in which bets given back under 5.13 neither win nor lose."""
    if not returned:
        return settlement
    rule = settlement.round.game.procedures["insurance_not_offered"].rules
    lines, net, house = [], dict(settlement.net), settlement.house
    for line in settlement.lines:
        if line.bet.id in returned:
            net[line.bet.patron] -= line.profit
            house += line.profit
            line = line._replace(
                outcome=Outcome.RETURNED,
                in_action=0,
                odds=None,
                profit=0,
                rules=rule,
                cause=Cause.UNINSURED,
                rounding=None,
            )
        lines.append(line)
    return replace(settlement, lines=tuple(lines), net=net, house=house)


def answer_of(table: Table) -> Json:
    """Write what `croupier settle` would print for the round on the table."""
    return write_settlement(settlement_of(table), table.round)


SHOE_FAULTS = frozenset({"foreign_card", "card_shortage", "card_excess", "not_shuffled"})
"""Reports after which the shoe is out of play: its cards are not those that they should be."""


def void(draft: Draft, reason: str, rule: str | None, kind: str | None = None) -> None:
    """End the round without a result: every bet goes back. `kind` is what was reported, if so."""
    table = draft.table
    returned: dict[str, Units] = {}
    for bet in table.bets:
        if bet.id not in table.returned:
            returned[bet.patron] = Units(returned.get(bet.patron, 0) + bet.amount)
    out = True if kind in SHOE_FAULTS else None
    draft.emit(e.RoundVoided(table.round, reason, returned, rule or draft.cite("void"), kind, out))
    after_void(draft)
    _shuffle_again(draft)


def finish(draft: Draft) -> None:
    """Pay and collect, pass the position on, shuffle where the shoe is continuous."""
    draft.emit(e.RoundSettled(answer_of(draft.table)))
    after_hand(draft)
    _shuffle_again(draft)


def _shuffle_again(draft: Draft) -> None:
    """Put the cards back into a continuous shuffler; an order that was given goes on instead."""
    shoe = draft.table.shoe
    playable = shoe is not None and not shoe.fixed and shoe.fault is None
    if draft.setup.shoe is ShoeKind.SHUFFLER and playable:
        end_shoe(draft, "the cards go back")
        begin_shoe(draft)
