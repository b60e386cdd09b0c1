"""The status of each bet before the coup is complete: won, lost, returned, or still open.

It is found by trying every way the coup can still end, not from a list of cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from croupier.cards import Card
from croupier.coup import Coup
from croupier.game.coup_endings import endings
from croupier.game.model import Game
from croupier.settlement.settling import Verdict, verdicts


class Status(StrEnum):
    """The status of a bet before the coup is complete."""

    WON = "won"
    """It wins whatever comes; the amount may still be open."""
    LOST = "lost"
    RETURNED = "returned"
    OPEN = "open"


def statuses(game: Game, coup: Coup) -> Mapping[str, Status]:
    """Return the status of each bet that the layout offers, placed or not."""
    thirds = tuple(card.points for card in coup.cards[4:])
    return statuses_of(game, coup.player.cards[:2], coup.banker.cards[:2], thirds)


def statuses_of(
    game: Game, player: tuple[Card, ...], banker: tuple[Card, ...], thirds: tuple[int, ...] = ()
) -> Mapping[str, Status]:
    """Return the statuses, given the known first cards of each hand and the points of third cards.

    Cards that lie face down are not known.
    """
    seen: dict[str, Status] = {}
    for values in endings(game.facts, player, banker, thirds):
        for key, verdict in verdicts(game, values).items():
            status = _status(verdict)
            if seen.setdefault(key, status) is not status:
                seen[key] = Status.OPEN
        if all(status is Status.OPEN for status in seen.values()):
            break
    return seen


def is_established(statuses: Mapping[str, Status]) -> bool:
    """Return True if some bet on offer is certainly won or certainly lost."""
    return any(status in (Status.WON, Status.LOST) for status in statuses.values())


def _status(verdict: Verdict) -> Status:
    if verdict.odds is None:
        return Status.LOST
    return Status.RETURNED if verdict.odds.is_push else Status.WON
