"""The figures of a report that are money, and which rows of the ledger each of them is."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

KINDS = ("move", "hold", "post", "release")


class Flow(NamedTuple):
    """Money in the ledger: events of a type move it in one way from one account to another."""

    type: str
    kind: str
    source: str
    target: str


class _Path(NamedTuple):
    source: str
    target: str
    types: tuple[str, ...]
    kinds: tuple[str, ...] = KINDS


class Figure(StrEnum):
    """A sum of money that one kind of thing at a table moves, in one direction."""

    BUY_INS = "buy_ins"
    CASH_OUTS = "cash_outs"
    FLOAT_OPENED = "float_opened"
    """Put into the tray when the table opened, less what was left in it."""
    HOUSE_CARRIED = "house_carried"
    """What the table had won before it was opened again: it goes to the cage then."""
    FEES_CARRIED = "fees_carried"
    FILLS = "fills"
    CREDITS = "credits"
    PLACED = "placed"
    """Put on the felt: bets, insurance, and what was added to them."""
    WITHDRAWN = "withdrawn"
    HANDED_BACK = "handed_back"
    """Pushed back, rejected, or returned for want of a ground, before the round was settled."""
    REFUNDED = "refunded"
    """Taken back by patrons who were given the choice."""
    VOIDED = "voided"
    """Stakes of void rounds."""
    UNINSURED = "uninsured"
    """Original bets returned for neglected insurance before the round was paid."""
    GIVEN_BACK = "given_back"
    """The same after it was paid: the house gives back what was lost."""
    COLLECTED = "collected"
    """Lost to the house."""
    PAID = "paid"
    """Won from the house."""
    STAKES_BACK = "stakes_back"
    """Stakes that went back at settlement: of winners, of pushes, and what was not in action."""
    DEALER_COLLECTED = "player_dealer_collected"
    DEALER_PAID = "player_dealer_paid"
    WAGERS = "wagers"
    """Put up by player-dealers, less what they took down."""
    FEES_TAKEN = "fees_taken"
    FEES_RETURNED = "fees_returned"
    FEES_CORRECTED = "fees_corrected"
    """Fees that went back because a paid round was undone."""
    RULED_OUT = "ruled_to_patrons"
    RULED_IN = "ruled_to_house"
    CORRECTED_OUT = "corrected_to_patrons"
    CORRECTED_IN = "corrected_to_house"


_WAGERED = (
    "player_dealer_accepted",
    "wager_posted",
    "player_dealer_restored",
    "wager_changed",
    "player_dealer_vacated",
    "round_settled",
)
_PATHS: dict[Figure, _Path] = {
    Figure.BUY_INS: _Path("cage", "patron", ("chips_bought",)),
    Figure.CASH_OUTS: _Path("patron", "cage", ("chips_cashed",)),
    Figure.FLOAT_OPENED: _Path("cage", "float", ("table_opened",)),
    Figure.HOUSE_CARRIED: _Path("house", "cage", ("table_opened",)),
    Figure.FEES_CARRIED: _Path("fees", "cage", ("table_opened",)),
    Figure.FILLS: _Path("cage", "float", ("float_filled",)),
    Figure.CREDITS: _Path("float", "cage", ("float_credited",)),
    Figure.PLACED: _Path("patron", "stake", ("bet_placed", "insurance_placed", "bet_increased")),
    Figure.WITHDRAWN: _Path("stake", "patron", ("bet_withdrawn",)),
    Figure.HANDED_BACK: _Path("stake", "patron", ("bet_returned",)),
    Figure.REFUNDED: _Path("stake", "patron", ("options_closed",)),
    Figure.VOIDED: _Path("stake", "patron", ("round_voided",)),
    Figure.UNINSURED: _Path("stake", "patron", ("original_returned",)),
    Figure.GIVEN_BACK: _Path("house", "patron", ("original_returned",)),
    Figure.COLLECTED: _Path("stake", "house", ("round_settled",)),
    Figure.PAID: _Path("house", "patron", ("round_settled",)),
    Figure.STAKES_BACK: _Path("stake", "patron", ("round_settled",), ("release",)),
    Figure.DEALER_COLLECTED: _Path("stake", "patron", ("round_settled",), ("post",)),
    Figure.DEALER_PAID: _Path("patron", "patron", ("round_settled",)),
    Figure.WAGERS: _Path("patron", "wager", _WAGERED),
    Figure.FEES_TAKEN: _Path("patron", "fees", ("bets_closed",)),
    Figure.FEES_RETURNED: _Path("fees", "patron", ("round_voided", "options_closed")),
    Figure.FEES_CORRECTED: _Path("fees", "house", ("round_corrected",)),
    Figure.RULED_OUT: _Path("house", "patron", ("ruling_made",)),
    Figure.RULED_IN: _Path("patron", "house", ("ruling_made",)),
    Figure.CORRECTED_OUT: _Path("house", "patron", ("round_corrected",)),
    Figure.CORRECTED_IN: _Path("patron", "house", ("round_corrected",)),
}


@cache
def claims() -> dict[Flow, tuple[Figure, int]]:
    """Say which figure a flow belongs to; one the other way is taken off, unless it has its own."""
    forward = {
        Flow(type_, kind, path.source, path.target): (figure, 1)
        for figure, path in _PATHS.items()
        for type_ in path.types
        for kind in path.kinds
    }
    back = {
        flow._replace(source=flow.target, target=flow.source): (figure, -1)
        for flow, (figure, _) in forward.items()
    }
    return back | forward


def effect(figure: Figure, account: str) -> int:
    """Say what a unit of a figure does to an account: 1, -1 or nothing."""
    path = _PATHS[figure]
    return (path.target == account) - (path.source == account)
