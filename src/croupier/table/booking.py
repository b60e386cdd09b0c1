"""Which money an event moves: a pure function of the table before it and of the event itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from croupier.ledger import CAGE, FEES, FLOAT, HOUSE, Hold, Move, Post, Transfer, Void
from croupier.ledger import patron as chips_of
from croupier.ledger import stake as stake_of
from croupier.ledger import wager as wager_of
from croupier.settlement import Bet
from croupier.table import event as e
from croupier.table.state import Setup, Table
from croupier.table.wire import signed

WAGER = "the player-dealer's wager"
"""The name that the wager is held under; bets are held under their own ids, with a mark."""


def bet_hold(bet_id: str) -> str:
    """Name what is held for a bet; no bet's own id can be mistaken for the wager."""
    return f"bet {bet_id}"


def _hold(bet_id: str, name: str, amount: int) -> Hold:
    return Hold(bet_hold(bet_id), chips_of(name), stake_of(bet_id), amount)


def _opened(table: Table, event: e.TableOpened) -> Iterable[Transfer]:
    # What was won before belongs to the table as it was; a table that opens starts from nothing.
    for account in (HOUSE, FEES, FLOAT):
        balance = table.book.balance(account)
        yield Move(account, CAGE, balance) if balance > 0 else Move(CAGE, account, -balance)
    yield Move(CAGE, FLOAT, event.unit.count(event.float))


def _filled(_: Table, event: e.FloatFilled) -> Iterable[Transfer]:
    yield Move(CAGE, FLOAT, event.amount)


def _credited(_: Table, event: e.FloatCredited) -> Iterable[Transfer]:
    yield Move(FLOAT, CAGE, event.amount)


def _bought(_: Table, event: e.ChipsBought) -> Iterable[Transfer]:
    # Money stays at the table for the chips that leave its tray: what it holds is the same.
    yield Move(CAGE, chips_of(event.player), event.amount)


def _cashed(_: Table, event: e.ChipsCashed) -> Iterable[Transfer]:
    yield Move(chips_of(event.player), CAGE, event.amount)


def _wagered(
    _: Table, event: e.PlayerDealerAccepted | e.WagerPosted | e.PlayerDealerRestored
) -> Iterable[Transfer]:
    yield Hold(WAGER, chips_of(event.player), wager_of(event.player), event.wager)


def _rewagered(_: Table, event: e.WagerChanged) -> Iterable[Transfer]:
    yield Void(WAGER)
    yield Hold(WAGER, chips_of(event.player), wager_of(event.player), event.wager)


def _vacated(table: Table, _: e.PlayerDealerVacated) -> Iterable[Transfer]:
    if WAGER in table.book.holds:
        yield Void(WAGER)


def _placed(_: Table, event: e.BetPlaced | e.InsurancePlaced) -> Iterable[Transfer]:
    yield _hold(event.id, event.player, event.amount)


def _resized(
    _: Table, event: e.BetIncreased | e.BetWithdrawn | e.BetReturned
) -> Iterable[Transfer]:
    yield Void(bet_hold(event.bet))
    if event.total:
        yield _hold(event.bet, event.player, event.total)


def _closed(_: Table, event: e.BetsClosed) -> Iterable[Transfer]:
    for name, fee in event.fees.items():
        yield Move(chips_of(name), FEES, fee)


def fees_due(setup: Setup, bets: Iterable[Bet]) -> dict[str, int]:
    """Sum up what bets cost, by patron."""
    due: dict[str, int] = {}
    for bet in bets:
        fee = setup.fee_of(bet.kind)
        if fee:
            due[bet.patron] = due.get(bet.patron, 0) + fee
    return due


def all_fees(table: Table) -> dict[str, int]:
    """Sum up what the round costs everybody, the player-dealer's hand included."""
    due = fees_due(table.rules, table.bets)
    fee = table.rules.position_fee
    if table.position is not None and fee:
        due[table.position.patron] = due.get(table.position.patron, 0) + fee
    return due


def _returned(table: Table, bets: Iterable[Bet]) -> Iterable[Transfer]:
    for bet in bets:
        if bet.id not in table.returned:
            yield Void(bet_hold(bet.id))


def _refunded(table: Table, event: e.OptionsClosed) -> Iterable[Transfer]:
    leaving = [bet for bet in table.bets if bet.patron in event.refunded]
    yield from _returned(table, leaving)
    if table.charged:
        for name, fee in fees_due(table.rules, leaving).items():
            yield Move(FEES, chips_of(name), fee)


def _voided(table: Table, _: e.RoundVoided) -> Iterable[Transfer]:
    yield from _returned(table, table.bets)
    if table.charged:
        for name, fee in all_fees(table).items():
            yield Move(FEES, chips_of(name), fee)


def _settled(table: Table, event: e.RoundSettled) -> Iterable[Transfer]:
    """Pay and collect each bet, against the house or against the player-dealer's wager."""
    unit, position = table.rules.unit, table.position
    bank = HOUSE
    if position is not None:
        bank = chips_of(position.patron)
        yield Void(WAGER)
    owners = {bet.id: bet for bet in table.round_bets}
    winners: list[Transfer] = []
    for line in event.settlement["bets"]:
        bet = owners[line["id"]]
        if bet.returned or bet.id in table.returned:
            continue
        profit = signed(line["profit"], unit)
        if profit < 0:
            # Collected first, so that a bank that pays from what it collects never falls short.
            yield Post(bet_hold(bet.id), bank, -profit)
        else:
            winners += [Void(bet_hold(bet.id)), Move(bank, chips_of(bet.patron), profit)]
    yield from winners


def _given_back(table: Table, event: e.OriginalReturned) -> Iterable[Transfer]:
    if event.round == table.round and table.bet(event.bet) is not None:
        yield Void(bet_hold(event.bet))
    else:
        yield Move(HOUSE, chips_of(event.player), event.amount)


def _ruled(_: Table, event: e.RulingMade) -> Iterable[Transfer]:
    for each in event.adjustments:
        yield _owed(each.player, each.amount)


def _owed(name: str, amount: int) -> Transfer:
    if amount >= 0:
        return Move(HOUSE, chips_of(name), amount)
    return Move(chips_of(name), HOUSE, -amount)


def _corrected(table: Table, event: e.RoundCorrected) -> Iterable[Transfer]:
    """Undo and redo a settled round by what changes for each; fees go back to those who paid."""
    yield from (_owed(name, amount) for name, amount in event.changes.items())
    if table.rules.banked_by_player:
        # Where a player-dealer banked, what they do not give one another were fees.
        yield Move(FEES, HOUSE, sum(event.changes.values()))


_TRANSFERS: dict[type[e.Event], Callable[[Table, Any], Iterable[Transfer]]] = {
    e.TableOpened: _opened,
    e.FloatFilled: _filled,
    e.FloatCredited: _credited,
    e.ChipsBought: _bought,
    e.ChipsCashed: _cashed,
    e.PlayerDealerAccepted: _wagered,
    e.WagerPosted: _wagered,
    e.PlayerDealerRestored: _wagered,
    e.WagerChanged: _rewagered,
    e.PlayerDealerVacated: _vacated,
    e.BetPlaced: _placed,
    e.InsurancePlaced: _placed,
    e.BetIncreased: _resized,
    e.BetWithdrawn: _resized,
    e.BetReturned: _resized,
    e.BetsClosed: _closed,
    e.OptionsClosed: _refunded,
    e.RoundVoided: _voided,
    e.RoundSettled: _settled,
    e.RoundCorrected: _corrected,
    e.OriginalReturned: _given_back,
    e.RulingMade: _ruled,
}


def transfers(table: Table, event: e.Event) -> tuple[Transfer, ...]:
    """Give the transfers of an event; none for one that moves no money."""
    found = _TRANSFERS.get(type(event))
    return () if found is None else tuple(found(table, event))
