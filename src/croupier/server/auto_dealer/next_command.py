"""The automatic dealer's next command at a table, and how long it waits before giving it.

Everything here depends on the table alone, not on a clock or a database. The dealer gives the same
commands as a person, and leaves to people whatever a dealer may not decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.game.model import Role
from croupier.store.house import House
from croupier.table import Actor, Phase, ShoeKind, Table
from croupier.table.decide.bet_limits import rejections
from croupier.table.events.insurance import offers
from croupier.table.events.opening import window_of
from croupier.table.squeeze import may_squeeze, only_dealer_turns
from croupier.table.vocabulary import AUTOMATIC_DEALER, SECOND, Purpose

DEALER = Actor(Role.DEALER, AUTOMATIC_DEALER)
"""The actor that the log names for the automatic dealer's commands."""

Body = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class NextCommand:
    """The dealer's next command, and when it is given."""

    body: Body
    """The command, as scripts write it."""
    wait: int
    """How many milliseconds after the table reached its waiting point."""
    seconds: int | None = None
    """The deadline to announce first, where patrons have this time for something."""


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """Why the dealer gives no command: somebody else has to act first."""

    why: str


@dataclass(frozen=True, slots=True)
class WaitingPoint:
    """The point of a round at which the dealer waits; bets and choices do not change it."""

    phase: Phase
    round: int
    cards: int
    shoe: int
    offered: int | None
    banks: int | None
    window: Purpose | None
    waiting: bool


def waiting_point(table: Table) -> WaitingPoint:
    """Return the point that waiting is counted from; a bet, a choice or a turned card keeps it."""
    position, window = table.position, window_of(table)
    # The coup may become complete while cards are squeezed: it is still the same wait.
    squeezing = window is Purpose.SQUEEZE
    return WaitingPoint(
        Phase.DEALING if squeezing else table.phase,
        table.round,
        len(table.cards),
        table.shoes,
        table.offered,
        None if position is None else position.seat,
        window,
        table.case is not None,
    )


def command_id(table_id: str, version: int) -> str:
    """Return the id of the dealer's command at a version of a table.

    Two processes that deal at the same time send the same id, so the command counts once.
    """
    return f"auto-{table_id}-{version}"


def next_command(table: Table) -> NextCommand | None:
    """Return the dealer's next command; None while it is somebody else's turn."""
    found = decide_next(table)
    return found if isinstance(found, NextCommand) else None


def decide_next(table: Table) -> NextCommand | NothingToDo:
    """Return the dealer's next command, or why it gives none."""
    if not table.open:
        return NothingToDo("the table is closed")
    if not table.automatic:
        return NothingToDo("a person deals")
    if table.case is not None:
        return NothingToDo(f"the report of {table.case.kind} waits for a decision")
    if table.phase is Phase.INTERRUPTED:
        if not table.established:
            return NothingToDo("resuming voids the round: that takes a pit supervisor")
        return NextCommand({"do": "resume"}, table.pace.between)
    return _PHASES[table.phase](table)


def _timed(table: Table, body: Body, milliseconds: int) -> NextCommand:
    return NextCommand(body, milliseconds, milliseconds // SECOND)


def _idle(table: Table) -> NextCommand | NothingToDo:
    shoe, setup, pace = table.shoe, table.rules, table.pace
    if shoe is None or shoe.fault is not None or _shoe_is_over(table):
        return NextCommand({"do": "new_shoe"}, pace.between)
    if setup.banked_by_player and table.position is None:
        return _fill_position(table)
    # A shuffler commits to new cards each round: the pause between rounds serves for both.
    fresh = shoe.commitment is not None and not shoe.used and setup.shoe is ShoeKind.DIGITAL
    return NextCommand({"do": "open_bets"}, max(pace.shoe, pace.between) if fresh else pace.between)


def _shoe_is_over(table: Table) -> bool:
    """Return True if the shoe is over: by its cut card, or to its last card where it has none."""
    shoe, setup = table.shoe, table.rules
    assert shoe is not None, "there is a shoe"
    bounded = setup.shoe is not ShoeKind.SHUFFLER and not shoe.fixed
    return shoe.left + len(table.ready) <= (setup.cut if bounded else 0)


def _fill_position(table: Table) -> NextCommand | NothingToDo:
    pace, seat = table.pace, table.offered
    if seat is not None:
        body = {"do": "decline_player_dealer", "seat": seat, "player": table.seats[seat]}
        return _timed(table, body, pace.player_dealer)
    first = table.next_seat(0)
    if first is None:
        return NothingToDo("nobody is seated who could bank")
    return NextCommand({"do": "offer_player_dealer", "seat": first}, pace.between)


def _betting(table: Table) -> NextCommand:
    squeeze, window = _grant_squeeze(table), table.pace.betting
    if next(rejections(table.rules, table.bets), None) is not None:
        return _timed(table, {"do": "reject_excess"}, window)
    return _timed(table, squeeze or {"do": "close_bets"}, window)


def _grant_squeeze(table: Table) -> Body | None:
    """Return the command that grants a squeeze to a patron who asked and may have it."""
    for hand, name in table.asked.items():
        if may_squeeze(table, name, hand):
            return {"do": "grant_squeeze", "player": name, "hand": hand.value}
    return None


def _dealing(table: Table) -> NextCommand:
    hidden = table.hidden
    if only_dealer_turns(table) or (hidden and len(table.cards) >= 4):
        return _turn_card(table)
    squeeze = _grant_squeeze(table)
    if insurable(table):
        return _timed(table, squeeze or {"do": "deal"}, table.pace.insurance)
    return NextCommand(squeeze or {"do": "deal"}, table.pace.card)


def _turn_card(table: Table) -> NextCommand:
    """Return the command that turns a card whose patron was too slow or has left.

    Cards are turned one by one and not by the next deal: insurance is offered on the cards that
    are seen before it.
    """
    left = only_dealer_turns(table)
    dealt = table.cards[(left or table.hidden)[0]]
    body = {"do": "turn", "hand": dealt.hand.value, "number": dealt.number}
    return NextCommand(body, table.pace.card) if left else _timed(table, body, table.pace.squeeze)


def insurable(table: Table) -> bool:
    """Return True if anybody who stayed has an original bet that insurance is on offer for."""
    insurance = table.game.insurance
    if insurance is None:
        return False
    originals = {insurance.kinds[key].original for key in offers(table)}
    return any(
        bet.kind in originals and bet.id not in table.returned and bet.patron not in table.forgone
        for bet in table.bets
    )


def _complete(table: Table) -> NextCommand:
    if table.hidden:
        return _turn_card(table)
    return NextCommand({"do": "settle"}, table.pace.settle)


def _options(table: Table) -> NextCommand:
    return _timed(table, {"do": "close_options"}, table.pace.options)


_PHASES = {
    Phase.IDLE: _idle,
    Phase.BETTING: _betting,
    Phase.DEALING: _dealing,
    Phase.COMPLETE: _complete,
    Phase.OPTIONS: _options,
}


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
