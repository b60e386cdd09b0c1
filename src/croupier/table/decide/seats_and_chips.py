"""Patrons come and go: chips are bought and cashed, seats are taken and left."""

from __future__ import annotations

from dataclasses import replace

from croupier.coup import Side
from croupier.errors import Code, InvalidInput, Refused
from croupier.settlement.checks import cite
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.player_dealer import move_on
from croupier.table.squeeze import highest
from croupier.table.state import Table
from croupier.table.vocabulary import Phase, Units
from croupier.words import say


@decides(c.BuyIn)
def buy_in(draft: Draft, command: c.BuyIn) -> None:
    """Give a patron chips for money, or the chips that they bring."""
    if command.cash and command.chips:
        raise InvalidInput(Code.MALFORMED, say("table.cash_or_chips"))
    amount = Units(command.amount)
    cash, chips = command.cash or None, command.chips or None
    draft.emit(e.ChipsBought(command.player, amount, cash, chips))


@decides(c.CashOut)
def cash_out(draft: Draft, command: c.CashOut) -> None:
    """Take a patron's free chips back, or let them go with them; those on the felt are not free."""
    name = draft.known(command.player)
    table = draft.table
    amount = table.available(name) if command.amount is None else command.amount
    draft.afford(name, amount)
    if amount <= 0:
        raise Refused(Code.INSUFFICIENT_BALANCE, say("table.no_free_chips", player=name))
    draft.emit(e.ChipsCashed(name, Units(amount), command.chips or None))


@decides(c.Sit)
def sit(draft: Draft, command: c.Sit) -> None:
    """Seat a patron at a free box; it is not free while bets of somebody who left lie there."""
    name, box, table = draft.patron(command.player), command.box, draft.table
    check_box(draft, box)
    owner = table.seats.get(box)
    left = next((bet.patron for bet in table.bets if bet.box == box and not bet.standing), owner)
    for taken in (owner, left):
        if taken is not None and taken != name:
            raise Refused(
                Code.BOX_TAKEN, say("table.box_taken", box=box, owner=taken), draft.cite("seat")
            )
    if owner == name:
        raise Refused(Code.BOX_TAKEN, say("table.sits_already", player=name, box=box))
    draft.emit(e.SeatTaken(name, box))


def check_box(draft: Draft, box: int) -> None:
    """Raise Refused for a box that the layout does not have."""
    layout = draft.setup.layout
    if not 1 <= box <= layout.boxes:
        raise Refused(
            Code.NO_BOX,
            say("table.no_box", box=box, boxes=layout.boxes),
            cite(layout.rules),
        )


@decides(c.Leave)
def leave(draft: Draft, command: c.Leave) -> None:
    """Free a patron's seat, bets or no bets; one who banks gives that up, after the round."""
    name, table = draft.known(command.player), draft.table
    own = [box for box, who in table.seats.items() if who == name]
    box = own[0] if command.box is None and len(own) == 1 else command.box
    if box is None and own:
        raise InvalidInput(Code.MALFORMED, say("table.which_seat", player=name))
    if box is None or table.seats.get(box) != name:
        raise Refused(Code.NOT_SEATED, say("table.not_seated", player=name))
    betting = name in table.bettors
    rule = draft.cite("walk_away") if betting else None
    draft.emit(e.SeatLeft(name, box, rule, _lost_squeezes(table, name, box), betting or None))
    if table.offered == box:
        draft.emit(e.PlayerDealerDeclined(box, name))
        move_on(draft, box)
    position = table.position
    if position is not None and position.seat == box and table.phase is Phase.IDLE:
        reason = "the player-dealer left"
        draft.emit(e.PlayerDealerVacated(box, name, reason, given_up=True))
        move_on(draft, box)


def _lost_squeezes(table: Table, name: str, box: int) -> tuple[Side, ...] | None:
    """Return the hands whose squeeze a patron loses by leaving a box; None if there are none."""
    seats = {seat: who for seat, who in table.seats.items() if seat != box}
    if highest(replace(table, seats=seats)) == name:
        return None
    return tuple(hand for hand, who in table.squeezes.items() if who == name) or None
