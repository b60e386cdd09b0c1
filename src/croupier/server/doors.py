"""The doors of a server: one for everybody, or with `staff_port` one for patrons and one for staff.

Which door a request came through is read off the port of the connection itself: a proxy passes on
names and addresses of clients, but it cannot move a connection to another port. At the patrons'
door nobody of the staff exists: their sessions are refused, and their names and passwords are those
of nobody, so that nothing can be tried there.
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
"""A browser sends a cookie to all ports of a host, so each door has one of its own."""

_STAFF_PAGES = frozenset({"dealer", "pit", "first"})
_STAFF_PATHS = (
    "/api/people",
    "/api/reports",
    "/api/happenings",
    "/api/incidents",
    "/api/invitation",
)


class Door(Enum):
    """Where a request came in."""

    ALL = "all"
    PATRONS = "patrons"
    STAFF = "staff"

    @property
    def cookie(self) -> str:
        """The name of the cookie with a browser's token."""
        return STAFF_COOKIE if self is Door.STAFF else COOKIE

    @property
    def for_staff(self) -> bool:
        """Whether the staff may come in here."""
        return self is not Door.PATRONS

    def admit(self, person: Person) -> None:
        """Raise `Problem` for the session of somebody who may not come in here."""
        if person.role.staff and not self.for_staff:
            raise wrong_door()

    def admit_path(self, path: str) -> None:
        """Raise `Problem` for a page or a path that is not answered here."""
        if self.for_staff:
            return
        if path.strip("/").partition("/")[0] in _STAFF_PAGES:
            raise Problem(ProblemCode.NOT_FOUND, say("server.no_page"))
        if any(path == each or path.startswith(f"{each}/") for each in _STAFF_PATHS):
            raise wrong_door()


def wrong_door() -> Problem:
    """Return the refusal of what only the staff's port answers."""
    return Problem(ProblemCode.STAFF_PORT, say("server.staff_port"))


def door_of(scope: Mapping[str, Any], config: Config) -> Door:
    """Return the door of a request or a socket."""
    if config.staff_port is None:
        return Door.ALL
    _, port = scope.get("server") or (None, None)
    return Door.STAFF if port == config.staff_port else Door.PATRONS
