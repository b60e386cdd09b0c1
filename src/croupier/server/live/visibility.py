"""Who sees what: events and states cut down to what a role may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.coup import Side
from croupier.game.model import Role
from croupier.server.live import state_types as t
from croupier.table import Phase, Table
from croupier.table.decide.bet_limits import rejections
from croupier.table.decide.endings_and_rulings import answer_of
from croupier.table.decide.irregularities import choosers, procedure
from croupier.table.events import EVENTS, Audience
from croupier.table.events.betting import all_fees
from croupier.table.squeeze import highest, may_squeeze
from croupier.table.state import Case, Ended, Setup
from croupier.table.state_view import write_bets, write_state
from croupier.table.vocabulary import SHOE_FAULTS

MOST_CARDS = 6
"""A round takes no more: with so many left there is no want of cards."""

PRIVATE = frozenset(n for n, kind in EVENTS.items() if kind.seen_by is Audience.PATRON)
"""Events about one patron's money: the patron and the staff see them."""

STAFF_ONLY = frozenset(n for n, kind in EVENTS.items() if kind.seen_by is Audience.STAFF)
"""Events about the house's money."""

OF_ONE = frozenset(n for n, kind in EVENTS.items() if kind.concerns_one)
"""Events that change nobody's chips except those of the patron whom they name, if any."""

_COVERED = {n: kind.staff_fields for n, kind in EVENTS.items() if kind.staff_fields}
"""Fields of other events that are about the house's money, or a patron's debt."""

_HOUSE_STATE = (
    *("balances", "house", "fees", "float", "drop", "owed"),
    *("excess", "below", "asked", "case", "payable", "neglected"),
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who watches: a patron by name, a guest without one, or the staff."""

    name: str | None = None
    staff: bool = False


STAFF, PUBLIC = Viewer(staff=True), Viewer()


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


def write_setup(setup: Setup) -> t.Setup:
    """Return what a table was opened as: the same until its sign is changed."""
    return {
        "title": setup.game.title,
        "digest": setup.digest,
        "decks": setup.decks,
        "layout": setup.layout.key,
        "boxes": setup.layout.boxes,
        "unit": setup.unit.write(1),
        "enforcement": setup.enforcement,
        "shoe_kind": setup.shoe,
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
    first = highest(table)
    return {
        **state,
        "totals": _totals(table),
        "squeezes": {side.value: name for side, name in table.squeezes.items()},
        "highest": first,
        "may_squeeze": [side.value for side in Side if first and may_squeeze(table, first, side)],
        "patrons": list(table.patrons),
        "excess": _excess(table),
        "below": _below(table),
        "asked": {
            side.value: name for side, name in table.asked.items() if may_squeeze(table, name, side)
        },
        "case": _case(table),
        "payable": _payable(table),
    }


def _totals(table: Table) -> t.Totals | None:
    """Return the totals of the hands as they lie, also where they were dealt unevenly.

    None while no card is dealt, or one of them lies face down.
    """
    if not table.cards or table.hidden:
        return None
    points = dict.fromkeys((side.value for side in Side), 0)
    for dealt in table.cards:
        assert dealt.card is not None, "no card lies face down"
        points[dealt.hand.value] += dealt.card.points
    return {"player": points["player"] % 10, "banker": points["banker"] % 10}


def _excess(table: Table) -> list[t.OverLimit]:
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


def _below(table: Table) -> list[t.UnderMinimum]:
    """Return the bets under their minimum, and how much each lacks (5.2)."""
    if table.phase is not Phase.BETTING:
        return []
    setup = table.rules
    found = list[t.UnderMinimum]()
    for bet in table.bets:
        least = setup.limits.least(setup.game.bets[bet.kind], bet.box)
        if bet.amount < least:
            lacks = setup.unit.write(least - bet.amount)
            found.append({"bet": bet.id, "kind": bet.kind, "box": bet.box, "amount": lacks})
    return found


def _payable(table: Table) -> Mapping[str, Any] | None:
    """Return the settlement that paying the round now would store, while its cards still lie."""
    seen = table.phase is Phase.COMPLETE and table.case is None and table.coup is not None
    return answer_of(table) if seen and not table.hidden else None


def _case(table: Table) -> t.CaseShown | None:
    """Return the report that waits, with the facts for whoever decides about it."""
    case = table.case
    if case is None:
        return None
    ended = table.ended if case.settled else None
    felt = [dealt.card for dealt in table.cards] if ended is None else list(ended.round.coup.cards)
    known = procedure(table.game, case.kind)
    # After payment nobody chooses: the round is settled anew, undone, or stands.
    mended, as_it_lies = (
        () if case.settled else choosers(table, known, reconstructed=right)
        for right in (True, False)
    )
    return {
        "kind": case.kind,
        "does": case.does,
        "cards": [card.text for card in case.cards],
        "felt": [None if card is None else card.text for card in felt],
        "settled": case.settled,
        "round": table.round if ended is None else ended.number,
        "established": None if case.settled else table.established,
        "choose": {"mended": list(mended), "as_it_lies": list(as_it_lies)},
        "bets": write_bets(table) if ended is None else _paid_bets(table, ended),
        "if_void": _if_void(table, ended, settled=case.settled),
        "shoe_out": case.kind in SHOE_FAULTS and table.shoe is not None,
        "count": _count(table, case),
    }


def _paid_bets(table: Table, ended: Ended) -> list[t.PaidBet]:
    """Return the bets of the round that was paid, with what each won or lost."""
    write = table.rules.unit.write
    return [
        {
            "id": bet.id,
            "player": bet.patron,
            "box": bet.box,
            "bet": bet.kind,
            "amount": write(bet.amount),
            "standing": bet.standing,
            "profit": write(ended.profits[bet.id]),
        }
        for bet in ended.round.bets
        if not bet.returned
    ]


def _if_void(table: Table, ended: Ended | None, *, settled: bool) -> dict[str, str]:
    """Return what each patron would get back, or give back, if the round were void."""
    write, due = table.rules.unit.write, dict[str, int]()
    if ended is not None:
        due = {name: -net for name, net in ended.net.items()}
        for bet in ended.round.bets:
            if bet.id in ended.returned:
                # What was lost on it has been given back already.
                due[bet.patron] += min(ended.profits[bet.id], 0)
    elif not settled:
        for bet in table.bets:
            if bet.id not in table.returned:
                due[bet.patron] = due.get(bet.patron, 0) + bet.amount
        for name, fee in (all_fees(table) if table.charged else {}).items():
            due[name] = due.get(name, 0) + fee
    return {name: write(amount) for name, amount in due.items() if amount}


def _count(table: Table, case: Case) -> t.ShoeCount | None:
    """Return what the shoe should hold by our count, and how often the cards named were seen."""
    shoe = table.shoe
    if shoe is None:
        return None
    return {
        "cards": shoe.cards,
        "burned": shoe.burned,
        "out": shoe.out,
        "left": shoe.left,
        "decks": table.rules.decks,
        "seen": {card.text: shoe.seen.get(card, 0) for card in case.cards},
        "doubtful": case.kind == "insufficient_cards" and shoe.left >= MOST_CARDS,
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


def write_own(table: Table, name: str) -> t.OwnChips | None:
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
