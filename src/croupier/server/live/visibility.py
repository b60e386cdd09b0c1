"""Who sees what: events and states cut down to what a role may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.coup import Side
from croupier.game.model import Role
from croupier.table import Phase, Table
from croupier.table.decide.bet_limits import rejections
from croupier.table.events import EVENTS, Audience
from croupier.table.squeeze import highest, may_squeeze
from croupier.table.state import Setup
from croupier.table.state_view import write_bets, write_state

PRIVATE = frozenset(n for n, kind in EVENTS.items() if kind.seen_by is Audience.PATRON)
"""Events about one patron's money: the patron and the staff see them."""

STAFF_ONLY = frozenset(n for n, kind in EVENTS.items() if kind.seen_by is Audience.STAFF)
"""Events about the house's money."""

OF_ONE = frozenset(n for n, kind in EVENTS.items() if kind.concerns_one)
"""Events that change nobody's chips except those of the patron whom they name, if any."""

_COVERED = {n: kind.staff_fields for n, kind in EVENTS.items() if kind.staff_fields}
"""Fields of other events that are about the house's money, or a patron's debt."""

_HOUSE_STATE = ("balances", "house", "fees", "float", "owed", "excess", "asked", "case")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who watches: a patron by name, a guest without one, or the staff."""

    name: str | None = None
    staff: bool = False


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as it is stored, with its number, its time and who brought it about."""

    number: int
    at: str
    by: str
    event: Mapping[str, Any]

    @property
    def owner(self) -> str | None:
        """The patron who alone sees it, if it is about one patron's money."""
        return str(self.event.get("player")) if self.event["type"] in PRIVATE else None


def write_visible(stored: StoredEvent, viewer: Viewer) -> dict[str, Any] | None:
    """Return an event as somebody sees it; None if they do not see it."""
    event = stored.event
    # Not `number`: a card that is dealt has one of its own, which counts the cards of its hand.
    written = {"n": stored.number, "at": stored.at}
    if viewer.staff:
        return {**written, "by": stored.by, **event}
    kind = event["type"]
    if kind in STAFF_ONLY or stored.owner not in (None, viewer.name):
        return None
    covered = _COVERED.get(kind, ())
    return {**written, **{key: value for key, value in event.items() if key not in covered}}


def write_setup(setup: Setup) -> dict[str, Any]:
    """Return what a table was opened as: the same until its sign is changed."""
    return {
        "title": setup.game.title,
        "digest": setup.digest,
        "decks": setup.decks,
        "layout": setup.layout.key,
        "boxes": setup.layout.boxes,
        "unit": setup.unit.write(1),
        "enforcement": setup.enforcement.value,
        "shoe_kind": setup.shoe.value,
        "face_down": setup.face_down,
        "insured": setup.insurance,
        "fee_schedule": dict(setup.schedule),
        "kinds": list(setup.game.bets),
    }


def write_table(table: Table) -> dict[str, Any]:
    """Return the state of a table as the staff see it."""
    state = write_state(table, said=True)
    if table.setup is None:
        return state
    coup = table.coup if table.cards else None
    first = highest(table)
    return {
        **state,
        "totals": None
        if coup is None
        else {"player": coup.player.total, "banker": coup.banker.total},
        "squeezes": {side.value: name for side, name in table.squeezes.items()},
        "highest": first,
        "may_squeeze": [side.value for side in Side if first and may_squeeze(table, first, side)],
        "patrons": list(table.patrons),
        "excess": _excess(table),
        "asked": {
            side.value: name for side, name in table.asked.items() if may_squeeze(table, name, side)
        },
        "case": _case(table),
    }


def _excess(table: Table) -> list[dict[str, Any]]:
    """Return what would be handed back if the dealer rejected what is above the limits."""
    if table.phase is not Phase.BETTING:
        return []
    write = table.rules.unit.write
    return [
        {
            "bet": over.bet.id,
            "player": over.bet.patron,
            "box": over.bet.box,
            "kind": over.bet.kind,
            "amount": write(over.amount),
        }
        for over in rejections(table.rules, table.bets)
    ]


def _case(table: Table) -> dict[str, Any] | None:
    """Return the report that waits, with the cards that a decision puts into order."""
    case = table.case
    if case is None:
        return None
    ended = table.ended
    felt = [dealt.card for dealt in table.cards]
    if case.settled and ended is not None:
        felt = list(ended.round.coup.cards)
    return {
        "kind": case.kind,
        "does": case.does,
        "cards": [card.text for card in case.cards],
        "felt": [None if card is None else card.text for card in felt],
        "settled": case.settled,
    }


def covered(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a state that everybody at the table may know."""
    shown = {key: value for key, value in state.items() if key not in _HOUSE_STATE}
    steps = state.get("next", ())
    shown["next"] = [step for step in steps if step["role"] == Role.PLAYER.value]
    return shown


def write_after_bet(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Return what the answer to a command shows of the table while bets are open.

    The step that tells everybody may come a moment later.
    """
    if table.phase is not Phase.BETTING:
        return {}
    own = None if viewer.name is None else write_own(table, viewer.name)
    return {"state": {"bets": write_bets(table)}} | ({} if own is None else {"me": own})


def write_own(table: Table, name: str) -> dict[str, Any] | None:
    """Return what only the patron sees of a table: their chips; None if they never came to it."""
    if table.setup is None or name not in table.patrons:
        return None
    write = table.setup.unit.write
    return {
        "name": name,
        "balance": write(table.free(name)),
        "available": write(max(0, table.available(name))),
        "owed": write(table.owed.get(name, 0)),
        "boxes": [box for box, who in sorted(table.seats.items()) if who == name],
    }
