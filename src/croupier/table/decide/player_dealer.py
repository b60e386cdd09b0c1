"""The player-dealer's position: offered clockwise, kept for some hands, never forced on anybody."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.errors import Code, InvalidInput, Refused
from croupier.settlement.checks import cite
from croupier.settlement.limits import NO_BOX_LIMITS
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide.draft import Draft, decides
from croupier.table.state import Position, Setup
from croupier.table.vocabulary import Phase, Units
from croupier.words import say


def _check(draft: Draft) -> None:
    if not draft.setup.banked_by_player:
        raise InvalidInput(Code.MALFORMED, say("table.house_banks"))
    draft.in_phase(Phase.IDLE)


def _occupant(draft: Draft, seat: int) -> str:
    name = draft.table.seats.get(seat)
    if name is None:
        raise Refused(Code.NOT_SEATED, say("table.empty_seat", seat=seat))
    return name


def _own(draft: Draft, seat: int, named: str | None, rule: str | None = None) -> str:
    """Return the patron of a seat, for whom they or the staff act; raise Refused for others."""
    owner = _occupant(draft, seat)
    name = draft.patron(owner if named is None else named, rule)
    if name != owner:
        raise Refused(
            Code.NOT_YOURS, say("table.seat_of_another", seat=seat, owner=owner, player=name), rule
        )
    return name


@decides(c.OfferPlayerDealer)
def offer(draft: Draft, command: c.OfferPlayerDealer) -> None:
    """Offer the position to a seat; if it is another seat's turn, that is refused."""
    _check(draft)
    table, rule = draft.table, draft.cite("rotation")
    if table.position is not None:
        raise Refused(
            Code.WRONG_PHASE, say("table.position_taken", player=table.position.patron), rule
        )
    name = _occupant(draft, command.seat)
    if table.offered is not None and table.offered != command.seat:
        raise Refused(
            Code.WRONG_PHASE,
            say("table.clockwise", seat=table.offered),
            rule,
        )
    draft.emit(e.PlayerDealerOffered(command.seat, name, rule))


@decides(c.AcceptPlayerDealer)
def accept(draft: Draft, command: c.AcceptPlayerDealer) -> None:
    """Take the position and put up the wager; the patron must have the fee of the hand as well."""
    _check(draft)
    name = _own(draft, command.seat, command.player, draft.cite("rotation"))
    _offered(draft, command.seat)
    _check_least(draft, command.seat, command.wager)
    draft.afford(name, command.wager + draft.setup.position_fee)
    draft.emit(e.PlayerDealerAccepted(command.seat, name, Units(command.wager)))


def _least(setup: Setup, seat: int) -> int:
    """Return the smallest wager that is put up at a seat: the minimum of the seat, or the table's.

    It counts when a wager is put up. A wager that is up when the sign changes stays.
    """
    own = setup.limits.by_box.get(seat, NO_BOX_LIMITS).main.least
    return (setup.limits.main.least or 0) if own is None else own


def _check_least(draft: Draft, seat: int, wager: int) -> None:
    least = _least(draft.setup, seat)
    if wager < least:
        raise Refused(
            Code.BELOW_MINIMUM,
            say("table.wager_below_minimum", wager=draft.money(wager), least=draft.money(least)),
            cite(draft.setup.game.limits.duty),
        )


def _offered(draft: Draft, seat: int) -> None:
    if draft.table.offered != seat:
        rule = draft.cite("rotation")
        raise Refused(Code.WRONG_PHASE, say("table.position_not_offered", seat=seat), rule)


@decides(c.DeclinePlayerDealer)
def decline(draft: Draft, command: c.DeclinePlayerDealer) -> None:
    """Decline the position; the next seat clockwise is asked."""
    _check(draft)
    name = _own(draft, command.seat, command.player, draft.cite("rotation"))
    _offered(draft, command.seat)
    draft.emit(e.PlayerDealerDeclined(command.seat, name))
    move_on(draft, command.seat)


def move_on(draft: Draft, seat: int) -> None:
    """Offer the position to the next occupied seat that has not passed; the last one comes last."""
    table = draft.table
    following = table.next_seat(seat, table.declined)
    if following is None:
        draft.emit(e.PlayerDealerMissing(cite(draft.setup.game.bank.position)))
        return
    name = table.seats[following]
    draft.emit(e.PlayerDealerOffered(following, name, draft.cite("rotation")))


def _holder(draft: Draft, seat: int, named: str | None) -> str:
    _check(draft)
    position = draft.table.position
    if position is None or position.seat != seat:
        raise Refused(Code.NO_PLAYER_DEALER, say("table.seat_does_not_bank", seat=seat))
    return _own(draft, seat, named)


@decides(c.ChangeWager)
def change_wager(draft: Draft, command: c.ChangeWager) -> None:
    """Put up another wager between hands."""
    name = _holder(draft, command.seat, command.player)
    position = draft.table.position
    assert position is not None, "there is a holder"
    _check_least(draft, command.seat, command.wager)
    draft.afford(name, command.wager, had=position.wager)
    draft.emit(e.WagerChanged(command.seat, name, Units(command.wager)))


@decides(c.GiveUpPlayerDealer)
def give_up(draft: Draft, command: c.GiveUpPlayerDealer) -> None:
    """Stop banking between hands; the next seat is asked."""
    name = _holder(draft, command.seat, command.player)
    reason = "the player-dealer gave it up"
    draft.emit(e.PlayerDealerVacated(command.seat, name, reason, given_up=True))
    move_on(draft, command.seat)


def after_hand(draft: Draft) -> None:
    """Post the wager again after a settled hand, or pass the position on."""
    table = draft.table
    position = table.position
    if position is None:
        return
    seat, name = position.seat, position.patron
    rule: str | None = None
    left = table.seats.get(seat) != name
    if left:
        reason = "the player-dealer left"
    elif position.hands >= (most := draft.setup.game.bank.hands):
        reason, rule = _turn_over(most), draft.cite("rotation")
    elif table.available(name) < position.wager:
        reason = "the wager cannot be posted again"
    elif position.wager < _least(draft.setup, seat):
        reason = "the wager is under the table's minimum now"
    else:
        draft.emit(e.WagerPosted(seat, name, Units(position.wager)))
        return
    draft.emit(e.PlayerDealerVacated(seat, name, reason, rule, left or None))
    move_on(draft, seat)


def _turn_over(hands: int) -> str:
    """Return the reason for which the position is offered on after so many hands."""
    return {1: "one hand is over", 2: "two hands are over"}.get(hands, "the turn is over")


def after_void(draft: Draft) -> None:
    """Keep the wager up after a void round, which is no hand, unless its owner has gone."""
    table = draft.table
    position = table.position
    if position is not None and table.seats.get(position.seat) != position.patron:
        seat, name = position.seat, position.patron
        draft.emit(e.PlayerDealerVacated(seat, name, "the player-dealer left"))
        move_on(draft, seat)


def release(draft: Draft, changes: Mapping[str, int]) -> None:
    """Vacate the position if its patron needs the wager to give back chips of a paid round.

    Chips won in that round must be given back even if they were put up as a wager since. Whoever
    cannot put up the whole wager again passes the position on.
    """
    table, position = draft.table, draft.table.position
    if position is None or table.available(position.patron) >= -changes.get(position.patron, 0):
        return
    reason = "the wager is needed for a round that is put right"
    draft.emit(e.PlayerDealerVacated(position.seat, position.patron, reason))
    move_on(draft, position.seat)


def restore(draft: Draft, before: Position | None) -> None:
    """Give the position back to the patron who had it before a hand that is undone.

    Only if they still sit there and can put up that wager. Whoever has taken the position since
    gets their wager back.
    """
    table, now = draft.table, draft.table.position
    if before is None or table.seats.get(before.seat) != before.patron:
        return
    seat, name, wager = before.seat, before.patron, before.wager
    if now is not None and (now.seat, now.patron) == (seat, name):
        return
    enough = table.free(name) >= wager + draft.setup.position_fee
    if not enough or wager < _least(draft.setup, seat):
        return
    if now is not None:
        reason = "the hand before is undone"
        draft.emit(e.PlayerDealerVacated(now.seat, now.patron, reason))
    rule = draft.cite("rotation")
    draft.emit(e.PlayerDealerRestored(seat, name, Units(wager), before.hands, rule))
