"""What checking events needs in more than one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.settlement import Bet
from croupier.table import event as e
from croupier.table.state import Table

Checks = Mapping[type[e.Event], Callable[[Table, Any], None]]
"""What each event is held to."""


class Impossible(AssertionError):
    """An event that cannot happen at the table as it stands: a bug here, a forgery in a log."""


def need(fits: object, reason: str) -> None:
    """Raise `Impossible` with a reason for what does not fit."""
    if not fits:
        raise Impossible(reason)


def same(said: object, found: object, what: str) -> None:
    """Raise `Impossible` where an event says something else than the table gives."""
    if said != found:
        raise Impossible(f"{what} was {_brief(said)}, and it works out as {_brief(found)}")


def _brief(value: object) -> str:
    text = str(value)
    return text if len(text) <= 120 else f"{text[:116]} ..."


def met(table: Table, name: str) -> None:
    """Raise `Impossible` for somebody who never came to the table."""
    need(name in table.patrons, f"nobody called {name} was at the table")


def box_there(table: Table, box: int) -> None:
    """Raise `Impossible` for a box that the layout does not have."""
    boxes = table.rules.layout.boxes
    need(1 <= box <= boxes, f"there is no box {box}: they run from 1 to {boxes}")


def something(amount: int) -> None:
    """Raise `Impossible` for an amount of nothing."""
    need(amount > 0, "it is about no money")


def bet_of(table: Table, bet_id: str, player: str) -> Bet:
    """Return a bet of the round; raise `Impossible` where it is not there, or somebody else's."""
    bet = table.bet(bet_id)
    if bet is None:
        raise Impossible(f"no bet of the round is called {bet_id}")
    same(player, bet.patron, "whose bet it is")
    return bet
