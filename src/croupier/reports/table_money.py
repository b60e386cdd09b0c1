"""The money of a table, followed from what its events say and from nothing else.

This is the second opinion to the ledger: it knows what a bet, a fee and a ruling are, and books
no transfers. No table is played again, so that a long report does not take long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from croupier.game.model import POSITION_FEE, Banker, Game, Stage
from croupier.ledger import DROP, Account, Kind
from croupier.money import Unit
from croupier.reports.events import USES, Data, FindGame, type_of, typed_event
from croupier.reports.figures import TRAY, Counted, Figure, effect
from croupier.reports.gaming_days import UTC_DAYS, GamingDay, GamingDays
from croupier.reports.tally import (
    Rules,
    Tally,
    paying_bets,
    read_settled_bets,
    settled_bets,
)
from croupier.store.rows import factor
from croupier.table import Event, Table
from croupier.table import events as e
from croupier.table.events.player_dealer import WAGER


@dataclass(slots=True)
class Period:
    """The events of a table from one opening to the next: one game, number of decks and unit."""

    first: int
    last: int
    """Moves on with every event."""
    game: Game
    decks: int
    unit: Unit


@dataclass(frozen=True, slots=True)
class OpenBet:
    """A bet that is placed and not settled."""

    patron: str
    kind: str
    amount: int
    stage: Stage | None = None


class TableMoney:
    """Follows one table through its events and counts figures by period and day."""

    def __init__(
        self,
        table_id: str,
        number: int,
        table: Table,
        house: Unit,
        find: FindGame,
        counts: Callable[[str], bool] = lambda _: True,
        days: GamingDays = UTC_DAYS,
    ) -> None:
        """Start with a table as it stood after an event; figures are in the house's unit.

        `counts` returns True for a moment that belongs to the report; `days` are those of the
        house.
        """
        self.table_id = table_id
        self.periods: list[Period] = []
        self.tallies: defaultdict[tuple[int, str], Tally] = defaultdict(Tally)
        """By the place of the period, and the gaming day."""
        self.outside = Tally()
        """What happened at a moment that does not count: a clock that was set back."""
        self._house, self._find, self._counts = house, find, counts
        self._days, self._day = days, GamingDay("", "", "")
        self._tally = Tally()
        self._tray = {kind: table.book.balance(Account(kind)) for kind in TRAY}
        self._drop = table.book.balance(DROP)
        self._fees: Mapping[str, int] = {}
        if table.setup is not None:
            setup = table.setup
            self._begin(Period(number + 1, number, setup.game, setup.decks, setup.unit))
            self._fees = setup.fees
        self._bets = {b.id: OpenBet(b.patron, b.kind, b.amount, b.stage) for b in table.bets}
        self._charged, self._returned = table.charged, set(table.returned)
        hold = table.book.holds.get(WAGER)
        self._wager = 0 if hold is None else hold.amount
        self._has_player_dealer = table.position is not None
        ended = table.ended
        self._settled_bets = None if ended is None else settled_bets(ended)
        self._round_fees: Mapping[str, int] = self._fees if ended is None else ended.round.fees
        """The schedule of fees when the bets of the round were closed."""

    @property
    def in_tray(self) -> int:
        """What lies in the tray, in the house's unit."""
        return sum(self._tray.values()) * self._factor if self.periods else 0

    @property
    def in_bets(self) -> int:
        """What lies in bets that are not settled, in the house's unit."""
        amounts = (bet.amount for key, bet in self._bets.items() if key not in self._returned)
        return sum(amounts) * self._factor if self.periods else 0

    def follow_stored(self, number: int, at: str, event: Data) -> None:
        """Follow an event as it is stored; events that concern no money are not read in full."""
        kind = type_of(event)
        if kind is e.TableOpened or (self.periods and kind in HANDLERS):
            unit = self._unit if self.periods else self._house
            self.follow(number, at, typed_event(event, unit, self._find))
        elif self.periods:
            self.periods[-1].last = number

    def follow(self, number: int, at: str, event: Event) -> None:
        """Count what an event moves, on the day that it happened."""
        if isinstance(event, e.TableOpened):
            self._table_opened(number, at, event)
        elif self.periods:
            self.periods[-1].last = number
            handler = HANDLERS.get(type(event))
            if handler is not None:
                self._tally = self._tally_at(at)
                handler(self, event)

    def _begin(self, period: Period) -> None:
        self.periods.append(period)
        game = self._game = period.game
        self._unit, self._rules = period.unit, Rules(game.digest, period.decks)
        self._factor = factor(period.unit, self._house)
        self._kinds = paying_bets(game)
        self._house_banks = game.bank.by is Banker.HOUSE

    def _tally_at(self, at: str) -> Tally:
        if not self._counts(at):
            return self.outside
        if not self._day.holds(at):
            self._day = self._days.day_of(at)
        return self.tallies[len(self.periods) - 1, self._day.name]

    def _count(self, figure: Figure, amount: int) -> None:
        self._tally.figures[figure] += amount * self._factor
        for account in self._tray:
            self._tray[account] += effect(figure, account) * amount

    # The table, its tray and the player-dealer

    def _table_opened(self, number: int, at: str, event: e.TableOpened) -> None:
        """Begin a period: what the table had goes to the cage, and a new float comes."""
        self._begin(Period(number, number, event.game, event.decks, event.unit))
        self._tally = self._tally_at(at)
        self._fees_set(event)
        self._count(Figure.HOUSE_CARRIED, self._tray[Kind.HOUSE])
        self._count(Figure.FEES_CARRIED, self._tray[Kind.FEES])
        self._count(Figure.DROP_CARRIED, self._drop)
        self._drop = 0
        self._count(Figure.FLOAT_OPENED, event.unit.count(event.float) - self._tray[Kind.FLOAT])

    def _fees_set(self, event: e.TableOpened | e.TableChanged) -> None:
        self._fees = {key: self._unit.count(fee) for key, fee in event.fees.items()}

    def _chips_bought(self, event: e.ChipsBought) -> None:
        if event.cash:
            self._count(Figure.CASH_BUY_INS, event.amount)
            self._count(Figure.DROPPED, event.amount)
            self._drop += event.amount
        else:
            brought = Figure.CHIPS_BROUGHT if event.chips else Figure.BUY_INS
            self._count(brought, event.amount)

    def _chips_cashed(self, event: e.ChipsCashed) -> None:
        self._count(Figure.CHIPS_TAKEN if event.chips else Figure.CASH_OUTS, event.amount)

    def _tray_changed(self, event: e.FloatFilled | e.FloatCredited) -> None:
        (figure,) = USES[type(event)].figures
        self._count(figure, event.amount)

    def _table_closed(self, event: e.TableClosed) -> None:
        """Compare what was counted with what lies there by these figures, whatever it says."""
        counted, tray = self._tally.counted, sum(self._tray.values())
        if event.count is not None:
            counted[Counted.TRAY] += event.count * self._factor
            counted[Counted.TRAY_VARIANCE] += (event.count - tray) * self._factor
        if event.drop_count is not None:
            counted[Counted.DROP] += event.drop_count * self._factor
            counted[Counted.DROP_VARIANCE] += (event.drop_count - self._drop) * self._factor

    def _wager_set(
        self,
        event: e.PlayerDealerAccepted | e.WagerPosted | e.PlayerDealerRestored | e.WagerChanged,
    ) -> None:
        self._count(Figure.WAGERS, event.wager - self._wager)
        self._wager, self._has_player_dealer = event.wager, True

    def _position_vacated(self, _: e.PlayerDealerVacated) -> None:
        self._count(Figure.WAGERS, -self._wager)
        self._wager, self._has_player_dealer = 0, False

    # Bets

    def _bets_opened(self, _: e.BetsOpened) -> None:
        self._tally.rounds += 1
        self._bets, self._returned, self._charged = {}, set(), False
        self._settled_bets = None

    def _bet_placed(self, event: e.BetPlaced | e.InsurancePlaced) -> None:
        stage = event.stage if isinstance(event, e.InsurancePlaced) else None
        self._bets[event.id] = OpenBet(event.player, event.bet, event.amount, stage)
        self._count(Figure.PLACED, event.amount)

    def _bet_resized(self, event: e.BetIncreased | e.BetWithdrawn | e.BetReturned) -> None:
        bet = self._bets[event.bet]
        (figure,) = USES[type(event)].figures
        self._count(figure, abs(event.total - bet.amount))
        if event.total:
            self._bets[event.bet] = replace(bet, amount=event.total)
        else:
            del self._bets[event.bet]

    def _bets_closed(self, event: e.BetsClosed) -> None:
        self._charged, self._round_fees = True, self._fees
        self._count(Figure.FEES_TAKEN, sum(event.fees.values()))
        self._count_fees((bet.kind for bet in self._bets.values()), 1)
        if self._has_player_dealer:
            self._count_position_fee(1)

    def _count_fees(self, kinds: Iterable[str], sign: int) -> int:
        """Count the fees of bets as taken or, with -1, returned; return their sum."""
        total = 0
        for kind in kinds:
            bet = self._game.bets.get(kind)
            line = bet.fee if bet and bet.fee else ""
            fee = self._round_fees.get(line, 0)
            if fee:
                self._tally.fees[line] += sign * fee * self._factor
                total += fee
        return total

    def _count_position_fee(self, sign: int) -> int:
        """Count the player-dealer's fee as taken or, with -1, returned; return it."""
        fee = self._round_fees.get(POSITION_FEE, 0)
        if fee:
            self._tally.fees[POSITION_FEE] += sign * fee * self._factor
        return fee

    def _remove_bets(self, figure: Figure, ids: Iterable[str]) -> list[str]:
        """Remove bets whose stakes go back; return their kinds."""
        kinds = []
        for bet_id in list(ids):
            bet = self._bets.pop(bet_id)
            kinds.append(bet.kind)
            if bet_id not in self._returned:
                self._count(figure, bet.amount)
        return kinds

    def _options_closed(self, event: e.OptionsClosed) -> None:
        leaving = [key for key, bet in self._bets.items() if bet.patron in event.refunded]
        kinds = self._remove_bets(Figure.REFUNDED, leaving)
        if self._charged:
            self._count(Figure.FEES_RETURNED, self._count_fees(kinds, -1))

    def _round_voided(self, _: e.RoundVoided) -> None:
        self._tally.voids += 1
        kinds = self._remove_bets(Figure.VOIDED, self._bets)
        if self._charged:
            fees = self._count_fees(kinds, -1)
            if self._has_player_dealer:
                fees += self._count_position_fee(-1)
            self._count(Figure.FEES_RETURNED, fees)
        self._charged = False

    # Settlement, and what comes after it

    def _round_settled(self, event: e.RoundSettled) -> None:
        self._tally.settled += 1
        lost, won = Figure.COLLECTED, Figure.PAID
        if not self._house_banks:
            lost, won = Figure.DEALER_COLLECTED, Figure.DEALER_PAID
            self._count(Figure.WAGERS, -self._wager)
            self._wager = 0
        settled = read_settled_bets(self._kinds, self._bets, event.settlement, self._unit)
        for bet in settled:
            if bet.id in self._returned:
                continue
            amount = self._bets[bet.id].amount
            self._count(lost, max(-bet.profit, 0))
            self._count(won, max(bet.profit, 0))
            self._count(Figure.STAKES_BACK, amount + min(bet.profit, 0))
            self._tally.out_of_action += (amount - bet.in_action) * self._factor
        self._settled_bets, self._bets, self._charged = settled, {}, False
        self._count_settled(1)

    def _count_settled(self, sign: int) -> None:
        bets = [bet.scaled(self._factor) for bet in self._settled_bets or ()]
        game = self._game.key
        if self._house_banks:
            self._tally.count_round(bets, game, self._rules, sign)
        else:
            self._tally.count_player_dealer_round(bets, game, sign)

    def _round_corrected(self, event: e.RoundCorrected) -> None:
        changes = event.changes.values()
        self._count(Figure.CORRECTED_OUT, sum(change for change in changes if change > 0))
        self._count(Figure.CORRECTED_IN, -sum(change for change in changes if change < 0))
        if self._house_banks:
            self._tally.uncollected += sum((event.owed or {}).values()) * self._factor
        else:
            self._count(Figure.FEES_CORRECTED, sum(changes))
        self._count_settled(-1)
        before = self._settled_bets or []
        if event.settlement is None:
            self._tally.undone += 1
            self._settled_bets = None
            if sum(changes) and not self._house_banks:
                # Every fee of the round goes back, by the schedule that it was closed under.
                self._count_fees((bet.kind for bet in before), -1)
                self._count_position_fee(-1)
            return
        placed = {bet.id: bet for bet in before}
        self._settled_bets = read_settled_bets(self._kinds, placed, event.settlement, self._unit)
        self._count_settled(1)

    def _original_returned(self, event: e.OriginalReturned) -> None:
        if event.bet in self._bets:
            self._count(Figure.UNINSURED, self._bets[event.bet].amount)
            self._returned.add(event.bet)
            return
        self._count(Figure.GIVEN_BACK, event.amount)
        self._count_settled(-1)
        self._settled_bets = [
            bet.given_back() if bet.id == event.bet else bet for bet in self._settled_bets or ()
        ]
        self._count_settled(1)

    def _ruling_made(self, event: e.RulingMade) -> None:
        for each in event.adjustments:
            figure = Figure.RULED_OUT if each.amount > 0 else Figure.RULED_IN
            self._count(figure, abs(each.amount))


HANDLERS: dict[type[Event], Callable[[TableMoney, Any], None]] = {
    e.TableChanged: TableMoney._fees_set,
    e.TableClosed: TableMoney._table_closed,
    e.ChipsBought: TableMoney._chips_bought,
    e.ChipsCashed: TableMoney._chips_cashed,
    e.FloatFilled: TableMoney._tray_changed,
    e.FloatCredited: TableMoney._tray_changed,
    e.PlayerDealerAccepted: TableMoney._wager_set,
    e.PlayerDealerRestored: TableMoney._wager_set,
    e.PlayerDealerVacated: TableMoney._position_vacated,
    e.WagerChanged: TableMoney._wager_set,
    e.WagerPosted: TableMoney._wager_set,
    e.BetsOpened: TableMoney._bets_opened,
    e.BetPlaced: TableMoney._bet_placed,
    e.InsurancePlaced: TableMoney._bet_placed,
    e.BetIncreased: TableMoney._bet_resized,
    e.BetWithdrawn: TableMoney._bet_resized,
    e.BetReturned: TableMoney._bet_resized,
    e.BetsClosed: TableMoney._bets_closed,
    e.OptionsClosed: TableMoney._options_closed,
    e.RoundVoided: TableMoney._round_voided,
    e.RoundSettled: TableMoney._round_settled,
    e.RoundCorrected: TableMoney._round_corrected,
    e.OriginalReturned: TableMoney._original_returned,
    e.RulingMade: TableMoney._ruling_made,
}
