"""Insurance that was neglected in the last round, as far as the log can tell (5.13).

A table offers insurance by itself when the cards of a stage are seen, and the next card ends the
offer. So it was neglected where somebody reported so, where an offer was ended by a person before
anybody could answer, or where nothing was offered though the cards called for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from croupier.coup import Side
from croupier.errors import CroupierError
from croupier.game.model import Role, Stage
from croupier.server.live import state_types as t
from croupier.server.live.visibility import StoredEvent
from croupier.settlement import Bet
from croupier.table import Actor, Phase, Table, carry_out
from croupier.table.commands import ReturnUninsured
from croupier.table.vocabulary import AUTOMATIC_DEALER, Stake

CHANCE = timedelta(seconds=2)
"""An offer that a person ended earlier was none: nobody can hear it and answer."""

_TRIED_BY = Actor(Role.PIT_MANAGER, "house:neglected")


class Why(StrEnum):
    """How insurance was neglected."""

    REPORTED = "reported"
    HURRIED = "hurried"
    NOT_OFFERED = "not_offered"


class Lapse(NamedTuple):
    """A bet that may be given back: neglected insurance on it would have won."""

    bet: Bet
    stage: Stage
    hand: Side
    why: Why


@dataclass(frozen=True, slots=True)
class RoundOffers:
    """When insurance was offered and closed in a round, and whether its neglect was reported."""

    round: int = 0
    offered: Mapping[str, str] = field(default_factory=dict)
    """By stage, the moment of the last offer."""
    hurried: frozenset[str] = frozenset()
    reported: bool = False

    def after(self, stored: StoredEvent) -> RoundOffers:
        """Return the offers after an event; most events change nothing."""
        event = stored.event
        match event["type"]:
            case "bets_opened":
                return RoundOffers(event["round"])
            case "insurance_offered":
                # Offered anew, after a card was put right: only the last offer counts.
                stage = event["stage"]
                offered = {**self.offered, stage: stored.at}
                return replace(self, offered=offered, hurried=self.hurried - {stage})
            case "insurance_closed":
                return self._closed(event["stage"], stored)
            case "irregularity_reported" if event["kind"] == "insurance_not_offered":
                return replace(self, reported=self.reported or event["round"] == self.round)
        return self

    def _closed(self, stage: str, stored: StoredEvent) -> RoundOffers:
        since = self.offered.get(stage)
        by_machine = stored.by.partition(":")[2] == AUTOMATIC_DEALER
        if since is None or by_machine:
            return self
        if datetime.fromisoformat(stored.at) - datetime.fromisoformat(since) >= CHANCE:
            return self
        return replace(self, hurried=self.hurried | {stage})

    def why(self, stage: Stage) -> Why | None:
        """Return how insurance of a stage was neglected; None if it was not."""
        if self.reported:
            return Why.REPORTED
        if stage.value not in self.offered:
            return Why.NOT_OFFERED
        return Why.HURRIED if stage.value in self.hurried else None


def lapses(table: Table, offers: RoundOffers) -> Iterator[Lapse]:
    """Yield the bets of the last round that `return_uninsured` would give back for neglect."""
    ended = table.ended if table.phase is Phase.IDLE else None
    if table.setup is None or table.game.insurance is None or not table.open:
        return
    if table.phase is Phase.COMPLETE:
        number, bets = table.round, table.bets
    elif ended is not None:
        number, bets = ended.number, ended.round.bets
    else:
        return
    if number != offers.round:
        return
    for kind in table.game.insurance.kinds.values():
        for stage in Stage:
            why = offers.why(stage)
            if why is None:
                continue
            for bet in bets:
                if bet.kind == kind.original and _is_due(table, bet, stage, kind.insures):
                    yield Lapse(bet, stage, kind.insures, why)


def _is_due(table: Table, bet: Bet, stage: Stage, hand: Side) -> bool:
    """Return True if the smallest insurance that was meant would give the bet back.

    The table itself is asked, so that nothing is listed that it would refuse.
    """
    meant = ReturnUninsured(bet.patron, stage, hand, Stake(1), bet.box)
    try:
        carry_out(table, meant, _TRIED_BY)
    except CroupierError:
        return False
    return True


def write_neglected(table: Table, offers: RoundOffers) -> t.Neglected | None:
    """Return neglected insurance as the staff see it; None if there is none to decide about."""
    found = list(lapses(table, offers))
    if not found:
        return None
    write = table.rules.unit.write
    return {
        "round": offers.round,
        "bets": [
            {
                "bet": lapse.bet.id,
                "player": lapse.bet.patron,
                "box": lapse.bet.box,
                "kind": lapse.bet.kind,
                "amount": write(lapse.bet.amount),
                "stage": lapse.stage,
                "hand": lapse.hand,
                "why": lapse.why.value,
            }
            for lapse in found
        ],
    }
