"""Following the money of a table from what its events say, and from nothing else.

This is the second opinion to the ledger: it knows what a bet, a fee and a ruling are, and books
nothing. No table is played again, so that a long report does not take long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from croupier.game.model import Stage
from croupier.money import Unit
from croupier.reports.bookings import Data, Find, Purse
from croupier.reports.figures import Figure
from croupier.reports.settlements import read_stakes, settled_stakes
from croupier.reports.tally import Stake
from croupier.settlement.round import POSITION_FEE
from croupier.table import Table
from croupier.table.events.player_dealer import WAGER


@dataclass(frozen=True, slots=True)
class Lying:
    """A bet on the felt."""

    patron: str
    kind: str
    amount: int
    stage: Stage | None = None


class Felt(Purse):
    """Follows one table through its events."""

    def __init__(
        self,
        table_id: str,
        number: int,
        table: Table,
        house: Unit,
        find: Find,
        counts: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """Begin with what lies on the felt of a table as it stood after an event."""
        super().__init__(table_id, number, table, house, find, counts)
        self._bets = {b.id: Lying(b.patron, b.kind, b.amount, b.stage) for b in table.bets}
        self._charged, self._returned = table.charged, set(table.returned)
        hold = table.book.holds.get(WAGER)
        self._wager, self._banks = 0 if hold is None else hold.amount, table.position is not None
        ended = table.ended
        self._ended = None if ended is None else settled_stakes(ended)
        self._then: Mapping[str, int] = self._fees if ended is None else ended.round.fees
        """The fees that the round was closed under."""

    @property
    def felt(self) -> int:
        """What lies on the felt, in the house's unit."""
        lying = (bet.amount for key, bet in self._bets.items() if key not in self._returned)
        return sum(lying) * self._factor if self.stretches else 0

    def follow(self, number: int, at: str, event: Data) -> None:
        """Take an event as it is written; it counts for the day that it happened on."""
        type_ = event["type"]
        if type_ == "table_opened":
            self._opened_again(number, at, event)
            return
        if self.stretches:
            self.stretches[-1] = replace(self.stretches[-1], last=number)
            handler = _HANDLERS.get(type_)
            if handler is not None:
                self._tally = self._at(at)
                handler(self, event)

    # Bets

    def _opened(self, _: Data) -> None:
        self._tally.rounds += 1
        self._bets, self._returned, self._charged, self._ended = {}, set(), False, None

    def _placed(self, event: Data) -> None:
        amount, stage = self._read(event["amount"]), event.get("stage")
        lies = Lying(event["player"], event["bet"], amount, Stage(stage) if stage else None)
        self._bets[event["id"]] = lies
        self._book(Figure.PLACED, amount)

    def _resize(self, event: Data, figure: Figure) -> None:
        key, total = event["bet"], self._read(event["total"])
        was = self._bets[key]
        self._book(figure, abs(total - was.amount))
        if total:
            self._bets[key] = replace(was, amount=total)
        else:
            del self._bets[key]

    def _closed(self, event: Data) -> None:
        self._charged, self._then = True, self._fees
        self._book(Figure.FEES_TAKEN, sum(self._read(fee) for fee in event["fees"].values()))
        self._charge(self._bets.values(), 1)
        self._charge_position(1)

    def _fee_of(self, kind: str) -> tuple[str, int]:
        bet = self._game.bets.get(kind)
        line = bet.fee if bet and bet.fee else ""
        return line, self._then.get(line, 0)

    def _charge(self, bets: Iterable[Lying], sign: int) -> int:
        """Count fees of bets as taken or returned; give their sum."""
        total = 0
        for bet in bets:
            line, fee = self._fee_of(bet.kind)
            if fee:
                self._tally.fees[line] += sign * fee * self._factor
                total += fee
        return total

    def _charge_position(self, sign: int) -> int:
        fee = self._then.get(POSITION_FEE, 0) if self._banks else 0
        if fee:
            self._tally.fees[POSITION_FEE] += sign * fee * self._factor
        return fee

    def _take_off(self, figure: Figure, keys: Iterable[str]) -> list[Lying]:
        gone = []
        for key in list(keys):
            bet = self._bets.pop(key)
            gone.append(bet)
            if key not in self._returned:
                self._book(figure, bet.amount)
        return gone

    def _chosen(self, event: Data) -> None:
        leaving = [k for k, bet in self._bets.items() if bet.patron in event["refunded"]]
        gone = self._take_off(Figure.REFUNDED, leaving)
        if self._charged:
            self._book(Figure.FEES_RETURNED, self._charge(gone, -1))

    def _voided(self, _: Data) -> None:
        self._tally.voids += 1
        gone = self._take_off(Figure.VOIDED, self._bets)
        if self._charged:
            back = self._charge(gone, -1) + self._charge_position(-1)
            self._book(Figure.FEES_RETURNED, back)
        self._charged = False

    # Settlement, and what comes after it

    def _settled(self, event: Data) -> None:
        self._tally.settled += 1
        lost, won = Figure.COLLECTED, Figure.PAID
        if not self._by_house:
            lost, won = Figure.DEALER_COLLECTED, Figure.DEALER_PAID
            self._book(Figure.WAGERS, -self._wager)
            self._wager = 0
        stakes = read_stakes(self._game, self._bets, event, self._read)
        for stake in stakes:
            if stake.id in self._returned:
                continue
            amount = self._bets[stake.id].amount
            self._book(lost, max(-stake.profit, 0))
            self._book(won, max(stake.profit, 0))
            self._book(Figure.STAKES_BACK, amount + min(stake.profit, 0))
            self._tally.out_of_action += (amount - stake.in_action) * self._factor
        self._ended, self._bets, self._charged = stakes, {}, False
        self._count(1)

    def _count(self, sign: int) -> None:
        scaled = [
            stake._replace(
                in_action=stake.in_action * self._factor,
                profit=stake.profit * self._factor,
                short=stake.short * self._factor,
            )
            for stake in self._ended or ()
        ]
        key = self._game.key
        if self._by_house:
            self._tally.count(scaled, key, self._rules, sign, general=self._general)
        else:
            self._tally.count_banked(scaled, key, sign)

    def _corrected(self, event: Data) -> None:
        changes = [self._read(change) for change in event["changes"].values()]
        self._book(Figure.CORRECTED_OUT, sum(change for change in changes if change > 0))
        self._book(Figure.CORRECTED_IN, -sum(change for change in changes if change < 0))
        if self._by_house:
            missing = sum(self._read(debt) for debt in (event.get("owed") or {}).values())
            self._tally.uncollected += missing * self._factor
        else:
            self._book(Figure.FEES_CORRECTED, sum(changes))
        self._count(-1)
        settlement, ended = event.get("settlement"), self._ended or []
        if settlement is None:
            self._tally.undone += 1
            self._ended = None
            if sum(changes) and not self._by_house:
                # Every fee of the round goes back; which lines they were is as when it was closed.
                self._return_fees(ended)
            return
        kinds = {s.id: Lying("", s.wager.kind, s.in_action, s.wager.stage) for s in ended}
        self._ended = read_stakes(self._game, kinds, settlement, self._read)
        self._count(1)

    def _return_fees(self, ended: list[Stake]) -> None:
        self._charge((Lying("", stake.wager.kind, 0) for stake in ended), -1)
        fee = self._then.get(POSITION_FEE, 0)
        if fee:
            self._tally.fees[POSITION_FEE] -= fee * self._factor

    def _given_back(self, event: Data) -> None:
        key = event["bet"]
        if key in self._bets:
            self._book(Figure.UNINSURED, self._bets[key].amount)
            self._returned.add(key)
            return
        self._book(Figure.GIVEN_BACK, self._read(event["amount"]))
        self._count(-1)
        self._ended = [
            stake._replace(in_action=0, profit=0, won=False, short=0) if stake.id == key else stake
            for stake in self._ended or ()
        ]
        self._count(1)

    def _ruled(self, event: Data) -> None:
        for each in event["adjustments"]:
            amount = self._read(each["amount"])
            self._book(Figure.RULED_OUT if amount > 0 else Figure.RULED_IN, abs(amount))

    # The bank, the tray and the people

    def _wagered(self, event: Data) -> None:
        wager = self._read(event["wager"])
        self._book(Figure.WAGERS, wager - self._wager)
        self._wager, self._banks = wager, True

    def _vacated(self, _: Data) -> None:
        self._book(Figure.WAGERS, -self._wager)
        self._wager, self._banks = 0, False

    def _changed(self, event: Data) -> None:
        self._charge_by(event)


Handler = Callable[[Felt, Data], None]


def _moves(figure: Figure) -> Handler:
    return lambda felt, event: felt._book(figure, felt._read(event["amount"]))


def _resizes(figure: Figure) -> Handler:
    return lambda felt, event: felt._resize(event, figure)


_HANDLERS: dict[str, Handler] = {
    "bets_opened": Felt._opened,
    "bet_placed": Felt._placed,
    "insurance_placed": Felt._placed,
    "bet_increased": _resizes(Figure.PLACED),
    "bet_withdrawn": _resizes(Figure.WITHDRAWN),
    "bet_returned": _resizes(Figure.HANDED_BACK),
    "bets_closed": Felt._closed,
    "options_closed": Felt._chosen,
    "round_voided": Felt._voided,
    "round_settled": Felt._settled,
    "round_corrected": Felt._corrected,
    "original_returned": Felt._given_back,
    "ruling_made": Felt._ruled,
    "player_dealer_accepted": Felt._wagered,
    "wager_posted": Felt._wagered,
    "player_dealer_restored": Felt._wagered,
    "wager_changed": Felt._wagered,
    "player_dealer_vacated": Felt._vacated,
    "table_changed": Felt._changed,
    "chips_bought": _moves(Figure.BUY_INS),
    "chips_cashed": _moves(Figure.CASH_OUTS),
    "float_filled": _moves(Figure.FILLS),
    "float_credited": _moves(Figure.CREDITS),
}
