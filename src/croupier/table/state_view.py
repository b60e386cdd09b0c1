"""The state of a table as an object for people and scripts. No card is in it that is not seen."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from croupier.coup import Side
from croupier.game.model import Role
from croupier.ledger import DROP, FEES, FLOAT, HOUSE
from croupier.settlement import Bet
from croupier.table.events.insurance import offers
from croupier.table.state import Table
from croupier.table.vocabulary import Pace
from croupier.table.what_next import Step, what_next
from croupier.words import as_json, say


def write_state(table: Table, *, said: bool = False) -> dict[str, Any]:
    """Return the state as an object, with everything that may be known of the table.

    With `said`, each step has its reason as a message for any language too; scripts read English.
    """
    if table.setup is None:
        return {
            "phase": table.phase.value,
            "open": False,
            "round": 0,
            "bets": [],
            "balances": {},
            "house": "0.00",
            "fees": "0.00",
            "owed": {},
        }
    setup, book = table.setup, table.book
    write = setup.unit.write
    shoe, position, deadline = table.shoe, table.position, table.deadline
    return {
        "phase": table.phase.value,
        "open": table.open,
        "round": table.round,
        "game": setup.game.key,
        "bets": write_bets(table),
        "balances": {name: write(table.free(name)) for name in table.patrons},
        "house": write(book.balance(HOUSE)),
        "fees": write(book.balance(FEES)),
        "float": write(sum(book.balance(account) for account in (FLOAT, HOUSE, FEES))),
        "drop": write(book.balance(DROP)),
        "seats": {str(box): name for box, name in sorted(table.seats.items())},
        "cards": {side.value: _hand(table, side) for side in Side},
        "shoe": None
        if shoe is None
        else {
            "number": shoe.number,
            "left": shoe.left,
            "commitment": shoe.commitment,
            "fault": shoe.fault,
        },
        "ready": [card.text for card in table.ready],
        "insurance": {key: str(offer.odds) for key, offer in offers(table).items()},
        "walked_away": sorted(table.forgone),
        "options": dict(table.choices),
        "report": None if table.case is None else table.case.kind,
        "owed": {name: write(amount) for name, amount in table.owed.items()},
        "player_dealer": None
        if position is None
        else {
            "seat": position.seat,
            "player": position.patron,
            "wager": write(position.wager),
            "hands": position.hands,
        },
        "offered": table.offered,
        "dealer": {"automatic": table.automatic, "pace": _pace(table.pace)},
        "deadline": None
        if deadline is None
        else {"for": deadline.place.purpose.value, "seconds": deadline.seconds},
        "limits": setup.sign,
        "next": [_step(step, said=said) for step in what_next(table)],
    }


def _step(step: Step, *, said: bool) -> dict[str, Any]:
    if step.said.params:
        return _write_step(step, said)
    # Most reasons take nothing: each of those steps is written once, for every table.
    return _plain_step(step.do, step.role, step.said.key, step.rule, said)


@lru_cache(maxsize=4096)
def _plain_step(do: str, role: Role, key: str, rule: str | None, said: bool) -> dict[str, Any]:
    return _write_step(Step(do, role, say(key), rule), said)


def _write_step(step: Step, said: bool) -> dict[str, Any]:
    written = {"do": step.do, "role": step.role.value, "why": step.why, "rule": step.rule}
    return {**written, "said": as_json(step.said)} if said else written


@lru_cache(maxsize=256)
def _pace(pace: Pace) -> dict[str, Any]:
    return asdict(pace)


def write_bets(table: Table) -> list[dict[str, Any]]:
    """Return the bets that lie on the layout."""
    return [_bet(table, bet) for bet in table.bets if bet.id not in table.returned]


def _bet(table: Table, bet: Bet) -> dict[str, Any]:
    written = {
        "id": bet.id,
        "player": bet.patron,
        "box": bet.box,
        "bet": bet.kind,
        "amount": table.rules.unit.write(bet.amount),
        "standing": bet.standing,
    }
    return written if bet.stage is None else {**written, "stage": bet.stage.value}


def _hand(table: Table, side: Side) -> list[str | None]:
    """Return the cards of a hand as texts; None for one that lies face down."""
    return [
        None if dealt.card is None else dealt.card.text
        for dealt in table.cards
        if dealt.hand is side
    ]
