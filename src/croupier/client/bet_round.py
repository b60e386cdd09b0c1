"""The round that a bet is meant for: fixed before it is sent, so it counts in no other round."""

from __future__ import annotations

from collections import OrderedDict

from croupier.client.results import Answer, ClientError, Event, Refused, Unanswered
from croupier.client.state import Command

OF_A_ROUND = frozenset({"place_bet", "increase_bet", "withdraw_bet", "place_insurance"})
"""Commands that belong to one round."""

MOST_KEPT = 10_000
"""How many commands are remembered with their rounds, in case they are sent again."""


class BetRounds:
    """The rounds of a client's tables, as far as it knows them.

    A bet is meant for the round that the program was shown last, by a view, an event or a step of
    its socket. If it was shown none, the client asks for the round first. Either way the round is
    known before a command is sent the first time, and stays the same however often it is sent.
    """

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        self._kept: OrderedDict[tuple[str, str], int] = OrderedDict()

    def saw(self, table: str, round: int | None) -> None:
        """Remember the round that a program was shown, unless it knows a later one."""
        if round is not None:
            self._seen[table] = max(round, self._seen.get(table, round))

    def saw_events(self, table: str, events: tuple[Event, ...]) -> None:
        """Remember the last round that was opened in some events."""
        for event in events:
            if event.type == "bets_opened":
                number = event.data.get("round")
                self.saw(table, number if isinstance(number, int) else None)

    def forget(self, table: str) -> None:
        """Forget the round that was shown: the table is no longer watched, or has gone on."""
        self._seen.pop(table, None)

    def with_known_round(self, table: str, command: Command, id: str) -> Command | None:
        """Return a command with its round; None if the server has to be asked for it first.

        A command that names its round, or belongs to none, is returned as it is. One that was sent
        before under its id keeps its round: with another one the server would refuse the id.
        """
        if command.get("do") not in OF_A_ROUND or command.get("round") is not None:
            return command
        round = self._kept.get((table, id), self._seen.get(table))
        return None if round is None else self._with_round(table, command, id, round)

    def with_asked_round(self, table: str, command: Command, id: str, round: int | None) -> Command:
        """Return a command with the round that the server answered; None if no answer came.

        Then the last answer counts, for the table may have gone on since; if there was none
        either, nothing is sent and `Unanswered` is raised.
        """
        if round is None:
            round = self._asked.get(table)
        if round is None:
            raise Unanswered(f"which round {table} is in, so nothing was sent", id, command)
        self._asked[table] = round
        return self._with_round(table, command, id, round)

    def _with_round(self, table: str, command: Command, id: str, round: int) -> Command:
        self._kept[table, id] = round
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return {**command, "round": round}

    def answered(self, table: str, answer: Answer) -> Answer:
        """Remember the round in the answer to a command, and return the answer."""
        self.saw_events(table, answer.events)
        return answer

    def failed(self, table: str, command: Command, wrong: ClientError) -> None:
        """Note a command that failed: after one that was too late, the round is asked for anew."""
        if isinstance(wrong, Unanswered) and wrong.id is not None:
            wrong.command = command
        elif isinstance(wrong, Refused) and wrong.code == "too_late":
            self.forget(table)
