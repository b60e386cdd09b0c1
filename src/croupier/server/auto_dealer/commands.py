"""The automatic dealer's hand: its commands at the tables of a house."""

from __future__ import annotations

from collections.abc import Callable

from croupier.game.model import Role
from croupier.server.auto_dealer.next_act import DEALER, Body, command_id, next_act
from croupier.store.house import House
from croupier.table import Actor, Phase, Table
from croupier.table.vocabulary import SERVER_RESTART

RESTART = Actor(Role.PIT_SUPERVISOR, SERVER_RESTART)
"""Who the log names for what the server itself resolves after a crash, on behalf of the House."""

MOST_ACTS = 60
"""More than a round can take from the close of bets to its end."""


class Refusal(Exception):
    """The table refused what its dealer did: a mistake in the dealer, not in the table."""


Choose = Callable[[Table], Body | None]


class Hand:
    """Gives commands that follow from a table as it is stored, with nobody in between."""

    def __init__(self, house: House) -> None:
        """Deal in a house."""
        self._house = house

    def act(self, table_id: str, choose: Choose, by: Actor = DEALER) -> bool:
        """Do what is chosen for the table, if anything; say whether anything was done.

        The same at the same version counts once, whoever does it.
        """

        def decide(version: int, table: Table) -> tuple[str, Body] | None:
            body = choose(table)
            return None if body is None else (command_id(table_id, version), body)

        answer = self._house.react(table_id, by, decide)
        if answer is not None and not answer.ok:
            raise Refusal(answer.data.decode())
        return answer is not None

    def mend(self, table_id: str, *, persons: bool) -> None:
        """Resolve a round that a crash interrupted: by the rules it goes on, or it is void.

        Rounds that persons deal are touched only where they had nobody to serve them either.
        A report that waits goes on waiting, in the round or for the shoe.
        """

        def touched(table: Table) -> bool:
            running = table.open and table.phase is not Phase.IDLE
            return running and (table.automatic or persons)

        def interrupt(table: Table) -> Body | None:
            stopped = table.phase is Phase.INTERRUPTED
            return {"do": "interrupt"} if touched(table) and not stopped else None

        def resume(table: Table) -> Body | None:
            stopped = table.phase is Phase.INTERRUPTED
            return {"do": "resume"} if touched(table) and stopped else None

        self.act(table_id, interrupt, by=RESTART)
        self.act(table_id, resume, by=RESTART)

    def finish(self, table_id: str, patient: Callable[[], bool]) -> bool:
        """Deal a round whose bets are closed to its end; say whether it came to that.

        What waits for a person is left to them, and that is in order too.
        """
        for _ in range(MOST_ACTS):
            if not patient():
                return _is_over(self._house.live_table(table_id).refresh())
            if not self.act(table_id, _rest_of_round):
                return True
        return False


def _is_over(table: Table) -> bool:
    return _rest_of_round(table) is None


def _rest_of_round(table: Table) -> Body | None:
    act = None if table.phase in (Phase.IDLE, Phase.BETTING) else next_act(table)
    return None if act is None else act.body
