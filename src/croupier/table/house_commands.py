"""What the House does with a table itself: opening, sign, tray and closing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from croupier.game.model import Game
from croupier.money import CENT, Unit
from croupier.settlement.json_types import AMOUNT
from croupier.table.roles import Command, command
from croupier.table.vocabulary import Enforcement, Schedule, ShoeKind, Sign, Stake, Units


@command("open_table")
class OpenTable(Command):
    """Open the table for a game; what is left out is as the game has it."""

    game: Game
    decks: int | None = None
    layout: str | None = None
    unit: Unit = CENT
    limits: Sign | None = None
    enforcement: Enforcement = Enforcement.AUTOMATIC
    shoe: ShoeKind = ShoeKind.DIGITAL
    face_down: bool = False
    insurance: bool | None = None
    cut: int = 14
    burn: int = 0
    fees: Schedule | None = None
    float: Annotated[str, AMOUNT] | None = None
    """Chips in the tray; a text, because the unit is a field of the same command."""


@command("close_table", waits=True)
class CloseTable(Command):
    """Close the table between rounds; patrons keep their chips.

    Tray and drop may be counted first. A count is signed by a second person too.
    """

    count: Units | None = None
    """What was counted in the tray."""
    pieces: Mapping[str, int] | None = None
    """How many chips of each denomination; they add up to the count, or are the count."""
    drop_count: Units | None = None
    reason: str | None = None
    """Why a count differs from the book, or why nothing was counted."""
    witness: str | None = None
    """The second person. A server takes no such name from a client: it checks name and PIN."""


@command("fill")
class Fill(Command):
    """Bring chips from the cage to the tray."""

    amount: Stake


@command("credit")
class Credit(Command):
    """Send chips from the tray to the cage."""

    amount: Stake


@command("change_table", waits=True)
class ChangeTable(Command):
    """Change the sign between rounds; what is left out stays."""

    limits: Sign | None = None
    insurance: bool | None = None
    enforcement: Enforcement | None = None
    fees: Schedule | None = None
