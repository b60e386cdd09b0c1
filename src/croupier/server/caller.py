"""Who asks, and in whose name their commands are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.accounts.person import AccountRole, Person, may_act
from croupier.accounts.sessions import Session
from croupier.errors import Code, Refused
from croupier.game.model import Role
from croupier.server.auto_dealer.next_command import DEALER
from croupier.server.live.visibility import PUBLIC, STAFF, Viewer
from croupier.server.problems import Problem, ProblemCode
from croupier.store.command_ids import asked_id, own_id
from croupier.table import Actor, Table
from croupier.words import Message, Name, say, series


@dataclass(frozen=True, slots=True)
class Caller:
    """A person in a session; without a person, somebody who may only watch."""

    address: str
    """The network address they come from."""
    token: str | None = None
    session_id: str | None = None
    person: Person | None = None
    session: Session | None = None

    def require_active(self) -> None:
        """Raise `Problem` if this is staff who must say again who they are before they act."""
        if self.session is not None and self.session.idle:
            raise Problem(ProblemCode.PIN_NEEDED, say("server.pin_needed"))

    @property
    def viewer(self) -> Viewer:
        """What they may see."""
        if self.person is None:
            return PUBLIC
        if self.person.role is AccountRole.PLAYER:
            return Viewer(self.person.name)
        if self.person.role is AccountRole.CASHIER:
            return PUBLIC
        return STAFF

    @property
    def rate_key(self) -> str:
        """Whom rate limits count: the session, or the address of somebody without one."""
        return self.session_id or self.address

    def require_person(self) -> Person:
        """Return the person; raise `Problem` if nobody is signed in."""
        if self.person is None:
            raise Problem(ProblemCode.NOT_SIGNED_IN, say("server.sign_in_first"))
        return self.person

    def require_role(self, *roles: AccountRole) -> Person:
        """Return the person; raise `Problem` if they have none of these roles."""
        person = self.require_person()
        if person.role not in roles:
            wanted = series([Name("role", role.value) for role in roles])
            raise Problem(ProblemCode.FORBIDDEN, say("server.for_roles", roles=wanted))
        return person


_CASH_COMMANDS = frozenset({"buy_in", "cash_out"})
"""What a dealer does for a patron who asks; the automatic dealer does it at once."""


@dataclass(frozen=True, slots=True)
class ActorCommand:
    """A person's command with the actor that the house is given it by."""

    actor: Actor
    id: str
    """The id as it is stored: no other person's id is the same."""
    body: Mapping[str, object]


def actor_command(
    person: Person,
    table_id: str,
    table: Table,
    command_id: str,
    body: Mapping[str, object],
    approver: Person | None = None,
) -> ActorCommand:
    """Return a person's command with its actor; raise `Refused` if they may not act here.

    The actor is the person, the supervisor who approves it, or the automatic dealer where a patron
    buys in or cashes out.
    """
    if not may_act(person, table_id):
        raise Refused(Code.NOT_ALLOWED, _why_not(person, table_id))
    role = person.role.at_table
    assert role is not None, "whoever may act has a role"
    if approver is not None:
        above = approver.role.at_table
        assert above is not None, "whoever may approve has a role"
        given = asked_id(role, person.name, command_id)
        return ActorCommand(Actor(above, approver.name), given, body)
    do = body.get("do")
    if role is Role.PLAYER and isinstance(do, str) and do in _CASH_COMMANDS and table.automatic:
        if body.get("player", person.name) != person.name:
            raise Refused(Code.NOT_YOURS, say("server.own_buy_in"))
        if body.get("cash") or body.get("chips"):
            # Nobody is there who could take it: the chips would be for nothing.
            raise Refused(Code.NOT_ALLOWED, say("server.cash_with_dealer"))
        named = {**body, "player": person.name}
        return ActorCommand(DEALER, asked_id(role, person.name, command_id), named)
    return ActorCommand(Actor(role, person.name), own_id(command_id), body)


def _why_not(person: Person, table_id: str) -> Message:
    if person.locked:
        return say("accounts.locked")
    if person.role.at_table is None:
        return say("server.no_commands", role=Name("role", person.role.value))
    return say("server.not_assigned", name=person.name, table=table_id)
