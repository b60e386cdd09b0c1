"""What insurance is on offer, from the cards that are seen."""

from __future__ import annotations

from croupier.coup import Coup
from croupier.game.model import Offer, Stage
from croupier.table.state import Table
from croupier.table.vocabulary import Phase

SEEN = {Stage.FOUR_CARDS: 4, Stage.PLAYER_THIRD: 5}
"""How many cards are seen when insurance is taken at a stage."""


def stage_of(coup: Coup) -> Stage | None:
    """Return the stage of insurance that the cards have reached, even if nothing is on offer."""
    if len(coup.cards) == 4:
        return Stage.FOUR_CARDS
    if len(coup.cards) == 5 and coup.player.third is not None:
        return Stage.PLAYER_THIRD
    return None


def offers(table: Table) -> dict[str, Offer]:
    """Return the offers of insurance that are open now, by kind; none if the next card is known.

    Somebody who knows the next card would insure without a risk (5.3 of `insurance`).
    """
    return {} if table.next_known else offers_by_cards(table)


def offers_by_cards(table: Table) -> dict[str, Offer]:
    """Return the offers of the pay table for the cards dealt, the next card known or not."""
    setup = table.rules
    insurance, coup = setup.game.insurance, table.coup
    if insurance is None or not setup.insurance or table.phase is not Phase.DEALING:
        return {}
    if coup is None or coup.is_complete or table.case is not None:
        return {}
    stage = stage_of(coup)
    if stage is None or (stage is Stage.PLAYER_THIRD and table.waived):
        return {}
    totals = (stage, coup.player.total, coup.banker.total)
    found = {key: kind.offers.get(totals) for key, kind in insurance.kinds.items()}
    return {key: offer for key, offer in found.items() if offer is not None}
