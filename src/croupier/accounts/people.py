"""Everybody in the house, behind one door."""

from __future__ import annotations

from croupier.accounts.approvals import Approvals, Invitations
from croupier.accounts.person import Person, may_act
from croupier.accounts.sign_in import Door


class People(Door, Approvals, Invitations):
    """The people of a database: accounts, sessions, PINs, invitations, and their journal.

    Everything is synchronous and may be called from any thread. Hashing takes a tenth of a second
    on purpose: keep it off an event loop.
    """

    @staticmethod
    def may_act(person: Person, table_id: str) -> bool:
        """Say whether somebody may give commands at a table."""
        return may_act(person, table_id)
