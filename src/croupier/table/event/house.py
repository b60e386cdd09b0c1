"""The table itself, the people at it, its shoes, and who banks."""

from __future__ import annotations

from croupier.coup import Side
from croupier.game.model import Game
from croupier.money import Unit
from croupier.table.deadlines import Pace, Purpose
from croupier.table.event.base import Event, event
from croupier.table.vocabulary import Enforcement, Json, ShoeKind, Signed, Units


@event
class TableOpened(Event):
    """The table is open; this pins the game file that it is played by."""

    game: Game
    digest: str
    decks: int
    layout: str
    unit: Unit
    limits: Json
    enforcement: Enforcement
    shoe: ShoeKind
    face_down: bool
    insurance: bool
    cut: int
    burn: int
    fees: Json
    float: str
    notices: tuple[str, ...]


@event
class TableClosed(Event):
    """The table is closed, with this much at the table and won since it opened."""

    float: Signed
    house: Signed
    fees: Signed


@event
class FloatFilled(Event):
    """Chips came from the cage."""

    amount: Units


@event
class FloatCredited(Event):
    """Chips went to the cage."""

    amount: Units


@event
class TableChanged(Event):
    """The sign says something else from the next round on."""

    limits: Json
    insurance: bool
    enforcement: Enforcement
    fees: Json
    was: Json
    notices: tuple[str, ...]
    rule: str | None = None


@event
class ChipsBought(Event):
    """A patron has more chips."""

    player: str
    amount: Units


@event
class ChipsCashed(Event):
    """A patron has handed chips in."""

    player: str
    amount: Units


@event
class SeatTaken(Event):
    """A patron sits at a box."""

    player: str
    box: int


@event
class SeatLeft(Event):
    """A patron has left a box; bets that lie there stay."""

    player: str
    box: int
    rule: str | None = None
    squeezes: tuple[Side, ...] | None = None
    """Hands whose squeeze was theirs and is lost: the dealer turns what lies face down."""
    walked_away: bool | None = None
    """Whether they have a bet in the round, on any box, and so have forgone insurance. None in logs
    older than this field: there only a bet on the box that was left counted."""


@event
class ShoeStarted(Event):
    """A shoe is ready; a shuffled one is committed to before the first bet."""

    shoe: int
    cards: int
    burned: int
    fixed: bool
    commitment: str | None = None
    reason: str | None = None
    """Why it takes the place of another one."""


@event
class EntropyAdded(Event):
    """A patron had a say in the shuffle."""

    player: str
    text: str


@event
class ShoeEnded(Event):
    """A shoe is over; the seed of its shuffle is no secret any more."""

    shoe: int
    dealt: int
    reason: str
    seed: str | None = None
    rule: str | None = None


@event
class PlayerDealerOffered(Event):
    """A seat is asked whether it banks."""

    seat: int
    player: str
    rule: str | None = None


@event
class PlayerDealerDeclined(Event):
    """A seat has passed."""

    seat: int
    player: str


@event
class PlayerDealerMissing(Event):
    """Every seat was asked and nobody banks."""

    rule: str | None = None


@event
class PlayerDealerAccepted(Event):
    """A seat banks and has put up its wager."""

    seat: int
    player: str
    wager: Units


@event
class WagerChanged(Event):
    """The player-dealer has put up another wager."""

    seat: int
    player: str
    wager: Units


@event
class WagerPosted(Event):
    """The wager is up again for the next hand."""

    seat: int
    player: str
    wager: Units


@event
class PlayerDealerVacated(Event):
    """The position is free."""

    seat: int
    player: str
    reason: str
    rule: str | None = None
    given_up: bool | None = None
    """Whether they wanted it so, or left: a hand that is undone does not bring it back."""


@event
class PlayerDealerRestored(Event):
    """A hand was undone: the position, and the wager, are back with who had them."""

    seat: int
    player: str
    wager: Units
    hands: int
    rule: str | None = None


@event
class DealerAssigned(Event):
    """The table is run by the automatic dealer, or by a person."""

    automatic: bool
    pace: Pace
    was: Json


@event
class DeadlineSet(Event):
    """Patrons were told how long they have; it decides nothing."""

    purpose: Purpose
    seconds: int
    rule: str | None = None
