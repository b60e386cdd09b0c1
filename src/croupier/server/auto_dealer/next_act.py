"""The automatic dealer's mind: what it does next at a table and how long it waits before that.

It knows the table and nothing else, no clock and no database, and gives the same commands that a
person gives; whatever is not the dealer's to decide it leaves to people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.game.model import Role
from croupier.table import Actor, Phase, ShoeKind, Table
from croupier.table.deadlines import window_of
from croupier.table.decide.differential import rejections
from croupier.table.insurance_offers import offers
from croupier.table.squeeze import may_squeeze, nobodys
from croupier.table.vocabulary import AUTOMATIC_DEALER, SECOND, Purpose

DEALER = Actor(Role.DEALER, AUTOMATIC_DEALER)
"""Who the log names for what the automatic dealer does."""

Body = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Act:
    """What the dealer does next, and when."""

    body: Body
    """The command, as scripts write it."""
    wait: int
    """How many milliseconds after the table came to this place."""
    seconds: int | None = None
    """The deadline to announce first, where patrons have this time for something."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Why the dealer does nothing: somebody else has to act first."""

    why: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A place that the dealer waits at: what patrons do meanwhile does not move the table on."""

    phase: Phase
    round: int
    cards: int
    shoe: int
    offered: int | None
    banks: int | None
    window: Purpose | None
    waiting: bool


def stop_of(table: Table) -> Stop:
    """Give the place that waiting is counted from; a bet, a choice or a turned card keeps it."""
    position, window = table.position, window_of(table)
    # The coup may turn out to be complete while cards are squeezed: still the same wait.
    squeezing = window is Purpose.SQUEEZE
    return Stop(
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
    """Name the act at a version: two dealers that race give the same command, which counts once."""
    return f"auto-{table_id}-{version}"


def next_act(table: Table) -> Act | None:
    """Say what the dealer does next; None while it is somebody else's turn."""
    found = consider(table)
    return found if isinstance(found, Act) else None


def consider(table: Table) -> Act | Rest:
    """Say what the dealer does next, or why it does nothing."""
    if not table.open:
        return Rest("the table is closed")
    if not table.automatic:
        return Rest("a person deals")
    if table.case is not None:
        return Rest(f"the report of {table.case.kind} waits for a decision")
    if table.phase is Phase.INTERRUPTED:
        if not table.established:
            return Rest("resuming voids the round: that takes a pit supervisor")
        return Act({"do": "resume"}, table.pace.between)
    return _PHASES[table.phase](table)


def _timed(table: Table, body: Body, milliseconds: int) -> Act:
    return Act(body, milliseconds, milliseconds // SECOND)


def _idle(table: Table) -> Act | Rest:
    shoe, setup, pace = table.shoe, table.rules, table.pace
    if shoe is None or shoe.fault is not None or _spent(table):
        return Act({"do": "new_shoe"}, pace.between)
    if setup.banked_by_player and table.position is None:
        return _vacant(table)
    # A shuffler commits to its cards anew each round: the pause between rounds is for both.
    fresh = shoe.commitment is not None and not shoe.used and setup.shoe is ShoeKind.DIGITAL
    return Act({"do": "open_bets"}, max(pace.shoe, pace.between) if fresh else pace.between)


def _spent(table: Table) -> bool:
    """Say whether the shoe is over: by its cut card, or to its last card where it has none."""
    shoe, setup = table.shoe, table.rules
    assert shoe is not None, "there is a shoe"
    bounded = setup.shoe is not ShoeKind.SHUFFLER and not shoe.fixed
    return shoe.left + len(table.ready) <= (setup.cut if bounded else 0)


def _vacant(table: Table) -> Act | Rest:
    pace, seat = table.pace, table.offered
    if seat is not None:
        body = {"do": "decline_player_dealer", "seat": seat, "player": table.seats[seat]}
        return _timed(table, body, pace.player_dealer)
    first = table.next_seat(0)
    if first is None:
        return Rest("nobody is seated who could bank")
    return Act({"do": "offer_player_dealer", "seat": first}, pace.between)


def _betting(table: Table) -> Act:
    squeeze, window = _squeeze(table), table.pace.betting
    if next(rejections(table.rules, table.bets), None) is not None:
        return _timed(table, {"do": "reject_excess"}, window)
    return _timed(table, squeeze or {"do": "close_bets"}, window)


def _squeeze(table: Table) -> Body | None:
    """Grant what was asked for by who may have it."""
    for hand, name in table.asked.items():
        if may_squeeze(table, name, hand):
            return {"do": "grant_squeeze", "player": name, "hand": hand.value}
    return None


def _dealing(table: Table) -> Act:
    hidden = table.hidden
    if nobodys(table) or (hidden and len(table.cards) >= 4):
        return _turn(table)
    squeeze = _squeeze(table)
    if insurable(table):
        return _timed(table, squeeze or {"do": "deal"}, table.pace.insurance)
    return Act(squeeze or {"do": "deal"}, table.pace.card)


def _turn(table: Table) -> Act:
    """Turn a card that its patron has not turned in time, or whose patron has left.

    One by one, not by the next deal: insurance is offered on what is seen before that.
    """
    left = nobodys(table)
    dealt = table.cards[(left or table.hidden)[0]]
    body = {"do": "turn", "hand": dealt.hand.value, "number": dealt.number}
    return Act(body, table.pace.card) if left else _timed(table, body, table.pace.squeeze)


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


def _complete(table: Table) -> Act:
    if table.hidden:
        return _turn(table)
    return Act({"do": "settle"}, table.pace.settle)


def _options(table: Table) -> Act:
    return _timed(table, {"do": "close_options"}, table.pace.options)


_PHASES = {
    Phase.IDLE: _idle,
    Phase.BETTING: _betting,
    Phase.DEALING: _dealing,
    Phase.COMPLETE: _complete,
    Phase.OPTIONS: _options,
}
