"""The round that a bet is meant for, fixed before it is sent: it never counts in another one."""

from __future__ import annotations

from collections import OrderedDict

from croupier.client.results import Answer, ClientError, Event, Refused, Unanswered
from croupier.client.state import Command

OF_A_ROUND = frozenset({"place_bet", "increase_bet", "withdraw_bet", "place_insurance"})
"""Commands that belong to one round."""

MOST_KEPT = 10_000
"""How many commands are remembered with their rounds, in case they are sent again."""


class Rounds:
    """What a client knows of the rounds of its tables.

    A program acts on what it was shown last: a view, an event, a step of its socket. A table that
    it never looked at is looked up when it bets. Either way the round is known before the command
    is sent the first time, and stays the same however often it is sent.
    """

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._looked_up: dict[str, int] = {}
        self._kept: OrderedDict[tuple[str, str], int] = OrderedDict()

    def saw(self, table: str, round: int | None) -> None:
        """Remember the round that a program was shown; an older one is history."""
        if round is not None:
            self._seen[table] = max(round, self._seen.get(table, round))

    def saw_events(self, table: str, events: tuple[Event, ...]) -> None:
        """Remember the last round that was opened in some events."""
        for event in events:
            if event.type == "bets_opened":
                number = event.data.get("round")
                self.saw(table, number if isinstance(number, int) else None)

    def forget(self, table: str) -> None:
        """Forget what was shown: nobody looks at the table any more, or it has moved on."""
        self._seen.pop(table, None)

    def known(self, table: str, command: Command, id: str) -> Command | None:
        """Return a command with its round; None if that has to be looked up first.

        A command that says its round, or belongs to none, is returned as it is. One that was sent
        before under its id keeps its round: with another one the server would refuse the id.
        """
        if command.get("do") not in OF_A_ROUND or command.get("round") is not None:
            return command
        round = self._kept.get((table, id), self._seen.get(table))
        return None if round is None else self._bound(table, command, id, round)

    def found(self, table: str, command: Command, id: str, round: int | None) -> Command:
        """Return a command with the round that was looked up; None where no answer came.

        Then the one that was looked up last is meant, for the table may have moved on meanwhile;
        where there was none, nothing is sent and `Unanswered` is raised.
        """
        if round is None:
            round = self._looked_up.get(table)
        if round is None:
            raise Unanswered(f"which round {table} is in, so nothing was sent", id, command)
        self._looked_up[table] = round
        return self._bound(table, command, id, round)

    def _bound(self, table: str, command: Command, id: str, round: int) -> Command:
        self._kept[table, id] = round
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return {**command, "round": round}

    def answered(self, table: str, answer: Answer) -> Answer:
        """Learn from the answer to a command; it is returned."""
        self.saw_events(table, answer.events)
        return answer

    def failed(self, table: str, command: Command, wrong: ClientError) -> None:
        """Learn from a command that failed: where it was too late, the table is looked at anew."""
        if isinstance(wrong, Unanswered) and wrong.id is not None:
            wrong.command = command
        elif isinstance(wrong, Refused) and wrong.code == "too_late":
            self.forget(table)
