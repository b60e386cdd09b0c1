"""The automatic dealer's commands at stored tables: one at a time, or a round to its end."""

from __future__ import annotations

from collections.abc import Callable

from croupier.server.auto_dealer.next_command import DEALER, Body, command_id, next_command
from croupier.store.house import House
from croupier.table import Actor, Phase, Table

MOST_COMMANDS = 60
"""More commands than a round can take from the close of bets to its end."""


class DealerRefused(Exception):
    """The table refused the dealer's command: a bug of the dealer, not of the table."""


ChooseCommand = Callable[[Table], Body | None]


class DealerCommands:
    """Gives commands that are chosen on the stored state of a table, with no change in between."""

    def __init__(self, house: House) -> None:
        self._house = house

    def give(self, table_id: str, choose: ChooseCommand, by: Actor = DEALER) -> bool:
        """Send the command that is chosen for the table; return False if none was chosen.

        A command at one version of the table counts once, whichever process gives it.
        """

        def decide(version: int, table: Table) -> tuple[str, Body] | None:
            body = choose(table)
            return None if body is None else (command_id(table_id, version), body)

        answer = self._house.react(table_id, by, decide)
        if answer is not None and not answer.ok:
            raise DealerRefused(answer.data.decode())
        return answer is not None

    def finish_round(self, table_id: str, has_time: Callable[[], bool]) -> bool:
        """Deal a round whose bets are closed to its end; return True if nothing is left to deal.

        What waits for a person is left to that person, and counts as finished.
        """
        for _ in range(MOST_COMMANDS):
            if not has_time():
                return _rest_of_round(self._house.live_table(table_id).refresh()) is None
            if not self.give(table_id, _rest_of_round):
                return True
        return False


def _rest_of_round(table: Table) -> Body | None:
    found = None if table.phase in (Phase.IDLE, Phase.BETTING) else next_command(table)
    return None if found is None else found.body
