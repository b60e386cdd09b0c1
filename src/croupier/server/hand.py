"""The automatic dealer's hand: its commands at the tables of a house."""

from __future__ import annotations

from collections.abc import Callable

from croupier.server.dealer import DEALER, Body, Rest, command_id, consider
from croupier.store.database.failure import Moved
from croupier.store.house import House
from croupier.table import Phase

MOST_ACTS = 60
"""More than a round can take from the close of bets to its end."""


class Refusal(Exception):
    """The table refused what its dealer did: a mistake in the dealer, not in the table."""


class Hand:
    """Gives commands that are meant for one version of a table and no other.

    Where the table has moved meanwhile `Moved` is raised: what was decided on is past.
    """

    def __init__(self, house: House) -> None:
        """Deal in a house."""
        self._house = house

    def say(self, table_id: str, version: int, body: Body) -> None:
        """Give a command; the same at the same version counts once, whoever gives it."""
        name = command_id(table_id, version)
        answer = self._house.command(table_id, name, DEALER, body, at=version)
        if not answer.ok:
            raise Refusal(f"{body['do']} was refused: {answer.data.decode()}")

    def mend(self, table_id: str, *, persons: bool) -> None:
        """Resolve a round that a crash interrupted: by the rules it goes on, or it is void.

        Rounds that persons deal are touched only where they had nobody to serve them either.
        """
        room = self._house.room(table_id)
        version, table = room.standing()
        running = table.open and table.phase is not Phase.IDLE
        if not running or not (table.automatic or persons):
            return
        if table.phase is not Phase.INTERRUPTED:
            self.say(table_id, version, {"do": "interrupt"})
            version, table = room.standing()
        if table.phase is Phase.INTERRUPTED:
            self.say(table_id, version, {"do": "resume"})

    def finish(self, table_id: str, patient: Callable[[], bool]) -> bool:
        """Deal a round whose bets are closed to its end; say whether it came to that.

        What waits for a person is left to them, and that is in order too.
        """
        for _ in range(MOST_ACTS):
            version, table = self._house.room(table_id).standing()
            act = consider(table)
            if isinstance(act, Rest) or table.phase in (Phase.IDLE, Phase.BETTING):
                return True
            if not patient():
                return False
            try:
                self.say(table_id, version, act.body)
            except Moved:
                continue
        return False
