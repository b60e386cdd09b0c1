"""Whoever asks: signed in or not, and what follows from that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.accounts.person import AccountRole, Person, may_act
from croupier.errors import Code, Refused
from croupier.game.model import Role
from croupier.server.auto_dealer.next_act import DEALER
from croupier.server.http.problems import Door, Problem
from croupier.server.live.visibility import Viewer
from croupier.table import Actor, Table


@dataclass(frozen=True, slots=True)
class Caller:
    """A person in a session; without them, somebody who only watches."""

    where: str
    """The address they come from."""
    token: str | None = None
    session_id: str | None = None
    person: Person | None = None

    @property
    def viewer(self) -> Viewer:
        """What they may see."""
        if self.person is None:
            return Viewer()
        if self.person.role is AccountRole.PLAYER:
            return Viewer(self.person.name)
        return Viewer(staff=True)

    def known(self) -> Person:
        """Give the person, or turn away whoever is not signed in."""
        if self.person is None:
            raise Problem(Door.NOT_SIGNED_IN, "sign in first")
        return self.person

    def one_of(self, *posts: AccountRole) -> Person:
        """Give the person if they have one of these posts."""
        person = self.known()
        if person.role not in posts:
            wanted = ", ".join(post.value.replace("_", " ") for post in posts)
            raise Problem(Door.FORBIDDEN, f"this is for: {wanted}")
        return person


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
    role = person.role.at_table
    assert role is not None, "whoever may act has a role"
    if approver is not None:
        above = approver.role.at_table
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
    if person.role.at_table is None:
        return f"an {person.role.value} gives no commands at a table"
    return f"{person.name} is not assigned to table {table_id}"
