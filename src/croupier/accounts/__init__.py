"""People: who may sign in, who is signed in, and who may act at which table."""

from croupier.accounts.approvals import Invitations
from croupier.accounts.base import Limits
from croupier.accounts.hand_overs import HandOvers
from croupier.accounts.own_limits import OwnLimits
from croupier.accounts.passwords import Hasher, Hashing
from croupier.accounts.patrons import Details
from croupier.accounts.person import (
    ALL,
    CONSOLE,
    SERVER,
    AccountRole,
    Every,
    PeopleRefused,
    Person,
    Reason,
    Tables,
    may_act,
)
from croupier.accounts.resuming import Resuming
from croupier.accounts.sessions import Session, SignedIn

__all__ = [
    "ALL",
    "CONSOLE",
    "SERVER",
    "AccountRole",
    "Details",
    "Every",
    "Hasher",
    "Hashing",
    "Limits",
    "People",
    "PeopleRefused",
    "Person",
    "Reason",
    "Session",
    "SignedIn",
    "Tables",
    "may_act",
]


class People(OwnLimits, HandOvers, Resuming, Invitations):
    """The people of a database: accounts, sessions, PINs, invitations, and their journal.

    Every call waits for the database and may come from any thread. Hashing takes a tenth of a
    second on purpose, so keep it off an event loop.
    """

    @staticmethod
    def may_act(person: Person, table_id: str) -> bool:
        """Return True if a person may give commands at a table."""
        return may_act(person, table_id)
