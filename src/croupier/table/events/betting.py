"""Bets: opened, placed, raised, taken back, handed back, closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from croupier.coup import Side
from croupier.ledger import FEES, Hold, Move, Transfer, Void
from croupier.ledger import patron as chips_of
from croupier.ledger import stake as stake_of
from croupier.settlement import Bet
from croupier.settlement.differential import shares
from croupier.table.events.base import (
    BETTING,
    DEALING,
    IDLE,
    INTERRUPTED,
    PLAYED,
    Event,
    Write,
    also,
    amounts,
    bet_of,
    box_there,
    check_patron,
    check_positive,
    event,
    need,
    reason_of,
    same,
    shoe_of,
)
from croupier.table.squeeze import highest_of
from croupier.table.state import Setup, Table
from croupier.table.vocabulary import Phase, Units
from croupier.words import Message, Name, say


@dataclass(frozen=True, slots=True)
class Warning:
    """What the dealer is warned of: a limit that a bet does not keep."""

    code: str
    message: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """How much of a bet is in action by the maximum differential."""

    bet: str
    in_action: Units


def bet_hold(bet_id: str) -> str:
    """Return the name that a bet's chips are held under; none can be mistaken for the wager."""
    return f"bet {bet_id}"


def hold(bet_id: str, name: str, amount: int) -> Hold:
    """Return the transfer that holds a patron's chips for a bet."""
    return Hold(bet_hold(bet_id), chips_of(name), stake_of(bet_id), amount)


def _hold_again(bet_id: str, name: str, total: int) -> Iterable[Transfer]:
    yield Void(bet_hold(bet_id))
    if total:
        yield hold(bet_id, name, total)


def returns(table: Table, bets: Iterable[Bet]) -> Iterable[Transfer]:
    """Return the transfers that give bets back, except those that were given back before."""
    for bet in bets:
        if bet.id not in table.returned:
            yield Void(bet_hold(bet.id))


def fees_due(setup: Setup, bets: Iterable[Bet]) -> dict[str, int]:
    """Return the fees for these bets, by patron."""
    due: dict[str, int] = {}
    for bet in bets:
        fee = setup.fee_of(bet.kind)
        if fee:
            due[bet.patron] = due.get(bet.patron, 0) + fee
    return due


def all_fees(table: Table) -> dict[str, int]:
    """Return all fees of the round by patron, the fee for the player-dealer's hand included."""
    due = fees_due(table.rules, table.bets)
    fee = table.rules.position_fee
    if table.position is not None and fee:
        due[table.position.patron] = due.get(table.position.patron, 0) + fee
    return due


def check_new(table: Table, bet_id: str, player: str, box: int, amount: int) -> None:
    """Raise `Impossible` for a new bet without an owner, a box or chips, or with a taken id."""
    check_patron(table, player)
    box_there(table, box)
    check_positive(amount)
    need(table.bet(bet_id) is None, f"a bet of the round is called {bet_id} already")


def _check_less(table: Table, made: BetWithdrawn | BetReturned) -> None:
    bet = bet_of(table, made.bet, made.player)
    check_positive(made.amount)
    same(made.total, bet.amount - made.amount, "what is left of the bet")


def _resized(table: Table, bet_id: str, total: int) -> Table:
    """Return the table with a bet of another amount; a bet of nothing is gone."""
    bets = tuple(bet._replace(amount=int(total)) if bet.id == bet_id else bet for bet in table.bets)
    return replace(table, bets=tuple(bet for bet in bets if bet.amount))


def _told(key: str, made: BetIncreased | BetWithdrawn, write: Write) -> Message:
    """Return what is told of a bet that was changed, with its warnings."""
    amount, total = write(made.amount), write(made.total)
    told = say(key, player=made.player, amount=amount, bet=made.bet, total=total)
    return _warned(told, made.warnings)


def _warned(told: Message, warnings: tuple[Warning, ...]) -> Message:
    """Return what is told with its warnings; other languages than English name the limit."""
    for each in warnings:
        limit = Name("code", each.code)
        told = also(told, say("events.warning", message=each.message, limit=limit))
    return told


@event("bets_opened", phases=IDLE)
class BetsOpened(Event):
    """The round has begun: bets may be placed."""

    round: int
    call: str
    rule: str | None = None

    def check(self, table: Table) -> None:
        same(self.round, table.round + 1, "the round")
        need(table.shoe is not None, "there was no shoe to deal from")

    def change(self, table: Table) -> Table:
        return replace(
            table,
            phase=Phase.BETTING,
            round=self.round,
            shoe=replace(shoe_of(table), used=True),
            chosen=False,
            ended=None,
            case=None,
            barred=frozenset(),
            shown=False,
        )

    def said(self, write: Write) -> Message:
        return say("events.bets_opened", round=self.round)


@event("bet_placed", phases=BETTING, concerns_one=True)
class BetPlaced(Event):
    """Chips lie on a box."""

    id: str
    player: str
    box: int
    bet: str
    amount: Units
    standing: bool
    warnings: tuple[Warning, ...] = ()
    rule: str | None = None

    def check(self, table: Table) -> None:
        check_new(table, self.id, self.player, self.box, self.amount)
        need(self.bet in table.game.bets, f"this game has no bet {self.bet}")

    def change(self, table: Table) -> Table:
        bet = Bet(self.id, self.player, self.box, self.bet, self.amount, self.standing)
        return replace(table, bets=(*table.bets, bet), placed=table.placed + 1)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        yield hold(self.id, self.player, self.amount)

    def said(self, write: Write) -> Message:
        told = say(
            "events.bet_placed_standing" if self.standing else "events.bet_placed",
            player=self.player,
            amount=write(self.amount),
            bet=write.bet(self.bet),
            box=self.box,
            id=self.id,
        )
        return _warned(told, self.warnings)


# Insurance is raised while it is on offer.
@event("bet_increased", phases=BETTING | DEALING, concerns_one=True)
class BetIncreased(Event):
    """More chips lie on a bet."""

    bet: str
    player: str
    amount: Units
    total: Units
    warnings: tuple[Warning, ...] = ()

    def check(self, table: Table) -> None:
        bet = bet_of(table, self.bet, self.player)
        check_positive(self.amount)
        same(self.total, bet.amount + self.amount, "the bet")
        wanted = Phase.BETTING if bet.stage is None else Phase.DEALING
        same(table.phase, wanted, "the phase that the bet was raised in")

    def change(self, table: Table) -> Table:
        return _resized(table, self.bet, self.total)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        return _hold_again(self.bet, self.player, self.total)

    def said(self, write: Write) -> Message:
        return _told("events.bet_increased", self, write)


@event("bet_withdrawn", phases=BETTING, concerns_one=True)
class BetWithdrawn(Event):
    """Chips were taken back by their owner."""

    bet: str
    player: str
    amount: Units
    total: Units
    warnings: tuple[Warning, ...] = ()

    def check(self, table: Table) -> None:
        _check_less(table, self)

    def change(self, table: Table) -> Table:
        barred = table.barred
        if table.shown:
            # A card is seen: who takes chips back because of it bets no more in this round.
            barred |= {self.player}
        return replace(_resized(table, self.bet, self.total), barred=barred)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        return _hold_again(self.bet, self.player, self.total)

    def said(self, write: Write) -> Message:
        return _told("events.bet_withdrawn", self, write)


@event("bet_returned", phases=PLAYED | INTERRUPTED)
class BetReturned(Event):
    """Chips were handed back: pushed back for a seated patron, rejected, or not backed."""

    bet: str
    player: str
    amount: Units
    total: Units
    reason: str
    rule: str | None = None

    def check(self, table: Table) -> None:
        _check_less(table, self)

    def change(self, table: Table) -> Table:
        return _resized(table, self.bet, self.total)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        return _hold_again(self.bet, self.player, self.total)

    def said(self, write: Write) -> Message:
        return say(
            "events.bet_returned",
            player=self.player,
            amount=write(self.amount),
            bet=self.bet,
            reason=reason_of(self.reason),
        )


@event("bets_closed", phases=BETTING)
class BetsClosed(Event):
    """No more bets; fees are taken."""

    round: int
    call: str
    fees: Mapping[str, Units]
    pro_rata: tuple[Cut, ...]
    rule: str | None = None
    squeezes: tuple[Side, ...] | None = None
    """Hands whose squeeze was granted already and is not lost to whoever has bet more since."""

    def check(self, table: Table) -> None:
        same(self.round, table.round, "the round")
        same(dict(self.fees), all_fees(table), "the fees")
        cut = {
            table.bets[number].id: share.in_action
            for number, share in shares(table.as_round()).items()
            if share.in_action < table.bets[number].amount
        }
        same({each.bet: each.in_action for each in self.pro_rata}, cut, "what is in action")
        for hand in self.squeezes or ():
            need(hand in table.squeezes, f"nobody was granted to squeeze {hand}")

    def change(self, table: Table) -> Table:
        if self.squeezes is None:
            # Nobody had a squeeze, or the log is older than the field: then patrons who had left
            # counted too.
            highest = highest_of(table.game, table.bets)
            name = highest.patron if highest else None
            hands = tuple(hand for hand, who in table.squeezes.items() if who == name)
        else:
            hands = self.squeezes
        kept = {hand: who for hand, who in table.squeezes.items() if hand in hands}
        return replace(table, phase=Phase.DEALING, charged=True, squeezes=kept)

    def transfers(self, table: Table) -> Iterable[Transfer]:
        for name, fee in self.fees.items():
            yield Move(chips_of(name), FEES, fee)

    def said(self, write: Write) -> Message:
        told = say("events.bets_closed", round=self.round)
        if self.fees:
            told = also(told, say("events.fees", fees=amounts(self.fees, write)))
        for cut in self.pro_rata:
            more = say("events.in_action", amount=write(cut.in_action), bet=cut.bet)
            told = also(told, more)
        return told
