"""The ports of a server: one for everybody, or with `staff_port` one for patrons and one for staff.

Which one a request came to is read off the connection itself: a proxy passes on names and addresses
of clients, but it cannot move a connection to another port. At the patrons' port nobody of the
staff exists: their sessions are refused, and their names and passwords are those of nobody, so that
nothing can be tried there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from croupier.accounts.person import Person
from croupier.server.config import Config
from croupier.server.problems import Problem, ProblemCode
from croupier.words import say

COOKIE = "croupier_session"
STAFF_COOKIE = f"staff_{COOKIE}"
"""A browser sends a cookie to all ports of a host, so each port has one of its own."""

_STAFF_PAGES = frozenset({"dealer", "pit", "cage", "first"})
_STAFF_PATHS = (
    "/api/people",
    "/api/cage",
    "/api/reports",
    "/api/hand-over",
    "/api/happenings",
    "/api/incidents",
    "/api/invitation",
)


class Port(Enum):
    """Whom a port is for."""

    ALL = "all"
    PATRONS = "patrons"
    STAFF = "staff"

    @property
    def cookie(self) -> str:
        """The name of the cookie with a browser's token."""
        return STAFF_COOKIE if self is Port.STAFF else COOKIE

    @property
    def for_staff(self) -> bool:
        """Whether the staff is served here."""
        return self is not Port.PATRONS

    def admit(self, person: Person) -> None:
        """Raise `Problem` for the session of somebody who is not served here."""
        if person.role.staff and not self.for_staff:
            raise wrong_port()

    def has_page(self, path: str) -> bool:
        """Return False for a page of the staff where the staff is not served."""
        return self.for_staff or path.strip("/").partition("/")[0] not in _STAFF_PAGES

    def admit_path(self, path: str) -> None:
        """Raise `Problem` for a path that is not answered here."""
        if self.for_staff:
            return
        if any(path == each or path.startswith(f"{each}/") for each in _STAFF_PATHS):
            raise wrong_port()


def wrong_port() -> Problem:
    """Return the refusal of what only the staff's port answers."""
    return Problem(ProblemCode.STAFF_PORT, say("server.staff_port"))


def port_of_scope(scope: Mapping[str, Any], config: Config) -> Port:
    """Return the port that a request or a socket came to."""
    if config.staff_port is None:
        return Port.ALL
    _, port = scope.get("server") or (None, None)
    return Port.STAFF if port == config.staff_port else Port.PATRONS
