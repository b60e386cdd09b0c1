"""What folding events needs in more than one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from croupier.cards import Card
from croupier.game.model import Stage
from croupier.table import event as e
from croupier.table.face_down import by_place
from croupier.table.insurance_offers import SEEN
from croupier.table.state import ShoeState, Table
from croupier.table.vocabulary import Phase

Folds = Mapping[type[e.Event], Callable[[Table, Any], Table]]
"""How each event changes a table."""


def shoe_of(table: Table) -> ShoeState:
    """Give the shoe of a table that has one."""
    assert table.shoe is not None, "there is a shoe"
    return table.shoe


def count(seen: Mapping[Card, int], card: Card, by: int) -> dict[Card, int]:
    """Count a card as seen, or as not seen after all."""
    return {**seen, card: seen.get(card, 0) + by}


def going(table: Table) -> Phase:
    """Say where a round goes on that nothing holds up: bets, cards to come, or none any more."""
    if not table.charged:
        return Phase.BETTING
    return Phase.COMPLETE if table.done else Phase.DEALING


def progress(table: Table) -> Table:
    """Note whether the coup is complete, now that its cards have changed."""
    return replace(table, phase=going(table))


def relaid(before: Table, after: Table) -> Table:
    """Return the table without insurance that was taken back and whose cards are others now.

    It has been handed back, and by the cards as they lie it was never on offer.
    """
    if not after.lay:
        return after
    lay = tuple(
        bet
        for bet in after.lay
        if bet.stage is None or _first(before, bet.stage) == _first(after, bet.stage)
    )
    return replace(after, lay=lay)


def _first(table: Table, stage: Stage) -> list[Card | None]:
    """Return the cards that insurance is taken on."""
    return [dealt.card for dealt in sorted(table.cards, key=by_place)[: SEEN[stage]]]


def same(table: Table, _: e.Event) -> Table:
    """Keep the table as it is: what happened changes no more than the money."""
    return table
