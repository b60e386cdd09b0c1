"""In whose name a command is given: one's own, a supervisor's at a dealer's screen, the house's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.errors import Code, Refused
from croupier.game.model import Role
from croupier.server.dealer import DEALER
from croupier.store.people.person import Person, may_act
from croupier.table import Actor, Table

_AT_THE_TRAY = frozenset({"buy_in", "cash_out"})
"""What a dealer does for a patron who asks; an automatic one does it at once."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command as the house gets it."""

    actor: Actor
    id: str
    body: Mapping[str, object]


def order(
    person: Person,
    table_id: str,
    table: Table,
    command_id: str,
    body: Mapping[str, object],
    approver: Person | None = None,
) -> Order:
    """Say in whose name somebody's command is given; `Refused` if they may not act here."""
    if not may_act(person, table_id):
        raise Refused(Code.NOT_ALLOWED, _why_not(person, table_id))
    role = person.post.role
    assert role is not None, "whoever may act has a role"
    if approver is not None:
        above = approver.post.role
        assert above is not None, "only who has a role can approve"
        return Order(Actor(above, approver.name), f"{person.name}/{command_id}", body)
    if role is Role.PLAYER and body.get("do") in _AT_THE_TRAY and table.automatic:
        if body.get("player", person.name) != person.name:
            raise Refused(Code.NOT_YOURS, "everybody buys in for themselves")
        named = {**body, "player": person.name}
        return Order(DEALER, f"{person.name}/{command_id}", named)
    return Order(Actor(role, person.name), command_id, body)


def _why_not(person: Person, table_id: str) -> str:
    if person.locked:
        return "this account is locked"
    if person.post.role is None:
        return f"an {person.post.value} gives no commands at a table"
    return f"{person.name} is not assigned to table {table_id}"
